//! `croupier match`: referees matches between bots and our own players.

use std::io::{self, Write};

use arena::Played;
use serde::Serialize;

use super::series::{self, SeriesArgs};
use super::{SetupArgs, game_name};
use crate::entrants::{ConditionArgs, outcome, play, seat_all, seating, show_stderr};
use crate::files::RecordArgs;
use crate::{Wrong, json};

/// Referee a match between bots
///
/// Starts a process for each bot, deals, asks for each decision and checks it, until the match is over or a bot
/// forfeits. The commitment to the deal is printed before the match and its key after it, so that anyone can check
/// that the deal was fair.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// Who plays: a computer player, or a command in quotes, split at blanks. No shell runs it, but `cd DIR &&` before
    /// it is understood. Name one for each seat, or fewer that sit in turn: of two, the first takes seats 1 and 3, the
    /// second seats 2 and 4
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<String>,
    #[command(flatten)]
    deal: SetupArgs,
    #[command(flatten)]
    kept: RecordArgs,
    #[command(flatten)]
    series: SeriesArgs,
    /// Show what all bots wrote to standard error, even if none forfeits
    #[arg(long)]
    stderr: bool,
    /// Print JSON, one object for each match, and with --matches a summary; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    conditions: ConditionArgs,
}

const AFTER_HELP: &str = "\
Examples:
  croupier match durak greedy \"python3 bots/durak.py\" --record match.txt
  croupier match durak \"./mybot --fast\" random --clock 500ms/move --sandbox none
  croupier match durak greedy \"cd mybot && java -Xmx32m Durak\"
  croupier match durak champion:iterations=500 greedy --clock none
  croupier match durak greedy random --matches 1000 --records matches
  croupier deal durak | croupier match durak greedy random --setup @- --json

In the strict sandbox a bot can read only the system's files and the files that its command names.
`cd DIR &&` before the command gives it a folder: the bot runs there and can read all of it.

Two times are printed for each seat. `thinking` is the time from each question to its answer.
`processor` is the processor time of all threads from the bot's start to its last answer. It
includes starting up, so it can be the longer one.

docs/protocol.md describes the protocol, docs/sandbox.md the sandbox, docs/notation.md the record.

Exit status:
  0   the match ended, by play or by a forfeit
  1   the match did not begin, or a file could not be read or written
  2   the deal or the command line is wrong";

/// Plays the match or the matches.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let series = &args.series;
    let is_one = series.matches.unwrap_or(1) == 1 && series.records.is_none() && series.sprt.is_none();
    if is_one && series.tables != 1 {
        return Err(Wrong("--tables plays several matches at once and needs --matches".to_owned()).into());
    }
    if is_one {
        crate::interrupt::end_at_once()?;
        return one(args);
    }
    let order = series::Order {
        game: &args.game,
        bots: &args.bots,
        deal: &args.deal,
        series: &args.series,
        kept: &args.kept,
        conditions: &args.conditions,
        stderr: args.stderr,
        json: args.json,
    };
    order.run()
}

fn one(args: &Args) -> anyhow::Result<()> {
    let (table, key) = args.deal.table(&args.game, 0)?;
    let seats = table.header().seats();
    let entrants = seat_all(&args.game, &args.bots, seats, &args.conditions.sandbox_args)?;
    let file = args.kept.open()?;
    let mut out = io::stdout();
    if !args.json {
        write!(out, "{}", seating(&args.bots, seats))?;
        if let Some(key) = key {
            writeln!(out, "commitment {}", key.commitment())?;
        }
        out.flush()?;
    }
    let played = play(table, key, args.deal.agent_key(key), &entrants, &args.conditions)?;
    if args.json {
        json::print(&NumberedMatch::new(1, &played))?;
    } else {
        if let Some(key) = key {
            writeln!(out, "key {key}")?;
        }
        write!(out, "{}", outcome(&played.record, played.because.as_ref()))?;
    }
    show_stderr(&played.record, &played.stderr, args.stderr)?;
    if let Some(file) = file {
        file.write(played.record)?;
    }
    Ok(())
}

const SCHEMA: &str = "croupier/match/1";

/// A match for programs.
#[derive(Serialize)]
struct NumberedMatch<'a> {
    schema: &'static str,
    kind: &'static str,
    number: u64,
    #[serde(flatten)]
    played: json::MatchObject<'a>,
}

impl NumberedMatch<'_> {
    fn new(number: u64, played: &Played) -> NumberedMatch<'_> {
        let told = json::MatchObject::new(&played.record, played.because.as_ref());
        NumberedMatch { schema: SCHEMA, kind: "match", number, played: told }
    }
}
