//! House rules, setup, actions and events of Uno.

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

/// One decision of the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Plays a card from the hand.
    Play(Card),
    /// Draws a card, if the seat has nothing to play.
    Draw,
    /// Keeps the card just drawn, or passes with nothing to play and nothing to draw.
    Pass,
}

/// Something that happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The direction of play at the start.
    Direction(Direction),
    /// How many of a kind are in the deck, if it differs from the deck of 92.
    Deck {
        /// The kind.
        card: Card,
        /// How many.
        count: u16,
    },
    /// A seat is dealt a card, which only it sees.
    Give {
        /// Who gets it.
        seat: Seat,
        /// The card, unless it is hidden.
        card: Option<Card>,
    },
    /// How many cards lie face down in the stock.
    Stock(u16),
    /// A card of the discard pile at the start, the lowest first.
    Discard(Card),
    /// Who begins.
    First(Seat),
    /// A seat plays a card.
    Play {
        /// Who plays.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat draws from the face-down stock.
    Draw {
        /// Who draws.
        seat: Seat,
        /// The card, unless it is hidden.
        card: Option<Card>,
    },
    /// A seat draws from a pile that was turned over, whose order everybody knows.
    DrawOpen {
        /// Who draws.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The discard pile under its top card is turned over.
    TurnOver,
    /// A seat's turn ends without a card played.
    Pass {
        /// Whose.
        seat: Seat,
    },
    /// A seat has no card left and has won.
    Win {
        /// Who.
        seat: Seat,
    },
    /// Nobody can play or draw any more; nobody has won.
    Stuck,
    /// The last turn the rules allow has ended; nobody has won.
    Limit,
}

impl cards::Event for Event {
    fn renumber(self, name: impl Fn(Seat) -> Seat) -> Event {
        match self {
            Event::Give { seat, card } => Event::Give { seat: name(seat), card },
            Event::First(seat) => Event::First(name(seat)),
            Event::Play { seat, card } => Event::Play { seat: name(seat), card },
            Event::Draw { seat, card } => Event::Draw { seat: name(seat), card },
            Event::DrawOpen { seat, card } => Event::DrawOpen { seat: name(seat), card },
            Event::Pass { seat } => Event::Pass { seat: name(seat) },
            Event::Win { seat } => Event::Win { seat: name(seat) },
            event @ (Event::Direction(_)
            | Event::Deck { .. }
            | Event::Stock(_)
            | Event::Discard(_)
            | Event::TurnOver
            | Event::Stuck
            | Event::Limit) => event,
        }
    }
}
