//! Inputs as people really have them (piped, with a byte-order mark, with CRLF line ends), deals that every
//! command reads, and JSON for programs.

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, examples, problems, run};
use serde_json::{Value, json};

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
    for (game, _) in problems() {
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

/// A line without the numbers before `ms`.
fn untimed(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for at in 1..words.len() {
        if words[at].trim_end_matches([',', ')']) == "ms" {
            words[at - 1] = "#";
        }
    }
    words.join(" ")
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
        // A match that is played again takes its own time.
        let timeless = |ran: Ran| ran.out.lines().map(untimed).collect::<Vec<_>>();
        let plain = timeless(plain);
        assert_eq!(timeless(told("-", &text)), plain, "{command}");
        assert_eq!(timeless(told("-", &foreign(&text))), plain, "{command}");
        let changed = text.replacen("greedy", "creedy", 1);
        let refused = told("-", &foreign(&changed));
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{command}");
        assert!(refused.err.starts_with("error: <stdin>: line "), "{command}: {}", refused.err);
    }
    // A carriage return that ends no line is a changed byte.
    let changed = text.replacen(' ', "\r", 1);
    assert_eq!(run(&["verify", "-"], changed).status, 2);
}

/// A deal as `croupier deal` prints it.
fn deal(game: &str, options: &[&str]) -> String {
    let ran = run(&[&["deal", game, "--seed", "3"], options].concat(), "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game}");
    ran.out
}

fn refused(args: &[&str], input: &str) -> String {
    let ran = run(args, input);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
    ran.err
}

#[test]
fn every_command_reads_what_deal_prints() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deal.txt");
    let file = format!("@{}", path.to_str().expect("a plain path"));
    let commands: [(&str, &[&str]); 5] = [
        ("house", &["deal"]),
        ("durak", &["match", "greedy", "random", "--json"]),
        ("durak", &["duel", "greedy", "random", "--json"]),
        ("uno", &["judge"]),
        ("house", &["solve"]),
    ];
    for (game, command) in commands {
        let text = deal(game, &[]);
        fs::write(&path, foreign(&text)).expect("written");
        let told = |setup: &str, input: &str| {
            let ran = run(&[&[command[0], game], &command[1..], &["--setup", setup]].concat(), input);
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{command:?}");
            // Times differ from run to run.
            ran.out.split("\"seats\":[").next().and_then(|out| out.split("\"a\":").next()).map(str::to_owned)
        };
        let plain = told(text.trim_end(), "");
        assert_eq!(told("@-", &text), plain, "{command:?}");
        assert_eq!(told("@-", &foreign(&text)), plain, "{command:?}");
        assert_eq!(told(&file, ""), plain, "{command:?}");
        let broken = refused(&[&[command[0], game], &command[1..], &["--setup", "@-"]].concat(), "nonsense");
        assert!(
            broken.starts_with("error: <stdin>:") && broken.contains(": expected "),
            "{command:?}: {broken}"
        );
    }
}

#[test]
fn a_deal_from_standard_input_serves_many_matches() {
    let args = ["match", "durak", "greedy", "random", "--setup", "@-", "--matches", "3", "--json"];
    let ran = run(&args, deal("durak", &[]));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let setups: Vec<Value> = lines(&ran).iter().take(4).map(|line| line["setup"].clone()).collect();
    assert_eq!(setups, vec![json!(deal("durak", &[]).trim_end()); 4]);
}

#[test]
fn a_deal_is_answered_as_the_problem_would() {
    let mau_mau = run(&["judge", "mau-mau", "--setup", "@-"], deal("mau-mau", &["--seats", "3"]));
    assert_eq!((mau_mau.status, mau_mau.out.lines().count()), (0, 2), "{}", mau_mau.err);
    assert_eq!(mau_mau.out.lines().last().map(|line| line.split(' ').count()), Some(4), "three scores");
    let value = |out: &str| out.lines().next().map(str::to_owned);
    let house = run(&["judge", "house", "--setup", "@-"], deal("house", &[]));
    let solved = run(&["solve", "house"], deal("house", &[]));
    assert!(house.out.starts_with("Case 1: Axel "), "{}", house.out);
    assert_eq!(value(&house.out), value(&solved.out));
    let tractor = refused(&["judge", "tractor", "--setup", "@-"], &deal("tractor", &[]));
    assert_eq!(tractor, "error: --setup: a case of tractor is a finished round, not a deal\n");
    let uno = refused(&["judge", "uno", "--setup", "@-"], &deal("uno", &["--seats", "2"]));
    assert_eq!(uno, "error: <stdin>: a case of this problem has 4 seats, found 2\n");
}

#[test]
fn deals_are_solved_a_line_each_and_a_wrong_one_is_shown() {
    let (five, six) = (deal("house", &["--rules", "ranks=5"]), deal("house", &["--rules", "ranks=6"]));
    let ran = run(&["solve", "house", "--json"], foreign(&format!("\n{five}{six}")));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let ranks: Vec<Value> = lines(&ran).iter().map(|line| line["ranks"].clone()).collect();
    assert_eq!(ranks, [5, 6]);
    let ran = run(&["solve", "house"], format!("{five}{}", six.replacen("deck", "deck 9R", 1)));
    assert_eq!(ran.status, 2);
    assert!(ran.out.starts_with("Case 1: "), "the deals before it are solved");
    let place =
        "error: <stdin>:2:14: case 2: expected a card up to rank 6, found `9R`\n   |\n 2 | ranks=6 deck 9R ";
    assert!(ran.err.starts_with(place), "{}", ran.err);
}

#[test]
fn a_deal_that_cannot_be_is_refused_by_name() {
    let long = refused(&["deal", "uno", "--setup", "@-"], &" ".repeat(70_000));
    assert_eq!(long, "error: <stdin>: longer than any deal (65536 bytes)\n");
    let ran = run(&["deal", "uno", "--setup", "@-"], [0xff, b'\n']);
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (2, "error: <stdin>: expected a deal, found bytes that are not text\n")
    );
    let ran = run(&["deal", "uno", "--setup", "@no/such.txt"], "");
    let err = "error: cannot read no/such.txt: no such file\n";
    assert_eq!((ran.status, ran.err.as_str()), (1, err));
    for rest in [&["--seed", "1"][..], &["--deals", "5"], &["--rules", "contest"]] {
        let args = [&["duel", "durak", "greedy", "random", "--setup", "x"], rest].concat();
        assert!(refused(&args, "").contains("cannot be used with"), "{rest:?}");
    }
}

/// The objects of an output, each of which begins with its schema.
fn lines(ran: &Ran) -> Vec<Value> {
    let object = |line: &str| {
        assert!(line.starts_with("{\"schema\":\"croupier/"), "{line}");
        serde_json::from_str(line).expect("JSON")
    };
    ran.out.lines().map(object).collect()
}

/// The keys of an object, and of the objects in it.
fn keys(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            found.extend(object.keys().cloned());
            object.values().for_each(|value| keys(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

/// A program that answers every question with nonsense.
const NONSENSE: &str =
    "sh -c 'while read word rest; do case $word in MOVE|BEAT|ADD) echo nonsense;; esac; done'";

#[test]
fn every_key_of_a_json_line_is_documented() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    let docs = fs::read_to_string(docs).expect("the documentation");
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = record(folder.path());
    let cases = folder.path().join("cases.in");
    fs::write(&cases, examples("house", 2)).expect("written");
    let cases = cases.to_str().expect("a plain path");
    let outputs: [(&str, &[&str], &str); 12] = [
        ("judge", &["house", "--compare", "-", cases], "Case 1: x\nCase 2: y\nz\n"),
        ("solve", &["house", cases], ""),
        ("games", &[], ""),
        ("games", &["durak"], ""),
        ("deal", &["uno", "--seed", "1"], ""),
        ("match", &["durak", NONSENSE, "greedy", "--sandbox", "none", "--matches", "2"], ""),
        ("rerun", &[&path, "random", "greedy"], ""),
        ("rerun", &[&path, NONSENSE, "greedy", "--sandbox", "none"], ""),
        ("verify", &[&path], ""),
        ("verify", &["-"], "croupier record 2\n"),
        ("duel", &["durak", "greedy", "random", "--deals", "1", "--seed", "1"], ""),
        ("check-bot", &["durak", "--sandbox", "none", "--", "sh", "-c", "read x; echo nonsense"], ""),
    ];
    for (command, args, input) in outputs {
        let (_, section) = docs.split_once(&format!("\n## `croupier {command} ")).expect("a section");
        let section = section.split("\n## ").next().expect("a section ends");
        assert!(section.contains(&format!("`croupier/{command}/1`")), "{command}");
        // What a match is called is said once, in its own section.
        let (_, matches) = docs.split_once("\n## `croupier match ").expect("a section");
        let section = match command {
            "rerun" | "verify" => format!("{section}{}", matches.split("\n## ").next().expect("it ends")),
            _ => section.to_owned(),
        };
        let ran = run(&[&[command, "--json"], args].concat(), input);
        let mut found = Vec::new();
        for line in lines(&ran) {
            // Many matches are a series.
            let schema = if command == "match" { "series" } else { command };
            assert_eq!(line["schema"], format!("croupier/{schema}/1"));
            keys(&line, &mut found);
        }
        assert!(found.len() >= 6, "{command}: {}{}", ran.out, ran.err);
        let undocumented: Vec<_> =
            found.iter().filter(|key| !section.contains(&format!("`{key}`"))).collect();
        assert!(undocumented.is_empty(), "{command}: {undocumented:?}");
    }
}

#[test]
fn a_match_is_an_object_and_many_are_summed_up() {
    let args = ["match", "durak", NONSENSE, "greedy", "--seed", "7", "--sandbox", "none", "--json"];
    let ran = run(&args, "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let [line] = &lines(&ran)[..] else { panic!("{}", ran.out) };
    assert_eq!(
        (&line["kind"], &line["number"], &line["game"]),
        (&json!("match"), &json!(1), &json!("durak"))
    );
    assert_eq!(line["key"], json!(format!("07{}", "00".repeat(31))));
    assert_eq!(line["ending"], "forfeit");
    let forfeit = &line["forfeit"];
    assert_eq!((&forfeit["code"], &forfeit["answer"]), (&json!("unparsable"), &json!("nonsense")));
    assert!(forfeit["because"].as_str().is_some_and(|because| because.contains("expected")), "{forfeit}");
    assert!(forfeit["took_us"].is_null() && forfeit["signal"].is_null(), "{forfeit}");
    let loser = forfeit["seat"].as_u64().expect("a number") as usize;
    assert_eq!(line["seats"][loser - 1]["player"], NONSENSE);
    assert_eq!(line["payoffs"][loser - 1], -1);
    let ran = run(&[&args[..], &["--matches", "2"]].concat(), "");
    let [first, second, summary] = &lines(&ran)[..] else { panic!("{}", ran.out) };
    assert_eq!((&first["setup"], &second["number"]), (&line["setup"], &json!(2)));
    assert_eq!((&first["setup"], &first["deal"]), (&second["setup"], &second["deal"]), "paired");
    assert_eq!((&first["seating"], &second["seating"]), (&json!(1), &json!(2)));
    assert_eq!((&summary["kind"], &summary["forfeits"]), (&json!("summary"), &json!(2)));
    let [nonsense, greedy] = [&summary["entries"][0], &summary["entries"][1]];
    assert_eq!((&nonsense["forfeits"], &nonsense["won"]["mean"]), (&json!(2), &json!(0.0)));
    assert_eq!((&greedy["player"], &greedy["won"]["mean"]), (&json!("greedy"), &json!(1.0)));
}

#[test]
fn a_record_is_proved_or_refused_and_rerun_for_programs_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, text) = record(folder.path());
    let object = |args: &[&str], input: &str, status: i32| -> Value {
        let ran = run(&[args, &["--json"]].concat(), input);
        assert_eq!((ran.status, ran.err.is_empty()), (status, status == 0), "{}", ran.err);
        let [line] = &lines(&ran)[..] else { panic!("{}", ran.out) };
        line.clone()
    };
    let proved = object(&["verify", &path], "", 0);
    assert_eq!((&proved["is_proved"], &proved["file"]), (&json!(true), &json!(path)));
    assert_eq!((&proved["line"], &proved["match"]["ending"]), (&Value::Null, &json!("played")));
    let changed = object(&["verify", "-"], &text.replacen("greedy", "creedy", 1), 2);
    assert_eq!((&changed["is_proved"], &changed["match"]), (&json!(false), &Value::Null));
    assert_eq!((&changed["line"], &changed["file"]), (&json!(10), &json!("<stdin>")));
    assert!(changed["why"].as_str().is_some_and(|why| why.contains("was changed")), "{changed}");
    let other = object(&["verify", &path, "--commitment", &"0".repeat(64)], "", 2);
    assert_eq!(other["line"], 5);
    let same = object(&["rerun", &path, "--same-bots"], "", 0);
    assert_eq!((&same["difference"], &same["equal_actions"]), (&Value::Null, &same["actions"]));
    let another = object(&["rerun", &path, "random", "greedy"], "", 0);
    let (recorded, here) = (&another["difference"]["recorded"], &another["difference"]["here"]);
    assert!(recorded["action"].is_string() && recorded != here, "{another}");
    assert!(another["equal_actions"].as_u64() < another["actions"].as_u64(), "{another}");
}

#[test]
fn a_bot_is_right_or_complained_about_for_programs_too() {
    let try_out = |bot: &[&str], status: i32| -> Value {
        let how = ["check-bot", "durak", "--json", "--matches", "2", "--sandbox", "none", "--"];
        let ran = run(&[&how[..], bot].concat(), "");
        assert_eq!(ran.status, status, "{}{}", ran.out, ran.err);
        let [line] = &lines(&ran)[..] else { panic!("{}", ran.out) };
        line.clone()
    };
    let croupier = env!("CARGO_BIN_EXE_croupier");
    let right = try_out(&[croupier, "bot", "durak", "--player", "random"], 0);
    assert_eq!((&right["is_right"], &right["complaint"]), (&json!(true), &Value::Null));
    assert!(right["answers"].as_u64() > Some(10) && right["matches"].as_u64() >= Some(2), "{right}");
    let wrong = try_out(&["sh", "-c", "echo oops >&2; while read line; do echo nonsense; done"], 2);
    let complaint = &wrong["complaint"];
    assert_eq!((&wrong["is_right"], &wrong["matches"]), (&json!(false), &json!(0)));
    assert_eq!((&complaint["stderr"], &complaint["hint"]), (&json!(["oops"]), &Value::Null));
    assert!(
        ["unparsable", "chatters", "unasked"].iter().any(|code| complaint["code"] == *code),
        "{complaint}"
    );
}
