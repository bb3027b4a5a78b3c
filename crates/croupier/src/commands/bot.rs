//! `croupier bot`: one of our players as a contest entry, on standard input and output.

use std::io;

use arena::client::{self, BotError};
use cards::{Game, Rng};
use games::catalog::{CatalogGame, WithGame};
use games::levels::{NotSeated, PlayerSpec};
use table::clock::{TimeControl, WallTime};

use super::{game_name, rules, with};
use crate::number::whole;
use crate::{Wrong, seed};

/// Play one seat as a bot, on standard input and output
///
/// Reads the lines that a referee sends and answers its questions; docs/protocol.md describes both. Ends when its
/// input ends.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// Who plays: one of the players that `croupier games` lists; settings may follow, as in
    /// champion:iterations=5000
    #[arg(long = "player", visible_alias = "policy", value_name = "NAME", default_value = "champion")]
    player: String,
    /// The referee's clock, as in `croupier match`: time for the match plus time for each round (2s+100ms), time
    /// for each decision (500ms/move), or none
    #[arg(long, value_name = "CLOCK", default_value = "2s+100ms")]
    clock: TimeControl,
    /// Number of search threads; each keeps its own tree in memory
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole::<u8>(1..=255))]
    threads: u8,
    /// Seed of the bot's own random numbers, independent of the deal. Without it the seed is random
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// House rules, where the protocol does not name them (Durak): a preset, settings on top of it, or both
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    rules: String,
}

const AFTER_HELP: &str = "\
Examples:
  croupier match durak \"croupier bot durak\" \"croupier bot durak --player random\"
  croupier check-bot durak -- croupier bot durak
  croupier match durak \"croupier bot durak --threads 2\" \"croupier bot durak\"

Exit status:
  0   the input ended
  1   the input could not be read or the output could not be written
  2   a line of the input or the command line is wrong";

struct RunBot<'a>(&'a Args);

impl WithGame for RunBot<'_> {
    type Out = anyhow::Result<()>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let args = self.0;
        let rules: <G as Game>::Rules = rules::<G>(&args.rules, None)?;
        let wrong = |why: NotSeated| Wrong(format!("--player {}: {why}", args.player));
        let plan = PlayerSpec::read::<G>(&args.player).map_err(wrong)?.with_threads(args.threads.into());
        let mut agent = plan.agent::<G>().map_err(wrong)?;
        let rng = Rng::new(args.seed.unwrap_or_else(seed::drawn));
        let timer = WallTime::start();
        let setting = client::Setting { rules, rng, clock: args.clock, timer: &timer };
        let played = client::run::<G>(agent.as_mut(), setting, io::stdin().lock(), io::stdout().lock());
        played.map_err(|error| match error {
            BotError::Io(error) => error.into(),
            wrong @ BotError::Line { .. } => Wrong(wrong.to_string()).into(),
        })
    }
}

/// Plays until the input ends.
pub fn run(args: &Args) -> anyhow::Result<()> {
    with(&args.game, RunBot(args))
}
