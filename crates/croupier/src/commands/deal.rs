//! `croupier deal`: the luck of one match as a line of text.

use std::io::{self, Write};

use cards::{Game, Rng};
use games::catalog::{Entry, WithGame};

use super::{DealArgs, game_name, with};
use crate::{Wrong, seed};

/// Deal: print the setup of a match as one line of text
///
/// The line holds the house rules and the whole luck of a match: the order of the cards and whatever
/// else chance decides.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    #[command(flatten)]
    deal: DealArgs,
}

const AFTER_HELP: &str = "\
Examples:
  croupier deal durak --seed 1
  croupier deal mau-mau --seed 1 --seats 3
  croupier deal mau-mau --seed 1 --rules \"contest seats=3\"      the same deal

The presets and settings of each game are listed by `croupier games`.

Exit status:
  0   dealt
  1   the line could not be written
  2   the command line is wrong";

struct Deal<'a>(&'a Args);

impl WithGame for Deal<'_> {
    type Out = Result<String, Wrong>;
    fn run<G: Entry>(self) -> Self::Out {
        let rules = self.0.deal.rules::<G>()?;
        let seed = seed::or_drawn(self.0.deal.seed);
        Ok(<G as Game>::deal(&rules, &mut Rng::new(seed)).to_string())
    }
}

/// Deals.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let setup = with(&args.game, Deal(args))?;
    Ok(writeln!(io::stdout(), "{setup}")?)
}
