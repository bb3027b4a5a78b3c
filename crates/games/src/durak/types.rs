//! House rules, setup, actions and events of Durak.

use cards::{Card, ParseError, Seat, Suit};

use super::rules::SEATS;

/// House rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The most cards laid under the defender in one round.
    pub limit: u8,
}

impl cards::Rules for Rules {
    const PRESETS: &'static [(&'static str, Rules)] = &[("contest", Rules { limit: 6 })];

    fn seats(&self) -> usize {
        SEATS
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "limit" => {
                self.limit = value
                    .parse()
                    .ok()
                    .filter(|limit| (1..=6).contains(limit))
                    .ok_or_else(|| ParseError::new("a limit from 1 to 6", value))?;
                Ok(())
            }
            _ => Err(ParseError::new("a setting of durak (limit)", key)),
        }
    }

    fn variants() -> Vec<Rules> {
        vec![Rules { limit: 6 }, Rules { limit: 1 }]
    }
}

impl Default for Rules {
    fn default() -> Rules {
        <Rules as cards::Rules>::PRESETS[0].1
    }
}

/// All randomness of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The house rules.
    pub rules: Rules,
    /// The trump suit. The server chooses it.
    pub trump: Suit,
    /// The seat that attacks first. The server chooses it.
    pub first: Seat,
    /// Six cards for each seat in turn, then the stock from its top.
    pub deck: [Card; 36],
}

/// One decision: to attack, to beat or to throw in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Lays this card.
    Card(Card),
    /// Takes the cards, or throws in nothing.
    No,
}

/// Something that happened at the table. All but `First` and `Pass` are lines of the statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The trump suit.
    Trump(Suit),
    /// A card from the stock; `None` if the viewer may not see it.
    Give(Seat, Option<Card>),
    /// Who attacks first.
    First(Seat),
    /// The first card of a round.
    Move {
        /// Who attacks.
        by: Seat,
        /// Who defends.
        to: Seat,
        /// The card.
        card: Card,
    },
    /// A card thrown in.
    Add {
        /// Who throws in.
        by: Seat,
        /// Who defends.
        to: Seat,
        /// The card.
        card: Card,
    },
    /// The defender beats the open card.
    Beat(Seat, Card),
    /// The defender takes the cards.
    Take(Seat),
    /// A seat throws in nothing. A seat that can only pass is asked too: if it were skipped, the table would
    /// learn that it holds no fitting card.
    Pass(Seat),
    /// A seat has no cards, and there is no stock.
    Out(Seat),
}

impl cards::Event for Event {
    fn renumber(self, name: impl Fn(Seat) -> Seat) -> Event {
        match self {
            Event::Trump(_) => self,
            Event::Give(seat, card) => Event::Give(name(seat), card),
            Event::First(seat) => Event::First(name(seat)),
            Event::Move { by, to, card } => Event::Move { by: name(by), to: name(to), card },
            Event::Add { by, to, card } => Event::Add { by: name(by), to: name(to), card },
            Event::Beat(seat, card) => Event::Beat(name(seat), card),
            Event::Take(seat) => Event::Take(name(seat)),
            Event::Pass(seat) => Event::Pass(name(seat)),
            Event::Out(seat) => Event::Out(name(seat)),
        }
    }
}
