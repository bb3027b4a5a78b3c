//! Rule-based policies.

use cards::{Flow, Policy, Rng, View};

use super::rules::House;
use super::types::Action;
use super::view::HouseView;

/// Takes the action with the best immediate score, own points less the opponent's. It holds a card rather
/// than give points away. Ties are broken at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<House> for Greedy {
    fn choose(&self, view: &HouseView, rng: &mut Rng) -> Action {
        let (mut best, mut gain, mut equals) = (None, i16::MIN, 0);
        let _ = view.actions(|action| {
            let pays = view.house().gain(action);
            if pays > gain {
                (best, gain, equals) = (Some(action), pays, 1);
            } else if pays == gain {
                equals += 1;
                if rng.below(equals) == 0 {
                    best = Some(action);
                }
            }
            Flow::Continue(())
        });
        best.expect("a seat to move has an action")
    }
}
