//! House rules, and the setup: all randomness of a match.

use cards::{ParseError, Rng, Seat};

use super::card::{Bag, Card};
use super::public::Direction;

/// House rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// How many sit at the table: 2 to 4.
    pub(super) seats: u8,
    /// After this many turns the match ends without a winner.
    pub(super) turns: u32,
}

impl Rules {
    /// The contest's table.
    pub const CONTEST: Rules = Rules { seats: 4, turns: 1000 };
    /// The highest turn limit.
    pub const MOST_TURNS: u32 = 10_000;
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::CONTEST
    }
}

impl cards::Rules for Rules {
    const PRESETS: &'static [(&'static str, Rules)] = &[("contest", Rules::CONTEST)];

    fn seats(&self) -> usize {
        self.seats as usize
    }

    fn variants() -> Vec<Rules> {
        let tables = (2..=4).map(|seats| Rules { seats, ..Rules::CONTEST });
        tables.chain([Rules { seats: 4, turns: 30 }]).collect()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        // Only digits: Rust also reads `+4`, which is not canonical.
        let number = value.bytes().all(|b| b.is_ascii_digit()).then(|| value.parse::<u32>().ok()).flatten();
        let wrong = |expected| ParseError::new(expected, value).shifted(key.len() + 1);
        match (key, number) {
            ("seats", Some(seats @ 2..=4)) => self.seats = seats as u8,
            ("seats", _) => return Err(wrong("a number of seats from 2 to 4")),
            ("turns", Some(turns @ 1..=Rules::MOST_TURNS)) => self.turns = turns,
            ("turns", _) => return Err(wrong("a number of turns from 1 to 10000")),
            _ => return Err(ParseError::new("a setting (seats, turns)", key)),
        }
        Ok(())
    }
}

/// Where every card is at the start, who begins, and the direction of play.
///
/// The deck may have any cards. Each hand and the discard pile have at least one card, and there are at most
/// [`super::MOST_CARDS`] in all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pub(super) rules: Rules,
    pub(super) first: Seat,
    pub(super) direction: Direction,
    /// A hand for each seat.
    pub(super) hands: Vec<Vec<Card>>,
    /// The discard pile, top first.
    pub(super) discard: Vec<Card>,
    /// The draw pile, top first.
    pub(super) draw: Vec<Card>,
}

impl Setup {
    const HAND: usize = 7;

    /// Shuffles the deck of 92 and deals seven cards a seat, then the opening card. Seat 1 begins, clockwise.
    pub(super) fn deal(rules: &Rules, rng: &mut Rng) -> Setup {
        let mut deck: Vec<Card> = Bag::STANDARD_DECK.iter().collect();
        rng.shuffle(&mut deck);
        let (hands, rest) = deck.split_at(rules.seats as usize * Setup::HAND);
        Setup {
            rules: *rules,
            first: Seat::new(0),
            direction: Direction::Clockwise,
            hands: hands.chunks(Setup::HAND).map(<[Card]>::to_vec).collect(),
            discard: rest[..1].to_vec(),
            draw: rest[1..].to_vec(),
        }
    }

    /// Every card of the deck.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.hands.iter().flatten().chain(&self.discard).chain(&self.draw).copied()
    }
}
