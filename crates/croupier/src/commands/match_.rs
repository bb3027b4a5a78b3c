//! `croupier match`: referees matches between bots and our own players.

use std::io::{self, Write};
use std::time::Instant;

use arena::Played;
use serde::Serialize;
use table::ending::Ending;
use table::record::Record;

use super::{SetupArgs, game_name};
use crate::entrants::{ConditionArgs, forfeit, outcome, play, seat_all, seating, show_stderr};
use crate::files::RecordArgs;
use crate::json;
use crate::number::{counted, whole};
use crate::plain::plain_line;

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
    /// Who plays: one of our players, or a command in quotes. Name one for each seat, or fewer that sit in turn: of
    /// two, the first takes seats 1 and 3, the second seats 2 and 4
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<String>,
    #[command(flatten)]
    deal: SetupArgs,
    #[command(flatten)]
    kept: RecordArgs,
    /// Number of matches; each has its own deal, and the wins are counted
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "record", allow_negative_numbers = true, value_parser = whole::<u64>(1..=u64::MAX))]
    matches: u64,
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
  croupier match durak greedy random --matches 1000
  croupier deal durak | croupier match durak greedy random --setup @- --json

In the strict sandbox a bot can read only the system's files and the files that its command names.
`cd DIR &&` before the command gives it a folder: the bot runs there and can read all of it.

Two times are printed for each seat. `clock` is the time from each question to its answer.
`processor` is the processor time of all threads from the bot's start to its last answer. It
includes starting up and thinking while others decide, so it can be the longer one.

docs/protocol.md describes the protocol, docs/sandbox.md the sandbox, docs/notation.md the record.

Exit status:
  0   the match ended, by play or by a forfeit
  1   a bot could not be started, or a file could not be read or written
  2   the deal or the command line is wrong";

/// Plays the match or the matches.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.matches == 1 { one(args) } else { many(args) }
}

fn one(args: &Args) -> anyhow::Result<()> {
    let (table, key) = args.deal.table(&args.game, 0)?;
    let seats = table.header().seats();
    let entrants = seat_all(&args.game, &args.bots, seats, &args.conditions.boxed)?;
    let file = args.kept.open()?;
    let mut out = io::stdout();
    if !args.json {
        write!(out, "{}", seating(&args.bots, seats))?;
        if let Some(key) = key {
            writeln!(out, "commitment {}", key.commitment())?;
        }
        out.flush()?;
    }
    let played = play(table, key, args.deal.chance(key), &entrants, &args.conditions)?;
    if args.json {
        json::print(&NumberedMatch::new(1, &played))?;
    } else {
        if let Some(key) = key {
            writeln!(out, "key {key}")?;
        }
        write!(out, "{}", outcome(&played.record, played.because.as_ref()))?;
    }
    show_stderr(&played, args.stderr)?;
    if let Some(file) = file {
        file.write(played.record)?;
    }
    Ok(())
}

fn many(args: &Args) -> anyhow::Result<()> {
    let given = args.deal.given()?;
    let mut total = MatchTotals::default();
    let begun = Instant::now();
    let mut entrants = Vec::new();
    for number in 0..args.matches {
        let (table, key) = args.deal.table_of(&args.game, given.as_ref(), number)?;
        if number == 0 {
            let seats = table.header().seats();
            entrants = seat_all(&args.game, &args.bots, seats, &args.conditions.boxed)?;
            if !args.json {
                write!(io::stdout(), "{}", seating(&args.bots, seats))?;
            }
        }
        let played = play(table, key, args.deal.chance(key), &entrants, &args.conditions)?;
        total.add(&played.record);
        if args.json {
            json::print(&NumberedMatch::new(number + 1, &played))?;
        } else if let Some(forfeit) = forfeit(&played.record, played.because.as_ref()) {
            let key = key.map_or(String::new(), |key| format!(", key {key}"));
            writeln!(io::stdout(), "match {}: {forfeit}{key}", number + 1)?;
        }
    }
    let MatchTotals { ref won, forfeits, decisions } = total;
    let seconds = begun.elapsed().as_secs_f64();
    let player = |seat: usize| args.bots[seat % args.bots.len()].as_str();
    let wins = won.iter().zip(1..).map(|(&won, seat)| SeatWins { seat, player: player(seat - 1), won });
    if args.json {
        let (seats, matches) = (wins.collect(), args.matches);
        let (schema, kind) = (SCHEMA, "summary");
        return Ok(json::print(&MatchesSummary {
            schema,
            kind,
            matches,
            forfeits,
            decisions,
            seconds,
            seats,
        })?);
    }
    let mut out = io::stdout();
    for SeatWins { seat, player, won } in wins {
        writeln!(out, "seat {seat}  won {won}  {}", plain_line(player))?;
    }
    let matches = counted(args.matches, "match", "matches");
    let forfeits = counted(forfeits, "forfeit", "forfeits");
    let decisions = counted(decisions, "decision", "decisions");
    Ok(writeln!(out, "{matches}, {forfeits}, {decisions}, {seconds:.1} s")?)
}

/// The sums over many matches.
#[derive(Default)]
struct MatchTotals {
    /// For each seat, the matches it has won.
    won: Vec<u64>,
    forfeits: u64,
    decisions: usize,
}

impl MatchTotals {
    fn add(&mut self, record: &Record) {
        self.won.resize(record.payoffs.len(), 0);
        for (won, payoff) in self.won.iter_mut().zip(record.payoffs.iter()) {
            *won += u64::from(*payoff > 0);
        }
        self.decisions += record.decisions.iter().filter(|decision| decision.cost.is_some()).count();
        self.forfeits += u64::from(record.ending != Ending::Played);
    }
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

/// Many matches for programs.
#[derive(Serialize)]
struct MatchesSummary<'a> {
    schema: &'static str,
    kind: &'static str,
    matches: u64,
    forfeits: u64,
    decisions: usize,
    seconds: f64,
    seats: Vec<SeatWins<'a>>,
}

#[derive(Serialize)]
struct SeatWins<'a> {
    seat: usize,
    player: &'a str,
    won: u64,
}
