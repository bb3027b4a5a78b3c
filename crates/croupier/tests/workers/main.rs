//! Tournaments on many machines: worker processes over a private PostgreSQL.

mod chaos;
mod harness;
mod role;

use harness::{Contest, play_out};

#[test]
fn workers_play_a_tournament_to_its_end() {
    let contest = Contest::enter("a_end", "");
    play_out(&contest, 2);
    assert_eq!(contest.sql("select count(*), count(distinct deal) from match"), "24|12");
    assert_eq!(contest.sql("select count(*) from submission"), "0");
    assert_eq!(contest.sql("select count(*) from trouble"), "0");
    assert_eq!(contest.sql("select count(*) from pgmq.q_croupier_deals"), "0");
}

#[test]
fn a_worker_that_differs_from_what_is_pinned_refuses_and_says_how() {
    let contest = Contest::enter("a_pin", "");
    contest.sql("update pin set value = 'croupier 9.9' where what = 'build'");
    let refused = contest.worker(&["--until-done"]).output().expect("it runs");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    let expected =
        "this machine differs from what the tournament \"Cup\" pins: build: expected `croupier 9.9`, found";
    assert!(said.contains(expected), "{said}");
    assert_eq!(contest.sql("select count(*) from submission"), "0");
}

#[test]
fn a_deal_that_nobody_finishes_goes_aside_and_into_trouble_until_somebody_retries() {
    let contest = Contest::enter("a_aside", "");
    contest.keep();
    // Three workers have begun the first deal.
    contest.sql("update pgmq.q_croupier_deals set read_ct = 3 where msg_id = 1");
    let done = contest.worker(&["--idle", "3s"]).status().expect("it runs");
    assert!(done.success());
    assert_eq!(contest.sql("select count(distinct deal) from match"), "11");
    assert_eq!(
        contest.sql("select deal, what from trouble"),
        "0|given up: 3 workers began this deal and none finished it"
    );
    assert_eq!(contest.sql("select count(*) from tournament where finished is null"), "1");
    assert!(contest.worker(&["--retry"]).status().expect("it runs").success());
    play_out(&contest, 1);
    assert_eq!(contest.sql("select count(distinct deal) from match"), "12");
}

#[test]
fn a_store_in_a_file_has_no_queue() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.croupier").display().to_string();
    harness::block(store::Store::open(&path)).expect("it opens");
    let refused = harness::croupier().args(["work", "--store", &path]).output().expect("it runs");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        said.contains("expected a store on PostgreSQL (postgres://…): only that has a queue for workers"),
        "{said}"
    );
}
