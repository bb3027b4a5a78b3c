//! The starter bots in `bots/`, each where its language is at hand.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::run;

/// A starter as a command for `match`, or `None` where its language is not installed.
fn starter(language: &str, folder: &Path) -> Option<String> {
    let bots = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    let file =
        |name: &str| bots.join(name).canonicalize().expect("the starter is there").display().to_string();
    let out = |name: &str| folder.join(name).display().to_string();
    let builds = |words: &[&str]| {
        let built = Command::new(words[0]).args(&words[1..]).stdin(Stdio::null()).output();
        match built {
            Ok(built) => {
                assert!(built.status.success(), "{words:?}: {}", String::from_utf8_lossy(&built.stderr));
                true
            }
            Err(_) => false,
        }
    };
    match language {
        "python" => builds(&["python3", "--version"]).then(|| format!("python3 '{}'", file("durak.py"))),
        "javascript" => builds(&["node", "--version"]).then(|| format!("node '{}'", file("durak.js"))),
        "c++" => {
            builds(&["g++", "-O1", "-std=c++17", "-Wall", "-Werror", "-o", &out("cpp"), &file("durak.cpp")])
                .then(|| format!("'{}'", out("cpp")))
        }
        "rust" => builds(&["rustc", "-O", "--edition", "2024", "-o", &out("rust"), &file("durak.rs")])
            .then(|| format!("'{}'", out("rust"))),
        "java" => builds(&["javac", "-d", &out("java"), &file("Durak.java")])
            .then(|| format!("cd '{}' && java -Xmx32m -XX:+UseSerialGC Durak", out("java"))),
        other => panic!("no starter in {other}"),
    }
}

#[test]
fn every_starter_plays_durak_legally_in_the_strict_sandbox_by_the_contests_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let languages = ["python", "c++", "rust", "java", "javascript"];
    let starters: Vec<String> = languages.iter().filter_map(|name| starter(name, folder.path())).collect();
    assert!(!starters.is_empty(), "rust is always at hand here");
    for starter in &starters {
        let ran = run(&["match", "durak", starter, "greedy", "--seed", "1", "--matches", "8"], "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{starter}");
        assert!(ran.out.contains("8 matches, 0 forfeits, "), "{starter}: {}", ran.out);
    }
    // Four languages at one table.
    for first in 0..starters.len() {
        let four: Vec<&str> = (0..4).map(|n| starters[(first + n) % starters.len()].as_str()).collect();
        let ran =
            run(&[&["match", "durak", "--clock", "2s+100ms", "--sandbox", "strict"], &four[..]].concat(), "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
        assert!(ran.out.lines().count() == 6, "a commitment, a key and four seats: {}", ran.out);
    }
}
