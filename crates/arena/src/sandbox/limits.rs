//! The classic limits of a process: memory, processor time, files, tasks.

use std::io;
use std::os::unix::fs::MetadataExt;

use rustix::process::{Resource, Rlimit, getuid, setrlimit};

use super::Limits;

/// Tasks a bot's user may start while the bot runs, on top of those it has when the bot starts. The kernel
/// counts threads too, and all of the user's: other bots, and the desktop.
pub const SPARE_TASKS: u64 = 512;

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
    fix(Resource::Nproc, tasks_of_this_user()? + SPARE_TASKS + u64::from(limits.processes))
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
    fn a_user_has_at_least_the_threads_of_its_own_process() {
        let alone = tasks_of_this_user().expect("/proc can be read");
        let (done, wait) = std::sync::mpsc::channel::<()>();
        let thread = std::thread::spawn(move || wait.recv());
        assert!(alone >= 1);
        drop(done);
        assert!(thread.join().is_ok());
    }
}
