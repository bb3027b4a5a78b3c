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

use ::games::catalog::{Entry, NAMES, WithGame, with_game};
use cards::{Game, Rules};
use clap::builder::PossibleValuesParser;

use crate::Wrong;

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
        let read = <G::Rules as Rules>::read(&self.rules);
        let mut rules = read.map_err(|error| Wrong(format!("--rules {:?}: {error}", self.rules)))?;
        if let Some(seats) = self.seats
            && seats != rules.seats()
        {
            let fixed =
                |_| Wrong(format!("--seats {seats}: {} is played by {}", G::NAME, table_sizes::<G>()));
            rules.set("seats", &seats.to_string()).map_err(fixed)?;
        }
        Ok(rules)
    }
}

/// How many may sit at a table of this game, in words.
fn table_sizes<G: Entry>() -> String {
    let sizes = || <G as Game>::Rules::variants().into_iter().map(|rules| rules.seats());
    match (sizes().min(), sizes().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        _ => <G as Game>::Rules::default().seats().to_string(),
    }
}
