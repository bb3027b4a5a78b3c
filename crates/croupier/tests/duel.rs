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
        "each deal is played twice: champion:iterations=40 in seats 1 and 3, then 2 and 4; greedy in the other seats"
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
    assert_eq!(
        lines[1],
        "each deal is played twice: contest in seat 1, then 2; the opponent in the other seats"
    );
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
        let report: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(report["schema"], "croupier/duel/1", "{line}");
        assert_eq!((&report["game"], &report["b"]["player"]), (&"uno".into(), &(*name).into()), "{line}");
        let won = &report["won"];
        assert!(won["low"].as_f64() <= won["mean"].as_f64() && won["mean"].as_f64() <= won["high"].as_f64());
    }
}

#[test]
fn a_player_nobody_knows_is_refused_before_anything_is_played() {
    for players in [["greedy", "grandmaster"], ["grandmaster", "greedy"]] {
        let output = duel(&format!("durak {} --deals 1", players.join(" ")));
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        assert_eq!(said(&output.stderr), "error: no player or program named `grandmaster`\n");
    }
    let meant = said(&duel("durak greedy champoin").stderr);
    assert_eq!(meant, "error: no player or program named `champoin`; did you mean `champion`?\n");
}

/// A duel whose players are commands with blanks.
fn duel_of(a: &str, b: &str, words: &str) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(["duel", "durak", a, b]).args(words.split_whitespace()).arg("--json");
    let output = command.output().expect("croupier runs");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn program(player: &str) -> String {
    format!("{} bot durak --player {player}", env!("CARGO_BIN_EXE_croupier"))
}

#[test]
fn a_program_plays_the_deals_of_a_duel_as_our_player_does() {
    let words = "--deals 4 --seed 3";
    let ours = duel_of("greedy", "steady", words);
    let theirs = duel_of(&program("greedy"), &program("steady"), words);
    let mixed = duel_of("greedy", &program("steady"), words);
    for other in [&theirs, &mixed] {
        assert_eq!(
            (&ours["won"], &ours["score"], &ours["deals"]),
            (&other["won"], &other["score"], &other["deals"])
        );
    }
    assert_eq!((&theirs["clock"], &ours["clock"]), (&"2s+100ms".into(), &"none".into()));
    assert!(theirs["a"]["moves"].as_u64() > Some(0));
}

#[test]
fn two_identical_programs_share_the_points_within_an_interval() {
    let equal = duel_of(&program("greedy"), &program("greedy"), "--deals 3 --seed 1");
    let won = &equal["won"];
    assert_eq!(won["mean"], 0.5);
    assert!(won["low"].as_f64() < Some(0.5) && won["high"].as_f64() > Some(0.5), "{won}");
}

#[test]
fn a_program_that_crashes_loses_its_matches_and_no_more() {
    let result = duel_of("false", "greedy", "--deals 2 --seed 1 --sandbox none");
    assert_eq!((&result["won"]["mean"], &result["a"]["forfeits"]), (&0.0.into(), &4.into()));
    assert_eq!(result["b"]["forfeits"], 0);
}

#[test]
fn a_test_stops_a_lopsided_duel_and_no_thread_changes_its_verdict() {
    let words = "--sprt elo0=0,elo1=10 --seed 1 --threads";
    let results: Vec<serde_json::Value> = [1, 2]
        .iter()
        .map(|threads| duel_of("champion:iterations=30", "random", &format!("{words} {threads}")))
        .collect();
    let test = &results[0]["sprt"];
    assert_eq!((&test["conclusion"], &test["by"]), (&"h1".into(), &"betting".into()), "{test}");
    assert!(test["deals"].as_u64() <= Some(40), "{test}");
    assert_eq!(results[0]["deals"], test["deals"]);
    assert_eq!((&results[0]["won"], test), (&results[1]["won"], &results[1]["sprt"]));
    let limited = duel_of("greedy", "greedy", "--sprt elo0=0,elo1=10 --seed 1 --deals 3");
    assert_eq!((&limited["sprt"]["conclusion"], &limited["deals"]), (&"undecided".into(), &3.into()));
    let wrong = duel("durak greedy random --sprt elo0=5");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        said(&wrong.stderr).contains("expected elo1=NUMBER, as in elo0=0,elo1=10"),
        "{}",
        said(&wrong.stderr)
    );
}

#[test]
fn a_key_is_one_deal() {
    let key = "0900000000000000000000000000000000000000000000000000000000000000";
    let by_key = duel_of("greedy", "random", &format!("--key {key}"));
    assert_eq!(by_key["deals"], 1);
    let dealt = Command::new(env!("CARGO_BIN_EXE_croupier")).args(["deal", "durak", "--seed", "9"]).output();
    let setup = said(&dealt.expect("croupier runs").stdout);
    assert_eq!(by_key["setup"].as_str(), Some(setup.trim()));
}

#[test]
fn few_deals_give_wide_intervals_and_no_nonsense() {
    for deals in 1..=3 {
        let text = said(&duel(&format!("durak greedy random --deals {deals} --seed 1")).stdout);
        let won = text.lines().find(|line| line.starts_with("won ")).expect("a share").to_owned();
        assert!(!won.contains("inf") && !won.contains("NaN"), "{won}");
        let ends: Vec<f64> = won
            .split(['(', ')'])
            .nth(1)
            .and_then(|words| words.strip_prefix("95% confidence interval "))
            .expect("an interval")
            .split(" to ")
            .map(|end| end.parse().expect("a number"))
            .collect();
        assert!(ends[0] >= 0.0 && ends[1] <= 100.0 && ends[1] - ends[0] > 50.0, "{won}");
    }
}

#[test]
fn more_threads_than_anybody_has_are_no_reason_to_hang() {
    for threads in ["18446744073709551615", "100000"] {
        let output = duel(&format!("durak greedy random --deals 4 --seed 1 --threads {threads}"));
        assert_eq!(output.status.code(), Some(0), "{threads}: {}", said(&output.stderr));
    }
}

#[test]
fn a_player_is_named_alike_in_duel_match_and_bot() {
    for name in ["champion:iterations=20", "club:noise=10,iterations=5", "greedy"] {
        let output = duel(&format!("durak {name} greedy --deals 1 --seed 1"));
        assert_eq!(output.status.code(), Some(0), "{}", said(&output.stderr));
        let croupier = |words: &[&str]| {
            Command::new(env!("CARGO_BIN_EXE_croupier")).args(words).output().expect("croupier runs")
        };
        let played = croupier(&["match", "durak", name, "greedy", "--seed", "1", "--clock", "none"]);
        assert_eq!(played.status.code(), Some(0), "{name}: {}", said(&played.stderr));
        let bot = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["bot", "durak", "--player", name])
            .stdin(std::process::Stdio::null())
            .output()
            .expect("croupier runs");
        assert_eq!(bot.status.code(), Some(0), "{name}: {}", said(&bot.stderr));
    }
    let refused = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["match", "durak", "champion:pukt=1", "greedy"])
        .output()
        .expect("croupier runs");
    assert_eq!(refused.status.code(), Some(2));
    let why = "error: champion:pukt=1: no setting named `pukt`; did you mean `puct`?\n";
    assert_eq!(said(&refused.stderr), why);
}

/// The players of a game in the order in which `croupier games` lists them.
fn listed(game: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_croupier")).args(["games", game, "--json"]).output();
    let object: serde_json::Value =
        serde_json::from_slice(&output.expect("croupier runs").stdout).expect("JSON");
    let players = object["players"].as_array().expect("players").iter();
    players.map(|name| name.as_str().expect("a name").to_owned()).collect()
}

/// A league in small; `croupier duel GAME PLAYER` with all the other players after it is the same by hand.
#[test]
fn games_lists_the_players_from_the_weakest_to_the_strongest() {
    for game in games::catalog::NAMES {
        let all = listed(game);
        let club = all.iter().position(|name| name == "club").expect("a level of every game");
        // Search takes its time: it meets only the strongest of those that do not search.
        let simple = (0..club).flat_map(|at| (0..at).map(move |weaker| (weaker, at)));
        for (weaker, stronger) in simple.chain([(club - 1, club)]) {
            let deals = if stronger == club { 20 } else { 300 };
            let (weaker, stronger) = (&all[weaker], &all[stronger]);
            let text =
                said(&duel(&format!("{game} {stronger} {weaker} --deals {deals} --seed 1 --json")).stdout);
            let result: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let even = 1.0 / if *game == "uno" { 4.0 } else { 2.0 };
            let high = result["won"]["high"].as_f64().expect("an interval");
            assert!(high > even, "{game}: {stronger} is listed above {weaker}, and won {}", result["won"]);
        }
    }
}

#[test]
fn a_key_names_one_deal_in_every_command() {
    let key = "0700000000000000000000000000000000000000000000000000000000000000";
    let deal = |words: &str| {
        let program = Command::new(env!("CARGO_BIN_EXE_croupier")).args(words.split(' ')).output();
        said(&program.expect("croupier runs").stdout)
    };
    assert_eq!(deal(&format!("deal uno --key {key}")), deal("deal uno --seed 7"));
    let text = said(&duel(&format!("durak greedy random --key {key}")).stdout);
    assert_eq!(text.lines().next(), Some("durak limit=6: greedy against random, the given deal"));
    assert!(said(&duel(&format!("durak greedy random --key {key} --deals 2")).stderr).contains("--deals"));
}
