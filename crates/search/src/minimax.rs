//! Exact search of games with open cards: alpha-beta with a principal variation, a transposition
//! table and ordered actions.
//!
//! Everything is counted *from the score so far* and from the side to move: the future of a position
//! is what that side can still gain. So positions that differ only in score share a table entry.
//!
//! ```
//! # use cards::ZeroSum;
//! # fn example<G: ZeroSum>(rules: &G::Rules, state: &G) {
//! let mut solver = search::minimax::Solver::<G>::new(14, G::sides(rules));
//! let mut study = solver.study(state);
//! let value = study.value(state);
//! for (action, worth) in study.actions(state) {
//!     println!("{action}: {worth}, {} less than the best", (value - worth).abs());
//! }
//! # }
//! ```

use cards::{BySeat, Flow, MOST_GAIN, Seat, Side, ZeroSum};

use crate::transposition::{Bounds, TranspositionTable};

/// More than any future.
const ALL: i32 = 3 * MOST_GAIN;
/// Actions left when there is no horizon.
const ENDLESS: u8 = u8::MAX;
/// The farthest horizon.
pub const FARTHEST: u8 = ENDLESS - 1;

/// How much work was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions whose actions were listed.
    pub nodes: u64,
    /// Positions the table answered.
    pub hits: u64,
    /// Positions decided by the game's outlook alone.
    pub foregone: u64,
}

/// A table and the room to think; keep it from match to match.
pub struct Solver<G: ZeroSum> {
    table: TranspositionTable<G::TranspositionKey>,
    /// The choices of every position on the path that is being searched, the deepest last.
    choices: Vec<Choice<G::Action>>,
    counts: Counts,
    /// Past so many nodes it gives up, and what it says then means nothing.
    limit: u64,
    /// Beyond the horizon the first side gets the better end of the outlook, not the worse.
    high: bool,
    /// Which seats are on the first side.
    first: BySeat<bool>,
}

/// An action to be looked at.
struct Choice<A> {
    action: A,
    /// Its promise over its place in the game's order, which the low byte counts down from 255.
    order: i32,
}

impl<A> Choice<A> {
    #[inline]
    fn number(&self) -> u8 {
        !self.order as u8
    }
}

/// How much of a match is in sight from a position, and whose it is to decide.
#[derive(Clone, Copy)]
struct Sight {
    /// Is the first side to decide?
    first: bool,
    /// How many actions may follow before the search breaks off.
    left: u8,
}

impl<G: ZeroSum> Solver<G> {
    /// A solver whose table has `2^bits` entries, for matches with these two sides.
    pub fn new(bits: u32, sides: BySeat<Side>) -> Solver<G> {
        let (choices, counts) = (Vec::new(), Counts::default());
        let first = BySeat::from_fn(sides.len(), |seat| sides[seat] == sides[Seat::new(0)]);
        Solver { table: TranspositionTable::new(bits), choices, counts, limit: u64::MAX, high: false, first }
    }

    /// Turns to matches with these two sides.
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

    /// Turns to another match: whatever is asked of the study must be a position of this one.
    pub fn study(&mut self, state: &G) -> Study<'_, G> {
        self.table.clear(state.transposition_key());
        self.counts = Counts::default();
        Study { solver: self }
    }

    #[inline]
    fn has_given_up(&self) -> bool {
        self.counts.nodes > self.limit
    }

    /// Goes on with the match of the last study.
    pub fn resume(&mut self) -> Study<'_, G> {
        Study { solver: self }
    }

    /// The future of `state`, which is not over, for the side to move: exact if it is between `alpha`
    /// and `beta`, else a bound on the side it falls on.
    fn future(
        &mut self,
        state: &G,
        key: G::TranspositionKey,
        sight: Sight,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        let Sight { first, left } = sight;
        let (mut least, mut most, mut hint) = (-ALL, ALL, u8::MAX);
        if let Some(known) = self.table.get(key, left) {
            (least, most, hint) = (known.least.into(), known.most.into(), known.best);
            if least >= beta || most <= alpha || least == most {
                self.counts.hits += 1;
                return if most <= alpha { most } else { least };
            }
            alpha = alpha.max(least);
            beta = beta.min(most);
        }
        let (lowest, highest) = value_bounds(state, first);
        if lowest >= beta || highest <= alpha || left == 0 {
            self.counts.foregone += 1;
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
        let (base, mut number) = (self.choices.len(), 0u8);
        let _ = state.actions(|action| {
            let promise = if number == hint { i32::MAX } else { state.move_ordering(action) << 8 };
            self.choices.push(Choice { action, order: promise & !0xff | i32::from(!number) });
            number = number.saturating_add(1);
            Flow::Continue(())
        });
        let (mut best, mut chosen) = (-ALL, u8::MAX);
        let gained = state.gained();
        while best < beta && self.choices.len() > base {
            let choice = take_best(&mut self.choices, base);
            let mut next = state.clone();
            next.apply(choice.action, |_| ());
            next.go_on();
            let gain = if first { next.gained() - gained } else { gained - next.gained() };
            let value = match next.turn() {
                None => gain,
                Some(seat) => {
                    let sight = Sight { first: self.first[seat], left: shorter(left) };
                    // From here on counted from the gain, and from the side that decides next.
                    let sign = if sight.first == first { 1 } else { -1 };
                    let (key, floor) = (next.transposition_key(), alpha.max(best));
                    let mut ask = |low: i32, high: i32| {
                        let (low, high) = (sign * (low - gain), sign * (high - gain));
                        gain + sign * self.future(&next, key, sight, low.min(high), low.max(high))
                    };
                    if best == -ALL {
                        ask(floor, beta)
                    } else {
                        // The best so far is expected to stay the best: asking only whether it does is
                        // cheaper than asking by how much it does not.
                        let value = ask(floor, floor + 1);
                        if value > floor && value < beta { ask(value - 1, beta) } else { value }
                    }
                }
            };
            if self.has_given_up() {
                self.choices.truncate(base);
                return 0;
            }
            if value > best {
                (best, chosen) = (value, choice.number());
            }
        }
        self.choices.truncate(base);
        if best > alpha {
            least = best;
        }
        if best < beta {
            most = best;
        }
        self.table.put(key, left, Bounds { least: least as i16, most: most as i16, best: chosen });
        best
    }
}

#[inline]
fn shorter(left: u8) -> u8 {
    if left == ENDLESS { ENDLESS } else { left - 1 }
}

/// The outlook from the side to move.
#[inline]
fn value_bounds<G: ZeroSum>(state: &G, first: bool) -> (i32, i32) {
    let (least, most) = state.value_bounds();
    if first { (least, most) } else { (-most, -least) }
}

/// Takes the most promising choice from those at `base` and after.
#[inline]
fn take_best<A>(choices: &mut Vec<Choice<A>>, base: usize) -> Choice<A> {
    let mut best = base;
    for index in base + 1..choices.len() {
        if choices[index].order > choices[best].order {
            best = index;
        }
    }
    choices.swap_remove(best)
}

/// The answers about one match. What it learns for one answer it uses for the next.
pub struct Study<'a, G: ZeroSum> {
    solver: &'a mut Solver<G>,
}

impl<G: ZeroSum> Study<'_, G> {
    /// What the first side wins if both sides play their best from here.
    pub fn value(&mut self, state: &G) -> i32 {
        self.ask(state, ENDLESS)
    }

    /// What the first side wins at least and at most if the match may be followed for `horizon` more
    /// actions only, at most [`FARTHEST`]: for games that can go round in circles. Where both are
    /// equal, that is the value.
    ///
    /// Beyond the horizon the first side gets first the worse and then the better end of the outlook.
    pub fn bracket(&mut self, state: &G, horizon: u8) -> (i32, i32) {
        let horizon = horizon.min(FARTHEST);
        let mut ask = |high| {
            // Answers under one assumption are of no use under the other.
            self.solver.table.clear(state.transposition_key());
            self.solver.high = high;
            self.ask(state, horizon)
        };
        let bracket = (ask(false), ask(true));
        self.solver.table.clear(state.transposition_key());
        bracket
    }

    /// Does the first side win at least this much? That is cheaper to tell than how much it wins.
    /// `None` if it takes more than so many nodes; what was learned until then is kept.
    pub fn reaches(&mut self, state: &G, value: i32, nodes: u64) -> Option<bool> {
        let Some(seat) = state.turn() else { return Some(state.gained() >= value) };
        let sight = Sight { first: self.solver.first[seat], left: ENDLESS };
        let needed = value - state.gained();
        let solver = &mut *self.solver;
        solver.limit = solver.counts.nodes + nodes;
        let reaches = if sight.first {
            solver.future(state, state.transposition_key(), sight, needed - 1, needed) >= needed
        } else {
            solver.future(state, state.transposition_key(), sight, -needed, 1 - needed) <= -needed
        };
        let is_sure = !solver.has_given_up();
        solver.limit = u64::MAX;
        is_sure.then_some(reaches)
    }

    fn ask(&mut self, state: &G, left: u8) -> i32 {
        let Some(seat) = state.turn() else { return state.gained() };
        let sight = Sight { first: self.solver.first[seat], left };
        let future = self.solver.future(state, state.transposition_key(), sight, -ALL, ALL);
        state.gained() + if sight.first { future } else { -future }
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
        let worth = |value: i32| if first { value } else { -value };
        let all = self.actions(state);
        let most = all.iter().map(|&(_, value)| worth(value)).max()?;
        all.into_iter().find(|&(_, value)| worth(value) == most).map(|(action, _)| action)
    }

    /// Best play by both sides from here to the end.
    pub fn line(&mut self, state: &G) -> Vec<G::Action> {
        let (mut state, mut line) = (state.clone(), Vec::new());
        while let Some(action) = self.best(&state) {
            state.apply(action, |_| ());
            line.push(action);
        }
        line
    }

    /// How much work it was since the study began.
    pub fn counts(&self) -> Counts {
        self.solver.counts
    }
}
