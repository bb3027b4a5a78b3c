//! `croupier solve`: what perfect play is worth, how it goes, and what every first action would give.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write as _};

use anyhow::Context;
use cards::Game;
use games::contest::{Contest, Fault, Scan};
use games::house::{Action, Colour, Drawing, House, Judge, Setup, TABLE_BITS, read_case};
use search::minimax::{Counts, Solver};

use crate::Wrong;
use crate::diagnosis::{Diagnosis, Place};

/// Work out what perfect play is worth, and show it
///
/// Reads cases of House of Cards in the format of `croupier judge house` and prints for each the value,
/// the best line of play with the house before and after it, and what every first action is worth.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game; only this one is played with open cards
    #[arg(value_parser = ["house"])]
    game: String,
    /// The cases; `-` or nothing is standard input
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// Solve the position after these actions, separated by commas: "hold, floor 1 7B"
    #[arg(long, value_name = "ACTIONS", default_value = "")]
    after: String,
    /// One JSON object a case and line, for programs
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
A case is a name (Axel or Birgit), the number of ranks from 5 to 13, and the cards
of the deck; the word End closes the input. Axel plays red, Birgit black.

Examples:
  croupier solve house game.in
  croupier judge house --examples 1 | croupier solve house
  croupier solve house game.in --after 'hold, floor 1 7B'
  croupier solve house game.in --json

Exit status:
  0   everything was solved
  1   a file could not be read or the answer could not be written
  2   an input, or the command line, is wrong";

/// A page is printed for each case: whoever has more than this wants `judge`.
const MOST_BYTES: u64 = 1 << 24;

/// Solves every case of an input.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let (name, text) = read(args.file.as_deref().unwrap_or("-"))?;
    let mut out = io::stdout().lock();
    let mut solver = Solver::new(TABLE_BITS);
    let mut rest = 0;
    for number in 1.. {
        let wrong = |fault| {
            let place = Place { text: &text, line: 1, case: rest };
            Wrong(Diagnosis::new(place, Some(number), fault).about(&name).to_string())
        };
        let Some((asked, setup, len)) = next_case(&text[rest..]).map_err(wrong)? else { break };
        rest += len;
        let start =
            after(&setup, &args.after).map_err(|why| Wrong(format!("--after, case {number}: {why}")))?;
        let solved = solve(&mut solver, number, asked, start);
        let page = if args.json { solved.json() } else { solved.page() };
        out.write_all(page.as_bytes())?;
    }
    Ok(out.flush()?)
}

/// The name of an input for messages, and all of it with a line break at its end.
fn read(file: &str) -> anyhow::Result<(String, Vec<u8>)> {
    let (name, input): (&str, Box<dyn Read>) = match file {
        "-" => ("<stdin>", Box::new(io::stdin())),
        _ => (file, Box::new(File::open(file).with_context(|| format!("cannot read {file}"))?)),
    };
    let mut text = Vec::new();
    input.take(MOST_BYTES + 1).read_to_end(&mut text).with_context(|| format!("cannot read {name}"))?;
    anyhow::ensure!(text.len() as u64 <= MOST_BYTES, "{name} is longer than {MOST_BYTES} bytes");
    if text.last().is_some_and(|&byte| byte != b'\n') {
        text.push(b'\n');
    }
    Ok((name.to_owned(), text))
}

/// The first case and how long it is; `None` after the closing word.
fn next_case(text: &[u8]) -> Result<Option<(Colour, Setup, usize)>, Fault> {
    let mut scan = Scan::new(text);
    scan.next_line();
    let closes = |word: &[u8]| Judge.closing_word().is_some_and(|closing| closing.as_bytes() == word);
    if scan.word().is_some_and(|word| closes(word.bytes)) {
        scan.next_line();
        return match scan.word() {
            None => Ok(None),
            Some(more) => Err(Fault::about(more, "nothing after the closing word `End`")),
        };
    }
    let len = Judge.frame(text).unwrap_or(text.len());
    let (asked, setup) = read_case(&text[..len])?;
    Ok(Some((asked, setup, len)))
}

/// The match after the actions of `--after`.
fn after(setup: &Setup, actions: &str) -> Result<(Drawing, Vec<Action>), String> {
    let (mut drawing, mut played) = (Drawing::new(setup), Vec::new());
    for text in actions.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        let action: Action = text.parse().map_err(|error| format!("{text:?}: {error}"))?;
        drawing.house().check(action).map_err(|why| format!("{text:?}: {why}"))?;
        drawing.play(action);
        played.push(action);
    }
    Ok((drawing, played))
}

/// Everything there is to say about a case.
struct Solved {
    number: u64,
    asked: Colour,
    start: Drawing,
    played: Vec<Action>,
    /// What Axel wins.
    value: i32,
    line: Vec<Action>,
    /// Every action of the seat to move, and what Axel wins after it.
    actions: Vec<(Action, i32)>,
    /// What it took to find the value, and to find the rest too.
    counts: [Counts; 2],
    table: usize,
}

fn solve(solver: &mut Solver<House>, number: u64, asked: Colour, start: (Drawing, Vec<Action>)) -> Solved {
    let (start, played) = start;
    let table = solver.table_bytes();
    let mut study = solver.study(start.house());
    let value = study.value(start.house());
    let first = study.counts();
    let (line, actions) = (study.line(start.house()), study.actions(start.house()));
    let counts = [first, study.counts()];
    Solved { number, asked, start, played, value, line, actions, counts, table }
}

fn name(colour: Colour) -> &'static str {
    if colour == Colour::Red { "Axel" } else { "Birgit" }
}

/// In the statement's words.
fn outcome(asked: Colour, axel: i32) -> String {
    let wins = if asked == Colour::Red { axel } else { -axel };
    match wins {
        0 => "Axel and Birgit tie".to_owned(),
        1.. => format!("{} wins {wins}", name(asked)),
        _ => format!("{} loses {}", name(asked), -wins),
    }
}

impl Solved {
    fn mover(&self) -> Option<Colour> {
        self.start.house().turn().map(|seat| self.start.house().colour(seat))
    }

    fn page(&self) -> String {
        let mut page = String::new();
        self.write_page(&mut page).expect("a String takes everything");
        page
    }

    fn write_page(&self, page: &mut String) -> std::fmt::Result {
        writeln!(page, "Case {}: {}\n", self.number, outcome(self.asked, self.value))?;
        writeln!(page, "{}", self.start)?;
        let Some(mover) = self.mover() else { return Ok(()) };
        writeln!(page, "What each action is worth ({} to move, drawing {})", name(mover), self.drawn())?;
        let worth = |axel: i32| if mover == Colour::Red { axel } else { -axel };
        let mut sorted = self.actions.clone();
        sorted.sort_by_key(|&(_, axel)| -worth(axel));
        for (action, axel) in sorted {
            let best = if axel == self.value { "  best" } else { "" };
            writeln!(page, "  {:<18} {}{best}", action.to_string(), outcome(self.asked, axel))?;
        }
        writeln!(page, "\nBest play by both")?;
        let mut drawing = self.start.clone();
        for (action, turn) in self.line.iter().zip(self.played.len() + 1..) {
            let house = drawing.house();
            let mover = house.turn().map_or(Colour::Red, |seat| house.colour(seat));
            let drawn = house.row().first().map_or_else(String::new, ToString::to_string);
            drawing.play(*action);
            let [red, black] = [Colour::Red, Colour::Black].map(|colour| drawing.house().score(colour));
            writeln!(
                page,
                "  {turn:>2}. {:<6} draws {drawn:<3}  {:<18} {red:>4} : {black}",
                name(mover),
                action.to_string()
            )?;
        }
        writeln!(page, "\n{drawing}")?;
        writeln!(
            page,
            "{} positions searched for the value, {} for all of this; table {} KiB\n",
            self.counts[0].nodes,
            self.counts[1].nodes,
            self.table >> 10
        )
    }

    fn drawn(&self) -> String {
        self.start.house().row().first().map_or_else(String::new, ToString::to_string)
    }

    /// Names, cards and actions need no escapes.
    fn json(&self) -> String {
        let list = |items: Vec<String>| format!("[{}]", items.join(","));
        let quoted = |item: &dyn std::fmt::Display| format!("\"{item}\"");
        let texts = |actions: &[Action]| list(actions.iter().map(|action| quoted(action)).collect());
        let deck = self.start.house().deck().iter().map(|card| quoted(card)).collect();
        let actions = self.actions.iter();
        let worth = actions.map(|(action, axel)| format!("{{\"action\":\"{action}\",\"axel\":{axel}}}"));
        format!(
            "{{\"case\":{},\"asked\":\"{}\",\"ranks\":{},\"deck\":{},\"after\":{},\"turn\":{},\"axel\":{},\
             \"line\":{},\"actions\":{},\"nodes\":{},\"hits\":{}}}\n",
            self.number,
            name(self.asked),
            self.start.house().deck().len() / 2,
            list(deck),
            texts(&self.played),
            self.mover().map_or("null".to_owned(), |colour| quoted(&name(colour))),
            self.value,
            texts(&self.line),
            list(worth.collect()),
            self.counts[0].nodes,
            self.counts[0].hits,
        )
    }
}
