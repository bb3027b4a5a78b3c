//! What a seat knows: everything. The view is the state, and a sampled world is a copy of it.
//!
//! The only thing forgotten is which cards lie under the outline; they never matter again.

use cards::{Flow, Game, Rng, Seat, Unexpected, View};

use super::notation::{Event, Rules};
use super::rules::{Action, House};

/// The open house from one side of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HouseView {
    seat: Seat,
    house: House,
}

impl HouseView {
    pub(super) fn new(seat: Seat, house: House) -> HouseView {
        HouseView { seat, house }
    }

    /// The house itself: nothing of it is hidden.
    pub fn house(&self) -> &House {
        &self.house
    }

    fn is_mine(&self) -> bool {
        self.house.turn() == Some(self.seat)
    }
}

impl View for HouseView {
    type Game = House;

    fn seated(rules: &Rules, seat: Seat) -> HouseView {
        HouseView { seat, house: House::blank(*rules) }
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn check(&self, event: &Event) -> Result<(), Unexpected> {
        let _ = event;
        Ok(())
    }

    fn observe(&mut self, event: Event) {
        match event {
            Event::Red { seat } => self.house.seat_red(seat),
            Event::Deck { deck, .. } => self.house.lay_out(deck),
            Event::Hold { .. } => self.house.apply(Action::Hold, |_| ()),
            Event::Floor { place, card, .. } => self.house.apply(Action::Floor { place, card }, |_| ()),
            Event::Peak { place, left, right, .. } => {
                self.house.apply(Action::Peak { place, left, right }, |_| ());
            }
            // The points follow from what was built.
            Event::Score { .. } => (),
        }
    }

    #[inline]
    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        if self.is_mine() { self.house.actions(visit) } else { Flow::Continue(()) }
    }

    fn sample(&self, _: &mut Rng) -> House {
        self.house
    }

    #[inline]
    fn count(&self) -> u32 {
        if self.is_mine() { self.house.count() } else { 0 }
    }

    #[inline]
    fn nth(&self, n: u32) -> Option<Action> {
        if self.is_mine() { self.house.nth(n) } else { None }
    }
}
