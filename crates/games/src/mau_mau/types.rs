//! House rules, setup, actions and events of Mau-Mau.

use cards::{Card, CardSet, ParseError, Seat, Suit};

use super::public::{CARDS, DECK};
use super::rules::MOST_TURNS;

/// House rules: the seats and the turn limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    pub(super) seats: u8,
    pub(super) turns: u32,
}

impl Rules {
    const CONTEST: Rules = Rules { seats: 2, turns: 1000 };

    /// A table of two, three or four seats; after `turns` turns nobody wins.
    pub fn new(seats: usize, turns: u32) -> Option<Rules> {
        let fine = (2..=4).contains(&seats) && (1..=MOST_TURNS).contains(&turns);
        fine.then_some(Rules { seats: seats as u8, turns })
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::CONTEST
    }
}

impl cards::Rules for Rules {
    const PRESETS: &'static [(&'static str, Rules)] = &[("contest", Rules::CONTEST)];

    fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    fn variants() -> Vec<Rules> {
        let tables = (2..=4).map(|seats| Rules { seats, ..Rules::CONTEST });
        tables.chain([Rules { seats: 3, turns: 12 }]).collect()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        let number = value.parse().ok().filter(|_| value.bytes().all(|byte| byte.is_ascii_digit()));
        let changed = match key {
            "seats" => number.and_then(|seats| Rules::new(seats as usize, self.turns)),
            "turns" => number.and_then(|turns| Rules::new(usize::from(self.seats), turns)),
            _ => return Err(ParseError::new("a setting (seats, turns)", key)),
        };
        let expected = if key == "seats" { "2, 3 or 4 seats" } else { "1 to 10000 turns" };
        *self = changed.ok_or_else(|| ParseError::new(expected, value).shifted(key.len() + 1))?;
        Ok(())
    }
}

/// The shuffled deck, top first, and the rules it is played by.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    pub(super) rules: Rules,
    pub(super) deck: [Card; CARDS],
}

impl Setup {
    /// A setup with this deck, top first; `None` unless it has each of the 32 cards once.
    pub fn new(rules: Rules, deck: [Card; CARDS]) -> Option<Setup> {
        (deck.iter().copied().collect::<CardSet>() == DECK).then_some(Setup { rules, deck })
    }
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Play a card; a jack, and only a jack, comes with a wish.
    Play {
        /// Which card.
        card: Card,
        /// The suit wished with a jack.
        wish: Option<Suit>,
    },
    /// Draw a card, or the whole penalty for sevens.
    Draw,
    /// Keep the card just drawn, or pass if there is nothing to draw.
    Pass,
}

/// Something that happened at the table. Cards that a seat may not see are `None`, in text `??`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// This seat is dealt the first card and has the first turn.
    First {
        /// Who.
        seat: Seat,
    },
    /// A card is dealt.
    Give {
        /// To whom.
        seat: Seat,
        /// Which card.
        card: Option<Card>,
    },
    /// The opening card is turned up; the rest of the deck is the draw pile.
    Open {
        /// Which card.
        card: Card,
    },
    /// A card is played.
    Play {
        /// By whom.
        seat: Seat,
        /// Which card.
        card: Card,
        /// The suit wished with a jack.
        wish: Option<Suit>,
    },
    /// A card is drawn from the face-down deck.
    Draw {
        /// By whom.
        seat: Seat,
        /// Which card.
        card: Option<Card>,
    },
    /// A card is drawn from a pile that was turned over, so everybody knows it.
    Take {
        /// By whom.
        seat: Seat,
        /// Which card.
        card: Card,
    },
    /// The discard pile under its top card becomes the draw pile.
    TurnOver,
    /// A turn ends without a play: after a penalty, or because the seat cannot or does not play.
    Pass {
        /// Whose turn.
        seat: Seat,
    },
    /// An eight skips this seat.
    Skip {
        /// Who is skipped.
        seat: Seat,
    },
    /// The match is over: this seat has played its last card.
    Win {
        /// Who.
        seat: Seat,
    },
    /// The match is over: its last turn has ended and nobody has won.
    Nobody,
}

impl cards::Event for Event {
    fn renumber(self, name: impl Fn(Seat) -> Seat) -> Event {
        match self {
            Event::First { seat } => Event::First { seat: name(seat) },
            Event::Give { seat, card } => Event::Give { seat: name(seat), card },
            Event::Play { seat, card, wish } => Event::Play { seat: name(seat), card, wish },
            Event::Draw { seat, card } => Event::Draw { seat: name(seat), card },
            Event::Take { seat, card } => Event::Take { seat: name(seat), card },
            Event::Pass { seat } => Event::Pass { seat: name(seat) },
            Event::Skip { seat } => Event::Skip { seat: name(seat) },
            Event::Win { seat } => Event::Win { seat: name(seat) },
            same @ (Event::Open { .. } | Event::TurnOver | Event::Nobody) => same,
        }
    }
}
