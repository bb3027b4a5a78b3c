//! `croupier replay`: walks through a record on the terminal.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;

use arena::referee::Decision;
use arena::table::{self, Table};
use cards::{Picture, Seat};

use super::verify::{is_stdin, name, read};
use crate::Wrong;
use crate::contestants::outcome;
use crate::table::Pen;

/// Walk through the record of a match
///
/// Shows every action with its time, what happened, and the table: as one seat saw it, or with all
/// cards open. On a terminal Enter goes on, a number skips so many actions, q leaves.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The record; `-` is standard input
    file: PathBuf,
    /// See what this seat saw [default: everything]
    #[arg(long, value_name = "N")]
    seat: Option<usize>,
    /// Only the actions and what happened, no tables
    #[arg(long)]
    brief: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier replay match.txt
  croupier replay match.txt --seat 2 --brief | less

Exit status:
  0   shown, or left
  1   the file or the terminal could not be used
  2   the record, or the command line, is wrong";

/// Shows a record.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let record = read(&args.file)?;
    let wrong = |error: table::TableError| Wrong(format!("{}: {error}", name(&args.file)));
    let mut table = table::open(&record.game, &record.setup).map_err(wrong)?;
    let seats = table.game().seats();
    if let Some(seat) = args.seat.filter(|seat| !(1..=seats).contains(seat)) {
        return Err(Wrong(format!("--seat {seat}: expected a seat from 1 to {seats}")).into());
    }
    let viewer = args.seat.map(|seat| Seat::new(seat - 1));
    let (mut out, pen) = (io::stdout().lock(), Pen::for_stdout());
    let waits = !is_stdin(&args.file) && io::stdin().is_terminal() && io::stdout().is_terminal();
    writeln!(out, "{} ({}), {} actions", record.game, record.rules, record.decisions.len())?;
    for (seat, player) in record.players.iter().enumerate() {
        writeln!(out, "seat {}  {}", seat + 1, player.name)?;
    }
    let (mut seen, mut skip) = (0, 0);
    for (number, decision) in record.decisions.iter().enumerate() {
        show(&mut out, pen, table.as_ref(), viewer, &mut seen, args.brief)?;
        writeln!(out, "{}", pen.heading(&heading(number + 1, decision, viewer)))?;
        if waits && skip == 0 {
            out.flush()?;
            let mut line = String::new();
            if io::stdin().lock().take(4096).read_line(&mut line)? == 0 || line.trim() == "q" {
                return Ok(());
            }
            skip = line.trim().parse().unwrap_or(1);
        }
        skip = usize::saturating_sub(skip, 1);
        let line = record.first_play() + number;
        let wrong = |error| Wrong(format!("{}: line {line}: {error}", name(&args.file)));
        table.game_mut().play(&decision.action).map_err(wrong)?;
    }
    show(&mut out, pen, table.as_ref(), viewer, &mut seen, args.brief)?;
    writeln!(out, "{}", pen.heading("the end"))?;
    write!(out, "{}", outcome(&record))?;
    Ok(())
}

/// Whose action comes, and to whoever may know it, which one and what it cost. Of another seat's action
/// a seat learns what the events tell: neither a buried card nor that there was nothing to choose from.
fn heading(number: usize, decision: &Decision, viewer: Option<Seat>) -> String {
    let Decision { seat, action, cost } = decision;
    if viewer.is_some_and(|viewer| viewer != *seat) {
        return format!("{number}: seat {seat}");
    }
    let time = cost.map_or("not asked".to_owned(), |cost| format!("{} us", cost.charged()));
    format!("{number}: seat {seat} {action} ({time})")
}

fn show(
    out: &mut impl Write,
    pen: Pen,
    table: &dyn Table,
    viewer: Option<Seat>,
    seen: &mut usize,
    is_brief: bool,
) -> io::Result<()> {
    let events = table.game().events(viewer, *seen);
    *seen += events.len();
    write!(out, "{}", pen.events(&events))?;
    if !is_brief {
        write!(
            out,
            "{}",
            pen.picture(&viewer.map_or_else(|| open(table), |seat| table.game().picture(seat)))
        )?;
    }
    Ok(())
}

/// All cards open: what lies on the table, and of every seat what it sees of itself.
fn open(table: &dyn Table) -> Picture {
    let pictures: Vec<Picture> =
        Seat::all(table.game().seats()).map(|seat| table.game().picture(seat)).collect();
    let mut all = pictures[0].clone();
    all.zones.retain(|zone| zone.owner.is_none());
    for picture in &pictures {
        all.zones.extend(picture.zones.iter().filter(|zone| zone.owner == Some(picture.seat)).cloned());
    }
    all
}
