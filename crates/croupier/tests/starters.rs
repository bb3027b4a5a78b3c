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
        assert!(ran.out.contains("8 matches, 0 ties, 0 forfeits, "), "{starter}: {}", ran.out);
    }
    // Four languages at one table.
    for first in 0..starters.len() {
        let four: Vec<&str> = (0..4).map(|n| starters[(first + n) % starters.len()].as_str()).collect();
        let ran =
            run(&[&["match", "durak", "--clock", "2s+100ms", "--sandbox", "strict"], &four[..]].concat(), "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
        assert!(ran.out.lines().count() == 7, "commitment, key, four seats, what times are: {}", ran.out);
    }
}

#[test]
fn a_starter_plays_the_same_match_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.txt");
    let path = path.to_str().expect("a name in text");
    for language in ["python", "c++", "rust", "java", "javascript"] {
        let Some(starter) = starter(language, folder.path()) else { continue };
        let ran = run(&["match", "durak", &starter, "--seed", "4", "--record", path], "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{language}");
        let again = run(&["rerun", path, "--same-bots"], "");
        assert!(again.out.starts_with("the same "), "{language}: {}", again.out);
    }
}

/// The second line of every starter says how it is tried out, from the folder above `bots`.
#[test]
fn a_starter_can_be_tried_out_as_its_second_line_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let bots = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    std::fs::create_dir(folder.path().join("bots")).expect("a folder can be made");
    let croupier = Path::new(env!("CARGO_BIN_EXE_croupier")).parent().expect("it lies somewhere");
    let path = std::env::var("PATH").expect("there is a path");
    for (name, needs) in [
        ("durak.py", "python3"),
        ("durak.cpp", "g++"),
        ("durak.rs", "rustc"),
        ("Durak.java", "javac"),
        ("durak.js", "node"),
    ] {
        let text = std::fs::read_to_string(bots.join(name)).expect("the starter is there");
        std::fs::write(folder.path().join("bots").join(name), &text).expect("writable");
        let line = text.lines().nth(1).expect("a second line").trim_start_matches(['/', '#', ' ']);
        assert!(line.contains("croupier check-bot durak "), "{name}: {line}");
        if Command::new(needs).arg("--version").stdin(Stdio::null()).output().is_err() {
            continue;
        }
        // Three deals are enough here.
        let line = line.replace("check-bot durak ", "check-bot durak --seat 2 --against steady --matches 0 ");
        let ran = Command::new("sh")
            .args(["-c", &line])
            .current_dir(folder.path())
            .env("PATH", format!("{}:{path}", croupier.display()))
            .output()
            .expect("there is a shell");
        let said = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success() && said.contains("nothing wrong in 3 matches"), "{line}: {said}");
    }
}
