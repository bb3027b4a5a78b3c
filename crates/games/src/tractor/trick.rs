//! Who wins a trick. The game and the batch problem use this.

use cards::{CardBag, Seat, Suit};

use super::order::{Group, Order};
use super::shape::Shape;

/// A trick so far: what was led and who is winning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trick {
    /// The group that was led.
    pub group: Group,
    /// The structure of the lead, which is that of the trick.
    pub shape: Shape,
    /// Is the lead a throw?
    pub is_throw: bool,
    /// The seat that wins the trick so far.
    pub winner: Seat,
    /// The strength of the winner's highest card, in a throw of its honour card.
    pub(super) best: u8,
}

impl Trick {
    /// The trick before the first lead.
    pub const NONE: Trick = Trick {
        group: Group::Plain(Suit::Diamonds),
        shape: Shape { tractors: super::shape::Tractors::NONE, pairs: 0, cards: 0 },
        is_throw: false,
        winner: Seat::new(0),
        best: 0,
    };

    /// Opens a trick with a lead of cards that all belong to `group`.
    pub fn lead(order: Order, group: Group, seat: Seat, cards: CardBag) -> Trick {
        let shape = Shape::of(order, group, cards);
        let best = shape.honour(order, group, cards).expect("a lead has its own structure");
        Trick { group, shape, is_throw: shape.is_throw(), winner: seat, best }
    }

    /// The strength of a follow; `None` if it cannot win.
    ///
    /// Mixed cards and a wrong plain suit never win. A throw is beaten only by trumps of the same
    /// structure, and a throw of trumps by nothing.
    fn strength(&self, order: Order, cards: CardBag) -> Option<u8> {
        let kinds = cards.kinds();
        if self.shape.cards == 1 {
            let card = kinds.first()?;
            let counts = order.cards(self.group).contains(card) || order.trumps().contains(card);
            return counts.then(|| order.value(card));
        }
        if order.trumps().includes(kinds) {
            let beaten = self.is_throw && self.group == Group::Trumps;
            return if beaten { None } else { self.shape.honour(order, Group::Trumps, cards) };
        }
        let follows = !self.is_throw && order.cards(self.group).includes(kinds);
        if follows { self.shape.honour(order, self.group, cards) } else { None }
    }

    /// Does this follow win the trick so far? Among equals the earlier one wins.
    pub fn is_beaten_by(&self, order: Order, cards: CardBag) -> bool {
        self.strength(order, cards).is_some_and(|strength| strength > self.best)
    }

    /// Adds a follow of as many cards as were led.
    pub fn follow(&mut self, order: Order, seat: Seat, cards: CardBag) {
        if let Some(strength) = self.strength(order, cards)
            && strength > self.best
        {
            (self.best, self.winner) = (strength, seat);
        }
    }
}
