//! The terms of a table: what is agreed before the match and never changes.

use std::time::Duration;

use cards::{BySeat, Rules, Seat};
use games::catalog::{self, CatalogGame, WithGame};
use games::levels::LEVELS;
use games::suggest::instead;
use serde::{Deserialize, Serialize};
use table::clock::TimeControl;
use table::key::Key;
use table::referee::Kind;
use table::{AnyTable, TableError};

/// The terms of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The game's name.
    pub game: String,
    /// The house rules, every setting spelt out.
    pub rules: String,
    /// The time control, in text.
    pub clock: String,
    /// Seconds until an absent person is stood in for.
    pub absent: u64,
    /// May people ask for hints?
    pub hints: bool,
    /// The level of our players that stand in.
    pub stand_in: String,
    /// Who sits where, from the first seat.
    pub seats: Vec<SeatTerms>,
    /// May others find the table in the lobby?
    pub listed: bool,
    /// The pace of our players, in percent of the usual one.
    pub pace: u32,
    /// A given deal, in place of one from the match's key.
    #[serde(default)]
    pub setup: Option<String>,
}

/// Who is to sit in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatTerms {
    /// A player of ours of this level.
    Agent(String),
    /// A person. The first of them is the host, who made the table.
    Person,
}

/// Why a table cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadTerms {
    /// No such game.
    #[error("no game named `{name}`; {}", instead(name, "games", catalog::NAMES))]
    Game {
        /// The name.
        name: String,
    },
    /// No such level.
    #[error("no level named `{name}`; {}", instead(name, "levels", LEVELS))]
    Level {
        /// The name.
        name: String,
    },
    /// Rules or clock cannot be read.
    #[error("{0}")]
    Text(String),
    /// More people than seats, or nobody.
    #[error("expected 1 to {seats} people at a table of {seats}, found {people}")]
    People {
        /// The seats.
        seats: usize,
        /// How many people were wanted.
        people: usize,
    },
}

/// What somebody who makes a table wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish<'a> {
    /// The game's name.
    pub game: &'a str,
    /// House rules: a preset, settings, or nothing.
    pub rules: &'a str,
    /// The number of seats, where the game leaves a choice.
    pub seats: Option<usize>,
    /// The level of our players.
    pub level: &'a str,
    /// How many people, the host included.
    pub people: usize,
    /// The time control, or nothing.
    pub clock: &'a str,
    /// May people ask for hints? Without a wish: yes if nobody else plays.
    pub hints: Option<bool>,
    /// Seconds until an absent person is stood in for.
    pub absent: u64,
    /// May others find the table in the lobby?
    pub listed: bool,
    /// The pace of our players, in percent of the usual one.
    pub pace: u32,
}

struct ReadRules<'a>(&'a str, Option<usize>);
impl WithGame for ReadRules<'_> {
    type Out = Result<(String, usize), String>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let mut rules = <G::Rules as Rules>::read(self.0).map_err(|error| error.to_string())?;
        if let Some(seats) = self.1.filter(|&seats| seats != rules.seats()) {
            rules
                .set("seats", &seats.to_string())
                .map_err(|_| format!("expected a table of {} seats, found {seats}", rules.seats()))?;
        }
        Ok((rules.named(), rules.seats()))
    }
}

impl Terms {
    /// Reads a wish.
    pub fn read(wish: &Wish<'_>) -> Result<Terms, BadTerms> {
        let no_game = || BadTerms::Game { name: wish.game.to_owned() };
        let read = catalog::with_game(wish.game, ReadRules(wish.rules, wish.seats)).ok_or_else(no_game)?;
        let (rules, seats) = read.map_err(BadTerms::Text)?;
        if !LEVELS.contains(&wish.level) {
            return Err(BadTerms::Level { name: wish.level.to_owned() });
        }
        if wish.people == 0 || wish.people > seats {
            return Err(BadTerms::People { seats, people: wish.people });
        }
        let clock = if wish.clock.is_empty() { "none" } else { wish.clock };
        clock.parse::<TimeControl>().map_err(|error| BadTerms::Text(error.to_string()))?;
        Ok(Terms {
            game: wish.game.to_owned(),
            rules,
            clock: clock.to_owned(),
            absent: wish.absent.clamp(5, 24 * 3600),
            hints: wish.hints.unwrap_or(wish.people == 1),
            stand_in: wish.level.to_owned(),
            seats: spread(seats, wish.people, wish.level),
            listed: wish.listed,
            // Faster than this, how long our players think would show.
            pace: wish.pace.clamp(10, 500),
            setup: None,
        })
    }

    /// The match as it begins.
    pub fn deal(&self, key: &Key) -> Result<Box<dyn AnyTable>, TableError> {
        match &self.setup {
            Some(setup) => table::open(&self.game, setup),
            None => table::deal(&self.game, &self.rules, key.rng()),
        }
    }

    /// The time control.
    pub fn time_control(&self) -> TimeControl {
        self.clock.parse().expect("the terms were read")
    }

    /// How long an absent person is waited for.
    pub fn absence(&self) -> Duration {
        Duration::from_secs(self.absent)
    }

    /// What the referee takes each seat for.
    pub fn kinds(&self) -> BySeat<Kind> {
        BySeat::from_fn(self.seats.len(), |seat| match self.seats[seat.index()] {
            SeatTerms::Agent(_) => Kind::Agent,
            SeatTerms::Person => Kind::Person,
        })
    }

    /// The seats of people, the host's first.
    pub fn people(&self) -> impl Iterator<Item = Seat> {
        let is_person = |seat: &Seat| self.seats[seat.index()] == SeatTerms::Person;
        Seat::all(self.seats.len()).filter(is_person)
    }

    /// The seat of whoever made the table.
    pub fn host(&self) -> Seat {
        self.people().next().expect("a table has a person")
    }
}

/// People sit as far apart as they can: two people at a table of four are opposite each other.
fn spread(seats: usize, people: usize, level: &str) -> Vec<SeatTerms> {
    let taken: Vec<usize> = (0..people).map(|person| person * seats / people).collect();
    let seat = |at| match taken.contains(&at) {
        true => SeatTerms::Person,
        false => SeatTerms::Agent(level.to_owned()),
    };
    (0..seats).map(seat).collect()
}

/// The most characters of a name.
pub const LONGEST_NAME: usize = 20;

/// A person's name: up to 20 characters, none of which controls text or its direction.
pub fn name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_fine = |c: char| {
        let is_mark = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{061c}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}' | '\u{ad}'
            | '\u{e0000}'..='\u{10ffff}');
        !c.is_control() && !is_mark
    };
    let count = name.chars().count();
    ((1..=LONGEST_NAME).contains(&count) && name.chars().all(is_fine)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(game: &str) -> Wish<'_> {
        Wish {
            game,
            rules: "",
            seats: None,
            level: "club",
            people: 1,
            clock: "",
            hints: None,
            absent: 60,
            listed: false,
            pace: 100,
        }
    }

    #[test]
    fn names_are_short_and_cannot_control_text() {
        assert_eq!(name("  Ada   Lovelace "), Some("Ada Lovelace".to_owned()));
        assert_eq!(name("Żółć 🂡"), Some("Żółć 🂡".to_owned()));
        for wrong in ["", " ", "a\u{202e}b", "a\u{200f}", "\u{0}", "\u{e000}", &"x".repeat(21)] {
            assert_eq!(name(wrong), None, "{wrong:?}");
        }
        assert_eq!(name("<b>\"&'"), Some("<b>\"&'".to_owned()), "pages escape what they show");
    }

    #[test]
    fn terms_say_what_is_wrong_with_a_wish() {
        let refused = |wish| Terms::read(&wish).expect_err("a bad wish").to_string();
        assert!(refused(wish("poker")).starts_with("no game named `poker`"));
        assert!(refused(Wish { level: "god", ..wish("uno") }).starts_with("no level named `god`"));
        assert!(refused(Wish { people: 3, ..wish("house") }).contains("table of 2, found 3"));
        assert!(refused(Wish { clock: "soon", ..wish("uno") }).contains("expected a clock"));
        assert!(refused(Wish { rules: "nonsense=1", ..wish("uno") }).contains("nonsense"));
        let terms = Terms::read(&Wish { people: 2, ..wish("durak") }).expect("terms");
        assert_eq!(terms.people().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        assert!(!terms.hints, "with other people hints are off");
    }
}
