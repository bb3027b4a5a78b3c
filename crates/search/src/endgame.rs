//! The endgame solver in the agent: with few cards left and few worlds that fit the view, exact search tries
//! every action in every one of those worlds.
//!
//! This is perfect-information Monte Carlo (PIMC) with all determinizations enumerated and weighted by their
//! likelihood, instead of sampled. Only with a single world is the decision exact. With several it has PIMC's
//! errors: strategy fusion (the seat plays on as if it knew the world) and opponents who see its cards. So the
//! worlds must be few.
//!
//! Earlier in the match the same solver ends rollouts as soon as few cards are left.

use cards::{BySeat, Flow, Game, Seat, Side, ZeroSum};

use crate::Probability;
use crate::heuristics::{Belief, Heuristics, UNIT};
use crate::ismcts::ActionStats;
use crate::minimax::Solver;

/// When the endgame solver decides, and what it may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameLimits {
    /// The most cards in play; 0 turns the solver off.
    pub cards: u32,
    /// The most worlds that fit the view.
    pub worlds: usize,
    /// The most nodes for a decision. If it needs more, tree search decides.
    pub nodes: u64,
    /// The most cards in play with which the solver ends a rollout.
    pub rollout_cards: u32,
}

/// The most nodes for the end of one rollout.
const ROLLOUT_NODES: u64 = 300;

/// Exact search of one game, with the type of its transposition key erased.
pub trait EndgameSolver<G: Game>: Send {
    /// Another match begins, with these sides. The solver drops everything it knows, so that the same
    /// decision always gets the same answer.
    fn begin(&mut self, state: &G, sides: BySeat<Side>);

    /// Does the seat win with best play by all? Subtracts the searched nodes from `nodes`; `None` if they did
    /// not suffice.
    fn wins(&mut self, state: &G, seat: Seat, nodes: &mut u64) -> Option<bool>;
}

impl<G: ZeroSum + Send> EndgameSolver<G> for Solver<G>
where
    G::TranspositionKey: Send,
    G::Action: Send,
{
    fn begin(&mut self, state: &G, sides: BySeat<Side>) {
        self.seat(sides);
        self.start(state);
    }

    fn wins(&mut self, state: &G, seat: Seat, nodes: &mut u64) -> Option<bool> {
        let is_first = self.is_first(seat);
        let mut run = self.resume();
        let before = run.counts().nodes;
        let answer = if is_first {
            run.reaches(state, 1, *nodes)
        } else {
            run.reaches(state, 0, *nodes).map(|reaches| !reaches)
        };
        *nodes = nodes.saturating_sub(run.counts().nodes - before);
        answer
    }
}

/// Ends rollouts in which few cards are left. It has a transposition table, so each thread has its own.
pub(crate) struct RolloutEndgame<G> {
    solver: Box<dyn EndgameSolver<G>>,
    /// The most cards in play.
    cards: u32,
}

impl<G: Game> RolloutEndgame<G> {
    /// Ends rollouts with at most `cards` in play, if the game has an endgame solver.
    pub fn new(heuristics: &impl Heuristics<G>, cards: u32) -> Option<RolloutEndgame<G>> {
        let solver = heuristics.endgame_solver().filter(|_| cards > 0)?;
        Some(RolloutEndgame { solver, cards })
    }

    /// Another decision begins, maybe of another match.
    pub fn begin(&mut self, world: &G, sides: BySeat<Side>) {
        self.solver.begin(world, sides);
    }

    /// The payoffs in [`UNIT`]s with open cards and best play by all; `None` if too many cards are in play or
    /// the nodes do not suffice.
    pub fn payoffs(
        &mut self,
        heuristics: &impl Heuristics<G>,
        world: &G,
        sides: &BySeat<Side>,
    ) -> Option<BySeat<i32>> {
        let first = Seat::new(0);
        let is_late =
            heuristics.is_quiet(world) && heuristics.in_play(world).is_some_and(|cards| cards <= self.cards);
        let wins = is_late.then(|| self.solver.wins(world, first, &mut { ROLLOUT_NODES })).flatten()?;
        let payoff = |seat| if (sides[seat] == sides[first]) == wins { UNIT } else { -UNIT };
        Some(BySeat::from_fn(sides.len(), payoff))
    }
}

/// The endgame solver of an agent; keep it from decision to decision.
pub struct Endgame<G: Game> {
    solver: Option<Box<dyn EndgameSolver<G>>>,
    sides: BySeat<Side>,
    /// Does the solver know this match?
    has_begun: bool,
    /// The worlds that fit the view, each with its relative likelihood.
    worlds: Vec<(G, f32)>,
    /// The actions, each with the summed likelihood of the worlds in which it wins.
    sums: Vec<(G::Action, f32)>,
}

impl<G: Game> Endgame<G> {
    /// Nothing is solved yet; `sides` are those of the first match.
    pub fn new(heuristics: &impl Heuristics<G>, sides: BySeat<Side>) -> Endgame<G> {
        let (worlds, sums) = (Vec::new(), Vec::new());
        Endgame { solver: heuristics.endgame_solver(), sides, has_begun: false, worlds, sums }
    }

    /// Another match begins.
    pub fn begin(&mut self, sides: BySeat<Side>) {
        self.sides = sides;
        self.has_begun = false;
        self.worlds.clear();
        self.sums.clear();
    }

    /// Collects the worlds that fit the view, or only `known`. There are none if this is not an endgame.
    pub fn prepare<M: Heuristics<G>>(
        &mut self,
        heuristics: &M,
        view: &G::View,
        known: Option<&G>,
        (belief, belief_weight): (&M::Belief, Probability),
        limits: EndgameLimits,
    ) {
        self.worlds.clear();
        self.sums.clear();
        if self.solver.is_none() || limits.cards == 0 {
            return;
        }
        if let Some(truth) = known {
            self.worlds.push((truth.clone(), 1.0));
        } else {
            let worlds = &mut self.worlds;
            let mut visit = |world, weight| worlds.push((world, weight));
            belief.enumerate(view, belief_weight, limits.worlds, &mut visit);
        }
        let is_small =
            |(world, _): &(G, f32)| heuristics.in_play(world).is_some_and(|cards| cards <= limits.cards);
        if !self.worlds.first().is_some_and(is_small) {
            self.worlds.clear();
        }
    }

    /// Tries every action in every collected world. If there are no worlds, or the nodes do not suffice,
    /// there is no result.
    pub fn solve(&mut self, nodes: u64) {
        if self.try_all(nodes).is_none() {
            self.sums.clear();
        }
    }

    fn try_all(&mut self, mut nodes: u64) -> Option<()> {
        let (solver, (world, _)) = (self.solver.as_mut()?, self.worlds.first()?);
        if !self.has_begun {
            solver.begin(world, self.sides);
            self.has_begun = true;
        }
        let seat = world.turn()?;
        let sums = &mut self.sums;
        let _ = world.actions(|action| {
            sums.push((action, 0.0));
            Flow::Continue(())
        });
        for (world, weight) in &self.worlds {
            for (action, sum) in sums.iter_mut() {
                let mut next = world.clone();
                next.apply(*action, |_| ());
                if solver.wins(&next, seat, &mut nodes)? {
                    *sum += weight;
                }
            }
        }
        Some(())
    }

    /// The actions that are most likely to win.
    fn best(&self) -> impl Iterator<Item = G::Action> + '_ {
        let most = self.sums.iter().map(|&(_, sum)| sum).fold(0.0, f32::max);
        self.sums.iter().filter(move |&&(_, sum)| sum == most).map(|&(action, _)| action)
    }

    /// The best action, if there is only one.
    pub fn only(&self) -> Option<G::Action> {
        let mut best = self.best();
        best.next().filter(|_| best.next().is_none())
    }

    /// Of the best actions, the one that tree search visited most.
    pub fn most_visited(&self, stats: &[ActionStats<G::Action>]) -> Option<G::Action> {
        let visits = |action| stats.iter().find(|stats| stats.action == action).map(|stats| stats.visits);
        self.best().max_by_key(|&action| visits(action))
    }
}
