//! `croupier match`: one match between bots, with a verdict and a record.

use std::io::{self, Write};
use std::path::PathBuf;

use arena::deal::Key;
use arena::table;
use arena::verdict::Ending;
use cards::{Game, Rules, Seat};
use games::catalog::{Entry, WithGame};

use super::{game_name, with};
use crate::Wrong;
use crate::contestants::{ConditionArgs, RecordFile, outcome, play, seat_all, seating};

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
    /// Who plays: the name of a policy, or a command in quotes. One for each seat, or fewer who sit
    /// in turn: of two, the first takes seats 1 and 3, the second 2 and 4
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<String>,
    /// A deal that can be had again; without it nobody can guess the deal
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// House rules: a preset, settings on top of it, or both, as in "contest seats=3"
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    rules: String,
    /// How many sit at the table, for games that leave it open
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
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

struct RulesText<'a>(&'a Args);
impl WithGame for RulesText<'_> {
    type Out = Result<String, Wrong>;
    fn run<G: Entry>(self) -> Self::Out {
        let wrong = |error| Wrong(format!("--rules {:?}: {error}", self.0.rules));
        let mut rules = <<G as Game>::Rules as Rules>::read(&self.0.rules).map_err(wrong)?;
        if let Some(seats) = self.0.seats.filter(|&seats| seats != rules.seats()) {
            let wrong = |error| Wrong(format!("--seats {seats}: {error}"));
            rules.set("seats", &seats.to_string()).map_err(wrong)?;
        }
        Ok(rules.to_string())
    }
}

/// Plays the match or the matches.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let rules = with(&args.game, RulesText(args))?;
    if args.matches == 1 { one(args, &rules) } else { many(args, &rules) }
}

fn key(args: &Args, number: u64) -> anyhow::Result<Key> {
    match args.seed {
        Some(seed) => Ok(Key::from_seed(seed.wrapping_add(number))),
        None => Key::secret().map_err(|error| anyhow::anyhow!("no random numbers: {error}")),
    }
}

fn one(args: &Args, rules: &str) -> anyhow::Result<()> {
    let key = key(args, 0)?;
    let mut table = table::deal(&args.game, rules, key.rng())?;
    let players = seat_all(&args.game, &args.bots, table.game().seats(), &args.conditions.boxed)?;
    let file = args.record.as_deref().map(RecordFile::open).transpose()?;
    let mut out = io::stdout();
    write!(out, "{}", seating(&args.bots, table.game().seats()))?;
    writeln!(out, "commitment {}", key.commitment())?;
    out.flush()?;
    let (report, record) = play(table.as_mut(), key, players, &args.conditions)?;
    writeln!(out, "key {key}")?;
    write!(out, "{}", outcome(&record))?;
    let forfeited = match report.ending {
        Ending::Forfeit { seat, .. } => Some(seat),
        Ending::Played => None,
    };
    for (seat, remains) in Seat::all(report.remains.len()).zip(&report.remains) {
        if !remains.stderr.is_empty() && (args.stderr || forfeited == Some(seat)) {
            writeln!(io::stderr(), "standard error of seat {seat}:")?;
            io::stderr().write_all(&remains.stderr)?;
        }
    }
    if let Some(file) = file {
        file.write(&record)?;
    }
    Ok(())
}

fn many(args: &Args, rules: &str) -> anyhow::Result<()> {
    let (mut won, mut forfeits, mut decisions) = (Vec::new(), 0u64, 0usize);
    let begun = std::time::Instant::now();
    for number in 0..args.matches {
        let key = key(args, number)?;
        let mut table = table::deal(&args.game, rules, key.rng())?;
        let players = seat_all(&args.game, &args.bots, table.game().seats(), &args.conditions.boxed)?;
        if number == 0 {
            write!(io::stdout(), "{}", seating(&args.bots, table.game().seats()))?;
        }
        let (_, record) = play(table.as_mut(), key, players, &args.conditions)?;
        won.resize(record.players.len(), 0u64);
        for seat in record.payoffs.seats() {
            won[seat.index()] += u64::from(record.payoffs[seat] > 0);
        }
        decisions += record.decisions.iter().filter(|decision| decision.cost.is_some()).count();
        if let Ending::Forfeit { seat, why } = &record.ending {
            forfeits += 1;
            writeln!(io::stdout(), "match {}: seat {seat} {}, key {key}", number + 1, why.in_words())?;
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
