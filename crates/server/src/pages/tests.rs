//! Pages hold what the script needs, and what people type cannot become markup.

use std::collections::BTreeSet;

use cards::Seat;

use super::{TablePage, error, invitation, lobby, rules, script_ids, script_texts, table};
use crate::assets;
use crate::journal::Listed;
use crate::terms::{Terms, Wish};

fn web() -> impl Iterator<Item = (String, String)> {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/web")).expect("the folder web");
    folder.map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("a text"))
    })
}

#[test]
fn every_file_of_the_front_end_is_in_the_binary() {
    let version = assets::path("").split('/').nth(2).expect("a version").to_owned();
    for (name, _) in web() {
        assert!(assets::find(&version, &name).is_some(), "{name} is missing in assets.rs");
    }
}

#[test]
fn every_text_of_the_script_is_in_the_catalogue() {
    let known: BTreeSet<&str> = script_ids().collect();
    for (name, text) in web().filter(|(name, _)| name.ends_with(".js")) {
        for (at, _) in text.match_indices("ui-") {
            let is_id = |c: char| c.is_ascii_lowercase() || c == '-';
            let id: String = text[at..].chars().take_while(|c| is_id(*c)).collect();
            // `ui-who-${…}`: the rest of the name comes from the scene.
            let is_known =
                known.contains(&*id) || (id.ends_with('-') && known.iter().any(|one| one.starts_with(&id)));
            assert!(is_known, "{name} says {id}, which the catalogue does not have");
        }
    }
    let texts: serde_json::Value = serde_json::from_str(&script_texts(crate::english())).expect("an object");
    assert_eq!(texts["ui-selected"], "# of % selected");
}

#[test]
fn the_script_parses_no_markup_and_sets_no_style_attribute() {
    for (name, text) in web().filter(|(name, _)| name.ends_with(".js")) {
        for forbidden in
            ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "style:", "'style'"]
        {
            assert!(!text.contains(forbidden), "{name} has {forbidden}");
        }
    }
}

const EVIL: &str = "<script>alert(1)</script>\"'&";

#[test]
fn what_people_type_stays_text() {
    let language = crate::english();
    let wish = Wish {
        game: "durak",
        rules: "",
        seats: None,
        level: "club",
        people: 2,
        clock: "",
        hints: None,
        absent: 60,
        pace: 100,
        listed: true,
    };
    let terms = Terms::read(&wish).expect("terms");
    let listed = Listed { id: "abc".to_owned(), terms, names: vec![Some(EVIL.to_owned()), None] };
    let scene = serde_json::json!({
        "seq": 1, "you": 1, "table": { "name": "Durak", "begun": true, "over": null, "game": "durak", "rules": "" },
        "seats": [{ "seat": 1, "name": EVIL, "turn": true }], "said": [[EVIL]], "ask": null, "options": {},
    });
    let scene = scene.to_string();
    let shown = TablePage {
        id: "abc",
        seat: Some(Seat::new(0)),
        scene: &scene,
        invitations: vec![(Seat::new(2), "token".to_owned())],
        return_token: None,
        address: "",
        said: Some(EVIL),
    };
    let pages = [
        lobby(language, &[listed], "").into_string(),
        table(language, &shown).into_string(),
        invitation(language, "abc", Seat::new(2), "token", false, &scene).into_string(),
        error(language, "bad-form", Some(EVIL)).into_string(),
    ];
    for page in &pages {
        assert!(!page.contains("<script>alert"), "{page}");
        assert!(!page.contains(" style="), "the content policy forbids style attributes");
    }
    assert!(pages[1].contains("/t/abc/join?k=token"));
}

#[test]
fn every_game_has_rules_to_read_and_a_place_in_the_lobby() {
    let lobby = lobby(crate::english(), &[], "").into_string();
    for game in games::catalog::NAMES {
        assert!(rules(crate::english(), game).is_some());
        assert!(lobby.contains(&format!("value=\"{game}\"")), "{game}");
        for id in [format!("about-{game}"), format!("game-{game}")] {
            assert!(crate::english().has(&id), "{id}");
        }
    }
    assert!(rules(crate::english(), "poker").is_none());
}
