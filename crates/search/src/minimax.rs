//! Exact search of games with open cards: alpha-beta with a principal variation, a transposition
//! table, ordered actions, and cuts from the table before anything is searched.
//!
//! Everything is counted *from the score so far* and from the side to move: the future of a position
//! is what that side can still gain. So positions that differ in score share a table entry.

use cards::{Flow, MOST_GAIN, Seat, ZeroSum};

use crate::table::{Known, Table};

/// More than any future.
const ALL: i32 = 3 * MOST_GAIN;
/// Actions left when there is no horizon.
const ENDLESS: u8 = u8::MAX;

/// How much work was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions whose actions were listed.
    pub nodes: u64,
    /// Positions answered by the table alone.
    pub hits: u64,
    /// Positions decided by a child the table knew, before any child was searched.
    pub early: u64,
    /// Positions decided by the game's outlook.
    pub hopeless: u64,
}

/// A table and the room to think; keep it from match to match.
pub struct Solver<G: ZeroSum> {
    table: Table<G::Key>,
    children: Vec<Child<G>>,
    counts: Counts,
    /// Where the search breaks off, undecided positions count the better end of the outlook for the
    /// first side.
    high: bool,
}

/// A position one action on.
struct Child<G: ZeroSum> {
    state: G,
    key: G::Key,
    /// What the action gains, from the side that takes it.
    gain: i32,
    /// Does the side that takes it decide again?
    again: bool,
    promise: i32,
    /// The number of the action in the game's order.
    number: u8,
}

impl<G: ZeroSum> Solver<G> {
    /// A solver whose table has `2^bits` entries.
    pub fn new(bits: u32) -> Solver<G> {
        Solver { table: Table::new(bits), children: Vec::new(), counts: Counts::default(), high: false }
    }

    /// The size of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Turns to another match: whatever is asked of the study must be a position of this one.
    pub fn study(&mut self, state: &G) -> Study<'_, G> {
        self.table.clear(state.key());
        self.counts = Counts::default();
        Study { solver: self }
    }

    /// The future of `state`, which is not over, for the side to move: exact if it is between `alpha`
    /// and `beta`, else a bound on the side it falls on.
    fn future(&mut self, state: &G, key: G::Key, left: u8, mut alpha: i32, mut beta: i32) -> i32 {
        let mut hint = u8::MAX;
        let (mut floor, mut ceiling) = (-ALL, ALL);
        if let Some(known) = self.table.get(key, left) {
            (floor, ceiling) = (known.least.into(), known.most.into());
            if floor >= beta || floor == ceiling {
                self.counts.hits += 1;
                return floor;
            }
            if ceiling <= alpha {
                self.counts.hits += 1;
                return ceiling;
            }
            alpha = alpha.max(floor);
            beta = beta.min(ceiling);
            hint = known.best;
        }
        let first = is_first(state);
        let base = self.children.len();
        self.counts.nodes += 1;
        let (mut best, mut chosen) = (-ALL, u8::MAX);
        let (sign, gained) = (if first { 1 } else { -1 }, state.gained());
        let mut number = 0;
        let _ = state.actions(|action| {
            let mut child = state.clone();
            child.apply(action, |_| ());
            let gain = sign * (child.gained() - gained);
            let Some(seat) = child.turn() else {
                if gain > best {
                    (best, chosen) = (gain, number);
                }
                number += 1;
                return if best >= beta { Flow::Break(()) } else { Flow::Continue(()) };
            };
            let again = G::same_side(seat, Seat::new(0)) == first;
            let key = child.key();
            let (mut least, mut most) = (-ALL, ALL);
            if let Some(known) = self.table.get(key, left.saturating_sub((left != ENDLESS) as u8)) {
                (least, most) = if again {
                    (gain + i32::from(known.least), gain + i32::from(known.most))
                } else {
                    (gain - i32::from(known.most), gain - i32::from(known.least))
                };
            }
            let _ = least;
            if most <= alpha || least == most {
                if most > best {
                    (best, chosen) = (most, number);
                }
            } else {
                let promise = if number == hint { i32::MAX } else { state.promise(action) };
                self.children.push(Child { state: child, key, gain, again, promise, number });
            }
            if least > best {
                (best, chosen) = (least, number);
            }
            number += 1;
            if best >= beta { Flow::Break(()) } else { Flow::Continue(()) }
        });
        if best >= beta {
            self.counts.early += 1;
        }
        while best < beta && self.children.len() > base {
            let child = take_best(&mut self.children, base);
            let window = alpha.max(best);
            let value = if best == -ALL {
                self.after(&child, left, window, beta)
            } else {
                let value = self.after(&child, left, window, window + 1);
                if value > window && value < beta { self.after(&child, left, value - 1, beta) } else { value }
            };
            if value > best {
                (best, chosen) = (value, child.number);
            }
        }
        self.children.truncate(base);
        if best > alpha {
            floor = floor.max(best);
        }
        if best < beta {
            ceiling = ceiling.min(best);
        }
        self.table.put(key, left, Known { least: floor as i16, most: ceiling as i16, best: chosen });
        best
    }

    /// What an action is worth to the side that takes it.
    fn after(&mut self, child: &Child<G>, left: u8, alpha: i32, beta: i32) -> i32 {
        let left = if left == ENDLESS { ENDLESS } else { left - 1 };
        let (alpha, beta) = (alpha - child.gain, beta - child.gain);
        child.gain
            + if child.again {
                self.future(&child.state, child.key, left, alpha, beta)
            } else {
                -self.future(&child.state, child.key, left, -beta, -alpha)
            }
    }
}

fn is_first<G: ZeroSum>(state: &G) -> bool {
    state.turn().is_none_or(|seat| G::same_side(seat, Seat::new(0)))
}

/// Takes the most promising child from those at `base` and after.
fn take_best<G: ZeroSum>(children: &mut Vec<Child<G>>, base: usize) -> Child<G> {
    let mut best = base;
    for index in base + 1..children.len() {
        if children[index].promise > children[best].promise {
            best = index;
        }
    }
    children.swap_remove(best)
}

/// The answers about one match.
pub struct Study<'a, G: ZeroSum> {
    solver: &'a mut Solver<G>,
}

impl<G: ZeroSum> Study<'_, G> {
    /// What the first side wins if both sides play their best from here.
    pub fn value(&mut self, state: &G) -> i32 {
        if state.turn().is_none() {
            return state.gained();
        }
        let sign = if is_first(state) { 1 } else { -1 };
        state.gained() + sign * self.solver.future(state, state.key(), ENDLESS, -ALL, ALL)
    }

    /// How much work it was so far.
    pub fn counts(&self) -> Counts {
        self.solver.counts
    }
}
