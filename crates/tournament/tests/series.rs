//! Series between our own players: paired, resumable, and counted once.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use arena::Conditions;
use arena::entrants::Entrant;
use arena::sandbox::{Limits, Sandbox};
use table::clock::{Span, TimeControl};
use table::key::Key;
use table::referee::CAP;
use tournament::deals::Dealt;
use tournament::folder::Folder;
use tournament::seating::rotations;
use tournament::series::{PlayedDeal, Series, SeriesError, Sums};

/// Plays deals of Durak, and gives up after `most` of them.
fn played(
    players: [&str; 2],
    seed: u64,
    count: u64,
    folder: Option<&Path>,
    most: usize,
) -> Result<Vec<PlayedDeal>, SeriesError> {
    let entrant =
        |text: &str| Entrant::read("durak", text, Sandbox::None, Limits::default()).expect("a player");
    let entries = players.map(entrant);
    let seatings = rotations(4, 2);
    let conditions = Conditions {
        clock: TimeControl::None,
        cap: Span(CAP),
        startup: Span(CAP),
        launcher: PathBuf::new(),
        key: None,
        agent_key: Key::from_seed(0),
    };
    let folder = folder.map(|path| Folder::open(path).expect("a folder"));
    let deal = |number| Dealt::from_key("durak", "", Key::from_seed(seed + number));
    let series = Series {
        entries: &entries,
        seatings: &seatings,
        conditions: &conditions,
        deal: &deal,
        folder: folder.as_ref(),
        tables: NonZeroUsize::new(2).expect("two tables"),
    };
    let mut deals = Vec::new();
    series.play(count, &AtomicBool::new(false), |deal| {
        deals.push(deal);
        deals.len() < most
    })?;
    deals.sort_by_key(|deal| deal.number);
    Ok(deals)
}

fn actions(deals: &[PlayedDeal]) -> Vec<Vec<String>> {
    let of = |deal: &PlayedDeal| -> Vec<String> {
        let decisions = deal.matches.iter().flat_map(|one| &one.record.decisions);
        decisions.map(|decision| decision.action.clone()).collect()
    };
    deals.iter().map(of).collect()
}

#[test]
fn two_identical_players_score_the_same() {
    let deals = played(["greedy", "greedy"], 1, 10, None, 99).expect("a series");
    let sums = Sums::of(&deals, &rotations(4, 2), 2);
    assert_eq!((sums.deals, sums.matches, sums.forfeits), (10, 20, 0));
    for entry in &sums.entries {
        assert!(entry.deals.iter().all(|deal| deal.won == 0.5 && deal.score == 0.0), "{entry:?}");
    }
}

#[test]
fn an_interrupted_series_resumes_with_the_same_results() {
    let whole = played(["greedy", "random"], 5, 12, None, 99).expect("a series");
    let folder = tempfile::tempdir().expect("a folder");
    let first = played(["greedy", "random"], 5, 12, Some(folder.path()), 4).expect("a first part");
    assert!(first.len() < 12 && first.iter().all(|deal| !deal.is_resumed));
    // A match that was being written when the power failed.
    std::fs::write(folder.path().join("deal-000009-seating-1.part"), "croupier rec").expect("a file");
    let rest = played(["greedy", "random"], 5, 12, Some(folder.path()), 99).expect("the rest");
    assert_eq!(rest.iter().filter(|deal| deal.is_resumed).count(), first.len());
    assert_eq!(actions(&rest), actions(&whole));
    let points = |deals: &[PlayedDeal]| Sums::of(deals, &rotations(4, 2), 2).entries[0].deals.clone();
    assert_eq!(points(&rest), points(&whole));
}

#[test]
fn a_folder_of_another_series_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    played(["greedy", "random"], 5, 1, Some(folder.path()), 99).expect("a series");
    let other = played(["greedy", "steady"], 5, 1, Some(folder.path()), 99).expect_err("another player");
    let text = other.to_string();
    assert!(
        text.contains("deal-000001-seating-1.txt") && text.contains("`random`, expected `steady`"),
        "{text}"
    );
    let other = played(["greedy", "random"], 6, 1, Some(folder.path()), 99).expect_err("another deal");
    assert!(other.to_string().contains("its deal is"), "{other}");
    std::fs::write(folder.path().join("deal-000001-seating-1.txt"), "nonsense\n").expect("a file");
    let broken = played(["greedy", "random"], 5, 1, Some(folder.path()), 99).expect_err("no record");
    assert!(broken.to_string().contains("deal-000001-seating-1.txt: line 1"), "{broken}");
}

#[test]
fn the_key_of_a_folder_is_drawn_once_and_only_its_owner_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let key = || Folder::open(folder.path()).and_then(|folder| folder.key()).expect("a key");
    assert_eq!(key(), key());
    #[cfg(unix)]
    {
        let file = std::fs::metadata(folder.path().join("key.txt")).expect("a file");
        let mode = std::os::unix::fs::PermissionsExt::mode(&file.permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
}
