//! `croupier match`: one match between players, with a verdict and a record.

use std::io::{self, Write};
use std::time::Instant;

use arena::Played;
use serde::Serialize;
use table::ending::Ending;
use table::record::Record;

use super::{SetupArgs, game_name};
use crate::entrants::{ConditionArgs, RecordArgs, outcome, play, seat_all, seating, show_stderr, verdict};
use crate::json;

/// Referee a match between bots
///
/// Starts a process for every bot, deals, asks and checks until the match is over or a bot forfeits
/// it. The deal's commitment is told before the match and its key after it, so that anybody can check
/// that the deal was not made to suit somebody.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// Who plays: one of our players, or a command in quotes. One for each seat, or fewer who sit in
    /// turn: of two, the first takes seats 1 and 3, the second 2 and 4
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<String>,
    #[command(flatten)]
    deal: SetupArgs,
    #[command(flatten)]
    kept: RecordArgs,
    /// Play so many matches, each with a deal of its own, and count
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "record", value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Show what the bots wrote to standard error, also if all went well
    #[arg(long)]
    stderr: bool,
    /// Print JSON, one object a match and with --matches one that sums up; docs/json.md names its keys
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

Under the strict sandbox a bot can read the system's files and those its command names. `cd DIR &&`
before the command gives it a folder of its own: it runs there and may read all of it.

Two times are told for each seat. The clock's runs from each question to its answer. The processor's
is what the bot used from its start to its last answer, all its threads together: starting up and
thinking while others move count too, so it may be the larger one.

The protocol is described in docs/protocol.md, the record in docs/notation.md.

Exit status:
  0   the match came to a verdict, whatever it is
  1   a bot could not be started, or a file not be read or written
  2   the command line is wrong";

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
        json::print(&Line::new(1, &played))?;
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
    let mut total = Total::default();
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
            json::print(&Line::new(number + 1, &played))?;
        } else if let Some(verdict) = verdict(&played.record, played.because.as_ref()) {
            let key = key.map_or(String::new(), |key| format!(", key {key}"));
            writeln!(io::stdout(), "match {}: {verdict}{key}", number + 1)?;
        }
    }
    let Total { ref won, forfeits, decisions } = total;
    let seconds = begun.elapsed().as_secs_f64();
    let player = |seat: usize| args.bots[seat % args.bots.len()].as_str();
    let wins = won.iter().zip(1..).map(|(&won, seat)| Wins { seat, player: player(seat - 1), won });
    if args.json {
        let (seats, matches) = (wins.collect(), args.matches);
        let (schema, kind) = (SCHEMA, "summary");
        return Ok(json::print(&Summary { schema, kind, matches, forfeits, decisions, seconds, seats })?);
    }
    let mut out = io::stdout();
    for Wins { seat, player, won } in wins {
        writeln!(out, "seat {seat}  won {won}  {player}")?;
    }
    writeln!(out, "{} matches, {forfeits} forfeits, {decisions} decisions, {seconds:.1} s", args.matches)?;
    Ok(())
}

/// What many matches add up to.
#[derive(Default)]
struct Total {
    /// For each seat, the matches it has won.
    won: Vec<u64>,
    forfeits: u64,
    decisions: usize,
}

impl Total {
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
struct Line<'a> {
    schema: &'static str,
    kind: &'static str,
    number: u64,
    #[serde(flatten)]
    played: json::Played<'a>,
}

impl Line<'_> {
    fn new(number: u64, played: &Played) -> Line<'_> {
        let told = json::Played::new(&played.record, played.because.as_ref());
        Line { schema: SCHEMA, kind: "match", number, played: told }
    }
}

/// Many matches for programs.
#[derive(Serialize)]
struct Summary<'a> {
    schema: &'static str,
    kind: &'static str,
    matches: u64,
    forfeits: u64,
    decisions: usize,
    seconds: f64,
    seats: Vec<Wins<'a>>,
}

#[derive(Serialize)]
struct Wins<'a> {
    seat: usize,
    player: &'a str,
    won: u64,
}
