//! The searching agent: belief, endgame solver, tree search and time manager in one.

use cards::agent::Allowed;
use cards::{Agent, BySeat, Decision, Game, Rng, Scored, Seat, Side, TimeLeft, View};

use crate::Probability;
use crate::endgame::{Endgame, EndgameLimits};
use crate::ismcts::{ActionStats, Ismcts};
use crate::model::{Belief, Model, UNIT};
use crate::sequential_halving::{Candidate, SequentialHalving};
use crate::settings::Settings;
use crate::time_manager::Budget;

/// The configuration of an agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// Search settings.
    pub settings: Settings,
    /// By how many standard errors a candidate must beat the rollout policy's, where there are too many
    /// actions for a tree.
    pub confidence: f64,
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
pub struct Searcher<G: Game, M: Model<G>> {
    config: Config,
    model: M,
    search: Ismcts<G, M>,
    halving: SequentialHalving,
    endgame: Endgame<G>,
    candidates: Vec<Candidate<G::Action>>,
    /// The actions left of the selected candidate, the next one last.
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
            search: Ismcts::new(config.settings, model.clone(), sides, config.endgame.rollout_cards),
            halving: SequentialHalving::new(config.confidence),
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

    /// The agent's belief state.
    pub fn belief(&self) -> &M::Belief {
        &self.belief
    }

    /// Decides; only a cheater passes the true world.
    fn think(&mut self, view: &G::View, truth: Option<&G>, time: &TimeLeft<'_>) -> Decision<G::Action> {
        if self.config.solves
            && let Some(best) = self.model.solve(view).and_then(|all| all.into_iter().next())
        {
            return Decision { action: best.action, iterations: 0 };
        }
        let (belief_weight, belief) = (self.config.belief_weight, self.belief.clone());
        let worlds = |rng: &mut Rng| match truth {
            Some(truth) => truth.clone(),
            None => belief.sample(view, belief_weight, rng),
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
        let Config { settings, endgame, iterations, fills_clock, belief_weight, .. } = self.config;
        let is_timed = fills_clock && time.allowed != Allowed::Unlimited;
        let iterations = if is_timed { u32::MAX } else { iterations };
        let budget = Budget::share(iterations, time, self.model.ahead(view));
        self.candidates.clear();
        if self.model.candidates(view, rng, &mut self.candidates) {
            let selected = self.halving.think(&self.candidates, &settings, &self.model, worlds, budget, rng);
            let (&action, rest) =
                self.candidates[selected.candidate].split_first().expect("a candidate has an action");
            self.planned.clear();
            self.planned.extend(rest.iter().rev());
            return Decision { action, iterations: selected.rollouts };
        }
        self.search.settings = with_opponent_model(settings, belief);
        self.endgame.prepare(&self.model, view, truth, (belief, belief_weight), endgame);
        // A node takes a third of a microsecond, so at least two thirds of the time are left for tree search.
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
            && self.config.settings.tree_reuse
        {
            self.search.observe(action);
        }
    }

    fn decide(&mut self, view: &G::View, time: &TimeLeft<'_>) -> Decision<G::Action> {
        self.think(view, None, time)
    }

    fn scored(&self, view: &G::View, iterations: u32, mut chance: Rng) -> Vec<Scored<G::Action>> {
        if let Some(all) = self.model.solve(view) {
            return all;
        }
        let (belief, belief_weight) = (&self.belief, self.config.belief_weight);
        let worlds = |rng: &mut Rng| belief.sample(view, belief_weight, rng);
        let mut candidates = Vec::new();
        let mut all: Vec<(Scored<G::Action>, f64)> =
            if self.model.candidates(view, &mut chance, &mut candidates) {
                let settings = &self.config.settings;
                SequentialHalving::score(&candidates, settings, &self.model, worlds, iterations, &mut chance)
            } else {
                let Config { settings, endgame, .. } = self.config;
                let settings = Settings { early_stop: false, ..with_opponent_model::<G>(settings, belief) };
                let mut search = Ismcts::new(settings, self.model.clone(), self.sides, endgame.rollout_cards);
                search.think(worlds, Budget::iterations(iterations), &mut chance);
                let span = search.span();
                search.stats().iter().map(|stats| scored(stats, span)).collect()
            };
        // The search would choose the most visited action.
        all.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        all.into_iter().map(|(scored, _)| scored).collect()
    }
}

/// The settings with the opponent model as the belief has it.
fn with_opponent_model<G: Game>(settings: Settings, belief: &impl Belief<G>) -> Settings {
    Settings {
        opponent_model: belief.opponent_model(settings.opponent_model),
        opponent_model_per_action: belief.opponent_model_per_action(settings.opponent_model_per_action),
        ..settings
    }
}

/// The value of an action with its margin, and its visits. The margin uses the largest variance possible for
/// this mean within the payoff range (Bhatia and Davis 2000). It is rough: it treats visits as independent.
fn scored<A: Copy>(stats: &ActionStats<A>, (least, most): (i32, i32)) -> (Scored<A>, f64) {
    let (value, unit) = (stats.mean(), f64::from(UNIT));
    let variance = (f64::from(most) / unit - value).max(0.0) * (value - f64::from(least) / unit).max(0.0);
    let visits = f64::from(stats.visits);
    let margin = 1.96 * (variance / visits.max(1.0)).sqrt();
    (Scored { action: stats.action, value, margin }, visits)
}

/// A searcher that sees all cards, to measure the value of knowing them. It is not an [`Agent`], so only a
/// measurement can seat it.
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

    /// Decides with every card known.
    pub fn decide(&mut self, truth: &G, time: &TimeLeft<'_>) -> Decision<G::Action> {
        let seat = truth.turn().expect("somebody is to move");
        let view = truth.view(seat);
        debug_assert_eq!(view.seat(), seat);
        self.0.think(&view, Some(truth), time)
    }
}
