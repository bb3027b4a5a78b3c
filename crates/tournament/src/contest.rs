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

use std::fmt;
use std::time::Duration;

use arena::sandbox::{Limits, Sandbox};
use cards::{BySeat, Side};
use table::clock::{Span, TimeControl};

pub use read::ContestError;

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
    /// What a forfeited match counts.
    pub forfeit: Forfeit,
    /// What a bye counts.
    pub bye: Bye,
    /// What the matches of a withdrawn entry count.
    pub withdrawn: Withdrawn,
    /// How entries with equal points are ordered.
    pub tie_breaks: Vec<TieBreak>,
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

/// Words of the file and what they mean, one table for reading, showing and help.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal: $meaning:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// Every word of the file and what it stands for.
            pub const WORDS: &[(&str, $name)] = &[$(($word, $name::$variant),)*];

            /// What it means, for people.
            pub fn meaning(self) -> &'static str {
                match self { $($name::$variant => $meaning,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word,)* })
            }
        }
    };
}

words! {
    /// What a forfeited match counts.
    Forfeit {
        /// The side that forfeits has lost.
        Loss = "loss": "the side that forfeits loses the match",
        /// The deal counts for nobody.
        Void = "void": "a deal with a forfeit counts for nobody",
    }
}

words! {
    /// What a bye counts.
    Bye {
        /// A won encounter.
        Win = "win": "a bye counts as a won encounter",
        /// A tied encounter.
        Tie = "tie": "a bye counts as a tied encounter",
        /// Nothing.
        Nothing = "nothing": "a bye counts nothing",
    }
}

words! {
    /// What the matches of a withdrawn entry count.
    Withdrawn {
        /// What they brought.
        Keep = "keep": "matches played before a withdrawal count",
        /// Nothing.
        Annul = "annul": "no match of a withdrawn entry counts",
    }
}

words! {
    /// How entries with equal points are ordered.
    TieBreak {
        /// Points of the opponents.
        Buchholz = "buchholz": "the sum of the opponents' points",
        /// The encounter between the two.
        Direct = "direct": "the matches between those who are tied",
        /// Share of the wins over all deals.
        Share = "share": "the share of wins over all deals",
        /// Mean payoff.
        Score = "score": "the mean payoff less the others'",
        /// Won encounters.
        Wins = "wins": "the number of won encounters",
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
            ("forfeit", self.forfeit.to_string()),
            ("bye", self.bye.to_string()),
            ("withdrawn", self.withdrawn.to_string()),
            ("tie_breaks", self.tie_breaks.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        ]);
        settings
    }

    /// Settings that may differ when an interrupted tournament goes on: they change no result. More deals are
    /// more of the same.
    pub const CHANGEABLE: &[&str] = &["tables", "deals"];

    /// The shortest and the longest that a match can take by the clock, for a plan's cost: the longest is all
    /// seats' time, and `None` without a clock.
    pub fn longest_match(&self) -> Option<Duration> {
        /// Rounds of a long match.
        const ROUNDS: u32 = 30;
        let seats = u32::try_from(self.seats()).unwrap_or(1);
        match self.clock {
            TimeControl::Increment { base, increment } => Some(seats * (base + ROUNDS * increment)),
            TimeControl::PerMove(each) => Some(seats * ROUNDS * each),
            TimeControl::None => None,
        }
    }
}
