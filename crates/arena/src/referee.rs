//! One match to its verdict: tell, ask, check, apply, until it is over or somebody forfeits it.
//!
//! A bot reads what happened when it is asked, together with the question: one write, one wait and
//! one read a decision. Nobody is woken for nothing, and nobody learns how long the others thought.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cards::{BySeat, PlayError, Rng, Seat};
use rustix::event::PollFlags;

use crate::clock::{Clock, Clocks};
use crate::deal::{Hash, Key};
use crate::meter::{LagMeter, thread_cpu};
use crate::process::{Bot, Heard, wait_for_any};
use crate::sandbox::{Cause, Limits, Sandbox, Spec, cause};
use crate::table::{Table, forfeit_payoffs};
use crate::verdict::{Crash, Ending, Quoted, Reason};

/// How long bots have after the match to read its end and leave by themselves.
const FAREWELL: Duration = Duration::from_millis(100);
/// A decision that takes so long is worth a look at the bot's memory.
const SLOW: Duration = Duration::from_millis(2);

/// Who sits at a seat.
#[derive(Clone, Debug)]
pub enum Player {
    /// A bot, started for this match.
    Process(Spec),
    /// A policy of ours by name, without process or pipes.
    Policy(String),
}

/// Under what conditions a match is played.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The bots' time.
    pub clock: Clock,
    /// How long a bot may take from its start until it reads its first line.
    pub startup: Duration,
    /// The program that becomes the bots' launcher (see [`Spec::to_command`]).
    pub launcher: PathBuf,
    /// The chance of policies; bots bring their own.
    pub chance: Key,
}

/// What a decision cost, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// From the question's sending to the answer's reading.
    pub wall: u64,
    /// Processor time of the bot since its last decision.
    pub cpu: u64,
    /// Of the wall time, how long the referee was kept from reading an answer. Not charged.
    pub lag: u64,
}

impl Cost {
    /// What the clock is charged.
    pub fn charged(&self) -> u64 {
        self.wall.saturating_sub(self.lag)
    }
}

/// One action of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Whose.
    pub seat: Seat,
    /// What, in the game's notation.
    pub action: String,
    /// What it cost; `None` if there was nothing to choose and nobody was asked.
    pub cost: Option<Cost>,
}

/// What remains of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Remains {
    /// Microseconds from its start until it read its first line; `None` if it never did, 0 for a policy.
    pub startup: Option<u64>,
    /// The end of its standard error.
    pub stderr: Vec<u8>,
}

/// A finished match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How it ended.
    pub ending: Ending,
    /// What each seat has won; a forfeit costs the whole team.
    pub payoffs: BySeat<i32>,
    /// Every action in order.
    pub decisions: Vec<Decision>,
    /// For each seat.
    pub remains: Vec<Remains>,
    /// Processor time of the referee from the first question to the last answer.
    pub own_cpu: Duration,
}

/// A match that could not begin, and through no fault of the game.
#[derive(Debug)]
pub struct StartError {
    /// Whose bot it was.
    pub seat: Seat,
    /// What the system said.
    pub error: io::Error,
}
impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot start the bot of seat {}: {}", self.seat, self.error)
    }
}
impl std::error::Error for StartError {}

/// Plays a match to its end. There must be one player for each seat.
pub fn play(
    table: &mut dyn Table,
    players: &[Player],
    conditions: &Conditions,
) -> Result<Report, StartError> {
    assert_eq!(table.game().seats(), players.len(), "one player for each seat");
    let mut seats = Vec::with_capacity(players.len());
    for (seat, player) in Seat::all(players.len()).zip(players) {
        seats.push(seated(seat, player, conditions).map_err(|error| StartError { seat, error })?);
    }
    let mut referee = Referee {
        clocks: Clocks::new(conditions.clock, seats.len()),
        decisions: Vec::with_capacity(256),
        remains: vec![Remains::default(); seats.len()],
        table,
        seats,
    };
    let started = referee.start(conditions.startup);
    let cpu = thread_cpu();
    let ending = match started.and_then(|()| referee.run()) {
        Ok(()) => Ending::Played,
        Err(Forfeit { seat, why }) => Ending::Forfeit { seat, why },
    };
    let own_cpu = thread_cpu().saturating_sub(cpu);
    referee.part();
    let payoffs = match &ending {
        Ending::Played => referee.table.game().payoffs(),
        Ending::Forfeit { seat, .. } => forfeit_payoffs(referee.table, *seat),
    };
    Ok(Report { ending, payoffs, decisions: referee.decisions, remains: referee.remains, own_cpu })
}

fn seated(seat: Seat, player: &Player, conditions: &Conditions) -> io::Result<Seated> {
    match player {
        Player::Process(spec) => {
            let bot = Bot::start(spec.to_command(&conditions.launcher)?)?;
            Ok(Seated::Bot(Box::new(Desk {
                bot,
                limits: spec.limits,
                is_boxed: spec.sandbox != Sandbox::None,
            })))
        }
        Player::Policy(name) => {
            let own = [&conditions.chance.0[..], &[seat.index() as u8]].concat();
            Ok(Seated::Policy { name: name.clone(), rng: Box::new(Key(Hash::of(&own).0).rng()) })
        }
    }
}

enum Seated {
    Bot(Box<Desk>),
    Policy { name: String, rng: Box<Rng> },
}

struct Desk {
    bot: Bot,
    limits: Limits,
    is_boxed: bool,
}

struct Forfeit {
    seat: Seat,
    why: Reason,
}

struct Referee<'a> {
    table: &'a mut dyn Table,
    seats: Vec<Seated>,
    clocks: Clocks,
    decisions: Vec<Decision>,
    remains: Vec<Remains>,
}

impl Referee<'_> {
    /// Sends everybody the beginning and waits until everybody has begun to read it.
    ///
    /// The protocol has no greeting, so what shows that a bot has started is that its pipe empties.
    /// Until then its clock stands, and so do all the others: a slow starter takes nobody's time.
    fn start(&mut self, allowance: Duration) -> Result<(), Forfeit> {
        let mut sent = vec![0; self.seats.len()];
        for (at, seated) in self.seats.iter_mut().enumerate() {
            let Seated::Bot(desk) = seated else {
                self.remains[at].startup = Some(0);
                continue;
            };
            self.table.tell(Seat::new(at), desk.bot.outgoing());
            sent[at] = desk.bot.outgoing().len() as u64;
            // If nobody reads it, the waiting below finds out why.
            let _ = desk.bot.flush();
        }
        let mut nap = Duration::from_micros(100);
        loop {
            let mut waiting = Vec::new();
            for (at, seated) in self.seats.iter_mut().enumerate() {
                let Seated::Bot(desk) = seated else { continue };
                if self.remains[at].startup.is_some() {
                    continue;
                }
                let waited = desk.bot.started().elapsed();
                if desk.bot.unread().is_none_or(|unread| unread < sent[at]) {
                    // What it had read when we looked counts; that we looked late is our own doing.
                    self.remains[at].startup = Some(micros(waited.min(allowance)));
                } else if desk.bot.is_gone() {
                    return Err(Forfeit { seat: Seat::new(at), why: desk.death() });
                } else if waited >= allowance {
                    return Err(Forfeit { seat: Seat::new(at), why: Reason::StalledAtStart });
                } else {
                    waiting.push(&mut desk.bot);
                }
            }
            if waiting.is_empty() {
                return Ok(());
            }
            // The kernel tells nobody that a pipe is being read: look again soon, and later less soon.
            wait_for_any(&mut waiting, PollFlags::empty(), nap);
            nap = (nap * 3 / 2).min(Duration::from_millis(2));
        }
    }

    fn run(&mut self) -> Result<(), Forfeit> {
        let mut lag = LagMeter::here();
        while let Some(seat) = self.table.game().turn() {
            if let Some(action) = self.table.unasked() {
                self.table.game_mut().play(&action).expect("what nobody is asked for is legal");
                self.decisions.push(Decision { seat, action, cost: None });
                continue;
            }
            let begins_round = self.table.begins_round();
            let had = self.clocks.ask(seat, begins_round);
            let cost = self.decide(seat, had, &mut lag).map_err(|why| Forfeit { seat, why })?;
            let action = self.table.last_action().expect("an action was just played");
            self.decisions.push(Decision { seat, action, cost: Some(cost) });
        }
        Ok(())
    }

    fn decide(&mut self, seat: Seat, had: Option<Duration>, lag: &mut LagMeter) -> Result<Cost, Reason> {
        let limit = had.map_or(u64::MAX, micros);
        match &mut self.seats[seat.index()] {
            Seated::Policy { name, rng } => {
                let (begun, cpu) = (Instant::now(), thread_cpu());
                let action = self.table.advise(name, rng).unwrap_or_default();
                let (wall, cpu) = (micros(begun.elapsed()), micros(thread_cpu().saturating_sub(cpu)));
                let cost = Cost { wall, cpu, lag: micros(lag.lap()).min(wall) };
                if !self.clocks.charge(seat, Duration::from_micros(cost.charged())) {
                    return Err(Reason::OutOfTime { took: cost.charged(), had: limit });
                }
                judge(self.table, action.as_bytes()).map(|()| cost)
            }
            Seated::Bot(desk) => {
                self.table.tell(seat, desk.bot.outgoing());
                let prompt = self.table.game().prompt();
                writeln!(desk.bot.outgoing(), "{prompt}").expect("memory takes all");
                let (heard, wall) = desk.bot.ask(had);
                // The two overlap: a process that is let run late returns late from its wait.
                let lag = lag.lap().max(desk.bot.away());
                // Rounded in the bot's favour, as its wall time is.
                let lag = micros(lag + Duration::from_nanos(999));
                let cost = Cost { wall: micros(wall), cpu: micros(desk.bot.cpu.lap()), lag };
                // Where a bot works in our place, we are ready to run and are not let: its work, not our lag.
                let cost = Cost { lag: cost.lag.min(cost.wall.saturating_sub(cost.cpu)), ..cost };
                if wall >= SLOW && desk.is_too_big() {
                    return Err(Reason::OutOfMemory);
                }
                match heard {
                    // Late by its own fault or by ours: an answer that is there counts, if the charge fits.
                    Heard::Line if self.clocks.charge(seat, Duration::from_micros(cost.charged())) => {
                        judge(self.table, desk.bot.answer()).map(|()| cost)
                    }
                    Heard::Line => Err(Reason::OutOfTime { took: cost.charged(), had: limit }),
                    Heard::Late => Err(Reason::OutOfTime {
                        took: cost.charged().max(limit.saturating_add(1)),
                        had: limit,
                    }),
                    Heard::Unasked => Err(Reason::Unasked { said: Quoted::new(desk.bot.answer()) }),
                    Heard::Flood => Err(Reason::Flood),
                    Heard::Gone => Err(desk.death()),
                }
            }
        }
    }

    /// Tells everybody the end, lets them leave, and keeps what they had to say to their authors.
    fn part(&mut self) {
        for (at, seated) in self.seats.iter_mut().enumerate() {
            let Seated::Bot(desk) = seated else { continue };
            self.table.tell(Seat::new(at), desk.bot.outgoing());
            // Who does not read the end has missed nothing but that.
            let _ = desk.bot.flush();
            desk.bot.hang_up();
        }
        let begun = Instant::now();
        loop {
            let bots = self.seats.iter_mut().filter_map(|seated| match seated {
                Seated::Bot(desk) if !desk.bot.is_gone() => Some(&mut desk.bot),
                _ => None,
            });
            let mut staying: Vec<&mut Bot> = bots.collect();
            let left = FAREWELL.saturating_sub(begun.elapsed());
            if staying.is_empty() || left.is_zero() {
                break;
            }
            wait_for_any(&mut staying, PollFlags::empty(), left);
        }
        for (seated, remains) in self.seats.iter_mut().zip(&mut self.remains) {
            let Seated::Bot(desk) = seated else { continue };
            desk.bot.read_stderr();
            remains.stderr = desk.bot.stderr();
        }
    }
}

impl Desk {
    /// What the end of a bot that ended by itself means.
    fn death(&mut self) -> Reason {
        let Some((status, spent)) = self.bot.autopsy() else {
            return Reason::Crashed(Crash::ClosedPipe);
        };
        reason(&cause(status, &spent, &self.limits, &self.bot.stderr()))
    }

    /// Some memory escapes the limits on asking for it (see `sandbox::resident`).
    fn is_too_big(&self) -> bool {
        self.is_boxed && self.bot.resident().is_some_and(|held| held > self.limits.memory)
    }
}

/// What a death in mid-match is called in a verdict.
pub fn reason(cause: &Cause) -> Reason {
    match cause {
        // A file larger than allowed is a file, and bots write none.
        Cause::ForbiddenCall | Cause::FileTooLarge => Reason::ForbiddenCall,
        Cause::OutOfMemory => Reason::OutOfMemory,
        Cause::OutOfCpu => Reason::OutOfCpu,
        Cause::NotStarted => Reason::NotStarted,
        Cause::Signal(signal) => Reason::Crashed(Crash::Signal(*signal)),
        Cause::Exit(code) => Reason::Crashed(Crash::Exit(*code)),
    }
}

/// Plays an answer, or says what is wrong with it.
pub fn judge(table: &mut dyn Table, answer: &[u8]) -> Result<(), Reason> {
    let unparsable = |because: String| Reason::Unparsable { answer: Quoted::new(answer), because };
    if answer.len() > Quoted::LONGEST {
        return Err(unparsable("expected an action, found a longer line than any action is".to_owned()));
    }
    let text = std::str::from_utf8(answer.trim_ascii());
    let text = text.map_err(|_| unparsable("expected an action, found bytes that are no text".to_owned()))?;
    table.game_mut().play(text).map_err(|error| match error {
        PlayError::Illegal(because) => {
            Reason::Illegal { answer: Quoted::new(answer), because: because.to_string() }
        }
        error => unparsable(error.to_string()),
    })
}

fn micros(time: Duration) -> u64 {
    time.as_micros().try_into().unwrap_or(u64::MAX)
}
