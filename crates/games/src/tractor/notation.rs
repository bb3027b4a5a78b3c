//! Our text for rules, setups, actions and events: `Display` beside `FromStr`.

use std::fmt;
use std::str::FromStr;

use cards::{Card, CardBag, ParseError, Seat, Suit, Words};

use super::public::KITTY;
use super::rules::DECK;
use super::types::{Action, Event, Rules, Setup};

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = self.ranks;
        write!(f, "ranks={one}/{two}")
    }
}
impl FromStr for Rules {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Rules, ParseError> {
        cards::Rules::read(text)
    }
}

/// The main suit as text: its letter, or `O` for none.
struct Main(Option<Suit>);

impl fmt::Display for Main {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.map_or('O', Suit::letter))
    }
}
impl FromStr for Main {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Main, ParseError> {
        if text == "O" {
            return Ok(Main(None));
        }
        text.parse().map(|suit| Main(Some(suit))).map_err(|_: ParseError| ParseError::new(MAIN, text))
    }
}

const MAIN: &str = "a main suit (D, H, S, C, or O for none)";

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} main={} dealer={} deck", self.rules, Main(self.main), self.dealer)?;
        self.deck.iter().try_for_each(|card| write!(f, " {card}"))
    }
}
impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Setup, ParseError> {
        let main = text.find("main=").ok_or_else(|| ParseError::new("main=…", text))?;
        let rules = text[..main].parse()?;
        let read = || {
            let mut words = Words::new(&text[main..]);
            let Main(suit) = words.value("main", MAIN)?;
            let dealer = words.value("dealer", "a seat from 1 to 4")?;
            words.word("deck")?;
            let mut deck = [Card::RED_JOKER; DECK];
            let mut seen = CardBag::EMPTY;
            for place in &mut deck {
                let name = words.peek();
                *place = words.parse()?;
                if !seen.insert(*place) {
                    let at = name.as_ptr() as usize - text[main..].as_ptr() as usize;
                    return Err(ParseError::new("each card twice", name).shifted(at));
                }
            }
            words.end()?;
            Ok(Setup { rules, main: suit, dealer, deck })
        };
        read().map_err(|error: ParseError| error.shifted(main))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Bury(card) => write!(f, "bury {card}"),
            Action::Play(cards) => write!(f, "play {cards}"),
        }
    }
}
impl FromStr for Action {
    type Err = ParseError;
    /// The cards of a play may stand in any order.
    fn from_str(text: &str) -> Result<Action, ParseError> {
        const EXPECTED: &str = "an action like `bury 5H` or `play 6S 6S`";
        let mut words = Words::new(text);
        let action = match words.next(EXPECTED)? {
            "bury" => Action::Bury(words.parse()?),
            "play" => Action::Play(read_cards(&mut words, text)?),
            word => return Err(ParseError::new(EXPECTED, word)),
        };
        words.end()?;
        Ok(action)
    }
}

/// One or more cards, none three times, to the end of the text.
fn read_cards(words: &mut Words<'_>, text: &str) -> Result<CardBag, ParseError> {
    let mut bag = CardBag::EMPTY;
    loop {
        let name = words.peek();
        if !bag.insert(words.parse()?) {
            let at = name.as_ptr() as usize - text.as_ptr() as usize;
            return Err(ParseError::new("no card three times", name).shifted(at));
        }
        if words.is_done() {
            return Ok(bag);
        }
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
    fn from_str(text: &str) -> Result<MaybeCard, ParseError> {
        if text == "??" { Ok(MaybeCard(None)) } else { Ok(MaybeCard(Some(text.parse()?))) }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Level(seat, rank) => write!(f, "level {seat} {rank}"),
            Event::Dealer(seat) => write!(f, "dealer {seat}"),
            Event::Main(suit) => write!(f, "main {}", Main(suit)),
            Event::Give(seat, card) => write!(f, "give {seat} {}", MaybeCard(card)),
            Event::Bury(seat, card) => write!(f, "bury {seat} {}", MaybeCard(card)),
            Event::Play(seat, cards) => write!(f, "play {seat} {cards}"),
            Event::Win(seat, points) => write!(f, "win {seat} {points}"),
            Event::End(points, kitty) => write!(f, "end {points} {kitty}"),
        }
    }
}
impl FromStr for Event {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Event, ParseError> {
        const EXPECTED: &str = "an event (level, dealer, main, give, bury, play, win or end)";
        let mut words = Words::new(text);
        let number =
            |word: &str| word.parse::<u64>().map_err(|_| ParseError::new("a number of points", word));
        let event = match words.next(EXPECTED)? {
            "level" => Event::Level(words.parse()?, words.parse()?),
            "dealer" => Event::Dealer(words.parse()?),
            "main" => Event::Main(words.parse::<Main>()?.0),
            "give" => Event::Give(words.parse()?, words.parse::<MaybeCard>()?.0),
            "bury" => Event::Bury(words.parse()?, words.parse::<MaybeCard>()?.0),
            "play" => Event::Play(words.parse::<Seat>()?, read_cards(&mut words, text)?),
            "win" => {
                let seat = words.parse()?;
                let word = words.next("a number of points")?;
                let points = number(word)?;
                Event::Win(seat, u32::try_from(points).map_err(|_| ParseError::new("fewer points", word))?)
            }
            "end" => {
                let points = number(words.next("a number of points")?)?;
                let kitty = read_cards(&mut words, text)?;
                if kitty.len() != KITTY {
                    return Err(ParseError::new("eight hidden cards", text));
                }
                Event::End(points, kitty)
            }
            word => return Err(ParseError::new(EXPECTED, word)),
        };
        words.end()?;
        Ok(event)
    }
}
