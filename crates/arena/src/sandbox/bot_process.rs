//! A bot's processes from outside: which they are, stopping and ending them, and how they ended.
//!
//! In the strict sandbox there are two, both children of the referee: the *first* is the bot's warden, the other the bot.
//! With namespaces the warden is the first process of the bot's PID namespace: when it dies, the kernel kills
//! everything in the namespace. Without namespaces the launcher itself becomes the bot.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

use super::launch_channel::{LaunchMessage, LaunchReceiver};
use super::{Spent, platform};

/// How long a launcher has to say which process the bot is.
pub(crate) const LAUNCH: Duration = Duration::from_secs(10);

/// The bots without a launcher that run: nothing ends them with this process unless this process does.
static UNGUARDED: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

fn unguarded() -> MutexGuard<'static, BTreeSet<i32>> {
    UNGUARDED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all bots that would outlive this process. For a process that is about to be ended by a signal: no bot without
/// a launcher can be started afterwards.
pub(super) fn end_all() {
    let running = unguarded();
    for bot in running.iter().filter_map(|&bot| Pid::from_raw(bot)) {
        // An error means that it is dead.
        let _ = kill_process_group(bot, Signal::KILL);
    }
    // Whoever is about to start another one waits until the end.
    std::mem::forget(running);
}

/// A command that becomes a bot.
#[derive(Debug)]
pub struct Start {
    command: Command,
    /// Where its launcher reports, and the end that the launcher is given.
    report: Option<(LaunchReceiver, std::os::fd::OwnedFd)>,
    /// What is known of the sandbox before the launcher reports.
    level: String,
}

impl Start {
    pub(super) fn new(
        command: Command,
        report: Option<(LaunchReceiver, std::os::fd::OwnedFd)>,
        level: String,
    ) -> Start {
        Start { command, report, level }
    }

    /// The program and its arguments, as they will be started.
    pub fn command(&self) -> &Command {
        &self.command
    }

    /// Starts it, with pipes for its three streams.
    pub fn spawn(mut self) -> io::Result<BotProcess> {
        let (listener, theirs) = self.report.unzip();
        if let Some(theirs) = &theirs {
            // Another thread's child may inherit it as well; launchers close what is not theirs first of all.
            rustix::io::fcntl_setfd(theirs, rustix::io::FdFlags::empty())?;
        }
        let pipes = self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut others = listener.is_none().then(unguarded);
        let mut child = pipes.spawn()?;
        let launcher = Pid::from_child(&child);
        if let Some(others) = &mut others {
            others.insert(launcher.as_raw_nonzero().get());
        }
        drop(others);
        Ok(BotProcess {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            child: Some(child),
            launcher,
            bot: listener.is_none().then_some(launcher),
            listener,
            first: None,
            born: None,
            forbidden: None,
            ended: None,
            failure: None,
            in_force: self.level,
            is_reaped: false,
        })
    }
}

/// A bot's processes. Dropping it ends them all.
#[derive(Debug)]
pub struct BotProcess {
    /// The bot reads from it.
    pub stdin: Option<ChildStdin>,
    /// The bot writes to it.
    pub stdout: Option<ChildStdout>,
    /// Its author reads it.
    pub stderr: Option<ChildStderr>,
    /// What was spawned, until it is reaped.
    child: Option<Child>,
    launcher: Pid,
    listener: Option<LaunchReceiver>,
    /// The bot's warden.
    first: Option<Pid>,
    /// The process that the launcher started to become the bot, until it is reaped.
    born: Option<Pid>,
    /// The bot itself, once it is ready to run.
    bot: Option<Pid>,
    /// The system call that its warden killed it for.
    forbidden: Option<i64>,
    ended: Option<(ExitStatus, Spent)>,
    failure: Option<String>,
    in_force: String,
    is_reaped: bool,
}

impl BotProcess {
    /// Takes what the launcher has reported; waits at most `timeout` until it is known who the bot is.
    pub fn listen(&mut self, timeout: Duration) {
        let begun = Instant::now();
        loop {
            let Some(listener) = &self.listener else { return };
            let is_open = self.bot.is_none() && self.failure.is_none();
            let left = if is_open { timeout.saturating_sub(begun.elapsed()) } else { Duration::ZERO };
            match listener.next(left) {
                Ok(Some((report, sender))) => self.take(report, sender),
                Ok(None) => return,
                // Nobody is left to report.
                Err(_) => {
                    self.listener = None;
                    return;
                }
            }
        }
    }

    fn take(&mut self, report: LaunchMessage, sender: Option<Pid>) {
        match report {
            LaunchMessage::Init(first) => self.first = number(first),
            LaunchMessage::Bot(bot) => {
                self.born = number(bot);
                // The launcher has nothing more to do.
                if let Some(mut launcher) = self.child.take() {
                    let _ = launcher.wait();
                }
            }
            LaunchMessage::Running(words) => {
                self.bot = sender;
                self.in_force = words;
            }
            LaunchMessage::Failed(why) => {
                self.failure = Some(why);
                // It may say so before the launcher has said who it is.
                self.born = self.born.or(sender.filter(|&sender| sender != self.launcher));
            }
            LaunchMessage::Forbidden(call) => self.forbidden = Some(call),
        }
    }

    /// The bot's own process, as soon as its launcher has said which it is.
    pub fn process(&self) -> Option<Pid> {
        self.bot
    }

    /// Its number.
    pub fn number(&self) -> Option<u32> {
        self.bot.map(|bot| bot.as_raw_nonzero().get().unsigned_abs())
    }

    /// Stops the bot and all its children that stayed in its group.
    pub fn stop(&self) {
        self.signal(Signal::STOP);
    }

    /// The parts of the sandbox in force, as words; what is known of them so far.
    pub fn in_force(&self) -> &str {
        &self.in_force
    }

    /// Why the launcher could not start it.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Sends a signal to the bot and all its children that stayed in its group.
    pub fn signal(&self, signal: Signal) {
        // The number cannot be another's: a dead bot is reaped by `reap` only. An error means that it is dead.
        if let (Some(bot), false) = (self.bot, self.is_reaped) {
            let _ = kill_process_group(bot, signal);
        }
    }

    /// Do all threads of the bot stand still, stopped or dead? Its children, if it may have any, are not looked at.
    pub fn is_still(&self) -> bool {
        let Some(bot) = self.bot else { return true };
        // The kernel says so when the last thread has stopped. Peek, so that the next look sees the same.
        let options =
            WaitIdOptions::STOPPED | WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(bot), options), Ok(None) | Err(rustix::io::Errno::INTR))
    }

    /// Has it ended by itself? Waits at most `timeout`.
    pub fn has_ended(&mut self, timeout: Duration) -> bool {
        let begun = Instant::now();
        loop {
            self.listen(Duration::ZERO);
            if self.ended.is_some() || self.is_reaped {
                return true;
            }
            // Peek, do not reap: the number stays ours.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let who = self.born.unwrap_or(self.launcher);
            match waitid(WaitId::Pid(who), options) {
                Ok(Some(_)) => {
                    // What it said before it died comes first: it may be that another goes on in its place.
                    self.listen(Duration::ZERO);
                    if self.born.unwrap_or(self.launcher) == who {
                        return true;
                    }
                }
                Ok(None) | Err(rustix::io::Errno::INTR) => (),
                Err(_) => return true,
            }
            let left = timeout.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return false;
            }
            platform::await_end(who, left);
        }
    }

    /// Ends all its processes and leaves no zombie; answers how it ended, if it ended by itself.
    pub fn reap(&mut self) -> Option<(ExitStatus, Spent)> {
        if self.is_reaped {
            return self.ended;
        }
        // Nobody is left behind that is being started; the bot's own program has no part in how long that takes.
        self.listen(LAUNCH);
        self.is_reaped = true;
        // An error means that nobody is left to kill.
        if let Some(bot) = self.bot {
            let _ = kill_process_group(bot, Signal::KILL);
        }
        for process in [self.born, self.first].into_iter().flatten() {
            let _ = kill_process(process, Signal::KILL);
        }
        if let Some(child) = self.child.take() {
            let _ = kill_process(self.launcher, Signal::KILL);
            // Before its number can be another's.
            unguarded().remove(&self.launcher.as_raw_nonzero().get());
            self.ended = platform::wait_for_launcher(child).ok();
        }
        // Before the first process, which the kernel lets go last of all in its namespace.
        if let Some(bot) = self.born.take() {
            self.ended = platform::wait_for(bot).ok();
        }
        if let Some(first) = self.first {
            let _ = platform::wait(first);
        }
        // What it said last.
        self.listen(Duration::ZERO);
        let killed_for_memory = platform::clear_away(self.launcher);
        if let Some((_, spent)) = &mut self.ended {
            spent.killed_for_memory = killed_for_memory;
            spent.never_ran = self.failure.is_some();
            spent.forbidden = self.forbidden;
        }
        self.ended
    }

    /// Waits until it ends by itself, and leaves nothing of it.
    pub fn wait(mut self) -> Option<(ExitStatus, Spent)> {
        while !self.has_ended(Duration::from_secs(1)) {}
        self.reap()
    }
}

/// A process by its number.
fn number(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().and_then(Pid::from_raw)
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.reap();
    }
}
