//! `croupier match`: one match between players, with a verdict and a record.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use table::AnyTable;
use table::ending::Ending;
use table::key::Key;

use super::{SetupArgs, game_name};
use crate::entrants::{ConditionArgs, RecordFile, outcome, play, seat_all, seating, show_stderr, verdict};

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
    /// Write the record of the match to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Play so many matches, each with a deal of its own, and count
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "record")]
    matches: u64,
    /// Show what the bots wrote to standard error, also if all went well
    #[arg(long)]
    stderr: bool,
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

Under the strict sandbox a bot can read the system's files and those its command names. `cd DIR &&`
before the command gives it a folder of its own: it runs there and may read all of it.

Two times are told for each seat. The clock's runs from each question to its answer. The processor's
is what the bot used from its start to its last answer, all its threads together: starting up and
thinking while others move count too, so it may be the larger one.

The protocol is described in docs/protocol.md, the record in docs/notation.md.

Exit status:
  0   the match came to a verdict, whatever it is
  1   a bot or the record's file could not be had
  2   the command line is wrong";

/// Plays the match or the matches.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.matches == 1 { one(args) } else { many(args) }
}

/// The table of match number `number`, and the key it was dealt from, if it was.
fn deal(args: &Args, number: u64) -> anyhow::Result<(Box<dyn AnyTable>, Option<Key>)> {
    args.deal.table(&args.game, number)
}

fn one(args: &Args) -> anyhow::Result<()> {
    let (table, key) = deal(args, 0)?;
    let seats = table.header().seats();
    let entrants = seat_all(&args.game, &args.bots, seats, &args.conditions.boxed)?;
    let file = args.record.as_deref().map(RecordFile::open).transpose()?;
    let mut out = io::stdout();
    write!(out, "{}", seating(&args.bots, seats))?;
    if let Some(key) = key {
        writeln!(out, "commitment {}", key.commitment())?;
    }
    out.flush()?;
    let played = play(table, key, args.deal.chance(key), &entrants, &args.conditions)?;
    if let Some(key) = key {
        writeln!(out, "key {key}")?;
    }
    write!(out, "{}", outcome(&played.record, played.because.as_ref()))?;
    show_stderr(&played, args.stderr)?;
    if let Some(file) = file {
        file.write(&played.record)?;
    }
    Ok(())
}

fn many(args: &Args) -> anyhow::Result<()> {
    let (mut won, mut forfeits, mut decisions) = (Vec::new(), 0u64, 0usize);
    let begun = Instant::now();
    for number in 0..args.matches {
        let (table, key) = deal(args, number)?;
        let seats = table.header().seats();
        let entrants = seat_all(&args.game, &args.bots, seats, &args.conditions.boxed)?;
        if number == 0 {
            write!(io::stdout(), "{}", seating(&args.bots, seats))?;
        }
        let played = play(table, key, args.deal.chance(key), &entrants, &args.conditions)?;
        let record = &played.record;
        won.resize(seats, 0u64);
        for seat in record.payoffs.seats() {
            won[seat.index()] += u64::from(record.payoffs[seat] > 0);
        }
        decisions += record.decisions.iter().filter(|decision| decision.cost.is_some()).count();
        if let Ending::Forfeit { .. } = &record.ending {
            forfeits += 1;
            let verdict = verdict(record, played.because.as_ref()).unwrap_or_default();
            let key = key.map_or(String::new(), |key| format!(", key {key}"));
            writeln!(io::stdout(), "match {}: {verdict}{key}", number + 1)?;
        }
    }
    let mut out = io::stdout();
    for (seat, won) in won.iter().enumerate() {
        writeln!(out, "seat {}  won {won}  {}", seat + 1, args.bots[seat % args.bots.len()])?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    writeln!(out, "{} matches, {forfeits} forfeits, {decisions} decisions, {seconds:.1} s", args.matches)?;
    Ok(())
}
