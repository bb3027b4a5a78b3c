//! Levels of play under the same names in every game and every command, and what may be changed about
//! them for a measurement.
//!
//! A [`Plan`] is text: a name and settings, `champion` or `champion:iterations=5000,noise=50`.

use std::fmt;
use std::str::FromStr;

use cards::{Agent, Policy, Random, Rng, Ruled, View, random_action};
use search::Model;
use search::endgame::Limits;
use search::ismcts::{Aim, Settings};
use search::searcher::{Cheater, Config, Searcher};
use search::sequential_halving::Trial;

use crate::catalog::Entry;

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

/// Why a plan was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotSeated(pub String);

impl fmt::Display for NotSeated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for NotSeated {}

impl Plan {
    /// Reads a name and settings. The names are the levels, the game's own policies, `ismcts` (the
    /// search of the textbook: random playouts, no early stop) and `cheater` (looks into all hands).
    pub fn read<G: Entry>(text: &str) -> Result<Plan, NotSeated> {
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
            _ => own().ok_or_else(|| {
                NotSeated(format!("expected a player ({}), found {name:?}", names::<G>().join(", ")))
            })?,
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
            let (key, value) = setting
                .split_once('=')
                .ok_or_else(|| NotSeated(format!("expected a setting like noise=100, found {setting:?}")))?;
            plan.set(key, value)?;
        }
        Ok(plan)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), NotSeated> {
        fn number<T: FromStr>(key: &str, value: &str) -> Result<T, NotSeated> {
            value.parse().map_err(|_| NotSeated(format!("{key}: expected a number, found {value:?}")))
        }
        let config = &mut self.config;
        let settings = &mut config.settings;
        match key {
            "iterations" => {
                (config.iterations, config.fills_clock) = (number(key, value)?, false);
                self.has_own_budget = true;
            }
            "trust" => config.surprise = number(key, value)?,
            "endgame" => config.endgame.cards = number(key, value)?,
            "worlds" => config.endgame.worlds = number::<usize>(key, value)?.min(10_000),
            "foresight" => config.endgame.foresight = number(key, value)?,
            "effort" => config.endgame.nodes = number(key, value)?,
            "proof" => config.trial.proof = number(key, value)?,
            "explore" => settings.exploration = number(key, value)?,
            "lean" => settings.leaning = number(key, value)?,
            "noise" => settings.noise = number(key, value)?,
            "others" => settings.others = number(key, value)?,
            "alike" => settings.alike = number(key, value)?,
            "evens" => settings.evens_luck = number::<u8>(key, value)? != 0,
            "judged" => settings.judged = number(key, value)?,
            "threads" => settings.threads = number::<usize>(key, value)?.clamp(1, 256),
            "nodes" => settings.nodes = number::<usize>(key, value)?.clamp(2, 1 << 26),
            "goes-on" => settings.goes_on = number::<u8>(key, value)? != 0,
            "early" => settings.stops_early = number::<u8>(key, value)? != 0,
            "aim" => {
                settings.aim = match value {
                    "score" => Aim::Score,
                    "win" => Aim::Win,
                    _ => return Err(NotSeated(format!("aim: expected score or win, found {value:?}"))),
                }
            }
            _ => {
                let keys = "iterations, trust, endgame, worlds, effort, foresight, proof, explore, lean, \
                            noise, others, alike, judged, evens, threads, nodes, goes-on, early, aim";
                return Err(NotSeated(format!("expected a setting ({keys}), found {key:?}")));
            }
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
    pub fn agent<G: Entry>(&self) -> Result<Box<dyn Agent<G>>, NotSeated> {
        match self.kind {
            Kind::Beginner => Ok(Box::new(Ruled::new(Beginner))),
            Kind::Named("random") => Ok(Box::new(Ruled::new(Random))),
            Kind::Named(name) => Ok(G::policy(name).expect("the plan was read for this game")),
            Kind::Search { cheats: false } => Ok(Box::new(Searcher::<G, G::Model>::new(self.config, G::Model::default()))),
            Kind::Search { cheats: true } => Err(NotSeated(
                "a cheater looks into the others' hands; it is for `croupier duel` alone".to_owned(),
            )),
        }
    }

    /// A player for measurements that looks at all cards, if that is what was ordered.
    pub fn cheater<G: Entry>(&self) -> Option<Cheater<G, G::Model>> {
        self.cheats().then(|| Cheater::new(self.config, G::Model::default()))
    }
}

/// Everybody who may sit down at a table of this game: the levels, and the game's own policies.
pub fn names<G: Entry>() -> Vec<&'static str> {
    let own = G::POLICIES.iter().filter(|name| !LEVELS.contains(name));
    LEVELS.iter().chain(own).copied().collect()
}

/// Plays as the rollout policy does three times of four, and else anything.
struct Beginner;

impl<G: Entry> Policy<G> for Beginner {
    fn choose(&self, view: &G::View, rng: &mut Rng) -> G::Action {
        // The rollout policy uses nothing of a world but what the view knows.
        let world = view.sample(rng);
        if rng.below(1024) < SLIPS { random_action(&world, rng) } else { G::Model::default().rollout(&world, rng) }
    }
}
