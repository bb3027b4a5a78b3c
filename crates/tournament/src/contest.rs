//! The contest file: what is played, by whom, and what counts.
//!
//! ```
//! let text = r#"
//!     name = "Spring Durak"
//!     game = "durak"
//!     deals = 20
//!     [[entry]]
//!     name = "Anna"
//!     command = "cd anna && python3 bot.py"
//!     [[entry]]
//!     name = "House bot"
//!     player = "greedy"
//! "#;
//! let contest = tournament::contest::Contest::read(text)?;
//! assert_eq!(contest.entries.len(), 2);
//! let wrong = tournament::contest::Contest::read(&text.replace("deals", "deels")).unwrap_err();
//! assert_eq!(wrong.to_string(), "4:5: deels: no such key; did you mean `deals`?");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;

use std::time::Duration;

use arena::sandbox::{Limits, Sandbox};
use cards::{BySeat, Side};
use games::catalog::{CatalogGame, WithGame, with_game};
use table::clock::{Span, TimeControl};

pub use read::ContestError;

use crate::results::{Ranking, Scoring};

/// A contest as its file describes it.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The file.
    pub text: String,
    /// What the tournament is called.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The house rules, every setting spelt out.
    pub rules: String,
    /// Who wins together.
    pub sides: BySeat<Side>,
    /// How many entries sit at a table.
    pub at_table: usize,
    /// Who takes the seats that are left; without it the entries take the seats in turn.
    pub fill: Option<String>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Deals of each pairing.
    pub deals: u64,
    /// Is each deal played in one seating only? Then a bot that remembers a deal knows nothing about the next.
    pub has_one_seating: bool,
    /// The players' time.
    pub clock: TimeControl,
    /// How long a bot without a clock is waited for.
    pub cap: Span,
    /// How long a bot may take to start.
    pub startup: Span,
    /// The sandbox of the bots.
    pub sandbox: Sandbox,
    /// Must the machine have namespaces?
    pub needs_namespaces: bool,
    /// How much a bot may use.
    pub limits: Limits,
    /// Tables at once.
    pub tables: usize,
    /// For practice: deals that can be repeated, and guessed.
    pub seed: Option<u64>,
    /// What counts.
    pub scoring: Scoring,
    /// Who plays.
    pub entries: Vec<ContestEntry>,
}

/// Somebody who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestEntry {
    /// What tables and reports call it.
    pub name: String,
    /// A command, or one of our players.
    pub command: String,
    /// Where the file says so, from 1.
    pub line: usize,
}

/// Who meets whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// Everybody meets everybody.
    RoundRobin {
        /// Also themselves?
        self_pairings: bool,
    },
    /// Challengers meet everybody else.
    Gauntlet {
        /// Entry numbers.
        challengers: Vec<usize>,
    },
    /// Each round pairs entries with like scores.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
    /// Who loses an encounter is out.
    Knockout {
        /// Deals that are added, one at a time, to an encounter that is tied.
        extra_deals: u64,
    },
}

impl Schedule {
    /// What decides the order of the standings.
    pub fn ranking(&self) -> Ranking {
        match self {
            Schedule::RoundRobin { .. } => Ranking::Share,
            Schedule::Gauntlet { .. } => Ranking::Rating,
            Schedule::Swiss { .. } => Ranking::Points,
            Schedule::Knockout { .. } => Ranking::Rounds,
        }
    }

    /// As the file names it.
    pub fn name(&self) -> &'static str {
        match self {
            Schedule::RoundRobin { .. } => "round-robin",
            Schedule::Gauntlet { .. } => "gauntlet",
            Schedule::Swiss { .. } => "swiss",
            Schedule::Knockout { .. } => "knockout",
        }
    }
}

impl Contest {
    /// Seats at a table.
    pub fn seats(&self) -> usize {
        self.sides.len()
    }

    /// Every setting as text, in the order of the example file. What a run shows, and what may not change between
    /// runs but for [`Contest::CHANGEABLE`].
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let yes_no = |is: bool| is.to_string();
        let mut settings = vec![
            ("name", self.name.clone()),
            ("game", self.game.clone()),
            ("rules", self.rules.clone()),
            ("schedule", self.schedule.name().to_owned()),
        ];
        match &self.schedule {
            Schedule::RoundRobin { self_pairings } => {
                settings.push(("self_pairings", yes_no(*self_pairings)))
            }
            Schedule::Gauntlet { challengers } => {
                let names: Vec<&str> = challengers.iter().map(|&entry| &*self.entries[entry].name).collect();
                settings.push(("challengers", names.join(", ")));
            }
            Schedule::Swiss { rounds } => settings.push(("rounds", rounds.to_string())),
            Schedule::Knockout { extra_deals } => settings.push(("extra_deals", extra_deals.to_string())),
        }
        let Limits { memory, cpu_seconds, threads, .. } = self.limits;
        settings.extend([
            ("deals", self.deals.to_string()),
            ("seatings", if self.has_one_seating { "one" } else { "all" }.to_owned()),
            ("players", self.at_table.to_string()),
            ("fill", self.fill.clone().unwrap_or_else(|| "-".to_owned())),
            ("clock", self.clock.to_string()),
            ("cap", self.cap.to_string()),
            ("startup", self.startup.to_string()),
            ("sandbox", self.sandbox.to_string()),
            ("namespaces", yes_no(self.needs_namespaces)),
            ("memory", (memory >> 20).to_string()),
            ("cpu", cpu_seconds.to_string()),
            ("threads", threads.to_string()),
            ("tables", self.tables.to_string()),
            ("seed", self.seed.map_or("-".to_owned(), |seed| seed.to_string())),
            ("forfeit", self.scoring.forfeit.to_string()),
            ("bye", self.scoring.bye.to_string()),
            (
                "tie_breaks",
                self.scoring.tie_breaks.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            ),
        ]);
        settings
    }

    /// Settings that may differ when an interrupted tournament goes on: they change no result. More deals are
    /// more of the same.
    pub const CHANGEABLE: &[&str] = &["tables", "deals"];

    /// No match of the game takes more actions than this.
    pub fn most_actions(&self) -> u32 {
        with_game(&self.game, MostActions).unwrap_or(u32::MAX)
    }

    /// The longest that a match can take by its clocks, all seats together; `None` without a clock. It is a bound and no
    /// estimate: the game's own bound on actions, each of which could begin a round.
    pub fn longest_match(&self) -> Option<Duration> {
        let seats = u32::try_from(self.seats()).unwrap_or(u32::MAX);
        let actions = self.most_actions();
        match self.clock {
            TimeControl::Increment { base, increment } => {
                Some(base.saturating_add(increment.saturating_mul(actions)).saturating_mul(seats))
            }
            // The decisions of all seats are actions.
            TimeControl::PerMove(each) => Some(each.saturating_mul(actions)),
            TimeControl::None => None,
        }
    }

    /// The schedule for people: `round robin, 20 deals a pairing`.
    pub fn schedule_in_words(&self) -> String {
        let deals = if self.deals == 1 { "1 deal".to_owned() } else { format!("{} deals", self.deals) };
        let met = if self.at_table == 2 { "a pairing" } else { "a table" };
        match &self.schedule {
            Schedule::RoundRobin { self_pairings: false } => format!("round robin, {deals} {met}"),
            Schedule::RoundRobin { self_pairings: true } => {
                format!("round robin, {deals} {met}, everybody also against themselves")
            }
            Schedule::Gauntlet { challengers } => {
                let names: Vec<&str> = challengers.iter().map(|&entry| &*self.entries[entry].name).collect();
                format!("gauntlet of {}, {deals} {met}", names.join(", "))
            }
            Schedule::Swiss { rounds } => format!("Swiss, {rounds} rounds, {deals} {met}"),
            Schedule::Knockout { extra_deals } => {
                format!("knockout, {deals} {met} and up to {extra_deals} more after a tie")
            }
        }
    }

    /// The first setting in which another reading of the file differs, where it may not: key, this, the other.
    pub fn difference(&self, other: &Contest) -> Option<(String, String, String)> {
        let both = self.settings().into_iter().zip(other.settings());
        for ((key, one), (other_key, other)) in both {
            if key != other_key {
                return Some((key.to_owned(), one, format!("no such key but {other_key}")));
            }
            if one != other && !Contest::CHANGEABLE.contains(&key) {
                return Some((key.to_owned(), one, other));
            }
        }
        let entries = |contest: &Contest| contest.entries.len().to_string();
        if self.entries.len() != other.entries.len() {
            return Some(("entry".to_owned(), entries(self), entries(other)));
        }
        let mut both = self.entries.iter().zip(&other.entries);
        both.find(|(one, other)| one.name != other.name || one.command != other.command).map(
            |(one, other)| {
                let text = |entry: &ContestEntry| format!("{}: {}", entry.name, entry.command);
                (format!("entry {}", one.name), text(one), text(other))
            },
        )
    }
}

struct MostActions;
impl WithGame for MostActions {
    type Out = u32;
    fn run<G: CatalogGame>(self) -> Self::Out {
        G::LONGEST
    }
}
