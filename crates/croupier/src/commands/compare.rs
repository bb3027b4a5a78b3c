//! `croupier judge --compare`: compares a contestant's output with the right one, as text or JSON.

use std::fmt::Write as _;
use std::io::{self, Stdout, Write};

use anyhow::{Context, anyhow};
use games::problem::Problem;
use serde::Serialize;
use table::judge::pipeline::{self, Answers};
use table::judge::{Comparison, Diagnosis, Judged, Verdict};

use super::judge::{explained, open, warn};
use crate::number::counted;
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
    let mut report = CompareReport::new(output_name, json);
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
                    // This only stops the judging; the reason is in `failed`.
                    return Err(io::Error::other("the output cannot be read"));
                }
            }
            report.flush()
        };
        let judged = pipeline::judge(problem, input, jobs, write);
        // The verdicts about the cases before the error come first.
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

/// Reports verdicts as they come, and counts them.
struct CompareReport<'a> {
    output: &'a str,
    input: &'a str,
    is_one_of_many: bool,
    json: bool,
    /// Text that has not been written yet.
    text: String,
    /// Where it is written; `None` once the reader has closed the pipe.
    out: Option<Stdout>,
    /// The first and the last of some cases in a row with the same verdict, reported as one line.
    run: Option<(u64, u64, Verdict)>,
    has_shown_difference: bool,
    summary: CompareSummary,
}

/// How many cases got which verdict.
#[derive(Default, Serialize)]
struct CompareSummary {
    schema: &'static str,
    kind: &'static str,
    cases: u64,
    accepted: u64,
    wrong_answers: u64,
    presentation_errors: u64,
    missing: u64,
    /// The output that follows the last case.
    rest: Option<RestObject>,
    is_right: bool,
}

#[derive(Serialize)]
struct RestObject {
    verdict: &'static str,
    difference: Option<DifferenceObject>,
}

#[derive(Serialize)]
struct CaseObject<'a> {
    schema: &'static str,
    kind: &'static str,
    input: &'a str,
    case: u64,
    verdict: &'static str,
    difference: Option<DifferenceObject>,
}

#[derive(Serialize)]
struct DifferenceObject {
    line: u64,
    column: usize,
    expected: String,
    found: String,
}

impl DifferenceObject {
    fn of(diagnosis: &Diagnosis) -> DifferenceObject {
        DifferenceObject {
            line: diagnosis.line(),
            column: diagnosis.column(),
            expected: diagnosis.expected().to_owned(),
            found: diagnosis.found().to_owned(),
        }
    }
}

impl<'a> CompareReport<'a> {
    fn new(output: &'a str, json: bool) -> CompareReport<'a> {
        CompareReport {
            output,
            input: "",
            is_one_of_many: false,
            json,
            text: String::new(),
            out: Some(io::stdout()),
            run: None,
            has_shown_difference: false,
            summary: CompareSummary { schema: SCHEMA, kind: "summary", ..CompareSummary::default() },
        }
    }

    fn tell(&mut self, judged: Judged) {
        let Judged { case, verdict, difference } = judged;
        let place = difference.as_deref().map(DifferenceObject::of);
        let Some(case) = case else {
            self.end_run();
            self.show_first(difference.as_deref());
            self.summary.rest = Some(RestObject { verdict: verdict_key(verdict), difference: place });
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
            self.line(&CaseObject { schema: SCHEMA, kind: "case", input, case, verdict, difference: place });
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

    /// Reports the verdict that some cases in a row have in common.
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

    /// Writes what has been reported. If the pipe is closed, the exit status still says whether all is right.
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

impl CompareSummary {
    fn line(&self) -> String {
        let cases = counted(self.cases, "case", "cases");
        if self.is_right {
            return format!("accepted: {cases}");
        }
        let mut line = format!("wrong: {} of {cases} accepted", self.accepted);
        for (count, one, many) in [
            (self.wrong_answers, "wrong answer", "wrong answers"),
            (self.presentation_errors, "presentation error", "presentation errors"),
            (self.missing, "missing", "missing"),
        ] {
            if count > 0 {
                line += &format!(", {}", counted(count, one, many));
            }
        }
        line += match &self.rest {
            None => "",
            Some(rest) if rest.verdict == verdict_key(Verdict::ExtraOutput) => {
                ", extra output after the last case"
            }
            Some(_) => ", white space after the last case",
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
