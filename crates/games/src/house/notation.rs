//! Our text for rules, setups, actions and events; the contest's is in `problem.rs`.

use std::fmt;
use std::str::FromStr;

use cards::{ParseError, Seat, Words};

use super::card::Card;
use super::rules::MOST;
use super::types::{Action, Event, Rules, Setup};

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ranks={}", self.ranks())
    }
}
impl FromStr for Rules {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Rules, ParseError> {
        <Rules as cards::Rules>::read(s)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} deck", self.rules)?;
        self.cards().iter().try_for_each(|card| write!(f, " {card}"))
    }
}
impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Setup, ParseError> {
        let mut words = Words::new(s);
        let setting = words.next("ranks=…")?;
        let at = column(s, setting);
        if !setting.starts_with("ranks=") {
            return Err(ParseError::new("ranks=…", setting).shifted(at));
        }
        let rules: Rules = setting.parse().map_err(|error: ParseError| error.shifted(at))?;
        words.word("deck")?;
        let deck = read_deck(s, &mut words, rules)?;
        words.end()?;
        Ok(Setup { rules, deck })
    }
}

/// Where a word of `text` stands in it.
fn column(text: &str, word: &str) -> usize {
    word.as_ptr() as usize - text.as_ptr() as usize
}

/// Reads two cards a rank, each of which must be in the deck and come once.
fn read_deck(text: &str, words: &mut Words<'_>, rules: Rules) -> Result<[Card; MOST], ParseError> {
    let mut deck = [Card::LOWEST; MOST];
    let mut seen = 0u32;
    for place in &mut deck[..2 * usize::from(rules.ranks())] {
        let word = words.next("a card like 7B or 13R")?;
        let error = |error: ParseError| error.shifted(column(text, word));
        let card: Card = word.parse().map_err(error)?;
        if card.rank() > rules.ranks() {
            return Err(error(ParseError::new(format!("a card up to rank {}", rules.ranks()), word)));
        }
        if seen >> card.index() & 1 == 1 {
            return Err(error(ParseError::new("each card once", word)));
        }
        seen |= 1 << card.index();
        *place = card;
    }
    Ok(deck)
}

/// A seat of a table of two.
fn read_seat(text: &str, words: &mut Words<'_>) -> Result<Seat, ParseError> {
    let word = words.next("a seat, 1 or 2")?;
    let seat = word.parse().ok().filter(|seat: &Seat| seat.index() < 2);
    seat.ok_or_else(|| ParseError::new("a seat, 1 or 2", word).shifted(column(text, word)))
}

fn read_points(text: &str, words: &mut Words<'_>) -> Result<i16, ParseError> {
    let word = words.next("points")?;
    let points = word.parse().ok().filter(|points: &i16| points.to_string() == word);
    points.ok_or_else(|| ParseError::new("points", word).shifted(column(text, word)))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Hold => f.write_str("hold"),
            Action::Floor { place, card } => write!(f, "floor {place} {card}"),
            Action::Peak { place, left, right } => write!(f, "peak {place} {left} {right}"),
        }
    }
}
impl FromStr for Action {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Action, ParseError> {
        const KINDS: &str = "an action (hold, floor or peak)";
        let mut words = Words::new(s);
        let action = match words.next(KINDS)? {
            "hold" => Action::Hold,
            "floor" => Action::Floor { place: words.parse()?, card: words.parse()? },
            "peak" => Action::Peak { place: words.parse()?, left: words.parse()?, right: words.parse()? },
            other => return Err(ParseError::new(KINDS, other)),
        };
        words.end()?;
        Ok(action)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Red { seat } => write!(f, "red {seat}"),
            Event::Deck { deck, cards } => {
                f.write_str("deck")?;
                deck[..usize::from(*cards)].iter().try_for_each(|card| write!(f, " {card}"))
            }
            Event::Hold { seat, card } => write!(f, "hold {seat} {card}"),
            Event::Floor { seat, place, card } => write!(f, "floor {seat} {place} {card}"),
            Event::Peak { seat, place, left, right } => write!(f, "peak {seat} {place} {left} {right}"),
            Event::Score { seat, points } => write!(f, "score {seat} {points}"),
        }
    }
}
impl FromStr for Event {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Event, ParseError> {
        const KINDS: &str = "an event (red, deck, hold, floor, peak or score)";
        let mut words = Words::new(s);
        let event = match words.next(KINDS)? {
            "red" => Event::Red { seat: read_seat(s, &mut words)? },
            "deck" => {
                let count = s.split_whitespace().count() - 1;
                let rules = u8::try_from(count / 2).ok().and_then(Rules::new);
                let rules = rules.ok_or_else(|| ParseError::new("deck and 10 to 26 cards", s))?;
                Event::Deck { deck: read_deck(s, &mut words, rules)?, cards: 2 * rules.ranks() }
            }
            "hold" => Event::Hold { seat: read_seat(s, &mut words)?, card: words.parse()? },
            "floor" => {
                let seat = read_seat(s, &mut words)?;
                Event::Floor { seat, place: words.parse()?, card: words.parse()? }
            }
            "peak" => {
                let seat = read_seat(s, &mut words)?;
                Event::Peak { seat, place: words.parse()?, left: words.parse()?, right: words.parse()? }
            }
            "score" => {
                let seat = read_seat(s, &mut words)?;
                Event::Score { seat, points: read_points(s, &mut words)? }
            }
            other => return Err(ParseError::new(KINDS, other)),
        };
        words.end()?;
        Ok(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_setup_is_refused_at_the_column_where_it_breaks() {
        let column = |text: &str| {
            let error = text.parse::<Setup>().expect_err(text);
            (error.expected.into_owned(), error.at)
        };
        assert_eq!(column(""), ("ranks=…".into(), 0));
        assert_eq!(column("seats=2 deck"), ("ranks=…".into(), 0));
        assert_eq!(column("ranks=4 deck"), ("ranks from 5 to 13".into(), 6));
        assert_eq!(column("ranks=05 deck"), ("ranks from 5 to 13".into(), 6));
        assert_eq!(column("ranks=5 1R"), ("the word `deck`".into(), 8));
        assert_eq!(column("ranks=5 deck 1R 6B"), ("a card up to rank 5".into(), 16));
        assert_eq!(column("ranks=5 deck 1R 1R"), ("each card once".into(), 16));
        assert_eq!(column("ranks=5 deck 1R 2R"), ("a card like 7B or 13R".into(), 18));
        let whole = "ranks=5 deck 1R 2R 3R 4R 5R 5B 4B 3B 2B 1B";
        assert_eq!(whole.parse::<Setup>().map(|setup| setup.to_string()), Ok(whole.to_owned()));
        assert_eq!(column(&format!("{whole} 1R")), ("nothing more".into(), 43));
    }

    #[test]
    fn broken_actions_and_events_say_what_was_expected() {
        for text in ["", "floor", "floor 6 1R", "floor 1", "peak 1 1R", "hold 1R", "peak 1 1R 2R 3R", "keep"]
        {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
        for text in ["", "red 3", "deck 1R", "score 1 +3", "score 1", "hold 1", "floor 1 1", "peak 1 1 1R"] {
            assert!(text.parse::<Event>().is_err(), "{text}");
        }
    }
}
