//! `croupier judge`: answers the cases of the original problems.

use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::thread;

use anyhow::anyhow;
use cards::Rng;
use clap::builder::{PossibleValue, PossibleValuesParser};
use games::catalog::{CatalogGame, NAMES, WithGame};
use games::problem::{Fault, NoCase, Output, Problem};

use super::{GivenSetup, compare, with};
use crate::number::whole;
use crate::{Wrong, files, seed};
use table::judge::JudgeError;
use table::judge::pipeline::{self, Answers};

/// Answer the cases of a game's original contest problem
///
/// Reads cases from files or from standard input and writes the answers to standard output, byte for byte as the
/// problem statement asks. An input of any length needs little memory, and each answer is written as soon as its
/// case is complete.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which problem
    #[arg(value_parser = judged_name())]
    game: String,
    /// Input files, judged one after another; each is complete in itself. `-` or none is standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<String>,
    /// Compare a contestant's output with the right answers; `-` is standard input, if the cases come from files
    #[arg(long, value_name = "FILE")]
    compare: Option<String>,
    /// Answer one deal instead of cases, as `croupier deal` prints it: the line, `@FILE` to read it from a file, or
    /// `@-` to read it from standard input. Only where a case is a deal: mau-mau, house (asks for Axel) and uno
    #[arg(long, value_name = "SETUP", conflicts_with_all = ["inputs", "jobs", "compare", "examples"])]
    setup: Option<String>,
    /// With --compare: print JSON, one object for each case and a summary; docs/json.md describes its keys
    #[arg(long, requires = "compare")]
    json: bool,
    /// Number of threads that judge; with 1, a single thread does everything [default: one for each core]
    #[arg(long, short, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u16>(1..=MOST_JOBS))]
    jobs: Option<u16>,
    /// Print a complete input of this many valid cases instead of judging
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX), conflicts_with_all = ["inputs", "jobs", "compare"])]
    examples: Option<u64>,
    /// Repeatable examples: a seed means the same examples on every machine
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX), requires = "examples")]
    seed: Option<u64>,
}

/// More threads than this do not help.
const MOST_JOBS: u64 = 256;

const AFTER_HELP: &str = "\
Formats:
  tractor   number of cases; a case is a line with main suit, dealer and the ranks
            of both teams, then one line for each trick, 25 cards for each seat
  mau-mau   number of cases; a case is a line with the number of players and 32 cards
  house     a case is a name, the number of ranks and the cards, on any lines;
            the input ends with the line End
  uno       a case is seven lines: direction and first player, four hands, discard
            pile, draw pile
  Blank lines, blanks at the end of a line, CRLF line ends, a missing last line end
  and a byte-order mark at the beginning are accepted.

Judging stops at the first error. The cases before it are answered, and standard
error says where the error is, what was expected and what was found. Lines, columns
(in bytes) and cases count from 1. Warnings about single cases also go to standard
error and do not stop the judging.

--compare gives each case a verdict and shows the first difference:
  accepted            right byte for byte; line ends may be CRLF, and the last line
                      end may be missing
  wrong answer        a word is wrong or missing, or there is one too many
  presentation error  every word is right, but the white space is not
  missing             the output ends before the answer, or leaves it out
Anything after the last case is extra output. After a wrong answer the next case is
searched for near the line where it should begin, so that a missing or extra line
spoils only one case.

Examples:
  croupier judge mau-mau < cases.in > answers.out
  croupier judge uno monday.in tuesday.in
  croupier judge tractor --examples 1000 --seed 1 > cases.in
  croupier judge house --examples 5 | croupier judge house
  croupier deal uno --seed 1 | croupier judge uno --setup @-
  croupier judge uno --compare team7.out cases.in
  ./team7 < cases.in | croupier judge uno --compare - cases.in --json

Exit status:
  0   every case was answered, or the reader of the answers closed the pipe;
      with --compare: the whole output is right
  1   a file could not be read or the answers could not be written
  2   an input or the command line is wrong
  3   with --compare: the output is wrong, even if only in its white space";

/// Finds a game's problem.
struct FindProblem;

impl WithGame for FindProblem {
    type Out = Option<&'static dyn Problem>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        G::problem()
    }
}

/// Accepts every game, but help lists only those that have a problem.
fn judged_name() -> PossibleValuesParser {
    let value = |name: &&'static str| PossibleValue::new(*name).hide(with(name, FindProblem).is_none());
    PossibleValuesParser::new(NAMES.iter().map(value))
}

/// Judges, or prints examples.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let problem = with(&args.game, FindProblem).ok_or_else(|| {
        let judged: Vec<_> = NAMES.iter().copied().filter(|name| with(name, FindProblem).is_some()).collect();
        Wrong(format!("{} has no cases to judge; these games have: {}", args.game, judged.join(", ")))
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

/// Answers the cases of one input; `name` is what messages call it. With `is_one_of_many` warnings name it too.
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

/// Answers a deal as the original problem would.
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
        // If standard error is closed, the answer is still written.
        let _ = writeln!(io::stderr(), "warning: {remark}");
    }
    Ok(())
}

/// Opens a file, or standard input for `-`; answers what messages call it too.
pub(super) fn open<'a>(file: &'a str, what: &str) -> anyhow::Result<(&'a str, Box<dyn Read + Send>)> {
    if file != "-" {
        return Ok((file, Box::new(files::open(Path::new(file))?)));
    }
    if io::stdin().is_terminal() {
        // A courtesy: without it nothing seems to happen.
        let _ = writeln!(io::stderr(), "reading {what} from the terminal; Ctrl-D ends the input");
    }
    Ok(("<stdin>", Box::new(io::stdin())))
}

/// Writes the judge's warnings to standard error; `input` names their input where there are several.
pub(super) fn warn(answers: &Answers, input: Option<&str>) {
    for (number, remark) in &answers.output.remarks {
        let place = input.map_or_else(String::new, |name| format!("{name}: "));
        // If standard error is closed, the answers are still written.
        let _ = writeln!(io::stderr(), "warning: {place}case {number}: {remark}");
    }
}

/// The error message about the input called `name`.
pub(super) fn explained(trouble: JudgeError, name: &str) -> anyhow::Error {
    match trouble {
        JudgeError::Bad(diagnosis) => Wrong(diagnosis.about(name).to_string()).into(),
        JudgeError::Read(error) => anyhow!(error).context(format!("cannot read {name}")),
        JudgeError::Threads(error) => anyhow!(error).context("cannot start the threads; --jobs 1 needs none"),
        JudgeError::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => error.into(),
        JudgeError::Write(error) => anyhow!(error).context("cannot write the answers"),
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
