//! A chunk of cases on its way from the input to the judge.

use games::problem::{Fault, LONGEST_CASE};

use super::diagnosis::{Diagnosis, FaultPlace};

/// Some cases in a row, as they are in the input.
#[derive(Clone, Debug)]
pub struct Chunk<Text, Ends> {
    /// The cases, one after another; begins at the beginning of a line.
    pub text: Text,
    /// Where each case ends in it.
    pub ends: Ends,
    /// The number of its first case, counted from 1.
    pub number: u64,
    /// The line its text begins with, counted from 1.
    pub line: u64,
    /// Why the last case is not complete, if it is not.
    pub unfinished: Option<Unfinished>,
}

/// A chunk in the cutter's buffer.
pub type Borrowed<'a> = Chunk<&'a [u8], &'a [usize]>;
/// A chunk that can be sent to another thread.
pub type Owned = Chunk<Vec<u8>, Vec<usize>>;

/// Why the last case of a chunk is not complete. The judge still reads it, because it often finds an error before the
/// end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// The input ends first.
    Truncated,
    /// It is longer than any case can be.
    TooLong,
}

impl Unfinished {
    fn fault(self, case: &[u8]) -> Fault {
        let (expected, found) = match self {
            Unfinished::Truncated => ("the rest of the case".into(), "the end of the input".into()),
            Unfinished::TooLong => {
                (format!("a case of at most {LONGEST_CASE} bytes").into(), "a longer one".to_owned())
            }
        };
        let at = if self == Unfinished::Truncated { case.len() } else { 0 };
        Fault { at, len: 0, expected, found }
    }
}

impl Borrowed<'_> {
    /// The same chunk, independent of the buffer.
    pub fn to_owned(&self) -> Owned {
        Chunk {
            text: self.text.to_vec(),
            ends: self.ends.to_vec(),
            number: self.number,
            line: self.line,
            unfinished: self.unfinished,
        }
    }
}

impl<Text: AsRef<[u8]>, Ends: AsRef<[usize]>> Chunk<Text, Ends> {
    /// Calls `judge` with the number and the text of each case, in order, until the first fault.
    pub fn judge(
        &self,
        mut judge: impl FnMut(u64, &[u8]) -> Result<(), Fault>,
    ) -> Result<(), Box<Diagnosis>> {
        let (text, ends) = (self.text.as_ref(), self.ends.as_ref());
        let mut start = 0;
        for (number, &end) in (self.number..).zip(ends) {
            let case = &text[start..end];
            let mut judged = judge(number, case);
            if let (Some(unfinished), true) = (self.unfinished, end == text.len()) {
                // A fault at the very end of a case that is too long only means that it was cut off there.
                let precise = judged.err().filter(|fault| {
                    unfinished == Unfinished::Truncated || fault.at + fault.len.min(1) < case.len()
                });
                judged = Err(precise.unwrap_or_else(|| unfinished.fault(case)));
            }
            if let Err(fault) = judged {
                return Err(Box::new(Diagnosis::new(
                    FaultPlace { text: &text[..end], line: self.line, case: start },
                    Some(number),
                    fault,
                )));
            }
            start = end;
        }
        Ok(())
    }
}
