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
    insta::assert_snapshot!("help_games", help(&["games", "--help"]));
    insta::assert_snapshot!("help_match", help(&["match", "--help"]));
    insta::assert_snapshot!("help_duel", help(&["duel", "--help"]));
    insta::assert_snapshot!("help_bot", help(&["bot", "--help"]));
    insta::assert_snapshot!("help_check_bot", help(&["check-bot", "--help"]));
    insta::assert_snapshot!("help_replay", help(&["replay", "--help"]));
    insta::assert_snapshot!("help_verify", help(&["verify", "--help"]));
    insta::assert_snapshot!("help_rerun", help(&["rerun", "--help"]));
}

#[test]
fn the_version_is_told() {
    assert_eq!(help(&["--version"]), concat!("croupier ", env!("CARGO_PKG_VERSION"), "\n"));
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
    insta::assert_snapshot!("json_without_compare", complaint(&["judge", "uno", "--json"]));
    insta::assert_snapshot!("no_jobs", complaint(&["judge", "durak", "--jobs", "0"]));
}
