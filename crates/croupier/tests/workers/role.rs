//! What a worker's role may do, and what becomes of records that are forged.

use std::process::Stdio;

use store::Store;
use table::record::Record;
use tournament::worker::Submission;

use super::harness::{Contest, RESULTS, block, play_out, worker};

/// The statements of docs/scale.md, so that the page is tested.
fn role_sql() -> String {
    let page = include_str!("../../../../docs/scale.md");
    let from = page.find("```sql\n").expect("the page has the statements") + "```sql\n".len();
    let until = page[from..].find("```").expect("they end") + from;
    page[from..until].to_owned()
}

/// A role of this name with the rights of the page.
fn grant(contest: &Contest, role: &str) {
    contest.sql(&role_sql().replace("croupier_worker", role).replace(" password 'change me'", ""));
}

#[test]
fn a_workers_role_plays_and_can_do_nothing_else() {
    let contest = Contest::enter("b_role", "");
    grant(&contest, "hand");
    contest.keep();
    let done = worker(&contest.url_of("hand"), &["--idle", "2s"]).status().expect("it runs");
    assert!(done.success());
    assert_eq!(contest.sql("select count(*) from submission"), "24");
    assert_eq!(contest.sql("select count(*) from match"), "0", "not before it is checked");
    let kept = contest.keep();
    assert_eq!((kept.counted, kept.refused), (12, 0));
    assert_eq!(contest.sql("select count(*) from match"), "24");
    let forbidden = [
        "select * from secret",
        "select record from \"match\"",
        "insert into \"match\" select * from \"match\"",
        "update \"match\" set payoffs = ''",
        "delete from \"match\"",
        "select record from submission",
        "update submission set worker = 'x'",
        "delete from submission",
        "update entry set sha256 = ''",
        "insert into artifact (sha256, bytes) values ('', '')",
        "delete from trouble",
        "update tournament set finished = 1",
        "insert into pin (tournament, what, value) values (1, '', '')",
        "create table mine (n bigint)",
        "select pgmq.drop_queue('croupier_deals')",
        "select pgmq.send('croupier_deals', '{}')",
    ];
    for statement in forbidden {
        let said = contest.sql_as("hand", statement).expect_err(statement);
        assert!(said.contains("permission denied") || said.contains("must be owner"), "{statement}: {said}");
    }
}

#[test]
fn forged_records_are_refused_and_their_deals_are_played_again() {
    let contest = Contest::enter("b_forged", "");
    grant(&contest, "rogue");
    contest.keep();
    let url = contest.url_of("rogue");
    assert!(worker(&url, &["--idle", "2s"]).stderr(Stdio::null()).status().expect("it runs").success());
    block(async {
        let store = Store::open(&contest.url).await.expect("it opens");
        let deals = Submission::oldest(&store, 1, 100).await.expect("all of them");
        let mut write = store.begin().await.expect("a transaction");
        for (number, deal) in deals.iter().enumerate().take(7) {
            Submission::remove(&store, &mut write, 1, deal[0].deal).await.expect("we may");
            for (at, one) in deal.iter().enumerate() {
                let mut forged = one.clone();
                let mut record = Record::read(one.record.as_bytes()).expect("a record");
                match number {
                    // The other team has won; marks and hash are made anew.
                    0 => {
                        let won = record.payoffs;
                        record.payoffs = cards::BySeat::from_fn(won.len(), |seat| -won[seat]);
                    }
                    // A deal that was more to somebody's taste.
                    1 => record = Record::read(deals[8][at].record.as_bytes()).expect("a record"),
                    // A match between others.
                    2 => record.players.swap(0, 1),
                    // The last action is missing.
                    3 => drop(record.decisions.pop()),
                    // A clock under which nobody could lose on time.
                    4 => record.clock = "2s+100ms".parse().expect("a clock"),
                    // Half a deal.
                    5 if at == 1 => continue,
                    _ => (),
                }
                forged.record = if number == 6 { "nonsense".to_owned() } else { record.to_string() };
                forged.insert(&store, &mut write, 1).await.expect("inserted");
            }
        }
        // A deal that is not in the plan.
        let beyond = Submission { deal: 12, ..deals[9][0].clone() };
        beyond.insert(&store, &mut write, 1).await.expect("inserted");
        write.commit().await.expect("it commits");
    });
    let kept = contest.keep();
    assert_eq!(
        (kept.counted, kept.refused, kept.queued),
        (5, 8, 7),
        "{}",
        contest.sql("select * from trouble")
    );
    let whys = contest.sql("select deal, what from trouble order by deal");
    for expected in [
        "expected payoffs 1 -1 1 -1",
        "key: expected",
        "seat 1: the program",
        "the match is not over",
        "clock: expected",
    ] {
        assert!(whys.contains(expected), "{expected}: {whys}");
    }
    assert!(
        whys.contains("expected 2 matches, found 1") && whys.contains("no such deal in the plan"),
        "{whys}"
    );
    play_out(&contest, 2);
    let honest = Contest::enter("b_honest", "");
    play_out(&honest, 2);
    assert_eq!(contest.sql(RESULTS), honest.sql(RESULTS));
}
