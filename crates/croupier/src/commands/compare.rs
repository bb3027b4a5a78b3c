//! `croupier judge --compare`: a contestant's output held against the right one, as text or JSON.

use std::fmt::Write as _;
use std::io::{self, Stdout, Write};

use anyhow::{Context, anyhow};
use games::problem::Problem;
use serde::Serialize;
use table::judge::pipeline::{self, Answers};
use table::judge::{Comparison, Diagnosis, Judged, Verdict};

use super::judge::{explained, open, warn};
use crate::{Differs, Wrong};

const SCHEMA: &str = "croupier/judge/1";

/// Compares the output in the file `output` with the answers to all inputs, one after another.
pub fn run(
    problem: &'static dyn Problem,
    output: &str,
    inputs: &[String],
    jobs: usize,
    json: bool,
) -> anyhow::Result<()> {
    if output == "-" && inputs.iter().any(|input| input == "-") {
        let why = "--compare -: standard input is either the output or the cases, not both";
        return Err(Wrong(why.to_owned()).into());
    }
    let (output_name, output) = open(output, "lines of the output")?;
    let unreadable = |error: io::Error| anyhow!(error).context(format!("cannot read {output_name}"));
    let mut comparison = Comparison::new(output);
    let mut report = Report::new(output_name, json);
    for input in inputs {
        let (name, input) = open(input, "cases")?;
        report.input = name;
        report.is_one_of_many = inputs.len() > 1;
        let mut failed = None;
        let write = |answers: &Answers| {
            warn(answers, report.is_one_of_many.then_some(name));
            for (number, answer) in answers.cases() {
                if let Err(error) = comparison.case(number, answer, |judged| report.tell(judged)) {
                    failed = Some(error);
                    // Only ends the judging; the reason is in `failed`.
                    return Err(io::Error::other("the output cannot be read"));
                }
            }
            report.flush()
        };
        let judged = pipeline::judge(problem, input, jobs, write);
        // What is known about the cases before the trouble is told first.
        let settled = comparison.settle(|judged| report.tell(judged));
        report.end_run();
        report.flush().context("cannot write the report")?;
        if let Some(error) = failed {
            return Err(unreadable(error));
        }
        judged.map_err(|trouble| explained(trouble, name))?;
        settled.map_err(unreadable)?;
    }
    comparison.finish(|judged| report.tell(judged)).map_err(unreadable)?;
    let is_right = report.sum_up();
    report.flush().context("cannot write the report")?;
    if is_right { Ok(()) } else { Err(Differs.into()) }
}

/// Tells verdicts as they come, and counts them.
struct Report<'a> {
    output: &'a str,
    input: &'a str,
    is_one_of_many: bool,
    json: bool,
    /// What is to be written …
    text: String,
    /// … and where to, unless nobody reads it any more.
    out: Option<Stdout>,
    /// Cases in a row with the same verdict, told as one line.
    run: Option<(u64, u64, Verdict)>,
    has_shown_difference: bool,
    summary: Summary,
}

/// How many cases got which verdict.
#[derive(Default, Serialize)]
struct Summary {
    schema: &'static str,
    kind: &'static str,
    cases: u64,
    accepted: u64,
    wrong_answers: u64,
    presentation_errors: u64,
    missing: u64,
    /// What follows the last case and should not.
    rest: Option<Rest>,
    is_right: bool,
}

#[derive(Serialize)]
struct Rest {
    verdict: &'static str,
    difference: Option<Place>,
}

#[derive(Serialize)]
struct Case<'a> {
    schema: &'static str,
    kind: &'static str,
    input: &'a str,
    case: u64,
    verdict: &'static str,
    difference: Option<Place>,
}

#[derive(Serialize)]
struct Place {
    line: u64,
    column: usize,
    expected: String,
    found: String,
}

impl Place {
    fn of(diagnosis: &Diagnosis) -> Place {
        Place {
            line: diagnosis.line(),
            column: diagnosis.column(),
            expected: diagnosis.expected().to_owned(),
            found: diagnosis.found().to_owned(),
        }
    }
}

impl<'a> Report<'a> {
    fn new(output: &'a str, json: bool) -> Report<'a> {
        Report {
            output,
            input: "",
            is_one_of_many: false,
            json,
            text: String::new(),
            out: Some(io::stdout()),
            run: None,
            has_shown_difference: false,
            summary: Summary { schema: SCHEMA, kind: "summary", ..Summary::default() },
        }
    }

    fn tell(&mut self, judged: Judged) {
        let Judged { case, verdict, difference } = judged;
        let place = difference.as_deref().map(Place::of);
        let Some(case) = case else {
            self.end_run();
            self.show_first(difference.as_deref());
            self.summary.rest = Some(Rest { verdict: verdict_key(verdict), difference: place });
            return;
        };
        self.summary.cases += 1;
        *match verdict {
            Verdict::Accepted => &mut self.summary.accepted,
            Verdict::WrongAnswer | Verdict::ExtraOutput => &mut self.summary.wrong_answers,
            Verdict::PresentationError => &mut self.summary.presentation_errors,
            Verdict::Missing => &mut self.summary.missing,
        } += 1;
        if self.json {
            let verdict = verdict_key(verdict);
            let input = self.input;
            self.line(&Case { schema: SCHEMA, kind: "case", input, case, verdict, difference: place });
            return;
        }
        match &mut self.run {
            Some((_, last, same)) if *same == verdict => *last = case,
            _ => {
                self.end_run();
                self.run = Some((case, case, verdict));
            }
        }
        if difference.is_some() && !self.has_shown_difference {
            self.end_run();
            self.show_first(difference.as_deref());
        }
    }

    /// The one difference that is shown with its line.
    fn show_first(&mut self, difference: Option<&Diagnosis>) {
        if let Some(difference) = difference.filter(|_| !self.json && !self.has_shown_difference) {
            writeln!(self.text, "{}", difference.about(self.output)).expect("a String takes everything");
            self.has_shown_difference = true;
        }
    }

    /// Tells the verdict that some cases in a row have in common.
    fn end_run(&mut self) {
        let Some((first, last, verdict)) = self.run.take() else { return };
        let input = if self.is_one_of_many { format!("{}: ", self.input) } else { String::new() };
        let cases = if first == last { format!("case {first}") } else { format!("cases {first} to {last}") };
        writeln!(self.text, "{input}{cases}: {}", verdict_name(verdict)).expect("a String takes everything");
    }

    /// Writes the last line; true if everything is right.
    fn sum_up(&mut self) -> bool {
        self.summary.is_right = self.summary.accepted == self.summary.cases && self.summary.rest.is_none();
        if self.json {
            let summary = std::mem::take(&mut self.summary);
            self.line(&summary);
            return summary.is_right;
        }
        let line = self.summary.line();
        self.text.push_str(&line);
        self.text.push('\n');
        self.summary.is_right
    }

    fn line(&mut self, object: &impl Serialize) {
        self.text += &serde_json::to_string(object).expect("text and numbers can be written as JSON");
        self.text.push('\n');
    }

    /// Passes on what has been told. If the pipe is closed, the exit status still says how it ends.
    fn flush(&mut self) -> io::Result<()> {
        let Some(out) = &mut self.out else {
            self.text.clear();
            return Ok(());
        };
        let written = out.write_all(self.text.as_bytes()).and_then(|()| out.flush());
        self.text.clear();
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.out = None;
                Ok(())
            }
            written => written,
        }
    }
}

impl Summary {
    fn line(&self) -> String {
        let counted = |count: u64, one: &str, many: &str| match count {
            0 => String::new(),
            1 => format!(", 1 {one}"),
            _ => format!(", {count} {many}"),
        };
        let cases = if self.cases == 1 { "case" } else { "cases" };
        if self.is_right {
            return format!("accepted: {} {cases}", self.cases);
        }
        let mut line = format!("wrong: {} of {} {cases} accepted", self.accepted, self.cases);
        line += &counted(self.wrong_answers, "wrong answer", "wrong answers");
        line += &counted(self.presentation_errors, "presentation error", "presentation errors");
        line += &counted(self.missing, "missing", "missing");
        line += match &self.rest {
            None => "",
            Some(rest) if rest.verdict == verdict_key(Verdict::ExtraOutput) => {
                ", extra output after the last"
            }
            Some(_) => ", white space after the last",
        };
        line
    }
}

/// For people.
fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::WrongAnswer => "wrong answer",
        Verdict::PresentationError => "presentation error",
        Verdict::Missing => "missing",
        Verdict::ExtraOutput => "extra output",
    }
}

/// For programs.
fn verdict_key(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::WrongAnswer => "wrong-answer",
        Verdict::PresentationError => "presentation-error",
        Verdict::Missing => "missing",
        Verdict::ExtraOutput => "extra-output",
    }
}
