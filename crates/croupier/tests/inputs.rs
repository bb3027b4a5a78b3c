//! Files as people really have them: piped in, with a byte-order mark, with CRLF line ends.

mod common;

use std::fs;
use std::path::Path;

use common::{contests, examples, run};

/// A text as another system's editor saves it.
fn foreign(text: &str) -> String {
    format!("\u{feff}{}", text.replace('\n', "\r\n"))
}

fn record(folder: &Path) -> (String, String) {
    let path = folder.join("match.txt");
    let path = path.to_str().expect("a plain path").to_owned();
    let ran = run(&["match", "durak", "greedy", "random", "--seed", "3", "--record", &path], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let text = fs::read_to_string(&path).expect("a record");
    (path, text)
}

#[test]
fn cases_are_judged_with_a_byte_order_mark_and_without() {
    for (game, _) in contests() {
        let input = examples(game, 30);
        let plain = run(&["judge", game], input.clone());
        assert_eq!(run(&["judge", game], format!("\u{feff}{input}")), plain, "{game}");
        assert_eq!(run(&["judge", game, "-"], foreign(&input)), plain, "{game}");
    }
}

#[test]
fn a_byte_order_mark_moves_no_column() {
    let ran = run(&["judge", "mau-mau"], "\u{feff}x\n");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.starts_with("error: <stdin>:1:1: expected the number of cases, found `x`\n"),
        "{}",
        ran.err
    );
    let ran = run(&["judge", "house"], "\u{feff}Axel 4\n");
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("error: <stdin>:1:6: case 1: "), "{}", ran.err);
}

#[test]
fn a_game_is_solved_from_a_foreign_editor() {
    let input = examples("house", 2);
    let plain = run(&["solve", "house"], input.clone());
    assert_eq!(plain.status, 0);
    assert_eq!(run(&["solve", "house", "-"], foreign(&input)), plain);
}

#[test]
fn a_record_is_read_from_standard_input_and_from_a_foreign_editor() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, text) = record(folder.path());
    let commands: [(&str, &[&str]); 3] =
        [("verify", &[]), ("replay", &["--brief"]), ("rerun", &["--same-bots"])];
    for (command, options) in commands {
        let told = |file: &str, input: &str| run(&[&[command, file], options].concat(), input);
        let plain = told(&path, "");
        assert_eq!((plain.status, plain.err.as_str()), (0, ""), "{command}");
        assert!(!plain.out.is_empty());
        assert_eq!(told("-", &text), plain, "{command}");
        assert_eq!(told("-", &foreign(&text)), plain, "{command}");
        let changed = text.replacen("greedy", "creedy", 1);
        let refused = told("-", &foreign(&changed));
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{command}");
        assert!(refused.err.starts_with("error: <stdin>: line "), "{command}: {}", refused.err);
    }
    // A carriage return that ends no line is a changed byte.
    let changed = text.replacen(' ', "\r", 1);
    assert_eq!(run(&["verify", "-"], changed).status, 2);
}
