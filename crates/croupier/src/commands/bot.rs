//! `croupier bot`: a policy of ours as a contest entry, on standard input and output.

use std::io;
use std::sync::atomic::Ordering;
use std::time::Duration;

use arena::bot;
use arena::clock::{Clock, Span};
use cards::{Game, ParseError, Policy, Rng};
use games::catalog::{Entry, WithGame};
use games::levels::{NotSeated, Plan, Time};

use super::{DealArgs, game_name, with};
use crate::{Wrong, seed};

/// Play one seat as a bot, on standard input and output
///
/// Reads the lines a referee sends and answers its questions; docs/protocol.md describes both. Ends
/// when its input ends.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP, mut_arg("seed", |seed| seed.help(SEED_HELP).long_help(SEED_HELP)))]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// Who plays: a level (random, beginner, club, expert, champion) or one of the game's policies
    #[arg(long, value_name = "NAME", default_value = "champion")]
    policy: String,
    /// The clock the referee keeps, as in `croupier match`: for the match and more for each round
    /// (2s+100ms), for each decision (500ms/move), or none
    #[arg(long, value_name = "CLOCK", default_value = "2s+100ms", value_parser = time)]
    clock: Time,
    /// How many threads think; each has a tree of its own in memory
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    #[command(flatten)]
    deal: DealArgs,
}

const SEED_HELP: &str = "\
The bot's own chance, which has nothing to do with the deal. Without it the operating system draws one";

const AFTER_HELP: &str = "\
Examples:
  croupier match durak \"croupier bot durak\" \"croupier bot durak --policy random\"
  croupier check-bot durak -- croupier bot durak
  croupier match durak \"croupier bot durak --threads 2\" \"croupier bot durak\"

--rules is for games whose referee does not name them.

Exit status:
  0   the input ended
  1   it could not be read, or the output not be written
  2   a line, or the command line, is wrong";

/// What the way to the referee and back may cost for each decision, at the least.
const ERRAND: Duration = Duration::from_millis(20);

/// The time to think under a referee's clock. A time for each decision alone leaves no room for a
/// mistake, so a part of it is kept back; the search looks after a reserve for the match itself.
fn time(text: &str) -> Result<Time, ParseError> {
    let clock = text.parse::<Clock>().or_else(|error| match text.parse::<Span>() {
        Ok(Span(each)) => Ok(Clock::Decision(each)),
        Err(_) => Err(error),
    })?;
    Ok(match clock {
        Clock::Match { base, increment } => Time::Match(base, increment),
        Clock::Decision(each) => Time::Decision(each.saturating_sub(ERRAND.max(each / 5)).max(each / 4)),
        Clock::Unlimited => Time::Free,
    })
}

struct Run<'a>(&'a Args);

impl WithGame for Run<'_> {
    type Out = anyhow::Result<()>;
    fn run<G: Entry>(self) -> Self::Out {
        let args = self.0;
        let rules: <G as Game>::Rules = args.deal.rules::<G>()?;
        let wrong = |NotSeated(why): NotSeated| Wrong(format!("--policy {}: {why}", args.policy));
        let mut plan = Plan::read::<G>(&args.policy).map_err(wrong)?;
        plan.settings.threads = plan.settings.threads.max(args.threads.into());
        // Only the champion takes all the time there is; the others are as strong on every machine.
        let is_timed = args.policy == "champion" && args.clock != Time::Free;
        let plan = if is_timed { plan.timed(args.clock) } else { plan };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_understands_every_clock_of_a_referee_and_keeps_a_reserve() {
        let ms = Duration::from_millis;
        assert_eq!(time("2s+100ms"), Ok(Time::Match(ms(2000), ms(100))));
        assert_eq!(time("none"), Ok(Time::Free));
        for (each, left) in [("1s/move", 800), ("500ms", 400), ("60ms/move", 40), ("20ms/move", 5)] {
            assert_eq!(time(each), Ok(Time::Decision(ms(left))), "{each}");
        }
        assert!(time("").is_err() && time("500").is_err() && time("500ms/round").is_err());
    }
}
