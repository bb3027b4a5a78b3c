//! A policy is code of ours that plays: it is handed a view and names an action.

use crate::{BySeat, Game, Rng, View};

/// Plays one seat.
pub trait Policy<G: Game>: Send {
    /// Something happens at the table, as this seat sees it; `before` is the view that is about to
    /// observe it. Whoever keeps time or draws conclusions listens; a view tells everybody else enough.
    fn saw(&mut self, _before: &G::View, _event: G::Event) {}

    /// What to do now. The view's seat is to move.
    fn choose(&mut self, view: &G::View, rng: &mut Rng) -> G::Action;
}

/// Every legal action equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    fn choose(&mut self, view: &G::View, rng: &mut Rng) -> G::Action {
        view.nth(rng.below(view.count())).expect("a seat to move has an action")
    }
}

/// A uniformly random legal action of the seat to move.
pub fn random_action<G: Game>(state: &G, rng: &mut Rng) -> G::Action {
    let count = state.count();
    // One way to go on needs no chance: forced actions do not use up random numbers.
    let n = if count == 1 { 0 } else { rng.below(count) };
    state.nth(n).expect("a seat to move has an action")
}

/// Plays random actions to the end; answers the payoffs and how many decisions it took.
pub fn playout<G: Game>(mut state: G, rng: &mut Rng) -> (BySeat<i32>, u32) {
    let mut decisions = 0;
    while state.turn().is_some() {
        let action = random_action(&state, rng);
        state.apply(action, |_| ());
        decisions += 1;
    }
    (state.payoffs(), decisions)
}
