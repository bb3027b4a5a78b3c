//! What is wrong with an input and where: the message, and the line with carets under the place.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use games::problem::Fault;
use memchr::{memchr, memchr_iter, memrchr};

/// Columns of a line that are shown before the place.
const BEFORE: usize = 44;
/// Columns of a line that are shown in all.
const WIDEST: usize = 100;

/// Where a fault was found.
#[derive(Clone, Copy, Debug)]
pub struct FaultPlace<'a> {
    /// The input from the beginning of a line on.
    pub text: &'a [u8],
    /// The number of that line.
    pub line: u64,
    /// Where the case begins in the text; the fault's offset counts from here.
    pub case: usize,
}

/// A fault and everything needed to find it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    line: u64,
    column: usize,
    case: Option<u64>,
    expected: Cow<'static, str>,
    found: String,
    /// The line in printable characters, and where in it the carets begin and end.
    snippet: Option<(String, usize, usize)>,
}

impl Diagnosis {
    /// Looks up line and column of a fault in case number `case`.
    pub fn new(place: FaultPlace<'_>, case: Option<u64>, fault: Fault) -> Diagnosis {
        let FaultPlace { text, .. } = place;
        let mut at = (place.case + fault.at).min(text.len());
        if fault.len == 0 && text[at..].trim_ascii().is_empty() {
            // The end of the input is shown after the last word, not on an empty line below.
            at = text.trim_ascii_end().len();
        }
        let start = memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
        let end = memchr(b'\n', &text[at..]).map_or(text.len(), |newline| at + newline);
        let line = text[start..end].trim_ascii_end();
        let len = fault.len.min(end - at);
        Diagnosis {
            line: place.line + memchr_iter(b'\n', &text[..at]).count() as u64,
            column: at - start + 1,
            case,
            expected: fault.expected,
            found: fault.found,
            snippet: (!line.is_empty()).then(|| snippet(line, at - start, len)),
        }
    }

    /// A difference at a known line and column; `shown` is the line, or the known part of it, with the place and the
    /// length of the difference.
    pub(super) fn at(
        (line, column): (u64, usize),
        case: Option<u64>,
        (expected, found): (String, String),
        (shown, at, len): (&[u8], usize, usize),
    ) -> Diagnosis {
        let shown = shown.trim_ascii_end();
        let snippet = (!shown.is_empty()).then(|| snippet(shown, at, len));
        Diagnosis { line, column, case, expected: expected.into(), found, snippet }
    }

    /// The line, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The column, in bytes from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What would have been right.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What was found instead.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The whole message about the input called `name`, ready for standard error.
    pub fn about<'a>(&'a self, name: &'a str) -> impl fmt::Display + 'a {
        AboutInput { name, diagnosis: self }
    }
}

/// The part of a line around a place, printable, and the columns to underline.
fn snippet(line: &[u8], at: usize, len: usize) -> (String, usize, usize) {
    let mut shown = String::new();
    // A line that fits is shown whole; escapes are wider than what they stand for.
    let first = if line.len() <= WIDEST { 0 } else { at.saturating_sub(BEFORE) };
    if first > 0 {
        shown.push_str("...");
    }
    let (mut from, mut to) = (None, None);
    for (offset, &byte) in line.iter().enumerate().skip(first) {
        if offset == at {
            from = Some(shown.len());
        }
        if offset == at + len {
            to = Some(shown.len());
        }
        if shown.len() >= WIDEST && from.is_some() {
            shown.push_str("...");
            break;
        }
        match byte {
            b' '..=b'~' => shown.push(char::from(byte)),
            b'\t' => shown.push(' '),
            _ => write!(shown, "\\x{byte:02x}").expect("a String takes everything"),
        }
    }
    let from = from.unwrap_or(shown.len());
    let to = to.unwrap_or(shown.len()).max(from + 1);
    (shown, from, to)
}

struct AboutInput<'a> {
    name: &'a str,
    diagnosis: &'a Diagnosis,
}

impl fmt::Display for AboutInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnosis { line, column, case, expected, found, snippet } = self.diagnosis;
        write!(f, "{}:{line}:{column}: ", self.name)?;
        if let Some(case) = case {
            write!(f, "case {case}: ")?;
        }
        write!(f, "expected {expected}, found {found}")?;
        if let Some((text, from, to)) = snippet {
            let line = line.to_string();
            let margin = " ".repeat(line.len());
            let (blanks, carets) = (" ".repeat(*from), "^".repeat(to - from));
            write!(f, "\n {margin} |\n {line} | {text}\n {margin} | {blanks}{carets}")?;
        }
        Ok(())
    }
}
