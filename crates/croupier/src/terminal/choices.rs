//! The choices of a seat as a short list: by their cards where these are enough, otherwise in words.

use cards::Value;
use cards::scene::{Ask, Choice, Face};

use super::draw::Pen;
use super::paint::{self, FAINT, columns, flowed, padded, painted};

/// In which words actions and events are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Words {
    /// In sentences.
    Sentences,
    /// As the protocol spells them.
    Protocol,
}

/// At most this many choices are listed unless the person asks for all.
pub const LISTED: usize = 60;
/// The list has at most this many lines.
const LINES: usize = 8;

/// The choices of a turn if there are few; otherwise how many there are and how to type one.
pub fn offered(pen: &Pen<'_>, ask: &Ask, words: Words) -> String {
    let is_whole = ask.choices.len() == ask.all as usize;
    if ask.batch <= 1 && is_whole {
        for labels in [labels(pen, &ask.choices, words), labels(pen, &ask.choices, Words::Protocol)] {
            let text = listed(pen, &labels);
            let is_narrow = text.lines().all(|line| columns(line) <= pen.width);
            if is_narrow && text.lines().count() <= LINES {
                return text;
            }
        }
    }
    painted_lines(pen, &how_to_type(ask))
}

fn painted_lines(pen: &Pen<'_>, text: &str) -> String {
    pen.paragraph("", text).lines().map(|line| painted(FAINT, line) + "\n").collect()
}

/// How to type one of many actions, with an example.
fn how_to_type(ask: &Ask) -> String {
    let typed = |choice: &Choice| {
        let cards: Vec<String> = choice.cards.iter().map(typed).collect();
        if cards.is_empty() { choice.action.clone() } else { cards.join(" ") }
    };
    if ask.batch > 1 {
        let cards = ask.choices.iter().filter(|choice| choice.cards.len() == 1).map(typed);
        let example: Vec<String> = cards.take(ask.batch.min(3) as usize).collect();
        let more = if ask.batch > 3 { " …" } else { "" };
        return format!(
            "Type {} cards in any order, like {}{more} (a lists all).",
            ask.batch,
            example.join(" ")
        );
    }
    let example = ask.choices.last().map_or(String::new(), |choice| format!(", like {}", typed(choice)));
    format!("{} choices: type the cards{example} (a lists all).", grouped(ask.all))
}

/// A card as most people type it: `10d`.
fn typed(face: &Face) -> String {
    let suit = face.id.strip_prefix('T').filter(|_| &*face.glyph == "10");
    suit.map_or(face.id.to_string(), |suit| format!("{}{suit}", face.glyph)).to_lowercase()
}

/// `1,512`.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The label of each choice: its cards, if no other choice has the same cards; its cards and the other things in its
/// name, `J♠ hearts`, if that is unique; otherwise its name in words. Points it wins at once follow.
pub fn labels(pen: &Pen<'_>, choices: &[Choice], words: Words) -> Vec<String> {
    let shorts: Vec<[Option<String>; 2]> = choices.iter().map(|choice| short(pen, choice)).collect();
    let is_alone = |at: usize, form: usize| {
        // With very many choices the comparison would take too long.
        choices.len() > LISTED || shorts.iter().filter(|other| other[form] == shorts[at][form]).count() == 1
    };
    let label = |at: usize| {
        let choice = &choices[at];
        let short = (0..2).find(|&form| shorts[at][form].is_some() && is_alone(at, form));
        let text = match (words, short.and_then(|form| shorts[at][form].clone())) {
            (Words::Protocol, _) => choice.action.clone(),
            (Words::Sentences, Some(short)) => short,
            (Words::Sentences, None) => pen.language.say(&choice.name, None),
        };
        let brings = choice.brings.map_or(String::new(), |(ink, points)| {
            let whose = format!("{ink:?}").to_lowercase();
            format!(" {}", painted(paint::ink(ink), &format!("({points:+} {whose})")))
        });
        text + &brings
    };
    (0..choices.len()).map(label).collect()
}

/// A choice by its cards alone, and by its cards and the other things in its name. A place in a building needs
/// words, and so does an action whose notation has no cards, like `hold`.
fn short(pen: &Pen<'_>, choice: &Choice) -> [Option<String>; 2] {
    let names = |face: &Face| choice.action.split(' ').any(|word| *word == *face.id);
    if choice.place.is_some() || !choice.cards.iter().any(names) {
        return [None, None];
    }
    let cards = paint::cards(&choice.cards);
    let is_card = |value: &Value| matches!(value, Value::Card(_) | Value::Cards(_));
    let others = choice.name.args.iter().map(|(_, value)| value).filter(|value| !is_card(value));
    let others: Vec<String> = others.map(|value| pen.language.value(value, None)).collect();
    let both = (!others.is_empty()).then(|| format!("{cards} {}", others.join(" ")));
    [Some(cards), both]
}

/// Numbered labels side by side if they fit on two lines, otherwise in columns, read from left to right.
pub fn listed(pen: &Pen<'_>, labels: &[String]) -> String {
    let pieces: Vec<String> =
        labels.iter().zip(1..).map(|(label, number)| format!("{number}) {label}")).collect();
    let text = flowed("", &pieces, "   ", pen.width);
    if text.lines().count() <= 2 {
        return text;
    }
    let digits = labels.len().to_string().len();
    let widest = labels.iter().map(|label| columns(label)).max().unwrap_or(0);
    let column = digits + 2 + widest + 2;
    let mut text = String::new();
    for (row, some) in labels.chunks(((pen.width + 2) / column).max(1)).enumerate() {
        let first = row * ((pen.width + 2) / column).max(1) + 1;
        let cell =
            |(at, label): (usize, &String)| format!("{:>digits$}) {}", first + at, padded(label, widest + 2));
        let line: String = some.iter().enumerate().map(cell).collect();
        text += &format!("{}\n", line.trim_end());
    }
    text
}
