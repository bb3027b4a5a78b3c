//! What one seat knows of a round.
//!
//! A view has the seat's own cards (for the dealer also the buried ones) and everything public: what each
//! seat has played, the trick on the table, points and levels, and the hard facts from follows: kinds a seat
//! lacks and kinds it holds at most once. It forgets in which trick a card was played, and that a seat that
//! followed without a tractor had none of that length.
//!
//! `sample` draws uniformly among the deals that keep these facts; see `sample.rs`.

use cards::{BySeat, CardBag, Flow, Rng, Seat, Unexpected, View};

use super::check::Knowledge;
use super::legal_plays::LegalPlays;
use super::public::{Phase, Public};
use super::rules::Tractor;
use super::sample;
use super::score::SEATS;
use super::types::{Action, Event, Rules};

/// One seat's knowledge of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TractorView {
    pub(super) public: Public,
    pub(super) seat: Seat,
    pub(super) hand: CardBag,
    /// The cards the seat has buried; empty for all but the dealer.
    pub(super) kitty: CardBag,
}

impl TractorView {
    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The seat's own cards.
    pub fn hand(&self) -> CardBag {
        self.hand
    }

    /// The cards the seat has buried; empty for all but the dealer.
    pub fn buried(&self) -> CardBag {
        self.kitty
    }

    /// The same as the knowledge of a viewer.
    pub(super) fn knowledge(&self) -> Knowledge {
        let mut hands = BySeat::all(SEATS, CardBag::EMPTY);
        hands[self.seat] = self.hand;
        Knowledge { public: self.public, viewer: self.seat.into(), hands, kitty: self.kitty }
    }

    pub(super) fn legal_plays(&self) -> LegalPlays {
        match self.public.turn() {
            Some(turn) if turn == self.seat => LegalPlays::of(&self.public, self.hand, self.kitty),
            _ => LegalPlays::Nothing,
        }
    }
}

impl View for TractorView {
    type Game = Tractor;

    fn seated(rules: &Rules, seat: Seat) -> TractorView {
        TractorView {
            public: Public::before_deal(rules.ranks),
            seat,
            hand: CardBag::EMPTY,
            kitty: CardBag::EMPTY,
        }
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn check(&self, event: &Event) -> Result<(), Unexpected> {
        self.knowledge().check(*event)
    }

    fn observe(&mut self, event: Event) {
        self.public.observe(event);
        match event {
            Event::Give(_, Some(card)) => _ = self.hand.insert(card),
            Event::Bury(_, Some(card)) => {
                self.hand.remove(card);
                self.kitty.insert(card);
            }
            Event::Play(seat, cards) if seat == self.seat => self.hand = self.hand - cards,
            _ => (),
        }
    }

    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        self.legal_plays().visit(visit)
    }

    fn count(&self) -> u32 {
        self.legal_plays().count()
    }

    fn nth(&self, n: u32) -> Option<Action> {
        self.legal_plays().nth(n)
    }

    /// A trick is a round.
    fn starts_round(&self) -> Option<bool> {
        Some(self.public.phase == Phase::Play && self.public.is_leading())
    }

    fn sample(&self, rng: &mut Rng) -> Tractor {
        sample::world(self, rng)
    }
}
