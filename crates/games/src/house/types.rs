//! House rules, setup, actions and events of the House of Cards.

use cards::{ParseError, Seat};

use super::card::Card;
use super::rules::MOST;
use super::tower::Place;

/// House rules: how many ranks are in the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    ranks: u8,
}

impl Rules {
    /// The fewest ranks that leave cards for the row, by the statement.
    pub const LEAST: u8 = 5;
    /// A whole suit. The finished house has exactly these cards.
    pub const MOST: u8 = 13;

    /// Both colours from rank 1 to `ranks`; `None` unless it is from 5 to 13.
    pub const fn new(ranks: u8) -> Option<Rules> {
        if ranks >= Rules::LEAST && ranks <= Rules::MOST { Some(Rules { ranks }) } else { None }
    }

    /// The highest rank, from 5 to 13.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { ranks: Rules::MOST }
    }
}

impl cards::Rules for Rules {
    const PRESETS: &'static [(&'static str, Rules)] = &[("contest", Rules { ranks: Rules::MOST })];

    fn seats(&self) -> usize {
        2
    }

    fn variants() -> Vec<Rules> {
        (Rules::LEAST..=Rules::MOST).filter_map(Rules::new).collect()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        if key != "ranks" {
            return Err(ParseError::new("a setting (ranks)", key));
        }
        let canonical = |ranks: &u8| ranks.to_string() == value;
        *self = value
            .parse()
            .ok()
            .filter(canonical)
            .and_then(Rules::new)
            .ok_or_else(|| ParseError::new("ranks from 5 to 13", value).shifted(key.len() + 1))?;
        Ok(())
    }
}

/// The order of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    pub(super) rules: Rules,
    /// The first `2 * ranks` are cards of the deck, each once; [`Card::LOWEST`] fills the rest.
    pub(super) deck: [Card; MOST],
}

impl Setup {
    /// The setup of a deck that has every card up to its number of ranks once; the error is the index
    /// of the first card that is too high or comes again.
    ///
    /// # Panics
    /// If there are not exactly two cards a rank.
    pub fn new(rules: Rules, cards: &[Card]) -> Result<Setup, usize> {
        assert_eq!(cards.len(), 2 * usize::from(rules.ranks()), "a deck has two cards a rank");
        let mut deck = [Card::LOWEST; MOST];
        let mut seen = 0u32;
        for (index, &card) in cards.iter().enumerate() {
            if card.rank() > rules.ranks() || seen >> card.index() & 1 == 1 {
                return Err(index);
            }
            seen |= 1 << card.index();
            deck[index] = card;
        }
        Ok(Setup { rules, deck })
    }

    /// The cards in their order.
    pub fn cards(&self) -> &[Card] {
        &self.deck[..2 * usize::from(self.rules.ranks())]
    }
}

/// One turn: the card at the front of the row is drawn, and then one of these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Keep the drawn card.
    Hold,
    /// Cover a valley with the drawn or the held card.
    Floor {
        /// Which valley.
        place: Place,
        /// The card laid down; the other one, if any, is held.
        card: Card,
    },
    /// Put the held and the drawn card over a floor.
    Peak {
        /// Which floor.
        place: Place,
        /// The card leaning like `/`.
        left: Card,
        /// The card leaning like `\`.
        right: Card,
    },
}

/// Something that happened at the table. Nothing is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// Who plays red; the other plays black.
    Red {
        /// Axel.
        seat: Seat,
    },
    /// The whole deck, face up: eight cards of peaks, then the row.
    Deck {
        /// In their order; [`Card::LOWEST`] fills the places after the last.
        deck: [Card; MOST],
        /// How many there are.
        cards: u8,
    },
    /// A drawn card was kept.
    Hold {
        /// The seat.
        seat: Seat,
        /// The drawn card.
        card: Card,
    },
    /// A valley was covered.
    Floor {
        /// The seat.
        seat: Seat,
        /// Where.
        place: Place,
        /// With which card.
        card: Card,
    },
    /// A peak was built.
    Peak {
        /// The seat.
        seat: Seat,
        /// Where.
        place: Place,
        /// The card leaning like `/`.
        left: Card,
        /// The card leaning like `\`.
        right: Card,
    },
    /// Points for a triangle or, at the end, for a held card.
    Score {
        /// Who scores.
        seat: Seat,
        /// How many; negative for a held card of the wrong colour.
        points: i16,
    },
}

impl cards::Event for Event {
    fn renumber(self, name: impl Fn(Seat) -> Seat) -> Event {
        match self {
            Event::Red { seat } => Event::Red { seat: name(seat) },
            Event::Deck { .. } => self,
            Event::Hold { seat, card } => Event::Hold { seat: name(seat), card },
            Event::Floor { seat, place, card } => Event::Floor { seat: name(seat), place, card },
            Event::Peak { seat, place, left, right } => Event::Peak { seat: name(seat), place, left, right },
            Event::Score { seat, points } => Event::Score { seat: name(seat), points },
        }
    }
}
