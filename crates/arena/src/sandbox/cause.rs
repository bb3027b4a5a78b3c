//! What the death of a bot means.
//!
//! Only running out of memory needs judgement. Linux refuses the memory with an error the bot sees and the
//! referee does not, so a bot that ends badly is held to have run out of memory if
//! 1. the kernel killed it for the memory of its cgroup, or
//! 2. its standard error has the words in which runtimes report it (`MemoryError`, `bad_alloc`, ...), or
//! 3. it once held nearly all it was allowed (seven eighths, resident).
//!
//! A bot in C that asks for a gigabyte at once, checks nothing and falls over the null pointer fits none of the
//! three and is said to have crashed, which is also true. A large runtime (Node, Java) that crashes for another reason
//! while it holds much fits the third by mistake, because the kernel's high-water mark counts its program text too.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

use super::{Limits, platform};

/// Why a bot ended that nobody told to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It made a system call that the sandbox kills for: this one, where that is known.
    ForbiddenCall(Option<&'static str>),
    /// It ran into its memory limit; see the head of `cause.rs` for the rule.
    OutOfMemory,
    /// It used up its processor time.
    OutOfCpu,
    /// It wrote a file larger than allowed.
    FileTooLarge,
    /// The launcher could not start it: no such program, or a limit that could not be set.
    NotStarted,
    /// A signal killed it.
    Signal(i32),
    /// It ended by itself.
    Exit(i32),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::ForbiddenCall(None) => f.write_str("forbidden system call"),
            Cause::ForbiddenCall(Some(call)) => write!(f, "forbidden system call {call}"),
            Cause::OutOfMemory => f.write_str("out of memory"),
            Cause::OutOfCpu => f.write_str("out of processor time"),
            Cause::FileTooLarge => f.write_str("file too large"),
            Cause::NotStarted => f.write_str("not started"),
            Cause::Signal(signal) => write!(f, "signal {signal}"),
            Cause::Exit(code) => write!(f, "exit code {code}"),
        }
    }
}

/// What a living bot has too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exceeded {
    /// Memory.
    Memory,
    /// Threads.
    Threads,
}

/// What a dead bot had used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Processor time of the bot and of those children it waited for, its start included.
    pub cpu: Duration,
    /// The most memory it held at once, in bytes; none where the system does not tell it from the referee's own
    /// (a child inherits the high-water mark of the process that spawned it).
    pub peak_resident: Option<u64>,
    /// Whether the kernel killed a process of the bot's cgroup for memory.
    pub killed_for_memory: bool,
    /// The number of the system call that it was killed for.
    pub forbidden: Option<i64>,
    /// Whether what ended was the launcher, which could not become the bot.
    pub never_ran: bool,
}

/// Reads how a bot died. Ask only for a bot that ended by itself: one that the referee killed reads as
/// `Signal(9)`. `stderr` is the end of its standard error.
pub fn cause(status: ExitStatus, spent: &Spent, limits: &Limits, stderr: &[u8]) -> Cause {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    let code = status.code();

    if let Some(call) = spent.forbidden {
        return Cause::ForbiddenCall(platform::call_name(call));
    }
    if signal == Some(SIGSYS) {
        return Cause::ForbiddenCall(None);
    }
    if spent.never_ran {
        return Cause::NotStarted;
    }
    let ended_badly = code != Some(0);
    let nearly_all = limits.memory - limits.memory / 8;
    if spent.killed_for_memory
        || ended_badly
            && (OUT_OF_MEMORY.iter().any(|words| has(stderr, words))
                || spent.peak_resident.is_some_and(|peak| peak >= nearly_all))
    {
        return Cause::OutOfMemory;
    }
    // A bot that ignores SIGXCPU gets SIGKILL a second later.
    let cpu_is_spent = spent.cpu >= Duration::from_secs(limits.cpu_seconds);
    match (signal, code) {
        (Some(SIGXCPU), _) => Cause::OutOfCpu,
        (Some(SIGKILL), _) if cpu_is_spent => Cause::OutOfCpu,
        (Some(SIGXFSZ), _) => Cause::FileTooLarge,
        (Some(signal), _) => Cause::Signal(signal),
        (None, code) => Cause::Exit(code.unwrap_or(-1)),
    }
}

/// The words in which runtimes say that memory was refused: Python, C++, Java and C#, JavaScript, Rust, Pascal, Go,
/// Perl, the shells, and whoever prints the system's own text.
const OUT_OF_MEMORY: [&str; 10] = [
    "MemoryError",
    "std::bad_alloc",
    "OutOfMemory",
    "insufficient memory for the Java Runtime",
    "memory allocation of ",
    "Runtime error 203",
    "out of memory",
    "Out of memory",
    "cannot allocate",
    "Cannot allocate memory",
];

const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;
const SIGXFSZ: i32 = 25;
const SIGSYS: i32 = 31;

fn has(text: &[u8], words: &str) -> bool {
    text.windows(words.len()).any(|window| window == words.as_bytes())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    fn died(raw: i32, spent: Spent, stderr: &str) -> Cause {
        cause(ExitStatus::from_raw(raw), &spent, &Limits::default(), stderr.as_bytes())
    }
    const EXIT_1: i32 = 1 << 8;

    #[test]
    fn a_death_by_sigsys_is_a_forbidden_call_whatever_else_is_said() {
        assert_eq!(died(31, Spent::default(), "MemoryError"), Cause::ForbiddenCall(None));
        let forbidden = Some(libc::SYS_socket);
        assert_eq!(
            died(9, Spent { forbidden, ..Spent::default() }, ""),
            Cause::ForbiddenCall(Some("socket"))
        );
    }

    #[test]
    fn memory_is_recognised_by_cgroup_by_words_and_by_what_was_held() {
        let none = Spent::default();
        assert_eq!(died(9, Spent { killed_for_memory: true, ..none }, ""), Cause::OutOfMemory);
        assert_eq!(died(EXIT_1, none, "Traceback ...\nMemoryError\n"), Cause::OutOfMemory);
        assert_eq!(died(6, Spent { peak_resident: Some(120 << 20), ..none }, ""), Cause::OutOfMemory);
        assert_eq!(died(6, Spent { peak_resident: Some(90 << 20), ..none }, ""), Cause::Signal(6));
    }

    #[test]
    fn a_bot_that_leaves_in_peace_did_not_run_out_of_anything() {
        let full = Spent { peak_resident: Some(128 << 20), ..Spent::default() };
        assert_eq!(died(0, full, "MemoryError caught, going on"), Cause::Exit(0));
    }

    #[test]
    fn processor_time_ends_by_sigxcpu_or_for_who_ignores_it_by_sigkill() {
        let long = Spent { cpu: Duration::from_secs(61), ..Spent::default() };
        assert_eq!(died(24, long, ""), Cause::OutOfCpu);
        assert_eq!(died(9, long, ""), Cause::OutOfCpu);
        assert_eq!(died(9, Spent::default(), ""), Cause::Signal(9));
    }

    #[test]
    fn only_the_launcher_can_say_that_nothing_was_started() {
        let never = Spent { never_ran: true, ..Spent::default() };
        assert_eq!(died(127 << 8, never, ""), Cause::NotStarted);
        assert_eq!(died(126 << 8, Spent::default(), "croupier __bot: no such program\n"), Cause::Exit(126));
    }
}
