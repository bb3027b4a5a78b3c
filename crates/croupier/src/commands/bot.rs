//! `croupier bot`: a policy of ours as a contest entry, on standard input and output.

use std::io;
use std::sync::atomic::Ordering;

use arena::bot;
use cards::{Game, Policy, Rng};
use games::catalog::{Entry, WithGame};
use games::levels::{NotSeated, Plan, Time};

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
    /// Who plays: a level (random, beginner, club, expert, champion) or one of the game's policies
    #[arg(long, value_name = "NAME", default_value = "champion")]
    policy: String,
    /// The clock the referee keeps: for the match and more for each round (2s+100ms), or for each
    /// decision (500ms)
    #[arg(long, value_name = "CLOCK", default_value = "2s+100ms")]
    clock: Time,
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
        let wrong = |NotSeated(why): NotSeated| Wrong(format!("--policy {}: {why}", args.policy));
        let plan = Plan::read::<G>(&args.policy).map_err(wrong)?;
        // Only the champion takes all the time there is; the others are as strong on every machine.
        let plan = if args.policy == "champion" { plan.timed(args.clock) } else { plan };
        let mut policy: Box<dyn Policy<G>> = plan.policy().map_err(wrong)?;
        let rng = Rng::new(args.deal.seed.unwrap_or_else(seed::drawn));
        std::panic::set_hook(Box::new(|_| {
            let line = bot::LINE.load(Ordering::Relaxed);
            eprintln!("error: line {line}: expected what can happen in this match, found something else");
            std::process::exit(2)
        }));
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
