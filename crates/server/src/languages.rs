//! The languages of the pages, and which of them a browser wants.

use std::sync::LazyLock;

use games::text::Language;

/// Their catalogues, for games, referee and pages. English is first: it serves who wants none of them.
const CATALOGUES: &[(&str, [&str; 3])] = &[
    ("en", [games::text::ENGLISH, table::text::ENGLISH, crate::ENGLISH]),
    ("de", [games::text::GERMAN, table::text::GERMAN, include_str!("../messages/de.ftl")]),
];

static LANGUAGES: LazyLock<Vec<(&str, Language)>> = LazyLock::new(|| {
    let language = |(tag, texts): &(&'static str, [&str; 3])| {
        (*tag, Language::new(tag, texts).expect("the catalogues are tested"))
    };
    CATALOGUES.iter().map(language).collect()
});

/// English, with everything that games, referee and pages say.
pub fn english() -> &'static Language {
    &LANGUAGES[0].1
}

/// The language of this tag, or of its first part: `de-AT` is served by `de`.
pub fn by_tag(tag: &str) -> Option<&'static Language> {
    let first = tag.split('-').next().unwrap_or_default();
    LANGUAGES.iter().find(|(known, _)| known.eq_ignore_ascii_case(first)).map(|(_, language)| language)
}

/// The language that a browser likes best, from its `Accept-Language` (RFC 9110, 12.5.4).
pub fn wanted(accept: &str) -> &'static Language {
    let mut wishes: Vec<(f32, &str)> = accept.split(',').filter_map(wish).collect();
    // Equal wishes stay in the order of the browser.
    wishes.sort_by(|one, other| other.0.total_cmp(&one.0));
    let served = |(_, tag): &(f32, &str)| if *tag == "*" { Some(english()) } else { by_tag(tag) };
    wishes.iter().find_map(served).unwrap_or_else(english)
}

/// One wish: how much, and for which tag. `None` if it is unwanted or cannot be read.
fn wish(text: &str) -> Option<(f32, &str)> {
    let mut parts = text.split(';').map(str::trim);
    let tag = parts.next().filter(|tag| !tag.is_empty())?;
    let weight = match parts.next() {
        None => 1.0,
        Some(weight) => weight.strip_prefix("q=")?.parse::<f32>().ok()?,
    };
    (weight > 0.0 && weight <= 1.0).then_some((weight, tag))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn the_page_speaks_what_the_browser_likes_best() {
        let tag = |accept| wanted(accept).tag();
        for german in [
            "de",
            "de-AT",
            "DE",
            "fr, de;q=0.5, en;q=0.4",
            "en;q=0.3, de-CH;q=0.9, *;q=0.1",
            "en;q=0, de;q=0.1",
        ] {
            assert_eq!(tag(german), "de", "{german}");
        }
        for english in [
            "",
            "en-GB,de;q=0.9",
            "fr",
            "*",
            "fr;q=1, *;q=0.5, de;q=0.4",
            "de;q=0",
            "de;q=x",
            "de;level=1",
            ";;,,",
            "de;q=7",
        ] {
            assert_eq!(tag(english), "en", "{english}");
        }
    }

    /// The values of each message. What a value becomes (`$seat-is`, `$card-short`) is the language's choice.
    fn messages(texts: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
        let mut found = BTreeMap::<String, BTreeSet<String>>::new();
        let mut id = String::new();
        for line in texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')) {
            if let Some((name, _)) = line.split_once(" = ").filter(|(name, _)| !name.contains(' ')) {
                assert!(!found.contains_key(name), "{name} is there twice");
                id = name.to_owned();
                found.entry(id.clone()).or_default();
            }
            for part in line.split('$').skip(1) {
                let is_name = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
                let name: String = part.chars().take_while(is_name).collect();
                let value = ["-is", "-short", "-count"].iter().find_map(|end| name.strip_suffix(end));
                let value = value.unwrap_or(&name).to_owned();
                // A single card is `$card`, several are `$cards`.
                let value = if value == "cards" { "card".to_owned() } else { value };
                found.get_mut(&id).expect("a message").insert(value);
            }
        }
        found
    }

    #[test]
    fn every_language_has_the_same_messages_with_the_same_values() {
        let english = messages(&CATALOGUES[0].1);
        assert!(english.len() > 500, "{} messages", english.len());
        for (tag, texts) in &CATALOGUES[1..] {
            let other = messages(texts);
            let ids = |all: &BTreeMap<String, BTreeSet<String>>| all.keys().cloned().collect::<BTreeSet<_>>();
            let (ours, theirs) = (ids(&english), ids(&other));
            assert!(ours == theirs, "{tag} lacks {:?} and has {:?}", &ours - &theirs, &theirs - &ours);
            for (id, values) in &english {
                assert_eq!(values, &other[id], "{tag}: {id}");
            }
        }
    }

    #[test]
    fn every_language_plays_whole_matches_without_a_missing_word() {
        use cards::{Message, Rng, Seat, Viewer};
        use table::key::Key;
        for (tag, language) in LANGUAGES.iter() {
            let whole = |message: &Message, you: Option<Seat>| {
                // A message that is missing, or whose values do not fit, is shown by its id.
                let text = language.say(message, you);
                assert!(!text.contains(message.id) && !text.contains('$'), "{tag}: {text}");
            };
            for game in games::catalog::NAMES {
                let mut table = table::deal(game, "", Key::from_seed(3).rng()).expect("a deal");
                let mut rng = Rng::new(3);
                while let Some(turn) = table.turn() {
                    let picture = table.picture(Viewer::Seat(turn.seat), 99);
                    let ask = picture.ask.expect("a question");
                    let choices = ask.choices.iter().map(|choice| &choice.name);
                    choices.chain([&ask.prompt]).for_each(|message| whole(message, Some(turn.seat)));
                    let legal = table.legal(1000);
                    let choice = &legal[rng.below(legal.len() as u32) as usize];
                    table.play(turn.seat, &choice.action).expect("a legal action");
                }
                for you in [None, Some(Seat::new(0))] {
                    let viewer = you.map_or(Viewer::Open, Viewer::Seat);
                    table.said(viewer, 0).iter().for_each(|message| whole(message, you));
                }
            }
        }
    }
}
