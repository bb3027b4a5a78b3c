//! The spelling of rules, setups, actions and events: `Display` beside `FromStr`.

use std::fmt;
use std::str::FromStr;

use cards::{Card, CardSet, ParseError, Rules as _, Seat, Suit, Words};

use super::public::{CARDS, DECK, HIDDEN, JACKS};
use super::types::{Action, Event, Rules, Setup};

/// The offset of a word in `text`.
fn place(text: &str, word: &str) -> usize {
    word.as_ptr() as usize - text.as_ptr() as usize
}

/// The next word as a card of this deck.
fn card(text: &str, words: &mut Words<'_>) -> Result<Card, ParseError> {
    let word = words.next("a card like 7H or TS")?;
    let found = word.parse().ok().filter(|&card| DECK.contains(card));
    found.ok_or_else(|| {
        ParseError::new("a card like 7H or TS, from seven to ace", word).shifted(place(text, word))
    })
}

fn card_or_hidden(text: &str, words: &mut Words<'_>) -> Result<Option<Card>, ParseError> {
    if words.peek() == "??" {
        return words.word("??").map(|()| None);
    }
    card(text, words).map(Some)
}

/// A card and, after a jack, its wish: `7S`, `JH wish S`.
fn played(text: &str, words: &mut Words<'_>) -> Result<(Card, Option<Suit>), ParseError> {
    let card = card(text, words)?;
    if !JACKS.contains(card) {
        return Ok((card, None));
    }
    words.word("wish")?;
    Ok((card, Some(words.parse()?)))
}

fn write_played(f: &mut fmt::Formatter<'_>, card: Card, wish: Option<Suit>) -> fmt::Result {
    match wish {
        Some(suit) => write!(f, "{card} wish {suit}"),
        None => write!(f, "{card}"),
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seats={} turns={}", self.seats, self.turns)
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
        write!(f, "{} deck", self.rules)?;
        self.deck.iter().try_for_each(|card| write!(f, " {card}"))
    }
}
impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Setup, ParseError> {
        let at = text.find("deck").unwrap_or(text.len());
        let rules = text[..at].parse()?;
        let mut words = Words::new(&text[at..]);
        let mut read = || {
            words.word("deck")?;
            let (mut deck, mut seen) = ([HIDDEN; CARDS], CardSet::EMPTY);
            for place_in_deck in &mut deck {
                let word = words.peek();
                let card = card(&text[at..], &mut words)?;
                if seen.contains(card) {
                    let error = ParseError::new("every card once", word);
                    return Err(error.shifted(place(&text[at..], word)));
                }
                seen.insert(card);
                *place_in_deck = card;
            }
            words.clone().end()?;
            Ok(Setup { rules, deck })
        };
        read().map_err(|error: ParseError| error.shifted(at))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Play { card, wish } => {
                f.write_str("play ")?;
                write_played(f, card, wish)
            }
            Action::Draw => f.write_str("draw"),
            Action::Pass => f.write_str("pass"),
        }
    }
}
impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let mut words = Words::new(text);
        let action = match words.peek() {
            "play" => {
                words.word("play")?;
                let (card, wish) = played(text, &mut words)?;
                Action::Play { card, wish }
            }
            "draw" => words.word("draw").map(|()| Action::Draw)?,
            "pass" => words.word("pass").map(|()| Action::Pass)?,
            other => {
                let error = ParseError::new("play <card>, play <jack> wish <suit>, draw or pass", other);
                return Err(error.shifted(place(text, other)));
            }
        };
        words.end()?;
        Ok(action)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_card = |f: &mut fmt::Formatter<'_>, word: &str, seat: Seat, card: Option<Card>| match card {
            Some(card) => write!(f, "{word} {seat} {card}"),
            None => write!(f, "{word} {seat} ??"),
        };
        match *self {
            Event::First { seat } => write!(f, "first {seat}"),
            Event::Give { seat, card } => with_card(f, "give", seat, card),
            Event::Open { card } => write!(f, "open {card}"),
            Event::Play { seat, card, wish } => {
                write!(f, "play {seat} ")?;
                write_played(f, card, wish)
            }
            Event::Draw { seat, card } => with_card(f, "draw", seat, card),
            Event::Take { seat, card } => with_card(f, "take", seat, Some(card)),
            Event::TurnOver => f.write_str("turn-over"),
            Event::Pass { seat } => write!(f, "pass {seat}"),
            Event::Skip { seat } => write!(f, "skip {seat}"),
            Event::Win { seat } => write!(f, "win {seat}"),
            Event::Nobody => f.write_str("nobody"),
        }
    }
}
impl FromStr for Event {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Event, ParseError> {
        let mut words = Words::new(text);
        let kind = words.next("an event")?;
        let event = match kind {
            "first" => Event::First { seat: words.parse()? },
            "give" => Event::Give { seat: words.parse()?, card: card_or_hidden(text, &mut words)? },
            "open" => Event::Open { card: card(text, &mut words)? },
            "play" => {
                let seat = words.parse()?;
                let (card, wish) = played(text, &mut words)?;
                Event::Play { seat, card, wish }
            }
            "draw" => Event::Draw { seat: words.parse()?, card: card_or_hidden(text, &mut words)? },
            "take" => Event::Take { seat: words.parse()?, card: card(text, &mut words)? },
            "turn-over" => Event::TurnOver,
            "pass" => Event::Pass { seat: words.parse()? },
            "skip" => Event::Skip { seat: words.parse()? },
            "win" => Event::Win { seat: words.parse()? },
            "nobody" => Event::Nobody,
            other => {
                let kinds =
                    "an event (first, give, open, play, draw, take, turn-over, pass, skip, win, nobody)";
                return Err(ParseError::new(kinds, other).shifted(place(text, other)));
            }
        };
        words.end()?;
        Ok(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_text_makes_a_parser_panic(text in "\\PC{0,60}") {
            let _ = (text.parse::<Rules>(), text.parse::<Setup>(), text.parse::<Action>(), text.parse::<Event>());
        }

        #[test]
        fn texts_made_of_the_right_words_read_back_or_are_refused(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "contest", "seats=3", "turns=9", "seats=7", "deck", "play", "draw", "pass", "give", "take",
                    "open", "wish", "win", "skip", "7S", "JH", "TC", "6S", "RJ", "??", "S", "1", "4", "5", "turn-over",
                ]),
                0..5,
            ),
        ) {
            let text = words.join(" ");
            if let Ok(rules) = text.parse::<Rules>() {
                prop_assert_eq!(rules.to_string().parse(), Ok(rules));
            }
            if let Ok(action) = text.parse::<Action>() {
                prop_assert_eq!(action.to_string(), text.clone());
            }
            if let Ok(event) = text.parse::<Event>() {
                prop_assert_eq!(event.to_string(), text);
            }
        }
    }

    #[test]
    fn a_wrong_text_is_refused_with_its_column() {
        let action = |text: &str| text.parse::<Action>().expect_err(text).to_string();
        assert_eq!(
            action("play 6S"),
            r#"expected a card like 7H or TS, from seven to ace, found "6S" at column 6"#
        );
        assert_eq!(action("play JS"), "expected the word `wish`, found nothing at column 8");
        assert_eq!(action("play 7S wish H"), r#"expected nothing more, found "wish" at column 9"#);
        assert_eq!(action("play JS wish X"), r#"expected a suit (D, H, S or C), found "X" at column 14"#);
        let setup = |text: &str| text.parse::<Setup>().expect_err(text).to_string();
        assert_eq!(setup("seats=5 deck 7S"), r#"expected 2, 3 or 4 seats, found "5" at column 7"#);
        assert_eq!(setup("seats=2 turns=0"), r#"expected 1 to 10000 turns, found "0" at column 15"#);
        assert_eq!(setup("seats=2 turns=9"), "expected the word `deck`, found nothing at column 16");
        assert_eq!(setup("seats=2 deck 7S 7S"), r#"expected every card once, found "7S" at column 17"#);
        assert_eq!(setup("deck 7S 8S"), "expected a card like 7H or TS, found nothing at column 11");
    }
}
