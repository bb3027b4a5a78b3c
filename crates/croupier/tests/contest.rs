//! The sample contest of docs/contest.md, run for real, and everything that is made of its results.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Ran, run};

/// The sample in a folder of its own.
fn sample() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/contest");
    for name in ["anna", "boris", "chiara", "dora"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
        fs::copy(from.join(name).join("bot.py"), folder.path().join(name).join("bot.py")).expect("a bot");
    }
    let file = folder.path().join("contest.toml");
    fs::copy(from.join("contest.toml"), &file).expect("a contest file");
    (folder, file)
}

fn tournament(words: &[&str], file: &Path, rest: &[&str]) -> Ran {
    let file = file.display().to_string();
    run(&[&["tournament"], words, &[&file], rest].concat(), "")
}

fn json(ran: &Ran) -> serde_json::Value {
    assert_eq!(ran.status, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn the_sample_contest_runs_and_everything_is_made_of_it() {
    let (folder, file) = sample();
    let ran = tournament(&["run"], &file, &[]);
    assert_eq!(ran.status, 0, "{}", ran.err);

    let shown = json(&tournament(&["show"], &file, &["--json"]));
    assert_eq!(shown["schema"], "croupier/tournament/1");
    assert_eq!(
        (&shown["deals"], &shown["matches"], &shown["is_finished"]),
        (&30.into(), &60.into(), &true.into())
    );
    let entries = shown["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 4);
    let points: f64 = entries.iter().filter_map(|entry| entry["points"].as_f64()).sum();
    assert!((points - 30.0).abs() < 1e-6, "a deal has one point: {points}");
    let dora = entries.iter().find(|entry| entry["name"] == "Dora").expect("Dora");
    assert!(
        dora["reasons"]
            .as_array()
            .is_some_and(|reasons| reasons.iter().all(|reason| reason["code"] == "crashed"))
    );
    assert!(dora["forfeits"].as_u64() > Some(0), "her mistake shows: {dora}");

    let text = tournament(&["show"], &file, &[]).out;
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
    for words in ["rank  entry", "cross table", "forfeits", "clock use", "slowest decisions", "Chiara"] {
        assert!(text.contains(words), "{words}: {text}");
    }

    let csv = tournament(&["export"], &file, &[]).out;
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 1 + 60 * 4, "a line for each seat of each match");
    let columns = lines[0].split(',').count();
    assert!(lines[0].starts_with("deal,seating,round,seat,entry,name,payoff,ending"));
    assert!(lines.iter().filter(|line| !line.contains('"')).all(|line| line.split(',').count() == columns));
    let standings = tournament(&["export"], &file, &["--table", "standings"]).out;
    assert_eq!(standings.split_terminator("\r\n").count(), 5);
    assert_eq!(tournament(&["export"], &file, &["--table", "cross"]).out.split_terminator("\r\n").count(), 7);

    let report = tournament(&["report"], &file, &[]);
    assert_eq!(report.status, 0, "{}", report.err);
    let page = fs::read_to_string(folder.path().join("contest.html")).expect("a page");
    let records = folder.path().join("contest-records");
    let mut links = 0;
    for link in page.split("href=\"contest-records/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(records.join(link).is_file(), "{link}");
        links += 1;
    }
    assert!(links >= 60, "a link to every record: {links}");
    let first = records.join("deal-000001-seating-1.txt").display().to_string();
    assert_eq!(run(&["verify", &first], "").status, 0);
    let whole = tournament(
        &["report"],
        &file,
        &["--records", "page", "--output", &format!("{}/one.html", folder.path().display())],
    );
    assert_eq!(whole.status, 0, "{}", whole.err);
    let one = fs::read_to_string(folder.path().join("one.html")).expect("a page");
    assert!(one.contains("id=\"match-30-2\"") && !one.contains("-records/"));
}

#[test]
fn the_page_about_contests_shows_the_file_that_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| fs::read_to_string(root.join(name)).expect(name);
    assert!(read("docs/contest.md").contains(read("examples/contest/contest.toml").trim_end()));
}

#[test]
fn a_contest_that_has_not_begun_says_so() {
    let (_folder, file) = sample();
    for words in ["show", "export", "report"] {
        let ran = tournament(&[words], &file, &[]);
        assert_ne!(ran.status, 0, "{words}");
        assert!(ran.err.starts_with("error: "), "{words}: {}", ran.err);
    }
}
