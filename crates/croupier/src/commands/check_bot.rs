//! `croupier check-bot`: tries out a bot and says what is wrong with it.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use arena::probe::{Complaint, Failure, Probe, Tally};
use arena::sandbox::{Sandbox, Spec};
use cards::Seat;
use games::catalog::{CatalogGame, WithGame};
use games::levels::Plan;
use serde::Serialize;
use table::AnyTable;
use table::clock::Span;
use table::ending::Reason;
use table::key::Key;
use table::player::micros;

use super::{game_name, with};
use crate::entrants::{BoxArgs, find_program, launcher};
use crate::number::{counted, whole};
use crate::plain::plain;
use crate::{Wrong, json};

/// Try out a bot and say what is wrong with it
///
/// Plays matches with the bot in every seat against our policies, and explains the first thing that it does wrong:
/// a late, illegal or misspelt answer, output that is not flushed, reading too much, output besides the answers.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// The bot: a program and its arguments
    #[arg(required = true, last = true, value_name = "CMD")]
    command: Vec<OsString>,
    /// Number of matches, after those with prepared deals
    #[arg(long, value_name = "N", default_value = "20", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    matches: u64,
    /// Seed of the first match; each further match adds one
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How long an answer may take, like 2s or 500ms
    #[arg(long, value_name = "TIME", default_value = "2s")]
    time: Span,
    /// The bot's own folder: it runs there and may read all of it
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    boxed: BoxArgs,
    /// Print a JSON object; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier check-bot durak -- python3 bots/durak.py
  croupier check-bot durak --sandbox none --matches 100 -- ./mybot --fast
  croupier check-bot durak --folder mybot -- java -Xmx32m Durak
  croupier check-bot durak --json -- ./mybot

Exit status:
  0   nothing wrong was found
  1   the bot could not be started
  2   something is wrong with the bot or with the command line";

/// A prepared deal: what it is, and its setup.
type Scripted = (&'static str, &'static str);

/// Our players that answer at once, and prepared deals in which rare things happen early.
struct Opponents;
impl WithGame for Opponents {
    type Out = (Vec<(&'static str, Plan)>, &'static [Scripted]);
    fn run<G: CatalogGame>(self) -> Self::Out {
        let plan = |name: &&'static str| Some((*name, Plan::read::<G>(name).ok()?));
        (G::POLICIES.iter().filter_map(plan).collect(), G::SCRIPTED)
    }
}

/// Tries the bot out.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args
        .folder
        .as_ref()
        .map(|folder| folder.canonicalize().with_context(|| format!("cannot use {}", folder.display())));
    let (limits, folder) = (args.boxed.limits(), folder.transpose()?);
    let spec = Spec::new(args.boxed.sandbox, limits, args.command.clone(), folder);
    find_program(&spec, "program", &[])?;
    let launcher = launcher()?;
    let probe = Probe { spec: &spec, launcher: &launcher, startup: args.boxed.startup.0, time: args.time.0 };
    let (opponents, scripted) = with(&args.game, Opponents);
    let mut total = ProbeTotals::default();
    let mut try_out =
        |table: Box<dyn AnyTable>, number: u64, what: &str| -> anyhow::Result<Option<Finding>> {
            let seat = Seat::new(number as usize % table.header().seats());
            let (against, plan) = opponents[(number / 4) as usize % opponents.len()];
            let key = Key::from_seed(args.seed.wrapping_add(number));
            match probe.play(table, seat, &plan, &key)? {
                Ok(tally) => {
                    total.add(&tally);
                    Ok(None)
                }
                Err(failure) => {
                    let hint = needs_folder(&spec, &failure).then_some(FOLDER_HINT);
                    Ok(Some(Finding { what: what.to_owned(), seat, against, hint, failure }))
                }
            }
        };
    let mut find = || -> anyhow::Result<Option<Finding>> {
        for (what, setup) in scripted {
            for seat in 0..4 {
                if let Some(found) = try_out(table::open(&args.game, setup)?, seat, what)? {
                    return Ok(Some(found));
                }
            }
        }
        for number in 0..args.matches {
            let seed = args.seed.wrapping_add(number);
            let table = table::deal(&args.game, "", Key::from_seed(seed).rng())?;
            if let Some(found) = try_out(table, number, &format!("the match with seed {seed}"))? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    };
    let found = find()?;
    if args.json {
        json::print(&total.object(args, found.as_ref()))?;
    }
    match found {
        Some(found) => Err(Wrong(found.to_string()).into()),
        None if args.json => Ok(()),
        None => Ok(io::stdout().write_all(total.to_string().as_bytes())?),
    }
}

/// What the bot did in the matches in which nothing was wrong.
#[derive(Default)]
struct ProbeTotals {
    played: u64,
    won: u64,
    sum: Tally,
}

impl ProbeTotals {
    fn add(&mut self, tally: &Tally) {
        self.played += 1;
        self.won += u64::from(tally.won);
        self.sum.answers += tally.answers;
        self.sum.cpu += tally.cpu;
        self.sum.slowest = self.sum.slowest.max(tally.slowest);
    }

    fn object<'a>(&self, args: &'a Args, found: Option<&'a Finding>) -> CheckObject<'a> {
        CheckObject {
            schema: "croupier/check-bot/1",
            game: &args.game,
            command: args.command.iter().map(|word| word.to_string_lossy()).collect(),
            is_right: found.is_none(),
            matches: self.played,
            won: self.won,
            answers: self.sum.answers,
            slowest_us: micros(self.sum.slowest),
            processor_us: micros(self.sum.cpu),
            complaint: found.map(Finding::object),
        }
    }
}

impl fmt::Display for ProbeTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProbeTotals { played, won, sum } = self;
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let matches = counted(played, "match", "matches");
        writeln!(f, "nothing wrong in {matches}; the bot won {won} of them against our policies")?;
        let (slowest, cpu) = (milliseconds(sum.slowest), milliseconds(sum.cpu) / (*played).max(1) as f64);
        let answers = counted(sum.answers, "answer", "answers");
        writeln!(f, "{answers}, the slowest in {slowest:.1} ms, processor time {cpu:.1} ms a match")
    }
}

/// The result for programs.
#[derive(Serialize)]
struct CheckObject<'a> {
    schema: &'static str,
    game: &'a str,
    command: Vec<Cow<'a, str>>,
    is_right: bool,
    matches: u64,
    won: u64,
    answers: u32,
    slowest_us: u64,
    processor_us: u64,
    complaint: Option<ComplaintObject<'a>>,
}

/// What is wrong, for programs.
#[derive(Serialize)]
struct ComplaintObject<'a> {
    code: &'static str,
    sentence: String,
    hint: Option<&'a str>,
    deal: &'a str,
    seat: usize,
    against: &'a str,
    after: &'a [String],
    stderr: Vec<String>,
}

/// This many bytes of a bot's standard error are shown, since a line may be long.
const STDERR_SHOWN: usize = 1000;

const FOLDER_HINT: &str = "\
It ended before its first answer. In the strict sandbox a bot can read only the system's files and the files that
its command names. If it needs others, such as classes or modules, name their folder: --folder DIR
";

/// Did the bot possibly end because it could not read its own files?
fn needs_folder(spec: &Spec, failure: &Failure) -> bool {
    spec.sandbox == Sandbox::Strict
        && spec.folder.is_none()
        && failure.answers == 0
        && matches!(failure.complaint, Complaint::Rule(Reason::Crashed(_), _))
}

/// What is wrong with the bot, and where it was found.
struct Finding {
    what: String,
    seat: Seat,
    against: &'static str,
    hint: Option<&'static str>,
    failure: Box<Failure>,
}

impl Finding {
    /// The last lines of the bot's standard error.
    fn stderr(&self) -> Vec<String> {
        let stderr = &self.failure.stderr;
        let end = plain(&String::from_utf8_lossy(&stderr[stderr.len().saturating_sub(STDERR_SHOWN)..]));
        let lines: Vec<&str> = end.lines().collect();
        lines[lines.len().saturating_sub(10)..].iter().map(|line| (*line).to_owned()).collect()
    }

    fn object(&self) -> ComplaintObject<'_> {
        ComplaintObject {
            code: self.failure.complaint.code(),
            sentence: self.failure.complaint.in_words(),
            hint: self.hint.map(str::trim_end),
            deal: &self.what,
            seat: json::number(self.seat),
            against: self.against,
            after: &self.failure.after,
            stderr: self.stderr(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { what, seat, against, hint, failure } = self;
        writeln!(f, "{}", failure.complaint.in_words())?;
        f.write_str(hint.unwrap_or_default())?;
        write!(f, "This was in {what}, with the bot in seat {seat} against {against}, after the lines:")?;
        failure.after.iter().try_for_each(|line| write!(f, "\n  {line}"))?;
        let stderr = self.stderr();
        if !stderr.is_empty() {
            write!(f, "\nThe bot's standard error ended with:")?;
        }
        stderr.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
