//! `croupier replay`: walks through a record on the terminal.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use cards::{Seat, Viewer};
use table::AnyTable;
use table::ending::Ending;
use table::record::{Decision, Record};

use super::verify::{name, read};
use crate::Wrong;
use crate::entrants::outcome;
use crate::terminal::draw::Pen;
use crate::terminal::person::read_line;
use crate::terminal::screen::Screen;

/// Walk through the record of a match
///
/// Shows every action, what happened, and the table: with all cards open, as one seat saw it, or as
/// somebody who watched. On a terminal Enter goes on, a number skips so many actions, q leaves.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The record; `-` for standard input
    file: PathBuf,
    /// See what this seat saw [default: all cards open]
    #[arg(long, value_name = "N")]
    seat: Option<usize>,
    /// See what anybody saw who watched
    #[arg(long, conflicts_with = "seat")]
    public: bool,
    /// Only what happened, no tables
    #[arg(long)]
    brief: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier replay match.txt
  croupier replay match.txt --seat 2 --brief | less -R
  croupier replay - --public < match.txt

Exit status:
  0   shown, or left
  1   the file or the terminal could not be used
  2   the record, or the command line, is wrong";

/// Shows a record.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let record = read(&args.file)?;
    let wrong = |why: String| Wrong(format!("{}: {why}", name(&args.file)));
    let mut table = table::open(&record.game, &record.setup).map_err(|error| wrong(error.to_string()))?;
    let seats = table.header().seats();
    let viewer = match args.seat {
        None if args.public => Viewer::Public,
        None => Viewer::Open,
        Some(seat) if (1..=seats).contains(&seat) => Viewer::Seat(Seat::new(seat - 1)),
        Some(seat) => return Err(Wrong(format!("--seat {seat}: expected a seat from 1 to {seats}")).into()),
    };
    let mut out = Screen::stdout();
    let is_piped = args.file.as_os_str() == "-";
    let waits = !is_piped && io::stdin().is_terminal() && io::stdout().is_terminal();
    writeln!(out, "{} ({}), {} actions", record.game, record.rules, record.decisions.len())?;
    for (seat, player) in record.players.iter().enumerate() {
        writeln!(out, "seat {}  {}", seat + 1, player.name)?;
    }
    let (mut seen, mut skip) = (0, 0usize);
    for (number, decision) in record.decisions.iter().enumerate() {
        seen = show(&mut out, table.as_ref(), viewer, seen, args.brief)?;
        let pen = out.pen();
        write!(out, "{}", pen.heading(&heading(&pen, number + 1, decision, viewer)))?;
        if waits && skip == 0 {
            out.flush()?;
            match read_line(&mut io::stdin().lock())? {
                Some(line) if line.trim() != "q" => skip = line.trim().parse().unwrap_or(1),
                _ => return Ok(()),
            }
        }
        skip = skip.saturating_sub(1);
        let line = record.line_of(number);
        let played = table.play(decision.seat, &decision.action);
        played.map_err(|error| wrong(format!("line {line}: {error}")))?;
    }
    show(&mut out, table.as_ref(), viewer, seen, args.brief)?;
    let heading = out.pen().heading("the end");
    write!(out, "{heading}{}", ending(&record, viewer))?;
    Ok(out.flush()?)
}

/// Whose action comes, and to whoever may know it, which one and what it cost. Of another seat's action
/// a viewer learns what the events tell: neither a buried card nor that there was nothing to choose from.
fn heading(pen: &Pen<'_>, number: usize, decision: &Decision, viewer: Viewer) -> String {
    let Decision { seat, action, cost, .. } = decision;
    let who = pen.seat(*seat, None);
    if !viewer.sees(*seat) {
        return format!("{number}. {who}");
    }
    let time =
        cost.map_or("no choice".to_owned(), |cost| format!("{:.1} ms", cost.charged() as f64 / 1000.0));
    format!("{number}. {who}: {action} ({time})")
}

/// What happened from event number `seen` on, and the table; answers how many events there have been.
fn show(
    out: &mut Screen,
    table: &dyn AnyTable,
    viewer: Viewer,
    seen: usize,
    is_brief: bool,
) -> io::Result<usize> {
    let pen = out.pen();
    write!(out, "{}", pen.story(&table.said(viewer, seen), viewer.seat()))?;
    if !is_brief {
        let picture = table.picture(viewer, 0);
        write!(out, "{}{}", pen.table(&picture), pen.hand(&picture))?;
    }
    Ok(table.event_count())
}

/// How it ended. A wrong answer is quoted only to those who may know it.
fn ending(record: &Record, viewer: Viewer) -> String {
    match &record.ending {
        Ending::Forfeit { seat, .. } if !viewer.sees(*seat) => {
            let seats = Seat::all(record.players.len());
            let payoffs = seats.map(|seat| {
                format!("seat {seat}  {:+}  {}\n", record.payoffs[seat], record.players[seat.index()].name)
            });
            format!("seat {seat} forfeits the match\n{}", payoffs.collect::<String>())
        }
        _ => outcome(record, None),
    }
}
