//! `croupier solve`: what perfect play is worth, how it goes, and what every first action would give.

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

/// Work out what perfect play is worth, and show it
///
/// Reads games of House of Cards: cases in the format of `croupier judge house`, or deals as `croupier deal
/// house` prints them. Prints for each the value, the best line of play with the house before and after it,
/// and what every first action is worth.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game; only this one is played with open cards
    #[arg(value_parser = ["house"])]
    game: String,
    /// The cases, or a deal a line; `-` or nothing is standard input
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// Solve this deal, as `croupier deal house` prints it: a line of text, or `@FILE` for a file that
    /// holds it, `@-` for standard input
    #[arg(long, value_name = "SETUP", conflicts_with = "file")]
    setup: Option<String>,
    /// Solve the position after these actions, separated by commas: "hold, floor 1 7B"
    #[arg(long, value_name = "ACTIONS", default_value = "")]
    after: String,
    /// One JSON object a case and line, for programs; docs/json.md names its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
A case is a name (Axel or Birgit), the number of ranks from 5 to 13, and the cards
of the deck; the word End closes the input. Axel plays red, Birgit black. A deal
names nobody: it asks for Axel's result.

Examples:
  croupier solve house game.in
  croupier judge house --examples 1 | croupier solve house
  croupier deal house --seed 3 | croupier solve house
  croupier solve house game.in --after 'hold, floor 1 7B'
  croupier solve house game.in --json

Exit status:
  0   everything was solved
  1   a file could not be read or the answer could not be written
  2   an input, or the command line, is wrong";

/// Solves every case of an input.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let texts = args.after.split(',').map(str::trim).filter(|text| !text.is_empty());
    let read = |text: &str| text.parse().map_err(|error| Wrong(format!("--after: {text:?}: {error}")));
    let after = texts.map(read).collect::<Result<Vec<Action>, Wrong>>()?;
    let (name, games, input): (_, _, Box<dyn Read + Send>) = match &args.setup {
        Some(setup) => {
            let GivenSetup { name, text } = GivenSetup::read(setup)?;
            (name, Games::Deals, Box::new(Cursor::new(text)))
        }
        None => {
            let (name, input) = judge::open(args.file.as_deref().unwrap_or("-"), "games")?;
            let (games, input) = look(input).with_context(|| format!("cannot read {name}"))?;
            (name.to_owned(), games, input)
        }
    };
    // Lives as long as the threads that use it: until the program ends.
    let pages: &'static Pages = Box::leak(Box::new(Pages { games, after, json: args.json }));
    judge::answer(pages, (&name, input), judge::cores(), false)
}

/// What an input holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Games {
    /// The problem's cases.
    Cases,
    /// Deals in our notation, one a line.
    Deals,
}

/// Tells deals from cases by the first letter, and gives the input back whole: a deal begins with
/// `ranks=`, a case with a name.
fn look(input: Box<dyn Read + Send>) -> io::Result<(Games, Box<dyn Read + Send>)> {
    let mut input = BufReader::new(input);
    let mut head = Vec::new();
    let is_blank = |byte: u8| byte.is_ascii_whitespace() || "\u{feff}".as_bytes().contains(&byte);
    for byte in input.by_ref().bytes().take(LONGEST_CASE) {
        head.push(byte?);
        if head.last().is_some_and(|&byte| !is_blank(byte)) {
            break;
        }
    }
    let games = if head.last() == Some(&b'r') { Games::Deals } else { Games::Cases };
    Ok((games, Box::new(Cursor::new(head).chain(input))))
}

/// The problem of the judge, with a longer answer.
struct Pages {
    games: Games,
    after: Vec<Action>,
    json: bool,
}

impl Pages {
    /// Whose result is asked for, and the deck.
    fn read(&self, case: &[u8]) -> Result<(Colour, Setup), Fault> {
        if self.games == Games::Cases {
            return read_case(case);
        }
        let text = std::str::from_utf8(case).map_err(|error| {
            let at = error.valid_up_to();
            let found = "bytes that are no text".to_owned();
            Fault { at, len: 1, expected: "a deal".into(), found }
        })?;
        Ok((Colour::Red, text.parse::<Setup>()?))
    }
}

impl Problem for Pages {
    fn is_counted(&self) -> bool {
        BatchProblem.is_counted()
    }

    fn closing_word(&self) -> Option<&'static str> {
        BatchProblem.closing_word().filter(|_| self.games == Games::Cases)
    }

    fn frame(&self, input: &[u8]) -> Option<usize> {
        match self.games {
            Games::Cases => BatchProblem.frame(input),
            Games::Deals => end_of_lines(input, 1),
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
                expected: "a match that goes on as --after says".into(),
                found: format!("that `{action}` is not allowed: {}", english().say(&why, None)),
            })?;
            start.play(action);
        }
        let solved = solve(number, asked, (start, self.after.clone()));
        output.text.extend_from_slice(if self.json { solved.json() } else { solved.page() }.as_bytes());
        Ok(())
    }
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

    fn json(&self) -> String {
        fn texts<T: ToString>(things: &[T]) -> Vec<String> {
            things.iter().map(ToString::to_string).collect()
        }
        let worth = |(action, axel): &(Action, i32)| Worth { action: action.to_string(), axel: *axel };
        let house = self.start.house();
        let object = Object {
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
struct Object {
    schema: &'static str,
    case: u64,
    asked: &'static str,
    ranks: usize,
    deck: Vec<String>,
    after: Vec<String>,
    turn: Option<&'static str>,
    axel: i32,
    line: Vec<String>,
    actions: Vec<Worth>,
    nodes: u64,
    hits: u64,
}

#[derive(Serialize)]
struct Worth {
    action: String,
    axel: i32,
}
