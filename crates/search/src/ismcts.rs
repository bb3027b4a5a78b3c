//! Information-set tree search: one tree over what the seat to move can tell apart, another sampled
//! world in every iteration (single observer, as in Cowling, Powley and Whitehouse 2012).
//!
//! An action that is possible only in some worlds is compared with the others by how often it *could*
//! have been taken, not by how often its parent was visited. Where the model has priors, the tree grows first
//! where they are high. After the first decision nothing is allocated. Numbers are made with `+ - * /` and
//! `sqrt` alone, which every machine rounds alike.

use cards::{BySeat, Decision, Flow, Game, Rng, Side};

use crate::control_variate::Luck;
use crate::endgame::Foresight;
use crate::model::{Model, UNIT};
use crate::threads::each;
use crate::time_manager::Budget;
use crate::tree::ROOT;
use crate::worker::{Root, Worker};

pub use crate::settings::{Aim, Settings};

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

/// The room to think; keep it from decision to decision.
pub struct Ismcts<G: Game, M> {
    /// Search settings of the next decision; the number of threads and of nodes stays as it was made.
    pub settings: Settings,
    model: M,
    /// Who wins together in the match at hand.
    sides: BySeat<Side>,
    workers: Vec<Worker<G>>,
    choices: Vec<Choice<G::Action>>,
    /// What was done at the table since the last decision, that decision first.
    since: Vec<G::Action>,
}

impl<G: Game, M: Model<G>> Ismcts<G, M> {
    /// A search that has thought of nothing yet, for matches with these sides; the endgame solver ends
    /// rollouts with at most `foresight` cards in play.
    pub fn new(settings: Settings, model: M, sides: BySeat<Side>, foresight: u32) -> Ismcts<G, M> {
        let worker = |_| Worker::new(settings.nodes, Foresight::new(&model, foresight));
        let workers = (0..settings.threads.max(1)).map(worker).collect();
        Ismcts { settings, model, sides, workers, choices: Vec::new(), since: Vec::with_capacity(256) }
    }

    /// Somebody does something at the table. If everything from the last decision on is told, that one
    /// included, the next goes on with the tree's part that is still ahead.
    pub fn saw(&mut self, action: G::Action) {
        self.since.push(action);
    }

    /// Another match begins, with these sides: no tree is reused.
    pub fn start(&mut self, sides: BySeat<Side>) {
        self.sides = sides;
        self.since.clear();
        self.workers.iter_mut().for_each(|worker| worker.tree.forget());
    }

    /// What was found out about the actions of the last decision, in no particular order.
    pub fn choices(&self) -> &[Choice<G::Action>] {
        &self.choices
    }

    /// The least and the most that the last decision's rollouts paid anybody, in [`UNIT`]s.
    pub fn span(&self) -> (i32, i32) {
        let spans = self.workers.iter().map(|worker| worker.span);
        spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
    }

    /// What the seat to move should do. Each world from `worlds` must be one that seat cannot tell
    /// from the truth: a sample of its view, or for measurements the truth itself.
    pub fn think(
        &mut self,
        worlds: impl Fn(&mut Rng) -> G + Sync,
        budget: Budget<'_>,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
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
            return Decision { action: only, iterations: 0 };
        }
        let (settings, model) = (&self.settings, &self.model);
        let luck = if settings.evens_luck { Luck::usual(model, &world, &worlds, rng) } else { None };
        for worker in &mut self.workers {
            worker.set_out(&self.since, &world, only);
            worker.luck = luck;
        }
        self.since.clear();
        let root = Root { settings, model, sides: self.sides, worlds: &worlds };
        if let [worker] = &mut self.workers[..] {
            worker.think(&root, budget, rng);
        } else {
            let share = Budget { iterations: budget.iterations / self.workers.len() as u32, ..budget };
            let mut seeded: Vec<_> =
                self.workers.iter_mut().map(|worker| (worker, Rng::new(rng.next_u64()))).collect();
            each(&mut seeded, |(worker, rng)| worker.think(&root, share, rng));
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
        let model = &self.model;
        let better = |a: &&Choice<G::Action>, b: &&Choice<G::Action>| {
            a.visits.cmp(&b.visits).then(a.total.cmp(&b.total))
        };
        // With a deadline already past not even one action was tried.
        let action =
            self.choices.iter().max_by(better).map_or_else(|| model.rollout(&world, rng), |best| best.action);
        Decision { action, iterations }
    }
}
