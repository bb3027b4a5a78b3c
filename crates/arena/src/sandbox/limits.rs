//! The classic limits of a process: memory, processor time, files, tasks.

use std::io;
use std::os::unix::fs::MetadataExt;

use rustix::process::{Resource, Rlimit, getuid, setrlimit};

use super::Limits;

/// Tasks of any bot, threads included, that no honest bot reaches.
pub const TASKS: u64 = 512;

/// Tasks that the neighbours of a bot may start while it plays, for each core: four tables of four bots with
/// eight threads each.
const TASKS_A_CORE: u64 = 128;

/// Address space beyond the memory limit. Runtimes reserve much more than they use (Node 0.7 GB at rest); each
/// gigabyte that is touched can cost two megabytes of page tables, which RLIMIT_DATA does not count.
const RESERVED: u64 = 16 << 30;

/// Signals that may wait for a bot; runtimes queue a few.
const SIGNALS: u64 = 128;

/// Puts `limits` on this process, for good. Where it is alone in a user namespace, the kernel counts its tasks alone.
pub fn apply(limits: &Limits, is_alone: bool) -> io::Result<()> {
    // Private writable memory, not address space: Go, Java and Node reserve many times what they use.
    fix(Resource::Data, limits.memory)?;
    fix(Resource::As, limits.memory.saturating_add(RESERVED))?;
    fix(Resource::Stack, limits.stack)?;
    fix(Resource::Sigpending, SIGNALS)?;
    fix(Resource::Fsize, limits.file_size)?;
    fix(Resource::Nofile, limits.open_files)?;
    // Not 0: where the machine pipes dumps to a program, that limit is not kept. 1 is the one that forbids both kinds.
    fix(Resource::Core, 1)?;
    fix(Resource::Memlock, 0)?;
    fix(Resource::Msgqueue, 0)?;
    // A soft limit a second below the hard one: SIGXCPU says what happened, SIGKILL would not.
    set(Resource::Cpu, limits.cpu_seconds, limits.cpu_seconds + 1)?;
    if is_alone && counts_by_namespace() {
        // Twice the cap. A bot above the cap is noticed and forfeits with that reason; at the cap itself its calls
        // would only fail.
        return fix(Resource::Nproc, 2 * u64::from(limits.threads) + u64::from(limits.processes) + 2);
    }
    // The kernel counts all tasks of the user, so the limit is added to those that exist now.
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let spare = TASKS + TASKS_A_CORE * cores + u64::from(limits.processes);
    fix(Resource::Nproc, tasks_of_this_user()? + spare)
}

/// Linux counts tasks in each user namespace by themselves from 5.14 on.
fn counts_by_namespace() -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|digits| digits.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (5, 14)
}

fn fix(resource: Resource, value: u64) -> io::Result<()> {
    set(resource, value, value)
}

/// Sets a limit no higher than the one already in force.
fn set(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    let most = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let limit = Rlimit { current: Some(soft.min(most)), maximum: Some(hard.min(most)) };
    setrlimit(resource, limit)
        .map_err(|error| io::Error::other(format!("cannot set {resource:?} to {hard}: {error}")))
}

/// How many threads of how many processes this user runs.
fn tasks_of_this_user() -> io::Result<u64> {
    let user = getuid().as_raw();
    let mut tasks = 0;
    for entry in std::fs::read_dir("/proc")?.flatten() {
        let is_process =
            entry.file_name().to_string_lossy().starts_with(|first: char| first.is_ascii_digit());
        // A process may end while it is counted; then it does not count.
        let Some(meta) = is_process.then(|| entry.metadata().ok()).flatten() else { continue };
        if meta.uid() == user {
            // The folder `task` has a link for itself, one for its parent and one for each thread.
            tasks += std::fs::metadata(entry.path().join("task")).map_or(0, |meta| meta.nlink() - 2);
        }
    }
    Ok(tasks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_very_thread_is_among_the_tasks_of_its_user() {
        assert!(tasks_of_this_user().expect("/proc can be read") >= 1);
    }
}
