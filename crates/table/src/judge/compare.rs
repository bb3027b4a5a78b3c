//! Holds a contestant's output against the right one, case by case, and says where they differ first.
//!
//! A case is accepted if its answer is right byte for byte, where CRLF is a line end like any other and
//! the last line need not have one. Where a case is wrong, the next one is looked for in the lines around
//! the place where it should begin, so that a line too few or too many spoils one case and not all.

use std::io::{self, Read};

use games::problem::Word as Quote;

use super::diagnosis::Diagnosis;
use super::output::{Output, Spot, Word};

/// So many lines more than expected may belong to a wrong answer.
const SLACK: usize = 8;
/// So many lines of wrong answers are kept, in case a later answer is among them.
const KEPT: usize = 16;

/// What is to be said about the answer of a case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// It is right.
    Accepted,
    /// Some word of it is wrong.
    WrongAnswer,
    /// Every word is right, and the white space is not.
    PresentationError,
    /// The output ends before it does, or goes on with the next case.
    Missing,
    /// The output goes on after the last case.
    ExtraOutput,
}

/// A verdict and its reason.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The number of the case; `None` is what follows the last one.
    pub case: Option<u64>,
    /// What is to be said about it.
    pub verdict: Verdict,
    /// The first difference, unless it is accepted.
    pub difference: Option<Box<Diagnosis>>,
}

/// An output that is held against the right answers, which come one after another.
pub struct Comparison<R> {
    output: Output<R>,
    unclear: Unclear,
}

/// Lines at the front of the output that no right answer was found in: those of the last wrong answer,
/// whose end is not known yet, and some of the wrong ones before it.
#[derive(Default)]
struct Unclear {
    /// How many lines they should be …
    lines: usize,
    /// … and how many of them are not the last answer's.
    before: usize,
    /// They have as many words each as they should have.
    is_shaped: bool,
    /// The last wrong answer, if it has no verdict yet.
    last: Option<Wrong>,
}

/// A case whose answer is wrong.
struct Wrong {
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
        let Wrong { case, difference, .. } = self.last.take()?;
        Some(Judged { case: Some(case), verdict, difference: Some(difference) })
    }
}

impl<R: Read> Comparison<R> {
    /// Begins at the beginning of an output.
    pub fn new(output: R) -> Comparison<R> {
        Comparison { output: Output::new(output), unclear: Unclear::default() }
    }

    /// Compares the right answer of the next case. The verdict about a wrong one is told together with
    /// that about the next case; errors are about reading the output.
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

    /// No more cases for the moment: tells the verdict that may have been held back.
    pub fn settle(&mut self, tell: impl FnMut(Judged)) -> io::Result<()> {
        self.output.take_lines(self.unclear.lines)?;
        self.unclear.judged(Verdict::WrongAnswer).into_iter().for_each(tell);
        self.unclear = Unclear::default();
        Ok(())
    }

    /// After the last case nothing may follow.
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

    /// Compares an answer with the words of the output from number `first` on, and takes them with
    /// everything before them unless they are wrong.
    fn compare(&mut self, case: u64, answer: &[u8], first: usize) -> io::Result<Result<Judged, Wrong>> {
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
                return Ok(Err(Wrong { case, lines, is_shaped, difference }));
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

    /// Is the white space behind the last word of an answer other than it should be? As many line ends
    /// belong to the answer as there should be; more are the next one's.
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

    /// Takes words from the front, and what is unclear with them.
    fn take(&mut self, count: usize, breaks: usize) -> io::Result<()> {
        self.unclear = Unclear::default();
        self.output.take(count, breaks)
    }

    /// Finds the word that the next answer begins with, in the unclear lines or behind them.
    fn realign(&mut self, case: u64, answer: &[u8], tell: impl FnMut(Judged)) -> io::Result<usize> {
        let surplus = self.unclear.lines.saturating_sub(KEPT.max(self.unclear.lines - self.unclear.before));
        self.output.take_lines(surplus)?;
        self.unclear.lines -= surplus;
        self.unclear.before -= surplus;
        let Unclear { lines, before, .. } = self.unclear;
        let (starts, is_end) = self.output.line_starts(lines + SLACK)?;
        // Short answers without a number are like one another. As long as all have the right shape they are
        // in their places, right or wrong, and the same answer elsewhere proves nothing.
        let is_in_place = self.unclear.is_shaped
            && !names_case(answer, case)
            && starts.get(lines).map_or(Ok(false), |&start| self.is_shaped(start, answer))?;
        // The nearest place is the likeliest, beginning with the right number of lines.
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

    /// Do the lines from word number `first` on have as many words as those of this answer?
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

    fn quoted(&self, word: Word) -> String {
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

/// White space in words: what stands at `at`, if anything does.
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

/// The same of the output, where `blanks` begin at `start`: a line may be empty there.
fn name_in(blanks: &[u8], at: usize, start: Spot) -> Option<String> {
    let is_break = blanks[at..].starts_with(b"\n") || blanks[at..].starts_with(b"\r\n");
    let is_empty = is_break && start.after(&blanks[..at]).column == 1;
    if is_empty { Some("an empty line".to_owned()) } else { name_at(blanks, at) }
}

/// The first of some white space that should not be there at all.
fn named(blanks: &[u8], start: Spot) -> String {
    name_in(blanks, 0, start).expect("there is white space")
}

fn quoted(bytes: &[u8]) -> String {
    Quote { bytes, at: 0 }.quoted()
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
