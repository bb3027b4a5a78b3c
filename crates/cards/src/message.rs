//! What people read, as values: which message, and the cards, seats and numbers in it.
//!
//! A game never writes a sentence. It names a message, and a catalogue of messages turns it into text
//! (`games::text`). Each language is one such file, so a translation changes no code.

use std::fmt;
use std::ops::Deref;

use crate::{Face, Seat, Suit};

/// A sentence, a prompt or a reason, before it becomes text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Message {
    /// Its name in the catalogue: `durak-takes`.
    pub id: &'static str,
    /// Its values, by name.
    #[cfg_attr(feature = "serde", serde(serialize_with = "by_name"))]
    pub args: Vec<(&'static str, Value)>,
}

/// As an object, because the order of the values has no meaning.
#[cfg(feature = "serde")]
fn by_name<S: serde::Serializer>(args: &[(&'static str, Value)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(args.iter().map(|(name, value)| (name, value)))
}

/// A value in a message.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Value {
    /// A seat.
    Seat(Seat),
    /// Several seats.
    Seats(Vec<Seat>),
    /// A count or a score.
    Number(i64),
    /// A card.
    Card(Face),
    /// Several cards, in order.
    Cards(Vec<Face>),
    /// Something with a message of its own, by its id: a suit, a direction.
    Name(&'static str),
    /// Text that is the same in every language, such as `2/10`.
    Text(String),
}

impl Message {
    /// A message without values.
    pub const fn new(id: &'static str) -> Message {
        Message { id, args: Vec::new() }
    }

    /// The same message with one more value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Message {
        self.args.push((name, value.into()));
        self
    }

    /// The value of this name, if the message has one.
    pub fn arg(&self, name: &str) -> Option<&Value> {
        self.args.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Adds the next message to this one if they differ only in what can be added up: a `count`, or `cards`.
    /// "Seat 2 draws a card" three times becomes "Seat 2 draws three cards". Otherwise returns false and
    /// changes nothing.
    pub fn join(&mut self, next: &Message) -> bool {
        let adds_up = |name: &str, one: &Value, two: &Value| {
            one == two
                || matches!(
                    (name, one, two),
                    ("count", Value::Number(_), Value::Number(_))
                        | ("cards", Value::Cards(_), Value::Cards(_))
                )
        };
        let pairs = || self.args.iter().zip(&next.args);
        let is_sum = pairs().any(|((name, _), _)| matches!(*name, "count" | "cards"));
        let is_alike = self.id == next.id && self.args.len() == next.args.len();
        if !is_sum || !is_alike || !pairs().all(|((a, one), (b, two))| a == b && adds_up(a, one, two)) {
            return false;
        }
        for ((name, one), (_, two)) in self.args.iter_mut().zip(&next.args) {
            match (*name, one, two) {
                ("count", Value::Number(sum), Value::Number(more)) => *sum += more,
                ("cards", Value::Cards(all), Value::Cards(more)) => all.extend(more),
                _ => (),
            }
        }
        true
    }
}

/// For logs and tests: the message's id and values. For people, `games::text` makes text of it.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)?;
        self.args.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list(f: &mut fmt::Formatter<'_>, items: &[impl fmt::Display]) -> fmt::Result {
            items.iter().enumerate().try_for_each(|(at, item)| {
                if at > 0 {
                    f.write_str(",")?;
                }
                item.fmt(f)
            })
        }
        match self {
            Value::Seat(seat) => seat.fmt(f),
            Value::Seats(seats) => list(f, seats),
            Value::Number(number) => number.fmt(f),
            Value::Card(face) => face.id.fmt(f),
            Value::Cards(faces) => list(f, &faces.iter().map(|face| face.id).collect::<Vec<_>>()),
            Value::Name(id) => f.write_str(id),
            Value::Text(text) => f.write_str(text),
        }
    }
}

impl From<Seat> for Value {
    fn from(seat: Seat) -> Value {
        Value::Seat(seat)
    }
}
impl From<Vec<Seat>> for Value {
    fn from(seats: Vec<Seat>) -> Value {
        Value::Seats(seats)
    }
}
impl From<Face> for Value {
    fn from(face: Face) -> Value {
        Value::Card(face)
    }
}
impl From<Vec<Face>> for Value {
    fn from(faces: Vec<Face>) -> Value {
        Value::Cards(faces)
    }
}
impl From<crate::Card> for Value {
    fn from(card: crate::Card) -> Value {
        Value::Card(Face::from(card))
    }
}
impl From<Suit> for Value {
    /// `suit-hearts`, and so on.
    fn from(suit: Suit) -> Value {
        Value::Name(match suit {
            Suit::Diamonds => "suit-diamonds",
            Suit::Hearts => "suit-hearts",
            Suit::Spades => "suit-spades",
            Suit::Clubs => "suit-clubs",
        })
    }
}
impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(number)
    }
}
impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Number(number.into())
    }
}
impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(number.into())
    }
}
impl From<u8> for Value {
    fn from(number: u8) -> Value {
        Value::Number(number.into())
    }
}
impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value::Number(number as i64)
    }
}
impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

/// A very short text, stored in place: a card's name or what is printed on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Tag {
    bytes: [u8; Tag::LONGEST],
    len: u8,
}

impl Tag {
    /// The most bytes of a tag.
    pub const LONGEST: usize = 7;

    /// A tag of this text.
    ///
    /// # Panics
    /// If the text is longer than [`Tag::LONGEST`] bytes.
    pub fn new(text: &str) -> Tag {
        let mut bytes = [0; Tag::LONGEST];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Tag { bytes, len: text.len() as u8 }
    }
}
impl Deref for Tag {
    type Target = str;
    fn deref(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).expect("a tag was made from text")
    }
}
impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}
impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &**self)
    }
}
#[cfg(feature = "serde")]
impl serde::Serialize for Tag {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_about_the_same_seat_becomes_one_message() {
        let draws = |seat: usize, count: u32| {
            Message::new("draws").with("seat", Seat::new(seat)).with("count", count)
        };
        let mut one = draws(1, 1);
        assert!(one.join(&draws(1, 2)));
        assert_eq!(one, draws(1, 3));
        assert!(!one.join(&draws(2, 1)));
        assert!(!one.join(&Message::new("draws").with("seat", Seat::new(1))));
        let mut pass = Message::new("passes").with("seat", Seat::new(1));
        assert!(!pass.join(&pass.clone()), "two passes are two things that happened");
        assert_eq!(one.to_string(), "draws seat=2 count=3");
    }
}
