//! Cuts an input of any length into chunks of whole cases, with only one buffer of it in memory.

use std::io::{self, Read};

use games::problem::{Fault, LONGEST_CASE, Problem, Scan, Word};
use memchr::{memchr, memchr_iter, memrchr};

use super::chunk::{Borrowed, Chunk, Unfinished};
use super::diagnosis::{Diagnosis, FaultPlace};
use super::unmarked::Unmarked;

/// Room for the longest case and several more.
const BUFFER: usize = 4 * LONGEST_CASE;
/// A chunk ends after this many cases: few enough that answers appear soon, many enough that the cost of a chunk does
/// not matter.
const MOST_CASES: usize = 512;
/// A chunk also ends with the case that makes it longer than this many bytes.
const MOST_BYTES: usize = LONGEST_CASE;

/// Why the judging of an input stops before its end.
#[derive(Debug)]
pub enum JudgeError {
    /// The input is not in the problem's format.
    Bad(Box<Diagnosis>),
    /// The input cannot be read.
    Read(io::Error),
    /// The answers cannot be written.
    Write(io::Error),
    /// The threads asked for cannot be started.
    Threads(io::Error),
}

/// Reads an input and hands out its cases in chunks, as soon as they are complete.
pub struct Cutter<R> {
    problem: &'static dyn Problem,
    input: Unmarked<R>,
    buffer: Box<[u8]>,
    /// The beginning of what has been read and not handed out.
    start: usize,
    /// The end of it.
    end: usize,
    /// The line that begins at `start`.
    line: u64,
    /// The number of the case that begins at `start`.
    number: u64,
    /// The number of cases in the first line.
    promised: Option<u64>,
    stage: Stage,
    /// Nothing is left to read.
    is_drained: bool,
    /// The last line break in the buffer was added by us: the input's last line has none.
    is_mended: bool,
    /// Where the cases of the current chunk end, from its beginning.
    ends: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Count,
    Cases,
    /// After the last case: only blank lines may follow.
    Tail,
    Over,
}

/// A chunk by its place in the buffer.
struct Cut {
    start: usize,
    end: usize,
    number: u64,
    line: u64,
    unfinished: Option<Unfinished>,
}

impl<R: Read> Cutter<R> {
    /// Begins at the beginning of `input`, after its byte-order mark if it has one.
    pub fn new(problem: &'static dyn Problem, input: R) -> Cutter<R> {
        Cutter {
            problem,
            input: Unmarked::new(input),
            buffer: vec![0; BUFFER].into_boxed_slice(),
            start: 0,
            end: 0,
            line: 1,
            number: 1,
            promised: None,
            stage: if problem.is_counted() { Stage::Count } else { Stage::Cases },
            is_drained: false,
            is_mended: false,
            ends: Vec::with_capacity(MOST_CASES),
        }
    }

    /// The next cases; `None` at the end of the input. It reads only when the buffer has no complete case, so a caller
    /// that flushes before each call never delays an answer.
    pub fn next_chunk(&mut self) -> Result<Option<Borrowed<'_>>, JudgeError> {
        let cut = loop {
            if let Some(cut) = self.cut()? {
                break cut;
            }
            if self.stage == Stage::Over {
                return Ok(None);
            }
            self.fill()?;
        };
        Ok(Some(Chunk {
            text: &self.buffer[cut.start..cut.end],
            ends: &self.ends,
            number: cut.number,
            line: cut.line,
            unfinished: cut.unfinished,
        }))
    }

    /// Cuts what it can from the buffer; `None` if more input is needed or the end is reached.
    fn cut(&mut self) -> Result<Option<Cut>, JudgeError> {
        self.skip_blank_lines();
        if self.stage == Stage::Count {
            self.count()?;
        }
        if self.stage == Stage::Cases {
            let cut = self.cases()?;
            if cut.is_some() {
                return Ok(cut);
            }
        }
        if self.stage == Stage::Tail {
            self.tail()?;
        }
        Ok(None)
    }

    /// Reads the first line that is not blank: the number of cases.
    fn count(&mut self) -> Result<(), JudgeError> {
        const COUNT: &str = "the number of cases";
        let rest = &self.buffer[self.start..self.end];
        let Some(len) =
            memchr(b'\n', rest).map(|at| at + 1).or((rest.len() >= LONGEST_CASE).then_some(rest.len()))
        else {
            return if self.is_drained { Err(self.nothing_more(COUNT)) } else { Ok(()) };
        };
        if rest[..len].trim_ascii().is_empty() {
            let found = format!("more than {LONGEST_CASE} blanks");
            return Err(self.wrong(Fault { at: 0, len: 0, expected: COUNT.into(), found }));
        }
        let mut scan = Scan::new(&rest[..len]);
        let count = scan.number(0, u64::MAX, COUNT);
        let ended = count.and_then(|n| scan.end_line("nothing after the number of cases").map(|()| n));
        self.promised = Some(ended.map_err(|fault| self.wrong(fault))?);
        self.consume(len);
        self.stage = Stage::Cases;
        Ok(())
    }

    /// Cuts as many whole cases as there are, within the limits of a chunk.
    fn cases(&mut self) -> Result<Option<Cut>, JudgeError> {
        let first = self.start;
        let mut at = first;
        self.ends.clear();
        loop {
            let cut = self.ends.len();
            if self.promised.is_some_and(|all| self.number + cut as u64 > all) {
                self.stage = Stage::Tail;
                break;
            }
            if cut == MOST_CASES || at - first >= MOST_BYTES {
                break;
            }
            let rest = &self.buffer[at..self.end];
            if let Some(word) = self.problem.closing_word()
                && let Some(len) = closing_line(rest, word.as_bytes())
            {
                // Left in the buffer until the cases before it are handed out.
                if cut == 0 {
                    self.consume(at - first + len);
                    self.stage = Stage::Tail;
                }
                break;
            }
            match self.problem.frame(&rest[..rest.len().min(LONGEST_CASE)]) {
                Some(len) if len > 0 => at += len,
                _ => break,
            }
            self.ends.push(at - first);
        }
        if self.ends.is_empty() {
            return if self.stage == Stage::Cases { self.no_case() } else { Ok(None) };
        }
        Ok(Some(self.hand_out(at, None)))
    }

    /// The buffer does not begin with a whole case: is that wrong, or is there more to come?
    fn no_case(&mut self) -> Result<Option<Cut>, JudgeError> {
        let rest = &self.buffer[self.start..self.end];
        if rest.len() >= LONGEST_CASE {
            // Not in the middle of a word, so that the judge does not complain about half a word.
            let window = &rest[..LONGEST_CASE];
            let len = window.iter().rposition(u8::is_ascii_whitespace).map_or(LONGEST_CASE, |at| at + 1);
            self.ends.push(len);
            self.stage = Stage::Over;
            return Ok(Some(self.hand_out(self.start + len, Some(Unfinished::TooLong))));
        }
        if !self.is_drained {
            return Ok(None);
        }
        if !rest.trim_ascii().is_empty() {
            self.ends.push(rest.len());
            self.stage = Stage::Over;
            return Ok(Some(self.hand_out(self.end, Some(Unfinished::Truncated))));
        }
        if let Some(all) = self.promised {
            let expected = format!("{all} {}", if all == 1 { "case" } else { "cases" });
            let found = format!("the end of the input after {}", self.number - 1);
            return Err(self.missing(Some(self.number), expected, found));
        }
        if let Some(word) = self.problem.closing_word() {
            return Err(self.nothing_more(format!("a case or the closing word `{word}`")));
        }
        self.stage = Stage::Over;
        Ok(None)
    }

    /// After the last case only blank lines may follow.
    fn tail(&mut self) -> Result<(), JudgeError> {
        self.skip_blank_lines();
        let rest = &self.buffer[self.start..self.end];
        if let Some(at) = rest.iter().position(|byte| !byte.is_ascii_whitespace()) {
            let len = rest[at..].iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len() - at);
            let word = Word { bytes: &rest[at..at + len], at };
            let expected = match (self.promised, self.problem.closing_word()) {
                (Some(1), _) => "nothing after 1 case".to_owned(),
                (Some(all), _) => format!("nothing after {all} cases"),
                (None, Some(word)) => format!("nothing after the closing word `{word}`"),
                (None, None) => "the end of the input".to_owned(),
            };
            return Err(self.wrong(Fault::about(word, expected)));
        }
        if self.is_drained {
            self.stage = Stage::Over;
        } else {
            // Blanks without a line break are dropped, since there may be very many.
            self.start = self.end;
        }
        Ok(())
    }

    /// Hands out the buffer from `start` to `end`, where the last case ends.
    fn hand_out(&mut self, end: usize, unfinished: Option<Unfinished>) -> Cut {
        let (start, number, line) = (self.start, self.number, self.line);
        self.consume(end - start);
        self.number += self.ends.len() as u64;
        let mut shown = end;
        if self.is_mended && end == self.end {
            shown -= 1;
            if let Some(last) = self.ends.last_mut() {
                *last -= 1;
            }
        }
        Cut { start, end: shown, number, line, unfinished }
    }

    fn consume(&mut self, len: usize) {
        self.line += memchr_iter(b'\n', &self.buffer[self.start..self.start + len]).count() as u64;
        self.start += len;
    }

    fn skip_blank_lines(&mut self) {
        let rest = &self.buffer[self.start..self.end];
        let blank = rest.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(rest.len());
        if let Some(at) = memrchr(b'\n', &rest[..blank]) {
            self.consume(at + 1);
        }
    }

    /// Reads once. At the end of the input a missing last line break is added, so that every line has one.
    fn fill(&mut self) -> Result<(), JudgeError> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        let read = self.input.read(&mut self.buffer[self.end..BUFFER - 1]).map_err(JudgeError::Read)?;
        self.end += read;
        if read == 0 {
            self.is_drained = true;
            if self.end > 0 && self.buffer[self.end - 1] != b'\n' {
                self.buffer[self.end] = b'\n';
                self.end += 1;
                self.is_mended = true;
            }
        }
        Ok(())
    }

    /// A fault of the input as a whole; `fault.at` counts from `start`.
    fn wrong(&self, fault: Fault) -> JudgeError {
        let text = &self.buffer[self.start..self.end];
        JudgeError::Bad(Box::new(Diagnosis::new(FaultPlace { text, line: self.line, case: 0 }, None, fault)))
    }

    fn nothing_more(&self, expected: impl Into<String>) -> JudgeError {
        self.missing(None, expected, "the end of the input")
    }

    fn missing(
        &self,
        case: Option<u64>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> JudgeError {
        let place = FaultPlace { text: b"", line: self.line, case: 0 };
        let fault = Fault { at: 0, len: 0, expected: expected.into().into(), found: found.into() };
        JudgeError::Bad(Box::new(Diagnosis::new(place, case, fault)))
    }
}

/// If the first line of `input` that is not blank is `word`: where it ends, line break included.
fn closing_line(input: &[u8], word: &[u8]) -> Option<usize> {
    let rest = input.trim_ascii_start();
    let after = rest.strip_prefix(word)?;
    let len = memchr(b'\n', after)?;
    after[..len].trim_ascii().is_empty().then_some(input.len() - after.len() + len + 1)
}

#[cfg(test)]
#[path = "framing_tests.rs"]
mod tests;
