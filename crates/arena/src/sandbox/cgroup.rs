//! A cgroup for each bot, where one can be made: memory of every kind and processes, counted.
//!
//! A referee that runs in a cgroup called `referee` may use the one above it: bots get siblings `bot-PID` there. In
//! version 1 this must be so for memory and for tasks. Any other arrangement is left alone, because it is somebody else's.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Limits;

/// Where bots' cgroups are made.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Above {
    /// Version 2: the cgroup above the referee's.
    Two(PathBuf),
    /// Version 1: the cgroups above the referee's, of memory and of tasks.
    One { memory: PathBuf, tasks: PathBuf },
}

/// The kernel's own share of a bot's memory: thread structures, page tables, pipes.
const KERNEL: u64 = 16 << 20;

/// Where cgroups can be made for bots, if anywhere.
fn above() -> Option<Above> {
    let table = fs::read_to_string("/proc/self/cgroup").ok()?;
    let root = Path::new("/sys/fs/cgroup");
    let two = own(&table, "0::").and_then(|own| divided(&root.join(own))).map(Above::Two);
    two.or_else(|| {
        let memory = given(&root.join("memory").join(own(&table, "memory:")?))?;
        let tasks = given(&root.join("pids").join(own(&table, "pids:")?))?;
        Some(Above::One { memory, tasks })
    })
}

/// The path of this process's cgroup in `/proc/self/cgroup`, relative to the mount: of version 2 (`0::`), or of a
/// version 1 controller (`memory:`).
fn own(table: &str, controller: &str) -> Option<PathBuf> {
    let path = table.lines().find_map(|line| match controller {
        "0::" => line.strip_prefix("0::/"),
        _ => line.split_once(':')?.1.strip_prefix(controller)?.strip_prefix('/'),
    })?;
    Some(PathBuf::from(path))
}

/// The cgroup above this one, if the name says that it is ours to divide.
fn given(own: &Path) -> Option<PathBuf> {
    own.parent().filter(|_| own.ends_with("referee")).map(Path::to_owned)
}

fn divided(own: &Path) -> Option<PathBuf> {
    let above = given(own)?;
    let divided = fs::read_to_string(above.join("cgroup.subtree_control")).ok()?;
    let has = |controller| divided.split_whitespace().any(|word| word == controller);
    (has("memory") && has("pids")).then_some(above)
}

/// Moves this process into a cgroup of its own, where one can be made; answers whether one can.
pub fn enter(limits: &Limits) -> io::Result<bool> {
    match above() {
        Some(Above::Two(above)) => enter_v2(&above, limits).map(|()| true),
        Some(Above::One { memory, tasks }) => enter_v1(&memory, &tasks, limits).map(|()| true),
        None => Ok(false),
    }
}

fn tasks(limits: &Limits) -> String {
    // The launcher is among them. A bot over its cap is still seen, and forfeits.
    (2 * u64::from(limits.threads) + u64::from(limits.processes) + 2).to_string()
}

fn enter_v2(above: &Path, limits: &Limits) -> io::Result<()> {
    let own = named(above, std::process::id());
    fs::create_dir(&own)?;
    fs::write(own.join("memory.max"), (limits.memory + KERNEL).to_string())?;
    // Absent where the kernel has no swap accounting, and then there is nothing to forbid.
    let _ = fs::write(own.join("memory.swap.max"), "0");
    fs::write(own.join("pids.max"), tasks(limits))?;
    // 0 stands for the process that writes it.
    fs::write(own.join("cgroup.procs"), "0")
}

fn enter_v1(memory: &Path, counted: &Path, limits: &Limits) -> io::Result<()> {
    let [memory, counted] = [memory, counted].map(|above| named(above, std::process::id()));
    fs::create_dir(&memory)?;
    fs::create_dir(&counted)?;
    fs::write(memory.join("memory.limit_in_bytes"), (limits.memory + KERNEL).to_string())?;
    fs::write(counted.join("pids.max"), tasks(limits))?;
    fs::write(memory.join("cgroup.procs"), "0")?;
    fs::write(counted.join("cgroup.procs"), "0")
}

/// Removes the cgroup of a dead bot; true if the kernel killed for its memory.
pub fn leave(pid: u32) -> bool {
    match above() {
        Some(Above::Two(above)) => leave_one(&named(&above, pid), "memory.events"),
        Some(Above::One { memory, tasks }) => {
            // A cgroup that never was is not removed.
            let _ = fs::remove_dir(named(&tasks, pid));
            leave_one(&named(&memory, pid), "memory.oom_control")
        }
        None => false,
    }
}

fn leave_one(own: &Path, events: &str) -> bool {
    let killed = fs::read_to_string(own.join(events)).is_ok_and(|events| counts_a_kill(&events));
    // Survivors of the bot, if it was allowed processes, end with it. A cgroup that never was needs neither.
    let _ = fs::write(own.join("cgroup.kill"), "1");
    let _ = fs::remove_dir(own);
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
    fn the_controllers_line_names_the_cgroup() {
        let table = "4:memory:/old\n0::/user.slice/referee\n";
        assert_eq!(own(table, "0::"), Some(PathBuf::from("user.slice/referee")));
        assert_eq!(own("4:memory:/old\n", "0::"), None);
        assert_eq!(own("4:memory:/old\n", "memory:"), Some(PathBuf::from("old")));
        assert_eq!(own("4:pids:/\n", "pids:"), Some(PathBuf::new()));
    }

    #[test]
    fn only_a_referee_below_a_divided_cgroup_may_use_it() {
        let top = std::env::temp_dir().join(format!("croupier-cgroup-{}", std::process::id()));
        fs::create_dir_all(&top).expect("temporary folders can be made");
        let divide = |words| fs::write(top.join("cgroup.subtree_control"), words).expect("and written to");
        divide("cpu memory pids\n");
        let given = divided(&top.join("referee"));
        let strange = divided(&top.join("session"));
        divide("cpu\n");
        let bare = divided(&top.join("referee"));
        fs::remove_dir_all(&top).expect("and removed");
        assert_eq!((given, strange, bare), (Some(top), None, None));
    }

    #[test]
    fn a_bot_is_limited_before_it_moves_in_and_its_end_is_read() {
        let top = std::env::temp_dir().join(format!("croupier-bot-cgroup-{}", std::process::id()));
        fs::create_dir_all(&top).expect("temporary folders can be made");
        let entered = enter_v2(&top, &Limits { memory: 4096, ..Limits::default() });
        let own = named(&top, std::process::id());
        let read = |file| fs::read_to_string(own.join(file)).unwrap_or_default();
        let set = [read("memory.max"), read("memory.swap.max"), read("pids.max"), read("cgroup.procs")];
        let peaceful = leave_one(&own, "memory.events");
        let told = fs::write(own.join("memory.events"), "oom_kill 1\n");
        let killed = leave_one(&own, "memory.events");
        fs::remove_dir_all(&top).expect("and removed");
        assert!(entered.is_ok() && told.is_ok());
        assert_eq!(set, [(4096 + KERNEL).to_string(), "0".into(), "130".into(), "0".into()]);
        assert_eq!((peaceful, killed), (false, true));
    }

    #[test]
    fn in_version_1_memory_and_tasks_have_a_cgroup_each() {
        let top = tempfile::tempdir().expect("temporary folders can be made");
        let [memory, counted] = ["memory", "pids"].map(|name| top.path().join(name));
        for path in [&memory, &counted] {
            fs::create_dir(path).expect("temporary folders can be made");
        }
        let limits = Limits { memory: 4096, ..Limits::default() };
        enter_v1(&memory, &counted, &limits).expect("all can be written");
        let read = |above: &Path, file| fs::read_to_string(named(above, std::process::id()).join(file));
        assert_eq!(read(&memory, "memory.limit_in_bytes").ok(), Some((4096 + KERNEL).to_string()));
        assert_eq!(read(&counted, "pids.max").ok(), Some("130".to_owned()));
        assert_eq!(read(&memory, "cgroup.procs").ok(), Some("0".to_owned()));
        assert_eq!(given(Path::new("/sys/fs/cgroup/memory/session")), None);
    }

    #[test]
    fn a_kill_for_memory_is_counted_in_the_events() {
        assert!(counts_a_kill("low 0\noom 1\noom_kill 1\noom_group_kill 0\n"));
        assert!(!counts_a_kill("low 0\noom 1\noom_kill 0\n"));
    }
}
