//! What a seat sees, ready to draw: enough for one front end to show every game.

use crate::Seat;

/// A table as one seat sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Whose eyes these are.
    pub seat: Seat,
    /// Who must decide, as far as this seat knows; `None` once the match is over.
    pub turn: Option<Seat>,
    /// Places where cards lie, in drawing order.
    pub zones: Vec<Zone>,
    /// Short facts beside the table: `("trump", "S")`, `("owed", "4")`.
    pub facts: Vec<(String, String)>,
}

/// A place on the table where cards lie.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Zone {
    /// What a player would call it: `hand`, `stock`, `table`, `discard`, `trick`.
    pub name: String,
    /// Whose it is, if it is anybody's.
    pub owner: Option<Seat>,
    /// The cards seen, in the order they lie; groups such as pairs beaten off are one string each.
    pub cards: Vec<String>,
    /// How many more lie there face down.
    pub hidden: usize,
}

impl Zone {
    /// A zone with only face-up cards.
    pub fn open(name: &str, owner: Option<Seat>, cards: impl IntoIterator<Item = impl ToString>) -> Zone {
        let cards = cards.into_iter().map(|c| c.to_string()).collect();
        Zone { name: name.to_owned(), owner, cards, hidden: 0 }
    }

    /// The same zone with `hidden` more cards face down.
    pub fn and_hidden(self, hidden: usize) -> Zone {
        Zone { hidden, ..self }
    }
}
