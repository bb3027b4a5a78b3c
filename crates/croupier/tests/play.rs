//! `croupier play`, `croupier replay` and `croupier deal` driven through pipes, for every game of the catalog.

mod common;

use std::fs;
use std::process::Stdio;

use common::{Ran, croupier, run};
use games::catalog::NAMES;
use table::record::Record;

/// Far more answers than any match asks for.
fn always(answer: &str) -> String {
    format!("{answer}\n").repeat(5_000)
}

/// Runs the binary with a screen of so many columns and other variables.
fn run_at(width: usize, variables: &[(&str, &str)], args: &[&str], input: &str) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("input");
    fs::write(&path, input).expect("the input can be written");
    let mut command = croupier(args);
    command.stdin(Stdio::from(fs::File::open(path).expect("the input is there")));
    command.env("COLUMNS", width.to_string()).env_remove("CLICOLOR_FORCE").env("TERM", "xterm");
    for (name, value) in variables {
        command.env(name, value);
    }
    Ran::from(command.output().expect("the binary runs"))
}

/// Plays with these answers; gives back what was shown and the record.
fn recorded(args: &[&str], input: &str) -> (String, Record) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record.txt");
    let path = path.to_str().expect("a name in text");
    let ran = run(&[&["play"], args, &["--record", path]].concat(), input);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{args:?}");
    let proved = run(&["verify", path], "");
    assert_eq!((proved.status, proved.err.as_str()), (0, ""), "{args:?}: {}", proved.out);
    let text = fs::read(path).expect("the record was written");
    (ran.out, Record::read(&text).expect("the record is whole"))
}

fn actions(record: &Record) -> Vec<&str> {
    record.decisions.iter().map(|decision| decision.action.as_str()).collect()
}

#[test]
fn a_match_can_be_played_to_its_end_from_every_seat() {
    for game in NAMES {
        for seat in ["1", "2"] {
            let args = [*game, "--seed", "1", "--seat", seat, "--against", "random"];
            let (out, record) = recorded(&args, &always("1"));
            assert!(out.contains("── the match is over "), "{game}: {out}");
            assert!(
                ["You win.", "You lose.", "It is a draw."].iter().any(|word| out.contains(word)),
                "{game}"
            );
            assert!(!out.contains('\x1b'), "no colours in a pipe");
            assert_eq!(record.ending.to_string(), "played", "{game}");
        }
    }
}

#[test]
fn the_hand_and_the_prompt_are_the_last_thing_above_the_input() {
    for game in NAMES {
        let ran = run(&["play", game, "--seed", "1", "--against", "random"], "?\nr\na\nl\nh\nflurb\n\nq\n");
        let asked: Vec<&str> = ran.out.split("\n> ").collect();
        assert!(asked.len() > 8, "{game}: {}", ran.out);
        for before in &asked[..8] {
            let last: Vec<&str> = before.lines().rev().take(20).collect();
            assert!(last.iter().any(|line| line.starts_with("Your ")), "{game}: {before}");
        }
    }
}

#[test]
fn hints_repeat_themselves_and_change_nothing() {
    let ran = run(&["play", "tractor", "--seed", "4"], "h\nh\nh\n");
    let hints: Vec<&str> = ran
        .out
        .split("Hint, the best first:\n")
        .skip(1)
        .filter_map(|text| text.split("Your hand").next())
        .collect();
    assert_eq!(hints.len(), 3);
    assert!(hints[0].contains("1. ") && hints.iter().all(|hint| *hint == hints[0]), "{hints:?}");

    for game in NAMES {
        let args = [*game, "--seed", "4", "--against", "club"];
        let (_, without) = recorded(&args, &always("1"));
        let (_, with) = recorded(&args, &format!("h\nh\n1\nh\n{}", always("1")));
        assert_eq!(actions(&with), actions(&without), "{game}");
        assert_eq!((with.notes.len(), without.notes.len()), (3, 0), "{game}: hints are noted");
    }
}

#[test]
fn hints_can_be_typed_as_they_are_told() {
    for game in NAMES {
        for words in [&["--terse"][..], &[]] {
            let args = [&["play", game, "--seed", "3", "--against", "random"], words].concat();
            let ran = run(&args, "h\n");
            let hint = ran.out.lines().find_map(|line| line.strip_prefix("  1. ")).expect("a hint");
            let hint = hint.split("  ").next().expect("an action");
            let ran = run(&args, format!("{hint}\nq\n"));
            assert!(
                !ran.out.contains("(? for help)") && !ran.out.contains("could mean"),
                "{game}: {}",
                ran.out
            );
        }
    }
}

#[test]
fn eight_cards_are_buried_on_one_line_and_taken_back_one_by_one() {
    let buried = ["3D", "5D", "6D", "3H", "4H", "5H", "6S", "3C"].map(|card| format!("bury {card}"));
    let cards = "3d 5d 6d 3c 3h 4h 5h 6s";
    // The last two are taken back and named again, on two lines and in another order.
    let (out, record) = recorded(&["tractor", "--seed", "4"], &format!("{cards}\nu\nu\n3c\n6s\nq\n"));
    assert_eq!(out.matches("Taken back.").count(), 2, "{out}");
    assert!(out.contains("Chosen: 3♣; choose 1 more (u takes back the last one)"), "{out}");
    assert_eq!(actions(&record), buried);
    assert_eq!(record.notes.len(), 2, "what was taken back is noted");
    assert_eq!(record.ending.to_string(), "forfeit 1 left");
    // A batch is played as a whole or not at all, whether its cards are named or numbered.
    let (out, record) = recorded(&["tractor", "--seed", "4"], "3d 5d as as as\n9c\n1\nu\nbury 3c\nq\n");
    assert!(out.contains("You have only two A♠") && actions(&record).is_empty(), "{out}");
    assert!(
        out.contains("Chosen: 9♣ 3♦; choose 6 more") && out.contains("Chosen: 9♣ 3♣; choose 6 more"),
        "{out}"
    );
    let numbered = "17 16 15 14 13 12 11 10\nu\nu\n3d\nq\n";
    let (out, record) = recorded(&["tractor", "--seed", "4"], numbered);
    assert_eq!(actions(&record).len(), 6, "two were taken back");
    assert!(out.contains("Bury in card order: 3♦ must come before"), "{out}");
}

#[test]
fn all_cards_that_can_be_buried_are_listed() {
    let out = run(&["play", "tractor", "--seed", "4"], "a\n33\nq\n").out;
    let lists: Vec<&str> = out.split("(a lists all).\n").skip(2).collect();
    assert!(lists[0].starts_with(" 1) 3♦") && lists[0].contains("33) "), "{out}");
    assert!(lists[1].contains("32) ") && !lists[1].contains("33) "), "{out}");
}

#[test]
fn leaving_is_a_forfeit_and_the_end_of_the_input_is_leaving() {
    for game in NAMES {
        for input in ["q\n", ""] {
            let (out, record) = recorded(&[game, "--seed", "1", "--name", "Anna"], input);
            assert!(out.contains("You leave the table, which counts as a loss: "), "{game}: {out}");
            assert!(out.contains("\nYou lose.\n"), "{game}: {out}");
            assert_eq!(record.ending.to_string(), "forfeit 1 left", "{game}");
            assert_eq!(record.players[0].name, "Anna");
            assert_eq!(record.players[1].name, "expert");
        }
    }
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    for game in NAMES {
        let nonsense = format!("flurb\n0\n99999999999999999999\n\u{1}\n{}\nq\n", "x".repeat(100_000));
        let (out, record) = recorded(&[game, "--seed", "1", "--against", "random"], &nonsense);
        assert!(out.contains("(? for help)") && out.contains("Type a number from 1 to"), "{game}: {out}");
        let own = record.decisions.iter().filter(|decision| decision.by == table::referee::By::Person);
        assert_eq!(own.count(), 0, "{game}");
    }
}

#[test]
fn several_players_sit_in_turn_by_the_one_grammar() {
    let against = "random,champion:iterations=50,noise=100,beginner";
    let (out, record) = recorded(&["durak", "--seat", "2", "--seed", "1", "--against", against], "q\n");
    let names: Vec<&str> = record.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!((names[0], names[2], names[3]), ("random", "champion:iterations=50,noise=100", "beginner"));
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("Seat 4 is your partner. The computer plays seat 1 (random), seat 3 (champion:"),
        "{out}"
    );
}

#[test]
fn the_command_told_at_the_end_deals_the_same_again() {
    for game in NAMES {
        let first = run(&["play", game, "--against", "beginner"], always("1"));
        assert_eq!((first.status, first.err.as_str()), (0, ""), "{game}");
        let (_, again) =
            first.out.split_once("To play the same deal again: croupier ").expect("a command line");
        let again = again.replace("\\\n", "");
        let args: Vec<&str> = again.split_whitespace().collect();
        assert_eq!(run(&args, always("1")), first, "{game}");
    }
}

#[test]
fn a_deal_given_by_hand_is_played() {
    for game in NAMES {
        let setup = run(&["deal", game, "--seed", "7"], "").out;
        let (_, given) = recorded(&[game, "--setup", setup.trim()], "q\n");
        let (_, dealt) = recorded(&[game, "--seed", "7"], "q\n");
        assert_eq!(given.setup, dealt.setup);
        assert!(given.key.is_none() && dealt.key.is_some());
    }
}

#[test]
fn a_table_looks_like_this() {
    let args = ["play", "durak", "--seed", "8", "--against", "random"];
    let answers = "1\n\n5s\nqc\nh\nq\n";
    insta::assert_snapshot!("durak_at_80", run_at(80, &[], &args, answers).out);
    insta::assert_snapshot!("durak_at_40", run_at(40, &[], &args, answers).out);
}

#[test]
fn no_line_of_a_match_is_wider_than_the_screen() {
    for game in NAMES {
        for width in [40, 80, 200] {
            let ran = run_at(width, &[], &["play", game, "--seed", "1", "--against", "random"], &always("1"));
            for line in ran.out.lines() {
                assert!(line.chars().count() <= width, "{game} at {width}: {line}");
            }
        }
    }
}

#[test]
fn colours_come_only_where_they_are_wanted() {
    let args = ["play", "durak", "--seed", "8"];
    let has_colours = |variables: &[(&str, &str)]| run_at(80, variables, &args, "").out.contains('\x1b');
    assert!(!has_colours(&[]), "a pipe is no terminal");
    let forced = ("CLICOLOR_FORCE", "1");
    assert!(has_colours(&[forced]));
    assert!(has_colours(&[forced, ("NO_COLOR", "")]));
    assert!(!has_colours(&[forced, ("NO_COLOR", "1")]));
    assert!(!has_colours(&[forced, ("TERM", "dumb")]));
}

#[test]
fn terse_keeps_to_the_protocols_words() {
    let ran = run(&["play", "durak", "--seed", "8", "--terse", "--against", "random"], "q\n");
    assert!(ran.out.contains("first 2 | move 2 3 ") && !ran.out.contains("attacks Seat"), "{}", ran.out);
    assert!(ran.out.contains(") NO"), "{}", ran.out);
}

#[test]
fn help_at_the_table_says_what_the_game_is_and_how_it_is_spelt() {
    for game in NAMES {
        let help = run(&["play", game, "--seed", "1"], "?\nq\n").out;
        assert!(help.contains("a hint: the three best moves"), "{game}: {help}");
        assert!(!help.contains('`') && !help.contains("| ---"), "{game} shows marks: {help}");
        let rules = run(&["play", game, "--seed", "1"], "r\nq\n").out;
        let about = run(&["games", game], "").out;
        let (_, whole) = about.split_once("\n===").expect("rules have a title");
        let (for_players, for_programs) =
            whole.split_once("\nNotation\n").expect("the notation has a section");
        assert!(rules.contains(for_players) && !rules.contains(for_programs), "{game}: {rules}");
        let narrow = run_at(50, &[], &["games", game], "").out;
        let (_, whole) = narrow.split_once("\n===").expect("rules have a title");
        assert!(whole.lines().all(|line| line.chars().count() <= 50), "{game}: {whole}");
    }
}

#[test]
fn help_is_about_the_game_at_the_table_only() {
    let about = |game: &str| run(&["play", game, "--seed", "1"], "?\nq\n").out;
    for (game, own, foreign) in [
        (
            "durak",
            "a star marks a trump, ? a card that is not beaten yet",
            &["bury", "choose a suit", "contest"][..],
        ),
        ("tractor", "To bury, type all eight cards", &["jack", "beaten yet", "contest"]),
        ("mau-mau", "js d to play the jack of spades and choose diamonds", &["bury", "trump", "contest "]),
        ("uno", "bs for the blue skip, gr for the green reverse", &["bury", "trump", "BP", "Durak"]),
        ("house", "floor 3 11r to lay the red 11", &["bury", "trump", "Axel", "contest"]),
    ] {
        let out = about(game);
        let (_, help) = out.split_once("── help").expect("help");
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(own), "{game}: {words}");
        for foreign in foreign {
            assert!(!words.contains(foreign), "{game} has {foreign}: {words}");
        }
    }
    let durak = about("durak");
    assert!(
        durak.contains("In this match: at most 6 cards are played against the defender in a round."),
        "{durak}"
    );
}

#[test]
fn who_wants_to_leave_is_asked_and_told_what_it_costs() {
    let question = "Leave the table and lose the match? (y/n)";
    let (out, record) = recorded(&["mau-mau", "--seats", "3", "--seed", "1"], "q\nn\nq\nflurb\ny\n1\n");
    assert_eq!(out.matches(question).count(), 3, "{out}");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("which counts as a loss: you pay 1 point to each opponent. You lose."), "{out}");
    assert!(out.contains("  You      -2 points\n") && out.contains("  Seat 2   +1 point\n"), "{out}");
    assert_eq!(record.ending.to_string(), "forfeit 1 left");
    let (out, _) = recorded(&["tractor", "--seed", "4"], "q\n");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("your team pays 1 match point to each opponent. You lose. You -1 match point"),
        "{out}"
    );
}

#[test]
fn what_others_have_seen_cannot_be_taken_back() {
    let (out, _) = recorded(&["durak", "--seed", "8", "--against", "random"], "u\n1\nu\nq\n");
    assert!(out.contains("There is nothing to take back\n"), "{out}");
    assert!(out.contains("Your last move cannot be taken back: the others have seen it"), "{out}");
}

#[test]
fn cards_chosen_to_be_buried_leave_the_hand() {
    let (out, _) = recorded(&["tractor", "--seed", "4"], "3d 5d\nu\nq\n");
    let hands: Vec<&str> =
        out.split("Your hand\n").skip(1).filter_map(|text| text.split("Bury").next()).collect();
    let has = |at: usize, card: &str| hands[at].contains(card);
    assert!(has(0, "3♦") && has(0, "5♦"), "{out}");
    assert!(!has(1, "3♦") && !has(1, "5♦"), "{out}");
    assert!(!has(2, "3♦") && has(2, "5♦"), "{out}");
    assert!(out.contains("Chosen: 3♦ 5♦; choose 6 more (u takes back the last one)"), "{out}");
}

#[test]
fn a_replay_shows_a_viewer_only_what_it_could_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record.txt");
    let path = path.to_str().expect("a name in text");
    // Seat 1 buries; seat 2 and the public must not read which cards.
    let played =
        run(&["play", "tractor", "--seed", "4", "--record", path], "3d 5d 6d 3c 3h 4h 5h 6s\nas as\nq\n");
    assert_eq!((played.status, played.err.as_str()), (0, ""));
    let replay = |view: &[&str]| {
        let ran = run(&[&["replay", path], view].concat(), "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{view:?}");
        ran.out
    };
    for open in [replay(&[]), replay(&["--seat", "1"])] {
        assert!(
            open.contains("1. Seat 1: bury the three of diamonds (")
                && open.contains("Kitty  5♦ 3♦")
                && open.contains("the end"),
            "{open}"
        );
    }
    for view in [&["--seat", "2"][..], &["--public"]] {
        let closed = replay(view);
        assert!(
            closed.contains("── 1. Seat 1 ──") && closed.contains("Seat 1 leads the pair A♠ A♠"),
            "{closed}"
        );
        assert!(!closed.contains("bury the three") && !closed.contains("only move"), "{closed}");
        let buried = closed.split("9. Seat 1").next().expect("the burying");
        assert!(view[0] == "--seat" || !buried.contains('♦'), "{buried}");
    }
    assert!(!replay(&["--brief"]).contains("Your hand") && !replay(&["--brief"]).contains("Trick"));
    let text = fs::read(path).expect("the record is there");
    assert_eq!(run(&["replay", "-"], text).out, replay(&[]));
    let wrong = run(&["replay", path, "--seat", "5"], "");
    let why = "error: --seat takes a whole number from 1 to 4, found `5`\n";
    assert!(wrong.status == 2 && wrong.err.starts_with(why), "{}", wrong.err);
}

#[test]
fn a_replay_keeps_to_the_screen_and_says_who_won() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record.txt");
    let path = path.to_str().expect("a name in text");
    for game in NAMES {
        run(&["play", game, "--seed", "1", "--against", "random", "--record", path], always("1"));
        let out = run_at(40, &[], &["replay", path], "").out;
        for line in out.lines() {
            assert!(line.chars().count() <= 40, "{game}: {line}");
        }
        let (_, end) = out.split_once("── the end ").expect("an end");
        assert!(end.contains(" wins\n") || end.contains(" win\n"), "{game}: {end}");
    }
}

#[test]
fn there_is_no_file_before_there_is_a_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record.txt");
    let mut command = croupier(&["play", "durak", "--seed", "1", "--record", path.to_str().expect("a name")]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary runs");
    let mut shown = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut seen = Vec::new();
    std::io::BufRead::read_until(&mut shown, b'>', &mut seen).expect("a question");
    child.kill().expect("it waits for an answer");
    child.wait().expect("it ends");
    assert!(!path.exists());
}

#[test]
fn a_record_of_version_1_is_replayed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../table/tests/data/records-1");
    let mut seen = 0;
    for entry in fs::read_dir(path).expect("old records are kept") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a record");
        if !text.starts_with("croupier record 1\n") {
            continue;
        }
        seen += 1;
        for view in ["--brief", "--public", "--seat=1"] {
            let ran = run(&["replay", path.to_str().expect("a name in text"), view], "");
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", path.display());
            assert!(ran.out.contains("── the end "), "{}", path.display());
        }
    }
    assert!(seen > 0, "there is one");
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
