//! The player behind the levels that search: what it notes, when it solves, how long it thinks.

use std::time::{Duration, Instant};

use cards::{BySeat, Policy, Rng, Seat};
use search::budget::{Budget, Purse};
use search::flat::{Flat, Line};
use search::ismcts::{Aim, Guide, Ismcts, Oracle, Thought};
use search::selfplay::Mind;

use crate::catalog::Entry;
use crate::endgame::{Endgame, Foresight};
use crate::levels::{Plan, Time};

/// Plays matches out with the game's sensible player.
#[derive(Clone, Copy, Debug)]
struct Sensible {
    /// With so many cards in play the end is foreseen.
    foresight: u32,
}

impl<G: Entry> Guide<G> for Sensible {
    #[inline]
    fn advise(&self, world: &G, rng: &mut Rng) -> G::Action {
        world.sensible(rng)
    }

    #[inline]
    fn advise_for(&self, thinker: Seat, world: &G, rng: &mut Rng) -> G::Action {
        world.expected(thinker, rng)
    }

    #[inline]
    fn leaning(&self, world: &G, action: G::Action) -> f32 {
        world.leaning(action)
    }

    fn worth(&self, end: &G, seat: Seat, aim: Aim) -> i32 {
        match aim {
            Aim::Score => end.grade(seat),
            Aim::Win => aim.worth(end.payoffs())[seat],
        }
    }

    #[inline]
    fn are_partners(&self, a: Seat, b: Seat) -> bool {
        G::are_partners(a, b)
    }

    #[inline]
    fn judge(&self, world: &G) -> Option<BySeat<i32>> {
        world.judge()
    }

    #[inline]
    fn luck(&self, world: &G) -> Option<BySeat<i32>> {
        world.luck()
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<G>>> {
        Foresight::of(self.foresight)
    }
}

/// A search that looks after its clock.
pub(crate) struct Searcher<G: Entry> {
    search: Ismcts<G, Sensible>,
    flat: Flat,
    endgame: Endgame<G>,
    ideas: Vec<Line<G::Action>>,
    /// What is left of an idea that takes several actions, the next one last.
    planned: Vec<G::Action>,
    notes: G::Notes,
    plan: Plan,
    purse: Option<Purse>,
    /// Has a round been seen to begin? Where there are none, every own decision is one.
    has_rounds: bool,
}

/// What the way to the referee and back may cost, charged beside our own thinking.
const ERRAND: Duration = Duration::from_millis(8);

impl<G: Entry> Searcher<G> {
    pub(crate) fn new(plan: Plan) -> Searcher<G> {
        let search = Ismcts::new(plan.settings, Sensible { foresight: plan.endgame.foresight });
        let (flat, endgame) = (Flat::new(plan.trial), Endgame::default());
        let (ideas, planned, notes) = (Vec::new(), Vec::new(), G::Notes::default());
        let mut searcher =
            Searcher { search, flat, endgame, ideas, planned, notes, plan, purse: None, has_rounds: false };
        searcher.sit_down();
        searcher
    }

    /// A match begins.
    fn sit_down(&mut self) {
        self.notes = G::Notes::default();
        self.planned.clear();
        self.search.forget();
        self.endgame.begin();
        self.purse = match self.plan.time {
            Time::Match(base, increment) => Some(Purse::new(base, increment, self.plan.reserve)),
            Time::Free | Time::Decision(_) => None,
        };
    }

    /// Something happens at the table.
    fn listen(&mut self, before: &G::View, event: &G::Event) {
        G::note(&mut self.notes, before, event);
        if let Some(action) = G::done(event)
            && self.plan.settings.goes_on
        {
            self.search.saw(action);
        }
        let Some(opens_round) = G::opens_round(before, event) else { return };
        self.has_rounds = true;
        if let Some(purse) = &mut self.purse
            && opens_round
        {
            purse.round();
        }
    }

    /// What to do, with worlds from what the seat may know.
    fn ponder(&mut self, view: &G::View, rng: &mut Rng) -> Thought<G::Action> {
        let (trust, notes) = (self.plan.trust, self.notes.clone());
        self.endgame.look(view, None, &notes, trust, self.plan.endgame);
        self.think(view, |rng| G::likely(view, &notes, trust, rng), rng)
    }

    fn think(
        &mut self,
        view: &G::View,
        worlds: impl Fn(&mut Rng) -> G + Sync,
        rng: &mut Rng,
    ) -> Thought<G::Action> {
        if let Some(action) = self.planned.pop()
            && worlds(rng).check(action).is_ok()
        {
            return Thought { action, iterations: 0 };
        }
        let iterations = self.plan.iterations;
        if !self.has_rounds
            && let Some(purse) = &mut self.purse
        {
            purse.round();
        }
        let time = match (self.plan.time, &self.purse) {
            (Time::Decision(each), _) => Some(each),
            (_, Some(purse)) => {
                let (decisions, rounds) = G::ahead(view);
                Some(purse.share(decisions, rounds))
            }
            _ => None,
        };
        let begun = time.map(|_| Instant::now());
        let deadline = begun.zip(time).map(|(begun, time)| begun + time);
        let budget = Budget { iterations, deadline };
        self.ideas.clear();
        self.search.settings.others = G::others(&self.notes, self.plan.settings.others);
        self.search.settings.alike = G::alike(&self.notes, self.plan.settings.alike);
        let thought = if G::ideas(view, rng, &mut self.ideas) {
            let guide = Sensible { foresight: 0 };
            let verdict = self.flat.think(&self.ideas, &self.plan.settings, &guide, worlds, budget, rng);
            let (&action, rest) = self.ideas[verdict.idea].split_first().expect("an idea has an action");
            self.planned.clear();
            self.planned.extend(rest.iter().rev());
            Thought { action, iterations: verdict.playouts }
        } else {
            // A node takes a third of a microsecond, so the clock has most of its time left for search.
            let affordable = time.map_or(u64::MAX, |time| time.as_micros() as u64);
            self.endgame.solve(self.plan.endgame.nodes.min(affordable));
            match self.endgame.only() {
                Some(action) => Thought { action, iterations: 0 },
                None => {
                    let thought = self.search.think(worlds, budget, rng);
                    let action = self.endgame.favourite(self.search.choices()).unwrap_or(thought.action);
                    Thought { action, ..thought }
                }
            }
        };
        let Some(begun) = begun else { return thought };
        if let Some(purse) = &mut self.purse {
            purse.spend(begun.elapsed() + ERRAND);
        }
        thought
    }
}

impl<G: Entry> Policy<G> for Searcher<G> {
    fn saw(&mut self, before: &G::View, event: G::Event) {
        self.listen(before, &event);
    }

    fn choose(&mut self, view: &G::View, rng: &mut Rng) -> G::Action {
        self.ponder(view, rng).action
    }
}

impl<G: Entry> Mind<G> for Searcher<G> {
    fn begin(&mut self) {
        self.sit_down();
    }

    fn decide(&mut self, truth: &G, rng: &mut Rng) -> (G::Action, u32) {
        let seat = truth.turn().expect("somebody is to move");
        let view = truth.view(seat);
        let thought = if self.plan.cheats() {
            self.endgame.look(&view, Some(truth), &self.notes, 0, self.plan.endgame);
            self.think(&view, |_| truth.clone(), rng)
        } else {
            self.ponder(&view, rng)
        };
        (thought.action, thought.iterations)
    }

    fn saw(&mut self, before: &G::View, event: G::Event) {
        self.listen(before, &event);
    }
}
