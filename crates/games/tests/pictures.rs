//! Pictures as JSON: every key and type, stored in `data/picture.schema`.
//!
//! `UPDATE_SCHEMA=1 cargo test -p games --test pictures` updates that file.

use std::collections::BTreeSet;
use std::path::Path;

use cards::{Rng, Rules, Scene, laws, random_action};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use serde_json::Value;

/// Every path of a value with the type found there.
fn paths(value: &Value, path: &str, all: &mut BTreeSet<String>) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(items) => {
            items.iter().for_each(|item| paths(item, &format!("{path}[]"), all));
            "array"
        }
        // What occurs in many places is described once.
        Value::Object(fields) if fields.contains_key("glyph") && path != "face" => {
            paths(value, "face", all);
            "face"
        }
        Value::Object(fields) if fields.contains_key("args") && path != "message" => {
            paths(value, "message", all);
            "message"
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                // Every message has its own values.
                let name = if path == "message.args" { "*" } else { name };
                paths(field, &format!("{path}.{name}"), all);
            }
            "object"
        }
    };
    all.insert(format!("{path}: {kind}"));
}

/// The paths of pictures and sentences of random matches, for every viewer.
struct Draw<'a>(&'a mut BTreeSet<String>);
impl WithGame for Draw<'_> {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        for rules in G::Rules::variants() {
            for seed in 0..5 {
                let mut rng = Rng::new(seed);
                let mut scenes: Vec<_> =
                    laws::viewers(&rules).map(|viewer| (viewer, G::Scene::new(&rules, viewer))).collect();
                let mut log = Vec::new();
                let mut state = G::start(&G::deal(&rules, &mut rng), |event| log.push(event));
                loop {
                    for (viewer, scene) in &mut scenes {
                        for &event in &log {
                            let said = scene.observe(G::redact(event, *viewer)).expect("it happened");
                            paths(&serde_json::to_value(said).expect("JSON"), "said", self.0);
                        }
                        let picture = serde_json::to_value(scene.picture(20)).expect("JSON");
                        paths(&picture, "picture", self.0);
                    }
                    log.clear();
                    if state.turn().is_none() {
                        break;
                    }
                    let action = random_action(&state, &mut rng);
                    state.apply(action, |event| log.push(event));
                }
            }
        }
    }
}

#[test]
fn pictures_have_the_stored_keys_and_types() {
    let mut found = BTreeSet::new();
    for name in NAMES {
        with_game(name, Draw(&mut found)).expect("a game of the catalog");
    }
    let found: String = found.iter().map(|line| format!("{line}\n")).collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/picture.schema");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&file, &found).expect("the schema can be written");
    }
    assert_eq!(found, std::fs::read_to_string(&file).expect("the schema is there"));
}
