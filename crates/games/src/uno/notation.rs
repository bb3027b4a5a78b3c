//! Our spelling of rules, setups, actions and events.

use std::fmt;
use std::str::FromStr;

use cards::{ParseError, Rules as _, Seat, Words};

use super::MOST_CARDS;
use super::card::Card;
use super::public::Direction;
use super::types::{Action, Event, Rules, Setup};

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seats={} turns={}", self.seats, self.turns)
    }
}
impl FromStr for Rules {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Rules, ParseError> {
        Rules::read(s)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Clockwise => "clockwise",
            Direction::CounterClockwise => "counter-clockwise",
        })
    }
}
impl FromStr for Direction {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Direction, ParseError> {
        match s {
            "clockwise" => Ok(Direction::Clockwise),
            "counter-clockwise" => Ok(Direction::CounterClockwise),
            _ => Err(ParseError::new("clockwise or counter-clockwise", s)),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} first={} direction={}", self.rules, self.first, self.direction)?;
        let hands = self.hands.iter().map(|hand| ("hand", hand));
        for (name, cards) in hands.chain([("discard", &self.discard), ("draw", &self.draw)]) {
            write!(f, " {name}")?;
            for card in cards {
                write!(f, " {card}")?;
            }
        }
        Ok(())
    }
}
impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Setup, ParseError> {
        let rest = s.find("first=").ok_or_else(|| ParseError::new("rules, then first=…", s))?;
        let rules: Rules = s[..rest].parse()?;
        Setup::read_rest(rules, &s[rest..]).map_err(|e| e.shifted(rest))
    }
}

impl Setup {
    fn read_rest(rules: Rules, text: &str) -> Result<Setup, ParseError> {
        let mut words = Words::new(text);
        let first: Seat = words.value("first", "a seat")?;
        if first.index() >= rules.seats() {
            let expected = format!("first=… with a seat from 1 to {}", rules.seats());
            return Err(ParseError::new(expected, &first.to_string()));
        }
        let direction = words.value("direction", "clockwise or counter-clockwise")?;
        let mut left = MOST_CARDS;
        let mut hands = Vec::new();
        for _ in 0..rules.seats() {
            hands.push(section(&mut words, "hand", 1, &mut left)?);
        }
        let discard = section(&mut words, "discard", 1, &mut left)?;
        let draw = section(&mut words, "draw", 0, &mut left)?;
        words.end()?;
        Ok(Setup { rules, first, direction, hands, discard, draw })
    }
}

/// The section's name and its cards; `left` is how many more the whole setup may have.
fn section(
    words: &mut Words<'_>,
    name: &'static str,
    least: usize,
    left: &mut usize,
) -> Result<Vec<Card>, ParseError> {
    words.word(name)?;
    let mut cards = Vec::new();
    while cards.len() < least || !matches!(words.peek(), "" | "hand" | "discard" | "draw") {
        if *left == 0 {
            // Read as a word that must not be there, so that the error has its column.
            return words.clone().end().and(Ok(cards)).map_err(|e| ParseError {
                expected: format!("at most {MOST_CARDS} cards in all").into(),
                ..e
            });
        }
        cards.push(words.parse()?);
        *left -= 1;
    }
    Ok(cards)
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(card) => write!(f, "play {card}"),
            Action::Draw => f.write_str("draw"),
            Action::Pass => f.write_str("pass"),
        }
    }
}
impl FromStr for Action {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Action, ParseError> {
        let mut words = Words::new(s);
        let action = match words.next("play, draw or pass")? {
            "play" => Action::Play(words.parse()?),
            "draw" => Action::Draw,
            "pass" => Action::Pass,
            word => return Err(ParseError::new("play, draw or pass", word)),
        };
        words.end().and(Ok(action))
    }
}

/// A card, or `??` for a hidden one.
struct MaybeCard(Option<Card>);

impl fmt::Display for MaybeCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(card) => card.fmt(f),
            None => f.write_str("??"),
        }
    }
}
impl FromStr for MaybeCard {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<MaybeCard, ParseError> {
        if s == "??" { Ok(MaybeCard(None)) } else { Ok(MaybeCard(Some(s.parse()?))) }
    }
}

/// A number of cards.
struct Count(u16);

impl FromStr for Count {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Count, ParseError> {
        let digits = (s.len() <= 3 && s.bytes().all(|b| b.is_ascii_digit())).then_some(s);
        let count = digits.and_then(|s| s.parse().ok()).filter(|&n| n as usize <= MOST_CARDS);
        count.map(Count).ok_or_else(|| ParseError::new("a number of cards up to 512", s))
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Direction(direction) => write!(f, "direction {direction}"),
            Event::Deck { card, count } => write!(f, "deck {card} {count}"),
            Event::Give { seat, card } => write!(f, "give {seat} {}", MaybeCard(card)),
            Event::Stock(count) => write!(f, "stock {count}"),
            Event::Discard(card) => write!(f, "discard {card}"),
            Event::First(seat) => write!(f, "first {seat}"),
            Event::Play { seat, card } => write!(f, "play {seat} {card}"),
            Event::Draw { seat, card } => write!(f, "draw {seat} {}", MaybeCard(card)),
            Event::DrawOpen { seat, card } => write!(f, "draw-open {seat} {card}"),
            Event::TurnOver => f.write_str("turn-over"),
            Event::Pass { seat } => write!(f, "pass {seat}"),
            Event::Win { seat } => write!(f, "win {seat}"),
            Event::Stuck => f.write_str("stuck"),
            Event::Limit => f.write_str("limit"),
        }
    }
}
impl FromStr for Event {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Event, ParseError> {
        let mut words = Words::new(s);
        let event = match words.next("an event")? {
            "direction" => Event::Direction(words.parse()?),
            "deck" => Event::Deck { card: words.parse()?, count: words.parse::<Count>()?.0 },
            "give" => Event::Give { seat: words.parse()?, card: words.parse::<MaybeCard>()?.0 },
            "stock" => Event::Stock(words.parse::<Count>()?.0),
            "discard" => Event::Discard(words.parse()?),
            "first" => Event::First(words.parse()?),
            "play" => Event::Play { seat: words.parse()?, card: words.parse()? },
            "draw" => Event::Draw { seat: words.parse()?, card: words.parse::<MaybeCard>()?.0 },
            "draw-open" => Event::DrawOpen { seat: words.parse()?, card: words.parse()? },
            "turn-over" => Event::TurnOver,
            "pass" => Event::Pass { seat: words.parse()? },
            "win" => Event::Win { seat: words.parse()? },
            "stuck" => Event::Stuck,
            "limit" => Event::Limit,
            word => return Err(ParseError::new("an event of Uno", word)),
        };
        words.end().and(Ok(event))
    }
}
