//! Every message of the sixth game has a text in its own catalogue or in that of all games.

use std::collections::BTreeSet;

use cards::{Face, Game, Message, Picture, Rng, Rules as _, Scene, Seat, laws, random_action};
use games::catalog::CatalogGame;
use games::text::{self, Language};
use sixth::{Action, Cards, Elements, ElementsScene, Rules};

fn english() -> Language {
    Language::new("en", &[text::ENGLISH, sixth::ENGLISH]).expect("two catalogues without conflicts")
}

/// Renders every message, and remembers their ids.
#[derive(Default)]
struct Reader {
    ids: BTreeSet<String>,
}

impl Reader {
    fn say(&mut self, english: &Language, message: &Message) {
        for you in [None, Some(Seat::new(0)), Some(Seat::new(1))] {
            let text = english.say(message, you);
            // A message without a text, or with wrong values, is shown by its id.
            assert_ne!(text, message.to_string(), "{message:?}");
            assert!(!text.contains(['{', '$']), "{text}");
        }
        self.ids.insert(message.id.to_owned());
    }

    fn name(&mut self, english: &Language, id: &str) {
        assert!(english.has(id), "{id}");
        self.ids.insert(id.to_owned());
    }

    fn picture(&mut self, english: &Language, picture: &Picture) {
        picture.zones.iter().for_each(|zone| self.name(english, zone.name));
        picture.facts.iter().for_each(|fact| self.name(english, fact.name));
        if let Some(ask) = &picture.ask {
            self.say(english, &ask.prompt);
            ask.choices.iter().for_each(|choice| self.say(english, &choice.name));
        }
    }
}

#[test]
fn every_message_has_a_text_and_every_text_is_used() {
    let (english, mut reader) = (english(), Reader::default());
    for rules in Rules::variants() {
        reader.say(&english, &Elements::house_rules(&rules));
        for seed in 0..30 {
            let mut rng = Rng::new(seed);
            let setup = Elements::deal(&rules, &mut rng);
            let mut log = Vec::new();
            let mut game = Elements::start(&setup, |event| log.push(event));
            let mut scenes: Vec<_> =
                laws::viewers(&rules).map(|viewer| (viewer, ElementsScene::new(&rules, viewer))).collect();
            loop {
                for event in log.drain(..) {
                    for (viewer, scene) in &mut scenes {
                        let said = scene.observe(Elements::redact(event, *viewer)).expect("what happens");
                        said.iter().for_each(|message| reader.say(&english, message));
                    }
                }
                scenes.iter().for_each(|(_, scene)| reader.picture(&english, &scene.picture(99)));
                let wrong = game.brute_force().into_iter().filter_map(|action| game.check(action).err());
                wrong.for_each(|why| reader.say(&english, &why.0));
                if game.turn().is_none() {
                    break;
                }
                let action: Action = random_action(&game, &mut rng);
                game.apply(action, |event| log.push(event));
            }
        }
    }
    for face in Cards::DECK.map(Face::from) {
        reader.name(&english, &format!("card-{}", face.id));
    }
    let ids = sixth::ENGLISH.lines().filter_map(|line| line.split_once(" = ").map(|(id, _)| id.to_owned()));
    let unused: Vec<String> = ids.filter(|id| !reader.ids.contains(id)).collect();
    assert_eq!(unused, [""; 0], "these texts are never used");
}

#[test]
fn a_match_reads_like_sentences() {
    let setup = "seats=2 first=2 deck F1 W1 F2 W2 F3 W3 F4 W4 L1 L2 L3 L4".parse().expect("a setup");
    let (english, you) = (english(), Seat::new(0));
    let mut scene = ElementsScene::new(&Rules::default(), you.into());
    let mut lines = Vec::new();
    let mut show = |event| {
        let said = scene.observe(Elements::redact(event, you.into())).expect("what happens can be shown");
        lines.extend(said.iter().map(|message| english.say(message, Some(you))));
    };
    let mut game = Elements::start(&setup, &mut show);
    for action in ["hide F1", "hide W1", "play F4", "play W4"] {
        game.play(action.parse().expect("an action"), &mut show).expect("a legal action");
    }
    assert_eq!(
        lines,
        [
            "Seat 2 is first.",
            "Seat 2 hides a card.",
            "You hide the one of water.",
            "Seat 2 plays the four of fire.",
            "You play the four of water.",
            "You win the trick: 2 points.",
        ]
    );
}

#[test]
fn its_rules_for_people_have_the_sections_that_commands_show() {
    assert!(Elements::RULES.starts_with("# Elements\n"));
    assert!(Elements::RULES.contains("\n## Notation\n"));
}
