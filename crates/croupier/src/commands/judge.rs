//! `croupier judge`: the original problems' inputs to their outputs.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZero;
use std::thread;

use anyhow::{Context, anyhow};
use cards::Rng;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::value_parser;
use games::catalog::{CatalogGame, NAMES, WithGame};
use games::problem::{Fault, NoCase, Output, Problem};

use super::{GivenSetup, compare, with};
use crate::{Wrong, seed};
use table::judge::Trouble;
use table::judge::pipeline::{self, Answers};

/// Answer the cases of a game's original contest problem
///
/// Reads cases from the files, or from standard input, and writes the answers to standard output,
/// byte for byte as the problem's statement prints them. Input of any length takes little memory, and
/// an answer appears as soon as its case is complete.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which problem
    #[arg(value_parser = judged_name())]
    game: String,
    /// Inputs, judged one after another, each complete in itself; `-` or none is standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<String>,
    /// Compare a contestant's output with the right answers instead of printing them; `-` is standard
    /// input, and then the cases come from files
    #[arg(long, value_name = "FILE")]
    compare: Option<String>,
    /// Output one deal instead of cases, as `croupier deal` prints it: a line of text, or `@FILE` for a
    /// file that holds it, `@-` for standard input. Only where a case is a deal: mau-mau, house (asks for
    /// Axel) and uno
    #[arg(long, value_name = "SETUP", conflicts_with_all = ["inputs", "jobs", "compare", "examples"])]
    setup: Option<String>,
    /// With --compare: one JSON object a case, and one that sums up
    #[arg(long, requires = "compare")]
    json: bool,
    /// Threads that judge; 1 does everything on one thread [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = value_parser!(u16).range(1..=MOST_JOBS))]
    jobs: Option<u16>,
    /// Print this many valid cases as a complete input instead of judging any
    #[arg(long, value_name = "N", conflicts_with_all = ["inputs", "jobs", "compare"])]
    examples: Option<u64>,
    /// Which examples; the same number gives the same ones
    #[arg(long, value_name = "N", requires = "examples")]
    seed: Option<u64>,
}

/// More threads than this help nobody.
const MOST_JOBS: i64 = 256;

const AFTER_HELP: &str = "\
Formats:
  tractor   number of cases; a case is a line of main suit, dealer and the ranks
            of both teams, then a line a trick until each seat has played 25 cards
  mau-mau   number of cases; a case is a line of the number of players and 32 cards
  house     a case is a name, the number of ranks and the cards, on any lines;
            the input ends with the line End
  uno       a case is seven lines: direction and first player, four hands, discard
            pile, draw pile
  Blank lines, blanks at line ends, CRLF, a missing last line end and a byte-order
  mark at the beginning are tolerated.

Whatever is wrong with an input ends the judging: the answers of the cases before
it are out, and standard error says where it is, what was expected and what was
found. Lines, columns (in bytes) and cases count from 1. Warnings about single
cases go to standard error too and end nothing.

--compare gives each case a verdict and shows the first difference:
  accepted            right byte for byte; CRLF is a line end like any other, and the
                      last one may be missing
  wrong answer        a word is wrong, missing or too much
  presentation error  every word is right, but not the white space between them
  missing             the output ends before the answer does, or leaves it out
What follows the last case is extra output. After a wrong answer the next case is
looked for in the lines around the place where it should begin, so a line too few
or too many spoils one case. --json is described in docs/json.md.

Examples:
  croupier judge mau-mau < cases.in > answers.out
  croupier judge uno monday.in tuesday.in
  croupier judge tractor --examples 1000 --seed 1 > cases.in
  croupier judge house --examples 5 | croupier judge house
  croupier deal uno --seed 1 | croupier judge uno --setup @-
  croupier judge uno --compare team7.out cases.in
  ./team7 < cases.in | croupier judge uno --compare - cases.in --json

Exit status:
  0   everything was answered, or whoever read the answers closed the pipe;
      with --compare: the whole output is right
  1   a file could not be read or the answers could not be written
  2   an input, or the command line, is wrong
  3   with --compare: the output is not right, be it only the white space";

/// Finds a game's problem.
struct FindProblem;

impl WithGame for FindProblem {
    type Out = Option<&'static dyn Problem>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        G::problem()
    }
}

/// Every game is understood, but help lists those that can be judged.
fn judged_name() -> PossibleValuesParser {
    let value = |name: &&'static str| PossibleValue::new(*name).hide(with(name, FindProblem).is_none());
    PossibleValuesParser::new(NAMES.iter().map(value))
}

/// Judges, or prints examples.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let problem = with(&args.game, FindProblem).ok_or_else(|| {
        let judged: Vec<_> = NAMES.iter().copied().filter(|name| with(name, FindProblem).is_some()).collect();
        Wrong(format!("{} has no cases to judge; {} have", args.game, judged.join(", ")))
    })?;
    if let Some(count) = args.examples {
        return examples(problem, count, seed::or_drawn(args.seed));
    }
    if let Some(setup) = &args.setup {
        return answer_deal(problem, &args.game, &GivenSetup::read(setup)?);
    }
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let standard_input = ["-".to_owned()];
    let inputs = if args.inputs.is_empty() { &standard_input[..] } else { &args.inputs };
    if let Some(output) = &args.compare {
        return compare::run(problem, output, inputs, jobs, args.json);
    }
    inputs.iter().try_for_each(|input| answer(problem, open(input, "cases")?, jobs, inputs.len() > 1))
}

/// As many jobs as there are cores.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).min(MOST_JOBS as usize)
}

/// Answer the cases of one input, with what messages call it; `is_one_of_many` has the warnings name it.
pub(super) fn answer(
    problem: &'static dyn Problem,
    (name, input): (&str, Box<dyn Read + Send>),
    jobs: usize,
    is_one_of_many: bool,
) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let write = |answers: &Answers| {
        out.write_all(&answers.output.text)?;
        out.flush()?;
        warn(answers, if is_one_of_many { Some(name) } else { None });
        Ok(())
    };
    pipeline::judge(problem, input, jobs, write).map_err(|trouble| explained(trouble, name))
}

/// Output a deal as the statement's problem would.
fn answer_deal(problem: &dyn Problem, game: &str, given: &GivenSetup) -> anyhow::Result<()> {
    let case = problem.case(&given.text).map_err(|why| match why {
        NoCase::NotADeal(what) => Wrong(format!("--setup: a case of {game} is {what}, not a deal")),
        NoCase::Seats { .. } | NoCase::Parse(_) => given.wrong(&why),
    })?;
    let mut output = Output::default();
    let judged = problem.answer(1, &case, &mut output);
    judged.map_err(|Fault { expected, found, .. }| {
        given.wrong(&format!("expected {expected}, found {found}"))
    })?;
    io::stdout().write_all(&output.text)?;
    for (_, remark) in &output.remarks {
        // Warnings nobody listens to do not stop the answer.
        let _ = writeln!(io::stderr(), "warning: {remark}");
    }
    Ok(())
}

/// Opens a file, or standard input for `-`, and says what messages call it.
pub(super) fn open<'a>(file: &'a str, what: &str) -> anyhow::Result<(&'a str, Box<dyn Read + Send>)> {
    if file != "-" {
        return Ok((file, Box::new(File::open(file).with_context(|| format!("cannot read {file}"))?)));
    }
    if io::stdin().is_terminal() {
        // Only a courtesy to whoever wonders why nothing happens.
        let _ = writeln!(io::stderr(), "reading {what} from the terminal; Ctrl-D ends them");
    }
    Ok(("<stdin>", Box::new(io::stdin())))
}

/// Passes the judge's remarks on to standard error; `input` names theirs where there are several.
pub(super) fn warn(answers: &Answers, input: Option<&str>) {
    for (number, remark) in &answers.output.remarks {
        let place = input.map_or_else(String::new, |name| format!("{name}: "));
        // Warnings nobody listens to do not stop the answers.
        let _ = writeln!(io::stderr(), "warning: {place}case {number}: {remark}");
    }
}

/// What a person is told about trouble with the input called `name`.
pub(super) fn explained(trouble: Trouble, name: &str) -> anyhow::Error {
    match trouble {
        Trouble::Bad(diagnosis) => Wrong(diagnosis.about(name).to_string()).into(),
        Trouble::Read(error) => anyhow!(error).context(format!("cannot read {name}")),
        Trouble::Threads(error) => anyhow!(error).context("cannot start a thread for each job"),
        Trouble::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => error.into(),
        Trouble::Write(error) => anyhow!(error).context("cannot write the answers"),
    }
}

/// Prints a complete input of `count` cases.
fn examples(problem: &dyn Problem, count: u64, seed: u64) -> anyhow::Result<()> {
    const CHUNK: usize = 1 << 16;
    let mut out = io::stdout().lock();
    let mut rng = Rng::new(seed);
    let mut text = Vec::with_capacity(2 * CHUNK);
    if problem.is_counted() {
        text.extend_from_slice(format!("{count}\n").as_bytes());
    }
    for _ in 0..count {
        problem.example(rng.next_u64(), &mut text);
        if text.len() >= CHUNK {
            out.write_all(&text)?;
            text.clear();
        }
    }
    if let Some(word) = problem.closing_word() {
        text.extend_from_slice(format!("{word}\n").as_bytes());
    }
    out.write_all(&text)?;
    Ok(out.flush()?)
}
