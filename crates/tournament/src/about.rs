//! A tournament in a ledger as standings and reports name it.

use crate::contest::{Contest, Schedule};
use crate::ledger::{Ledger, LedgerError};
use crate::plan::Plan;
use crate::results::{About, EntryInfo};
use crate::rounds::played_rounds;
use crate::schedule;

/// Everything about a tournament but its matches. The contest is the one the ledger keeps.
pub async fn about(ledger: &Ledger, contest: &Contest) -> Result<About, LedgerError> {
    let tournament = ledger.tournament().await?;
    let rows = ledger.entries().await?;
    let rounds = ledger.rounds().await?;
    let is_in: Vec<bool> = rows.iter().map(|row| row.withdrawn.is_none()).collect();
    let played = played_rounds(ledger, contest, &rounds).await?;
    let survived = match contest.schedule {
        Schedule::Knockout { extra_deals } => schedule::survived(&played, &is_in, extra_deals),
        _ => Vec::new(),
    };
    let byes = schedule::byes(&played, &is_in);
    let entry = |row: &crate::ledger::EntryRow| EntryInfo {
        name: row.name.clone(),
        command: row.command.clone(),
        sha256: row.sha256.clone(),
        withdrawn: row.withdrawn.map(|_| String::new()),
        is_filler: false,
    };
    let filler = contest.fill.iter().map(|player| EntryInfo {
        name: format!("{player} (fills seats)"),
        command: player.clone(),
        is_filler: true,
        ..EntryInfo::default()
    });
    let planned = Plan::new(contest, is_in, rounds).len();
    let is_finished = tournament.finished.is_some();
    Ok(About {
        name: contest.name.clone(),
        game: contest.game.clone(),
        rules: contest.rules.clone(),
        sides: contest.sides,
        entries: rows.iter().map(entry).chain(filler).collect(),
        schedule: contest.schedule_in_words(),
        clock: contest.clock.to_string(),
        sandbox: contest.sandbox.to_string(),
        scoring: contest.scoring.clone(),
        changes: ledger.changes().await?,
        byes,
        survived,
        planned: Some(planned),
        commitment: Some(tournament.commitment),
        key: if is_finished { Some(ledger.key().await?) } else { None },
        seed: contest.seed,
    })
}
