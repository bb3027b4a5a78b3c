//! Information-set tree search: one tree over what the seat to move can tell apart, another sampled
//! world in every iteration (single observer, as in Cowling, Powley and Whitehouse 2012).
//!
//! An action that is possible only in some worlds is compared with the others by how often it *could*
//! have been taken, not by how often its parent was visited. After the first decision nothing is
//! allocated. Numbers are made with `+ - * /` and `sqrt` alone, which every machine rounds alike.

use std::thread;
use std::time::Instant;

use cards::{BySeat, Flow, Game, Rng, Seat, random_action};

use crate::budget::Budget;
use crate::tree::{At, ROOT, Tree};

/// How the search goes about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much the little-tried is preferred: the factor of the confidence bound, in units of the
    /// span between the best and the worst payoff seen.
    pub exploration: f32,
    /// So many of 1024 actions of a playout are random, the others are the guide's. A guide alone is
    /// too sure of itself: its mistakes would be in every playout.
    pub noise: u32,
    /// So many of 1024 actions of the other seats in the tree are the guide's, the others what is
    /// best for them as far as the tree knows. Much of it plays against the guide and its like, none
    /// of it against somebody who sees our cards.
    pub others: u32,
    /// In so many of 1024 iterations all opponents are the guide's like throughout. The players' own
    /// share, which a mixture of single actions would not be: whoever follows the guide once does so again.
    pub alike: u32,
    /// So many of 1024 playouts end as soon as the guide can judge the position.
    pub judged: u32,
    /// No more nodes than this in a tree; what lies beyond is played out.
    pub nodes: usize,
    /// How many threads think, each with a tree of its own. Their roots are added up.
    pub threads: usize,
    /// Stop as soon as no other action can catch up with the leader?
    pub stops_early: bool,
    /// What it plays for.
    pub aim: Aim,
}

/// What counts at the end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The payoff.
    Score,
    /// Having the most, by however little.
    Win,
}

impl Aim {
    /// What each seat's end of a match is worth to it.
    pub fn worth(self, payoffs: BySeat<i32>) -> BySeat<i32> {
        /// Two, three or four winners can share it.
        const WIN: i32 = 12;
        if self == Aim::Score {
            return payoffs;
        }
        let most = payoffs.iter().copied().max().unwrap_or(0);
        let winners = payoffs.iter().filter(|&&payoff| payoff == most).count() as i32;
        BySeat::from_fn(payoffs.len(), |seat| if payoffs[seat] == most { WIN / winners } else { 0 })
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: 0.7,
            noise: 250,
            others: 0,
            alike: 0,
            judged: 0,
            nodes: 1 << 20,
            threads: 1,
            stops_early: true,
            aim: Aim::Score,
        }
    }
}

/// What the search has to say of one action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// How often it was taken.
    pub visits: u32,
    /// The sum of the payoffs that followed, each in [`UNIT`]s.
    pub total: i64,
}

impl<A> Choice<A> {
    /// The mean payoff to the seat to move.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total as f64 / f64::from(self.visits) / f64::from(UNIT) }
    }
}

/// A payoff of one, where payoffs are estimated.
pub const UNIT: i32 = 1024;

/// The answer to one decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought<A> {
    /// What to do.
    pub action: A,
    /// How many iterations it took; none if there was nothing to choose.
    pub iterations: u32,
}

/// What a sensible player would do: it plays matches out.
///
/// It is handed a world and must use only what the seat to move knows of it; a view would be a copy.
pub trait Guide<G: Game>: Sync {
    /// A legal action of the seat to move.
    fn advise(&self, world: &G, rng: &mut Rng) -> G::Action;

    /// The same in a playout for `thinker`, who may expect something else of its own side.
    fn advise_for(&self, _thinker: Seat, world: &G, rng: &mut Rng) -> G::Action {
        self.advise(world, rng)
    }

    /// What the end of a match is worth to a seat, where ideas are compared in the same worlds: as
    /// finely as can be told.
    fn worth(&self, end: &G, seat: Seat, aim: Aim) -> i32 {
        aim.worth(end.payoffs())[seat]
    }

    /// Do these two win and lose together?
    fn are_partners(&self, a: Seat, b: Seat) -> bool {
        a == b
    }

    /// The payoffs to be expected from here on, in [`UNIT`]s, with every card of the world known;
    /// `None` where it would rather see more play first.
    fn judge(&self, _world: &G) -> Option<BySeat<i32>> {
        None
    }

    /// Somebody who knows the end of late positions and is asked before the judge.
    fn oracle(&self) -> Option<Box<dyn Oracle<G>>> {
        None
    }
}

/// Knows how late positions end. It may remember what it found out, so each thread has its own.
pub trait Oracle<G: Game>: Send {
    /// Another decision begins, maybe of another match: forgets everything, so that the same decision
    /// gives the same answer whatever came before.
    fn begin(&mut self, world: &G);

    /// The payoffs in [`UNIT`]s if all play their best from here on with open cards; `None` if it is
    /// not late enough to tell.
    fn foretell(&mut self, world: &G) -> Option<BySeat<i32>>;
}

/// A guide without an opinion.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aimless;

impl<G: Game> Guide<G> for Aimless {
    fn advise(&self, world: &G, rng: &mut Rng) -> G::Action {
        random_action(world, rng)
    }
}

/// The room to think; keep it from decision to decision.
pub struct Ismcts<G: Game, R> {
    /// How it goes about the next decision; the number of threads and of nodes stays as it was made.
    pub settings: Settings,
    guide: R,
    workers: Vec<Worker<G>>,
    choices: Vec<Choice<G::Action>>,
}

impl<G: Game, R: Guide<G>> Ismcts<G, R> {
    /// A search that has thought of nothing yet.
    pub fn new(settings: Settings, guide: R) -> Ismcts<G, R> {
        let workers =
            (0..settings.threads.max(1)).map(|_| Worker::new(settings.nodes, guide.oracle())).collect();
        Ismcts { settings, guide, workers, choices: Vec::new() }
    }

    /// What was found out about the actions of the last decision, in no particular order.
    pub fn choices(&self) -> &[Choice<G::Action>] {
        &self.choices
    }

    /// What the seat to move should do. Each world from `worlds` must be one that seat cannot tell
    /// from the truth: a sample of its view, or for measurements the truth itself.
    pub fn think(
        &mut self,
        worlds: impl Fn(&mut Rng) -> G + Sync,
        budget: Budget,
        rng: &mut Rng,
    ) -> Thought<G::Action> {
        self.choices.clear();
        let world = worlds(rng);
        let mut options = 0;
        let mut only = None;
        let _ = world.actions(|action| {
            options += 1;
            only = Some(action);
            if options > 1 { Flow::Break(()) } else { Flow::Continue(()) }
        });
        let only = only.expect("a seat to move has an action");
        if options == 1 {
            return Thought { action: only, iterations: 0 };
        }
        let (settings, guide) = (&self.settings, &self.guide);
        let threads = self.workers.len() as u32;
        let share = Budget { iterations: budget.iterations / threads, ..budget };
        if let [worker] = &mut self.workers[..] {
            worker.think(settings, guide, &worlds, budget, only, rng);
        } else {
            thread::scope(|scope| {
                for worker in &mut self.workers {
                    let (mut rng, worlds) = (Rng::new(rng.next_u64()), &worlds);
                    scope.spawn(move || worker.think(settings, guide, worlds, share, only, &mut rng));
                }
            });
        }
        let mut iterations = 0;
        for worker in &self.workers {
            iterations += worker.iterations;
            for child in worker.tree.children(ROOT) {
                match self.choices.iter_mut().find(|choice| choice.action == child.action) {
                    Some(choice) => {
                        choice.visits += child.visits;
                        choice.total += child.total;
                    }
                    None => {
                        let (action, visits, total) = (child.action, child.visits, child.total);
                        self.choices.push(Choice { action, visits, total });
                    }
                }
            }
        }
        let better = |a: &&Choice<G::Action>, b: &&Choice<G::Action>| {
            a.visits.cmp(&b.visits).then(a.total.cmp(&b.total))
        };
        // With a deadline already past not even one action was tried.
        let action =
            self.choices.iter().max_by(better).map_or_else(|| guide.advise(&world, rng), |best| best.action);
        Thought { action, iterations }
    }
}

/// One thread's tree.
struct Worker<G: Game> {
    tree: Tree<G::Action>,
    /// The nodes of this iteration, each with the seat that chose it.
    path: Vec<(At, Seat)>,
    oracle: Option<Box<dyn Oracle<G>>>,
    /// The least and the most anybody was paid so far.
    span: (i32, i32),
    iterations: u32,
}

/// The clock is looked at once in so many iterations.
const GLANCE: u32 = 16;
/// And so often the leader is compared with the others.
const COMPARE: u32 = 128;

impl<G: Game> Worker<G> {
    fn new(nodes: usize, oracle: Option<Box<dyn Oracle<G>>>) -> Worker<G> {
        let path = Vec::with_capacity(1024);
        Worker { tree: Tree::new(nodes.max(2)), path, oracle, span: (0, 0), iterations: 0 }
    }

    fn think(
        &mut self,
        settings: &Settings,
        guide: &impl Guide<G>,
        worlds: &impl Fn(&mut Rng) -> G,
        budget: Budget,
        filler: G::Action,
        rng: &mut Rng,
    ) {
        self.tree.clear(filler);
        self.span = (i32::MAX, i32::MIN);
        self.iterations = 0;
        if let Some(oracle) = &mut self.oracle {
            oracle.begin(&worlds(rng));
        }
        let begun = budget.deadline.map(|_| Instant::now());
        while self.iterations < budget.iterations {
            if let (Some(deadline), Some(begun)) = (budget.deadline, begun)
                && self.iterations.is_multiple_of(GLANCE)
            {
                let at = Instant::now();
                if at >= deadline {
                    break;
                }
                if settings.stops_early && self.iterations > 0 && self.iterations.is_multiple_of(COMPARE) {
                    let pace = f64::from(self.iterations) / (at - begun).as_secs_f64();
                    let left = ((deadline - at).as_secs_f64() * pace) as u32;
                    if self.is_decided(left.min(budget.iterations - self.iterations)) {
                        break;
                    }
                }
            } else if settings.stops_early
                && self.iterations.is_multiple_of(COMPARE)
                && self.is_decided(budget.iterations - self.iterations)
            {
                break;
            }
            self.iterate(settings, guide, worlds(rng), rng);
            self.iterations += 1;
        }
    }

    /// Could no other action be visited as often as the leader, if all that is left went to it?
    fn is_decided(&self, left: u32) -> bool {
        let (mut first, mut second) = (0, 0);
        for child in self.tree.children(ROOT) {
            if child.visits > first {
                (first, second) = (child.visits, first);
            } else {
                second = second.max(child.visits);
            }
        }
        first - second > left
    }

    fn iterate(&mut self, settings: &Settings, guide: &impl Guide<G>, mut state: G, rng: &mut Rng) {
        self.path.clear();
        let mut at = ROOT;
        let Some(me) = state.turn() else { return };
        let alike = settings.alike > 0 && rng.next_u32() >> 22 < settings.alike;
        while let Some(seat) = state.turn() {
            let follows = seat != me
                && if alike && !guide.are_partners(me, seat) {
                    true
                } else {
                    rng.next_u32() >> 22 < settings.others
                };
            let step = if follows {
                self.follow(at, guide.advise(&state, rng))
            } else {
                self.step(settings, at, &state, rng)
            };
            let Some((child, is_new)) = step else { break };
            let action = self.tree.node(child).action;
            state.apply(action, |_| ());
            self.path.push((child, seat));
            at = child;
            if is_new {
                break;
            }
        }
        let payoffs = play_out(settings, guide, &mut self.oracle, alike.then_some(me), state, rng);
        for &payoff in payoffs.iter() {
            self.span = (self.span.0.min(payoff), self.span.1.max(payoff));
        }
        for &(at, seat) in &self.path {
            let node = self.tree.node_mut(at);
            node.visits += 1;
            node.total += i64::from(payoffs[seat]);
        }
    }

    /// The child this action leads to, put into the tree if it is not there; that is no reason to
    /// leave the tree, for nothing is to be learned about an action that is given. `None` if the tree
    /// is full.
    fn follow(&mut self, at: At, action: G::Action) -> Option<(At, bool)> {
        let tree = &mut self.tree;
        if let Some(child) = tree.find(at, 0, action) {
            tree.node_mut(child).available += 1;
            return Some((child, false));
        }
        (!tree.is_full()).then(|| (tree.add(at, 0, action), false))
    }

    /// The child to go to from here, and whether it was put into the tree for it; `None` if it
    /// would have to be and the tree is full.
    fn step(&mut self, settings: &Settings, at: At, state: &G, rng: &mut Rng) -> Option<(At, bool)> {
        let spread = self.span.1.saturating_sub(self.span.0).max(1) as f32;
        let weight = settings.exploration * spread;
        let tree = &mut self.tree;
        let (mut best, mut top, mut hint) = (0, f32::NEG_INFINITY, 0);
        let (mut missing, mut untried) = (0, None);
        let _ = state.actions(|action| {
            match tree.find(at, hint, action) {
                Some(child) => {
                    hint = child;
                    let node = tree.node_mut(child);
                    node.available += 1;
                    let visits = node.visits as f32;
                    let bound = (ln(node.available) / visits).sqrt();
                    let score = node.total as f32 / visits + weight * bound;
                    if score > top {
                        (best, top) = (child, score);
                    }
                }
                None => {
                    // Each of those not tried yet is equally likely.
                    missing += 1;
                    if missing == 1 || rng.below(missing) == 0 {
                        untried = Some((action, hint));
                    }
                }
            }
            Flow::Continue(())
        });
        match untried {
            Some(_) if tree.is_full() => (best != 0).then_some((best, false)),
            // Behind the sibling listed before it, so that lists stay in the game's order.
            Some((action, before)) => Some((tree.add(at, before, action), true)),
            None => Some((best, false)),
        }
    }
}

/// What the end of a match is worth to each seat, or what the guide thinks it will be, in [`UNIT`]s.
fn play_out<G: Game>(
    settings: &Settings,
    guide: &impl Guide<G>,
    oracle: &mut Option<Box<dyn Oracle<G>>>,
    alike: Option<Seat>,
    mut state: G,
    rng: &mut Rng,
) -> BySeat<i32> {
    let judged = alike.is_none() && settings.judged > 0 && rng.next_u32() >> 22 < settings.judged;
    while let Some(seat) = state.turn() {
        if judged {
            let told = oracle.as_mut().and_then(|oracle| oracle.foretell(&state));
            if let Some(payoffs) = told.or_else(|| guide.judge(&state)) {
                return payoffs;
            }
        }
        let is_sure = alike.is_some_and(|me| !guide.are_partners(me, seat));
        let action = if !is_sure && rng.next_u32() >> 22 < settings.noise {
            random_action(&state, rng)
        } else {
            guide.advise(&state, rng)
        };
        state.apply(action, |_| ());
    }
    let payoffs = settings.aim.worth(state.payoffs());
    BySeat::from_fn(payoffs.len(), |seat| payoffs[seat] * UNIT)
}

/// The natural logarithm to three digits: the same on every machine, which a library's need not be.
fn ln(n: u32) -> f32 {
    let whole = n.ilog2();
    // From 1 up to 2, where a parabola through both ends does: at most 0.008 too large or small.
    let part = n as f32 / (1u64 << whole) as f32 - 1.0;
    let log2 = whole as f32 + part * (1.3465 - 0.3465 * part);
    log2 * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right_to_three_digits_of_the_whole() {
        for n in (1..5000).chain([1 << 20, 3 << 20, u32::MAX]) {
            let (fast, slow) = (f64::from(ln(n)), f64::from(n).ln());
            assert!((fast - slow).abs() < 0.008, "{n}: {fast} {slow}");
        }
    }
}
