//! `croupier check-bot`: tries a bot out and says what is wrong with it.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use arena::probe::{Complaint, Failure, Tally, Trial};
use arena::sandbox::{Sandbox, Spec};
use cards::Seat;
use games::catalog::{Entry, WithGame};
use games::levels::Plan;
use table::AnyTable;
use table::clock::Span;
use table::ending::Reason;
use table::key::Key;

use super::{game_name, with};
use crate::Wrong;
use crate::entrants::{BoxArgs, launcher};

/// Try a bot out and say what is wrong with it
///
/// Plays it through matches against our policies, in every seat, and explains the first thing it
/// does wrong: late, illegal, wrongly spelt, not flushed, too much read, chatter.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// The bot: a program and its arguments
    #[arg(required = true, last = true, value_name = "CMD")]
    command: Vec<OsString>,
    /// How many matches, besides the scripted ones
    #[arg(long, value_name = "N", default_value = "20")]
    matches: u64,
    /// The first of the matches' seeds
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// How long an answer may take
    #[arg(long, value_name = "TIME", default_value = "2s")]
    time: Span,
    /// The bot's own folder: it runs there and may read all of it
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    boxed: BoxArgs,
}

const AFTER_HELP: &str = "\
Examples:
  croupier check-bot durak -- python3 bots/durak.py
  croupier check-bot durak --sandbox none --matches 100 -- ./mybot --fast
  croupier check-bot durak --folder mybot -- java -Xmx32m Durak

Exit status:
  0   nothing was found wrong
  1   the bot could not be started
  2   something is wrong with the bot, or with the command line";

/// A deal by name, in text.
type Scripted = (&'static str, &'static str);

/// Those of our players who answer at once, and deals in which things happen early.
struct Opponents;
impl WithGame for Opponents {
    type Out = (Vec<(&'static str, Plan)>, &'static [Scripted]);
    fn run<G: Entry>(self) -> Self::Out {
        let plan = |name: &&'static str| Some((*name, Plan::read::<G>(name).ok()?));
        (G::POLICIES.iter().filter_map(plan).collect(), G::SCRIPTED)
    }
}

/// Tries the bot out.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args
        .folder
        .as_ref()
        .map(|folder| folder.canonicalize().with_context(|| folder.display().to_string()));
    let spec = Spec {
        sandbox: args.boxed.sandbox,
        limits: args.boxed.limits(),
        command: args.command.clone(),
        folder: folder.transpose()?,
    };
    let launcher = launcher()?;
    let trial = Trial { spec: &spec, launcher: &launcher, startup: args.boxed.startup.0, time: args.time.0 };
    let mut total = Tally::default();
    let (mut played, mut won) = (0u64, 0u64);
    let (opponents, scripted) = with(&args.game, Opponents);
    let mut try_out = |table: Box<dyn AnyTable>, number: u64, what: &str| -> anyhow::Result<()> {
        let seat = Seat::new(number as usize % table.header().seats());
        let (policy, plan) = &opponents[(number / 4) as usize % opponents.len()];
        let key = Key::from_seed(args.seed.wrapping_add(number));
        let outcome = trial.play(table, seat, plan, &key).context("cannot start the bot")?;
        let tally = outcome.map_err(|failure| {
            let is_lost = needs_folder(&spec, &failure);
            complain(what, seat, policy, &failure, is_lost.then_some(FOLDER_HINT))
        })?;
        played += 1;
        won += u64::from(tally.won);
        total.answers += tally.answers;
        total.cpu += tally.cpu;
        total.slowest = total.slowest.max(tally.slowest);
        Ok(())
    };
    for (what, setup) in scripted {
        for seat in 0..4 {
            try_out(table::open(&args.game, setup)?, seat, what)?;
        }
    }
    for number in 0..args.matches {
        let seed = args.seed.wrapping_add(number);
        let table = table::deal(&args.game, "", Key::from_seed(seed).rng())?;
        try_out(table, number, &format!("the match with seed {seed}"))?;
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let mut out = io::stdout();
    writeln!(out, "nothing wrong in {played} matches, {won} of them won against our policies")?;
    writeln!(
        out,
        "{} answers, the slowest in {:.1} ms, processor time {:.1} ms a match",
        total.answers,
        milliseconds(total.slowest),
        milliseconds(total.cpu) / played.max(1) as f64
    )?;
    Ok(())
}

/// So many bytes of a bot's standard error are shown, for a line may be long.
const STDERR_SHOWN: usize = 1000;

const FOLDER_HINT: &str = "\
It ended before its first answer. In the strict sandbox a bot can read the system's files and those its
command names; if it needs others, such as classes or modules, name their folder: --folder DIR
";

/// Did the bot perhaps end because it could not read its own files?
fn needs_folder(spec: &Spec, failure: &Failure) -> bool {
    spec.sandbox == Sandbox::Strict
        && spec.folder.is_none()
        && failure.answers == 0
        && matches!(failure.complaint, Complaint::Rule(Reason::Crashed(_), _))
}

fn complain(what: &str, seat: Seat, policy: &str, failure: &Failure, hint: Option<&str>) -> Wrong {
    let mut text = format!("{}\n", failure.complaint.in_words());
    text += hint.unwrap_or_default();
    text += &format!("This was in {what}, the bot in seat {seat}, policy {policy} against it, after:\n");
    for line in &failure.after {
        text += &format!("  {line}\n");
    }
    if !failure.stderr.is_empty() {
        text += "The end of its standard error:\n";
        let end = &failure.stderr[failure.stderr.len().saturating_sub(STDERR_SHOWN)..];
        let end = String::from_utf8_lossy(end);
        let lines: Vec<&str> = end.lines().collect();
        for line in &lines[lines.len().saturating_sub(10)..] {
            text += &format!("  {line}\n");
        }
    }
    Wrong(text.trim_end().to_owned())
}
