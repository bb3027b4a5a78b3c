//! What the commands expect of every game of the catalog.

use std::collections::BTreeSet;

use cards::{Rng, Rules};
use games::catalog::{CatalogGame, NAMES, Spelt, WithGame, with_game};
use games::text::Language;

struct PresetsRead;
impl WithGame for PresetsRead {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        assert_eq!(G::Rules::PRESETS[0].0, "contest", "{}", G::NAME);
        assert_eq!(G::Rules::PRESETS[0].1, G::Rules::default(), "{}", G::NAME);
        for (name, rules) in G::Rules::PRESETS {
            assert_eq!(name.parse(), Ok(*rules), "{} {name}", G::NAME);
        }
        for bad in
            ["tournament", "contest contest", "no-such-key=1", "=", "seats=", "seats=99999999999999999999"]
        {
            assert!(bad.parse::<G::Rules>().is_err(), "{} {bad}", G::NAME);
        }
        let _ = G::problem();
        for name in ["random", "greedy"] {
            assert!(G::POLICIES.contains(&name), "{}: every game has `{name}`", G::NAME);
        }
        assert!(G::POLICIES.iter().all(|name| G::policy(name).is_some()));
        assert!(G::policy("no such policy").is_none());
        let corners = games::corners::corners::<G>();
        assert!(corners.as_ref().is_ok_and(|corners| !corners.is_empty()), "{} {corners:?}", G::NAME);
        assert!(G::LONGEST > 0);
    }
}

#[test]
fn presets_are_read_by_name_and_other_texts_are_refused() {
    for name in NAMES {
        with_game(name, PresetsRead).expect("a game of the catalog");
    }
    assert!(with_game("bridge", PresetsRead).is_none());
}

struct Setups;
impl WithGame for Setups {
    type Out = String;
    fn run<G: CatalogGame>(self) -> String {
        let setup = G::deal(&G::Rules::default(), &mut Rng::new(1));
        format!("{} {setup}\n", G::NAME)
    }
}

/// If this test breaks, so does every stored record.
#[test]
fn a_seed_always_gives_the_same_deal() {
    let dealt: String =
        NAMES.iter().map(|name| with_game(name, Setups).expect("a game of the catalog")).collect();
    assert_eq!(dealt, include_str!("data/seed-1.txt"));
}

struct ForPeople;
impl WithGame for ForPeople {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let english = Language::english();
        for rules in G::Rules::variants() {
            let message = G::house_rules(&rules);
            assert_ne!(english.say(&message, None), message.to_string(), "{}: {rules}", G::NAME);
        }
        let mut names = BTreeSet::new();
        for Spelt { face, also } in G::deck() {
            let own: BTreeSet<String> =
                [face.id.to_lowercase(), face.short().to_lowercase()].into_iter().chain(also).collect();
            for name in own {
                assert_eq!(name, name.to_lowercase(), "{}", G::NAME);
                assert!(names.insert(name.clone()), "{}: {name} means two cards", G::NAME);
            }
        }
        let players = G::RULES.split("\n## Notation").next().expect("a text has a beginning");
        assert!(players.len() < G::RULES.len(), "{}: the notation has a section", G::NAME);
        let (start, _) = players.split_once("\n## ").expect("the rules have sections");
        assert!(start.contains("\nType `"), "{}: people read how to type its cards", G::NAME);
    }
}

#[test]
fn people_read_house_rules_in_words_and_type_each_card_by_names_of_its_own() {
    for name in NAMES {
        with_game(name, ForPeople).expect("a game of the catalog");
    }
}
