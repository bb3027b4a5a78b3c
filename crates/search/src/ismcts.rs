//! Information-set tree search: one tree over what the seat to move can tell apart, another sampled
//! world in every iteration (single observer, as in Cowling, Powley and Whitehouse 2012).
//!
//! An action that is possible only in some worlds is compared with the others by how often it *could*
//! have been taken, not by how often its parent was visited. Where the guide leans to some actions more
//! than to others, the tree grows there first. After the first decision nothing is allocated. Numbers are made with `+ - * /` and `sqrt` alone, which every machine rounds alike.

use std::thread;

use cards::{Flow, Game, Rng};

use crate::budget::Budget;
use crate::luck::Luck;
use crate::tree::ROOT;
use crate::worker::Worker;

pub use crate::guide::{Aimless, Guide, Oracle, UNIT};
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

/// The answer to one decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought<A> {
    /// What to do.
    pub action: A,
    /// How many iterations it took; none if there was nothing to choose.
    pub iterations: u32,
}

/// The room to think; keep it from decision to decision.
pub struct Ismcts<G: Game, R> {
    /// How it goes about the next decision; the number of threads and of nodes stays as it was made.
    pub settings: Settings,
    guide: R,
    workers: Vec<Worker<G>>,
    choices: Vec<Choice<G::Action>>,
    /// What was done at the table since the last decision, that decision first.
    since: Vec<G::Action>,
}

impl<G: Game, R: Guide<G>> Ismcts<G, R> {
    /// A search that has thought of nothing yet.
    pub fn new(settings: Settings, guide: R) -> Ismcts<G, R> {
        let workers =
            (0..settings.threads.max(1)).map(|_| Worker::new(settings.nodes, guide.oracle())).collect();
        Ismcts { settings, guide, workers, choices: Vec::new(), since: Vec::with_capacity(256) }
    }

    /// Somebody does something at the table. If everything from the last decision on is told, that one
    /// included, the next goes on with the tree's part that is still ahead.
    pub fn saw(&mut self, action: G::Action) {
        self.since.push(action);
    }

    /// Another match begins: no tree goes on.
    pub fn forget(&mut self) {
        self.since.clear();
        self.workers.iter_mut().for_each(|worker| worker.tree.forget());
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
        let luck = if settings.evens_luck { Luck::usual(guide, &world, &worlds, rng) } else { None };
        for worker in &mut self.workers {
            worker.set_out(&self.since, &world, only);
            worker.luck = luck;
        }
        self.since.clear();
        let threads = self.workers.len() as u32;
        let share = Budget { iterations: budget.iterations / threads, ..budget };
        if let [worker] = &mut self.workers[..] {
            worker.think(settings, guide, &worlds, budget, rng);
        } else {
            thread::scope(|scope| {
                for worker in &mut self.workers {
                    let (mut rng, worlds) = (Rng::new(rng.next_u64()), &worlds);
                    scope.spawn(move || worker.think(settings, guide, worlds, share, &mut rng));
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
