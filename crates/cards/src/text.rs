//! One canonical spelling for each value, and errors that say where a text is wrong.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// Anything with one canonical spelling: `text.parse()` undoes `to_string()`.
pub trait Text:
    Clone + Eq + fmt::Debug + fmt::Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
}
impl<T> Text for T where
    T: Clone + Eq + fmt::Debug + fmt::Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
}

/// A text that does not parse: what was expected, what was found, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// What was expected, in words.
    pub expected: Cow<'static, str>,
    /// What was found, shortened if it is long.
    pub found: String,
    /// Byte offset of `found` in the text that was parsed.
    pub at: usize,
}

impl ParseError {
    /// An error at the start of a text; [`ParseError::shifted`] moves it within a longer one.
    pub fn new(expected: impl Into<Cow<'static, str>>, found: &str) -> ParseError {
        const LONGEST: usize = 40;
        let mut found = found.to_owned();
        if let Some((cut, _)) = found.char_indices().nth(LONGEST) {
            found.truncate(cut);
            found.push('…');
        }
        ParseError { expected: expected.into(), found, at: 0 }
    }

    /// The same error, `by` bytes further into a longer text.
    pub fn shifted(mut self, by: usize) -> ParseError {
        self.at += by;
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.found.is_empty() {
            write!(f, "expected {}, found nothing", self.expected)?;
        } else {
            write!(f, "expected {}, found {:?}", self.expected, self.found)?;
        }
        if self.at > 0 { write!(f, " at column {}", self.at + 1) } else { Ok(()) }
    }
}
impl std::error::Error for ParseError {}

/// Reads a text word by word; every error has its column.
///
/// ```
/// use cards::{Card, Suit, Words};
/// let mut words = Words::new("trump=S deck 6S 7H");
/// assert_eq!(words.value::<Suit>("trump", "a suit")?, Suit::Spades);
/// words.word("deck")?;
/// assert_eq!(words.parse::<Card>()?.to_string(), "6S");
/// let error = words.value::<Suit>("first", "a suit").unwrap_err();
/// assert_eq!(error.to_string(), r#"expected first=…, found "7H" at column 17"#);
/// # Ok::<(), cards::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// Reads `text` from its beginning.
    pub fn new(text: &'a str) -> Words<'a> {
        Words { text, at: 0 }
    }

    /// The next word without taking it; empty at the end.
    pub fn peek(&self) -> &'a str {
        self.clone().take().0
    }

    /// True once only white space is left.
    pub fn is_done(&self) -> bool {
        self.peek().is_empty()
    }

    fn take(&mut self) -> (&'a str, usize) {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let rest = &self.text[start..];
        let len = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.at = start + len;
        (&rest[..len], start)
    }

    /// The next word, which must be there.
    pub fn next(&mut self, expected: impl Into<Cow<'static, str>>) -> Result<&'a str, ParseError> {
        match self.take() {
            ("", at) => Err(ParseError::new(expected, "").shifted(at)),
            (word, _) => Ok(word),
        }
    }

    /// The next word as a `T`, whose own error says what was expected.
    pub fn parse<T: FromStr<Err = ParseError>>(&mut self) -> Result<T, ParseError> {
        let (word, at) = self.take();
        word.parse().map_err(|e: ParseError| e.shifted(at))
    }

    /// The next word must be `word`.
    pub fn word(&mut self, word: &'static str) -> Result<(), ParseError> {
        match self.take() {
            (found, _) if found == word => Ok(()),
            (found, at) => Err(ParseError::new(format!("the word `{word}`"), found).shifted(at)),
        }
    }

    /// The next word must be `key=value`; `what` describes the value.
    pub fn value<T: FromStr>(&mut self, key: &str, what: &'static str) -> Result<T, ParseError> {
        let (word, at) = self.take();
        let value = word.strip_prefix(key).and_then(|rest| rest.strip_prefix('='));
        let Some(value) = value else {
            return Err(ParseError::new(format!("{key}=…"), word).shifted(at));
        };
        value.parse().map_err(|_| ParseError::new(what, value).shifted(at + key.len() + 1))
    }

    /// The text must end here.
    pub fn end(mut self) -> Result<(), ParseError> {
        match self.take() {
            ("", _) => Ok(()),
            (found, at) => Err(ParseError::new("nothing more", found).shifted(at)),
        }
    }
}
