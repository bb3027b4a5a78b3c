//! What is said about a bot that was tried out.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use arena::probe::{Complaint, Failure, Tally};
use arena::sandbox::{Sandbox, Spec};
use serde::Serialize;
use table::ending::Reason;
use table::player::micros;

use super::Args;
use super::trials::{Source, Trial};
use crate::json;
use crate::number::counted;
use crate::plain::plain;

/// What the bot did in the matches in which nothing was wrong.
#[derive(Default)]
pub struct ProbeTotals {
    prepared: u64,
    random: u64,
    given: u64,
    won: u64,
    sum: Tally,
}

impl ProbeTotals {
    /// One more match without a fault.
    pub fn add(&mut self, source: Source, tally: &Tally) {
        *match source {
            Source::Prepared => &mut self.prepared,
            Source::Random => &mut self.random,
            Source::Given => &mut self.given,
        } += 1;
        self.won += u64::from(tally.won);
        self.sum.answers += tally.answers;
        self.sum.cpu += tally.cpu;
        self.sum.slowest = self.sum.slowest.max(tally.slowest);
    }

    fn played(&self) -> u64 {
        self.prepared + self.random + self.given
    }

    /// The same for programs.
    pub fn object<'a>(&self, args: &'a Args, found: Option<&'a Finding>) -> CheckObject<'a> {
        CheckObject {
            schema: "croupier/check-bot/1",
            game: &args.game,
            command: args.command.iter().map(|word| word.to_string_lossy()).collect(),
            is_right: found.is_none(),
            matches: self.played(),
            prepared: self.prepared,
            won: self.won,
            answers: self.sum.answers,
            slowest_us: micros(self.sum.slowest),
            processor_us: micros(self.sum.cpu),
            complaint: found.map(Finding::object),
        }
    }
}

impl fmt::Display for ProbeTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProbeTotals { prepared, random, given, won, sum } = self;
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let played = self.played();
        let deals = match given {
            0 => format!("{} and {random} random", counted(prepared, "prepared deal", "prepared deals")),
            _ => "the given deal".to_owned(),
        };
        writeln!(f, "nothing wrong in {} ({deals}); the bot won {won}", counted(played, "match", "matches"))?;
        let (slowest, cpu) = (milliseconds(sum.slowest), milliseconds(sum.cpu) / played.max(1) as f64);
        let answers = counted(sum.answers, "answer", "answers");
        writeln!(f, "{answers}, the slowest in {slowest:.1} ms, processor time {cpu:.1} ms a match")
    }
}

/// The result for programs.
#[derive(Serialize)]
pub struct CheckObject<'a> {
    schema: &'static str,
    game: &'a str,
    command: Vec<Cow<'a, str>>,
    is_right: bool,
    matches: u64,
    prepared: u64,
    won: u64,
    answers: u32,
    slowest_us: u64,
    processor_us: u64,
    complaint: Option<ComplaintObject<'a>>,
}

/// What is wrong, for programs.
#[derive(Serialize)]
struct ComplaintObject<'a> {
    code: &'static str,
    sentence: String,
    hint: Option<&'a str>,
    deal: &'a str,
    setup: &'a str,
    seed: u64,
    seat: usize,
    against: &'a str,
    after: &'a [String],
    stderr: Vec<String>,
    again: &'a str,
}

/// This many bytes of a bot's standard error are shown, since a line may be long.
const STDERR_SHOWN: usize = 1000;

const FOLDER_HINT: &str = "\
It ended before its first answer. In the strict sandbox a bot can read only the system's files and the files that
its command names. If it needs others, such as classes or modules, name their folder: --folder DIR
";

/// Did the bot possibly end because it could not read its own files?
fn needs_folder(spec: &Spec, failure: &Failure) -> bool {
    spec.sandbox == Sandbox::Strict
        && spec.folder.is_none()
        && failure.answers == 0
        && matches!(failure.complaint, Complaint::Rule(Reason::Crashed(_), _))
}

/// What is wrong with the bot, and where it was found.
pub struct Finding {
    trial: Trial,
    hint: Option<&'static str>,
    failure: Box<Failure>,
    /// The command that plays the same match again.
    again: String,
}

impl Finding {
    /// A fault in a trial.
    pub fn new(trial: Trial, failure: Box<Failure>, spec: &Spec) -> Finding {
        let hint = needs_folder(spec, &failure).then_some(FOLDER_HINT);
        let again = again(std::env::args_os(), &trial);
        Finding { trial, hint, failure, again }
    }

    /// The last lines of the bot's standard error.
    fn stderr(&self) -> Vec<String> {
        let stderr = &self.failure.stderr;
        let end = plain(&String::from_utf8_lossy(&stderr[stderr.len().saturating_sub(STDERR_SHOWN)..]));
        let lines: Vec<&str> = end.lines().collect();
        lines[lines.len().saturating_sub(10)..].iter().map(|line| (*line).to_owned()).collect()
    }

    fn object(&self) -> ComplaintObject<'_> {
        ComplaintObject {
            code: self.failure.complaint.code(),
            sentence: self.failure.complaint.in_words(),
            hint: self.hint.map(str::trim_end),
            deal: &self.trial.about,
            setup: &self.trial.setup,
            seed: self.trial.seed,
            seat: json::number(self.failure.seat),
            against: &self.trial.against,
            after: &self.failure.after,
            stderr: self.stderr(),
            again: &self.again,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { trial, hint, failure, again } = self;
        writeln!(f, "{}", failure.complaint.in_words())?;
        f.write_str(hint.unwrap_or_default())?;
        writeln!(f, "This was in {}.", trial.about)?;
        let seat = failure.seat;
        write!(
            f,
            "Your bot (seat 1 to itself, seat {seat} at the table) played against {}. ",
            trial.against
        )?;
        write!(f, "The last lines it was sent:")?;
        failure.after.iter().try_for_each(|line| write!(f, "\n  {line}"))?;
        let stderr = self.stderr();
        if !stderr.is_empty() {
            write!(f, "\nThe bot's standard error ended with:")?;
        }
        stderr.iter().try_for_each(|line| write!(f, "\n  {line}"))?;
        write!(f, "\nTo play this match again:\n  {again}")
    }
}

/// The options that say which matches are played; all take a value.
const MATCHES: [&str; 7] = ["--matches", "--seed", "--setup", "--rules", "--seats", "--seat", "--against"];

/// The command line of this run with one match in place of all.
fn again(words: impl IntoIterator<Item = OsString>, trial: &Trial) -> String {
    let mut words = words.into_iter().skip(1);
    let mut kept = vec!["croupier".to_owned()];
    while let Some(word) = words.next().filter(|word| word != "--") {
        let text = word.to_string_lossy();
        let (option, value) =
            text.split_once('=').map_or((&*text, None), |(option, value)| (option, Some(value)));
        if !MATCHES.contains(&option) {
            kept.push(quoted(&text));
        } else if value.is_none() {
            words.next();
        }
    }
    let (seed, seat) = (trial.seed.to_string(), trial.seat.to_string());
    let own =
        [("--setup", &trial.setup), ("--seed", &seed), ("--seat", &seat), ("--against", &trial.against)];
    kept.extend(own.into_iter().flat_map(|(option, value)| [option.to_owned(), quoted(value)]));
    kept.push("--".to_owned());
    kept.extend(words.map(|word| quoted(&word.to_string_lossy())));
    kept.join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-+./:,=@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Seat;
    use games::levels::PlayerSpec;
    use games::uno::Uno;

    #[test]
    fn a_match_is_played_again_with_the_same_conditions_and_one_deal() {
        let trial = Trial {
            about: String::new(),
            source: Source::Random,
            setup: "seats=2 deck 7S".to_owned(),
            seat: Seat::new(1),
            against: "random".to_owned(),
            plan: PlayerSpec::read::<Uno>("random").expect("a player"),
            seed: 5,
        };
        let typed = ["/bin/croupier", "check-bot", "uno", "--seed=3", "--time", "1s", "--rules", "seats=2"];
        let bot = ["--matches", "200", "--folder=my bot", "--", "./it's", "--seed", "x y", ""];
        let words = typed.iter().chain(&bot).map(OsString::from);
        let expected = "croupier check-bot uno --time 1s '--folder=my bot' --setup 'seats=2 deck 7S' --seed 5 \
            --seat 2 --against random -- './it'\\''s' --seed 'x y' ''";
        assert_eq!(again(words, &trial), expected);
    }
}
