//! The steps from the hidden word to the bot, and back from its death.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Signal, getppid, set_parent_process_death_signal};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs};

use super::spec::Orders;
use super::{Sandbox, Spec, Spent, WORD};
use super::{cgroup, files, kernel, limits, syscalls};

/// All the environment a bot gets. A home keeps runtimes from asking the user database for one.
const ENVIRONMENT: [(&str, &str); 3] =
    [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/"), ("LANG", "C.UTF-8")];

/// The hidden word's body: puts the limits on this very process and becomes the bot. `words` are the arguments
/// after [`WORD`]. On failure it says why on standard error, in one line, and exits with 126 (the box could
/// not be built) or 127 (the program could not be run).
pub fn enter(words: impl Iterator<Item = OsString>) -> ! {
    let (code, why) = match Orders::read(words) {
        Err(why) => (126, why),
        Ok(orders) => match close_the_box(&orders) {
            Err(why) => (126, why),
            Ok(()) => (127, become_the_bot(&orders.spec)),
        },
    };
    eprintln!("croupier {WORD}: {why}");
    std::process::exit(code)
}

fn close_the_box(orders: &Orders) -> Result<(), String> {
    let spec = &orders.spec;
    let step = |what: &'static str| move |error: io::Error| format!("{what}: {error}");
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|error| step("death signal")(error.into()))?;
    // The referee may have died before the signal was asked for.
    if getppid().map(|parent| parent.as_raw_nonzero().get().unsigned_abs()) != Some(orders.referee) {
        return Err("the referee is gone".into());
    }
    cgroup::enter(&spec.limits).map_err(step("cgroup"))?;
    limits::apply(&spec.limits).map_err(step("limits"))?;
    kernel::close_all_on_exec().map_err(step("open files"))?;
    set_no_new_privs(true).map_err(|error| step("no new privileges")(error.into()))?;
    // Root without capabilities cannot lift its own limits; with no new privileges exec does not return them.
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    set_capabilities(None, sets).map_err(|error| step("capabilities")(error.into()))?;
    if spec.sandbox == Sandbox::Strict {
        files::apply(spec)?;
        syscalls::apply(spec.limits.processes)?;
    }
    Ok(())
}

/// Returns only if the program could not be run.
fn become_the_bot(spec: &Spec) -> String {
    let (program, rest) = spec.command.split_first().expect("orders end in a program");
    let error = Command::new(program).args(rest).env_clear().envs(ENVIRONMENT).exec();
    format!("cannot run `{}`: {error}", Path::new(program).display())
}

/// What is really put in force for this bot on this machine, for the record: the level, and its parts as
/// words.
pub fn in_force(spec: &Spec) -> String {
    let cgroup = || if cgroup::delegated().is_some() { "cgroup" } else { "no-cgroup" };
    match spec.sandbox {
        Sandbox::Strict => match files::version() {
            0 => "strict no-landlock".into(),
            version => format!("strict landlock={version} seccomp rlimits {}", cgroup()),
        },
        Sandbox::Limits => format!("limits rlimits {}", cgroup()),
        Sandbox::None => "none".into(),
    }
}

/// Waits until a bot is dead, clears away its cgroup, and says what it had used. Does not kill it.
pub fn wait(child: Child) -> io::Result<(ExitStatus, Spent)> {
    let pid = child.id();
    let (status, cpu, peak) = kernel::wait(pid)?;
    let own_peak = own_peak().unwrap_or(u64::MAX);
    let peak_resident = (peak > own_peak).then_some(peak);
    Ok((status, Spent { cpu, peak_resident, killed_for_memory: cgroup::leave(pid) }))
}

/// The most memory this process itself has held.
fn own_peak() -> Option<u64> {
    kilobytes(&std::fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// A line `NAME:   NUMBER kB` of a process's status, in bytes.
fn kilobytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
