//! A match as bots see it over their pipes: a line an event, a word a question, a line an answer.
//!
//! Every bot is seat 1 to itself. What a game leaves unsaid or does not ask is the game's business
//! (`games::catalog::Entry`); this file only writes lines.

use std::io::Write;

use cards::{BySeat, Event, Live, MAX_SEATS, Match, ParseError, Rng, Rules, Seat};
use games::catalog::{self, Entry, WithGame};
use games::levels;

/// A match in progress behind the bots' protocol.
pub trait Table: Send {
    /// The match itself.
    fn game(&self) -> &dyn Match;
    /// The match itself, to play an action.
    fn game_mut(&mut self) -> &mut dyn Match;
    /// The deal in text.
    fn setup(&self) -> String;
    /// Appends everything this seat has not been told yet, a line an event, as it may see it.
    fn tell(&mut self, seat: Seat, lines: &mut Vec<u8>);
    /// The answer of the seat to move that its bot is not asked for.
    fn unasked(&self) -> Option<String>;
    /// Does a round begin with this decision? `None`: the game has no rounds.
    fn begins_round(&self) -> Option<bool>;
    /// Do these two win and lose together?
    fn are_partners(&self, a: Seat, b: Seat) -> bool;
    /// What a policy of ours would do for the seat to move; `None` if there is no such policy.
    fn advise(&self, policy: &str, rng: &mut Rng) -> Option<String>;
    /// The last action in its canonical spelling.
    fn last_action(&self) -> Option<String>;
}

/// The seat that `viewer` calls by `seat`'s name: itself 1, then clockwise.
pub fn renumber(seat: Seat, viewer: Seat, seats: usize) -> Seat {
    seat.plus(seats - viewer.index(), seats)
}

struct Wired<G: Entry> {
    live: Live<G>,
    seats: usize,
    /// How many events each seat has been told.
    told: [usize; MAX_SEATS],
    is_introduced: [bool; MAX_SEATS],
}

impl<G: Entry> Wired<G> {
    fn new(setup: G::Setup) -> Wired<G> {
        let seats = G::rules(&setup).seats();
        Wired { live: Live::new(setup), seats, told: [0; MAX_SEATS], is_introduced: [false; MAX_SEATS] }
    }
}

impl<G: Entry> Table for Wired<G> {
    fn game(&self) -> &dyn Match {
        &self.live
    }
    fn game_mut(&mut self) -> &mut dyn Match {
        &mut self.live
    }
    fn setup(&self) -> String {
        self.live.setup().to_string()
    }
    fn tell(&mut self, seat: Seat, lines: &mut Vec<u8>) {
        let here = seat.index();
        if !std::mem::replace(&mut self.is_introduced[here], true) && G::INTRODUCED {
            let rules = G::rules(self.live.setup()).named();
            writeln!(lines, "game {} seats {} rules {rules}", G::NAME, self.seats).expect("memory takes all");
        }
        for event in &self.live.history()[self.told[here]..] {
            if G::is_told(event) {
                let seen = G::redact(*event, seat).renumber(|other| renumber(other, seat, self.seats));
                writeln!(lines, "{seen}").expect("memory takes all");
            }
        }
        self.told[here] = self.live.history().len();
    }
    fn unasked(&self) -> Option<String> {
        self.live.state().unasked().map(|action| action.to_string())
    }
    fn begins_round(&self) -> Option<bool> {
        self.live.state().begins_round()
    }
    fn are_partners(&self, a: Seat, b: Seat) -> bool {
        G::are_partners(a, b)
    }
    fn advise(&self, policy: &str, rng: &mut Rng) -> Option<String> {
        let view = self.live.state().view(self.live.state().turn()?);
        Some(levels::policy::<G>(policy).ok()?.choose(&view, rng).to_string())
    }
    fn last_action(&self) -> Option<String> {
        self.live.played().last().map(ToString::to_string)
    }
}

/// Why there is no table to sit down at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// No game has this name.
    NoSuchGame(String),
    /// The game's name was right, its rules or setup were not.
    Parse(ParseError),
}
impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TableError::NoSuchGame(name) => {
                write!(f, "expected a game ({}), found {name:?}", catalog::NAMES.join(", "))
            }
            TableError::Parse(error) => error.fmt(f),
        }
    }
}
impl std::error::Error for TableError {}

struct Open<'a>(&'a str);
impl WithGame for Open<'_> {
    type Out = Result<Box<dyn Table>, ParseError>;
    fn run<G: Entry>(self) -> Self::Out {
        Ok(Box::new(Wired::<G>::new(self.0.parse()?)))
    }
}

/// Starts a match from a setup in text.
pub fn open(game: &str, setup: &str) -> Result<Box<dyn Table>, TableError> {
    let opened = catalog::with_game(game, Open(setup));
    opened.ok_or_else(|| TableError::NoSuchGame(game.to_owned()))?.map_err(TableError::Parse)
}

struct Deal<'a>(&'a str, Rng);
impl WithGame for Deal<'_> {
    type Out = Result<Box<dyn Table>, ParseError>;
    fn run<G: Entry>(self) -> Self::Out {
        let Deal(rules, mut rng) = self;
        Ok(Box::new(Wired::<G>::new(G::deal(&rules.parse()?, &mut rng))))
    }
}

/// Deals a match: rules in text (empty for the contest's own), all chance from `rng`.
pub fn deal(game: &str, rules: &str, rng: Rng) -> Result<Box<dyn Table>, TableError> {
    let dealt = catalog::with_game(game, Deal(rules, rng));
    dealt.ok_or_else(|| TableError::NoSuchGame(game.to_owned()))?.map_err(TableError::Parse)
}

struct Quick;
impl WithGame for Quick {
    type Out = &'static [&'static str];
    fn run<G: Entry>(self) -> Self::Out {
        G::POLICIES
    }
}

/// Those of our players who do not search and answer at once.
pub fn quick_policies(game: &str) -> &'static [&'static str] {
    catalog::with_game(game, Quick).unwrap_or_default()
}

struct Policies;
impl WithGame for Policies {
    type Out = Vec<&'static str>;
    fn run<G: Entry>(self) -> Self::Out {
        levels::names::<G>()
    }
}

/// The names of our own players of a game; none if there is no such game.
pub fn policies(game: &str) -> Vec<&'static str> {
    catalog::with_game(game, Policies).unwrap_or_default()
}

/// What a forfeit is worth: everybody outside the guilty seat's team wins one, the team pays.
pub fn forfeit_payoffs(table: &dyn Table, guilty: Seat) -> BySeat<i32> {
    let seats = table.game().seats();
    let team = Seat::all(seats).filter(|&seat| table.are_partners(seat, guilty)).count();
    let price = ((seats - team) / team) as i32;
    BySeat::from_fn(seats, |seat| if table.are_partners(seat, guilty) { -price } else { 1 })
}
