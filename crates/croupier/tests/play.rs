//! `croupier play` and `croupier deal` driven through pipes, for every game of the catalog.

mod common;

use common::run;
use games::catalog::NAMES;

/// Far more answers than any match asks for.
fn always(answer: &str) -> String {
    format!("{answer}\n").repeat(20_000)
}

#[test]
fn a_match_can_be_played_to_its_end_from_every_seat() {
    for game in NAMES {
        for seat in ["1", "2"] {
            let ran = run(&["play", game, "--seed", "1", "--seat", seat, "--against", "random"], always("1"));
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game}");
            assert!(ran.out.contains("the match is over"), "{game}: {}", ran.out);
            assert!(ran.out.contains(&format!("seat {seat}: ")) && ran.out.contains(" (you)"), "{game}");
            assert!(!ran.out.contains('\x1b'), "no colours in a pipe");
        }
    }
}

#[test]
fn nobody_is_asked_where_there_is_no_choice_but_told_what_was_done() {
    // House of Cards leaves a choice nearly always.
    for game in NAMES.iter().filter(|game| **game != "house") {
        let ran = run(&["play", game, "--seed", "1", "--against", "random"], always("1"));
        let lines: Vec<&str> = ran.out.lines().collect();
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("-- your turn: ")) {
            let second = [lines[at + 1], lines[at + 2]].map(|line| line.contains("2) "));
            assert!(second.contains(&true), "{game} asks: {}", lines[at + 1]);
        }
        assert!(ran.out.contains(" (no choice)"), "{game}: {}", ran.out);
    }
}

#[test]
fn the_command_told_at_the_end_replays_the_deal() {
    for game in NAMES {
        let first = run(&["play", game], always("1"));
        assert_eq!(first.status, 0, "{game}: {}", first.err);
        assert!(first.err.starts_with("seed "), "{game}: {}", first.err);
        let again =
            first.out.lines().last().and_then(|line| line.strip_prefix("The same deal again: croupier "));
        let args: Vec<&str> = again.expect("a command line").split(' ').collect();
        let second = run(&args, always("1"));
        assert_eq!((second.status, second.err.as_str(), &second.out), (0, "", &first.out), "{game}");
    }
}

#[test]
fn hints_can_be_played_as_they_are_spelt() {
    for game in NAMES {
        let mut answers = String::new();
        // Each round asks for one more hint and types it in; a few are enough.
        for _ in 0..4 {
            let ran = run(&["play", game, "--seed", "3"], format!("{answers}h\n"));
            let Some(hint) = ran.out.lines().filter_map(|line| line.strip_prefix("hint: ")).next_back()
            else {
                break;
            };
            answers += &format!("{hint}\n");
        }
        assert!(!answers.is_empty(), "{game}");
        let ran = run(&["play", game, "--seed", "3"], answers.clone());
        assert!(!ran.out.contains("(? for help)"), "{game}: {}", ran.out);
    }
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    for game in NAMES {
        let nonsense = format!("flurb\n0\n99999999999999999999\n\u{1}\n{}\n?\nq\n", "x".repeat(100_000));
        let ran = run(&["play", game, "--seed", "1"], nonsense);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game}");
        assert!(
            ran.out.contains("(? for help)") && ran.out.contains("expected a number from 1 to"),
            "{game}"
        );
        assert!(ran.out.contains("You leave the table."), "{game}");
    }
}

#[test]
fn the_end_of_the_input_leaves_the_table() {
    for game in NAMES {
        let ran = run(&["play", game, "--seed", "1"], "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game}");
        assert!(ran.out.contains("You leave the table."), "{game}: {}", ran.out);
    }
}

#[test]
fn a_table_looks_like_this() {
    insta::assert_snapshot!(
        "durak_table",
        run(&["play", "durak", "--seed", "1", "--against", "random"], "1\n\n5S\n7H\nflurb\nq\n").out
    );
}

#[test]
fn help_at_the_table_says_what_the_game_is_and_how_it_is_spelt() {
    for game in NAMES {
        let help = run(&["play", game, "--seed", "1"], "?\nq\n").out;
        assert!(help.contains("a hint: what the champion would do"), "{game}: {help}");
        assert!(!help.contains('`') && !help.contains("| ---"), "{game} shows marks: {help}");
        let rules = run(&["play", game, "--seed", "1"], "r\nq\n").out;
        let about = run(&["games", game], "").out;
        let (_, whole) = about.split_once("\n===").expect("rules have a title");
        assert!(rules.contains(whole), "{game}: {rules}");
    }
}

#[test]
fn a_seed_means_one_deal() {
    for game in NAMES {
        let dealt = run(&["deal", game, "--seed", "7"], "");
        assert_eq!((dealt.status, dealt.err.as_str(), dealt.out.lines().count()), (0, "", 1), "{game}");
        assert_eq!(run(&["deal", game, "--seed", "7", "--rules", "contest"], ""), dealt);
        assert_ne!(run(&["deal", game, "--seed", "8"], "").out, dealt.out);
        let drawn = run(&["deal", game], "");
        let seed = drawn.err.strip_prefix("seed ").expect("the seed is told").trim();
        assert_eq!(run(&["deal", game, "--seed", seed], "").out, drawn.out);
    }
}
