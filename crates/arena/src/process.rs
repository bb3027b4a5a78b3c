//! A bot as child process: three pipes that never block us, its own process group, killed whole on drop.
//!
//! A bot may do anything with its pipes: never read, never stop writing, write half a line, close
//! them. Whatever it does, every call here returns by its deadline and keeps a bounded amount.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionread};
use rustix::process::{Pid, Signal};

use crate::meter::{CpuMeter, Lag};
use crate::sandbox::{BotProcess, Exceeded, LAUNCH, Limits, Spent, Start, Watch};

/// No answer of any game is nearly this long; a line that is longer is a flood.
pub const LONGEST_ANSWER: usize = 1024;
/// So much of the end of a bot's standard error is kept for its author.
pub const STDERR_KEPT: usize = 16 * 1024;
/// A bot that writes more than this to standard error in one match is a flood too.
pub const STDERR_MOST: u64 = 16 * 1024 * 1024;
/// We wait at most this long at a time, and so know to this accuracy how long we were stopped ourselves.
const SLICE: Duration = Duration::from_millis(50);
/// A bot that has been stopped stands still after so many turns, or is in a long system call: then it is looked at
/// again after naps.
const YIELDS: u32 = 4;
const NAP: Duration = Duration::from_micros(100);
/// How long a bot that closed its pipes has to show how it died.
const REAP_TIMEOUT: Duration = Duration::from_millis(500);

/// What came of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// One line; see [`Bot::answer`].
    Line,
    /// Something was written before the question; see [`Bot::answer`].
    Unasked,
    /// More than a line, or a line that does not end.
    Flood,
    /// A pipe is closed: the bot is dead or will not talk any more.
    Gone,
    /// No line by the deadline.
    Late,
}

/// A running bot.
#[derive(Debug)]
pub struct Bot {
    bot_process: BotProcess,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    /// Lines to be written, and how much of them has been.
    outgoing: Vec<u8>,
    written: usize,
    incoming: Box<[u8; 2 * LONGEST_ANSWER]>,
    heard: usize,
    away: Duration,
    tail: Tail,
    /// A copy of its standard error, for whoever looks while the match goes on.
    copy: Option<File>,
    /// The bot's processor time.
    pub cpu: CpuMeter,
    started: Instant,
    /// The bot's own process, once its launcher has said which it is.
    process: Option<Pid>,
    is_stopped: bool,
    /// The limits that the referee keeps itself; none for bots without a sandbox.
    limits: Option<Limits>,
    /// What it uses.
    watch: Option<Watch>,
    exceeded: Option<Exceeded>,
    /// The lag that is measured for its decisions.
    lag: Option<Lag>,
}

impl Bot {
    /// Starts it.
    pub fn start(start: Start) -> io::Result<Bot> {
        // Before it can run: a busy machine may let it run before `spawn` returns.
        let started = Instant::now();
        let mut bot_process = start.spawn()?;
        let (stdin, stdout, stderr) =
            (bot_process.stdin.take(), bot_process.stdout.take(), bot_process.stderr.take());
        let stdout = stdout.expect("standard output is a pipe");
        let mut bot = Bot {
            bot_process,
            stdin,
            stdout,
            stderr,
            outgoing: Vec::with_capacity(1024),
            written: 0,
            incoming: Box::new([0; 2 * LONGEST_ANSWER]),
            heard: 0,
            away: Duration::ZERO,
            tail: Tail::default(),
            copy: None,
            cpu: CpuMeter::default(),
            started,
            process: None,
            is_stopped: false,
            limits: None,
            watch: None,
            exceeded: None,
            lag: None,
        };
        // From here on dropping the bot ends the process, also on error.
        rustix::io::ioctl_fionbio(&bot.stdout, true)?;
        bot.stdin.as_ref().map_or(Ok(()), |pipe| rustix::io::ioctl_fionbio(pipe, true))?;
        bot.stderr.as_ref().map_or(Ok(()), |pipe| rustix::io::ioctl_fionbio(pipe, true))?;
        bot.meet(Duration::ZERO);
        Ok(bot)
    }

    /// From here on the referee watches these limits too: some uses show only from outside.
    pub fn watch(&mut self, limits: Limits) {
        self.limits = Some(limits);
        self.meet(Duration::ZERO);
    }

    /// Learns which process the bot is, as soon as its launcher has said so; waits at most `timeout`.
    fn meet(&mut self, timeout: Duration) {
        if self.process.is_none() {
            self.bot_process.listen(timeout);
            self.process = self.bot_process.process();
            if let Some(process) = self.process {
                self.cpu = CpuMeter::of(process.as_raw_nonzero().get().unsigned_abs());
            }
        }
        if let (Some(process), Some(_), None) = (self.process, self.limits, &self.watch) {
            self.watch = Watch::of(process.as_raw_nonzero().get().unsigned_abs());
        }
    }

    /// Waits until its launcher has said which parts of the sandbox are in force, or why there are none.
    pub fn launched(&mut self) -> Result<&str, &str> {
        self.meet(LAUNCH);
        match self.bot_process.failure() {
            Some(why) => Err(why),
            None => Ok(self.bot_process.in_force()),
        }
    }

    /// The parts of the sandbox in force, as words.
    pub fn in_force(&self) -> &str {
        self.bot_process.in_force()
    }

    /// Stops it, threads and children included, until it is asked or hung up on. A bot that thinks while others
    /// are asked takes their time. Waits at most `timeout` until every thread stands still, because a system call is not
    /// interrupted; answers whether they do, and how long that took.
    pub fn stop(&mut self, timeout: Duration) -> (bool, Duration) {
        if self.is_stopped {
            return (true, Duration::ZERO);
        }
        self.meet(LAUNCH);
        let begun = Instant::now();
        self.bot_process.signal(Signal::STOP);
        self.is_stopped = true;
        let mut looks = 0;
        loop {
            // On the core that they share, a bot needs a turn to stop.
            std::thread::yield_now();
            let (is_still, took) = (self.bot_process.is_still(), begun.elapsed());
            if is_still || took >= timeout {
                return (is_still, took);
            }
            looks += 1;
            if looks > YIELDS {
                std::thread::sleep(NAP.min(timeout - took));
            }
        }
    }

    /// Lag of the referee's thread before the last wait of a decision is nobody's: a bot that wakes the referee often
    /// gains nothing by it.
    pub(crate) fn forgive(&mut self, lag: Lag) {
        self.lag = Some(lag);
    }

    /// Lets it run again.
    fn resume(&mut self) {
        if self.is_stopped {
            self.bot_process.signal(Signal::CONT);
            self.is_stopped = false;
        }
    }

    /// Does it use more than it may? Once it has, it always has.
    pub fn exceeded(&mut self) -> Option<Exceeded> {
        self.meet(Duration::ZERO);
        self.look(Watch::exceeded)
    }

    /// The same after a decision; ask when the processor time of that has been read.
    pub fn exceeded_after_decision(&mut self) -> Option<Exceeded> {
        let cpu = self.cpu.last();
        self.look(|watch, limits| watch.exceeded_after(cpu, limits))
    }

    fn look(&mut self, look: impl FnOnce(&mut Watch, &Limits) -> Option<Exceeded>) -> Option<Exceeded> {
        if self.exceeded.is_none()
            && let (Some(watch), Some(limits)) = (&mut self.watch, &self.limits)
        {
            self.exceeded = look(watch, limits);
        }
        self.exceeded
    }

    /// When it was started.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// What it reads next: lines are put here and go out with the next [`Bot::ask`] or [`Bot::flush`].
    pub fn outgoing(&mut self) -> &mut Vec<u8> {
        &mut self.outgoing
    }

    /// What it said, without the end of the line.
    pub fn answer(&self) -> &[u8] {
        let said = &self.incoming[..self.heard];
        let end = said.iter().position(|&byte| byte == b'\n').unwrap_or(said.len());
        said[..end].strip_suffix(b"\r").unwrap_or(&said[..end])
    }

    /// What it said after its first line, as far as it was read.
    pub fn excess(&self) -> &[u8] {
        let said = &self.incoming[..self.heard];
        said.iter().position(|&byte| byte == b'\n').map_or(&[], |end| &said[end + 1..])
    }

    /// Writes as much as the pipe takes; false if nobody will ever read it.
    pub fn flush(&mut self) -> bool {
        let Some(pipe) = &mut self.stdin else { return false };
        while self.written < self.outgoing.len() {
            match pipe.write(&self.outgoing[self.written..]) {
                Ok(written) => self.written += written,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return true,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                Err(_) => return false,
            }
        }
        self.outgoing.clear();
        self.written = 0;
        true
    }

    /// How many bytes it has been sent and has not read; `None` where the system does not say.
    pub fn unread(&self) -> Option<u64> {
        ioctl_fionread(self.stdin.as_ref()?).ok()
    }

    /// Sends what is outgoing and waits for one line. `time` runs from the moment it is sent;
    /// answers how long it took, too.
    pub fn ask(&mut self, time: Option<Duration>) -> (Received, Duration) {
        self.heard = 0;
        // Whatever is there before the question is no answer to it.
        match self.read_line() {
            Some(Received::Line) => return (Received::Unasked, Duration::ZERO),
            Some(other) => return (other, Duration::ZERO),
            None if self.heard > 0 => return (Received::Unasked, Duration::ZERO),
            None => (),
        }
        self.meet(LAUNCH);
        // A bot may answer before the write returns: on a busy machine it runs in our place.
        let asked = Instant::now();
        let is_heard = self.flush();
        self.resume();
        if !is_heard {
            return (Received::Gone, Duration::ZERO);
        }
        let heard = self.wait_for_line(asked, time);
        (heard, asked.elapsed())
    }

    /// Waits for one more line, with nothing more asked.
    pub fn wait(&mut self, time: Duration) -> Received {
        self.heard = 0;
        self.wait_on(time)
    }

    /// Waits for the line that was being waited for, of which a part may be there.
    pub fn wait_on(&mut self, time: Duration) -> Received {
        self.wait_for_line(Instant::now(), Some(time))
    }

    /// How long the referee itself was stopped during the last wait (a suspended machine counts). The deadline was put
    /// off by as much.
    pub fn away(&self) -> Duration {
        self.away
    }

    fn wait_for_line(&mut self, asked: Instant, time: Option<Duration>) -> Received {
        self.away = Duration::ZERO;
        let mut begun = asked;
        loop {
            let used = begun.duration_since(asked).saturating_sub(self.away);
            let left = time.map(|time| time.saturating_sub(used));
            let timeout = left.map(|left| left.min(SLICE));
            // What a bot writes beside its answer wakes the referee, who then waits for the core as if an answer had
            // come: that is no lag in reading the answer. Only the last wait of a decision counts.
            if begun != asked
                && let Some(lag) = &self.lag
            {
                lag.lap();
            }
            let ready = self.poll(timeout);
            let now = Instant::now();
            // The system call that was to end by then did not: the bot had no part in that.
            let late =
                timeout.map_or(Duration::ZERO, |timeout| now.duration_since(begun).saturating_sub(timeout));
            self.away += late;
            begun = now;
            if ready.gone {
                return Received::Gone;
            }
            if self.floods_stderr() {
                return Received::Flood;
            }
            if ready.stdout
                && let Some(heard) = self.read_line()
            {
                return heard;
            }
            if !ready.stdout {
                // A long decision is no way to use more than a short one may.
                if self.exceeded().is_some() {
                    return Received::Gone;
                }
                // Who stops itself would never answer, and is waited for in vain where there is no clock.
                self.bot_process.signal(Signal::CONT);
            }
            // Half a line is no answer, however often it comes.
            if time.is_some_and(|time| now.duration_since(asked).saturating_sub(self.away) >= time) {
                return Received::Late;
            }
        }
    }

    /// Waits until something can be done with a pipe, at most `timeout`, and serves all but standard
    /// output.
    fn poll(&mut self, timeout: Option<Duration>) -> Ready {
        let timeout = timeout.map(|timeout| Timespec::try_from(timeout).expect("a clock's times are short"));
        let mut fds = [
            PollFd::new(&self.stdout, PollFlags::IN),
            PollFd::new(&self.stdout, PollFlags::empty()),
            PollFd::new(&self.stdout, PollFlags::empty()),
        ];
        let mut count = 1;
        let stderr = self.stderr.as_ref().map(|pipe| {
            fds[count] = PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN);
            count += 1;
            count - 1
        });
        let stdin = self.stdin.as_ref().filter(|_| !self.outgoing.is_empty()).map(|pipe| {
            fds[count] = PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::OUT);
            count += 1;
            count - 1
        });
        let ready = match poll(&mut fds[..count], timeout.as_ref()) {
            Ok(_) => fds.map(|fd| !fd.revents().is_empty()),
            Err(Errno::INTR) => [false; 3],
            // The three pipes are open and the array is small: nothing else can go wrong for long.
            Err(_) => [true, false, false],
        };
        if stderr.is_some_and(|at| ready[at]) {
            self.read_stderr();
        }
        let gone = stdin.is_some_and(|at| ready[at]) && !self.flush();
        Ready { stdout: ready[0], gone }
    }

    /// Reads what is there; `None` while the line is not complete.
    fn read_line(&mut self) -> Option<Received> {
        loop {
            let read = match self.stdout.read(&mut self.incoming[self.heard..]) {
                Ok(0) => return Some(Received::Gone),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return Some(Received::Gone),
            };
            let fresh = self.heard..self.heard + read;
            self.heard = fresh.end;
            if let Some(at) = self.incoming[fresh].iter().position(|&byte| byte == b'\n') {
                let line = self.heard - read + at + 1;
                return Some(if line == self.heard && line <= LONGEST_ANSWER {
                    Received::Line
                } else {
                    Received::Flood
                });
            }
            if self.heard > LONGEST_ANSWER {
                return Some(Received::Flood);
            }
            // A short read emptied the pipe.
            return None;
        }
    }

    /// Takes what standard error has for us, a bounded amount at a time.
    pub fn read_stderr(&mut self) {
        let Some(pipe) = &mut self.stderr else { return };
        let mut chunk = [0; 4096];
        for _ in 0..16 {
            match pipe.read(&mut chunk) {
                Ok(0) => {
                    self.stderr = None;
                    return;
                }
                Ok(read) => {
                    self.tail.push(&chunk[..read]);
                    // The match does not depend on the copy: if it cannot be written, there is none.
                    if let Some(copy) = &mut self.copy
                        && copy.write_all(&chunk[..read]).is_err()
                    {
                        self.copy = None;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                Err(_) => return,
            }
        }
    }

    /// From here on its standard error is copied to this file as it comes.
    pub fn copy_stderr(&mut self, file: File) {
        self.copy = Some(file);
    }

    /// Has it written more to standard error than anybody will read?
    pub fn floods_stderr(&self) -> bool {
        self.tail.total > STDERR_MOST
    }

    /// The end of its standard error so far.
    pub fn stderr(&self) -> Vec<u8> {
        self.tail.bytes()
    }

    /// True once it has closed its output or died; does not wait.
    pub fn is_gone(&self) -> bool {
        let mut fds = [PollFd::new(&self.stdout, PollFlags::empty())];
        let ready = poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
        ready.is_ok() && fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
    }

    /// No more input: the bot reads the end of it.
    pub fn hang_up(&mut self) {
        self.stdin = None;
        self.resume();
    }

    /// How a bot whose pipes are closed ended; `None` if it still lives. Gives it a moment, because the
    /// kernel closes a dying process's pipes before it says how the process died.
    pub fn reap(&mut self) -> Option<(ExitStatus, Spent)> {
        self.read_stderr();
        let has_ended = self.bot_process.has_ended(REAP_TIMEOUT);
        self.read_stderr();
        if let Some(why) = self.bot_process.failure() {
            // Its author reads it where a program that does not start would have said it.
            let why = format!("croupier: {why}\n");
            self.tail.push(why.as_bytes());
        }
        if has_ended { self.bot_process.reap() } else { None }
    }
}

struct Ready {
    stdout: bool,
    gone: bool,
}

/// Waits until one of these bots dies or writes to standard error, or with [`PollFlags::IN`] to
/// standard output, at most `timeout`; keeps what they wrote to standard error.
pub fn wait_for_any(bots: &mut [&mut Bot], stdout: PollFlags, timeout: Duration) {
    let pipes = bots.iter().flat_map(|bot| {
        let stderr = bot.stderr.as_ref().map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN));
        [Some(PollFd::new(&bot.stdout, stdout)), stderr]
    });
    let mut pipes: Vec<PollFd<'_>> = pipes.flatten().collect();
    let timeout = Timespec::try_from(timeout).expect("a clock's times are short");
    let ready = poll(&mut pipes, Some(&timeout)).unwrap_or(0);
    drop(pipes);
    if ready > 0 {
        bots.iter_mut().for_each(|bot| bot.read_stderr());
    }
}

/// The end of a stream of any length.
#[derive(Debug, Default)]
struct Tail {
    kept: Vec<u8>,
    total: u64,
}

impl Tail {
    fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        self.kept.extend_from_slice(bytes);
        if self.kept.len() > 2 * STDERR_KEPT {
            self.kept.drain(..self.kept.len() - STDERR_KEPT);
        }
    }

    fn bytes(&self) -> Vec<u8> {
        self.kept[self.kept.len().saturating_sub(STDERR_KEPT)..].to_vec()
    }
}
