//! Levels of play under the same names in every game and every command, and what may be changed about
//! them for a measurement.
//!
//! A [`Plan`] is text: a name and settings, `champion` or `champion:iterations=5000,noise=50`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use cards::{Agent, Policy, Random, Rng, Ruled, View, random_action};
use search::Model;
use search::endgame::Limits;
use search::ismcts::{Aim, Settings};
use search::searcher::{Cheater, Config, Searcher};
use search::sequential_halving::Trial;

use crate::catalog::CatalogGame;

/// The levels for people, from the weakest to the strongest.
pub const LEVELS: &[&str] = &["random", "beginner", "club", "expert", "champion"];

/// Players for measurements: the search of the textbook, and one that sees all cards.
pub const MEASURED: &[&str] = &["ismcts", "cheater"];

/// So many of 1024 actions of a beginner are random.
const SLIPS: u32 = 256;
/// What a search may take where nobody names another budget.
const CHAMPION: u32 = 20_000;
/// How likely the others are to surprise, of 1024.
const SURPRISE: u32 = 256;

/// When exact search decides, and when it ends playouts.
const ENDGAME: Limits = Limits { cards: 16, worlds: 20, nodes: 20_000, foresight: 12 };

/// Who decides and how.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// The sensible player with slips.
    Beginner,
    /// One of the game's own hand-written players.
    Named(&'static str),
    /// Search; on the truth if it cheats.
    Search { cheats: bool },
}

/// A player as it was ordered: a level, a hand-written policy or a search with settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    kind: Kind,
    /// How it searches, if it does.
    pub config: Config,
    /// Does it keep to the iterations it was ordered with, whatever the clock?
    has_own_budget: bool,
}

/// The settings of a search, as text names them.
pub const SETTINGS: &[&str] = &[
    "iterations",
    "trust",
    "endgame",
    "worlds",
    "effort",
    "foresight",
    "proof",
    "explore",
    "lean",
    "noise",
    "others",
    "alike",
    "judged",
    "evens",
    "threads",
    "nodes",
    "goes-on",
    "early",
    "aim",
];

/// Why a text names no player, or one that cannot sit at this table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotSeated {
    /// The game has no player of this name.
    #[error("expected a player ({}), found {name:?}", known.join(", "))]
    UnknownPlayer {
        /// The name.
        name: String,
        /// Who may sit at a table of this game.
        known: Vec<&'static str>,
    },
    /// No setting has this key.
    #[error("expected a setting ({}), found {key:?}", known.join(", "))]
    UnknownSetting {
        /// The key.
        key: String,
        /// The keys there are.
        known: &'static [&'static str],
    },
    /// A setting without a value.
    #[error("expected a setting like noise=100, found {setting:?}")]
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
    #[error("a cheater looks into the others' hands; it is for `croupier duel` alone")]
    Cheater,
    /// A table whose game is not in the catalog.
    #[error("expected a game of the catalog, found {game:?}")]
    UnknownGame {
        /// The game's name.
        game: String,
    },
}

impl Plan {
    /// Reads a name and settings. The names are the levels, the game's own policies, `ismcts` (the
    /// search of the textbook: random playouts, no early stop) and `cheater` (looks into all hands).
    pub fn read<G: CatalogGame>(text: &str) -> Result<Plan, NotSeated> {
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
        let mut plan = Plan {
            kind,
            config: Config {
                settings: G::Model::default().settings(),
                trial: Trial::default(),
                iterations,
                // The others are as strong on every machine.
                fills_clock: matches!(name, "champion" | "cheater"),
                surprise: SURPRISE,
                endgame: ENDGAME,
                solves: matches!(name, "expert" | "champion" | "cheater"),
            },
            has_own_budget: false,
        };
        let config = &mut plan.config;
        if name == "ismcts" {
            config.settings = Settings {
                leaning: 0.0,
                noise: 1024,
                others: 0,
                alike: 0,
                judged: 0,
                evens_luck: false,
                goes_on: false,
                stops_early: false,
                ..config.settings
            };
            config.surprise = 1024;
            (config.endgame.cards, config.endgame.foresight) = (0, 0);
        }
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (key, value) =
                setting.split_once('=').ok_or_else(|| NotSeated::NoValue { setting: setting.to_owned() })?;
            plan.set(key, value)?;
        }
        Ok(plan)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), NotSeated> {
        fn bad(key: &str, expected: &'static str, value: &str) -> NotSeated {
            NotSeated::BadValue { key: key.to_owned(), expected, value: value.to_owned() }
        }
        fn number<T: FromStr>(key: &str, value: &str) -> Result<T, NotSeated> {
            value.parse().map_err(|_| bad(key, "a number", value))
        }
        fn within(
            key: &str,
            value: &str,
            range: RangeInclusive<u32>,
            expected: &'static str,
        ) -> Result<u32, NotSeated> {
            value
                .parse()
                .ok()
                .filter(|number| range.contains(number))
                .ok_or_else(|| bad(key, expected, value))
        }
        let share = |key, value| within(key, value, 0..=1024, "a number from 0 to 1024");
        let is_set = |key, value| within(key, value, 0..=1, "0 or 1").map(|number| number == 1);
        let factor = |key, value: &str| {
            let number = value.parse().ok().filter(|number: &f32| number.is_finite() && *number >= 0.0);
            number.ok_or_else(|| bad(key, "a number that is not negative", value))
        };
        let config = &mut self.config;
        let settings = &mut config.settings;
        match key {
            "iterations" => {
                (config.iterations, config.fills_clock) = (number(key, value)?, false);
                self.has_own_budget = true;
            }
            "trust" => config.surprise = share(key, value)?,
            "endgame" => config.endgame.cards = number(key, value)?,
            "worlds" => config.endgame.worlds = number::<usize>(key, value)?.min(10_000),
            "foresight" => config.endgame.foresight = number(key, value)?,
            "effort" => config.endgame.nodes = number(key, value)?,
            "proof" => config.trial.proof = factor(key, value)?.into(),
            "explore" => settings.exploration = factor(key, value)?,
            "lean" => settings.leaning = factor(key, value)?,
            "noise" => settings.noise = share(key, value)?,
            "others" => settings.others = share(key, value)?,
            "alike" => settings.alike = share(key, value)?,
            "evens" => settings.evens_luck = is_set(key, value)?,
            "judged" => settings.judged = share(key, value)?,
            "threads" => settings.threads = within(key, value, 1..=64, "1 to 64 threads")? as usize,
            "nodes" => {
                settings.nodes = within(key, value, 2..=1 << 26, "2 to 67108864 nodes")? as usize;
            }
            "goes-on" => settings.goes_on = is_set(key, value)?,
            "early" => settings.stops_early = is_set(key, value)?,
            "aim" => {
                settings.aim = match value {
                    "score" => Aim::Score,
                    "win" => Aim::Win,
                    _ => return Err(bad(key, "score or win", value)),
                }
            }
            _ => return Err(NotSeated::UnknownSetting { key: key.to_owned(), known: SETTINGS }),
        }
        Ok(())
    }

    /// The same player with so many iterations for a decision, unless it was ordered with its own.
    #[must_use]
    pub fn with_iterations(mut self, iterations: u32) -> Plan {
        if !self.has_own_budget {
            (self.config.iterations, self.config.fills_clock) = (iterations, false);
        }
        self
    }

    /// The same player with at least so many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Plan {
        self.config.settings.threads = self.config.settings.threads.max(threads);
        self
    }

    /// The same player, who takes all the time a clock gives, unless it was ordered with iterations.
    #[must_use]
    pub fn filling_clock(mut self) -> Plan {
        self.config.fills_clock |= !self.has_own_budget;
        self
    }

    /// Does it look at all cards? Then it is no agent (see [`Plan::cheater`]).
    pub fn cheats(&self) -> bool {
        self.kind == Kind::Search { cheats: true }
    }

    /// A player for any table, where nobody looks at hidden cards.
    pub fn agent<G: CatalogGame>(&self) -> Result<Box<dyn Agent<G>>, NotSeated> {
        match self.kind {
            Kind::Beginner => Ok(Box::new(Ruled::new(Beginner))),
            Kind::Named("random") => Ok(Box::new(Ruled::new(Random))),
            Kind::Named(name) => Ok(G::policy(name).expect("the plan was read for this game")),
            Kind::Search { cheats: false } => {
                Ok(Box::new(Searcher::<G, G::Model>::new(self.config, G::Model::default())))
            }
            Kind::Search { cheats: true } => Err(NotSeated::Cheater),
        }
    }

    /// A player for measurements that looks at all cards, if that is what was ordered.
    pub fn cheater<G: CatalogGame>(&self) -> Option<Cheater<G, G::Model>> {
        self.cheats().then(|| Cheater::new(self.config, G::Model::default()))
    }
}

/// Everybody who may sit down at a table of this game: the levels, and the game's own policies.
pub fn names<G: CatalogGame>() -> Vec<&'static str> {
    let own = G::POLICIES.iter().filter(|name| !LEVELS.contains(name));
    LEVELS.iter().chain(own).copied().collect()
}

/// Plays as the rollout policy does three times of four, and else anything.
struct Beginner;

impl<G: CatalogGame> Policy<G> for Beginner {
    fn choose(&self, view: &G::View, rng: &mut Rng) -> G::Action {
        // The rollout policy uses nothing of a world but what the view knows.
        let world = view.sample(rng);
        if rng.below(1024) < SLIPS {
            random_action(&world, rng)
        } else {
            G::Model::default().rollout(&world, rng)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::durak::Durak;

    fn refused(text: &str) -> NotSeated {
        Plan::read::<Durak>(text).and_then(|plan| plan.agent::<Durak>().map(drop)).expect_err(text)
    }

    #[test]
    fn every_refusal_can_be_matched_on_and_says_what_would_have_been_right() {
        let NotSeated::UnknownPlayer { name, known } = refused("grandmaster:noise=1") else { panic!() };
        assert_eq!((name.as_str(), known), ("grandmaster", names::<Durak>()));
        let NotSeated::UnknownSetting { key, known } = refused("champion:noize=1") else { panic!() };
        assert_eq!((key.as_str(), known), ("noize", SETTINGS));
        assert_eq!(refused("champion:noise"), NotSeated::NoValue { setting: "noise".to_owned() });
        assert_eq!(
            refused("club:noise=x").to_string(),
            "noise: expected a number from 0 to 1024, found \"x\""
        );
        assert_eq!(refused("club:aim=high").to_string(), "aim: expected score or win, found \"high\"");
        assert_eq!(refused("cheater"), NotSeated::Cheater);
    }

    #[test]
    fn every_setting_that_is_listed_is_known() {
        for key in SETTINGS {
            let value = match *key {
                "aim" => "win",
                "nodes" => "2",
                _ => "1",
            };
            assert!(Plan::read::<Durak>(&format!("champion:{key}={value}")).is_ok(), "{key}");
        }
    }
}
