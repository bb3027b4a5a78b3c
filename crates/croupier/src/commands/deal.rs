//! `croupier deal`: the setup of one match as a line of text.

use std::io::{self, Write};

use cards::{Game, Rng, Rules};
use games::catalog::{CatalogGame, WithGame};
use serde::Serialize;

use super::{SetupArgs, game_name, with};
use crate::{json, seed};

/// Deal: print the setup of a match as one line of text
///
/// The line holds the house rules and everything that chance decides in a match, such as the order of the cards.
/// The option --setup of the other commands reads it.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    #[command(flatten)]
    deal: SetupArgs,
    /// Print a JSON object; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier deal durak --seed 1
  croupier deal mau-mau --seed 1 --seats 3
  croupier deal mau-mau --seed 1 --rules \"contest seats=3\"      the same deal
  croupier deal house --seed 3 | croupier solve house
  croupier deal uno --setup @deal.txt                          check a deal and print it

Without --seed the random seed is printed on standard error. `croupier games GAME` lists the
presets and settings of a game.

Exit status:
  0   the deal was printed
  1   a file could not be read or the line could not be written
  2   the deal or the command line is wrong";

struct DealSetup<'a>(&'a Args);

impl WithGame for DealSetup<'_> {
    type Out = anyhow::Result<DealObject>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let deal = &self.0.deal;
        let (setup, seed) = match deal.named::<G>()? {
            Some(setup) => (setup, None),
            None => {
                let rules = deal.rules::<G>()?;
                let seed = seed::or_drawn(deal.seed);
                (<G as Game>::deal(&rules, &mut Rng::new(seed)), Some(seed))
            }
        };
        let rules = G::rules(&setup);
        let (seats, rules, setup) = (rules.seats(), rules.named(), setup.to_string());
        Ok(DealObject { schema: "croupier/deal/1", game: G::NAME, rules, seats, seed, setup })
    }
}

/// A deal for programs.
#[derive(Serialize)]
struct DealObject {
    schema: &'static str,
    game: &'static str,
    rules: String,
    seats: usize,
    seed: Option<u64>,
    setup: String,
}

/// Deals.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let dealt = with(&args.game, DealSetup(args))?;
    if args.json {
        return Ok(json::print(&dealt)?);
    }
    Ok(writeln!(io::stdout(), "{}", dealt.setup)?)
}
