//! What a typed line means: a number, an action in the game's notation, words, or only cards.

use cards::scene::{Choice, Face, Item, Picture, Shape, Zone, ZoneKind};
use cards::{Card, Illegal, Message, Seat, Tag};
use games::catalog::Spelt;
use games::text::Language;
use table::PlayError;

use crate::number::counted;

/// Cards and words are looked up among at most this many actions; with more, an action is put together from them.
pub const SEARCHED: usize = 2000;
/// Where a line could mean several actions, this many are named.
const NAMED: usize = 6;
/// This much of a line that means nothing is quoted.
const QUOTED: usize = 40;

/// What a seat can do now.
pub struct Options<'a> {
    /// The seat that reads the error messages.
    pub you: Seat,
    /// Every card of the deck, and what people type for it.
    pub deck: &'a [Spelt],
    /// What the seat sees and is asked.
    pub picture: &'a Picture,
    /// How many actions there are.
    pub count: usize,
    /// The first actions, up to this many.
    pub legal: &'a dyn Fn(usize) -> Vec<Choice>,
    /// Is this action allowed now?
    pub check: &'a dyn Fn(&str) -> Result<(), PlayError>,
}

/// The action that a line means, or what is wrong with it.
pub fn read(line: &str, options: &Options<'_>, language: &Language) -> Result<String, String> {
    let line = line.trim();
    if line.bytes().all(|byte| byte.is_ascii_digit()) {
        let count = options.count;
        let number = line.parse().ok().filter(|number| (1..=count).contains(number));
        let number: usize = number.ok_or_else(|| format!("type a number from 1 to {count}"))?;
        return (options.legal)(number)
            .pop()
            .map(|choice| choice.action)
            .ok_or_else(|| "there is no action".to_owned());
    }
    let as_spelt = (options.check)(line);
    if as_spelt.is_ok() {
        return Ok(line.to_owned());
    }
    let choices = if options.count <= SEARCHED { (options.legal)(options.count) } else { (options.legal)(1) };
    let typed = Typed::read(line, options.deck);
    // Small letters do no harm: the notation keeps an order of cards that the words of a choice do not.
    let respelt = typed.spelt.join(" ");
    if (options.check)(&respelt).is_ok() {
        return Ok(respelt);
    }
    if options.count <= SEARCHED {
        let is_named =
            |choice: &&Choice| language.say(&choice.name, None).to_lowercase() == line.to_lowercase();
        if let Some(choice) = choices.iter().find(is_named) {
            return Ok(choice.action.clone());
        }
        let meant: Vec<&Choice> = choices.iter().filter(|choice| typed.means(choice, language)).collect();
        match meant[..] {
            [] => (),
            [choice] => return Ok(choice.action.clone()),
            _ => {
                let names =
                    meant.iter().take(NAMED).map(|choice| language.say(&choice.name, Some(options.you)));
                let more = if meant.len() > NAMED { " …" } else { "" };
                let names = names.collect::<Vec<_>>().join("; ");
                return Err(format!("this could mean: {names}{more}. Type more of the words, or a number"));
            }
        }
    }
    let mut why = as_spelt.err();
    for text in typed.guesses(&choices) {
        match (options.check)(&text) {
            Ok(()) => return Ok(text),
            // Why an action is not allowed says more than that a text is not an action.
            Err(error @ PlayError::Illegal(_)) if !matches!(why, Some(PlayError::Illegal(_))) => {
                why = Some(error)
            }
            Err(_) => (),
        }
    }
    if !matches!(why, Some(PlayError::Illegal(_)))
        && let Some(card) = missing(&typed.cards, options, &choices)
    {
        why = Some(PlayError::Illegal(Illegal(Message::new("not-held").with("card", card))));
    }
    let why = match why {
        // Who types an action as the notation spells it is told what the notation expects.
        Some(PlayError::Parse(error)) if choices.iter().any(|choice| is_begun(line, choice)) => {
            error.to_string()
        }
        None | Some(PlayError::Parse(_)) => {
            let start: String = line.chars().take(QUOTED).collect();
            let found = if start == line { start } else { start + "…" };
            format!("{found:?} is not a choice here: type the number of a choice, or its cards")
        }
        Some(error) => language.say(&error.message(), Some(options.you)),
    };
    Err(format!("{why} (? for help)"))
}

/// Adds cards to those picked for a batch. Where several actions come in a row, a person names the cards in any
/// order, on one or several lines, by their names or by their numbers in the list of cards that can be picked.
/// `None` if the line is something else, or only one action is asked for.
pub fn pick(
    line: &str,
    picked: &[Tag],
    options: &Options<'_>,
    language: &Language,
) -> Option<Result<Vec<Tag>, String>> {
    let ask = options.picture.ask.as_ref().filter(|ask| ask.batch > 1)?;
    let verb = ask.choices.first().map(verb).unwrap_or_default();
    let held = held(options.picture);
    let typed = Typed::read(line, options.deck);
    let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    let (numbers, mut words): (Vec<String>, Vec<String>) = typed.words.into_iter().partition(is_number);
    if words.first() == Some(&verb.to_lowercase()) {
        words.remove(0);
    }
    if numbers.is_empty() && typed.cards.is_empty() {
        return None;
    }
    let why = match (missing(&typed.cards, options, &[]), words.first()) {
        (Some(card), _) => {
            Some(language.say(&Message::new("not-held").with("card", card), Some(options.you)))
        }
        (None, Some(word)) => Some(format!("{word:?} is not a card in your hand")),
        (None, None) => None,
    };
    if let Some(why) = why {
        return Some(Err(format!("{why} (? for help)")));
    }
    let mut all = [picked, &typed.cards].concat();
    match numbered(&numbers, &pickable(picked, options.picture)) {
        Ok(cards) => all.extend(cards),
        Err(why) => return Some(Err(why)),
    }
    let count = |id: Tag, cards: &[Tag]| cards.iter().filter(|card| **card == id).count();
    let ids: Vec<Tag> = held.iter().map(|face| face.id).collect();
    if let Some(face) = held.iter().find(|face| count(face.id, &all) > count(face.id, &ids)) {
        let why = Message::new("held-fewer").with("count", count(face.id, &ids) as i32).with("card", *face);
        return Some(Err(language.say(&why, Some(options.you))));
    }
    // Cards are played in card order: one that comes before those already played is refused.
    let open: Vec<Tag> = pickable(&[], options.picture).iter().map(|face| face.id).collect();
    let refused = all.iter().filter(|card| !open.contains(card));
    let why = refused.filter_map(|card| (options.check)(&format!("{verb} {card}")).err()).next();
    if let Some(why) = why {
        return Some(Err(language.say(&why.message(), Some(options.you))));
    }
    let (most, found) = (ask.batch as usize, all.len());
    let cards = counted(most, "card", "cards");
    Some(if found > most { Err(format!("choose {cards}, not {found}")) } else { Ok(all) })
}

/// The cards that can still be picked for a batch, in card order: the hand from the first card that can come next,
/// without the cards picked already.
pub fn pickable(picked: &[Tag], picture: &Picture) -> Vec<Face> {
    let order = |face: &Face| face.id.parse::<Card>().ok();
    let choices = picture.ask.iter().flat_map(|ask| &ask.choices);
    let first = choices.flat_map(|choice| &choice.cards).map(order).min().flatten();
    let mut cards = held(picture);
    cards.retain(|face| order(face) >= first);
    cards.sort_by_key(order);
    for card in picked {
        if let Some(at) = cards.iter().position(|face| face.id == *card) {
            cards.remove(at);
        }
    }
    cards
}

/// The cards with these numbers.
fn numbered(numbers: &[String], cards: &[Face]) -> Result<Vec<Tag>, String> {
    let count = cards.len();
    let mut taken: Vec<usize> = Vec::new();
    for text in numbers {
        let number = text.parse().ok().filter(|number| (1..=count).contains(number));
        let number = number.ok_or_else(|| format!("type a number from 1 to {count}"))?;
        if taken.contains(&number) {
            return Err(format!("{number} comes twice: type each number once"));
        }
        taken.push(number);
    }
    Ok(taken.iter().map(|number| cards[number - 1].id).collect())
}

/// The viewer's own cards.
pub fn held(picture: &Picture) -> Vec<Face> {
    let is_own = |zone: &&Zone| {
        zone.kind == ZoneKind::Hand && zone.owner.is_some() && zone.owner == picture.viewer.seat()
    };
    picture.zones.iter().filter(is_own).flat_map(faces_of).collect()
}

/// An action for each of these cards, in card order.
pub fn in_card_order(cards: &[Tag], choices: &[Choice]) -> Vec<String> {
    let verb = choices.first().map(verb).unwrap_or_default();
    let mut cards = cards.to_vec();
    cards.sort_by_key(|card| card.parse::<Card>().ok());
    cards.iter().map(|card| format!("{verb} {card}").trim().to_owned()).collect()
}

/// The visible cards of a zone.
fn faces_of(zone: &Zone) -> Vec<Face> {
    let of_item = |item: &Item| -> Vec<Face> {
        match item {
            Item::Card(card) | Item::Placed { card, .. } => vec![card.face],
            Item::Stack(cards) => cards.iter().map(|card| card.face).collect(),
            Item::Scored { .. } => Vec::new(),
        }
    };
    zone.groups.iter().flat_map(|group| &group.items).flat_map(of_item).collect()
}

/// A line as cards and other words, in lower case. A word that is the name of a card is always this card, whoever has
/// it, and never the beginning of another word.
#[derive(Debug)]
struct Typed {
    cards: Vec<Tag>,
    words: Vec<String>,
    /// The line again, with each card as actions spell it.
    spelt: Vec<String>,
}

impl Typed {
    fn read(line: &str, deck: &[Spelt]) -> Typed {
        let mut typed = Typed { cards: Vec::new(), words: Vec::new(), spelt: Vec::new() };
        for word in line.to_lowercase().split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
            match deck.iter().find(|card| is_name(word, card)) {
                Some(card) => {
                    typed.cards.push(card.face.id);
                    typed.spelt.push(card.face.id.to_string());
                }
                None => {
                    let word = suit(word).unwrap_or(word);
                    typed.words.push(word.to_owned());
                    typed.spelt.push(word.to_owned());
                }
            }
        }
        typed
    }

    /// Does it mean this action? The cards must be its cards, and every other word must be in it.
    fn means(&self, choice: &Choice, language: &Language) -> bool {
        let sorted = |mut cards: Vec<Tag>| {
            cards.sort_unstable();
            cards
        };
        let own = sorted(choice.cards.iter().map(|face| face.id).collect());
        if !self.cards.is_empty() && own != sorted(self.cards.clone()) {
            return false;
        }
        let action = choice.action.to_lowercase();
        let name = language.say(&choice.name, None).to_lowercase();
        // A number in an action is a place, for example; in a name it could be part of a card.
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_in_name =
            |word: &str| !is_number(word) && name.split(' ').any(|known| known.starts_with(word));
        self.words.iter().all(|word| action.split(' ').any(|known| known == word) || is_in_name(word))
    }

    /// Texts that could be the intended action: the same words in upper and lower case, with and without a verb.
    fn guesses(&self, choices: &[Choice]) -> Vec<String> {
        let mut verbs: Vec<String> =
            choices.iter().filter(|choice| !choice.cards.is_empty()).map(verb).collect();
        verbs.sort_unstable();
        verbs.dedup();
        let line = self.spelt.join(" ");
        let mut texts = vec![line.to_uppercase(), line];
        for verb in verbs {
            let is_verb = |word: &String| word.eq_ignore_ascii_case(&verb);
            let rest =
                if self.spelt.first().is_some_and(is_verb) { &self.spelt[1..] } else { &self.spelt[..] };
            texts.push(format!("{verb} {}", rest.join(" ")).trim().to_owned());
        }
        texts
    }
}

/// Does the line begin with the word that this action begins with, in an action of several words?
fn is_begun(line: &str, choice: &Choice) -> bool {
    let first = |text: &str| text.split_once(' ').map(|(first, _)| first.to_lowercase());
    first(line).is_some_and(|word| first(&choice.action) == Some(word))
}

/// The words before the cards of an action.
fn verb(choice: &Choice) -> String {
    let is_card = |word: &&str| choice.cards.iter().any(|face| *face.id == **word);
    choice.action.split(' ').take_while(|word| !is_card(word)).collect::<Vec<_>>().join(" ")
}

/// Is this lower-case word a name of the card: as actions spell it, as the screen shows it, or as people type it?
fn is_name(word: &str, card: &Spelt) -> bool {
    let names = [&*card.face.id, &card.face.short()].map(str::to_lowercase);
    names.iter().chain(&card.also).any(|name| name == word)
}

/// The first of these cards that the viewer neither holds nor can play.
fn missing(cards: &[Tag], options: &Options<'_>, choices: &[Choice]) -> Option<Face> {
    let held = held(options.picture);
    let is_there = |card: Tag| {
        held.iter().chain(choices.iter().flat_map(|choice| &choice.cards)).any(|face| face.id == card)
    };
    let card = cards.iter().find(|&&card| !is_there(card))?;
    options.deck.iter().map(|spelt| spelt.face).find(|face| face.id == *card)
}

/// The letter of a suit's symbol, in lower case.
fn suit(word: &str) -> Option<&'static str> {
    let suits = [(Shape::Spade, "s"), (Shape::Heart, "h"), (Shape::Diamond, "d"), (Shape::Club, "c")];
    suits.iter().find(|(shape, _)| word.chars().eq([shape.symbol()])).map(|(_, letter)| *letter)
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
