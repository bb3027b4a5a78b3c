//! Help texts and complaints about the command line are part of the product.

mod common;

use common::run;

fn help(args: &[&str]) -> String {
    let ran = run(args, "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    ran.out
}

#[test]
fn every_command_explains_itself() {
    insta::assert_snapshot!("help", help(&["--help"]));
    insta::assert_snapshot!("help_judge", help(&["judge", "--help"]));
    insta::assert_snapshot!("help_deal", help(&["deal", "--help"]));
    insta::assert_snapshot!("help_play", help(&["play", "--help"]));
    insta::assert_snapshot!("help_games", help(&["games", "--help"]));
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
        ran.err
    };
    insta::assert_snapshot!("no_such_game", complaint(&["play", "durack"]));
    insta::assert_snapshot!("no_such_seat", complaint(&["play", "durak", "--seat", "5"]));
    insta::assert_snapshot!("no_such_policy", complaint(&["play", "durak", "--against", "god"]));
    insta::assert_snapshot!("no_such_preset", complaint(&["deal", "durak", "--rules", "blitz"]));
    insta::assert_snapshot!("no_such_setting", complaint(&["deal", "durak", "--rules", "contest jokers=2"]));
    insta::assert_snapshot!("no_such_table", complaint(&["deal", "durak", "--seats", "3"]));
    insta::assert_snapshot!("no_jobs", complaint(&["judge", "durak", "--jobs", "0"]));
}
