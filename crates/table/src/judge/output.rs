//! A contestant's output, read word by word with the place of each word; only a small part is in memory.

use std::collections::VecDeque;
use std::io::{self, Read};

use games::problem::LONGEST_CASE;
use memchr::{memchr, memchr_iter, memrchr};

use super::unmarked::Unmarked;

/// Bytes read at once.
const CHUNK: usize = 1 << 16;
/// This much of a word is kept; no right word is longer.
const LONGEST_WORD: usize = LONGEST_CASE;
/// This much of the white space between two words is kept; no right answer has more.
const MOST_BLANKS: usize = LONGEST_CASE;
/// Bytes that are kept before the front, to show the line and the last word before it.
const BEHIND: usize = MOST_BLANKS + 256;
/// Bytes that are read ahead, to show the line to its end.
const AHEAD: usize = 128;
/// A search for the beginnings of lines stops after this many bytes.
const WIDEST_SEARCH: usize = 1 << 18;

/// A place in the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The number of kept bytes before it.
    at: usize,
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl Spot {
    const BEGINNING: Spot = Spot { at: 0, line: 1, column: 1 };

    /// The place after `text`, which begins here.
    pub fn after(self, text: &[u8]) -> Spot {
        let breaks = memchr_iter(b'\n', text).count() as u64;
        let column = memrchr(b'\n', text).map_or(self.column + text.len(), |newline| text.len() - newline);
        Spot { at: self.at + text.len(), line: self.line + breaks, column }
    }
}

/// A run of bytes without white space.
#[derive(Clone, Copy, Debug)]
pub struct OutputWord {
    /// Where it begins.
    pub start: Spot,
    len: usize,
    /// The word is longer than what was kept.
    is_cut: bool,
}

impl OutputWord {
    /// Where it ends.
    pub fn end(self) -> Spot {
        Spot { at: self.start.at + self.len, column: self.start.column + self.len, ..self.start }
    }
}

/// A contestant's output. Words can be looked at in any order and are taken from the front.
pub struct ContestantOutput<R> {
    input: Unmarked<R>,
    chunk: Box<[u8]>,
    /// The beginning of the unused part of the chunk.
    from: usize,
    /// The end of the unused part of the chunk.
    to: usize,
    is_drained: bool,
    /// The place of the next unused byte.
    next: Spot,
    /// The bytes kept.
    text: Vec<u8>,
    /// The number of bytes before the first of them.
    base: usize,
    /// Words that are known and not taken.
    words: VecDeque<OutputWord>,
    /// Where the white space after the last known word begins.
    last: Spot,
    /// Everything before this place has been taken.
    front: Spot,
}

impl<R: Read> ContestantOutput<R> {
    /// Begins at the beginning of `input`, after its byte-order mark if it has one.
    pub fn new(input: R) -> ContestantOutput<R> {
        ContestantOutput {
            input: Unmarked::new(input),
            chunk: vec![0; CHUNK].into_boxed_slice(),
            from: 0,
            to: 0,
            is_drained: false,
            next: Spot::BEGINNING,
            text: Vec::new(),
            base: 0,
            words: VecDeque::new(),
            last: Spot::BEGINNING,
            front: Spot::BEGINNING,
        }
    }

    /// The word `index` words from the front; `None` if the output ends before it.
    pub fn word(&mut self, index: usize) -> io::Result<Option<OutputWord>> {
        while self.words.len() <= index {
            if !self.read_word()? {
                return Ok(None);
            }
        }
        Ok(self.words.get(index).copied())
    }

    /// Is the word equal to these bytes?
    pub fn says(&self, word: OutputWord, bytes: &[u8]) -> bool {
        !word.is_cut && self.bytes(word) == bytes
    }

    /// As much of the word as is kept.
    pub fn bytes(&self, word: OutputWord) -> &[u8] {
        self.between(word.start, word.end())
    }

    /// The white space before a known word, from the last word or the front on; for the first unknown word, all white
    /// space that has been read.
    pub fn blanks_before(&self, index: usize) -> (Spot, &[u8]) {
        let start = index.checked_sub(1).map_or(self.front, |before| self.words[before].end());
        let end = self.words.get(index).map_or(self.next, |word| word.start);
        (start, self.between(start, end))
    }

    /// Takes `count` known words, and the white space after them up to line break number `breaks`.
    pub fn take(&mut self, count: usize, breaks: usize) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        // Reads the white space up to the next word.
        self.word(count)?;
        let (start, blanks) = self.blanks_before(count);
        let end = memchr_iter(b'\n', blanks).nth(breaks.saturating_sub(1)).map_or(blanks.len(), |at| at + 1);
        self.front = if breaks == 0 { start } else { start.after(&blanks[..end]) };
        self.words.drain(..count);
        let gone = self.front.at.saturating_sub(BEHIND).saturating_sub(self.base);
        if gone > CHUNK {
            self.text.drain(..gone);
            self.base += gone;
        }
        Ok(())
    }

    /// Takes `count` lines that are not blank, of any length.
    pub fn take_lines(&mut self, count: usize) -> io::Result<()> {
        for _ in 0..count {
            let Some(first) = self.word(0)? else { return Ok(()) };
            while self.word(0)?.is_some_and(|word| word.start.line == first.start.line) {
                self.take(1, 1)?;
            }
        }
        Ok(())
    }

    /// The words that begin the next `count` lines that are not blank and the line after them. The word at the front
    /// is the first of them, even in the middle of its line. There are fewer if the output ends, which the second
    /// part of the answer says, or if its lines are very long.
    pub fn line_starts(&mut self, count: usize) -> io::Result<(Vec<usize>, bool)> {
        let (mut starts, mut line) = (Vec::new(), None);
        for index in 0.. {
            let Some(word) = self.word(index)? else { return Ok((starts, true)) };
            if line != Some(word.start.line) {
                starts.push(index);
                line = Some(word.start.line);
            }
            if starts.len() > count || word.start.at - self.front.at > WIDEST_SEARCH {
                break;
            }
        }
        Ok((starts, false))
    }

    /// How many words are known and not taken.
    pub fn known(&self) -> usize {
        self.words.len()
    }

    /// The place after the last word; call it only when there are no more words.
    pub fn end(&self) -> Spot {
        self.last
    }

    /// The line around a place, and where in it the place is.
    pub fn line_at(&mut self, spot: Spot) -> io::Result<(&[u8], usize)> {
        while self.last.line <= spot.line && self.last.at < spot.at + AHEAD && self.read_word()? {}
        let at = spot.at - self.base;
        let start = memrchr(b'\n', &self.text[..at]).map_or(0, |newline| newline + 1);
        let end = memchr(b'\n', &self.text[at..]).map_or(self.text.len(), |newline| at + newline);
        Ok((&self.text[start..end], at - start))
    }

    /// The number of bytes in memory.
    #[cfg(test)]
    pub fn room(&self) -> usize {
        self.text.capacity() + self.chunk.len() + self.words.capacity() * size_of::<OutputWord>()
    }

    fn between(&self, start: Spot, end: Spot) -> &[u8] {
        &self.text[start.at - self.base..end.at - self.base]
    }

    /// Finds one more word; false at the end of the output.
    fn read_word(&mut self) -> io::Result<bool> {
        while self.fill()? {
            let rest = &self.chunk[self.from..self.to];
            let len = rest.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(rest.len());
            let is_over = len < rest.len();
            self.keep_blanks(len);
            if is_over {
                break;
            }
        }
        let mut word = OutputWord { start: self.next, len: 0, is_cut: false };
        while self.fill()? {
            let rest = &self.chunk[self.from..self.to];
            let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            let is_over = len < rest.len();
            let kept = len.min(LONGEST_WORD - word.len);
            self.text.extend_from_slice(&rest[..kept]);
            word.len += kept;
            word.is_cut |= kept < len;
            self.from += len;
            self.next.at += kept;
            self.next.column += len;
            if is_over {
                break;
            }
        }
        if word.len == 0 {
            return Ok(false);
        }
        self.last = self.next;
        self.words.push_back(word);
        Ok(true)
    }

    /// Keeps the next `len` bytes, which are white space, as far as there is room.
    fn keep_blanks(&mut self, len: usize) {
        let blanks = &self.chunk[self.from..self.from + len];
        let kept = len.min(MOST_BLANKS - (self.next.at - self.last.at));
        self.text.extend_from_slice(&blanks[..kept]);
        let end = self.next.after(blanks);
        if let (Some(last), true) = (self.text.last_mut(), blanks[kept..].contains(&b'\n')) {
            // What follows is on another line, also in the kept text.
            *last = b'\n';
        }
        self.next = Spot { at: self.next.at + kept, ..end };
        self.from += len;
    }

    /// Reads if the chunk is used up; false at the end of the output.
    fn fill(&mut self) -> io::Result<bool> {
        if self.from == self.to && !self.is_drained {
            self.from = 0;
            self.to = self.input.read(&mut self.chunk)?;
            self.is_drained = self.to == 0;
        }
        Ok(self.from < self.to)
    }
}
