//! A process in a seat, and what an agent of ours costs beside it.

use std::io::Write;
use std::time::Duration;

use table::ending::{Crash, Quoted, Reason};
use table::player::{Cost, micros};
use table::{Answer, AnyTable, Board, Here, Player, Reply};

use crate::meter::{Lag, thread_cpu};
use crate::process::{Bot, Received};
use crate::sandbox::{Cause, Exceeded, Limits, Sandbox, Spec, cause};

/// How long a bot that has answered is waited for at least until it stands still.
const STANDSTILL: Duration = Duration::from_millis(250);

/// A bot in a seat. It reads what happened when it is asked, together with the question: one write, one wait
/// and one read a decision. Nobody is woken for nothing, and nobody learns how long the others thought.
pub(crate) struct Process {
    pub bot: Bot,
    limits: Limits,
    /// How many events it has been told.
    told: usize,
    lag: Lag,
}

impl Process {
    pub fn new(mut bot: Bot, spec: &Spec, lag: Lag) -> Process {
        if spec.sandbox != Sandbox::None {
            bot.watch(spec.limits);
        }
        bot.forgive(lag.clone());
        Process { bot, limits: spec.limits, told: 0, lag }
    }

    /// Puts everything it has not been told yet into its outgoing lines.
    pub fn tell(&mut self, lines: Vec<String>, told: usize) {
        let outgoing = self.bot.outgoing();
        for line in lines {
            writeln!(outgoing, "{line}").expect("memory takes all");
        }
        self.told = told;
    }

    /// What the end of a bot that ended by itself means.
    pub fn death(&mut self) -> Reason {
        death(&mut self.bot, &self.limits)
    }
}

impl Player<Box<dyn AnyTable>> for &mut Process {
    fn ask(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> Answer<String> {
        let prompt = here.turn().map_or("", |turn| turn.prompt);
        self.tell(here.wire(self.told), here.event_count());
        writeln!(self.bot.outgoing(), "{prompt}").expect("memory takes all");
        let (mut heard, mut wall) = self.bot.ask(Some(here.limit));
        // The clock runs until it stands still: whoever is asked next has the machine for itself.
        let (is_still, took) = self.bot.stop(match heard {
            // Not less, for an answer that is late by our fault counts; the charge is compared with the clock.
            Received::Line => here.limit.saturating_sub(wall).max(STANDSTILL),
            // It has forfeited, and is ended soon.
            _ => Duration::ZERO,
        });
        wall += took;
        if heard == Received::Line && !is_still {
            heard = Received::Late;
        }
        // The two overlap: a process that is let run late returns late from its wait.
        let lag = self.lag.lap().max(self.bot.away());
        // Rounded in the bot's favour, as its wall time is.
        let lag = micros(lag + Duration::from_nanos(999));
        let cost = Cost { wall: micros(wall), cpu: micros(self.bot.cpu.lap()), lag };
        // While the bot used the processor, the referee may have waited for that same core. That time is the bot's
        // work, not the referee's lag.
        let cost = Cost { lag: cost.lag.min(cost.wall.saturating_sub(cost.cpu)), ..cost };
        let reply = if let Some(exceeded) = self.bot.exceeded_after_decision() {
            Reply::Gone(exceeded.reason())
        } else {
            match heard {
                // An answer that has come counts if what it is charged fits its clock, even if we read it late.
                Received::Line => Reply::Line(self.bot.answer().to_vec()),
                Received::Late => Reply::Late,
                Received::Unasked => Reply::Gone(Reason::Unasked { said: Quoted::new(self.bot.answer()) }),
                Received::Flood => Reply::Gone(Reason::Flood),
                Received::Gone => Reply::Gone(self.death()),
            }
        };
        reply.costing(cost)
    }

    fn end(&mut self, here: &Here<'_, Box<dyn AnyTable>>) {
        self.tell(here.wire(self.told), here.event_count());
        // Who does not read the end has missed nothing but that.
        let _ = self.bot.flush();
        self.bot.hang_up();
    }
}

impl Exceeded {
    /// What a bot forfeits by.
    pub(crate) fn reason(self) -> Reason {
        match self {
            Exceeded::Memory => Reason::OutOfMemory,
            Exceeded::Threads => Reason::TooManyThreads,
        }
    }
}

/// What the end of a bot that ended by itself, or used too much, means.
pub fn death(bot: &mut Bot, limits: &Limits) -> Reason {
    if let Some(exceeded) = bot.exceeded() {
        return exceeded.reason();
    }
    let Some((status, spent)) = bot.reap() else {
        return Reason::Crashed(Crash::ClosedPipe);
    };
    match cause(status, &spent, limits, &bot.stderr()) {
        Cause::ForbiddenCall(call) => Reason::ForbiddenCall { call: call.map(str::to_owned) },
        // A file larger than allowed is a file, and bots write none.
        Cause::FileTooLarge => Reason::ForbiddenCall { call: Some("write".to_owned()) },
        Cause::OutOfMemory => Reason::OutOfMemory,
        Cause::OutOfCpu => Reason::OutOfCpu,
        Cause::NotStarted => Reason::NotStarted,
        Cause::Signal(signal) => Reason::Crashed(Crash::Signal(signal)),
        Cause::Exit(code) => Reason::Crashed(Crash::Exit(code)),
    }
}

/// A player of ours whose processor time and lag are measured as a bot's are, on the calling thread.
pub fn metered<T: Board>(player: impl Player<T>) -> impl Player<T> {
    Metered { player, lag: Lag::here() }
}

/// An agent of ours whose processor time and lag are measured as a bot's are.
pub(crate) struct Metered<P> {
    pub player: P,
    pub lag: Lag,
}

impl<T: Board, P: Player<T>> Player<T> for Metered<P> {
    fn ask(&mut self, here: &Here<'_, T>) -> Answer<T::Action> {
        self.lag.lap();
        let before = thread_cpu();
        let answer = self.player.ask(here);
        let cpu = micros(thread_cpu().saturating_sub(before));
        let lag = micros(self.lag.lap()).min(answer.cost.wall);
        Answer { cost: Cost { cpu, lag, ..answer.cost }, ..answer }
    }
}
