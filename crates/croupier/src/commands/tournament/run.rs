//! `croupier tournament run`: plays a contest file to its end, or on from where it was.

use std::io::{self, Write};

use anyhow::Context;
use arena::Conditions;
use arena::entrants::Entrant;
use store::Store;
use table::key::Key;
use tokio::runtime::Runtime;
use tournament::contest::{Contest, Schedule};
use tournament::deals::PlayedMatch;
use tournament::ledger::{EntryRow, Ledger};
use tournament::live::Live;
use tournament::plan::{PlannedDeal, Round};
use tournament::runner::{Progress, RunEnd, Runner};

use super::progress::Meter;
use super::{MatchName, WhichArgs, dry_run, hash_of, kept_contest, runtime, sandbox_args};
use crate::Wrong;
use crate::entrants::{forfeit, launcher};
use crate::interrupt;
use crate::number::counted;
use crate::plain::plain_line;

/// Play a tournament, or go on with an interrupted one
///
/// Every deal is stored when it is played, with its records and the bots' standard errors. Ctrl-C finishes the deals
/// in play; the same command goes on. Even after a crash or a loss of power no deal is lost or counted twice.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,
    /// Show the plan and how long it takes, and play nothing that counts
    #[arg(long)]
    dry_run: bool,
    /// Play nothing here: put the tournament into a PostgreSQL store for workers (`croupier work`), keep their queue
    /// and count what they play. docs/scale.md says how
    #[arg(long, conflicts_with = "dry_run", requires = "store")]
    workers: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier tournament run contest.toml --dry-run
  croupier tournament run contest.toml
  croupier tournament run contest.toml --store postgres://croupier@db/contest
  croupier tournament run contest.toml --store postgres://croupier@db/contest --workers

Between two runs `tables` and, until the tournament is finished, `deals` may be changed in the contest file.
Entries are changed by `croupier tournament withdraw` and `replace`.

Exit status:
  0   every deal is played
  1   interrupted, or a program, a file or the store could not be used; the same command goes on
  2   the contest file or the command line is wrong";

/// Plays the tournament.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let contest = args.which.contest()?;
    // Before the first copy of a bot is made. The second Ctrl-C ends it at once; what is stored stays.
    let stop = match args.dry_run {
        true => interrupt::end_at_once().map(|()| Default::default())?,
        false => interrupt::finish_first()?,
    };
    let shown = args.which.file.display().to_string();
    let which = args.which.enter_folder()?;
    if args.dry_run {
        return dry_run::show(&contest);
    }
    let runtime = runtime()?;
    // The lock is held until the run is over.
    let (ledger, _lock) = runtime.block_on(async {
        let store = Store::open(&which.address()).await?;
        let lock = store.lock("runner").await?;
        let ledger = match Ledger::find(&store, &contest.name).await? {
            Some(ledger) => {
                go_on(&ledger, &contest, &shown).await?;
                ledger
            }
            None => begin(&store, &contest, &which).await?,
        };
        anyhow::Ok((ledger, lock))
    })?;
    let _closing = Closing { runtime: &runtime, store: ledger.store() };
    let (entries, tournament, key) = runtime.block_on(async {
        anyhow::Ok((ledger.entries().await?, ledger.tournament().await?, ledger.key().await?))
    })?;
    let entrants = entrants(&contest, &entries, &shown)?;
    let mut out = io::stdout();
    writeln!(out, "{}: {} {}", plain_line(&contest.name), contest.game, contest.rules)?;
    writeln!(out, "{}, {}", counted(entries.len(), "entry", "entries"), contest.schedule_in_words())?;
    match contest.seed {
        Some(seed) => writeln!(out, "seed {seed}: for practice, anybody can compute these deals")?,
        None => writeln!(out, "commitment {}", tournament.commitment)?,
    }
    out.flush()?;
    if args.workers {
        return super::workers::conduct(&ledger, &runtime, &stop, &shown);
    }
    let conditions = conditions(&contest)?;
    // Logs of matches in play are a convenience: without them the tournament is played all the same.
    let live = Some(which.live()).filter(|live| live.begin().is_ok());
    let runner = Runner {
        ledger: &ledger,
        contest: &contest,
        entrants: &entrants,
        key,
        conditions: &conditions,
        runtime: runtime.handle(),
        live: live.as_ref(),
    };
    let mut meter = Meter::new();
    let mut failed = None;
    let ended = runner.run(&stop, &mut |progress| {
        let shown = match progress {
            Progress::Planned { played, left } => {
                meter.set(played, left);
                Ok(())
            }
            Progress::Round(round) => meter.say(&round_line(round, &entries)),
            Progress::Deal(deal, matches) => meter.played(&forfeits(deal, matches, &entries)),
        };
        failed = shown.err();
        failed.is_none()
    });
    meter.end();
    // Whoever begins next cleans up what is left.
    let _ = live.as_ref().map(Live::end);
    let how = format!("the same command goes on: croupier tournament run {shown}");
    let ended = ended.with_context(|| how.clone())?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    match ended {
        RunEnd::Finished => {
            let deals = runtime.block_on(ledger.count_deals())?;
            writeln!(out, "finished, {}", counted(deals, "deal", "deals"))?;
            writeln!(out, "key {key}")?;
            Ok(())
        }
        RunEnd::Interrupted => {
            anyhow::bail!("interrupted with {} left; {how}", counted(meter.left(), "deal", "deals"))
        }
    }
}

/// Closes the store however the run ends, so that one file has everything.
struct Closing<'a> {
    runtime: &'a Runtime,
    store: &'a Store,
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.runtime.block_on(self.store.close());
    }
}

/// Begins a tournament: its key is drawn and its programs are known by their hashes.
async fn begin(store: &Store, contest: &Contest, which: &WhichArgs) -> anyhow::Result<Ledger> {
    let sandbox_args = sandbox_args(contest);
    let mut hashes = Vec::new();
    for entry in &contest.entries {
        let entrant = sandbox_args.entrant(&contest.game, &entry.command);
        hashes.push(hash_of(&entrant.with_context(|| format!("entry {:?}", entry.name))?));
    }
    let key = match contest.seed {
        Some(seed) => Key::from_seed(seed),
        None => {
            Key::secret().map_err(|error| anyhow::anyhow!("the system has no random numbers: {error}"))?
        }
    };
    let folder = which.folder()?.display().to_string();
    Ok(Ledger::create(store, contest, &folder, key, &hashes).await?)
}

/// May a tournament that has begun go on with this file?
async fn go_on(ledger: &Ledger, contest: &Contest, file: &str) -> anyhow::Result<()> {
    let kept = kept_contest(ledger).await?;
    if let Some((key, now, then)) = contest.difference(&kept) {
        let hint = match key.starts_with("entry") {
            true => "an entry is changed by `croupier tournament replace` or `withdraw`",
            false => "change it back, or give the contest another name",
        };
        let why = format!("{file}: {key} is {now:?}, but the tournament began with {then:?}; {hint}");
        return Err(Wrong(why).into());
    }
    let is_finished = ledger.tournament().await?.finished.is_some();
    if contest.deals < kept.deals || is_finished && contest.deals != kept.deals {
        let why = match is_finished {
            true => "the tournament is finished and its key is public: no deal can be added",
            false => "deals that are planned cannot be taken back",
        };
        let (now, then) = (contest.deals, kept.deals);
        return Err(Wrong(format!("{file}: deals is {now}, but was {then}; {why}")).into());
    }
    let has_rounds = matches!(kept.schedule, Schedule::Swiss { .. } | Schedule::Knockout { .. });
    if contest.deals != kept.deals && has_rounds {
        let why = format!("{file}: deals is {}, but was {}; rounds have begun", contest.deals, kept.deals);
        return Err(Wrong(why).into());
    }
    if contest.text != kept.text {
        ledger.update_contest(&contest.text).await?;
    }
    Ok(())
}

/// Everybody who plays, by number: the entries that are not withdrawn, and who fills seats.
fn entrants(contest: &Contest, entries: &[EntryRow], file: &str) -> anyhow::Result<Vec<Option<Entrant>>> {
    let sandbox_args = sandbox_args(contest);
    let mut entrants = Vec::new();
    for EntryRow { name, command, sha256, withdrawn, .. } in entries {
        if withdrawn.is_some() {
            entrants.push(None);
            continue;
        }
        let quoted = format!("{name:?}");
        let entrant = sandbox_args.entrant(&contest.game, command).with_context(|| {
            format!("entry {name:?}: croupier tournament withdraw {file} {quoted} goes on without it")
        })?;
        if hash_of(&entrant) != *sha256 {
            anyhow::bail!(
                "entry {name:?}: its program has changed since it was entered; \
                 croupier tournament replace {file} {quoted} enters it as it is"
            );
        }
        entrants.push(Some(entrant));
    }
    if let Some(fill) = &contest.fill {
        entrants.push(Some(sandbox_args.entrant(&contest.game, fill)?));
    }
    Ok(entrants)
}

/// The conditions of every match but for its key.
pub fn conditions(contest: &Contest) -> anyhow::Result<Conditions> {
    Ok(Conditions {
        clock: contest.clock,
        cap: contest.cap,
        startup: contest.startup,
        launcher: launcher()?,
        key: None,
        agent_key: Key::from_seed(0),
    })
}

/// Who meets whom, in a line.
fn round_line(round: &Round, entries: &[EntryRow]) -> String {
    let name = |&entry: &usize| plain_line(&entries[entry].name);
    let met = |encounter: &Vec<usize>| encounter.iter().map(name).collect::<Vec<_>>().join(" – ");
    let met: Vec<String> = round.encounters.iter().map(met).collect();
    let byes: Vec<String> = round.byes.iter().map(name).collect();
    let byes =
        if byes.is_empty() { String::new() } else { format!("; without an opponent: {}", byes.join(", ")) };
    format!("round {}: {}{byes}\n", round.stage + 1, met.join(", "))
}

/// Who forfeited in a deal, a line each.
fn forfeits(deal: &PlannedDeal, matches: &[PlayedMatch], entries: &[EntryRow]) -> String {
    let mut lines = String::new();
    for (one, (seating, at)) in matches.iter().zip(deal.seatings.iter().zip(0..)) {
        let Some(why) = forfeit(&one.record, one.because.as_ref()) else { continue };
        let Some((seat, _)) = tournament::series::forfeit(&one.record) else { continue };
        let name = MatchName { deal: deal.number, seating: at };
        let entry = entries.get(seating[seat]).map_or("a player who fills seats", |entry| &entry.name);
        lines += &format!("match {name}: {}: {why}\n", plain_line(entry));
    }
    lines
}
