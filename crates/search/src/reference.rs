//! Textbook minimax without table, pruning or ordering: the slow twin of [`crate::minimax`].

use cards::{BySeat, Flow, Seat, Side, ZeroSum};

/// What the first side wins with best play by both.
pub fn value<G: ZeroSum>(state: &G, sides: BySeat<Side>) -> i32 {
    let Some(seat) = state.turn() else {
        return state.payoffs()[Seat::new(0)];
    };
    best(state, seat, sides, |child| value(child, sides))
}

/// The same with a horizon of `actions`: a position there has the value of what has been gained plus the lower
/// (or, for `high`, the upper) value bound.
pub fn value_within<G: ZeroSum>(state: &G, sides: BySeat<Side>, actions: u32, high: bool) -> i32 {
    let Some(seat) = state.turn() else {
        return state.payoffs()[Seat::new(0)];
    };
    if actions == 0 {
        let (least, most) = state.value_bounds();
        return state.gained() + if high { most } else { least };
    }
    best(state, seat, sides, |child| value_within(child, sides, actions - 1, high))
}

fn best<G: ZeroSum>(state: &G, seat: Seat, sides: BySeat<Side>, mut value: impl FnMut(&G) -> i32) -> i32 {
    let first = sides[seat] == sides[Seat::new(0)];
    let mut best: Option<i32> = None;
    let _ = state.actions(|action| {
        let mut child = state.clone();
        child.apply(action, |_| ());
        let value = value(&child);
        best = Some(match best {
            None => value,
            Some(best) if first => best.max(value),
            Some(best) => best.min(value),
        });
        Flow::Continue(())
    });
    best.expect("a seat to move has an action")
}
