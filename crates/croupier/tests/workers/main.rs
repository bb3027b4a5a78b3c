//! Tournaments on many machines: worker processes over a private PostgreSQL.

mod chaos;
mod harness;
mod role;

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use harness::{Contest, RESULTS, play_out};

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
fn bots_travel_to_workers_that_have_none_of_their_files() {
    let contest = Contest::empty("a_bots");
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("anna")).expect("a folder");
    std::fs::write(at("anna/bot.py"), include_str!("../../../../bots/durak.py")).expect("a bot");
    let file = "name = 'Cup'\ngame = 'durak'\ndeals = 2\n[[entry]]\nname = 'Anna'\n\
                command = 'cd anna && python3 bot.py'\n[[entry]]\nname = 'House'\nplayer = 'greedy'\n";
    std::fs::write(at("contest.toml"), file).expect("a contest");
    let file = at("contest.toml").display().to_string();
    let mut organiser = harness::bound_to_this_thread();
    organiser.args(["tournament", "run", &file, "--store", &contest.url, "--workers"]);
    let mut organiser = organiser.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut said =
        BufReader::new(organiser.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
    assert!(said.any(|line| line.starts_with("waiting for workers")), "it tells what it waits for");
    std::fs::remove_dir_all(at("anna")).expect("the bot is in the store");
    let cache = at("cache").display().to_string();
    let worker = contest.worker(&["--until-done", "--cache", &cache]).output().expect("it runs");
    assert!(worker.status.success(), "{}", String::from_utf8_lossy(&worker.stderr));
    let last: Vec<String> = said.collect();
    assert!(organiser.wait().expect("it ends").success(), "{last:?}");
    assert!(last.iter().any(|line| line == "finished, 2 deals"), "{last:?}");
    assert_eq!(contest.sql("select count(*) from match where ending = 'played'"), "4");
    let pins = contest.sql("select what, value from pin order by what");
    assert!(pins.contains("sandbox|strict") && pins.contains("runtime python3|Python 3"), "{pins}");
    // Cached: another worker could play without fetching it again.
    assert_eq!(std::fs::read_dir(at("cache")).expect("a cache").count(), 1);
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
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cup.toml");
    std::fs::write(&file, harness::CONTEST).expect("a contest");
    let show = harness::croupier().args(["tournament", "show", "--store", &contest.url]).arg(&file).output();
    let shown = String::from_utf8(show.expect("it runs").stdout).expect("text");
    assert!(shown.contains("deal 1: given up: 3 workers began this deal and none finished it"), "{shown}");
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

#[test]
fn a_bot_that_vanishes_from_a_workers_cache_is_fetched_again() {
    let contest = Contest::empty("a_vanish");
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("anna")).expect("a folder");
    std::fs::write(at("anna/bot.py"), include_str!("../../../../bots/durak.py")).expect("a bot");
    let file = "name = 'Cup'\ngame = 'durak'\ndeals = 10\nsandbox = 'none'\n[[entry]]\nname = 'Anna'\n\
                command = 'cd anna && python3 bot.py'\n[[entry]]\nname = 'House'\nplayer = 'greedy'\n";
    std::fs::write(at("contest.toml"), file).expect("a contest");
    let file = at("contest.toml").display().to_string();
    let mut organiser = harness::bound_to_this_thread();
    organiser.args(["tournament", "run", &file, "--store", &contest.url, "--workers"]);
    let mut organiser = organiser.stdout(Stdio::null()).spawn().expect("it starts");
    contest.wait_for("select count(*) > 0 from pin");
    let cache = at("cache").display().to_string();
    let mut worker = contest.worker(&["--until-done", "--cache", &cache]).spawn().expect("it starts");
    contest.wait_for(
        "select count(*) > 0 from (select deal from submission union select deal from match) played",
    );
    let mut moved = 0;
    for bot in std::fs::read_dir(at("cache")).expect("a cache").flatten() {
        std::fs::rename(bot.path(), at("elsewhere")).expect("moved");
        moved += 1;
    }
    assert_eq!(moved, 1);
    assert!(worker.wait().expect("it ends").success());
    assert!(organiser.wait().expect("it ends").success());
    assert_eq!(contest.sql("select count(*) from match where ending = 'played'"), "20");
    let troubles = contest.sql("select what from trouble");
    assert!(troubles.contains("the deal is not counted"), "{troubles}");
}

#[test]
fn swiss_and_knockout_over_workers_come_to_what_one_machine_comes_to() {
    for schedule in ["schedule = 'swiss'\nrounds = 3", "schedule = 'knockout'\nextra_deals = 3"] {
        let name = if schedule.contains("swiss") { "swiss" } else { "knockout" };
        let player =
            |(name, player): (&str, &str)| format!("[[entry]]\nname = '{name}'\nplayer = '{player}'\n");
        let players = [
            ("a", "greedy"),
            ("b", "random"),
            ("c", "champion:iterations=20"),
            ("d", "beginner"),
            ("e", "greedy"),
        ];
        let text = format!(
            "name = 'Cup'\ngame = 'durak'\ndeals = 2\nclock = 'none'\nseed = 3\n{schedule}\n{}",
            players.map(player).concat()
        );
        let many = Contest::empty(&format!("a_{name}_many"));
        harness::enter(&many.url, &text);
        play_out(&many, 2);
        let one = Contest::empty(&format!("a_{name}_one"));
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("cup.toml");
        std::fs::write(&file, &text).expect("a contest");
        let ran = harness::croupier().args(["tournament", "run", "--store", &one.url]).arg(&file).output();
        let ran = ran.expect("it runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let rounds = "select number, stage, first_deal, deals, encounters, byes from round order by number";
        assert_eq!(many.sql(rounds), one.sql(rounds), "{name}");
        assert!(one.sql(rounds).lines().count() >= 3, "{name}");
        assert_eq!(many.sql(RESULTS), one.sql(RESULTS), "{name}");
        assert_eq!(many.sql("select count(*) from trouble"), "0");
    }
}

#[test]
fn the_log_of_a_crashing_bot_can_be_read_while_workers_play() {
    let contest = Contest::empty("a_log");
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("anna")).expect("a folder");
    std::fs::write(at("anna/bot.sh"), "echo out of ideas >&2\nexit 3\n").expect("a bot");
    let file = "name = 'Cup'\ngame = 'durak'\ndeals = 100000\n[[entry]]\nname = 'Anna'\n\
                command = 'cd anna && sh bot.sh'\n[[entry]]\nname = 'House'\nplayer = 'greedy'\n";
    std::fs::write(at("contest.toml"), file).expect("a contest");
    let file = at("contest.toml").display().to_string();
    let mut organiser = harness::bound_to_this_thread();
    organiser.args(["tournament", "run", &file, "--store", &contest.url, "--workers"]);
    let mut organiser = organiser.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    contest.wait_for("select count(*) > 0 from pin");
    let cache = at("cache").display().to_string();
    let mut worker = contest.worker(&["--cache", &cache]).stderr(Stdio::null()).spawn().expect("it starts");
    contest.wait_for("select count(*) > 0 from bot_log");
    let log =
        harness::croupier().args(["tournament", "log", &file, "Anna", "--store", &contest.url]).output();
    let log = log.expect("it runs");
    let said = String::from_utf8_lossy(&log.stdout).into_owned();
    assert!(log.status.success() && said.starts_with("match ") && said.contains("out of ideas\n"), "{log:?}");
    assert_eq!(contest.sql("select count(*) from tournament where finished is null"), "1", "it is not over");
    for process in [&mut worker, &mut organiser] {
        process.kill().and_then(|()| process.wait()).expect("it ends");
    }
}
