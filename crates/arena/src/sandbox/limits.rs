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

/// Puts `limits` on this process, for good.
pub fn apply(limits: &Limits) -> io::Result<()> {
    // Private writable memory, not address space: Go, Java and Node reserve many times what they use.
    fix(Resource::Data, limits.memory)?;
    fix(Resource::Stack, limits.stack)?;
    fix(Resource::Fsize, limits.file_size)?;
    fix(Resource::Nofile, limits.open_files)?;
    fix(Resource::Core, 0)?;
    fix(Resource::Memlock, 0)?;
    fix(Resource::Msgqueue, 0)?;
    // A soft limit a second below the hard one: SIGXCPU says what happened, SIGKILL would not.
    set(Resource::Cpu, limits.cpu_seconds, limits.cpu_seconds + 1)?;
    // The kernel counts all tasks of the user, whoever started them: on top of those there are.
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let spare = TASKS + TASKS_A_CORE * cores + u64::from(limits.processes);
    fix(Resource::Nproc, tasks_of_this_user()? + spare)
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
