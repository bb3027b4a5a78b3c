//! `croupier solve`: the result of perfect play, the actions that lead to it, and the value of every first action.

use std::fmt::Write as _;
use std::io::{self, BufReader, Cursor, Read};

use anyhow::Context;
use cards::{Game, Illegal};
use games::house::{Action, BatchProblem, Colour, Drawing, House, Rules, Setup, TABLE_BITS, read_case};
use games::problem::{Fault, LONGEST_CASE, Output, Problem, end_of_lines};
use search::minimax::{Counts, Solver};
use serde::Serialize;
use table::text::english;

use super::{GivenSetup, judge};
use crate::Wrong;

/// Solve a game exactly: the result of perfect play
///
/// Reads games of House of Cards: cases in the format of `croupier judge house`, or deals as `croupier deal house`
/// prints them. For each it prints the result of perfect play, the actions that lead to it with the house before and
/// after them, and the value of every first action.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game; only House of Cards has no hidden cards
    #[arg(value_parser = ["house"])]
    game: String,
    /// The cases, or one deal on each line; `-` or nothing is standard input
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// Solve this deal, as `croupier deal house` prints it: the line, `@FILE` to read it from a file, or `@-` to read
    /// it from standard input
    #[arg(long, value_name = "SETUP", conflicts_with = "file")]
    setup: Option<String>,
    /// Solve the position after these actions, separated by commas: "hold, floor 1 7B"
    #[arg(long, value_name = "ACTIONS", default_value = "", hide_default_value = true)]
    after: String,
    /// Print JSON, one object for each case; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
A case is a name (Axel or Birgit), the number of ranks from 5 to 13, and the cards
of the deck; the word End closes the input. Axel plays red, Birgit black. A deal
has no name: it asks for Axel's result.

Examples:
  croupier solve house game.in
  croupier judge house --examples 1 | croupier solve house
  croupier deal house --seed 3 | croupier solve house
  croupier solve house game.in --after 'hold, floor 1 7B'
  croupier solve house game.in --json

Exit status:
  0   every game was solved
  1   a file could not be read or the answer could not be written
  2   an input or the command line is wrong";

/// Solves every case of an input.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let texts = args.after.split(',').map(str::trim).filter(|text| !text.is_empty());
    let read = |text: &str| text.parse().map_err(|error| Wrong(format!("--after: {text:?}: {error}")));
    let after = texts.map(read).collect::<Result<Vec<Action>, Wrong>>()?;
    let (name, format, input): (_, _, Box<dyn Read + Send>) = match &args.setup {
        Some(setup) => {
            let GivenSetup { name, text } = GivenSetup::read(setup)?;
            (name, Format::Deals, Box::new(Cursor::new(text)))
        }
        None => {
            let (name, input) = judge::open(args.file.as_deref().unwrap_or("-"), "games")?;
            let (format, input) = find_format(input).with_context(|| format!("cannot read {name}"))?;
            (name.to_owned(), format, input)
        }
    };
    // Threads use it until the program ends.
    let pages: &'static SolveProblem = Box::leak(Box::new(SolveProblem { format, after, json: args.json }));
    judge::answer(pages, (&name, input), judge::cores(), false)
}

/// The format of an input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// The problem's cases.
    Cases,
    /// Deals in our notation, one a line.
    Deals,
}

/// Finds out whether an input holds deals or cases, and gives back the whole input: a deal begins with `ranks=`, a
/// case with a name.
fn find_format(input: Box<dyn Read + Send>) -> io::Result<(Format, Box<dyn Read + Send>)> {
    let mut input = BufReader::new(input);
    let mut head = Vec::new();
    let is_blank = |byte: u8| byte.is_ascii_whitespace() || "\u{feff}".as_bytes().contains(&byte);
    for byte in input.by_ref().bytes().take(LONGEST_CASE) {
        head.push(byte?);
        if head.last().is_some_and(|&byte| !is_blank(byte)) {
            break;
        }
    }
    let format = if head.last() == Some(&b'r') { Format::Deals } else { Format::Cases };
    Ok((format, Box::new(Cursor::new(head).chain(input))))
}

/// The problem of the judge, with a longer answer.
struct SolveProblem {
    format: Format,
    after: Vec<Action>,
    json: bool,
}

impl SolveProblem {
    /// Whose result is asked for, and the deck.
    fn read(&self, case: &[u8]) -> Result<(Colour, Setup), Fault> {
        if self.format == Format::Cases {
            return read_case(case);
        }
        let text = std::str::from_utf8(case).map_err(|error| {
            let at = error.valid_up_to();
            let found = "bytes that are not text".to_owned();
            Fault { at, len: 1, expected: "a deal".into(), found }
        })?;
        Ok((Colour::Red, text.parse::<Setup>()?))
    }
}

impl Problem for SolveProblem {
    fn is_counted(&self) -> bool {
        BatchProblem.is_counted()
    }

    fn closing_word(&self) -> Option<&'static str> {
        BatchProblem.closing_word().filter(|_| self.format == Format::Cases)
    }

    fn frame(&self, input: &[u8]) -> Option<usize> {
        match self.format {
            Format::Cases => BatchProblem.frame(input),
            Format::Deals => end_of_lines(input, 1),
        }
    }

    fn example(&self, seed: u64, text: &mut Vec<u8>) {
        BatchProblem.example(seed, text);
    }

    fn answer(&self, number: u64, case: &[u8], output: &mut Output) -> Result<(), Fault> {
        let (asked, setup) = self.read(case)?;
        let mut start = Drawing::new(&setup);
        for &action in &self.after {
            start.house().check(action).map_err(|Illegal(why)| Fault {
                at: 0,
                len: 0,
                expected: "a position in which the actions of --after can be played".into(),
                found: format!("`{action}`, which is not allowed: {}", english().say(&why, None)),
            })?;
            start.play(action);
        }
        let solved = solve(number, asked, (start, self.after.clone()));
        output.text.extend_from_slice(if self.json { solved.json() } else { solved.page() }.as_bytes());
        Ok(())
    }
}

/// A case and its solution.
struct Solved {
    number: u64,
    asked: Colour,
    start: Drawing,
    played: Vec<Action>,
    /// How much Axel wins by.
    value: i32,
    line: Vec<Action>,
    /// Every action of the seat to move, and how much Axel then wins by.
    actions: Vec<(Action, i32)>,
    /// The search effort for the value alone, and for everything.
    counts: [Counts; 2],
    table: usize,
}

fn solve(number: u64, asked: Colour, (start, played): (Drawing, Vec<Action>)) -> Solved {
    let mut solver = Solver::<House>::new(TABLE_BITS, House::sides(&Rules::default()));
    let table = solver.table_bytes();
    let mut run = solver.start(start.house());
    let value = run.value(start.house());
    let first = run.counts();
    let (line, actions) = (run.principal_variation(start.house()), run.actions(start.house()));
    let counts = [first, run.counts()];
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
        writeln!(page, "The value of each action ({} to move, drawing {})", name(mover), self.drawn())?;
        let worth = |axel: i32| if mover == Colour::Red { axel } else { -axel };
        let mut sorted = self.actions.clone();
        sorted.sort_by_key(|&(_, axel)| -worth(axel));
        for (action, axel) in sorted {
            let best = if axel == self.value { "  best" } else { "" };
            writeln!(page, "  {:<18} {}{best}", action.to_string(), outcome(self.asked, axel))?;
        }
        writeln!(page, "\nPerfect play by both")?;
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
            "{} positions searched for the result, {} for all values; transposition table {} KiB\n",
            self.counts[0].nodes,
            self.counts[1].nodes,
            self.table >> 10
        )
    }

    fn drawn(&self) -> String {
        self.start.house().row().first().map_or_else(String::new, ToString::to_string)
    }

    fn json(&self) -> String {
        fn texts<T: ToString>(things: &[T]) -> Vec<String> {
            things.iter().map(ToString::to_string).collect()
        }
        let worth = |(action, axel): &(Action, i32)| ActionObject { action: action.to_string(), axel: *axel };
        let house = self.start.house();
        let object = SolveObject {
            schema: "croupier/solve/1",
            case: self.number,
            asked: name(self.asked),
            ranks: house.deck().len() / 2,
            deck: texts(house.deck()),
            after: texts(&self.played),
            turn: self.mover().map(name),
            axel: self.value,
            line: texts(&self.line),
            actions: self.actions.iter().map(worth).collect(),
            nodes: self.counts[0].nodes,
            hits: self.counts[0].hits,
        };
        serde_json::to_string(&object).expect("text and numbers can be written as JSON") + "\n"
    }
}

/// A solved case for programs.
#[derive(Serialize)]
struct SolveObject {
    schema: &'static str,
    case: u64,
    asked: &'static str,
    ranks: usize,
    deck: Vec<String>,
    after: Vec<String>,
    turn: Option<&'static str>,
    axel: i32,
    line: Vec<String>,
    actions: Vec<ActionObject>,
    nodes: u64,
    hits: u64,
}

#[derive(Serialize)]
struct ActionObject {
    action: String,
    axel: i32,
}
