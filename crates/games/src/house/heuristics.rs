//! What search knows about the house: everything. All cards are face up, so it is solved from the first
//! action on.

use cards::{ActionValue, Game};
use search::Heuristics;

use super::exact;
use super::rules::House;
use super::types::Action;
use super::view::HouseView;

/// What search knows about the House of Cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct HouseHeuristics;

impl Heuristics<House> for HouseHeuristics {
    type Belief = ();

    fn solve(&self, view: &HouseView) -> Option<Vec<ActionValue<Action>>> {
        let house = view.house();
        let seat = house.turn()?;
        let scored = |(action, first): (Action, i32)| {
            let value = if seat.index() == 0 { first } else { -first };
            ActionValue { action, value: f64::from(value), margin: 0.0 }
        };
        let mut all: Vec<ActionValue<Action>> = exact::values(house).into_iter().map(scored).collect();
        // The first in the game's order stays the first of equals.
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        Some(all)
    }
}
