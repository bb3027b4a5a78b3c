//! House rules, setup, actions and events of Tractor.

use cards::{Card, CardBag, ParseError, Rank, Seat, Suit};

use super::rules::DECK;
use super::score::SEATS;

/// House rules: the level each team has reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The current rank of team 1 (seats 1 and 3) and of team 2 (seats 2 and 4).
    pub ranks: [Rank; 2],
}

impl Rules {
    const CONTEST: Rules = Rules { ranks: [Rank::Two, Rank::Two] };
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::CONTEST
    }
}

impl cards::Rules for Rules {
    const PRESETS: &'static [(&'static str, Rules)] = &[("contest", Rules::CONTEST)];

    fn seats(&self) -> usize {
        SEATS
    }

    fn variants() -> Vec<Rules> {
        let ranks = [[Rank::Two, Rank::Two], [Rank::Seven, Rank::Ten], [Rank::Ace, Rank::King]];
        ranks.map(|ranks| Rules { ranks }).to_vec()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        if key != "ranks" {
            return Err(ParseError::new("the setting ranks", key));
        }
        let ranks = value.split_once('/').and_then(|(one, two)| Some([one.parse().ok()?, two.parse().ok()?]));
        self.ranks =
            ranks.ok_or_else(|| ParseError::new("two ranks like 2/T", value).shifted("ranks=".len()))?;
        Ok(())
    }
}

/// All randomness of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The levels of the teams.
    pub rules: Rules,
    /// The main suit, if the round has one.
    pub main: Option<Suit>,
    /// Who deals, buries and leads first.
    pub dealer: Seat,
    /// Dealt one by one clockwise from the dealer; the dealer gets the last eight too.
    pub deck: [Card; DECK],
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// The dealer buries one card; the eight come in card order.
    Bury(Card),
    /// Leads or follows.
    Play(CardBag),
}

/// Something that happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The team of this seat stands at this rank.
    Level(Seat, Rank),
    /// This seat deals.
    Dealer(Seat),
    /// The main suit is fixed.
    Main(Option<Suit>),
    /// A card is dealt; `None` if the viewer may not see it.
    Give(Seat, Option<Card>),
    /// A card is buried; `None` if the viewer may not see it.
    Bury(Seat, Option<Card>),
    /// Cards are led or follow.
    Play(Seat, CardBag),
    /// A seat wins a trick with this many points in it.
    Win(Seat, u32),
    /// The round is over: the defenders' points, and the buried cards.
    End(u64, CardBag),
}

impl cards::Event for Event {
    fn renumber(self, name: impl Fn(Seat) -> Seat) -> Event {
        match self {
            Event::Level(seat, rank) => Event::Level(name(seat), rank),
            Event::Dealer(seat) => Event::Dealer(name(seat)),
            Event::Give(seat, card) => Event::Give(name(seat), card),
            Event::Bury(seat, card) => Event::Bury(name(seat), card),
            Event::Play(seat, cards) => Event::Play(name(seat), cards),
            Event::Win(seat, points) => Event::Win(name(seat), points),
            Event::Main(_) | Event::End(..) => self,
        }
    }
}
