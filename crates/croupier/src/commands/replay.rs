//! `croupier replay`: shows a recorded match step by step.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use cards::{MAX_SEATS, Seat, Viewer};
use table::AnyTable;
use table::ending::Ending;
use table::record::{Decision, Record};

use super::verify::{name, read_valid};
use crate::Wrong;
use crate::entrants::{listed, outcome};
use crate::number::{counted, whole};
use crate::plain::plain_line;
use crate::terminal::draw::Pen;
use crate::terminal::markdown::hung;
use crate::terminal::person::read_line;
use crate::terminal::screen::Screen;

/// Show a recorded match step by step
///
/// Shows every action, what happened, and the table: with all cards open, as one seat saw it, or as the public saw
/// it. On a terminal, Enter goes on, a number skips that many actions, q leaves.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The record; `-` is standard input
    file: PathBuf,
    /// Show only what this seat saw [default: all cards open]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=MAX_SEATS as u64))]
    seat: Option<usize>,
    /// Show only what the public saw
    #[arg(long, conflicts_with = "seat")]
    public: bool,
    /// Show only what happened, without the table
    #[arg(long)]
    brief: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier replay match.txt
  croupier replay match.txt --seat 2 --brief | less -R
  croupier replay - --public < match.txt

Exit status:
  0   the match was shown, or you left
  1   the file could not be read or the terminal failed
  2   the record or the command line is wrong";

/// Shows a record.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let record = read_valid(&args.file)?;
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
    let all = record.decisions.len();
    let actions = counted(all, "action", "actions");
    let mut text = format!("{} ({}), {actions}\n", record.game, record.rules);
    for (seat, player) in record.players.iter().enumerate() {
        text += &format!("seat {}  {}\n", seat + 1, plain_line(&player.name));
    }
    write!(out, "{}", within(&text, out.pen().width))?;
    let (mut seen, mut skip) = (0, 0usize);
    for (number, decision) in record.decisions.iter().enumerate() {
        seen = show(&mut out, table.as_ref(), viewer, seen, args.brief)?;
        let pen = out.pen();
        write!(out, "{}", pen.heading(&heading(&pen, number + 1, table.as_ref(), decision, viewer)))?;
        if waits && skip == 0 {
            match asked(&mut out, all - number)? {
                Some(actions) => skip = actions,
                None => return Ok(()),
            }
        }
        skip = skip.saturating_sub(1);
        let line = record.line_of(number);
        let played = table.play(decision.seat, &decision.action);
        played.map_err(|error| wrong(format!("line {line}: {error}")))?;
    }
    show(&mut out, table.as_ref(), viewer, seen, args.brief)?;
    let pen = out.pen();
    let text = format!("{}\n{}", winners(&record), ending(&record, viewer));
    write!(out, "{}{}", pen.heading("the end"), within(&text, pen.width))?;
    Ok(out.flush()?)
}

/// Asks how many of the actions that are left to show next, until the answer makes sense; `None` to leave.
fn asked(out: &mut Screen, left: usize) -> io::Result<Option<usize>> {
    loop {
        out.flush()?;
        let Some(line) = read_line(&mut io::stdin().lock())? else { return Ok(None) };
        match line.trim() {
            "q" => return Ok(None),
            line => match actions(line, left) {
                Ok(actions) => return Ok(Some(actions)),
                Err(why) => {
                    let alert = out.pen().alert(&why);
                    write!(out, "{alert}")?;
                }
            },
        }
    }
}

/// How many of the actions that are left an answer asks for.
fn actions(line: &str, left: usize) -> Result<usize, String> {
    let number = if line.is_empty() { Some(1) } else { line.parse().ok() };
    let number = number.filter(|number| (1..=left).contains(number));
    number.ok_or_else(|| {
        format!("Enter goes on, a number from 1 to {left} skips that many actions, q leaves; found {line:?}")
    })
}

/// Lines no wider than this; a line that is too long goes on below, indented.
fn within(text: &str, width: usize) -> String {
    text.lines().map(|line| hung("", if line.len() > width { "  " } else { "" }, line, width)).collect()
}

/// Who won.
fn winners(record: &Record) -> String {
    let seats = Seat::all(record.players.len());
    let winners: Vec<Seat> = seats.filter(|&seat| record.payoffs[seat] > 0).collect();
    match winners[..] {
        [] => "nobody wins".to_owned(),
        [seat] => format!("seat {seat} wins"),
        _ => format!("seats {} win", listed(&winners)),
    }
}

/// Whose action comes next and, if the viewer may know it, which one and how long it took. About another seat's
/// action a viewer learns only what the events say: neither a buried card nor whether there was a choice.
fn heading(
    pen: &Pen<'_>,
    number: usize,
    table: &dyn AnyTable,
    decision: &Decision,
    viewer: Viewer,
) -> String {
    let Decision { seat, action, cost, .. } = decision;
    let who = pen.seat(*seat, None);
    if !viewer.sees(*seat) {
        return format!("{number}. {who}");
    }
    let time =
        cost.map_or("only move".to_owned(), |cost| format!("{:.1} ms", cost.charged() as f64 / 1000.0));
    let choice = table.choice(viewer, action);
    let words = choice.map_or_else(|| action.clone(), |choice| pen.language.say(&choice.name, None));
    format!("{number}. {who}: {words} ({time})")
}

/// Shows what happened from event number `seen` on, and the table; answers how many events there have been.
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

/// How it ended. A wrong answer is quoted only to viewers who may know it.
fn ending(record: &Record, viewer: Viewer) -> String {
    match &record.ending {
        Ending::Forfeit { seat, .. } if !viewer.sees(*seat) => {
            let seats = Seat::all(record.players.len());
            let payoffs = seats.map(|seat| {
                format!(
                    "seat {seat}  {:+}  {}\n",
                    record.payoffs[seat],
                    plain_line(&record.players[seat.index()].name)
                )
            });
            format!("seat {seat} forfeits the match\n{}", payoffs.collect::<String>())
        }
        _ => outcome(record, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_goes_on_by_one_action_or_by_a_number_of_those_left() {
        assert_eq!((actions("", 9), actions("1", 9), actions("9", 9)), (Ok(1), Ok(1), Ok(9)));
        for wrong in ["x", "-1", "0", "10", "99999999999999999999999"] {
            let why = actions(wrong, 9).expect_err(wrong);
            assert!(why.contains("a number from 1 to 9") && why.contains(wrong), "{why}");
        }
    }
}
