//! Players by name: the same levels in every game and every command, and search settings for measurements.
//!
//! A [`PlayerSpec`] is text: a name and settings, `champion` or `champion:iterations=5000,rollout-epsilon=0.05`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use cards::{Agent, Policy, PolicyAgent, Random, Rng, View, random_action};
use search::endgame::EndgameLimits;
use search::ismcts::{Aim, Settings};
use search::searcher::{Cheater, Config, Searcher};
use search::sequential_halving::CRITICAL_VALUE;
use search::{Heuristics, Probability};

use crate::catalog::CatalogGame;
use crate::suggest::instead;

/// The levels for people, from the weakest to the strongest.
pub const LEVELS: &[&str] = &["random", "beginner", "club", "expert", "champion"];

/// Players for measurements: tree search without game knowledge, and one that sees all cards.
pub const MEASURED: &[&str] = &["ismcts", "cheater"];

/// A beginner is epsilon-greedy: how often its action is random.
const BEGINNER_EPSILON: Probability = Probability::new(0.25);
/// The iterations of a champion's decision, unless set.
const CHAMPION: u32 = 20_000;
/// The weight of the belief in samples; each game's `Belief` says what it does.
const BELIEF_WEIGHT: Probability = Probability::new(0.75);

/// When the endgame solver decides, and when it ends rollouts.
const ENDGAME: EndgameLimits = EndgameLimits { cards: 16, worlds: 20, nodes: 20_000, rollout_cards: 12 };

/// How a player decides.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// The rollout policy with random actions among its own.
    Beginner,
    /// One of the game's own rule-based policies.
    Named(&'static str),
    /// Search; with all cards open if it cheats.
    Search { cheats: bool },
}

/// A player as text describes it: a level, a rule-based policy or a search with settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerSpec {
    kind: Kind,
    /// The configuration of its search, if it searches.
    pub config: Config,
    /// Was a number of iterations set? Then it holds under any clock.
    has_own_budget: bool,
}

/// The settings of a search, as text names them; docs/strength.md explains each.
pub const SETTINGS: &[&str] = &[
    "iterations",
    "belief",
    "endgame-cards",
    "endgame-worlds",
    "endgame-nodes",
    "rollout-endgame-cards",
    "critical-value",
    "exploration",
    "puct",
    "rollout-epsilon",
    "opponent-model",
    "opponent-model-per-action",
    "rollout-truncation",
    "control-variate",
    "threads",
    "nodes",
    "tree-reuse",
    "early-stop",
    "aim",
];

/// Earlier names of settings whose values mean the same.
const RENAMED: &[(&str, &str)] =
    &[("evaluation", "rollout-truncation"), ("noise", "rollout-epsilon"), ("confidence", "critical-value")];

/// Still earlier names of settings, in stored records and scripts. Their probabilities are numbers of 1024.
const EARLIER: &[(&str, &str)] = &[
    ("endgame", "endgame-cards"),
    ("worlds", "endgame-worlds"),
    ("effort", "endgame-nodes"),
    ("foresight", "rollout-endgame-cards"),
    ("proof", "critical-value"),
    ("explore", "exploration"),
    ("lean", "puct"),
    ("others", "opponent-model-per-action"),
    ("alike", "opponent-model"),
    ("judged", "rollout-truncation"),
    ("evens", "control-variate"),
    ("goes-on", "tree-reuse"),
    ("early", "early-stop"),
];

/// Why a text names no player, or one that cannot sit at this table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotSeated {
    /// The game has no player of this name.
    #[error("no player named `{name}`; {}", instead(name, "players", known))]
    UnknownPlayer {
        /// The name.
        name: String,
        /// Who may sit at a table of this game.
        known: Vec<&'static str>,
    },
    /// No setting has this key.
    #[error("no setting named `{key}`; {}", instead(key, "settings", known))]
    UnknownSetting {
        /// The key.
        key: String,
        /// The keys there are.
        known: &'static [&'static str],
    },
    /// A setting without a value.
    #[error("expected a setting like rollout-epsilon=0.1, found {setting:?}")]
    NoValue {
        /// What stands in its place.
        setting: String,
    },
    /// A setting with a value it cannot have.
    #[error("{key}: expected {expected}, found {value:?}")]
    BadValue {
        /// The key.
        key: String,
        /// What would have been right.
        expected: &'static str,
        /// The value.
        value: String,
    },
    /// A player who sees all cards, at a table where cards are hidden.
    #[error("a cheater sees all cards; only `croupier duel` seats one")]
    Cheater,
    /// A table whose game is not in the catalog.
    #[error("no game named `{game}`; {}", instead(game, "games", crate::catalog::NAMES))]
    UnknownGame {
        /// The game's name.
        game: String,
    },
}

impl PlayerSpec {
    /// Reads a name and settings. The names are the levels, the game's own policies, `ismcts` (tree search without
    /// domain knowledge: random rollouts, no priors, no belief; the exploration constant and the aim stay the game's)
    /// and `cheater` (sees all hands and the order of the stock).
    pub fn read<G: CatalogGame>(text: &str) -> Result<PlayerSpec, NotSeated> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let search = |cheats, iterations| (Kind::Search { cheats }, iterations);
        let own = || G::POLICIES.iter().find(|&&own| own == name).map(|&own| (Kind::Named(own), 0));
        let (kind, iterations) = match name {
            "random" => (Kind::Named("random"), 0),
            "beginner" => (Kind::Beginner, 0),
            "club" => search(false, 400),
            "expert" => search(false, 4_000),
            "champion" => search(false, CHAMPION),
            "ismcts" => search(false, 10_000),
            "cheater" => search(true, CHAMPION),
            _ => own()
                .ok_or_else(|| NotSeated::UnknownPlayer { name: name.to_owned(), known: names::<G>() })?,
        };
        let mut plan = PlayerSpec {
            kind,
            config: Config {
                settings: G::Heuristics::default().settings(),
                critical_value: CRITICAL_VALUE,
                iterations,
                // The other levels are equally strong on every machine.
                fills_clock: matches!(name, "champion" | "cheater"),
                belief_weight: BELIEF_WEIGHT,
                endgame: ENDGAME,
                solves: matches!(name, "expert" | "champion" | "cheater"),
            },
            has_own_budget: false,
        };
        let config = &mut plan.config;
        if name == "ismcts" {
            config.settings = Settings {
                puct: 0.0,
                rollout_epsilon: Probability::ONE,
                opponent_model_per_action: Probability::ZERO,
                opponent_model: Probability::ZERO,
                rollout_truncation: Probability::ZERO,
                control_variate: false,
                tree_reuse: false,
                early_stop: false,
                ..config.settings
            };
            config.belief_weight = Probability::ZERO;
            (config.endgame.cards, config.endgame.rollout_cards) = (0, 0);
        }
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (key, value) =
                setting.split_once('=').ok_or_else(|| NotSeated::NoValue { setting: setting.to_owned() })?;
            plan.set(key, value)?;
        }
        Ok(plan)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), NotSeated> {
        if key == "trust" {
            // Its meaning was the other way round: the probability of a deviation from the opponent model.
            self.config.belief_weight = of_1024(key, value)?.complement();
            return Ok(());
        }
        let earlier = EARLIER.iter().find(|(old, _)| *old == key).map(|&(_, new)| new);
        let renamed = RENAMED.iter().find(|(old, _)| *old == key).map(|&(_, new)| new);
        let share = if earlier.is_some() { of_1024 } else { probability };
        let config = &mut self.config;
        let settings = &mut config.settings;
        match earlier.or(renamed).unwrap_or(key) {
            "iterations" => {
                (config.iterations, config.fills_clock) = (number(key, value)?, false);
                self.has_own_budget = true;
            }
            "belief" => config.belief_weight = share(key, value)?,
            "endgame-cards" => config.endgame.cards = number(key, value)?,
            "endgame-worlds" => config.endgame.worlds = number::<usize>(key, value)?.min(10_000),
            "endgame-nodes" => config.endgame.nodes = number(key, value)?,
            "rollout-endgame-cards" => config.endgame.rollout_cards = number(key, value)?,
            "critical-value" => config.critical_value = factor(key, value)?.into(),
            "exploration" => settings.exploration = factor(key, value)?,
            "puct" => settings.puct = factor(key, value)?,
            // As `noise` it was at first a number of 1024, then a probability.
            "rollout-epsilon" if renamed.is_some() => {
                settings.rollout_epsilon =
                    probability(key, value).or_else(|why| of_1024(key, value).map_err(|_| why))?
            }
            "rollout-epsilon" => settings.rollout_epsilon = share(key, value)?,
            "opponent-model" => settings.opponent_model = share(key, value)?,
            "opponent-model-per-action" => settings.opponent_model_per_action = share(key, value)?,
            "rollout-truncation" => settings.rollout_truncation = share(key, value)?,
            "control-variate" => settings.control_variate = is_set(key, value)?,
            "threads" => settings.threads = within(key, value, 1..=64, "1 to 64 threads")? as usize,
            "nodes" => {
                settings.nodes = within(key, value, 2..=1 << 26, "2 to 67108864 nodes")? as usize;
            }
            "tree-reuse" => settings.tree_reuse = is_set(key, value)?,
            "early-stop" => settings.early_stop = is_set(key, value)?,
            "aim" => {
                settings.aim = match value {
                    // `score` is the earlier name.
                    "payoff" | "score" => Aim::Payoff,
                    "win" => Aim::Win,
                    _ => return Err(bad(key, "payoff or win", value)),
                }
            }
            _ => return Err(NotSeated::UnknownSetting { key: key.to_owned(), known: SETTINGS }),
        }
        Ok(())
    }

    /// The same player with this number of iterations for a decision, unless its text sets one.
    #[must_use]
    pub fn with_iterations(mut self, iterations: u32) -> PlayerSpec {
        if !self.has_own_budget {
            (self.config.iterations, self.config.fills_clock) = (iterations, false);
        }
        self
    }

    /// The same player with at least `threads` threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> PlayerSpec {
        self.config.settings.threads = self.config.settings.threads.max(threads);
        self
    }

    /// The same player, but it uses all the time of a clock, unless its text sets iterations.
    #[must_use]
    pub fn filling_clock(mut self) -> PlayerSpec {
        self.config.fills_clock |= !self.has_own_budget;
        self
    }

    /// Does it see all cards? Then it is not an agent (see [`PlayerSpec::cheater`]).
    pub fn cheats(&self) -> bool {
        self.kind == Kind::Search { cheats: true }
    }

    /// An agent for any table.
    pub fn agent<G: CatalogGame>(&self) -> Result<Box<dyn Agent<G>>, NotSeated> {
        match self.kind {
            Kind::Beginner => Ok(Box::new(PolicyAgent::new(Beginner))),
            Kind::Named("random") => Ok(Box::new(PolicyAgent::new(Random))),
            Kind::Named(name) => Ok(G::policy(name).expect("the plan was read for this game")),
            Kind::Search { cheats: false } => {
                Ok(Box::new(Searcher::<G, G::Heuristics>::new(self.config, G::Heuristics::default())))
            }
            Kind::Search { cheats: true } => Err(NotSeated::Cheater),
        }
    }

    /// A player for measurements that sees all cards, if the text names one.
    pub fn cheater<G: CatalogGame>(&self) -> Option<Cheater<G, G::Heuristics>> {
        self.cheats().then(|| Cheater::new(self.config, G::Heuristics::default()))
    }
}

/// Every player that may sit down at a table of this game, from the weakest to the strongest. The game's own
/// policies are stronger than a beginner and not stronger than `club`: a test runs the league.
pub fn names<G: CatalogGame>() -> Vec<&'static str> {
    let (without_search, searching) = LEVELS.split_at(2);
    let own = G::POLICIES.iter().filter(|name| !LEVELS.contains(name));
    without_search.iter().chain(own).chain(searching).copied().collect()
}

/// The rollout policy with random actions among its own.
struct Beginner;

impl<G: CatalogGame> Policy<G> for Beginner {
    fn choose(&self, view: &G::View, rng: &mut Rng) -> G::Action {
        // The rollout policy uses only what the view knows of a world.
        let world = view.sample(rng);
        if BEGINNER_EPSILON.draw(rng) {
            random_action(&world, rng)
        } else {
            G::Heuristics::default().rollout(&world, rng)
        }
    }
}

fn bad(key: &str, expected: &'static str, value: &str) -> NotSeated {
    NotSeated::BadValue { key: key.to_owned(), expected, value: value.to_owned() }
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, NotSeated> {
    value.parse().map_err(|_| bad(key, "a whole number", value))
}

fn within(
    key: &str,
    value: &str,
    range: RangeInclusive<u32>,
    expected: &'static str,
) -> Result<u32, NotSeated> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| bad(key, expected, value))
}

fn is_set(key: &str, value: &str) -> Result<bool, NotSeated> {
    within(key, value, 0..=1, "0 or 1").map(|number| number == 1)
}

fn factor(key: &str, value: &str) -> Result<f32, NotSeated> {
    let number = value.parse().ok().filter(|number: &f32| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| bad(key, "a number that is not negative", value))
}

fn probability(key: &str, value: &str) -> Result<Probability, NotSeated> {
    let number = value.parse().ok().filter(|number: &f32| (0.0..=1.0).contains(number));
    number.map(Probability::new).ok_or_else(|| bad(key, "a probability from 0 to 1", value))
}

fn of_1024(key: &str, value: &str) -> Result<Probability, NotSeated> {
    within(key, value, 0..=1024, "a number from 0 to 1024").map(Probability::of_1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::durak::Durak;

    fn refused(text: &str) -> NotSeated {
        PlayerSpec::read::<Durak>(text).and_then(|plan| plan.agent::<Durak>().map(drop)).expect_err(text)
    }

    #[test]
    fn every_refusal_can_be_matched_on_and_says_what_would_have_been_right() {
        let NotSeated::UnknownPlayer { name, known } = refused("grandmaster:puct=1") else { panic!() };
        assert_eq!((name.as_str(), known), ("grandmaster", names::<Durak>()));
        let NotSeated::UnknownSetting { key, known } = refused("champion:pukt=1") else { panic!() };
        assert_eq!((key.as_str(), known), ("pukt", SETTINGS));
        assert_eq!(refused("champion:puct"), NotSeated::NoValue { setting: "puct".to_owned() });
        assert_eq!(
            refused("club:rollout-epsilon=102").to_string(),
            "rollout-epsilon: expected a probability from 0 to 1, found \"102\""
        );
        assert_eq!(refused("club:aim=high").to_string(), "aim: expected payoff or win, found \"high\"");
        assert_eq!(refused("cheater"), NotSeated::Cheater);
    }

    #[test]
    fn every_setting_that_is_listed_is_known() {
        let earlier = EARLIER.iter().chain(RENAMED).map(|(old, _)| old);
        for key in SETTINGS.iter().chain(earlier).chain(&["trust"]) {
            let value = match *key {
                "aim" => "win",
                "nodes" => "2",
                _ => "1",
            };
            assert!(PlayerSpec::read::<Durak>(&format!("champion:{key}={value}")).is_ok(), "{key}");
        }
    }

    #[test]
    fn earlier_spellings_of_settings_mean_the_same() {
        for (old, new) in [
            ("trust=256", "belief=0.75"),
            ("trust=1024", "belief=0"),
            ("lean=0.5,noise=512", "puct=0.5,rollout-epsilon=0.5"),
            ("noise=0.5,evaluation=0.5", "rollout-epsilon=0.5,rollout-truncation=0.5"),
            ("confidence=2,aim=score", "critical-value=2,aim=payoff"),
            (
                "others=256,alike=32,judged=1024",
                "opponent-model-per-action=0.25,opponent-model=0.031,rollout-truncation=1",
            ),
            (
                "endgame=9,worlds=3,effort=100,foresight=7",
                "endgame-cards=9,endgame-worlds=3,endgame-nodes=100,rollout-endgame-cards=7",
            ),
            (
                "evens=0,goes-on=0,early=0,proof=2,explore=1",
                "control-variate=0,tree-reuse=0,early-stop=0,critical-value=2,exploration=1",
            ),
        ] {
            let plan =
                |settings: &str| PlayerSpec::read::<Durak>(&format!("champion:{settings}")).expect(settings);
            assert_eq!(plan(old), plan(new), "{old}");
        }
    }
}
