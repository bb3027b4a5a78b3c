//! The searching agent: what it believes, when it solves, how long it thinks.

use cards::agent::Allowed;
use cards::{Agent, BySeat, Decision, Game, Rng, Scored, Seat, Side, TimeLeft, View};

use crate::endgame::{Endgame, Limits};
use crate::ismcts::{Choice, Ismcts};
use crate::model::{Belief, Model, UNIT};
use crate::sequential_halving::{Flat, Line, Trial};
use crate::settings::Settings;
use crate::time_manager::Budget;

/// How an agent searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// Search settings.
    pub settings: Settings,
    /// How candidates are tried, where there are too many actions for a tree.
    pub trial: Trial,
    /// No more iterations than this for a decision.
    pub iterations: u32,
    /// Under a clock the time binds and not the iterations.
    pub fills_clock: bool,
    /// How likely the others are, of 1024, to do what the rollout policy would not: what is concluded
    /// from their play. 1024 concludes nothing.
    pub surprise: u32,
    /// When the endgame solver decides.
    pub endgame: Limits,
    /// Does it play a solved game from its solution?
    pub solves: bool,
}

/// An agent that searches.
pub struct Searcher<G: Game, M: Model<G>> {
    config: Config,
    model: M,
    search: Ismcts<G, M>,
    flat: Flat,
    endgame: Endgame<G>,
    candidates: Vec<Line<G::Action>>,
    /// What is left of a candidate that takes several actions, the next one last.
    planned: Vec<G::Action>,
    belief: M::Belief,
    sides: BySeat<Side>,
    chance: Rng,
}

impl<G: Game, M: Model<G>> Searcher<G, M> {
    /// An agent that has not sat down yet.
    pub fn new(config: Config, model: M) -> Searcher<G, M> {
        let sides = G::sides(&G::Rules::default());
        Searcher {
            search: Ismcts::new(config.settings, model.clone(), sides, config.endgame.foresight),
            flat: Flat::new(config.trial),
            endgame: Endgame::new(&model, sides),
            candidates: Vec::new(),
            planned: Vec::new(),
            belief: M::Belief::default(),
            sides,
            chance: Rng::new(0),
            config,
            model,
        }
    }

    /// What the agent believes about hidden cards.
    pub fn belief(&self) -> &M::Belief {
        &self.belief
    }

    /// What to do; `truth` is for those who see all cards.
    fn think(&mut self, view: &G::View, truth: Option<&G>, time: &TimeLeft<'_>) -> Decision<G::Action> {
        if self.config.solves
            && let Some(best) = self.model.solve(view).and_then(|all| all.into_iter().next())
        {
            return Decision { action: best.action, iterations: 0 };
        }
        let (surprise, belief) = (self.config.surprise, self.belief.clone());
        let worlds = |rng: &mut Rng| match truth {
            Some(truth) => truth.clone(),
            None => belief.sample(view, surprise, rng),
        };
        let mut rng = self.chance.clone();
        let decision = self.search_worlds(view, truth, &belief, &worlds, time, &mut rng);
        self.chance = rng;
        decision
    }

    fn search_worlds(
        &mut self,
        view: &G::View,
        truth: Option<&G>,
        belief: &M::Belief,
        worlds: &(impl Fn(&mut Rng) -> G + Sync),
        time: &TimeLeft<'_>,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        if let Some(action) = self.planned.pop()
            && worlds(rng).check(action).is_ok()
        {
            return Decision { action, iterations: 0 };
        }
        let Config { settings, endgame, iterations, fills_clock, surprise, .. } = self.config;
        let is_timed = fills_clock && time.allowed != Allowed::Unlimited;
        let iterations = if is_timed { u32::MAX } else { iterations };
        let budget = Budget::share(iterations, time, self.model.ahead(view));
        self.candidates.clear();
        if self.model.candidates(view, rng, &mut self.candidates) {
            let verdict = self.flat.think(&self.candidates, &settings, &self.model, worlds, budget, rng);
            let (&action, rest) =
                self.candidates[verdict.idea].split_first().expect("a candidate has an action");
            self.planned.clear();
            self.planned.extend(rest.iter().rev());
            return Decision { action, iterations: verdict.playouts };
        }
        self.search.settings.others = belief.others(settings.others);
        self.search.settings.alike = belief.opponents(settings.alike);
        self.endgame.look(&self.model, view, truth, (belief, surprise), endgame);
        // A node takes a third of a microsecond, so the clock has most of its time left for search.
        let affordable = budget.deadline.map_or(u64::MAX, |deadline| deadline.left().as_micros() as u64);
        self.endgame.solve(endgame.nodes.min(affordable));
        if let Some(action) = self.endgame.only() {
            return Decision { action, iterations: 0 };
        }
        let decision = self.search.think(worlds, budget, rng);
        let action = self.endgame.favourite(self.search.choices()).unwrap_or(decision.action);
        Decision { action, ..decision }
    }
}

impl<G: Game, M: Model<G>> Agent<G> for Searcher<G, M> {
    fn start(&mut self, rules: &G::Rules, _: Seat, chance: Rng) {
        self.belief = M::Belief::default();
        self.planned.clear();
        self.sides = G::sides(rules);
        self.search.start(self.sides);
        self.endgame.begin(self.sides);
        self.chance = chance;
    }

    fn observe(&mut self, before: &G::View, event: G::Event) {
        self.belief.observe(before, &event);
        if let Some(action) = self.model.action_of(&event)
            && self.config.settings.goes_on
        {
            self.search.saw(action);
        }
    }

    fn decide(&mut self, view: &G::View, time: &TimeLeft<'_>) -> Decision<G::Action> {
        self.think(view, None, time)
    }

    fn scored(&self, view: &G::View, iterations: u32, mut chance: Rng) -> Vec<Scored<G::Action>> {
        if let Some(all) = self.model.solve(view) {
            return all;
        }
        let (belief, surprise) = (&self.belief, self.config.surprise);
        let worlds = |rng: &mut Rng| belief.sample(view, surprise, rng);
        let mut candidates = Vec::new();
        let mut all: Vec<(Scored<G::Action>, f64)> =
            if self.model.candidates(view, &mut chance, &mut candidates) {
                Flat::score(&candidates, &self.config.settings, &self.model, worlds, iterations, &mut chance)
            } else {
                let Config { settings, endgame, .. } = self.config;
                let settings = Settings { stops_early: false, ..settings };
                let mut search = Ismcts::new(settings, self.model.clone(), self.sides, endgame.foresight);
                search.settings.others = belief.others(settings.others);
                search.settings.alike = belief.opponents(settings.alike);
                search.think(worlds, Budget::iterations(iterations), &mut chance);
                let span = search.span();
                search.choices().iter().map(|choice| scored(choice, span)).collect()
            };
        // The search would do what it tried most.
        all.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        all.into_iter().map(|(scored, _)| scored).collect()
    }
}

/// What a tree has to say of an action, and how often it was tried. The variance is at most what it can be
/// for this mean between the least and the most payoff (Bhatia and Davis 2000), so the margin is rather too
/// wide.
fn scored<A: Copy>(choice: &Choice<A>, (least, most): (i32, i32)) -> (Scored<A>, f64) {
    let (value, unit) = (choice.mean(), f64::from(UNIT));
    let variance = (f64::from(most) / unit - value).max(0.0) * (value - f64::from(least) / unit).max(0.0);
    let visits = f64::from(choice.visits);
    let margin = 1.96 * (variance / visits.max(1.0)).sqrt();
    (Scored { action: choice.action, value, margin }, visits)
}

/// A searcher that sees all cards: what knowing them is worth. It is no [`Agent`], so only a measurement can
/// seat it.
pub struct Cheater<G: Game, M: Model<G>>(Searcher<G, M>);

impl<G: Game, M: Model<G>> Cheater<G, M> {
    /// A cheater that has not sat down yet.
    pub fn new(config: Config, model: M) -> Cheater<G, M> {
        Cheater(Searcher::new(config, model))
    }

    /// A match begins.
    pub fn start(&mut self, rules: &G::Rules, seat: Seat, chance: Rng) {
        self.0.start(rules, seat, chance);
    }

    /// As [`Agent::observe`].
    pub fn observe(&mut self, before: &G::View, event: G::Event) {
        self.0.observe(before, event);
    }

    /// What to do, with every card known.
    pub fn decide(&mut self, truth: &G, time: &TimeLeft<'_>) -> Decision<G::Action> {
        let seat = truth.turn().expect("somebody is to move");
        let view = truth.view(seat);
        debug_assert_eq!(view.seat(), seat);
        self.0.think(&view, Some(truth), time)
    }
}
