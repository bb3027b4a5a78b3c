//! `croupier bot`: a policy of ours as a contest entry, on standard input and output.

use std::io;

use arena::bot;
use cards::{Game, Policy, Rng};
use games::catalog::{Entry, WithGame};

use super::{DealArgs, game_name, with};
use crate::{Wrong, seed};

/// Play one seat as a bot, on standard input and output
///
/// Reads the lines a referee sends and answers its questions; docs/protocol.md describes both. Ends
/// when its input ends.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// Who plays; `croupier games` lists the policies [default: the strongest]
    #[arg(long, value_name = "NAME")]
    policy: Option<String>,
    #[command(flatten)]
    deal: DealArgs,
}

const AFTER_HELP: &str = "\
Examples:
  croupier match durak \"croupier bot durak\" \"croupier bot durak --policy random\"
  croupier check-bot durak -- croupier bot durak

The seed is the bot's own chance, and --rules is for games whose referee does not name them.

Exit status:
  0   the input ended
  1   it could not be read, or the output not be written
  2   a line, or the command line, is wrong";

struct Run<'a>(&'a Args);

impl WithGame for Run<'_> {
    type Out = anyhow::Result<()>;
    fn run<G: Entry>(self) -> Self::Out {
        let args = self.0;
        let rules: <G as Game>::Rules = args.deal.rules::<G>()?;
        let strongest = *G::POLICIES.last().expect("every game has a policy");
        let name = args.policy.as_deref().unwrap_or(strongest);
        let unknown = || Wrong(format!("--policy {name}: expected a policy ({})", G::POLICIES.join(", ")));
        let mut policy: Box<dyn Policy<G>> = G::policy(name).ok_or_else(unknown)?;
        let rng = Rng::new(args.deal.seed.unwrap_or_else(seed::drawn));
        let played = bot::run::<G>(policy.as_mut(), rules, rng, io::stdin().lock(), io::stdout().lock());
        played.map_err(|error| match error {
            bot::BotError::Io(error) => error.into(),
            wrong @ bot::BotError::Line { .. } => Wrong(wrong.to_string()).into(),
        })
    }
}

/// Plays until the input ends.
pub fn run(args: &Args) -> anyhow::Result<()> {
    with(&args.game, Run(args))
}
