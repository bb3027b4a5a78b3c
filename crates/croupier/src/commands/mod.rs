//! One file for each subcommand, and the arguments they share.

pub mod bot;
pub mod check_bot;
mod compare;
pub mod completions;
pub mod deal;
pub mod duel;
pub mod games;
pub mod judge;
pub mod keygen;
pub mod man;
pub mod match_;
pub mod play;
pub mod replay;
pub mod rerun;
pub mod sandbox;
mod series;
pub mod serve;
pub mod solve;
mod sprt;
pub mod tournament;
pub mod verify;
pub mod work;

use std::io::{self, Read};
use std::path::Path;

use ::games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use ::games::suggest::nearest_rule;
use ::table::AnyTable;
use ::table::key::Key;
use anyhow::Context;
use cards::{Game, MAX_SEATS, Rules};
use clap::builder::PossibleValuesParser;

use crate::number::whole;
use crate::{Wrong, files, seed};

/// Reads the name of a game.
fn game_name() -> PossibleValuesParser {
    PossibleValuesParser::new(NAMES)
}

/// Runs generic code for a game whose name the command line has checked.
pub fn with<W: WithGame>(name: &str, work: W) -> W::Out {
    with_game(name, work).expect("the command line accepts only games of the catalog")
}

/// Which deal is played: what `croupier deal` prints is what `--setup` reads.
#[derive(clap::Args, Clone)]
pub struct SetupArgs {
    /// A number for the deal: the same number gives the same cards on every machine. Without it, the deal is random
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// The key of the deal, as `croupier match` prints it after the match
    #[arg(long, value_name = "KEY", conflicts_with_all = ["seed", "setup"])]
    pub key: Option<Key>,
    /// The deal itself, as `croupier deal` prints it: the line, `@FILE` to read it from a file, or `@-` to read
    /// it from standard input
    #[arg(long, value_name = "SETUP", conflicts_with_all = ["seed", "rules", "seats"])]
    pub setup: Option<String>,
    /// House rules: a preset, settings on top of it, or both, as in "contest seats=3"
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// Number of seats, in games for 2 to 4
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=MAX_SEATS as u64))]
    pub seats: Option<usize>,
}

impl SetupArgs {
    /// The same with a random seed where the command line names no deal, so that the deal can be repeated.
    pub fn with_seed(&self) -> SetupArgs {
        let is_open = self.seed.is_none() && self.setup.is_none() && self.key.is_none();
        SetupArgs { seed: if is_open { Some(seed::drawn()) } else { self.seed }, ..self.clone() }
    }

    /// Deals match number `number`; answers its key too, if it has one.
    pub fn table(&self, game: &str, number: u64) -> anyhow::Result<(Box<dyn AnyTable>, Option<Key>)> {
        self.table_of(game, self.given()?.as_ref(), number)
    }

    /// The same with a deal that was read before, since standard input can be read only once.
    fn table_of(
        &self,
        game: &str,
        given: Option<&GivenSetup>,
        number: u64,
    ) -> anyhow::Result<(Box<dyn AnyTable>, Option<Key>)> {
        if let Some(given) = given {
            return Ok((given.open(game)?, None));
        }
        let key = match (self.seed, self.key) {
            (Some(seed), _) => Key::from_seed(seed.wrapping_add(number)),
            (None, Some(key)) => key,
            (None, None) => {
                Key::secret().map_err(|error| anyhow::anyhow!("the system has no random numbers: {error}"))?
            }
        };
        Ok((self.dealt(game, key)?, Some(key)))
    }

    /// Deals from this key.
    fn dealt(&self, game: &str, key: Key) -> anyhow::Result<Box<dyn AnyTable>> {
        let rules = with(game, RulesText(&self.rules, self.seats))?;
        Ok(::table::deal(game, &rules, key.rng()).map_err(|error| Wrong(error.to_string()))?)
    }

    /// The key for the randomness of our own players: the deal's; with a given deal it is always the same.
    pub fn agent_key(&self, key: Option<Key>) -> Key {
        key.unwrap_or_else(|| Key::from_seed(0))
    }

    /// The deal that was given, if one was.
    fn given(&self) -> anyhow::Result<Option<GivenSetup>> {
        self.setup.as_deref().map(GivenSetup::read).transpose()
    }

    /// The one deal that `--setup` or `--key` names, if one does.
    fn named<G: CatalogGame>(&self) -> anyhow::Result<Option<G::Setup>> {
        if let Some(key) = self.key {
            return Ok(Some(<G as Game>::deal(&self.rules::<G>()?, &mut key.rng())));
        }
        Ok(self.given()?.map(|given| given.setup::<G>()).transpose()?)
    }

    /// The house rules asked for.
    fn rules<G: CatalogGame>(&self) -> Result<<G as Game>::Rules, Wrong> {
        rules::<G>(&self.rules, self.seats)
    }
}

/// A deal given on the command line.
struct GivenSetup {
    /// What messages call it.
    name: String,
    text: String,
}

impl GivenSetup {
    /// No setup is longer than this.
    const LONGEST: u64 = 1 << 16;

    /// Reads the argument of `--setup`: the text itself, or where to find it.
    fn read(argument: &str) -> anyhow::Result<GivenSetup> {
        let (name, input): (&str, Box<dyn Read>) = match argument.strip_prefix('@') {
            None => ("--setup", Box::new(argument.as_bytes())),
            Some("-") => ("<stdin>", Box::new(io::stdin())),
            Some(file) => (file, Box::new(files::open(Path::new(file))?)),
        };
        let mut bytes = Vec::new();
        let read = input.take(GivenSetup::LONGEST + 1).read_to_end(&mut bytes);
        read.with_context(|| format!("cannot read {name}"))?;
        if bytes.len() as u64 > GivenSetup::LONGEST {
            let longest = GivenSetup::LONGEST;
            return Err(Wrong(format!("{name}: longer than any deal ({longest} bytes)")).into());
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| Wrong(format!("{name}: expected a deal, found bytes that are not text")))?;
        let text = text.trim_start_matches('\u{feff}').trim().to_owned();
        Ok(GivenSetup { name: name.to_owned(), text })
    }

    /// The deal itself.
    fn setup<G: CatalogGame>(&self) -> Result<G::Setup, Wrong> {
        self.text.parse().map_err(|error| self.wrong(&error))
    }

    /// Starts a match of it.
    fn open(&self, game: &str) -> Result<Box<dyn AnyTable>, Wrong> {
        ::table::open(game, &self.text).map_err(|error| self.wrong(&error))
    }

    fn wrong(&self, why: &impl std::fmt::Display) -> Wrong {
        Wrong(format!("{}: {why}", self.name))
    }
}

/// The rules asked for, as text.
struct RulesText<'a>(&'a str, Option<usize>);
impl WithGame for RulesText<'_> {
    type Out = Result<String, Wrong>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        rules::<G>(self.0, self.1).map(|rules| rules.to_string())
    }
}

/// The house rules asked for.
fn rules<G: CatalogGame>(text: &str, seats: Option<usize>) -> Result<<G as Game>::Rules, Wrong> {
    let read = <G::Rules as Rules>::read(text);
    let mut rules = read.map_err(|error| {
        let meant =
            nearest_rule::<G>(&error).map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        Wrong(format!("--rules {text:?}: {error}{meant}"))
    })?;
    if let Some(seats) = seats.filter(|&seats| seats != rules.seats()) {
        let fixed = |_| Wrong(format!("--seats {seats}: {} has {} seats", G::NAME, Sizes::of::<G>()));
        rules.set("seats", &seats.to_string()).map_err(fixed)?;
    }
    Ok(rules)
}

/// The smallest and the largest table of a game.
#[derive(serde::Serialize)]
struct Sizes {
    least: usize,
    most: usize,
}

impl Sizes {
    fn of<G: CatalogGame>() -> Sizes {
        let usual = <G as Game>::Rules::default().seats();
        let sizes = || <G as Game>::Rules::variants().into_iter().map(|rules| rules.seats());
        Sizes { least: sizes().min().unwrap_or(usual), most: sizes().max().unwrap_or(usual) }
    }
}

impl std::fmt::Display for Sizes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Sizes { least, most } = self;
        if least < most { write!(f, "{least} to {most}") } else { write!(f, "{most}") }
    }
}
