//! Exact search of games with open cards: negamax principal variation search (PVS) with a transposition table and
//! move ordering.
//!
//! The search computes values-to-go: what the side to move can still gain. So positions that differ only in what was
//! gained so far share a table entry.
//!
//! ```
//! # use cards::ZeroSum;
//! # fn example<G: ZeroSum>(rules: &G::Rules, state: &G) {
//! let mut solver = search::minimax::Solver::<G>::new(14, G::sides(rules));
//! let mut run = solver.start(state);
//! let best = run.value(state);
//! for (action, value) in run.actions(state) {
//!     println!("{action}: {value}, {} less than the best", (best - value).abs());
//! }
//! # }
//! ```

use cards::{BySeat, Flow, MOST_GAIN, Seat, Side, ZeroSum};

use crate::transposition::{Bounds, TranspositionTable};

/// Above every value.
const INFINITE: i32 = 3 * MOST_GAIN;
/// The remaining depth of a search without a horizon.
const NO_HORIZON: u8 = u8::MAX;
/// The largest horizon.
pub const MOST_DEPTH: u8 = NO_HORIZON - 1;

/// The work of a search run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions that were expanded.
    pub nodes: u64,
    /// Positions answered by the transposition table.
    pub hits: u64,
    /// Positions cut off by the game's value bounds.
    pub bound_cutoffs: u64,
}

/// An exact solver with its transposition table; keep it from match to match.
pub struct Solver<G: ZeroSum> {
    table: TranspositionTable<G::TranspositionKey>,
    /// The actions still to search of every position on the path, the deepest position last.
    pending: Vec<Pending<G::Action>>,
    counts: Counts,
    /// Beyond this many nodes the search gives up, and its values mean nothing.
    limit: u64,
    /// Beyond the horizon the first side gets its upper value bound, not the lower.
    high: bool,
    /// Which seats are on the first side.
    first: BySeat<bool>,
}

/// An action still to search.
struct Pending<A> {
    action: A,
    /// The move-ordering score, and in the low byte the place in the game's order, counted down from 255.
    order: i32,
}

impl<A> Pending<A> {
    #[inline]
    fn number(&self) -> u8 {
        !self.order as u8
    }
}

/// How a position is searched: for which side, and how deep.
#[derive(Clone, Copy)]
struct Frame {
    /// Is the first side to move?
    first: bool,
    /// The remaining depth: how many actions may follow before the horizon.
    depth: u8,
}

impl<G: ZeroSum> Solver<G> {
    /// A solver whose table has `2^bits` entries, for matches with these two sides.
    pub fn new(bits: u32, sides: BySeat<Side>) -> Solver<G> {
        let (pending, counts) = (Vec::new(), Counts::default());
        let first = BySeat::from_fn(sides.len(), |seat| sides[seat] == sides[Seat::new(0)]);
        Solver { table: TranspositionTable::new(bits), pending, counts, limit: u64::MAX, high: false, first }
    }

    /// Prepares for matches with these two sides.
    pub fn seat(&mut self, sides: BySeat<Side>) {
        self.first = BySeat::from_fn(sides.len(), |seat| sides[seat] == sides[Seat::new(0)]);
    }

    /// Is the seat on the first side?
    pub fn is_first(&self, seat: Seat) -> bool {
        self.first[seat]
    }

    /// The size of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Starts a search run for another match. All positions of the run must belong to that match.
    pub fn start(&mut self, state: &G) -> SearchRun<'_, G> {
        self.table.clear(state.transposition_key());
        self.counts = Counts::default();
        SearchRun { solver: self }
    }

    #[inline]
    fn has_given_up(&self) -> bool {
        self.counts.nodes > self.limit
    }

    /// Resumes the last search run, with what its table knows.
    pub fn resume(&mut self) -> SearchRun<'_, G> {
        SearchRun { solver: self }
    }

    /// The value-to-go of `state`, which is not over, for the side to move: exact between `alpha` and `beta`, and
    /// outside of them a bound (fail-soft).
    fn value_to_go(
        &mut self,
        state: &G,
        key: G::TranspositionKey,
        frame: Frame,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        let Frame { first, depth } = frame;
        let (mut least, mut most, mut hash_move) = (-INFINITE, INFINITE, u8::MAX);
        if let Some(known) = self.table.get(key, depth) {
            (least, most, hash_move) = (known.least.into(), known.most.into(), known.best);
            if least >= beta || most <= alpha || least == most {
                self.counts.hits += 1;
                return if most <= alpha { most } else { least };
            }
            alpha = alpha.max(least);
            beta = beta.min(most);
        }
        let (lowest, highest) = value_bounds(state, first);
        if lowest >= beta || highest <= alpha || depth == 0 {
            self.counts.bound_cutoffs += 1;
            let beyond = if self.high == first { highest } else { lowest };
            return if lowest >= beta {
                lowest
            } else if highest <= alpha {
                highest
            } else {
                beyond
            };
        }
        self.counts.nodes += 1;
        if self.has_given_up() {
            return 0;
        }
        let (base, mut number) = (self.pending.len(), 0u8);
        let _ = state.actions(|action| {
            let score = if number == hash_move { i32::MAX } else { state.move_ordering(action) << 8 };
            self.pending.push(Pending { action, order: score & !0xff | i32::from(!number) });
            number = number.saturating_add(1);
            Flow::Continue(())
        });
        let (mut best, mut chosen) = (-INFINITE, u8::MAX);
        let gained = state.gained();
        while best < beta && self.pending.len() > base {
            let pending = take_best(&mut self.pending, base);
            let mut next = state.clone();
            next.apply(pending.action, |_| ());
            next.skip_forced();
            let gain = if first { next.gained() - gained } else { gained - next.gained() };
            let value = match next.turn() {
                None => gain,
                Some(seat) => {
                    let frame = Frame { first: self.first[seat], depth: deeper(depth) };
                    // The value-to-go of `next` is relative to its own gains and side to move.
                    let sign = if frame.first == first { 1 } else { -1 };
                    let (key, floor) = (next.transposition_key(), alpha.max(best));
                    let mut ask = |low: i32, high: i32| {
                        let (low, high) = (sign * (low - gain), sign * (high - gain));
                        gain + sign * self.value_to_go(&next, key, frame, low.min(high), low.max(high))
                    };
                    if best == -INFINITE {
                        ask(floor, beta)
                    } else {
                        // Principal variation search: a null window tells cheaply that this action is no
                        // better than the best so far; if it is, search again with the full window.
                        let value = ask(floor, floor + 1);
                        if value > floor && value < beta { ask(value - 1, beta) } else { value }
                    }
                }
            };
            if self.has_given_up() {
                self.pending.truncate(base);
                return 0;
            }
            if value > best {
                (best, chosen) = (value, pending.number());
            }
        }
        self.pending.truncate(base);
        if best > alpha {
            least = best;
        }
        if best < beta {
            most = best;
        }
        self.table.put(key, depth, Bounds { least: least as i16, most: most as i16, best: chosen });
        best
    }
}

#[inline]
fn deeper(depth: u8) -> u8 {
    if depth == NO_HORIZON { NO_HORIZON } else { depth - 1 }
}

/// The value bounds from the side to move.
#[inline]
fn value_bounds<G: ZeroSum>(state: &G, first: bool) -> (i32, i32) {
    let (least, most) = state.value_bounds();
    if first { (least, most) } else { (-most, -least) }
}

/// Takes the pending action with the highest order from `base` on.
#[inline]
fn take_best<A>(pending: &mut Vec<Pending<A>>, base: usize) -> Pending<A> {
    let mut best = base;
    for index in base + 1..pending.len() {
        if pending[index].order > pending[best].order {
            best = index;
        }
    }
    pending.swap_remove(best)
}

/// A search run over the positions of one match. Its answers share the transposition table.
pub struct SearchRun<'a, G: ZeroSum> {
    solver: &'a mut Solver<G>,
}

impl<G: ZeroSum> SearchRun<'_, G> {
    /// What the first side wins with best play by both.
    pub fn value(&mut self, state: &G) -> i32 {
        self.ask(state, NO_HORIZON)
    }

    /// Lower and upper bounds of what the first side wins, from a search of `horizon` more actions, at most
    /// [`MOST_DEPTH`]: for games with cycles. Where both are equal, that is the value.
    ///
    /// At the horizon the lower bound takes the game's lower value bound, the upper bound the upper one.
    pub fn bracket(&mut self, state: &G, horizon: u8) -> (i32, i32) {
        let horizon = horizon.min(MOST_DEPTH);
        let mut ask = |high| {
            // The table's values hold under one assumption about the horizon only.
            self.solver.table.clear(state.transposition_key());
            self.solver.high = high;
            self.ask(state, horizon)
        };
        let bracket = (ask(false), ask(true));
        self.solver.table.clear(state.transposition_key());
        bracket
    }

    /// Does the first side win at least this much? A null-window search, cheaper than the value. `None` if it
    /// takes more than `nodes`; the table keeps what was found.
    pub fn reaches(&mut self, state: &G, value: i32, nodes: u64) -> Option<bool> {
        let Some(seat) = state.turn() else { return Some(state.gained() >= value) };
        let frame = Frame { first: self.solver.first[seat], depth: NO_HORIZON };
        let needed = value - state.gained();
        let solver = &mut *self.solver;
        solver.limit = solver.counts.nodes + nodes;
        let reaches = if frame.first {
            solver.value_to_go(state, state.transposition_key(), frame, needed - 1, needed) >= needed
        } else {
            solver.value_to_go(state, state.transposition_key(), frame, -needed, 1 - needed) <= -needed
        };
        let is_sure = !solver.has_given_up();
        solver.limit = u64::MAX;
        is_sure.then_some(reaches)
    }

    fn ask(&mut self, state: &G, depth: u8) -> i32 {
        let Some(seat) = state.turn() else { return state.gained() };
        let frame = Frame { first: self.solver.first[seat], depth };
        let to_go = self.solver.value_to_go(state, state.transposition_key(), frame, -INFINITE, INFINITE);
        state.gained() + if frame.first { to_go } else { -to_go }
    }

    /// Every legal action, in the game's order, with what the first side wins after it.
    pub fn actions(&mut self, state: &G) -> Vec<(G::Action, i32)> {
        let mut all = Vec::new();
        let _ = state.actions(|action| {
            let mut next = state.clone();
            next.apply(action, |_| ());
            all.push((action, self.value(&next)));
            Flow::Continue(())
        });
        all
    }

    /// The best action, the first in the game's order if there are several; `None` once it is over.
    pub fn best(&mut self, state: &G) -> Option<G::Action> {
        let first = self.solver.first[state.turn()?];
        let own = |value: i32| if first { value } else { -value };
        let all = self.actions(state);
        let most = all.iter().map(|&(_, value)| own(value)).max()?;
        all.into_iter().find(|&(_, value)| own(value) == most).map(|(action, _)| action)
    }

    /// The principal variation: best play by both sides to the end.
    pub fn principal_variation(&mut self, state: &G) -> Vec<G::Action> {
        let (mut state, mut line) = (state.clone(), Vec::new());
        while let Some(action) = self.best(&state) {
            state.apply(action, |_| ());
            line.push(action);
        }
        line
    }

    /// The work since the run started.
    pub fn counts(&self) -> Counts {
        self.solver.counts
    }
}
