//! What a seat knows: everything. The view is the state, and a sampled world is a copy of it.
//!
//! The only thing forgotten is which cards lie under the outline; they never matter again.

use std::hash::{Hash, Hasher};

use cards::{Flow, Game, Rng, Seat, Unexpected, View};

use super::notation::{Event, Rules};
use super::rules::{Action, House};
use super::told::Told;

/// The open house from one side of the table. Two views are equal if they know the same: the points that
/// are still to be told follow from what was built, and so are known.
#[derive(Clone, Copy, Debug)]
pub struct HouseView {
    seat: Seat,
    told: Told,
}

impl HouseView {
    pub(super) fn new(seat: Seat, house: House) -> HouseView {
        HouseView { seat, told: Told::all_of(house) }
    }

    /// The house itself: nothing of it is hidden.
    #[inline]
    pub fn house(&self) -> &House {
        self.told.house()
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
        HouseView { seat, told: Told::new(*rules) }
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn check(&self, event: &Event) -> Result<(), Unexpected> {
        self.told.check(event)
    }

    fn observe(&mut self, event: Event) {
        self.told.observe(event);
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
