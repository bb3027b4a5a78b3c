//! Endgames by exact search: when few cards are left, and few worlds look like what the seat knows,
//! every action is tried in every one of them with best play by all.
//!
//! In a single world that is the truth. Over several it is a little too hopeful, for it lets the seat
//! find out later which world it is in; so they must be few.
//!
//! Before that the same search ends the rollouts of the other one, as soon as few cards are left.

use cards::{BySeat, Flow, Game, Seat, Side, ZeroSum};

use crate::ismcts::Choice;
use crate::minimax::Solver;
use crate::model::{Belief, Model, UNIT};

/// What counts as an endgame, and what it may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// At most so many cards are in play; none says that nothing is an endgame.
    pub cards: u32,
    /// At most so many worlds look like the view.
    pub worlds: usize,
    /// At most so many nodes for a decision. Whatever needs more is left to the other search.
    pub nodes: u64,
    /// A rollout ends with at most so many cards in play.
    pub foresight: u32,
}

/// What the end of one rollout may cost, in nodes.
const GLIMPSE: u64 = 300;

/// Exact search of a game, without its key: what a player keeps, whatever the game.
pub trait EndgameSolver<G: Game>: Send {
    /// Another match begins, with these sides; forgets everything, so that the same decision gives the same
    /// answer whatever came before.
    fn begin(&mut self, state: &G, sides: BySeat<Side>);

    /// Does the seat win from here on, if all play their best? Takes what it needs from the `nodes`;
    /// `None` if they did not suffice.
    fn wins(&mut self, state: &G, seat: Seat, nodes: &mut u64) -> Option<bool>;
}

impl<G: ZeroSum + Send> EndgameSolver<G> for Solver<G>
where
    G::TranspositionKey: Send,
    G::Action: Send,
{
    fn begin(&mut self, state: &G, sides: BySeat<Side>) {
        self.seat(sides);
        self.study(state);
    }

    fn wins(&mut self, state: &G, seat: Seat, nodes: &mut u64) -> Option<bool> {
        let is_first = self.is_first(seat);
        let mut study = self.resume();
        let before = study.counts().nodes;
        let answer = if is_first {
            study.reaches(state, 1, *nodes)
        } else {
            study.reaches(state, 0, *nodes).map(|reaches| !reaches)
        };
        *nodes = nodes.saturating_sub(study.counts().nodes - before);
        answer
    }
}

/// Ends rollouts in which few cards are left. It remembers what it found out, so each thread has its own.
pub(crate) struct Foresight<G> {
    solver: Box<dyn EndgameSolver<G>>,
    /// How few.
    cards: u32,
}

impl<G: Game> Foresight<G> {
    /// Ends rollouts with so many cards in play, if the model has a solver for that.
    pub fn new(model: &impl Model<G>, cards: u32) -> Option<Foresight<G>> {
        let solver = model.endgame_solver().filter(|_| cards > 0)?;
        Some(Foresight { solver, cards })
    }

    /// Another decision begins, maybe of another match.
    pub fn begin(&mut self, world: &G, sides: BySeat<Side>) {
        self.solver.begin(world, sides);
    }

    /// The payoffs in [`UNIT`]s if all play their best from here on with open cards; `None` if it is not
    /// late enough to tell.
    pub fn payoffs(&mut self, model: &impl Model<G>, world: &G, sides: &BySeat<Side>) -> Option<BySeat<i32>> {
        let first = Seat::new(0);
        let is_late = model.is_quiet(world) && model.in_play(world).is_some_and(|cards| cards <= self.cards);
        let wins = is_late.then(|| self.solver.wins(world, first, &mut { GLIMPSE })).flatten()?;
        let payoff = |seat| if (sides[seat] == sides[first]) == wins { UNIT } else { -UNIT };
        Some(BySeat::from_fn(sides.len(), payoff))
    }
}

/// The room for endgames; keep it from decision to decision.
pub struct Endgame<G: Game> {
    solver: Option<Box<dyn EndgameSolver<G>>>,
    sides: BySeat<Side>,
    /// Has the search been told of this match?
    has_begun: bool,
    /// What the truth may be, each with its likelihood.
    worlds: Vec<(G, f32)>,
    /// The actions, each with the likelihood of the worlds in which it wins.
    sums: Vec<(G::Action, f32)>,
}

impl<G: Game> Endgame<G> {
    /// Nothing is solved yet; `sides` are those of the first match.
    pub fn new(model: &impl Model<G>, sides: BySeat<Side>) -> Endgame<G> {
        let (worlds, sums) = (Vec::new(), Vec::new());
        Endgame { solver: model.endgame_solver(), sides, has_begun: false, worlds, sums }
    }

    /// Another match begins.
    pub fn begin(&mut self, sides: BySeat<Side>) {
        self.sides = sides;
        self.has_begun = false;
        self.worlds.clear();
        self.sums.clear();
    }

    /// Looks whether this is an endgame, and at what the truth may be: `known`, or every world that looks
    /// like the view.
    pub fn look<M: Model<G>>(
        &mut self,
        model: &M,
        view: &G::View,
        known: Option<&G>,
        (belief, surprise): (&M::Belief, u32),
        limits: Limits,
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
            belief
                .enumerate(view, surprise, limits.worlds, &mut |world, weight| worlds.push((world, weight)));
        }
        let is_small =
            |(world, _): &(G, f32)| model.in_play(world).is_some_and(|cards| cards <= limits.cards);
        if !self.worlds.first().is_some_and(is_small) {
            self.worlds.clear();
        }
    }

    /// Tries every action in every world that was found. If the nodes do not suffice, or it was no
    /// endgame, nothing is known afterwards.
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

    /// The actions that win in the likeliest worlds.
    fn best(&self) -> impl Iterator<Item = G::Action> + '_ {
        let most = self.sums.iter().map(|&(_, sum)| sum).fold(0.0, f32::max);
        self.sums.iter().filter(move |&&(_, sum)| sum == most).map(|&(action, _)| action)
    }

    /// The best action, if there is only one.
    pub fn only(&self) -> Option<G::Action> {
        let mut best = self.best();
        best.next().filter(|_| best.next().is_none())
    }

    /// Of the best actions the one that another search took most often.
    pub fn favourite(&self, choices: &[Choice<G::Action>]) -> Option<G::Action> {
        let visits = |action| choices.iter().find(|choice| choice.action == action).map(|it| it.visits);
        self.best().max_by_key(|&action| visits(action))
    }
}
