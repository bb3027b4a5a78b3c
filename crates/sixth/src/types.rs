//! House rules, setup, actions and events of Elements.

use cards::{ParseError, Seat};

use crate::card::{CARDS, Card};

/// House rules: how many play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Two or three.
    pub seats: u8,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { seats: 2 }
    }
}

impl cards::Rules for Rules {
    const PRESETS: &'static [(&'static str, Rules)] = &[("contest", Rules { seats: 2 })];

    fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    fn variants() -> Vec<Rules> {
        vec![Rules { seats: 2 }, Rules { seats: 3 }]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        let at = key.len() + 1;
        self.seats = match (key, value) {
            ("seats", "2") => 2,
            ("seats", "3") => 3,
            ("seats", _) => return Err(ParseError::new("2 or 3 seats", value).shifted(at)),
            _ => return Err(ParseError::new("a setting (seats)", key)),
        };
        Ok(())
    }
}

/// All the randomness of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The house rules.
    pub rules: Rules,
    /// Who is dealt the first card, hides first and leads first.
    pub first: Seat,
    /// The cards in the order they are dealt.
    pub deck: [Card; CARDS],
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Lays a card face down.
    Hide(Card),
    /// Plays a card to the trick.
    Play(Card),
}

/// Something that happened. Cards that a viewer may not see are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Event {
    /// This seat is first.
    First { seat: Seat },
    /// A card is dealt.
    Give { seat: Seat, card: Option<Card> },
    /// A card is laid face down.
    Hide { seat: Seat, card: Option<Card> },
    /// A card is played.
    Play { seat: Seat, card: Card },
    /// A trick is won.
    Trick { seat: Seat, points: u8 },
}

impl cards::Event for Event {
    fn renumber(self, name: impl Fn(Seat) -> Seat) -> Event {
        match self {
            Event::First { seat } => Event::First { seat: name(seat) },
            Event::Give { seat, card } => Event::Give { seat: name(seat), card },
            Event::Hide { seat, card } => Event::Hide { seat: name(seat), card },
            Event::Play { seat, card } => Event::Play { seat: name(seat), card },
            Event::Trick { seat, points } => Event::Trick { seat: name(seat), points },
        }
    }
}
