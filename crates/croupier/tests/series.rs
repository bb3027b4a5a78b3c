//! `croupier match --matches`, run for real: paired deals, honest counts, and nothing left behind.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::run;

fn program(game: &str, player: &str) -> String {
    format!("{} bot {game} --player {player}", env!("CARGO_BIN_EXE_croupier"))
}

/// The summary of a series.
fn summary(args: &[&str]) -> serde_json::Value {
    let ran = run(&[args, &["--json"]].concat(), "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    serde_json::from_str(ran.out.lines().last().expect("a summary")).expect("JSON")
}

fn mean(summary: &serde_json::Value, entry: usize) -> f64 {
    summary["entries"][entry]["won"]["mean"].as_f64().expect("a share")
}

#[test]
fn no_match_is_refused() {
    let ran = run(&["match", "durak", "greedy", "random", "--matches", "0"], "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--matches takes a whole number from 1 to"), "{}", ran.err);
}

#[test]
fn two_identical_programs_score_the_same_within_an_interval() {
    let greedy = program("durak", "greedy");
    let equal =
        summary(&["match", "durak", &greedy, &greedy, "--matches", "10", "--seed", "1", "--sandbox", "none"]);
    assert_eq!((&equal["deals"], &equal["matches"], &equal["forfeits"]), (&5.into(), &10.into(), &0.into()));
    for entry in 0..2 {
        let won = &equal["entries"][entry]["won"];
        assert_eq!(won["mean"], 0.5);
        assert!(won["low"].as_f64() < Some(0.5) && won["high"].as_f64() > Some(0.5), "{won}");
    }
}

#[test]
fn wins_are_no_more_than_matches_whoever_forfeits() {
    for bots in [["false", "greedy"], ["greedy", "false"], ["false", "false"]] {
        let arguments =
            ["match", "durak", bots[0], bots[1], "--matches", "4", "--seed", "1", "--sandbox", "none"];
        let all = summary(&arguments);
        assert_eq!((&all["matches"], &all["forfeits"]), (&4.into(), &4.into()), "{bots:?}");
        assert!((mean(&all, 0) + mean(&all, 1) - 1.0).abs() < 1e-9, "{all}");
        let guilty: u64 = (0..2).filter_map(|entry| all["entries"][entry]["forfeits"].as_u64()).sum();
        assert_eq!(guilty, 4);
    }
    let alone = summary(&[
        "match",
        "mau-mau",
        "false",
        "greedy",
        "random",
        "--seats",
        "3",
        "--matches",
        "3",
        "--sandbox",
        "none",
    ]);
    let shares: f64 = (0..3).map(|entry| mean(&alone, entry)).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{alone}");
}

#[test]
fn ties_are_counted_and_shared() {
    // Perfect play of House of Cards on equal terms often ties.
    let all = summary(&[
        "match",
        "house",
        "expert",
        "expert",
        "--matches",
        "40",
        "--seed",
        "1",
        "--rules",
        "ranks=5",
    ]);
    let ties = all["ties"].as_u64().expect("a number");
    assert!(ties > 0, "{all}");
    assert_eq!((mean(&all, 0), mean(&all, 1)), (0.5, 0.5));
    let text = run(
        &["match", "house", "expert", "expert", "--matches", "40", "--seed", "1", "--rules", "ranks=5"],
        "",
    );
    assert!(text.out.contains(&format!("{ties} ties")) || ties == 1, "{}", text.out);
}

#[test]
fn a_key_or_a_setup_names_the_deal() {
    let key = "0500000000000000000000000000000000000000000000000000000000000000";
    let object = |args: &[&str]| -> serde_json::Value {
        let ran = run(&[&["match", "durak", "greedy", "random", "--json"], args].concat(), "");
        assert_eq!(ran.status, 0, "{}", ran.err);
        serde_json::from_str(ran.out.lines().next().expect("a match")).expect("JSON")
    };
    let by_seed = object(&["--seed", "5"]);
    let by_key = object(&["--key", key]);
    assert_eq!((&by_key["setup"], by_key["key"].as_str()), (&by_seed["setup"], Some(key)));
    let setup = by_seed["setup"].as_str().expect("a deal");
    let given = object(&["--setup", setup]);
    assert_eq!((given["setup"].as_str(), &given["key"]), (Some(setup), &serde_json::Value::Null));
    // With several matches every deal is the given one.
    let series = object(&["--setup", setup, "--matches", "2"]);
    assert_eq!(series["setup"].as_str(), Some(setup));
}

#[test]
fn a_test_ends_a_series_when_it_is_clear() {
    let arguments = [
        "match",
        "durak",
        "champion:iterations=30",
        "random",
        "--sprt",
        "elo0=0,elo1=10",
        "--seed",
        "1",
        "--clock",
        "none",
    ];
    let clear = summary(&arguments);
    let test = &clear["sprt"];
    assert_eq!((&test["conclusion"], &test["by"]), (&"h1".into(), &"betting".into()), "{clear}");
    assert_eq!(
        (&clear["deals"], clear["matches"].as_u64()),
        (&test["deals"], test["deals"].as_u64().map(|deals| 2 * deals))
    );
    let again = summary(&[&arguments[..], &["--tables", "2"]].concat());
    assert_eq!(&again["sprt"], test, "the conclusion does not depend on the tables");
    let text = run(&arguments, "").out;
    assert!(text.contains("sprt   champion:iterations=30 is stronger (H1) after"), "{text}");
    let limited =
        summary(&["match", "durak", "greedy", "greedy", "--matches", "4", "--sprt", "elo0=0,elo1=10"]);
    assert_eq!((&limited["sprt"]["conclusion"], &limited["matches"]), (&"undecided".into(), &4.into()));
    let several =
        run(&["match", "mau-mau", "greedy", "random", "--seats", "4", "--sprt", "elo0=0,elo1=10"], "");
    assert_eq!(several.status, 2);
    assert!(several.err.contains("found 2 bots and 4 sides"), "{}", several.err);
}

/// A bot that says over a named pipe that it has started, and then never answers.
fn waits(folder: &Path) -> String {
    let pipe = folder.join("started");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let script = folder.join("bot.sh");
    // Of the side's two bots only the first writes: the pipe has one reader.
    let (pipe, first) = (pipe.display(), folder.join("first"));
    let lines = format!("mkdir {} 2> /dev/null && echo up > {pipe}\ncat > /dev/null\n", first.display());
    fs::write(&script, lines).expect("a script");
    format!("sh {}", script.display())
}

#[test]
fn control_c_leaves_no_empty_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("match.txt");
    let bot = waits(folder.path());
    let name = record.display().to_string();
    let arguments = [
        "match",
        "durak",
        &bot,
        "random",
        "--record",
        &name,
        "--sandbox",
        "none",
        "--clock",
        "none",
        "--seed",
        "1",
    ];
    // Who runs the tests in the background ignores the signal, and so would all their children.
    let mut command = Command::new("env");
    command.arg("--default-signal=INT").arg(env!("CARGO_BIN_EXE_croupier")).args(arguments);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("the binary starts");
    // Reading waits until the bot has started.
    assert!(fs::read(folder.path().join("started")).expect("the bot has started").starts_with(b"up"));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success());
    let ended = child.wait().expect("the binary ends");
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&ended), Some(2), "{ended}");
    assert!(!record.exists(), "no record of a match that did not end");
}
