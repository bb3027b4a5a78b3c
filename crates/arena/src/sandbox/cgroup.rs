//! A cgroup for each bot, where an operator has delegated one: memory of every kind and processes, counted.
//!
//! Version 2 only. A referee that runs in a cgroup called `referee` may use the one above it: bots get siblings
//! `bot-PID` there. Any other arrangement is left alone, for it is somebody else's.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Limits;

/// The cgroup above the referee's, if it is ours to divide.
pub fn delegated() -> Option<PathBuf> {
    let own = own(&fs::read_to_string("/proc/self/cgroup").ok()?)?;
    above(&Path::new("/sys/fs/cgroup").join(own))
}

/// The path of the version 2 cgroup in `/proc/self/cgroup`, relative to the mount.
fn own(table: &str) -> Option<PathBuf> {
    let path = table.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(PathBuf::from(path))
}

fn above(own: &Path) -> Option<PathBuf> {
    let above = own.parent().filter(|_| own.ends_with("referee"))?;
    let divided = fs::read_to_string(above.join("cgroup.subtree_control")).ok()?;
    let has = |controller| divided.split_whitespace().any(|word| word == controller);
    (has("memory") && has("pids")).then(|| above.to_owned())
}

/// Moves this process into a cgroup of its own, if one is delegated; answers whether one is.
pub fn enter(limits: &Limits) -> io::Result<bool> {
    delegated().map_or(Ok(false), |above| enter_below(&above, limits).map(|()| true))
}

fn enter_below(above: &Path, limits: &Limits) -> io::Result<()> {
    let own = named(above, std::process::id());
    fs::create_dir(&own)?;
    fs::write(own.join("memory.max"), limits.memory.to_string())?;
    // Absent where the kernel has no swap accounting, and then there is nothing to forbid.
    let _ = fs::write(own.join("memory.swap.max"), "0");
    fs::write(own.join("pids.max"), (u64::from(limits.processes) + super::limits::TASKS).to_string())?;
    // Zero is whoever writes it.
    fs::write(own.join("cgroup.procs"), "0")
}

/// Clears away the cgroup of a dead bot; true if the kernel killed for its memory.
pub fn leave(pid: u32) -> bool {
    delegated().is_some_and(|above| leave_below(&above, pid))
}

fn leave_below(above: &Path, pid: u32) -> bool {
    let own = named(above, pid);
    let killed = fs::read_to_string(own.join("memory.events")).is_ok_and(|events| counts_a_kill(&events));
    // Survivors of the bot, if it was allowed processes, end with it. A cgroup that never was needs neither.
    let _ = fs::write(own.join("cgroup.kill"), "1");
    let _ = fs::remove_dir(&own);
    killed
}

fn named(above: &Path, pid: u32) -> PathBuf {
    above.join(format!("bot-{pid}"))
}

fn counts_a_kill(events: &str) -> bool {
    events.lines().any(|line| line.strip_prefix("oom_kill ").is_some_and(|count| count.trim() != "0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_2_line_names_the_cgroup() {
        let table = "4:memory:/old\n0::/user.slice/referee\n";
        assert_eq!(own(table), Some(PathBuf::from("user.slice/referee")));
        assert_eq!(own("4:memory:/old\n"), None);
    }

    #[test]
    fn only_a_referee_below_a_divided_cgroup_may_use_it() {
        let top = std::env::temp_dir().join(format!("croupier-cgroup-{}", std::process::id()));
        fs::create_dir_all(&top).expect("temporary folders can be made");
        let divided = |words| fs::write(top.join("cgroup.subtree_control"), words).expect("and written to");
        divided("cpu memory pids\n");
        let given = above(&top.join("referee"));
        let strange = above(&top.join("session"));
        divided("cpu\n");
        let bare = above(&top.join("referee"));
        fs::remove_dir_all(&top).expect("and removed");
        assert_eq!((given, strange, bare), (Some(top), None, None));
    }

    #[test]
    fn a_bot_is_limited_before_it_moves_in_and_its_end_is_read() {
        let top = std::env::temp_dir().join(format!("croupier-bot-cgroup-{}", std::process::id()));
        fs::create_dir_all(&top).expect("temporary folders can be made");
        let entered = enter_below(&top, &Limits { memory: 4096, ..Limits::default() });
        let own = named(&top, std::process::id());
        let read = |file| fs::read_to_string(own.join(file)).unwrap_or_default();
        let set = [read("memory.max"), read("memory.swap.max"), read("pids.max"), read("cgroup.procs")];
        let peaceful = leave_below(&top, std::process::id());
        let told = fs::write(own.join("memory.events"), "oom_kill 1\n");
        let killed = leave_below(&top, std::process::id());
        fs::remove_dir_all(&top).expect("and removed");
        assert!(entered.is_ok() && told.is_ok());
        assert_eq!(set, ["4096", "0", "512", "0"]);
        assert_eq!((peaceful, killed), (false, true));
    }

    #[test]
    fn a_kill_for_memory_is_counted_in_the_events() {
        assert!(counts_a_kill("low 0\noom 1\noom_kill 1\noom_group_kill 0\n"));
        assert!(!counts_a_kill("low 0\noom 1\noom_kill 0\n"));
    }
}
