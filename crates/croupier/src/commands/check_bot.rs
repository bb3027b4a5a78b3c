//! `croupier check-bot`: tries out a bot and says what is wrong with it.

mod report;
mod trials;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use arena::probe::Probe;
use arena::sandbox::Spec;
use cards::Seat;
use table::clock::Span;

use self::report::{Finding, ProbeTotals};
use self::trials::trials;
use super::game_name;
use crate::entrants::{SandboxArgs, find_program, launcher};
use crate::number::whole;
use crate::{Wrong, json};

/// Try out a bot and say what is wrong with it
///
/// Plays matches with the bot in every seat and at tables of every size against computer players: first prepared deals,
/// which reach every corner of the rules, then random deals. Explains the first thing that the bot does wrong: a late,
/// illegal or misspelt answer, output that is not flushed, reading too much, output besides the answers. Prints the
/// command that plays the same match again.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// The bot: a program and its arguments
    #[arg(required = true, last = true, value_name = "CMD")]
    command: Vec<OsString>,
    /// Number of matches with random deals, after those with prepared deals
    #[arg(long, value_name = "N", default_value = "20", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    matches: u64,
    /// Seed of the first random deal; each further deal adds one. With --setup, the seed of the computer players
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Only this deal, as `croupier deal` prints it: the line, `@FILE` to read it from a file, or `@-` to read it from
    /// standard input
    #[arg(long, value_name = "SETUP", conflicts_with_all = ["matches", "rules", "seats"])]
    setup: Option<String>,
    /// Only deals with these house rules: a preset, settings on top of it, or both, as in "contest seats=3"
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Only tables with this number of seats
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=cards::MAX_SEATS as u64))]
    seats: Option<usize>,
    /// Only with the bot in this seat; its partner's seat is always the bot's, too
    #[arg(long, value_name = "SEAT")]
    seat: Option<Seat>,
    /// Only against this player of ours
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// How long an answer may take, like 2s or 500ms
    #[arg(long, value_name = "TIME", default_value = "2s")]
    time: Span,
    /// The bot's own folder: it runs there and may read all of it
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    sandbox_args: SandboxArgs,
    /// Print a JSON object; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier check-bot durak -- python3 bots/durak.py
  croupier check-bot mau-mau --seats 2 -- ./mybot
  croupier check-bot durak --sandbox none --matches 100 -- ./mybot --fast
  croupier check-bot durak --folder mybot -- java -Xmx32m Durak
  croupier check-bot durak --json -- ./mybot

Exit status:
  0   nothing wrong was found
  1   the bot could not be started
  2   something is wrong with the bot or with the command line";

/// Tries the bot out.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.sandbox_args.require.is_some() {
        let why = "--require is for `croupier match`; `croupier sandbox` says whether namespaces work here";
        return Err(Wrong(why.to_owned()).into());
    }
    crate::interrupt::end_at_once()?;
    let folder = args
        .folder
        .as_ref()
        .map(|folder| folder.canonicalize().with_context(|| format!("cannot use {}", folder.display())));
    let (limits, folder) = (args.sandbox_args.limits(), folder.transpose()?);
    let spec = Spec::new(args.sandbox_args.sandbox, limits, args.command.clone(), folder);
    find_program(&spec, "program", &[])?;
    let launcher = launcher()?;
    let probe =
        Probe { spec: &spec, launcher: &launcher, startup: args.sandbox_args.startup.0, time: args.time.0 };
    let mut totals = ProbeTotals::default();
    let mut found = None;
    for trial in trials(args)? {
        let table = trial.table(&args.game)?;
        match probe.play(table, trial.seat, &trial.plan, &trial.key())? {
            Ok(tally) => totals.add(trial.source, &tally),
            Err(failure) => {
                found = Some(Finding::new(trial, failure, &spec));
                break;
            }
        }
    }
    if args.json {
        json::print(&totals.object(args, found.as_ref()))?;
    }
    match found {
        Some(found) => Err(Wrong(found.to_string()).into()),
        None if args.json => Ok(()),
        None => Ok(io::stdout().write_all(totals.to_string().as_bytes())?),
    }
}
