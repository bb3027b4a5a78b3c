//! The spelling of rules, setups, actions and events: `Display` beside `FromStr`.

use std::fmt;
use std::str::FromStr;

use cards::{ParseError, Rules as _, Seat, Words};

use crate::card::{CARDS, Card, Cards};
use crate::types::{Action, Event, Rules, Setup};

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seats={}", self.seats)
    }
}
impl FromStr for Rules {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Rules, ParseError> {
        Rules::read(text)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} first={} deck", self.rules, self.first)?;
        self.deck.iter().try_for_each(|card| write!(f, " {card}"))
    }
}
impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Setup, ParseError> {
        let mut words = Words::new(text);
        let mut rules = Rules::default();
        rules.set("seats", &words.value::<String>("seats", "2 or 3 seats")?)?;
        let first: Seat = words.value("first", "a seat")?;
        if first.index() >= rules.seats() {
            return Err(ParseError::new("a seat at the table", &first.to_string()));
        }
        words.word("deck")?;
        let (mut deck, mut seen) = ([Card::LOWEST; CARDS], Cards::EMPTY);
        for place in &mut deck {
            *place = words.parse()?;
            if seen.contains(*place) {
                return Err(ParseError::new("every card once", &place.to_string()));
            }
            seen.insert(*place);
        }
        words.end()?;
        Ok(Setup { rules, first, deck })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Hide(card) => write!(f, "hide {card}"),
            Action::Play(card) => write!(f, "play {card}"),
        }
    }
}
impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let mut words = Words::new(text);
        let action = match words.next("hide or play")? {
            "hide" => Action::Hide(words.parse()?),
            "play" => Action::Play(words.parse()?),
            other => return Err(ParseError::new("hide or play", other)),
        };
        words.end()?;
        Ok(action)
    }
}

/// A card, or `??` for one that a viewer may not see.
fn or_hidden(card: Option<Card>) -> String {
    card.map_or_else(|| "??".to_owned(), |card| card.to_string())
}

fn card_or_hidden(words: &mut Words<'_>) -> Result<Option<Card>, ParseError> {
    if words.peek() == "??" { words.word("??").map(|()| None) } else { words.parse().map(Some) }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::First { seat } => write!(f, "first {seat}"),
            Event::Give { seat, card } => write!(f, "give {seat} {}", or_hidden(card)),
            Event::Hide { seat, card } => write!(f, "hide {seat} {}", or_hidden(card)),
            Event::Play { seat, card } => write!(f, "play {seat} {card}"),
            Event::Trick { seat, points } => write!(f, "trick {seat} {points}"),
        }
    }
}
impl FromStr for Event {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Event, ParseError> {
        let mut words = Words::new(text);
        let expected = "an event (first, give, hide, play, trick)";
        let event = match words.next(expected)? {
            "first" => Event::First { seat: words.parse()? },
            "give" => Event::Give { seat: words.parse()?, card: card_or_hidden(&mut words)? },
            "hide" => Event::Hide { seat: words.parse()?, card: card_or_hidden(&mut words)? },
            "play" => Event::Play { seat: words.parse()?, card: words.parse()? },
            "trick" => {
                let (seat, points) = (words.parse()?, words.next("points")?);
                let read = points.parse().ok().filter(|read: &u8| read.to_string() == points);
                Event::Trick { seat, points: read.ok_or_else(|| ParseError::new("points", points))? }
            }
            other => return Err(ParseError::new(expected, other)),
        };
        words.end()?;
        Ok(event)
    }
}
