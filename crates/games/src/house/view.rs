//! What a seat knows: everything. The view is the state, and a sampled world is a copy of it.
//!
//! It forgets only the cards under the outline, which never matter again.

use std::hash::{Hash, Hasher};

use cards::{Flow, Game, Rng, Seat, Unexpected, View};

use super::check::Observed;
use super::rules::House;
use super::types::Action;
use super::types::{Event, Rules};

/// The open house, seen by one seat. Two views are equal if seat and house are: points that must still come
/// follow from the house, so they are known.
#[derive(Clone, Copy, Debug)]
pub struct HouseView {
    seat: Seat,
    observed: Observed,
}

impl HouseView {
    pub(super) fn new(seat: Seat, house: House) -> HouseView {
        HouseView { seat, observed: Observed::all_of(house) }
    }

    /// The house, of which nothing is hidden.
    #[inline]
    pub fn house(&self) -> &House {
        self.observed.house()
    }

    #[inline]
    fn is_mine(&self) -> bool {
        self.house().turn() == Some(self.seat)
    }
}

impl PartialEq for HouseView {
    fn eq(&self, other: &HouseView) -> bool {
        self.seat == other.seat && self.house() == other.house()
    }
}
impl Eq for HouseView {}
impl Hash for HouseView {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.seat, self.house()).hash(state);
    }
}

impl View for HouseView {
    type Game = House;

    fn seated(rules: &Rules, seat: Seat) -> HouseView {
        HouseView { seat, observed: Observed::new(*rules) }
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn check(&self, event: &Event) -> Result<(), Unexpected> {
        self.observed.check(event)
    }

    fn observe(&mut self, event: Event) {
        self.observed.observe(event);
    }

    #[inline]
    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        if self.is_mine() { self.house().actions(visit) } else { Flow::Continue(()) }
    }

    fn sample(&self, _: &mut Rng) -> House {
        *self.house()
    }

    #[inline]
    fn count(&self) -> u32 {
        if self.is_mine() { self.house().count() } else { 0 }
    }

    #[inline]
    fn nth(&self, n: u32) -> Option<Action> {
        if self.is_mine() { self.house().nth(n) } else { None }
    }
}
