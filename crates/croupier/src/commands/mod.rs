//! One file a subcommand, and the arguments they share.

pub mod bot;
pub mod check_bot;
mod compare;
pub mod completions;
pub mod deal;
pub mod duel;
pub mod games;
pub mod judge;
pub mod man;
pub mod match_;
pub mod play;
pub mod replay;
pub mod rerun;
pub mod solve;
pub mod verify;

use std::fs;
use std::io::{self, Read};

use ::games::catalog::{Entry, NAMES, WithGame, with_game};
use ::table::key::Key;
use ::table::{AnyTable, TableError};
use anyhow::Context;
use cards::{Game, Rules};
use clap::builder::PossibleValuesParser;

use crate::{Wrong, seed};

/// Reads the name of a game.
fn game_name() -> PossibleValuesParser {
    PossibleValuesParser::new(NAMES)
}

/// Runs generic code for a game whose name the command line has checked.
fn with<W: WithGame>(name: &str, work: W) -> W::Out {
    with_game(name, work).expect("the command line knows every game of the catalog and no other")
}

/// How a deal is chosen.
#[derive(clap::Args)]
pub struct DealArgs {
    /// Which deal: the same number is the same deal on every machine. Without it the operating
    /// system draws one, and standard error says which
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// House rules: a preset, settings on top of it, or both, as in "contest seats=3"
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// How many sit at the table, for games that leave it open
    #[arg(long, value_name = "N")]
    pub seats: Option<usize>,
}

impl DealArgs {
    /// The house rules asked for.
    fn rules<G: Entry>(&self) -> Result<<G as Game>::Rules, Wrong> {
        rules::<G>(&self.rules, self.seats)
    }
}

/// Which deal a match is played with: what `croupier deal` prints is what `--setup` reads.
#[derive(clap::Args, Clone)]
pub struct SetupArgs {
    /// A deal that can be had again; without it nobody can guess the deal
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The deal itself, as `croupier deal` prints it: a line of text, or `@FILE` for a file that holds it,
    /// `@-` for standard input
    #[arg(long, value_name = "SETUP", conflicts_with_all = ["seed", "rules", "seats"])]
    pub setup: Option<String>,
    /// House rules: a preset, settings on top of it, or both, as in "contest seats=3"
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// How many sit at the table, for games that leave it open
    #[arg(long, value_name = "N")]
    pub seats: Option<usize>,
}

impl SetupArgs {
    /// The same with a seed, where nothing else says which deal it is: one that can be told and used again.
    pub fn with_seed(&self) -> SetupArgs {
        let is_open = self.seed.is_none() && self.setup.is_none();
        SetupArgs { seed: if is_open { Some(seed::drawn()) } else { self.seed }, ..self.clone() }
    }

    /// Deals match number `number`, and says from which key, if there is one.
    pub fn table(&self, game: &str, number: u64) -> anyhow::Result<(Box<dyn AnyTable>, Option<Key>)> {
        if let Some(setup) = &self.setup {
            let setup = read_setup(setup)?;
            return Ok((open_setup(game, &setup)?, None));
        }
        let rules = with(game, RulesText(&self.rules, self.seats))?;
        let key = match self.seed {
            Some(seed) => Key::from_seed(seed.wrapping_add(number)),
            None => Key::secret().map_err(|error| anyhow::anyhow!("no random numbers: {error}"))?,
        };
        let table = ::table::deal(game, &rules, key.rng()).map_err(|error| Wrong(error.to_string()))?;
        Ok((table, Some(key)))
    }

    /// The chance of our own players: the deal's, or with a given deal always the same.
    pub fn chance(&self, key: Option<Key>) -> Key {
        key.unwrap_or_else(|| Key::from_seed(0))
    }
}

/// A deal given by hand: the text itself, or where it stands.
fn read_setup(text: &str) -> anyhow::Result<String> {
    let text = match text.strip_prefix('@') {
        None => text.to_owned(),
        Some("-") => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).context("standard input")?;
            text
        }
        Some(file) => fs::read_to_string(file).with_context(|| file.to_owned())?,
    };
    Ok(text.trim_start_matches('\u{feff}').trim().to_owned())
}

/// Starts a match of a deal given by hand.
fn open_setup(game: &str, setup: &str) -> Result<Box<dyn AnyTable>, Wrong> {
    ::table::open(game, setup).map_err(|error| match error {
        TableError::Parse(error) => Wrong(format!("--setup: {error}")),
        error => Wrong(error.to_string()),
    })
}

/// The rules asked for, as text.
struct RulesText<'a>(&'a str, Option<usize>);
impl WithGame for RulesText<'_> {
    type Out = Result<String, Wrong>;
    fn run<G: Entry>(self) -> Self::Out {
        rules::<G>(self.0, self.1).map(|rules| rules.to_string())
    }
}

/// The house rules asked for.
fn rules<G: Entry>(text: &str, seats: Option<usize>) -> Result<<G as Game>::Rules, Wrong> {
    let read = <G::Rules as Rules>::read(text);
    let mut rules = read.map_err(|error| Wrong(format!("--rules {text:?}: {error}")))?;
    if let Some(seats) = seats.filter(|&seats| seats != rules.seats()) {
        let fixed = |_| Wrong(format!("--seats {seats}: {} is played by {}", G::NAME, table_sizes::<G>()));
        rules.set("seats", &seats.to_string()).map_err(fixed)?;
    }
    Ok(rules)
}

/// How many may sit at a table of this game, in words.
fn table_sizes<G: Entry>() -> String {
    let sizes = || <G as Game>::Rules::variants().into_iter().map(|rules| rules.seats());
    match (sizes().min(), sizes().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        _ => <G as Game>::Rules::default().seats().to_string(),
    }
}
