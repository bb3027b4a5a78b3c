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
use super::public::{Options, Phase, Public};
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

    /// Could this be told next? A view trusts its events, and a bot's come from outside.
    pub(super) fn allows(&self, event: &Event) -> bool {
        let public = &self.public;
        let is_turn = |seat| public.turn() == Some(seat);
        // Only its own seat sees what it gets.
        let gets = |seat, card: Option<Card>| {
            card.is_some() == (seat == self.seat) && card.is_none_or(|card| self.unseen().count(card) > 0)
        };
        match *event {
            Event::Give { seat, card } => gets(seat, card),
            Event::Discard(card) => public.secret.count(card) > 0,
            Event::First(_) => public.piles.top().is_some(),
            Event::Play { seat, card } => {
                let held = if seat == self.seat {
                    self.hand.count(card)
                } else {
                    self.unseen().count(card) + public.known[seat].count(card)
                };
                is_turn(seat) && held > 0 && public.size(seat) > 0
            }
            Event::Draw { seat, card } => is_turn(seat) && public.stock > 0 && gets(seat, card),
            Event::DrawOpen { seat, card } => is_turn(seat) && public.piles.draw_pile().next() == Some(card),
            Event::TurnOver => public.piles.discarded() > 1,
            Event::Pass { seat } => is_turn(seat),
            Event::Direction(_) | Event::Deck { .. } | Event::Stock(_) => true,
            Event::Win { .. } | Event::Stuck | Event::Limit => true,
        }
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

    /// The others, with how many of their cards this seat does not know.
    fn others(&self) -> impl Iterator<Item = (Seat, usize)> + '_ {
        let others = self.public.sizes.seats().filter(|&seat| seat != self.seat);
        others.map(|seat| (seat, self.public.size(seat) - self.public.known[seat].len()))
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
        // Without a word to the contrary the match is played with the deck of 92.
        let public = Public { secret: Bag::STANDARD_DECK, ..Public::empty(*rules) };
        UnoView { public, seat, hand: Bag::EMPTY }
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn check(&self, event: &Event) -> Result<(), Unexpected> {
        if self.allows(event) { Ok(()) } else { Err(Unexpected::expected("what can happen here")) }
    }

    fn observe(&mut self, event: Event) {
        let public = &mut self.public;
        match event {
            Event::Direction(direction) => public.direction = direction,
            Event::Deck { card, count } => public.secret.set(card, count),
            Event::Give { seat, card } => {
                public.sizes[seat] += 1;
                card.into_iter().for_each(|card| self.hand.insert(card));
            }
            Event::Stock(count) => public.stock = count,
            Event::Discard(card) => {
                public.secret.remove(card);
                public.piles.discard(card);
            }
            Event::First(seat) => public.phase = Phase::Turn { seat },
            Event::Play { seat, card } => {
                public.play(seat, card);
                if seat == self.seat {
                    self.hand.remove(card);
                }
            }
            Event::Draw { seat, card } => {
                public.draw_hidden(seat);
                card.into_iter().for_each(|card| self.hand.insert(card));
            }
            Event::DrawOpen { seat, .. } => {
                let card = public.draw_open(seat);
                if seat == self.seat {
                    self.hand.insert(card);
                }
            }
            Event::TurnOver => public.piles.turn_over(),
            Event::Pass { seat } => public.pass(seat),
            // The last play or pass has said so already.
            Event::Win { .. } | Event::Stuck | Event::Limit => (),
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
