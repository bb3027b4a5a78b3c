//! What all batch problems share: cases in, answers out, and faults that say where.
//!
//! A problem gets one case at a time, as bytes. Its caller (the `judge` command, a test, a fuzz target) cuts
//! the input into cases with [`Problem::frame`] and knows files and lines.

use std::borrow::Cow;

use cards::ParseError;

/// The longest case of any problem. A longer one is a fault, so that no input makes the judge allocate more.
pub const LONGEST_CASE: usize = 1 << 16;

/// How one batch problem reads its cases and answers them.
pub trait Problem: Sync {
    /// Does the input begin with the number of cases?
    fn is_counted(&self) -> bool;

    /// The word that ends the input, for problems that have one.
    fn closing_word(&self) -> Option<&'static str> {
        None
    }

    /// The length of the first case of `input` in bytes, its last line break included; `None` if the case is
    /// incomplete. Blank lines may come before the case. A broken case may be framed anywhere, because
    /// `answer` says what is wrong with it.
    fn frame(&self, input: &[u8]) -> Option<usize>;

    /// Appends one valid case in the statement's format, dealt from a seed: for benches, fuzz targets and
    /// test data.
    fn example(&self, seed: u64, text: &mut Vec<u8>);

    /// A deal in our notation as a case of the statement, for problems whose cases are deals.
    fn case(&self, _setup: &str) -> Result<Vec<u8>, NoCase> {
        Err(NoCase::NotADeal("of another kind"))
    }

    /// Writes the output of case `number`, counted from 1. On a fault it writes nothing.
    fn answer(&self, number: u64, case: &[u8], output: &mut Output) -> Result<(), Fault>;
}

/// Why a deal is not a case.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoCase {
    /// The cases of this problem are something else.
    #[error("a case of this problem is {0}, not a deal")]
    NotADeal(&'static str),
    /// The statement's table has another size.
    #[error("a case of this problem has {expected} seats, found {found}")]
    Seats {
        /// The seats of the statement's table.
        expected: usize,
        /// The seats of the deal.
        found: usize,
    },
    /// It is not a deal of this game.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// The output of a problem: the answers' bytes, and remarks for standard error.
#[derive(Default, Debug)]
pub struct Output {
    /// The answers so far, exactly as the statement prints them.
    pub text: Vec<u8>,
    /// Remarks that do not stop the judging, each with its case number.
    pub remarks: Vec<(u64, String)>,
}

/// What is wrong with a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where, in bytes from the beginning of the case.
    pub at: usize,
    /// How many bytes are wrong; 0 for a place between them.
    pub len: usize,
    /// What was expected.
    pub expected: Cow<'static, str>,
    /// What was found.
    pub found: String,
}

impl Fault {
    /// A fault about a word.
    pub fn about(word: Word<'_>, expected: impl Into<Cow<'static, str>>) -> Fault {
        Fault { at: word.at, len: word.bytes.len(), expected: expected.into(), found: word.quoted() }
    }

    /// A fault about a word, with its own description of what was found.
    pub fn found(word: Word<'_>, expected: impl Into<Cow<'static, str>>, found: impl Into<String>) -> Fault {
        Fault { at: word.at, len: word.bytes.len(), expected: expected.into(), found: found.into() }
    }
}

impl From<ParseError> for Fault {
    /// A fault in a text that is the whole case.
    fn from(error: ParseError) -> Fault {
        let ParseError { expected, found, at } = error;
        let len = found.len();
        let found = if found.is_empty() { "the end of the line".to_owned() } else { format!("`{found}`") };
        Fault { at, len, expected, found }
    }
}

/// A run of bytes without white space, and where it stands in its case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<'a> {
    /// What it says.
    pub bytes: &'a [u8],
    /// Byte offset in the case.
    pub at: usize,
}

impl Word<'_> {
    /// For messages: escaped and shortened.
    pub fn quoted(self) -> String {
        const LONGEST: usize = 24;
        let shown = &self.bytes[..self.bytes.len().min(LONGEST)];
        let dots = if self.bytes.len() > LONGEST { "…" } else { "" };
        format!("`{}{dots}`", shown.escape_ascii())
    }
}

/// A case read word by word, line by line.
///
/// Spaces, tabs and carriage returns separate words; blank lines are skipped.
#[derive(Clone, Copy, Debug)]
pub struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    /// Reads `text` from its beginning.
    pub fn new(text: &'a [u8]) -> Scan<'a> {
        Scan { text, at: 0 }
    }

    /// The next word of this line, if the line has one.
    #[inline]
    pub fn word(&mut self) -> Option<Word<'a>> {
        let text = self.text;
        let mut at = self.at;
        while at < text.len() && matches!(text[at], b' ' | b'\t' | b'\r') {
            at += 1;
        }
        let start = at;
        while at < text.len() && !matches!(text[at], b' ' | b'\t' | b'\r' | b'\n') {
            at += 1;
        }
        self.at = at;
        (at > start).then(|| Word { bytes: &text[start..at], at: start })
    }

    /// The next `len` bytes, white space included, if that many are left. A problem that recognises a whole
    /// line this way takes it with [`Scan::skip`]; all others read words.
    #[inline]
    pub fn ahead(&self, len: usize) -> Option<&'a [u8]> {
        self.text[self.at..].get(..len)
    }

    /// Passes over `len` bytes that [`Scan::ahead`] has shown.
    #[inline]
    pub fn skip(&mut self, len: usize) {
        self.at = (self.at + len).min(self.text.len());
    }

    /// The next word of this line, which must have one.
    #[inline]
    pub fn expect(&mut self, expected: &'static str) -> Result<Word<'a>, Fault> {
        self.word().ok_or_else(|| self.nothing(expected))
    }

    /// Goes to the next line that is not blank; false if there is none.
    pub fn next_line(&mut self) -> bool {
        while self.at < self.text.len() && self.text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        self.at < self.text.len()
    }

    /// This line must have no more words.
    #[inline]
    pub fn end_line(&mut self, expected: &'static str) -> Result<(), Fault> {
        match self.word() {
            None => Ok(()),
            Some(word) => Err(Fault::about(word, expected)),
        }
    }

    /// The next word as a number from `least` to `most`; `expected` names that range.
    pub fn number(&mut self, least: u64, most: u64, expected: &'static str) -> Result<u64, Fault> {
        let word = self.expect(expected)?;
        let number = word.bytes.iter().try_fold(0u64, |number, digit| {
            let digit = digit.is_ascii_digit().then(|| u64::from(digit - b'0'))?;
            number.checked_mul(10)?.checked_add(digit)
        });
        let number = number.filter(|n| (least..=most).contains(n));
        number.ok_or_else(|| Fault::about(word, expected))
    }

    /// The fault of finding nothing where something was expected.
    pub fn nothing(&self, expected: impl Into<Cow<'static, str>>) -> Fault {
        let at_end = self.at >= self.text.len();
        let found = if at_end { "the end of the input" } else { "the end of the line" };
        Fault { at: self.at, len: 0, expected: expected.into(), found: found.to_owned() }
    }
}

/// The end of the first `count` lines that are not blank, line break included. It frames cases with a fixed
/// number of lines.
pub fn end_of_lines(input: &[u8], count: usize) -> Option<usize> {
    let (mut left, mut start) = (count, 0);
    while left > 0 {
        let end = start + end_of_line(&input[start..])?;
        left -= usize::from(input[start..end].iter().any(|byte| !byte.is_ascii_whitespace()));
        start = end;
    }
    Some(start)
}

/// The end of the first line, its line break included.
fn end_of_line(input: &[u8]) -> Option<usize> {
    // Whole blocks without a branch for each byte, so that the compiler compares many bytes at once.
    let has_break = |block: &&[u8; 32]| block.iter().fold(false, |found, &byte| found | (byte == b'\n'));
    let blocks = input.as_chunks().0.iter().take_while(|block| !has_break(block)).count();
    let rest = blocks * 32;
    Some(rest + input[rest..].iter().position(|&byte| byte == b'\n')? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_ends_where_its_last_line_that_is_not_blank_ends() {
        assert_eq!(end_of_lines(b"\n \r\none\n\ntwo\n\nthree\n", 2), Some(13));
        assert_eq!(end_of_lines(b"one\ntwo", 2), None);
        assert_eq!(end_of_lines(b"", 1), None);
    }

    #[test]
    fn a_line_of_any_length_ends_at_its_line_break() {
        for len in 0..200 {
            let mut text = vec![b'x'; len];
            assert_eq!(end_of_line(&text), None);
            text.extend_from_slice(b"\nrest\n");
            assert_eq!(end_of_line(&text), Some(len + 1));
        }
    }

    #[test]
    fn a_number_is_digits_within_its_range() {
        let read = |text: &str| Scan::new(text.as_bytes()).number(1, 400, "a number").ok();
        assert_eq!((read("1"), read(" 400"), read("007")), (Some(1), Some(400), Some(7)));
        for text in ["", "0", "401", "+4", "-4", "4x", "1000000000000000000", "99999999999999999999999"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
