//! The greedy policy, which is also the rollout policy of search.

use cards::{Game, Policy, Rng, View};
use search::Heuristics;

use crate::card::{Card, Cards};
use crate::public::{Next, Public};
use crate::rules::Elements;
use crate::types::Action;
use crate::view::ElementsView;

/// Hides the lowest card, leads the highest, wins with the lowest card that wins and otherwise plays the
/// lowest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// The greedy action with these cards.
fn greedy(public: &Public, hand: Cards) -> Action {
    let number = |card: &Card| card.number();
    let lowest = hand.min_by_key(number).expect("a seat to move has cards");
    let highest = hand.max_by_key(number).expect("a seat to move has cards");
    match public.next() {
        Next::Hide(_) => Action::Hide(lowest),
        _ if public.starts_trick() => Action::Play(highest),
        _ => {
            let winning = hand.filter(|card| card.number() >= public.to_beat()).min_by_key(number);
            Action::Play(winning.unwrap_or(lowest))
        }
    }
}

impl Policy<Elements> for Greedy {
    fn choose(&self, view: &ElementsView, _: &mut Rng) -> Action {
        greedy(view.public(), view.known(view.seat()))
    }
}

/// What search knows about the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElementsHeuristics;

impl Heuristics<Elements> for ElementsHeuristics {
    type Belief = ();

    fn rollout(&self, world: &Elements, _: &mut Rng) -> Action {
        let seat = world.turn().expect("somebody is to move");
        greedy(world.public(), world.hand(seat))
    }
}
