//! Compares a contestant's output with the right one, case by case, and finds the first difference.
//!
//! A case is accepted if its answer is right byte for byte; line ends may be CRLF, and the last line end may be
//! missing. After a wrong answer the next case is searched for near the line where it should begin, so that a
//! missing or extra line spoils only one case.

use std::io::{self, Read};

use games::problem::Word;

use super::diagnosis::Diagnosis;
use super::output::{ContestantOutput, OutputWord, Spot};

/// A wrong answer may be this many lines longer than the right one.
const SLACK: usize = 8;
/// This many lines of wrong answers are kept, in case a later answer is among them.
const KEPT: usize = 16;

/// The verdict about the answer to a case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// It is right.
    Accepted,
    /// A word of it is wrong.
    WrongAnswer,
    /// Every word is right, but the white space is not.
    PresentationError,
    /// The output ends before it, or continues with the next case.
    Missing,
    /// The output goes on after the last case.
    ExtraOutput,
}

/// A verdict and its reason.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The number of the case; `None` for the output after the last case.
    pub case: Option<u64>,
    /// The verdict.
    pub verdict: Verdict,
    /// The first difference, unless it is accepted.
    pub difference: Option<Box<Diagnosis>>,
}

/// An output that is compared with the right answers, one after another.
pub struct Comparison<R> {
    output: ContestantOutput<R>,
    unclear: Unclear,
}

/// Lines at the front of the output in which no right answer was found: those of the last wrong answer, whose end is
/// not known yet, and some lines of wrong answers before it.
#[derive(Default)]
struct Unclear {
    /// How many lines these answers should have.
    lines: usize,
    /// How many of these lines belong to answers before the last.
    before: usize,
    /// They have as many words each as they should have.
    is_shaped: bool,
    /// The last wrong answer, if it has no verdict yet.
    last: Option<WrongCase>,
}

/// A case whose answer is wrong.
struct WrongCase {
    case: u64,
    /// How many lines that are not blank its right answer has.
    lines: usize,
    /// They have as many words each as they should have.
    is_shaped: bool,
    difference: Box<Diagnosis>,
}

impl Unclear {
    /// The verdict about the last wrong answer.
    fn judged(&mut self, verdict: Verdict) -> Option<Judged> {
        let WrongCase { case, difference, .. } = self.last.take()?;
        Some(Judged { case: Some(case), verdict, difference: Some(difference) })
    }
}

impl<R: Read> Comparison<R> {
    /// Begins at the beginning of an output.
    pub fn new(output: R) -> Comparison<R> {
        Comparison { output: ContestantOutput::new(output), unclear: Unclear::default() }
    }

    /// Compares the output with the right answer to the next case. The verdict about a wrong answer comes together
    /// with the verdict about the next case. An error means that the output cannot be read.
    pub fn case(&mut self, case: u64, answer: &[u8], mut tell: impl FnMut(Judged)) -> io::Result<()> {
        let first = if self.unclear.lines > 0 { self.realign(case, answer, &mut tell)? } else { 0 };
        match self.compare(case, answer, first)? {
            Ok(judged) => tell(judged),
            Err(wrong) => {
                let Unclear { lines: before, is_shaped, .. } = self.unclear;
                let (lines, is_shaped) =
                    (before + wrong.lines, wrong.is_shaped && (before == 0 || is_shaped));
                self.unclear = Unclear { lines, before, is_shaped, last: Some(wrong) };
            }
        }
        Ok(())
    }

    /// The end of an input: tells the verdict that may be pending.
    pub fn settle(&mut self, tell: impl FnMut(Judged)) -> io::Result<()> {
        self.output.take_lines(self.unclear.lines)?;
        self.unclear.judged(Verdict::WrongAnswer).into_iter().for_each(tell);
        self.unclear = Unclear::default();
        Ok(())
    }

    /// The end of all inputs: nothing may follow the last case.
    pub fn finish(mut self, mut tell: impl FnMut(Judged)) -> io::Result<()> {
        self.settle(&mut tell)?;
        let extra = self.output.word(0)?;
        let (start, blanks) = self.output.blanks_before(0);
        let (verdict, spot, len, found) = match extra {
            Some(word) => {
                let len = self.output.bytes(word).len();
                (Verdict::ExtraOutput, word.start, len, self.quoted(word))
            }
            None if blanks.is_empty() => return Ok(()),
            None => (Verdict::PresentationError, start, 1, named(blanks, start)),
        };
        let difference = self.difference(None, spot, len, "the end of the output".to_owned(), found)?;
        tell(Judged { case: None, verdict, difference: Some(difference) });
        Ok(())
    }

    /// Compares an answer with the words of the output from number `first` on. Unless they are wrong, they are taken
    /// from the output with everything before them.
    fn compare(&mut self, case: u64, answer: &[u8], first: usize) -> io::Result<Result<Judged, WrongCase>> {
        let mut unlike_blanks = None;
        let (mut count, mut end) = (first, 0);
        for (start, stop) in words(answer) {
            let right = &answer[start..stop];
            let Some(word) = self.output.word(count)? else {
                let spot = self.output.end();
                if count > first {
                    self.take(count, 1)?;
                }
                let found = "the end of the output".to_owned();
                let difference = self.difference(Some(case), spot, 0, quoted(right), found)?;
                return Ok(Ok(Judged {
                    case: Some(case),
                    verdict: Verdict::Missing,
                    difference: Some(difference),
                }));
            };
            if !self.output.says(word, right) {
                let (found, len) = (self.quoted(word), self.output.bytes(word).len());
                let difference = self.difference(Some(case), word.start, len, quoted(right), found)?;
                let lines = answer.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
                let (lines, is_shaped) = (lines.count(), self.is_shaped(first, answer)?);
                return Ok(Err(WrongCase { case, lines, is_shaped, difference }));
            }
            let (spot, blanks) = self.output.blanks_before(count);
            let expected = &answer[end..start];
            if unlike_blanks.is_none()
                && let Some((found, right_at)) = first_difference(blanks, expected)
            {
                unlike_blanks = Some(Unlike {
                    spot: spot.after(&blanks[..found]),
                    expected: name_at(expected, right_at).unwrap_or_else(|| quoted(right)),
                    found: name_in(blanks, found, spot).unwrap_or_else(|| quoted(right)),
                });
            }
            (count, end) = (count + 1, stop);
        }
        let tail = &answer[end..];
        let breaks = memchr::memchr_iter(b'\n', tail).count();
        if unlike_blanks.is_none() && count > first {
            unlike_blanks = self.unlike_tail(count, tail, breaks)?;
        }
        if count > first {
            self.take(count, breaks)?;
        }
        let Some(Unlike { spot, expected, found }) = unlike_blanks else {
            return Ok(Ok(Judged { case: Some(case), verdict: Verdict::Accepted, difference: None }));
        };
        let difference = Some(self.difference(Some(case), spot, 1, expected, found)?);
        Ok(Ok(Judged { case: Some(case), verdict: Verdict::PresentationError, difference }))
    }

    /// Is the white space after the last word of an answer wrong? The answer has as many line ends as it should have;
    /// further ones belong to the next answer.
    fn unlike_tail(&mut self, count: usize, tail: &[u8], breaks: usize) -> io::Result<Option<Unlike>> {
        let is_last = self.output.word(count)?.is_none();
        let (spot, blanks) = self.output.blanks_before(count);
        let share = match breaks {
            0 => 0,
            _ => memchr::memchr_iter(b'\n', blanks).nth(breaks - 1).map_or(blanks.len(), |at| at + 1),
        };
        let share = &blanks[..share];
        if is_last && tail.strip_suffix(b"\n").is_some_and(|tail| first_difference(share, tail).is_none()) {
            return Ok(None);
        }
        Ok(first_difference(share, tail).map(|(found, right)| Unlike {
            spot: spot.after(&share[..found]),
            expected: name_at(tail, right).unwrap_or_else(|| "nothing".to_owned()),
            found: name_in(share, found, spot).unwrap_or_else(|| "nothing".to_owned()),
        }))
    }

    /// Takes words from the front; nothing is unclear any more.
    fn take(&mut self, count: usize, breaks: usize) -> io::Result<()> {
        self.unclear = Unclear::default();
        self.output.take(count, breaks)
    }

    /// Finds the word that the next answer begins with, in the unclear lines or after them.
    fn realign(&mut self, case: u64, answer: &[u8], tell: impl FnMut(Judged)) -> io::Result<usize> {
        let surplus = self.unclear.lines.saturating_sub(KEPT.max(self.unclear.lines - self.unclear.before));
        self.output.take_lines(surplus)?;
        self.unclear.lines -= surplus;
        self.unclear.before -= surplus;
        let Unclear { lines, before, .. } = self.unclear;
        let (starts, is_end) = self.output.line_starts(lines + SLACK)?;
        // Short answers without a number look alike. As long as all have the right shape, each is taken to be in its
        // place, and finding the same answer in another place means nothing.
        let is_in_place = self.unclear.is_shaped
            && !names_case(answer, case)
            && starts.get(lines).map_or(Ok(false), |&start| self.is_shaped(start, answer))?;
        // The nearest place is the most likely; start with the right number of lines.
        let mut order: Vec<usize> = (0..starts.len()).filter(|&at| at == lines || !is_in_place).collect();
        order.sort_by_key(|&start| start.abs_diff(lines));
        for start in order {
            if self.is_at(starts[start], answer)? {
                let verdict = if start <= before { Verdict::Missing } else { Verdict::WrongAnswer };
                self.unclear.judged(verdict).into_iter().for_each(tell);
                self.take(starts[start], 1)?;
                return Ok(0);
            }
        }
        self.unclear.judged(Verdict::WrongAnswer).into_iter().for_each(tell);
        match starts.get(lines) {
            Some(&start) => Ok(start),
            None if is_end => Ok(self.output.known()),
            None => {
                self.output.take_lines(lines)?;
                self.unclear = Unclear::default();
                Ok(0)
            }
        }
    }

    /// Do the words from number `first` on say all of this answer?
    fn is_at(&mut self, first: usize, answer: &[u8]) -> io::Result<bool> {
        for ((start, stop), index) in words(answer).zip(first..) {
            let word = self.output.word(index)?;
            if !word.is_some_and(|word| self.output.says(word, &answer[start..stop])) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Do the lines from word number `first` on have as many words as the lines of this answer?
    fn is_shaped(&mut self, first: usize, answer: &[u8]) -> io::Result<bool> {
        let mut index = first;
        for line in answer.split(|&byte| byte == b'\n') {
            let count = words(line).count();
            if count == 0 {
                continue;
            }
            let mut line_of = |index| self.output.word(index).map(|word| word.map(|word| word.start.line));
            let (start, last, next) = (line_of(index)?, line_of(index + count - 1)?, line_of(index + count)?);
            if last.is_none() || last != start || last == next {
                return Ok(false);
            }
            index += count;
        }
        Ok(true)
    }

    fn quoted(&self, word: OutputWord) -> String {
        quoted(self.output.bytes(word))
    }

    fn difference(
        &mut self,
        case: Option<u64>,
        spot: Spot,
        len: usize,
        expected: String,
        found: String,
    ) -> io::Result<Box<Diagnosis>> {
        let (line, at) = self.output.line_at(spot)?;
        let place = (spot.line, spot.column);
        Ok(Box::new(Diagnosis::at(place, case, (expected, found), (line, at, len))))
    }
}

/// White space that is not what it should be.
struct Unlike {
    spot: Spot,
    expected: String,
    found: String,
}

/// Does the first line of an answer name its case, as in `Case #7:`?
fn names_case(answer: &[u8], case: u64) -> bool {
    let first = answer.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_number = |(start, stop): (usize, usize)| {
        let digits = first[start..stop].iter().filter(|byte| byte.is_ascii_digit());
        digits.copied().eq(case.to_string().bytes())
    };
    words(first).skip(1).any(is_number)
}

/// Where the words of a text begin and end.
fn words(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let len = text[start..].iter().position(u8::is_ascii_whitespace).unwrap_or(text.len() - start);
        at = start + len;
        Some((start, at))
    })
}

/// Where two runs of white space differ first, in each of them. A carriage return before a line end is
/// part of it.
fn first_difference(found: &[u8], expected: &[u8]) -> Option<(usize, usize)> {
    let (mut at, mut right) = (0, 0);
    loop {
        let line_end = usize::from(found[at..].starts_with(b"\r\n"));
        match (found.get(at + line_end), expected.get(right)) {
            (None, None) => return None,
            (a, b) if a == b => (at, right) = (at + line_end + 1, right + 1),
            _ => return Some((at, right)),
        }
    }
}

/// The name of the white space at `at`, if there is any.
fn name_at(blanks: &[u8], at: usize) -> Option<String> {
    let name = match blanks.get(at)? {
        b'\n' => "the end of the line",
        b' ' => "a blank",
        b'\t' => "a tab",
        b'\r' if blanks.get(at + 1) == Some(&b'\n') => "the end of the line",
        b'\r' => "a carriage return",
        _ => "white space",
    };
    Some(name.to_owned())
}

/// The same for the output, where `blanks` begin at `start` and a line may be empty.
fn name_in(blanks: &[u8], at: usize, start: Spot) -> Option<String> {
    let is_break = blanks[at..].starts_with(b"\n") || blanks[at..].starts_with(b"\r\n");
    let is_empty = is_break && start.after(&blanks[..at]).column == 1;
    if is_empty { Some("an empty line".to_owned()) } else { name_at(blanks, at) }
}

/// The name of the first white space where there should be none.
fn named(blanks: &[u8], start: Spot) -> String {
    name_in(blanks, 0, start).expect("there is white space")
}

fn quoted(bytes: &[u8]) -> String {
    Word { bytes, at: 0 }.quoted()
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
