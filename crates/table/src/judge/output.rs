//! A contestant's output, read word by word with the place of each; only a small part of it is held.

use std::collections::VecDeque;
use std::io::{self, Read};

use games::problem::LONGEST_CASE;
use memchr::{memchr, memchr_iter, memrchr};

use super::unmarked::Unmarked;

/// Bytes read at once.
const CHUNK: usize = 1 << 16;
/// So much of a word is kept; no right word is longer.
const LONGEST_WORD: usize = LONGEST_CASE;
/// So much of the white space between two words is kept; no right answer has more.
const MOST_BLANKS: usize = LONGEST_CASE;
/// Bytes that are kept behind the front, to show the line it stands in and the last word before it.
const BEHIND: usize = MOST_BLANKS + 256;
/// Bytes that are read ahead to show the line to its end.
const AHEAD: usize = 128;
/// A search for the beginnings of lines ends after so many bytes.
const WIDEST_SEARCH: usize = 1 << 18;

/// A place in the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Counts the bytes kept of the output.
    at: usize,
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl Spot {
    const BEGINNING: Spot = Spot { at: 0, line: 1, column: 1 };

    /// The place behind `text`, which begins here.
    pub fn after(self, text: &[u8]) -> Spot {
        let breaks = memchr_iter(b'\n', text).count() as u64;
        let column = memrchr(b'\n', text).map_or(self.column + text.len(), |newline| text.len() - newline);
        Spot { at: self.at + text.len(), line: self.line + breaks, column }
    }
}

/// A run of bytes without white space.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// Where it begins.
    pub start: Spot,
    len: usize,
    /// There is more of it than was kept.
    is_cut: bool,
}

impl Word {
    /// Where it ends.
    pub fn end(self) -> Spot {
        Spot { at: self.start.at + self.len, column: self.start.column + self.len, ..self.start }
    }
}

/// What a contestant has written. Words are looked at in any order and taken from the front.
pub struct Output<R> {
    input: Unmarked<R>,
    chunk: Box<[u8]>,
    /// What has been read and not been looked at lies in the chunk from here …
    from: usize,
    /// … to here.
    to: usize,
    is_drained: bool,
    /// The next byte to be looked at.
    next: Spot,
    /// The bytes kept …
    text: Vec<u8>,
    /// … and the place of the first of them.
    base: usize,
    /// Words that are known and not taken.
    words: VecDeque<Word>,
    /// Where the white space behind the last known word begins.
    last: Spot,
    /// Everything before this place has been taken.
    front: Spot,
}

impl<R: Read> Output<R> {
    /// Begins at the beginning of `input`, behind its byte-order mark if it has one.
    pub fn new(input: R) -> Output<R> {
        Output {
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

    /// The word that stands `index` words from the front; `None` if the output ends before it.
    pub fn word(&mut self, index: usize) -> io::Result<Option<Word>> {
        while self.words.len() <= index {
            if !self.read_word()? {
                return Ok(None);
            }
        }
        Ok(self.words.get(index).copied())
    }

    /// Does the word say this?
    pub fn says(&self, word: Word, bytes: &[u8]) -> bool {
        !word.is_cut && self.bytes(word) == bytes
    }

    /// As much of the word as is kept.
    pub fn bytes(&self, word: Word) -> &[u8] {
        self.between(word.start, word.end())
    }

    /// The white space before a word that is known, from the last word or the front on; for the first
    /// unknown one, everything to the end of what has been read.
    pub fn blanks_before(&self, index: usize) -> (Spot, &[u8]) {
        let start = index.checked_sub(1).map_or(self.front, |before| self.words[before].end());
        let end = self.words.get(index).map_or(self.next, |word| word.start);
        (start, self.between(start, end))
    }

    /// Takes `count` known words, and of the white space behind them everything to the end of its line
    /// number `breaks`.
    pub fn take(&mut self, count: usize, breaks: usize) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        // The white space ends where the next word begins.
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

    /// Takes `count` lines that are not blank, however long they are.
    pub fn take_lines(&mut self, count: usize) -> io::Result<()> {
        for _ in 0..count {
            let Some(first) = self.word(0)? else { return Ok(()) };
            while self.word(0)?.is_some_and(|word| word.start.line == first.start.line) {
                self.take(1, 1)?;
            }
        }
        Ok(())
    }

    /// Which words begin one of the next `count` lines that are not blank, and the line behind them.
    /// The word at the front counts as the first, wherever in its line it stands. There are fewer where
    /// the output ends, which the second part of the answer tells, or its lines are very long.
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

    /// The place behind the last word; call it when there are no more.
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

    /// How many bytes are held.
    #[cfg(test)]
    pub fn room(&self) -> usize {
        self.text.capacity() + self.chunk.len() + self.words.capacity() * size_of::<Word>()
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
        let mut word = Word { start: self.next, len: 0, is_cut: false };
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

    /// Keeps the next `len` bytes, which are white space, as far as there is room for them.
    fn keep_blanks(&mut self, len: usize) {
        let blanks = &self.chunk[self.from..self.from + len];
        let kept = len.min(MOST_BLANKS - (self.next.at - self.last.at));
        self.text.extend_from_slice(&blanks[..kept]);
        let end = self.next.after(blanks);
        if let (Some(last), true) = (self.text.last_mut(), blanks[kept..].contains(&b'\n')) {
            // What follows stands on another line, also in the text that is kept.
            *last = b'\n';
        }
        self.next = Spot { at: self.next.at + kept, ..end };
        self.from += len;
    }

    /// Reads if nothing is at hand; false at the end of the output.
    fn fill(&mut self) -> io::Result<bool> {
        if self.from == self.to && !self.is_drained {
            self.from = 0;
            self.to = self.input.read(&mut self.chunk)?;
            self.is_drained = self.to == 0;
        }
        Ok(self.from < self.to)
    }
}
