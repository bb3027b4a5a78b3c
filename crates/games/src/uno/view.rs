//! What one seat knows of a match of Uno.
//!
//! `sample` draws uniformly from all ways to deal the unseen cards into the other hands and the stock, under
//! these facts: the deck, the sizes of hands and piles, the known cards of a hand, and, while another seat
//! decides about a drawn card, that nothing else in its hand fits.
//!
//! The view forgets what earlier draws and passes imply: that a hand held nothing that fitted, or that it
//! kept a card that did. `belief` remembers that.

use cards::{BySeat, Flow, Rng, Rules as _, Seat, Unexpected, View};

use super::card::{Bag, Card};
use super::check::Knowledge;
use super::public::{Opening, Options, Phase, Public};
use super::{Action, Event, MOST_CARDS, Rules, Uno};

/// What one seat knows: everything public, and its hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnoView {
    pub(super) public: Public,
    pub(super) seat: Seat,
    pub(super) hand: Bag,
}

impl UnoView {
    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The seat's own cards.
    pub fn hand(&self) -> &Bag {
        &self.hand
    }

    /// The cards that are in the stock or hidden in another hand.
    pub(super) fn unseen(&self) -> Bag {
        let mut unseen = self.public.hidden;
        let own = &self.public.known[self.seat];
        let mut kinds = self.hand.kinds();
        while let Some(card) = Card::first_of(kinds) {
            kinds &= kinds - 1;
            let mine = self.hand.count(card) - own.count(card);
            unseen.set(card, unseen.count(card) - mine);
        }
        unseen
    }

    #[inline]
    pub(super) fn options(&self) -> Options {
        match self.public.turn() {
            Some(seat) if seat == self.seat => self.public.options(&self.hand),
            _ => Options { plays: 0, otherwise: None },
        }
    }
}

/// The seat whose hand an event changes.
#[inline]
pub(super) fn holder(event: Event) -> Option<Seat> {
    match event {
        Event::Give { seat, .. }
        | Event::Draw { seat, .. }
        | Event::DrawOpen { seat, .. }
        | Event::Play { seat, .. } => Some(seat),
        _ => None,
    }
}

/// Changes the hand of the event's seat, for a viewer who sees that hand.
#[inline]
pub(super) fn change(hand: &mut Bag, event: Event) {
    match event {
        Event::Give { card: Some(card), .. }
        | Event::Draw { card: Some(card), .. }
        | Event::DrawOpen { card, .. } => hand.insert(card),
        Event::Play { card, .. } => hand.remove(card),
        _ => (),
    }
}

/// The unseen cards of a view in a row, without heap memory.
struct Unseen {
    row: [Card; MOST_CARDS],
    len: usize,
}

impl Unseen {
    fn push(&mut self, card: Card, count: u16) {
        self.row[self.len..self.len + count as usize].fill(card);
        self.len += count as usize;
    }

    /// Takes the card at `place`; the last one moves there.
    fn take(&mut self, place: usize) -> Card {
        self.len -= 1;
        self.row.swap(place, self.len);
        self.row[self.len]
    }
}

impl View for UnoView {
    type Game = Uno;

    fn seated(rules: &Rules, seat: Seat) -> UnoView {
        UnoView { public: Public::before_deal(*rules), seat, hand: Bag::EMPTY }
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn check(&self, event: &Event) -> Result<(), Unexpected> {
        Knowledge { public: &self.public, viewer: self.seat.into(), hand: &|_| &self.hand }.check(event)
    }

    fn observe(&mut self, event: Event) {
        self.public.observe(event);
        if holder(event) == Some(self.seat) {
            change(&mut self.hand, event);
        }
    }

    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        self.options().visit(visit)
    }

    #[inline]
    fn count(&self) -> u32 {
        self.options().count()
    }

    #[inline]
    fn nth(&self, n: u32) -> Option<Action> {
        self.options().nth(n)
    }

    fn sample(&self, rng: &mut Rng) -> Uno {
        let public = &self.public;
        // Before the first card is dealt no card has a place, and the deck may not be known completely.
        if let Phase::Opening(Opening::Start | Opening::Deck { .. }) = public.phase {
            return Uno { public: *public, ..Uno::empty(public.rules) };
        }
        let own = &public.known[self.seat];
        let fits = if public.piles.discarded() > 0 { public.top().followers() } else { 0 };
        let mut unseen = Unseen { row: [Card::FIRST; MOST_CARDS], len: 0 };
        let mut misfits = 0;
        // The cards that do not fit the open card come first in the row.
        for kinds in [!fits, fits] {
            let mut left = public.hidden.kinds() & kinds;
            while let Some(card) = Card::first_of(left) {
                left &= left - 1;
                let mine = self.hand.count(card) - own.count(card);
                unseen.push(card, public.hidden.count(card) - mine);
            }
            misfits = if kinds == fits { misfits } else { unseen.len };
        }

        let mut hands = BySeat::from_fn(public.rules.seats(), |seat| public.known[seat]);
        hands[self.seat] = self.hand;
        if let Phase::Drawn { seat, seen } = public.phase
            && seat != self.seat
        {
            // The older cards are taken from those that do not fit; the drawn card may be any of the rest.
            let older = public.size(seat) - public.known[seat].len() - usize::from(!seen);
            for _ in 0..older {
                let place = rng.below(misfits as u32) as usize;
                misfits -= 1;
                unseen.row.swap(place, misfits);
                hands[seat].insert(unseen.take(misfits));
            }
        }

        let row = &mut unseen.row[..unseen.len];
        rng.shuffle(row);
        let mut row = &row[..];
        for seat in hands.seats().filter(|&seat| seat != self.seat) {
            let (cards, rest) = row.split_at(public.size(seat) - hands[seat].len());
            cards.iter().for_each(|&card| hands[seat].insert(card));
            row = rest;
        }
        let mut stock = [Card::FIRST; MOST_CARDS];
        stock[..row.len()].copy_from_slice(row);
        Uno { public: *public, hands, stock }
    }
}
