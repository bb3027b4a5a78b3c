//! One match between entrants: starts the bots, lets the referee run it, says goodbye.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cards::{BySeat, Seat};
use rustix::event::PollFlags;
use table::clock::{Span, TimeControl, WallTime};
use table::ending::Reason;
use table::key::Key;
use table::player::{micros, seat_agent};
use table::record::{self, Record};
use table::{AnyTable, Player, Referee, run};

use crate::cores::Core;
use crate::entrants::{Entrant, Who};
use crate::meter::{Lag, thread_cpu};
use crate::player::{Metered, Process};
use crate::process::{Bot, wait_for_any};

/// How long bots have after the match to read its end and leave by themselves.
pub(crate) const FAREWELL: Duration = Duration::from_millis(500);

/// Under what conditions a match is played.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The players' time.
    pub clock: TimeControl,
    /// How long a bot without a clock is waited for.
    pub cap: Span,
    /// How long a bot may take from its start until it reads its first line.
    pub startup: Span,
    /// The program that becomes the bots' launcher (see [`Spec::to_command`](crate::sandbox::Spec::to_command)).
    pub launcher: PathBuf,
    /// The key that all randomness of the deal comes from; `None` where the deal was given.
    pub key: Option<Key>,
    /// The randomness of our own players; bots bring their own.
    pub agent_key: Key,
}

/// A finished match.
#[derive(Clone, Debug)]
pub struct Played {
    /// The match as it is kept.
    pub record: Record,
    /// Why the answer that forfeited it was wrong, if that is how it ended.
    pub because: Option<cards::Message>,
    /// For each seat, the end of its bot's standard error.
    pub stderr: Vec<Vec<u8>>,
    /// Processor time of the referee from the first question to the last answer, our own players' included.
    pub own_cpu: Duration,
}

/// A match that could not begin, and through no fault of the game.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A bot's process could not be started.
    #[error("cannot start the bot of seat {seat}: {error}")]
    Bot {
        /// Whose bot it was.
        seat: Seat,
        /// What the system said.
        error: io::Error,
    },
    /// The machine lacks a part of the sandbox that was asked for.
    #[error("the bot of seat {seat} is not started: {why}")]
    Sandbox {
        /// Whose bot it was.
        seat: Seat,
        /// What is missing.
        why: String,
    },
    /// A player of ours cannot sit there.
    #[error("seat {seat}: {why}")]
    Agent {
        /// Where.
        seat: Seat,
        /// Why not.
        why: games::levels::NotSeated,
    },
}

/// Plays a match to its end. There must be one entrant for each seat.
///
/// # Panics
/// If there is not.
pub fn play(
    table: Box<dyn AnyTable>,
    entrants: &[Entrant],
    conditions: &Conditions,
) -> Result<Played, StartError> {
    play_copying(table, entrants, conditions, &|_| None)
}

/// The same; the standard error of each bot is also copied, as it comes, to the file that `copy` has for its seat.
///
/// # Panics
/// As [`play`].
pub fn play_copying(
    table: Box<dyn AnyTable>,
    entrants: &[Entrant],
    conditions: &Conditions,
    copy: &dyn Fn(Seat) -> Option<File>,
) -> Result<Played, StartError> {
    let seats = table.header().seats();
    assert_eq!(seats, entrants.len(), "one entrant for each seat");
    // Before the first bot is started: what the thread is allowed, its bots inherit.
    let has_bots = entrants.iter().any(|entrant| matches!(entrant.who, Who::Bot(_)));
    let core = has_bots.then(Core::take);
    let lag = Lag::here();
    let mut processes: Vec<Option<Process>> = Vec::new();
    let (mut starts, mut stalled) = (vec![None; seats], None);
    // One after the other, and each is stopped before the next one starts: a bot that is busy while it starts takes
    // time from nobody but itself.
    for (seat, entrant) in Seat::all(seats).zip(entrants) {
        let (Who::Bot(spec), None) = (&entrant.who, &stalled) else {
            processes.push(None);
            continue;
        };
        let start = || Bot::start(spec.to_command(&conditions.launcher)?);
        let mut bot = start().map_err(|error| StartError::Bot { seat, error })?;
        if let Some(file) = copy(seat) {
            bot.copy_stderr(file);
        }
        let mut process = Process::new(bot, spec, lag.clone());
        if spec.needs_namespaces {
            // What the machine lacks is nobody's forfeit.
            namespaces(&mut process.bot).map_err(|why| StartError::Sandbox { seat, why })?;
        }
        match start_bot(table.as_ref(), seat, &mut process, conditions.startup.0) {
            Ok(took) => starts[seat.index()] = Some(took),
            Err(why) => stalled = Some((seat, why)),
        }
        processes.push(Some(process));
    }
    let kinds = BySeat::from_fn(seats, |seat| entrants[seat.index()].who.kind());
    let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>> + '_>> = Vec::new();
    for ((seat, entrant), process) in Seat::all(seats).zip(entrants).zip(&mut processes) {
        players.push(match (&entrant.who, process) {
            (_, Some(process)) => Box::new(process),
            (Who::Agent(plan), None) => {
                let rng = conditions.agent_key.agent_rng(0, seat);
                let player = seat_agent(table.as_ref(), plan, seat, rng);
                let player = player.map_err(|why| StartError::Agent { seat, why })?;
                Box::new(Metered { player, lag: lag.clone() })
            }
            // Another bot stalled before this one was started: the match is forfeited, and nobody is asked.
            (Who::Bot(_), None) => continue,
        });
    }
    let mut referee = Referee::new(table, kinds, conditions.clock, conditions.cap.0);
    let cpu = thread_cpu();
    match stalled {
        Some((seat, why)) => referee.forfeit(seat, why),
        None => run(&mut referee, &mut players, &WallTime::start()),
    }
    let own_cpu = thread_cpu().saturating_sub(cpu);
    drop(players);
    let stderr = part(&mut processes);
    let core = if core.as_ref().is_some_and(Core::is_taken) { "core" } else { "no-core" };
    let in_force = processes.iter().flatten().map(|process| process.bot.in_force());
    // What was in force for all of them is what the weakest had.
    let in_force = in_force.min_by_key(|words| std::cmp::Reverse(words.matches("no-").count()));
    let in_force = in_force.map(|words| format!("{words} stopped {core}"));
    let kept = record::Conditions {
        key: conditions.key,
        clock: conditions.clock,
        cap: conditions.cap,
        startup: conditions.startup,
        sandbox: in_force.unwrap_or_else(|| "-".to_owned()),
    };
    let named = entrants.iter().map(|entrant| entrant.named.clone()).collect();
    let record = Record::new(&referee, &kept, named, starts);
    Ok(Played { record, because: referee.because().cloned(), stderr, own_cpu })
}

/// Are all namespaces in force for this bot?
fn namespaces(bot: &mut Bot) -> Result<(), String> {
    let words = bot.launched()?;
    match words.split(' ').find(|word| ["no-namespaces", "no-mount", "no-proc"].contains(word)) {
        None => Ok(()),
        Some(missing) => Err(format!("expected all namespaces, found {missing}")),
    }
}

/// Sends a bot its first line and waits until it begins to read it; returns how long that took, in microseconds, or
/// why it forfeits.
///
/// The protocol has no greeting: an emptying pipe shows that a bot has started. Until then no clock runs. The first
/// line says what is played and nothing about a hand; the rest comes with the first question, when the clock runs. A
/// bot that has read its first line is stopped.
fn start_bot(
    table: &dyn AnyTable,
    seat: Seat,
    process: &mut Process,
    allowance: Duration,
) -> Result<u64, Reason> {
    let mut lines = table.wire(seat, 0);
    let rest = lines.split_off(lines.len().min(1));
    process.tell(lines, 0);
    let sent = process.bot.outgoing().len() as u64;
    // If the bot does not read it, the waiting below finds out why.
    let _ = process.bot.flush();
    process.tell(rest, table.event_count());
    let mut nap = Duration::from_micros(100);
    loop {
        let waited = process.bot.started().elapsed();
        let has_read = process.bot.unread().is_none_or(|unread| unread < sent);
        let is_still = has_read && process.bot.stop(allowance.saturating_sub(waited)).0;
        if process.bot.exceeded().is_some() {
            return Err(process.death());
        }
        if is_still {
            // It counts what the bot had read when we looked, even if we looked late.
            return Ok(micros(waited.min(allowance)));
        }
        if has_read {
            // Ready, but not to be stopped.
            return Err(Reason::StalledAtStart);
        }
        if process.bot.is_gone() {
            return Err(process.death());
        }
        if waited >= allowance {
            return Err(Reason::StalledAtStart);
        }
        // The kernel does not report that a pipe is read: look again soon, and later less often.
        wait_for_any(&mut [&mut process.bot], PollFlags::empty(), nap);
        nap = (nap * 3 / 2).min(Duration::from_micros(500));
    }
}

/// Lets the bots leave, and keeps what they had to say to their authors.
fn part(processes: &mut [Option<Process>]) -> Vec<Vec<u8>> {
    let begun = Instant::now();
    loop {
        let mut staying: Vec<&mut Bot> = processes
            .iter_mut()
            .flatten()
            .map(|process| &mut process.bot)
            .filter(|bot| !bot.is_gone())
            .collect();
        let left = FAREWELL.saturating_sub(begun.elapsed());
        if staying.is_empty() || left.is_zero() {
            break;
        }
        wait_for_any(&mut staying, PollFlags::empty(), left);
    }
    let stderr = |process: &mut Option<Process>| {
        process.as_mut().map_or_else(Vec::new, |process| {
            process.bot.read_stderr();
            process.bot.stderr()
        })
    };
    processes.iter_mut().map(stderr).collect()
}
