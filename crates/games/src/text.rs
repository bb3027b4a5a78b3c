//! Renders messages: the one place where a game's messages become text.
//!
//! A language is a catalogue of messages in Fluent's format (projectfluent.org), `messages/en.ftl` for
//! English. Each value of a message becomes one or more variables:
//!
//! | value | variables |
//! | --- | --- |
//! | a seat, as `seat` | `$seat`: its name, as a sentence begins with it; `$seat-is`: `you` if it is the reader, else `other` |
//! | a seat, as anything else | the same, as it stands within a sentence |
//! | a card, as `card` | `$card`: its name in words, by the message `card-8H`; `$card-short`: `8♥` |
//! | cards, as `cards` | `$cards`: all of them in short; `$cards-count`: how many |
//! | a number, as `count` | `$count`: the number, with the plural rules of the language |
//! | a name, as `suit` | `$suit`: the text of that message |

use std::cell::RefCell;
use std::fmt::Write;

use cards::{Face, Message, Seat, Value};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

/// The messages of all games in English.
pub const ENGLISH: &str = include_str!("../messages/en.ftl");

/// The same in German.
pub const GERMAN: &str = include_str!("../messages/de.ftl");

/// A language, which makes text of messages.
pub struct Language {
    bundle: FluentBundle<FluentResource>,
}

/// Who reads: the seat that is called "you", and what the other seats are called.
#[derive(Clone, Copy, Default)]
pub struct Reader<'a> {
    /// The reader's seat, if there is one.
    pub you: Option<Seat>,
    /// The names of the seats, from the first. A seat without a name is called by its number.
    pub names: &'a [String],
}

impl From<Option<Seat>> for Reader<'static> {
    fn from(you: Option<Seat>) -> Reader<'static> {
        Reader { you, names: &[] }
    }
}

/// A part of a sentence, for a front end that draws cards in sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Words.
    Text(String),
    /// A card, and how the sentence would spell it: "the eight of hearts" or "8♥".
    Card(Face, String),
}

/// While parts are made, each card stands in the text as one character of Unicode's private use area.
const FIRST_MARK: u32 = 0xE000;
const MARKS: usize = 0x1900;

fn mark_of(c: char) -> Option<usize> {
    let at = (c as u32).checked_sub(FIRST_MARK)? as usize;
    (at < MARKS).then_some(at)
}

/// Why a catalogue of messages cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadCatalogue(pub String);

impl std::fmt::Display for BadCatalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "expected a catalogue of messages, found mistakes: {}", self.0)
    }
}
impl std::error::Error for BadCatalogue {}

impl Language {
    /// A language by its tag (`en`, `de`, `zh-Hans`) and its catalogues of messages.
    pub fn new(tag: &str, catalogues: &[&str]) -> Result<Language, BadCatalogue> {
        let tag = tag.parse().map_err(|error| BadCatalogue(format!("{tag:?}: {error}")))?;
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Marks that isolate right-to-left names would break the columns of a terminal.
        bundle.set_use_isolating(false);
        for catalogue in catalogues {
            let resource = FluentResource::try_new((*catalogue).to_owned())
                .map_err(|(_, errors)| BadCatalogue(format!("{errors:?}")))?;
            bundle.add_resource(resource).map_err(|errors| BadCatalogue(format!("{errors:?}")))?;
        }
        Ok(Language { bundle })
    }

    /// English, with all games.
    pub fn english() -> Language {
        Language::new("en", &[ENGLISH]).expect("the English catalogue is tested")
    }

    /// Its tag, as pages name it: `en`.
    pub fn tag(&self) -> String {
        self.bundle.locales.first().map(ToString::to_string).unwrap_or_default()
    }

    /// Does the language have this message?
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// The text of a message; `you` is the reader's seat, if there is one. A message that is missing, or
    /// whose values do not fit, is shown by its id and values, so that no information is lost.
    pub fn say<'a>(&self, message: &Message, reader: impl Into<Reader<'a>>) -> String {
        let reader = reader.into();
        self.sentence(message, &Rendering { reader, cards: None })
    }

    /// The same in parts, cards apart from words.
    pub fn parts<'a>(&self, message: &Message, reader: impl Into<Reader<'a>>) -> Vec<Part> {
        let cards = RefCell::new(Vec::new());
        let text = self.sentence(message, &Rendering { reader: reader.into(), cards: Some(&cards) });
        let (mut parts, mut words) = (Vec::new(), String::new());
        for c in text.chars() {
            let card = mark_of(c).map(|at| cards.borrow().get(at).cloned());
            match card {
                None => words.push(c),
                // A mark that stands for no card is somebody's attempt to look like one.
                Some(None) => (),
                Some(Some((face, spelt))) => {
                    if !words.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut words)));
                    }
                    parts.push(Part::Card(face, spelt));
                }
            }
        }
        if !words.is_empty() {
            parts.push(Part::Text(words));
        }
        parts
    }

    fn sentence(&self, message: &Message, how: &Rendering<'_>) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in &message.args {
            self.set(&mut args, name, value, how);
        }
        self.format(message.id, Some(&args)).unwrap_or_else(|| message.to_string())
    }

    /// The text of a message without values: the name of a zone, a fact, a suit.
    pub fn name(&self, id: &str) -> String {
        self.format(id, None).unwrap_or_else(|| id.to_owned())
    }

    /// The text of a value, as in a fact.
    pub fn value<'a>(&self, value: &Value, reader: impl Into<Reader<'a>>) -> String {
        self.value_for(value, &Rendering { reader: reader.into(), cards: None })
    }

    fn value_for(&self, value: &Value, how: &Rendering<'_>) -> String {
        match value {
            Value::Seat(seat) => self.seat("seat", *seat, how),
            Value::Seats(seats) => {
                self.list(seats.iter().map(|&seat| self.seat("seat", seat, how)).collect())
            }
            Value::Number(number) => number.to_string(),
            Value::Card(face) => how.card(face, Face::short),
            Value::Cards(faces) => {
                faces.iter().map(|face| how.card(face, Face::short)).collect::<Vec<_>>().join(" ")
            }
            Value::Name(id) => self.name(id),
            Value::Text(text) => text.clone(),
        }
    }

    /// A card in words: "the eight of hearts".
    pub fn card(&self, face: &Face) -> String {
        self.format(&format!("card-{}", face.id), None).unwrap_or_else(|| face.short())
    }

    /// A seat's name by this message.
    fn seat(&self, id: &str, seat: Seat, how: &Rendering<'_>) -> String {
        if how.reader.you == Some(seat) {
            return self.name("you");
        }
        if let Some(name) = how.reader.names.get(seat.index()) {
            return name.chars().filter(|&c| mark_of(c).is_none()).collect();
        }
        let mut args = FluentArgs::new();
        args.set("number", seat.index() as i64 + 1);
        self.format(id, Some(&args)).unwrap_or_else(|| seat.to_string())
    }

    /// `seat 2, seat 3 and you`.
    fn list(&self, names: Vec<String>) -> String {
        let mut args = FluentArgs::new();
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                args.set("first", others.join(", "));
                args.set("last", last.as_str());
                self.format("list", Some(&args)).unwrap_or_else(|| names.join(", "))
            }
            _ => names.concat(),
        }
    }

    fn set(&self, args: &mut FluentArgs<'_>, name: &str, value: &Value, how: &Rendering<'_>) {
        match value {
            Value::Seat(seat) => {
                args.set(format!("{name}-is"), if how.reader.you == Some(*seat) { "you" } else { "other" });
                let id = if name == "seat" { "seat" } else { "seat-within" };
                args.set(name.to_owned(), self.seat(id, *seat, how));
                return;
            }
            Value::Card(face) => {
                args.set(format!("{name}-short"), how.card(face, Face::short));
                args.set(name.to_owned(), how.card(face, |face| self.card(face)));
                return;
            }
            Value::Cards(faces) => args.set(format!("{name}-count"), faces.len() as i64),
            Value::Number(number) => {
                args.set(name.to_owned(), FluentValue::from(*number));
                return;
            }
            Value::Seats(_) | Value::Name(_) | Value::Text(_) => (),
        }
        args.set(name.to_owned(), self.value_for(value, how));
    }

    /// The text of a message; `None` if it is missing or does not fit its values.
    fn format(&self, id: &str, args: Option<&FluentArgs<'_>>) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let (mut errors, mut text) = (Vec::new(), String::new());
        let _ = write!(text, "{}", self.bundle.format_pattern(pattern, args, &mut errors));
        errors.is_empty().then_some(text)
    }
}

/// For whom a message is rendered, and the cards that stand in it as marks.
struct Rendering<'a> {
    reader: Reader<'a>,
    cards: Option<&'a RefCell<Vec<(Face, String)>>>,
}

impl Rendering<'_> {
    /// A card in words, or its mark.
    fn card(&self, face: &Face, words: impl FnOnce(&Face) -> String) -> String {
        let spelt = words(face);
        let Some(cards) = self.cards else { return spelt };
        let mut cards = cards.borrow_mut();
        let at = cards.len();
        match char::from_u32(FIRST_MARK + at as u32).filter(|_| at < MARKS) {
            None => spelt,
            Some(mark) => {
                cards.push((*face, spelt));
                mark.to_string()
            }
        }
    }
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Language({:?})", self.bundle.locales)
    }
}

/// Cards side by side: `8♥ 9♥`.
pub fn short(faces: &[Face]) -> String {
    faces.iter().map(Face::short).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Card;

    #[test]
    fn the_seat_that_a_message_is_about_reads_you() {
        let catalogue = "
seat = Seat { $number }
you = you
card-8H = the eight of hearts
throws = { $seat-is ->
    [you] You throw in { $card }.
   *[other] { $seat } throws in { $card } ({ $card-short }).
}
draws = { $seat } draws { $count ->
    [one] a card
   *[other] { $count } cards
}.
";
        let language = Language::new("en", &[catalogue]).expect("a catalogue");
        let card: Card = "8H".parse().expect("a card");
        let throws = Message::new("throws").with("seat", Seat::new(1)).with("card", card);
        assert_eq!(language.say(&throws, None), "Seat 2 throws in the eight of hearts (8♥).");
        assert_eq!(language.say(&throws, Some(Seat::new(1))), "You throw in the eight of hearts.");
        let draws = |count: u32| Message::new("draws").with("seat", Seat::new(2)).with("count", count);
        assert_eq!(language.say(&draws(1), None), "Seat 3 draws a card.");
        assert_eq!(language.say(&draws(12), None), "Seat 3 draws 12 cards.");
        assert_eq!(language.say(&Message::new("lost").with("count", 1u32), None), "lost count=1");
        assert!(Language::new("en", &["broken"]).is_err());

        let names = ["Ann".to_owned(), "Bo\u{e000}b".to_owned()];
        let reader = Reader { you: Some(Seat::new(0)), names: &names };
        let text = |words: &str| Part::Text(words.to_owned());
        assert_eq!(
            language.parts(&throws, reader),
            [
                text("Bob throws in "),
                Part::Card(card.into(), "the eight of hearts".to_owned()),
                text(" ("),
                Part::Card(card.into(), "8♥".to_owned()),
                text(").")
            ]
        );
    }

    #[test]
    fn english_names_every_card_of_every_deck() {
        let english = Language::english();
        let french = (0..64).filter_map(Card::from_code).map(Face::from);
        let uno = crate::uno::Card::all().map(Face::from);
        let house = crate::house::Card::all(13).map(Face::from);
        for face in french.chain(uno).chain(house) {
            assert!(english.has(&format!("card-{}", face.id)), "{}", face.id);
        }
    }
}
