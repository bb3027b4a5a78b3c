//! What one seat knows of a match of Uno.
//!
//! `sample` draws uniformly from all ways to lay the unseen cards into the other hands and the
//! stock, under these facts: the deck, the number of cards everywhere, the cards seen on their way
//! into a hand, and, while another seat thinks about a card it had to draw, that nothing else in that
//! hand fits.
//!
//! The view forgets what earlier draws and passes say: that a hand held nothing that fitted the card
//! then open, or that it kept a card that did. That is the business of `belief`.

use cards::{BySeat, Flow, Rng, Rules as _, Seat, Unexpected, View};

use super::card::{Bag, Card};
use super::check::Seen;
use super::public::{Deal, Options, Phase, Public};
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

    /// The cards that lie in the stock or hidden in another hand.
    pub(super) fn unseen(&self) -> Bag {
        let mut unseen = self.public.secret;
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
    fn options(&self) -> Options {
        match self.public.turn() {
            Some(seat) if seat == self.seat => self.public.options(&self.hand),
            _ => Options { plays: 0, besides: None },
        }
    }
}

/// Whose hand an event changes.
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

/// What an event does to the hand it changes, seen by somebody who sees that hand.
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

/// The unseen cards of a view, laid out in a row on the stack.
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
        UnoView { public: Public::unsaid(*rules), seat, hand: Bag::EMPTY }
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn check(&self, event: &Event) -> Result<(), Unexpected> {
        Seen { public: &self.public, viewer: self.seat.into(), hand: &|_| &self.hand }.check(event)
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
        // Nothing lies anywhere before the first card is given, and until then a deck of which not all has
        // been said may seem too large.
        if let Phase::Deal(Deal::Start | Deal::Deck { .. }) = public.phase {
            return Uno { public: *public, ..Uno::empty(public.rules) };
        }
        let own = &public.known[self.seat];
        let fits = if public.piles.discarded() > 0 { public.top().followers() } else { 0 };
        let mut unseen = Unseen { row: [Card::FIRST; MOST_CARDS], len: 0 };
        let mut misfits = 0;
        // The cards that do not fit the open card come first in the row.
        for kinds in [!fits, fits] {
            let mut left = public.secret.kinds() & kinds;
            while let Some(card) = Card::first_of(left) {
                left &= left - 1;
                let mine = self.hand.count(card) - own.count(card);
                unseen.push(card, public.secret.count(card) - mine);
            }
            misfits = if kinds == fits { misfits } else { unseen.len };
        }

        let mut hands = BySeat::from_fn(public.rules.seats(), |seat| public.known[seat]);
        hands[self.seat] = self.hand;
        if let Phase::Drawn { seat, seen } = public.phase
            && seat != self.seat
        {
            // The older cards come out of the misfits, whose last place a card that fits takes over;
            // the card drawn may be any of the rest.
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
