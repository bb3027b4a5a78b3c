//! Single-observer information-set Monte Carlo tree search (SO-ISMCTS) after Cowling, Powley and Whitehouse 2012:
//! one tree over the actions that follow the root player's view, and another determinization (a sampled world)
//! in every iteration.
//!
//! Actions differ in how many worlds they are legal in. UCB1 therefore takes for each child the number of times it
//! was *available*, not the visits of its parent. PUCT does not use that count: its numerator is the sum of the
//! visits of the children that are legal in the sampled world. [`Settings::puct`] chooses between the two.
//! After the first decision nothing is allocated. Arithmetic uses only `+ - * /` and `sqrt`, which every machine
//! rounds alike.

use cards::{BySeat, Decision, Flow, Game, Rng, Side};

use crate::control_variate::ControlVariate;
use crate::endgame::RolloutEndgame;
use crate::heuristics::{Heuristics, UNIT};
use crate::threads::each;
use crate::time_manager::Budget;
use crate::tree::ROOT;
use crate::worker::{SearchContext, Worker};

pub use crate::settings::{Aim, Settings};

/// The statistics of one action of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionStats<A> {
    /// The action.
    pub action: A,
    /// How often it was selected.
    pub visits: u32,
    /// The sum of its payoffs, each in [`UNIT`]s.
    pub total: i64,
}

impl<A> ActionStats<A> {
    /// The mean payoff to the seat to move.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total as f64 / f64::from(self.visits) / f64::from(UNIT) }
    }
}

/// A search; keep it from decision to decision.
pub struct Ismcts<G: Game, M> {
    /// Search settings of the next decision. The numbers of threads and of nodes stay as they were at first.
    pub settings: Settings,
    heuristics: M,
    /// Who wins together in this match.
    sides: BySeat<Side>,
    workers: Vec<Worker<G>>,
    stats: Vec<ActionStats<G::Action>>,
    /// The actions at the table since the last decision, that decision first.
    since: Vec<G::Action>,
}

impl<G: Game, M: Heuristics<G>> Ismcts<G, M> {
    /// An empty search for matches with these sides. The endgame solver ends rollouts with at most
    /// `endgame_cards` in play.
    pub fn new(settings: Settings, heuristics: M, sides: BySeat<Side>, endgame_cards: u32) -> Ismcts<G, M> {
        let worker = |_| Worker::new(settings.nodes, RolloutEndgame::new(&heuristics, endgame_cards));
        let workers = (0..settings.threads.max(1)).map(worker).collect();
        Ismcts { settings, heuristics, sides, workers, stats: Vec::new(), since: Vec::with_capacity(256) }
    }

    /// An action is taken at the table. If the search observes every action since its last decision, that one
    /// included, the next decision reuses the subtree below them.
    pub fn observe(&mut self, action: G::Action) {
        self.since.push(action);
    }

    /// Another match begins, with these sides. It starts with an empty tree.
    pub fn start(&mut self, sides: BySeat<Side>) {
        self.sides = sides;
        self.since.clear();
        self.workers.iter_mut().for_each(|worker| worker.tree.forget());
    }

    /// The statistics of the last decision's actions, in no particular order.
    pub fn stats(&self) -> &[ActionStats<G::Action>] {
        &self.stats
    }

    /// The lowest and the highest payoff in the last decision's rollouts, in [`UNIT`]s.
    pub fn span(&self) -> (i32, i32) {
        let spans = self.workers.iter().map(|worker| worker.span);
        spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
    }

    /// Searches for the seat to move, the root player. `worlds` samples determinizations: worlds that are consistent
    /// with its view. For measurements it may give the true world.
    pub fn think(
        &mut self,
        worlds: impl Fn(&mut Rng) -> G + Sync,
        budget: Budget<'_>,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        self.stats.clear();
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
            return Decision { action: only, iterations: 0 };
        }
        let (settings, heuristics) = (&self.settings, &self.heuristics);
        let control_variate = if settings.control_variate {
            ControlVariate::estimate(heuristics, &world, &worlds, rng)
        } else {
            None
        };
        for worker in &mut self.workers {
            worker.reuse_tree(&self.since, &world, only);
            worker.control_variate = control_variate;
        }
        self.since.clear();
        let context = SearchContext { settings, heuristics, sides: self.sides, worlds: &worlds };
        if let [worker] = &mut self.workers[..] {
            worker.think(&context, budget, rng);
        } else {
            let share = Budget { iterations: budget.iterations / self.workers.len() as u32, ..budget };
            let mut seeded: Vec<_> =
                self.workers.iter_mut().map(|worker| (worker, Rng::new(rng.next_u64()))).collect();
            each(&mut seeded, |(worker, rng)| worker.think(&context, share, rng));
        }
        let mut iterations = 0;
        for worker in &self.workers {
            iterations += worker.iterations;
            for child in worker.tree.children(ROOT) {
                match self.stats.iter_mut().find(|stats| stats.action == child.action) {
                    Some(stats) => {
                        stats.visits += child.visits;
                        stats.total += child.total;
                    }
                    None => {
                        let (action, visits, total) = (child.action, child.visits, child.total);
                        self.stats.push(ActionStats { action, visits, total });
                    }
                }
            }
        }
        let heuristics = &self.heuristics;
        let better = |a: &&ActionStats<G::Action>, b: &&ActionStats<G::Action>| {
            a.visits.cmp(&b.visits).then(a.total.cmp(&b.total))
        };
        // If the deadline has passed already, no action was visited.
        let action = self
            .stats
            .iter()
            .max_by(better)
            .map_or_else(|| heuristics.rollout(&world, rng), |best| best.action);
        Decision { action, iterations }
    }
}
