//! The ledger: what is written once is read as it was, and nothing is written twice.

use futures_util::TryStreamExt;
use store::Store;
use table::ending::Ending;
use table::key::Key;
use tournament::contest::Contest;
use tournament::ledger::{Ledger, MatchEntry};
use tournament::plan::Round;
use tournament::results::{MatchResult, SeatUse};

const CONTEST: &str = "name = 'Cup'\ngame = 'durak'\n[[entry]]\nname = 'a'\nplayer = 'greedy'\n\
                       [[entry]]\nname = 'b'\nplayer = 'random'\n";

async fn ledger(folder: &tempfile::TempDir) -> Ledger {
    let store = Store::open(&folder.path().join("cup").display().to_string()).await.expect("a store");
    let contest = Contest::read(CONTEST).expect("a contest");
    let hashes = ["aa".to_owned(), "bb".to_owned()];
    Ledger::create(&store, &contest, "/contest", Key::from_seed(3), &hashes).await.expect("a tournament")
}

fn entry(deal: u64, seating: u32) -> MatchEntry {
    let use_of = |seat: u64| SeatUse { decisions: seat, clock_us: 10, slowest_us: 4, cpu_us: 9, lag_us: 1 };
    let result = MatchResult {
        deal,
        seating,
        round: 0,
        entries: vec![0, 1, 0, 1],
        payoffs: vec![1, -1, 1, -1],
        ending: Ending::Played,
        seats: (0..4).map(use_of).collect(),
        finished: 1_700_000_000_000,
        worker: String::new(),
    };
    MatchEntry {
        result,
        record: format!("record {deal} {seating}\n"),
        logs: vec![vec![], b"\xff\0".to_vec()],
    }
}

#[tokio::test]
async fn a_deal_is_written_once_and_read_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let ledger = ledger(&folder).await;
    let deal: Vec<MatchEntry> = (0..2).map(|seating| entry(7, seating)).collect();
    assert!(ledger.insert(&deal).await.expect("written"));
    let mut forged = deal.clone();
    forged[0].record = "another".to_owned();
    assert!(!ledger.insert(&forged).await.expect("not written again"));
    let results: Vec<MatchResult> = ledger.results().try_collect().await.expect("results");
    assert_eq!(results, deal.iter().map(|one| one.result.clone()).collect::<Vec<_>>());
    assert_eq!(ledger.record(7, 0).await.expect("read").as_deref(), Some("record 7 0\n"));
    assert_eq!(ledger.record(8, 0).await.expect("read"), None);
    assert_eq!(ledger.log(7, 1, 1).await.expect("read").as_deref(), Some(&b"\xff\0"[..]));
    assert_eq!(ledger.log(7, 1, 0).await.expect("read"), None);
    assert_eq!(
        (ledger.count_deals().await.expect("read"), ledger.deals_from(0, 9).await.expect("read")),
        (1, vec![7])
    );
}

#[tokio::test]
async fn a_tournament_keeps_its_file_key_entries_and_rounds() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = ledger(&folder).await;
    let round = Round {
        number: 0,
        stage: 0,
        first_deal: 0,
        deals: 4,
        encounters: vec![vec![0, 3], vec![1, 2]],
        byes: vec![4],
    };
    first.add_round(&round).await.expect("stored");
    first.add_round(&Round { byes: vec![], ..round.clone() }).await.expect("ignored");
    assert_eq!(first.rounds().await.expect("rounds"), [round]);
    let again = Ledger::open(first.store(), None).await.expect("the only tournament");
    let row = again.tournament().await.expect("a row");
    assert_eq!((row.contest.as_str(), row.finished), (CONTEST, None));
    assert_eq!(row.commitment, Key::from_seed(3).commitment());
    assert_eq!(again.key().await.expect("a key"), Key::from_seed(3));
    let names: Vec<String> =
        again.entries().await.expect("entries").into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["a", "b"]);
    again.finish().await.expect("finished");
    assert!(again.tournament().await.expect("a row").finished.is_some());
    let error = Ledger::open(first.store(), Some("Cap")).await.expect_err("no such tournament");
    assert!(error.to_string().ends_with("no tournament named \"Cap\"; did you mean `Cup`?"), "{error}");
}
