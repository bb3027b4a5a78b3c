//! `croupier duel`, run for real.

use std::process::{Command, Output};

fn duel(words: &str) -> Output {
    let words = words.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_croupier")).arg("duel").args(words).output().expect("croupier runs")
}

fn said(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).expect("text")
}

#[test]
fn the_same_seed_gives_the_same_figures_however_many_threads_there_are() {
    let line = "durak champion:iterations=40 greedy --deals 6 --seed 7 --threads";
    let figures = |threads: u32| -> Vec<String> {
        let text = said(&duel(&format!("{line} {threads}")).stdout);
        // The lines after these tell times.
        text.lines().take(4).map(str::to_owned).collect()
    };
    let once = figures(1);
    assert_eq!(once[0], "durak limit=6: champion:iterations=40 against greedy, 6 deals, seed 7");
    assert_eq!(
        once[1],
        "every deal: champion:iterations=40 in seats 1 and 3, then 2 and 4; greedy elsewhere"
    );
    assert!(once[2].starts_with("won ") && once[3].starts_with("score "), "{once:?}");
    assert_eq!(figures(2), once);
}

#[test]
fn a_league_has_a_row_for_each_and_names_the_worst() {
    let output = duel("mau-mau contest random greedy contest --seats 2 --deals 40 --seed 1");
    let text = said(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "mau-mau seats=2 turns=1000: contest against a league, 40 deals, seed 1");
    assert_eq!(lines[1], "every deal: contest in seat 1, then 2; the opponent elsewhere");
    let rows = &lines[3..6];
    let share = |line: &str| -> f64 {
        let percent = line.split_whitespace().find_map(|word| word.strip_suffix('%'));
        percent.and_then(|number| number.parse().ok()).expect("a share of wins")
    };
    for (line, name) in rows.iter().zip(["random", "greedy", "contest"]) {
        assert!(line.starts_with(name), "{line}");
    }
    assert!(share(rows[0]) > 60.0, "the contest's rules beat chance: {text}");
    assert_eq!(share(rows[2]), 50.0, "a player against itself, both seatings: {text}");
    let least = rows.iter().map(|line| share(line)).fold(100.0, f64::min);
    assert_eq!(share(lines[6]), least, "{text}");
}

#[test]
fn json_is_a_line_for_each_opponent() {
    let text = said(&duel("uno contest random contest --deals 3 --seed 1 --json").stdout);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    for (line, name) in lines.iter().zip(["random", "contest"]) {
        assert!(line.starts_with(r#"{"game":"uno","rules":"#) && line.ends_with("}"), "{line}");
        assert!(line.contains(&format!(r#""b":{{"player":"{name}""#)), "{line}");
    }
}

#[test]
fn a_player_nobody_knows_is_refused_before_anything_is_played() {
    let output = duel("durak greedy grandmaster");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let why = said(&output.stderr);
    assert!(why.contains("expected a player (random, beginner, club, expert, champion"), "{why}");
    assert!(why.contains("found \"grandmaster\""), "{why}");
}
