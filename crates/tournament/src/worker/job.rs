//! A tournament as a worker and the keeper need it: the contest, the plan, who plays, and the bots themselves.

use std::path::Path;
use std::time::Duration;

use arena::Conditions;
use arena::entrants::{Command, Entrant, Who, plan};
use store::Store;
use table::key::{Hash, Key};
use table::record::Named;
use table::referee::Kind;

use super::pins::Pins;
use super::submission::Submission;
use super::{Kit, Prover, WorkError};
use crate::artifact::{self, ArtifactError};
use crate::contest::Contest;
use crate::deals::{DealError, Dealt, PlayedMatch, play_deal};
use crate::ledger::{EntryRow, Ledger};
use crate::plan::{Plan, PlannedDeal};

/// What a bot may take to end, and the machine to be slow, beyond what the clocks allow.
const SLACK: Duration = Duration::from_secs(30);
/// A seat without a clock is given this long.
const UNTIMED: Duration = Duration::from_secs(24 * 3600);

/// The plan of a tournament and who plays, as the store has it.
pub struct Plans {
    pub name: String,
    pub contest: Contest,
    /// The entries, then whoever fills empty seats.
    pub players: Vec<Named>,
    entries: Vec<EntryRow>,
    pub plan: Plan,
}

impl Plans {
    /// Reads it.
    pub async fn load(ledger: &Ledger) -> Result<Plans, WorkError> {
        let row = ledger.tournament().await?;
        let unreadable = |why: String| WorkError::Unreadable { tournament: row.name.clone(), why };
        let contest = Contest::read(&row.contest).map_err(|error| unreadable(error.to_string()))?;
        let entries = ledger.entries().await?;
        let mut players = Vec::new();
        for EntryRow { command, sha256, .. } in &entries {
            let hash: Hash = sha256.parse().map_err(|error| unreadable(format!("{command}: {error}")))?;
            let is_ours = plan(&contest.game, command).is_some();
            players.push(Named::new(if is_ours { Kind::Agent } else { Kind::Bot }, Some(hash), command));
        }
        if let Some(fill) = &contest.fill {
            let filler = Entrant::read(&contest.game, fill, contest.sandbox, contest.limits);
            players.push(filler.map_err(|error| unreadable(error.to_string()))?.named);
        }
        let is_in = entries.iter().map(|entry| entry.withdrawn.is_none()).collect();
        let plan = Plan::new(&contest, is_in, ledger.rounds().await?);
        Ok(Plans { name: row.name, contest, players, entries, plan })
    }

    /// Deal number `n`; `None` if nobody plays it.
    pub fn planned(&self, number: u64) -> Option<PlannedDeal> {
        self.plan.deal(number)
    }

    /// The numbers of all deals from this one on that somebody plays.
    pub fn deals_from(&self, first: u64) -> impl Iterator<Item = u64> {
        (first..self.plan.len()).filter(|&number| self.plan.deal(number).is_some())
    }

    /// The programs among the entries.
    fn programs(&self) -> Result<Vec<(usize, &EntryRow, Command)>, WorkError> {
        let mut programs = Vec::new();
        for (at, row) in self.entries.iter().enumerate() {
            if self.players[at].kind == Kind::Bot {
                let command = Command::read(&row.command).map_err(|error| {
                    let why = format!("entry {:?}: {error}", row.name);
                    WorkError::Unreadable { tournament: self.name.clone(), why }
                })?;
                programs.push((at, row, command));
            }
        }
        Ok(programs)
    }

    fn commands(&self) -> Result<Vec<Command>, WorkError> {
        Ok(self.programs()?.into_iter().map(|(.., command)| command).collect())
    }
}

/// Prepares a tournament for workers: its bots go into the store, and what this machine has is pinned.
pub async fn enter(ledger: &Ledger, prover: &Prover, launcher: &Path) -> Result<(), WorkError> {
    let plans = Plans::load(ledger).await?;
    let folder = ledger.tournament().await?.folder;
    for (number, row, command) in plans.programs()? {
        let wrong = |error| WorkError::Bot { name: row.name.clone(), error };
        let packed = artifact::pack(&within(Path::new(&folder), &command)).map_err(wrong)?;
        if packed.fingerprint.to_string() != row.sha256 {
            let expected = plans.players[number].hash.unwrap_or(packed.fingerprint);
            let found = packed.fingerprint;
            return Err(wrong(ArtifactError::Differs { command: row.command.clone(), expected, found }));
        }
        if row.artifact.as_deref() != Some(&packed.sha256.to_string()) {
            ledger.publish(number, &packed).await?;
        }
    }
    ledger.pin(&Pins::here(&plans.contest, &plans.commands()?, prover, launcher)).await?;
    Ok(())
}

/// A command as it is typed in this folder.
fn within(folder: &Path, command: &Command) -> Command {
    let word = |word: &String| {
        let path = folder.join(word);
        if path.is_file() { path.to_string_lossy().into_owned() } else { word.clone() }
    };
    match &command.folder {
        Some(own) => Command { folder: Some(folder.join(own)), words: command.words.clone() },
        None => Command { folder: None, words: command.words.iter().map(word).collect() },
    }
}

/// Refuses if this machine differs from what any unfinished tournament pins.
pub async fn check_all(store: &Store, kit: &Kit) -> Result<(), WorkError> {
    for ledger in Ledger::unfinished(store).await? {
        let pins = ledger.pins().await?;
        if !pins.0.is_empty() {
            let plans = Plans::load(&ledger).await?;
            let here = Pins::here(&plans.contest, &plans.commands()?, &kit.prover, &kit.launcher);
            pins.check(&plans.name, &here)?;
        }
    }
    Ok(())
}

/// A tournament that a worker plays.
pub struct Job {
    /// Its rows.
    pub ledger: Ledger,
    plans: Plans,
    /// Everybody who can sit at a table, in the order of their numbers.
    entrants: Vec<Entrant>,
    launcher: std::path::PathBuf,
    worker: String,
}

impl Job {
    /// Reads it, compares this machine with what it pins, and fetches the bots that are not here. What has not
    /// changed since `before` is taken from there.
    pub async fn load(store: &Store, id: i64, kit: &Kit, before: Option<&Job>) -> Result<Job, WorkError> {
        let ledger = Ledger::at(store, id);
        let plans = Plans::load(&ledger).await?;
        let same = before.filter(|before| before.plans.entries == plans.entries);
        let entrants = match same {
            Some(before) => before.entrants.clone(),
            None => {
                let pins = ledger.pins().await?;
                if pins.0.is_empty() {
                    return Err(WorkError::NotEntered(plans.name));
                }
                let here = Pins::here(&plans.contest, &plans.commands()?, &kit.prover, &kit.launcher);
                pins.check(&plans.name, &here)?;
                entrants(&ledger, &plans, kit).await?
            }
        };
        Ok(Job { ledger, plans, entrants, launcher: kit.launcher.clone(), worker: kit.name.clone() })
    }

    /// Deal number `n`; `None` if nobody plays it.
    pub fn planned(&self, number: u64) -> Option<PlannedDeal> {
        self.plans.planned(number)
    }

    /// The longest that a deal can take, by its clocks.
    pub fn longest(&self, planned: &PlannedDeal) -> Duration {
        let contest = &self.plans.contest;
        let seats = u32::try_from(contest.seats()).unwrap_or(u32::MAX);
        let one = contest.longest_match().unwrap_or_else(|| UNTIMED.saturating_mul(seats));
        let one = one.saturating_add(contest.startup.0.saturating_mul(seats)).saturating_add(SLACK);
        one.saturating_mul(u32::try_from(planned.seatings.len()).unwrap_or(u32::MAX))
    }

    /// Plays a deal in all its seatings.
    pub fn play(&self, planned: &PlannedDeal, key: Key) -> Result<Vec<Submission>, DealError> {
        let contest = &self.plans.contest;
        let conditions = Conditions {
            clock: contest.clock,
            cap: contest.cap,
            startup: contest.startup,
            launcher: self.launcher.clone(),
            key: Some(key),
            agent_key: key,
        };
        let deal = || Dealt::from_key(&contest.game, &contest.rules, key);
        let played = play_deal(deal, &planned.seatings, |entry| &self.entrants[entry], &conditions)?;
        let submission = |(seating, PlayedMatch { record, stderr, .. })| Submission {
            deal: planned.number,
            seating,
            worker: self.worker.clone(),
            record: record.to_string(),
            logs: stderr,
        };
        Ok((0..).zip(played).map(submission).collect())
    }
}

/// Everybody who can sit at a table. Bots come from the cache, which fetches what it does not have.
async fn entrants(ledger: &Ledger, plans: &Plans, kit: &Kit) -> Result<Vec<Entrant>, WorkError> {
    let contest = &plans.contest;
    let read = |text: &str| {
        Entrant::read(&contest.game, text, contest.sandbox, contest.limits)
            .map_err(|error| WorkError::Unreadable { tournament: plans.name.clone(), why: error.to_string() })
    };
    let mut all = Vec::new();
    for (row, named) in plans.entries.iter().zip(&plans.players) {
        let mut entrant = match named.kind {
            Kind::Bot => bot(ledger, contest, row, named, kit).await?,
            _ => read(&row.command)?,
        };
        if entrant.named != *named {
            let why = format!("entry {:?} is another player in this croupier", row.name);
            return Err(WorkError::Unreadable { tournament: plans.name.clone(), why });
        }
        if let Who::Bot(spec) = &mut entrant.who {
            spec.needs_namespaces = contest.needs_namespaces;
        }
        all.push(entrant);
    }
    if let Some(fill) = &contest.fill {
        all.push(read(fill)?);
    }
    Ok(all)
}

async fn bot(
    ledger: &Ledger,
    contest: &Contest,
    row: &EntryRow,
    named: &Named,
    kit: &Kit,
) -> Result<Entrant, WorkError> {
    let wrong = |error| WorkError::Bot { name: row.name.clone(), error };
    let unreadable = |why: String| WorkError::Unreadable { tournament: contest.name.clone(), why };
    let command = Command::read(&row.command).map_err(|error| unreadable(error.to_string()))?;
    let sha256 = row.artifact.as_ref().ok_or_else(|| WorkError::NotEntered(contest.name.clone()))?;
    let name: Hash = sha256.parse().map_err(|error| unreadable(format!("{error}")))?;
    let fingerprint = named.hash.unwrap_or(name);
    let take = || {
        let (sandbox, limits) = (contest.sandbox, contest.limits);
        kit.cache.entrant(name, &row.command, &command, fingerprint, sandbox, limits)
    };
    match take() {
        Ok(entrant) => return Ok(entrant),
        // Changed in the cache: fetched again, once.
        Err(ArtifactError::Differs { .. }) => kit.cache.forget(name).map_err(wrong)?,
        Err(ArtifactError::Missing(_)) => (),
        Err(error) => return Err(wrong(error)),
    }
    let bytes = ledger.artifact(sha256).await?.ok_or_else(|| wrong(ArtifactError::Missing(name)))?;
    kit.cache.add(name, &bytes).map_err(wrong)?;
    take().map_err(wrong)
}
