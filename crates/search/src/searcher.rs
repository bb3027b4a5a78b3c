//! The searching agent: belief, endgame solver, tree search and time manager in one.

use cards::agent::Allowed;
use cards::{ActionValue, Agent, BySeat, Decision, Game, Rng, Seat, Side, TimeLeft, View};

use crate::Probability;
use crate::endgame::{Endgame, EndgameLimits};
use crate::heuristics::{Belief, Heuristics, UNIT};
use crate::ismcts::{ActionStats, Ismcts};
use crate::sequential_halving::{Candidate, SequentialHalving};
use crate::settings::Settings;
use crate::time_manager::Budget;

/// The configuration of an agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// Search settings.
    pub settings: Settings,
    /// Sequential halving: the critical value z of the paired test by which a candidate replaces the policy's.
    pub critical_value: f64,
    /// The most iterations for a decision.
    pub iterations: u32,
    /// Under a clock, does the time bind instead of the iterations?
    pub fills_clock: bool,
    /// The weight of the belief in samples; see [`Belief`].
    pub belief_weight: Probability,
    /// When the endgame solver decides.
    pub endgame: EndgameLimits,
    /// Does it play a solved game by its solution?
    pub solves: bool,
}

/// An agent that searches.
pub struct Searcher<G: Game, M: Heuristics<G>> {
    config: Config,
    heuristics: M,
    search: Ismcts<G, M>,
    halving: SequentialHalving,
    endgame: Endgame<G>,
    candidates: Vec<Candidate<G::Action>>,
    /// The actions left of the selected macro-action, the next one last.
    macro_action: Vec<G::Action>,
    belief: M::Belief,
    sides: BySeat<Side>,
    rng: Rng,
}

impl<G: Game, M: Heuristics<G>> Searcher<G, M> {
    /// An agent that has not sat down yet.
    pub fn new(config: Config, heuristics: M) -> Searcher<G, M> {
        let sides = G::sides(&G::Rules::default());
        Searcher {
            search: Ismcts::new(config.settings, heuristics.clone(), sides, config.endgame.rollout_cards),
            halving: SequentialHalving::new(config.critical_value),
            endgame: Endgame::new(&heuristics, sides),
            candidates: Vec::new(),
            macro_action: Vec::new(),
            belief: M::Belief::default(),
            sides,
            rng: Rng::new(0),
            config,
            heuristics,
        }
    }

    /// The agent's belief state.
    pub fn belief(&self) -> &M::Belief {
        &self.belief
    }

    /// Decides; only a cheater passes the true world.
    fn think(&mut self, view: &G::View, truth: Option<&G>, time: &TimeLeft<'_>) -> Decision<G::Action> {
        if self.config.solves
            && let Some(best) = self.heuristics.solve(view).and_then(|all| all.into_iter().next())
        {
            return Decision { action: best.action, iterations: 0 };
        }
        let (belief_weight, belief) = (self.config.belief_weight, self.belief.clone());
        let worlds = |rng: &mut Rng| match truth {
            Some(truth) => truth.clone(),
            None => belief.sample(view, belief_weight, rng),
        };
        let mut rng = self.rng.clone();
        let decision = self.search_worlds(view, truth, &belief, &worlds, time, &mut rng);
        self.rng = rng;
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
        if let Some(action) = self.macro_action.pop()
            && worlds(rng).check(action).is_ok()
        {
            return Decision { action, iterations: 0 };
        }
        let Config { settings, endgame, iterations, fills_clock, belief_weight, .. } = self.config;
        let is_timed = fills_clock && time.allowed != Allowed::Unlimited;
        let iterations = if is_timed { u32::MAX } else { iterations };
        let budget = Budget::share(iterations, time, self.heuristics.ahead(view));
        self.candidates.clear();
        if self.heuristics.candidates(view, rng, &mut self.candidates) {
            let selected =
                self.halving.think(&self.candidates, &settings, &self.heuristics, worlds, budget, rng);
            let (&action, rest) =
                self.candidates[selected.candidate].split_first().expect("a candidate has an action");
            self.macro_action.clear();
            self.macro_action.extend(rest.iter().rev());
            return Decision { action, iterations: selected.rollouts };
        }
        self.search.settings = with_opponent_model(settings, belief);
        self.endgame.prepare(&self.heuristics, view, truth, (belief, belief_weight), endgame);
        // One node for each microsecond left: the solver must not take all the time of the tree search.
        let affordable = budget.deadline.map_or(u64::MAX, |deadline| deadline.left().as_micros() as u64);
        self.endgame.solve(endgame.nodes.min(affordable));
        if let Some(action) = self.endgame.only() {
            return Decision { action, iterations: 0 };
        }
        let decision = self.search.think(worlds, budget, rng);
        let action = self.endgame.most_visited(self.search.stats()).unwrap_or(decision.action);
        Decision { action, ..decision }
    }
}

impl<G: Game, M: Heuristics<G>> Agent<G> for Searcher<G, M> {
    fn start(&mut self, rules: &G::Rules, _: Seat, rng: Rng) {
        self.belief = M::Belief::default();
        self.macro_action.clear();
        self.sides = G::sides(rules);
        self.search.start(self.sides);
        self.endgame.begin(self.sides);
        self.rng = rng;
    }

    fn observe(&mut self, before: &G::View, event: G::Event) {
        self.belief.observe(before, &event);
        if let Some(action) = self.heuristics.action_of(&event)
            && self.config.settings.tree_reuse
        {
            self.search.observe(action);
        }
    }

    fn decide(&mut self, view: &G::View, time: &TimeLeft<'_>) -> Decision<G::Action> {
        self.think(view, None, time)
    }

    fn action_values(&self, view: &G::View, iterations: u32, mut rng: Rng) -> Vec<ActionValue<G::Action>> {
        if let Some(all) = self.heuristics.solve(view) {
            return all;
        }
        let (belief, belief_weight) = (&self.belief, self.config.belief_weight);
        let worlds = |rng: &mut Rng| belief.sample(view, belief_weight, rng);
        let mut candidates = Vec::new();
        let mut all: Vec<(ActionValue<G::Action>, f64)> =
            if self.heuristics.candidates(view, &mut rng, &mut candidates) {
                let settings = &self.config.settings;
                SequentialHalving::values(
                    &candidates,
                    settings,
                    &self.heuristics,
                    worlds,
                    iterations,
                    &mut rng,
                )
            } else {
                let Config { settings, endgame, .. } = self.config;
                let settings = Settings { early_stop: false, ..with_opponent_model::<G>(settings, belief) };
                let mut search =
                    Ismcts::new(settings, self.heuristics.clone(), self.sides, endgame.rollout_cards);
                search.think(worlds, Budget::iterations(iterations), &mut rng);
                let span = search.span();
                search.stats().iter().map(|stats| scored(stats, span)).collect()
            };
        // The search would choose the most visited action.
        all.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        all.into_iter().map(|(scored, _)| scored).collect()
    }
}

/// The settings with the posterior weights of the opponent model.
fn with_opponent_model<G: Game>(settings: Settings, belief: &impl Belief<G>) -> Settings {
    Settings {
        opponent_model: belief.opponent_model(settings.opponent_model),
        opponent_model_per_action: belief.opponent_model_per_action(settings.opponent_model_per_action),
        ..settings
    }
}

/// The value of an action with its margin, and its visits. The margin is a heuristic, not a confidence interval: it
/// uses the largest variance possible for this mean within the payoff range (Bhatia and Davis 2000), and it treats
/// visits as independent, which in a tree they are not.
fn scored<A: Copy>(stats: &ActionStats<A>, (least, most): (i32, i32)) -> (ActionValue<A>, f64) {
    let (value, unit) = (stats.mean(), f64::from(UNIT));
    let variance = (f64::from(most) / unit - value).max(0.0) * (value - f64::from(least) / unit).max(0.0);
    let visits = f64::from(stats.visits);
    let margin = 1.96 * (variance / visits.max(1.0)).sqrt();
    (ActionValue { action: stats.action, value, margin }, visits)
}

/// A searcher that sees all cards, to measure the value of knowing them. It is not an [`Agent`], so only a
/// measurement can seat it.
pub struct Cheater<G: Game, M: Heuristics<G>>(Searcher<G, M>);

impl<G: Game, M: Heuristics<G>> Cheater<G, M> {
    /// A cheater that has not sat down yet.
    pub fn new(config: Config, heuristics: M) -> Cheater<G, M> {
        Cheater(Searcher::new(config, heuristics))
    }

    /// A match begins.
    pub fn start(&mut self, rules: &G::Rules, seat: Seat, rng: Rng) {
        self.0.start(rules, seat, rng);
    }

    /// As [`Agent::observe`].
    pub fn observe(&mut self, before: &G::View, event: G::Event) {
        self.0.observe(before, event);
    }

    /// Decides with every card known.
    pub fn decide(&mut self, truth: &G, time: &TimeLeft<'_>) -> Decision<G::Action> {
        let seat = truth.turn().expect("somebody is to move");
        let view = truth.view(seat);
        debug_assert_eq!(view.seat(), seat);
        self.0.think(&view, Some(truth), time)
    }
}
