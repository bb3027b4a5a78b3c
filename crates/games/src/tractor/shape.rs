//! Singles, pairs, tractors and throws: which structure cards have, and which structures they can form.

use cards::CardBag;

use super::order::{Group, Order, Steps};

/// Lengths of tractors in pairs, the longest first: a list of four bits each, ended by 0.
///
/// Twenty-five cards have at most six tractors, the longest of twelve pairs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tractors(u32);

impl Tractors {
    /// No tractor.
    pub const NONE: Tractors = Tractors(0);

    /// None at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The length of the longest one in pairs; 0 if there is none.
    pub const fn longest(self) -> u32 {
        self.0 & 15
    }

    /// All but the longest one.
    pub(super) const fn others(self) -> Tractors {
        Tractors(self.0 >> 4)
    }

    /// How many.
    pub const fn len(self) -> u32 {
        (32 - self.0.leading_zeros()).div_ceil(4)
    }

    /// How many pairs they have together.
    pub fn pairs(self) -> u32 {
        self.into_iter().sum()
    }

    /// Puts one in at its place.
    fn insert(self, length: u32) -> Tractors {
        let mut place = 0;
        while self.0 >> place & 15 >= length {
            place += 4;
        }
        let before = self.0 & ((1 << place) - 1);
        Tractors(before | length << place | (self.0 >> place) << (place + 4))
    }
}

impl Iterator for Tractors {
    type Item = u32;
    /// Takes the lengths out, the longest first.
    fn next(&mut self) -> Option<u32> {
        let length = self.longest();
        *self = self.others();
        (length > 0).then_some(length)
    }
}

/// The structure of cards of one group: repeatedly the longest component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shape {
    /// The tractors.
    pub tractors: Tractors,
    /// How many pairs, those in tractors too.
    pub pairs: u8,
    /// How many cards.
    pub cards: u8,
}

impl Shape {
    /// The structure of a lead. Its tractors are the whole runs of neighbouring pairs. On the shared step one
    /// pair joins the run; the others do not.
    pub fn of(order: Order, group: Group, cards: CardBag) -> Shape {
        let (pairs, len) = (cards.pairs().len(), cards.len());
        let mut tractors = Tractors::NONE;
        if pairs > 1 {
            let mut mask = u32::from(order.steps(cards.pairs(), group).mask);
            while mask != 0 {
                mask >>= mask.trailing_zeros();
                let length = mask.trailing_ones();
                if length > 1 {
                    tractors = tractors.insert(length);
                }
                mask >>= length;
            }
        }
        Shape { tractors, pairs: pairs as u8, cards: len as u8 }
    }

    /// How many components: tractors, pairs outside them, single cards.
    pub fn components(self) -> u32 {
        let singles = u32::from(self.cards) - 2 * u32::from(self.pairs);
        self.tractors.len() + u32::from(self.pairs) - self.tractors.pairs() + singles
    }

    /// More than one component?
    pub fn is_throw(self) -> bool {
        self.cards > 1 && self.components() > 1
    }

    /// How many cards the longest component has.
    pub fn longest(self) -> u32 {
        match (self.tractors.longest(), self.pairs) {
            (0, 0) => 1,
            (0, _) => 2,
            (length, _) => 2 * length,
        }
    }

    /// Arranges `cards`, as many as the structure has and all of `group`, into this structure so that the
    /// highest card among its longest components, the honour card, is as high as possible. Returns that
    /// card's strength; `None` if the cards do not have this structure.
    pub fn honour(self, order: Order, group: Group, cards: CardBag) -> Option<u8> {
        let strength = |step| Some(Order::value_of_step(group, step));
        if self.pairs == 0 {
            return strength(order.steps(cards.kinds(), group).highest());
        }
        if cards.pairs().len() < u32::from(self.pairs) {
            return None;
        }
        // Other pairs can be pairs or two singles, so only tractors need a place.
        let steps = order.steps(cards.pairs(), group);
        let length = self.tractors.longest();
        if length == 0 {
            return strength(steps.highest());
        }
        let mut starts = (0..=(steps.highest() + 1).saturating_sub(length)).rev();
        let leaves_room = |&start: &u32| {
            steps.take(start, length).is_some_and(|rest| fits(rest, self.tractors.others(), 0, 0))
        };
        strength(starts.find(leaves_room)? + length - 1)
    }
}

/// Can these pairs form all these tractors at once?
pub(super) fn can_form(pairs: Steps, tractors: Tractors) -> bool {
    fits(pairs, tractors, 0, 0)
}

/// The search of [`can_form`]: a tractor as long as the one before it starts lower.
fn fits(pairs: Steps, tractors: Tractors, length_before: u32, start_before: u32) -> bool {
    let length = tractors.longest();
    if length == 0 {
        return true;
    }
    let mut end = (pairs.highest() + 2).saturating_sub(length);
    if length == length_before {
        end = end.min(start_before);
    }
    (0..end).rev().any(|start| {
        let rest = pairs.take(start, length);
        rest.is_some_and(|rest| fits(rest, tractors.others(), length, start))
    })
}

/// The tractors of `lead` that a hand with these pairs must follow with: longest first, each that can be
/// formed together with those before it.
pub(super) fn required(pairs: Steps, lead: Tractors) -> Tractors {
    let mut required = Tractors::NONE;
    for length in lead {
        let more = required.insert(length);
        if can_form(pairs, more) {
            required = more;
        }
    }
    required
}

#[cfg(test)]
#[path = "shape_tests.rs"]
pub(super) mod tests;
