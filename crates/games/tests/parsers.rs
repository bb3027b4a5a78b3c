//! The parsers of every game on random texts: refused or read back, never a panic.

use cards::{Rng, Rules, Text};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use proptest::prelude::*;

fn refused_or_read_back<T: Text>(text: &str) {
    if let Ok(thing) = text.parse::<T>() {
        assert_eq!(thing.to_string().parse().as_ref(), Ok(&thing), "{text:?}");
    }
}

struct Read<'a>(&'a str);
impl WithGame for Read<'_> {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        refused_or_read_back::<G::Rules>(self.0);
        refused_or_read_back::<G::Action>(self.0);
        refused_or_read_back::<G::Event>(self.0);
        if let Ok(setup) = self.0.parse::<G::Setup>() {
            refused_or_read_back::<G::Setup>(self.0);
            assert_eq!(G::start(&setup, |_| ()).audit(), Ok(()), "{:?}", self.0);
        }
    }
}

/// A real setup with one word changed.
struct Damage<'a> {
    seed: u64,
    at: usize,
    word: &'a str,
}
impl WithGame for Damage<'_> {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let variants = G::Rules::variants();
        let rules = variants[self.seed as usize % variants.len()];
        let setup = G::deal(&rules, &mut Rng::new(self.seed)).to_string();
        let mut words: Vec<&str> = setup.split(' ').collect();
        let at = self.at % words.len();
        words[at] = self.word;
        with_game(G::NAME, Read(&words.join(" "))).expect("a game of the catalog");
        words.remove(at);
        with_game(G::NAME, Read(&words.join(" "))).expect("a game of the catalog");
    }
}

/// Words that parsers know, and others.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9TJQKARBYGPCDHS?]{1,3}",
        "(play|draw|pass|bury|give|move|add|beat|take|out|hold|floor|peak|wish|deck|hand|discard|level|win)",
        "(seats|turns|ranks|limit|first|trump|main|dealer|direction)=[0-9A-Z/a-z]{0,3}",
        "\\PC{0,8}",
    ]
}

proptest! {
    #[test]
    fn texts_made_of_the_right_words_are_refused_or_read_back(words in prop::collection::vec(word(), 0..8)) {
        let text = words.join(" ");
        NAMES.iter().for_each(|name| with_game(name, Read(&text)).expect("a game of the catalog"));
    }

    #[test]
    fn a_setup_with_a_word_changed_or_missing_is_refused_or_consistent(seed in 0u64..50, at in 0usize..200, word in word()) {
        for name in NAMES {
            with_game(name, Damage { seed, at, word: &word }).expect("a game of the catalog");
        }
    }
}
