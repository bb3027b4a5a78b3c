//! Our text for rules, setups, actions and events. Where the statement has a word for something, we use it.

use std::fmt;
use std::str::FromStr;

use cards::{Card, CardSet, ParseError, Suit, Words};

use super::rules::DECK;
use super::types::{Action, Event, Rules, Setup};

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
