//! The audit of a tournament: every record is proved again, and is the match that the plan and the key ask for.
//!
//! The columns that standings are counted from must say what the record says, so a result that somebody changed in
//! the database is found.

use cards::Seat;
use futures_util::TryStreamExt;
use table::key::Key;
use table::record::{Named, Record};
use table::verify::verify;

use crate::contest::Contest;
use crate::ledger::{EntryRow, Ledger, LedgerError};
use crate::plan::{Plan, PlannedDeal};
use crate::results::MatchResult;
use crate::runner::Missing;
use crate::seating::Seating;

/// What an audit found.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// Matches that were looked at.
    pub matches: u64,
    /// Deals that they belong to.
    pub deals: u64,
    /// Deals of the plan that are not there.
    pub missing: u64,
    /// What is wrong, by deal and seating from 0. At most [`Audit::MOST`] are kept.
    pub wrong: Vec<(u64, u32, String)>,
}

impl Audit {
    /// Faults that are kept.
    pub const MOST: usize = 100;
}

/// Proves every match of a tournament.
pub async fn audit(ledger: &Ledger, contest: &Contest) -> Result<Audit, LedgerError> {
    let tournament = ledger.tournament().await?;
    let key = ledger.key().await?;
    let entries = ledger.entries().await?;
    let changes = ledger.changes().await?;
    let mut audit = Audit::default();
    if key.commitment() != tournament.commitment {
        audit.wrong.push((0, 0, "the key is not the one that was committed to".to_owned()));
    }
    // A deal that was played is judged by the plan before anybody withdrew.
    let rounds = ledger.rounds().await?;
    let whole = Plan::new(contest, vec![true; entries.len()], rounds.clone());
    let programs = |entry: usize| -> Vec<String> {
        let earlier = changes.iter().filter(|change| change.entry == entry);
        let all = earlier.map(|change| &change.sha256).chain(entries.get(entry).map(|entry| &entry.sha256));
        all.cloned().collect()
    };
    let programs: Vec<Vec<String>> = (0..entries.len()).map(programs).collect();
    let mut last = None;
    let mut results = std::pin::pin!(ledger.results());
    while let Some(result) = results.try_next().await? {
        audit.matches += 1;
        audit.deals += u64::from(last.replace(result.deal) != Some(result.deal));
        let record = ledger.record(result.deal, result.seating).await?.unwrap_or_default();
        if let Err(why) = check(&result, &record, contest, key, &whole, &programs)
            && audit.wrong.len() < Audit::MOST
        {
            audit.wrong.push((result.deal, result.seating, why));
        }
    }
    let is_in = entries.iter().map(|entry: &EntryRow| entry.withdrawn.is_none()).collect();
    let plan = Plan::new(contest, is_in, rounds);
    let mut missing = Missing::new(&plan);
    while missing.next(ledger).await?.is_some() {
        audit.missing += 1;
    }
    Ok(audit)
}

/// Is this the match that deal and seating ask for, and does the row say what its record says?
fn check(
    result: &MatchResult,
    record: &str,
    contest: &Contest,
    key: Key,
    plan: &Plan,
    programs: &[Vec<String>],
) -> Result<(), String> {
    let record = Record::read(record.as_bytes()).map_err(|error| error.to_string())?;
    let planned = plan.deal(result.deal).ok_or("no such deal is planned")?;
    let seating = prove(&record, contest, &planned, result.seating, key, |entry, player| {
        let hash = player.hash.map(|hash| hash.to_string()).unwrap_or_default();
        // Whoever fills seats is named in the contest file.
        programs.get(entry).map_or(contest.fill.as_ref() == Some(&player.name), |known| known.contains(&hash))
    })?;
    if planned.round != result.round || seating.as_slice() != result.entries {
        return Err(format!("seated are entries {:?}, expected {:?}", result.entries, seating.as_slice()));
    }
    let told = MatchResult::of(&record, (result.deal, result.seating), result.entries.clone());
    if (&told.payoffs, &told.ending, &told.seats) != (&result.payoffs, &result.ending, &result.seats) {
        return Err("its row in the store says something else than its record".to_owned());
    }
    Ok(())
}

/// Proves that a record is the match that the plan asks for: this seating of this deal under the contest's conditions,
/// between programs that `is_entered` knows, every action legal. Answers who sat where.
pub fn prove<'a>(
    record: &Record,
    contest: &Contest,
    planned: &'a PlannedDeal,
    seating: u32,
    key: Key,
    is_entered: impl Fn(usize, &Named) -> bool,
) -> Result<&'a Seating, String> {
    let seats = usize::try_from(seating).ok().and_then(|at| planned.seatings.get(at));
    let seats = seats.ok_or("no such seating is planned")?;
    let key = key.deal(planned.number);
    let dealt = table::deal(&contest.game, &contest.rules, key.rng()).map_err(|error| error.to_string())?;
    let header = dealt.header();
    let same = |what: &str, found: String, expected: String| match found == expected {
        true => Ok(()),
        false => Err(format!("{what}: expected `{expected}`, found `{found}`")),
    };
    same("game", record.game.clone(), contest.game.clone())?;
    same("rules", record.rules.clone(), header.rules.clone())?;
    same("key", record.key.map_or("-".to_owned(), |key| key.to_string()), key.to_string())?;
    same("clock", record.clock.to_string(), contest.clock.to_string())?;
    same("cap", record.cap.to_string(), contest.cap.to_string())?;
    same("startup", record.startup.to_string(), contest.startup.to_string())?;
    same("seats", record.players.len().to_string(), seats.len().to_string())?;
    for (seat, player) in Seat::all(record.players.len()).zip(&record.players) {
        let entry = seats[seat];
        if !is_entered(entry, player) {
            let hash = player.hash.map_or("-".to_owned(), |hash| hash.to_string());
            return Err(format!("seat {seat}: the program {hash} was never entered by entry {}", entry + 1));
        }
    }
    verify(record).map_err(|error| error.to_string())?;
    Ok(seats)
}
