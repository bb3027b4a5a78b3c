//! Endgames by exact search: when few cards are left, and few worlds look like what the seat knows,
//! every action is tried in every one of them with best play by all.
//!
//! In a single world that is the truth. Over several it is a little too hopeful, for it lets the seat
//! find out later which world it is in; so they must be few.
//!
//! Before that the same search ends the playouts of the other one, as soon as few cards are left.

use cards::{BySeat, Flow, Game, Seat, ZeroSum};
use search::ismcts::{Choice, Oracle, UNIT};
use search::minimax::Solver;

use crate::catalog::Entry;

/// What counts as an endgame, and what it may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// At most so many cards are in play; none says that nothing is an endgame.
    pub cards: u32,
    /// At most so many worlds look like the view.
    pub worlds: usize,
    /// At most so many nodes for a decision. Whatever needs more is left to the other search.
    pub nodes: u64,
    /// A playout ends with at most so many cards in play.
    pub foresight: u32,
}

/// What the end of one playout may cost, in nodes.
const GLIMPSE: u64 = 300;

/// Exact search of a game, without its key: what a player keeps, whatever the game.
pub trait Exact<G: Game>: Send {
    /// Another match begins.
    fn begin(&mut self, state: &G);

    /// Does the seat win from here on, if all play their best? Takes what it needs from the `nodes`;
    /// `None` if they did not suffice.
    fn wins(&mut self, state: &G, seat: Seat, nodes: &mut u64) -> Option<bool>;
}

impl<G: ZeroSum + Send> Exact<G> for Solver<G>
where
    G::Key: Send,
    G::Action: Send,
{
    fn begin(&mut self, state: &G) {
        self.study(state);
    }

    fn wins(&mut self, state: &G, seat: Seat, nodes: &mut u64) -> Option<bool> {
        let mut study = self.resume();
        let before = study.counts().nodes;
        let answer = if G::same_side(seat, Seat::new(0)) {
            study.reaches(state, 1, *nodes)
        } else {
            study.reaches(state, 0, *nodes).map(|reaches| !reaches)
        };
        *nodes = nodes.saturating_sub(study.counts().nodes - before);
        answer
    }
}

/// Ends playouts in which few cards are left.
pub struct Foresight<G> {
    exact: Box<dyn Exact<G>>,
    /// How few.
    cards: u32,
}

impl<G: Entry> Foresight<G> {
    /// Somebody who foresees the end with so many cards in play, if there is a search for that.
    pub fn of(cards: u32) -> Option<Box<dyn Oracle<G>>> {
        let exact = G::exact().filter(|_| cards > 0)?;
        Some(Box::new(Foresight { exact, cards }))
    }
}

impl<G: Entry> Oracle<G> for Foresight<G> {
    fn begin(&mut self, world: &G) {
        self.exact.begin(world);
    }

    fn foretell(&mut self, world: &G) -> Option<BySeat<i32>> {
        let first = Seat::new(0);
        // In the middle of a round it would be asked too often.
        let is_late =
            world.begins_round() != Some(false) && world.in_play().is_some_and(|cards| cards <= self.cards);
        let wins = is_late.then(|| self.exact.wins(world, first, &mut { GLIMPSE })).flatten()?;
        let payoff = |seat| if G::are_partners(seat, first) == wins { UNIT } else { -UNIT };
        Some(BySeat::from_fn(world.payoffs().len(), payoff))
    }
}

/// The room for endgames; keep it from decision to decision.
pub struct Endgame<G: Entry> {
    exact: Option<Box<dyn Exact<G>>>,
    /// Has the search been told of this match?
    has_begun: bool,
    /// What the truth may be, each with its likelihood.
    worlds: Vec<(G, f32)>,
    /// The actions, each with the likelihood of the worlds in which it wins.
    sums: Vec<(G::Action, f32)>,
}

impl<G: Entry> Default for Endgame<G> {
    fn default() -> Endgame<G> {
        Endgame { exact: G::exact(), has_begun: false, worlds: Vec::new(), sums: Vec::new() }
    }
}

impl<G: Entry> Endgame<G> {
    /// Another match begins.
    pub fn begin(&mut self) {
        self.has_begun = false;
        self.worlds.clear();
        self.sums.clear();
    }

    /// Looks whether this is an endgame, and at what the truth may be: `known`, or for an honest player
    /// every world that looks like the view.
    pub fn look(&mut self, view: &G::View, known: Option<&G>, notes: &G::Notes, trust: u32, limits: Limits) {
        self.worlds.clear();
        self.sums.clear();
        if self.exact.is_none() || limits.cards == 0 {
            return;
        }
        if let Some(truth) = known {
            self.worlds.push((truth.clone(), 1.0));
        } else {
            let worlds = &mut self.worlds;
            G::worlds(view, notes, trust, limits.worlds, |world, weight| worlds.push((world, weight)));
        }
        let is_small = |(world, _): &(G, f32)| world.in_play().is_some_and(|cards| cards <= limits.cards);
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
        let (exact, (world, _)) = (self.exact.as_mut()?, self.worlds.first()?);
        if !self.has_begun {
            exact.begin(world);
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
                if exact.wins(&next, seat, &mut nodes)? {
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
