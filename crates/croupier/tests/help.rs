//! Help texts and complaints about the command line are part of the product.

mod common;

use common::run;
use games::catalog::NAMES;

fn help(args: &[&str]) -> String {
    let ran = run(args, "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    without_names(&ran.out)
}

/// Help as it would be for any catalog: a further game changes no snapshot.
fn without_names(text: &str) -> String {
    text.replace(&format!("[possible values: {}]", NAMES.join(", ")), "[possible values: the games]")
}

#[test]
fn every_command_explains_itself() {
    insta::assert_snapshot!("help", help(&["--help"]));
    insta::assert_snapshot!("help_judge", help(&["judge", "--help"]));
    insta::assert_snapshot!("help_solve", help(&["solve", "--help"]));
    insta::assert_snapshot!("help_deal", help(&["deal", "--help"]));
    insta::assert_snapshot!("help_play", help(&["play", "--help"]));
    insta::assert_snapshot!("help_serve", help(&["serve", "--help"]));
    insta::assert_snapshot!("help_games", help(&["games", "--help"]));
    insta::assert_snapshot!("help_match", help(&["match", "--help"]));
    insta::assert_snapshot!("help_duel", help(&["duel", "--help"]));
    insta::assert_snapshot!("help_tournament", help(&["tournament", "--help"]));
    insta::assert_snapshot!("help_tournament_run", help(&["tournament", "run", "--help"]));
    insta::assert_snapshot!("help_tournament_withdraw", help(&["tournament", "withdraw", "--help"]));
    insta::assert_snapshot!("help_tournament_replace", help(&["tournament", "replace", "--help"]));
    insta::assert_snapshot!("help_tournament_rerun", help(&["tournament", "rerun", "--help"]));
    insta::assert_snapshot!("help_tournament_log", help(&["tournament", "log", "--help"]));
    insta::assert_snapshot!("help_tournament_verify", help(&["tournament", "verify", "--help"]));
    insta::assert_snapshot!("help_tournament_show", help(&["tournament", "show", "--help"]));
    insta::assert_snapshot!("help_tournament_report", help(&["tournament", "report", "--help"]));
    insta::assert_snapshot!("help_tournament_export", help(&["tournament", "export", "--help"]));
    insta::assert_snapshot!("help_bot", help(&["bot", "--help"]));
    insta::assert_snapshot!("help_check_bot", help(&["check-bot", "--help"]));
    insta::assert_snapshot!("help_replay", help(&["replay", "--help"]));
    insta::assert_snapshot!("help_verify", help(&["verify", "--help"]));
    insta::assert_snapshot!("help_rerun", help(&["rerun", "--help"]));
    insta::assert_snapshot!("help_keygen", help(&["keygen", "--help"]));
    insta::assert_snapshot!("help_completions", help(&["completions", "--help"]));
    insta::assert_snapshot!("help_man", help(&["man", "--help"]));
}

#[test]
fn the_version_is_told() {
    assert_eq!(help(&["--version"]), concat!("croupier ", env!("CARGO_PKG_VERSION"), "\n"));
}

/// Every command that --help lists.
fn commands() -> Vec<String> {
    let help = help(&["--help"]);
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = list.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = names.filter(|name| *name != "help").map(str::to_owned).collect();
    assert!(names.len() >= 14 && names.iter().any(|name| name == "judge"), "{names:?}");
    names
}

#[test]
fn completions_name_every_command_in_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = help(&["completions", shell]);
        for name in commands() {
            assert!(script.contains(&name), "{shell} does not complete {name}");
        }
        assert!(script.contains("--compare") || script.contains("-l compare"), "{shell} completes options");
    }
}

/// Whether a shell can read its script is told by the shell, where there is one.
#[test]
fn bash_understands_its_completions() {
    let script = help(&["completions", "bash"]);
    let ask = "source /dev/stdin; COMP_WORDS=(croupier ver); COMP_CWORD=1; _croupier croupier ver croupier; \
               echo ${COMPREPLY[@]}";
    let child = std::process::Command::new("bash")
        .args(["--norc", "-c", ask])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn();
    let Ok(mut child) = child else { return };
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, script.as_bytes()).expect("taken");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "verify");
}

#[test]
fn man_pages_name_every_command_and_say_what_help_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("man1");
    let path = dir.to_str().expect("a plain path");
    assert_eq!(help(&["man", "--dir", path]), "");
    let main = help(&["man"]);
    assert_eq!(main, std::fs::read_to_string(dir.join("croupier.1")).expect("the main page"));
    for name in commands() {
        let dashed = format!("croupier-{name}");
        let escaped = dashed.replace('-', "\\-");
        assert!(main.contains(&format!("{escaped}(1)")), "the main page lacks {name}");
        let page = std::fs::read_to_string(dir.join(format!("{dashed}.1"))).expect("a page a command");
        assert!(page.contains(&format!(".SH NAME\n{escaped} ")), "{page}");
        assert!(page.contains(".SH OPTIONS\n"), "{page}");
    }
    let pages: Vec<String> = std::fs::read_dir(&dir)
        .expect("a folder")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    let is_command = |page: &&String| !page.starts_with("croupier-tournament-");
    assert_eq!(pages.iter().filter(is_command).count(), commands().len() + 1);
    assert!(pages.contains(&"croupier-tournament-run.1".to_owned()), "{pages:?}");
    let judge = std::fs::read_to_string(dir.join("croupier-judge.1")).expect("a page");
    assert!(judge.contains(".SH EXIT STATUS\n.nf\n") && judge.contains(".SH EXAMPLES\n"), "{judge}");
    let ran = run(&["man", "--dir", "/dev/null/man"], "");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("error: cannot make /dev/null/man: "), "{}", ran.err);
}

#[test]
fn a_wrong_command_line_is_explained() {
    let complaint = |args: &[&str]| {
        let ran = run(args, "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        without_names(&ran.err)
    };
    insta::assert_snapshot!("no_such_game", complaint(&["play", "durack"]));
    insta::assert_snapshot!("no_such_seat", complaint(&["play", "durak", "--seat", "5"]));
    insta::assert_snapshot!("no_such_policy", complaint(&["play", "durak", "--against", "god"]));
    insta::assert_snapshot!("no_such_preset", complaint(&["deal", "durak", "--rules", "blitz"]));
    insta::assert_snapshot!("no_such_setting", complaint(&["deal", "durak", "--rules", "contest jokers=2"]));
    insta::assert_snapshot!("no_such_table", complaint(&["deal", "durak", "--seats", "3"]));
    insta::assert_snapshot!("too_many_seats", complaint(&["play", "durak", "--seats", "99999"]));
    insta::assert_snapshot!("no_such_shell", complaint(&["completions", "cmd"]));
    insta::assert_snapshot!("json_without_compare", complaint(&["judge", "uno", "--json"]));
    insta::assert_snapshot!("no_jobs", complaint(&["judge", "durak", "--jobs", "0"]));
    insta::assert_snapshot!("no_such_program", {
        let ran = run(&["match", "durak", "greedy", "rndom"], "");
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        ran.err
    });
    insta::assert_snapshot!("three_bots_for_four_seats", complaint(&["match", "durak", "a", "b", "c"]));
    insta::assert_snapshot!("no_such_command", complaint(&["duell"]));
}

#[test]
fn a_name_with_a_typing_error_is_answered_with_the_name_that_was_meant() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    for name in ["match.txt", "mybot"] {
        std::fs::write(path(name), "").expect("written");
    }
    let cases: [(&[&str], &str); 13] = [
        (&["play", "durack"], "durak"),
        (&["mtach", "durak"], "match"),
        (&["match", "durak", "greedy", "rndom"], "random"),
        (&["match", "durak", "champoin:iterations=5", "greedy"], "champion"),
        (&["match", "durak", &path("mybt"), "greedy"], &path("mybot")),
        (&["check-bot", "durak", "--", &path("mybt")], &path("mybot")),
        (&["play", "durak", "--against", "expret"], "expert"),
        (&["bot", "uno", "--player", "gredy"], "greedy"),
        (&["duel", "durak", "champion:itertions=5", "greedy"], "iterations"),
        (&["deal", "durak", "--rules", "limt=5"], "limit"),
        (&["deal", "durak", "--rules", "contst"], "contest"),
        (&["verify", &path("matc.txt")], &path("match.txt")),
        (&["deal", "uno", "--setup", &format!("@{}", path("matc.txt"))], &path("match.txt")),
    ];
    for (args, meant) in cases {
        let ran = run(args, "");
        assert!([1, 2].contains(&ran.status) && ran.out.is_empty(), "{args:?}: {ran:?}");
        let tip = format!("'{meant}'");
        assert!(
            ran.err.contains(&format!("; did you mean `{meant}`?\n")) || ran.err.contains(&tip),
            "{}",
            ran.err
        );
    }
}

#[test]
fn what_is_not_a_whole_number_is_told_the_range() {
    let most = "a whole number from 0 to 18446744073709551615";
    let cases: [(&[&str], &str, &str); 11] = [
        (&["deal", "durak"], "--seed", most),
        (&["bot", "durak"], "--seed", most),
        (&["judge", "uno"], "--examples", most),
        (&["check-bot", "durak"], "--matches", most),
        (&["match", "durak", "greedy"], "--matches", "a whole number from 1 to 18446744073709551615"),
        (&["match", "durak", "greedy"], "--memory", "a whole number from 1 to 1048576"),
        (&["duel", "durak", "greedy", "random"], "--deals", "a whole number from 1 to 10000000"),
        (&["duel", "durak", "greedy", "random"], "--iterations", "a whole number from 0 to 4294967295"),
        (&["play", "durak"], "--seat", "a whole number from 1 to 4"),
        (&["play", "uno"], "--seats", "a whole number from 1 to 4"),
        (&["judge", "uno"], "--jobs", "a whole number from 1 to 256"),
    ];
    for (args, option, takes) in cases {
        for value in ["many", "-1", "1.5", "99999999999999999999"] {
            let ran = run(&[args, &[option, value]].concat(), "");
            let why = format!("error: {option} takes {takes}, found `{value}`\n");
            assert!(ran.status == 2 && ran.err.starts_with(&why), "{args:?}: {}", ran.err);
        }
    }
}

#[test]
fn a_file_that_is_no_record_is_called_that() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    for command in [&["verify", readme][..], &["replay", readme], &["rerun", readme, "greedy"]] {
        let ran = run(command, "");
        let why = format!("error: {readme} is not a croupier record\n");
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (2, "", why.as_str()));
    }
}
