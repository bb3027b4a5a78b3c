//! Levels of play under the same names in every game and every command, and what may be changed about
//! them for a measurement.
//!
//! A [`Plan`] is text: a name and settings, `champion` or `champion:iterations=5000,noise=50`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cards::{ParseError, Policy, Rng, View, random_action};
use search::flat::Trial;
use search::ismcts::{Aim, Settings};
use search::selfplay::{Honest, Mind};

use crate::catalog::Entry;
use crate::endgame::Limits;
use crate::searcher::Searcher;

/// The levels for people, from the weakest to the strongest.
pub const LEVELS: &[&str] = &["random", "beginner", "club", "expert", "champion"];

/// So many of 1024 actions of a beginner are random.
const SLIPS: u32 = 256;
/// What a search may take where nobody names another budget.
const CHAMPION: u32 = 20_000;
/// How likely the others are to surprise, of 1024.
const TRUST: u32 = 256;

/// When exact search decides, and when it ends playouts.
const ENDGAME: Limits = Limits { cards: 16, worlds: 20, nodes: 20_000, foresight: 12 };

/// Time to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// As long as the iterations take.
    Free,
    /// For every decision.
    Decision(Duration),
    /// A base for the match and an increment for every round; where a game has no rounds, for every
    /// own decision.
    Match(Duration, Duration),
}

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
    /// How the search goes about it.
    pub settings: Settings,
    /// How ideas are tried, where there are too many actions for a tree.
    pub trial: Trial,
    /// No more iterations than this for a decision.
    pub iterations: u32,
    /// No more time than this.
    pub time: Time,
    /// How likely the others are, of 1024, to do what a sensible player would not: what is concluded
    /// from their play. 1024 concludes nothing.
    pub trust: u32,
    /// When exact search decides.
    pub endgame: Limits,
    /// Time that is never used: for the pipe, the scheduler, a busy machine.
    pub reserve: Duration,
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
            settings: G::settings(),
            trial: Trial::default(),
            iterations,
            time: Time::Free,
            trust: TRUST,
            endgame: ENDGAME,
            reserve: Duration::from_millis(200),
        };
        if name == "ismcts" {
            plan.settings = Settings {
                leaning: 0.0,
                noise: 1024,
                others: 0,
                alike: 0,
                judged: 0,
                evens_luck: false,
                goes_on: false,
                stops_early: false,
                ..plan.settings
            };
            plan.trust = 1024;
            (plan.endgame.cards, plan.endgame.foresight) = (0, 0);
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
        let settings = &mut self.settings;
        match key {
            "iterations" => self.iterations = number(key, value)?,
            "ms" => self.time = Time::Decision(Duration::from_millis(number(key, value)?)),
            "trust" => self.trust = number(key, value)?,
            "endgame" => self.endgame.cards = number(key, value)?,
            "worlds" => self.endgame.worlds = number::<usize>(key, value)?.min(10_000),
            "foresight" => self.endgame.foresight = number(key, value)?,
            "effort" => self.endgame.nodes = number(key, value)?,
            "proof" => self.trial.proof = number(key, value)?,
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
                let keys = "iterations, ms, trust, endgame, worlds, effort, foresight, proof, explore, lean, \
                            noise, others, alike, judged, evens, threads, nodes, goes-on, early, aim";
                return Err(NotSeated(format!("expected a setting ({keys}), found {key:?}")));
            }
        }
        Ok(())
    }

    /// Does it search?
    pub fn searches(&self) -> bool {
        matches!(self.kind, Kind::Search { .. })
    }

    /// Does it search on the truth?
    pub(crate) fn cheats(&self) -> bool {
        self.kind == Kind::Search { cheats: true }
    }

    /// The same player under another clock; iterations no longer bind.
    pub fn timed(self, time: Time) -> Plan {
        if !self.searches() {
            return self;
        }
        Plan { time, iterations: u32::MAX, ..self }
    }

    /// A player for a real table, where nobody looks at hidden cards.
    pub fn policy<G: Entry>(&self) -> Result<Box<dyn Policy<G>>, NotSeated> {
        match self.kind {
            Kind::Beginner => Ok(Box::new(Beginner)),
            Kind::Named("random") => Ok(Box::new(cards::Random)),
            Kind::Named(name) => Ok(G::policy(name).expect("the plan was read for this game")),
            Kind::Search { cheats: false } => Ok(Box::new(Searcher::<G>::new(*self))),
            Kind::Search { cheats: true } => Err(NotSeated(
                "a cheater looks into the others' hands; it is for `croupier duel` alone".to_owned(),
            )),
        }
    }

    /// A player for measurements in this process.
    pub fn mind<G: Entry>(&self) -> Box<dyn Mind<G>> {
        match self.kind {
            Kind::Search { .. } => Box::new(Searcher::<G>::new(*self)),
            _ => Box::new(Honest(self.policy().expect("only a search can cheat"))),
        }
    }
}

/// Everybody who may sit down at a table of this game: the levels, and the game's own policies.
pub fn names<G: Entry>() -> Vec<&'static str> {
    let own = G::POLICIES.iter().filter(|name| !LEVELS.contains(name));
    LEVELS.iter().chain(own).copied().collect()
}

/// The player of this name, for a real table.
pub fn policy<G: Entry>(name: &str) -> Result<Box<dyn Policy<G>>, NotSeated> {
    Plan::read::<G>(name)?.policy()
}

/// Sensible three times of four, and else anything.
struct Beginner;

impl<G: Entry> Policy<G> for Beginner {
    fn choose(&mut self, view: &G::View, rng: &mut Rng) -> G::Action {
        // The sensible player uses nothing of a world but what the view knows.
        let world = view.sample(rng);
        if rng.below(1024) < SLIPS { random_action(&world, rng) } else { world.sensible(rng) }
    }
}

/// A time like `200ms` or `2s`, or a clock like `2s+100ms`.
impl FromStr for Time {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Time, ParseError> {
        let wrong = || ParseError::new("a time like 200ms, or a clock like 2s+100ms", s);
        let span = |text: &str| -> Result<Duration, ParseError> {
            let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let number: u64 = text[..digits].parse().map_err(|_| wrong())?;
            let number = Some(number).filter(|&n| n <= 86_400_000).ok_or_else(wrong)?;
            match &text[digits..] {
                "s" => Ok(Duration::from_secs(number)),
                "ms" => Ok(Duration::from_millis(number)),
                _ => Err(wrong()),
            }
        };
        match s.split_once('+') {
            Some((base, increment)) => Ok(Time::Match(span(base)?, span(increment)?)),
            None => Ok(Time::Decision(span(s)?)),
        }
    }
}
