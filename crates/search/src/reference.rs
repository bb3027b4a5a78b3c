//! Minimax as the books define it: no table, no pruning, no key. The slow twin of [`crate::minimax`].

use cards::{BySeat, Flow, Seat, Side, ZeroSum};

/// What the first side wins if both sides play their best.
pub fn value<G: ZeroSum>(state: &G, sides: BySeat<Side>) -> i32 {
    let Some(seat) = state.turn() else {
        return state.payoffs()[Seat::new(0)];
    };
    best(state, seat, sides, |child| value(child, sides))
}

/// The same for a match that is broken off after `actions` more: what is not decided by then is
/// worth what has been gained plus the worse (or, for `high`, the better) end of the outlook.
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
