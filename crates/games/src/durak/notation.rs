//! Our text for rules, setups, actions and events. Where the statement has a word for something, we use it.

use std::fmt;
use std::str::FromStr;

use cards::{Card, CardSet, ParseError, Seat, Suit, Words};

use super::rules::{Action, DECK, Event, Rules, SEATS, Setup};

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
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "limit={}", self.limit)
    }
}
impl FromStr for Rules {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Rules, ParseError> {
        cards::Rules::read(s)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} trump={} first={} deck", self.rules, self.trump, self.first)?;
        self.deck.iter().try_for_each(|card| write!(f, " {card}"))
    }
}
impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Setup, ParseError> {
        let mut words = Words::new(s);
        let mut rules = Rules::default();
        cards::Rules::set(&mut rules, "limit", &words.value::<String>("limit", "a limit from 1 to 6")?)?;
        let trump = words.value("trump", "a suit (D, H, S or C)")?;
        let first = words.value("first", "a seat from 1 to 4")?;
        words.word("deck")?;
        let mut seen = CardSet::EMPTY;
        let mut deck = [DECK.first().expect("the deck has cards"); 36];
        for place in &mut deck {
            let mut peeked = words.clone();
            let word = peeked.next("36 cards")?;
            let card: Card = words.parse()?;
            if !DECK.contains(card) || seen.contains(card) {
                let at = word.as_ptr() as usize - s.as_ptr() as usize;
                return Err(ParseError::new("each card from 6 to A once", word).shifted(at));
            }
            seen.insert(card);
            *place = card;
        }
        words.end()?;
        Ok(Setup { rules, trump, first, deck })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Card(card) => write!(f, "{card}"),
            Action::No => f.write_str("NO"),
        }
    }
}
impl FromStr for Action {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Action, ParseError> {
        if s == "NO" {
            return Ok(Action::No);
        }
        let card = s.parse().ok().filter(|&card| DECK.contains(card));
        card.map(Action::Card).ok_or_else(|| ParseError::new("a card like 7H, or NO", s))
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Trump(suit) => write!(f, "trump {suit}"),
            Event::Give(seat, Some(card)) => write!(f, "give {seat} {card}"),
            Event::Give(seat, None) => write!(f, "give {seat} ??"),
            Event::First(seat) => write!(f, "first {seat}"),
            Event::Move { by, to, card } => write!(f, "move {by} {to} {card}"),
            Event::Add { by, to, card } => write!(f, "add {by} {to} {card}"),
            Event::Beat(seat, card) => write!(f, "beat {seat} {card}"),
            Event::Take(seat) => write!(f, "take {seat}"),
            Event::Pass(seat) => write!(f, "pass {seat}"),
            Event::Out(seat) => write!(f, "out {seat}"),
        }
    }
}
impl FromStr for Event {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Event, ParseError> {
        let mut words = Words::new(s);
        let event = match words.next("an event of durak")? {
            "trump" => Event::Trump(words.parse::<Suit>()?),
            "give" => {
                let seat = words.parse()?;
                match words.peek() {
                    "??" => {
                        words.word("??")?;
                        Event::Give(seat, None)
                    }
                    _ => Event::Give(seat, Some(words.parse()?)),
                }
            }
            "first" => Event::First(words.parse()?),
            "move" => Event::Move { by: words.parse()?, to: words.parse()?, card: words.parse()? },
            "add" => Event::Add { by: words.parse()?, to: words.parse()?, card: words.parse()? },
            "beat" => Event::Beat(words.parse()?, words.parse()?),
            "take" => Event::Take(words.parse()?),
            "pass" => Event::Pass(words.parse()?),
            "out" => Event::Out(words.parse()?),
            other => return Err(ParseError::new("an event of durak (trump, give, first, move, …)", other)),
        };
        words.end()?;
        Ok(event)
    }
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
