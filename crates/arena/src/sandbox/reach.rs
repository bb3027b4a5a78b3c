//! What a bot may read: the system's programs, what runtimes look up, its own program and files.
//!
//! Where links and `#!` lines may lead is the referee's decision (`paths.rs`), made when the entry is read.

use std::ffi::OsStr;
use std::path::PathBuf;

use super::Spec;
pub use super::paths::SYSTEM;

/// Settings that loaders and runtimes look up before a bot's first line runs. No folder of secrets is among them.
pub const SETTINGS: [&str; 9] = [
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/ld.so.conf",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/ssl/openssl.cnf",
    "/etc/python3",
];

/// Devices that may be read; `/dev/null` may be written, too.
pub const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];

/// What runtimes ask the kernel about the machine. With namespaces a bot sees copies made at its start: the files
/// themselves change with what others do, which is a covert channel between two bots.
pub const MACHINE: [&str; 18] = [
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/proc/sys/kernel/cap_last_cap",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/pid_max",
    "/proc/sys/kernel/threads-max",
    "/proc/sys/fs/pipe-max-size",
    "/proc/sys/vm/max_map_count",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sys/net/core/somaxconn",
    "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/possible",
    "/sys/devices/system/cpu/present",
    "/sys/kernel/mm/transparent_hugepage/enabled",
    "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size",
    "/sys/kernel/mm/transparent_hugepage/shmem_enabled",
];

/// Those of a bot's own entry in `/proc` that runtimes read. Left out is what shows shared pages and other tasks:
/// `pagemap`, `smaps`, `fdinfo` and the like.
pub const OWN_PROCESS: [&str; 12] = [
    "auxv",
    "cgroup",
    "cmdline",
    "comm",
    "coredump_filter",
    "limits",
    "maps",
    "mountinfo",
    "mounts",
    "stat",
    "statm",
    "status",
];

/// What a bot needs besides the system's files.
#[derive(Debug, PartialEq, Eq)]
pub struct Reach {
    /// May be read and run.
    pub programs: Vec<PathBuf>,
    /// May be read.
    pub settings: Vec<PathBuf>,
}

impl Reach {
    /// What this bot needs: its folder, and what the referee has found for it, as long as that leads to where it led.
    pub fn of(spec: &Spec) -> Reach {
        let opened = spec.opened.iter().flatten();
        let same = opened.filter(|opened| opened.path.canonicalize().is_ok_and(|real| real == opened.real));
        let programs = spec.folder.iter().cloned().chain(same.map(|opened| opened.path.clone())).collect();
        Reach { programs, settings: runtime_settings() }
    }
}

/// Java keeps its settings in `/etc/java-17-openjdk` and the like.
fn runtime_settings() -> Vec<PathBuf> {
    let Ok(etc) = std::fs::read_dir("/etc") else { return Vec::new() };
    let is_java = |name: &OsStr| name.to_string_lossy().starts_with("java-");
    etc.flatten().filter(|entry| is_java(&entry.file_name())).map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::sandbox::paths::Opened;
    use crate::sandbox::{Limits, Sandbox};

    #[test]
    fn a_path_that_leads_elsewhere_than_before_opens_nothing() {
        let top = tempfile::tempdir().expect("temporary folders can be made");
        let top = top.path().canonicalize().expect("they are there");
        for name in ["secret", "book", "tome"] {
            fs::write(top.join(name), "").expect("files can be written");
        }
        symlink("book", top.join("link")).expect("and linked");
        let [link, book, tome] = ["link", "book", "tome"].map(|name| top.join(name));
        let opened = [(&link, &book), (&tome, &tome)];
        let opened = opened.map(|(path, real)| Opened { path: path.clone(), real: real.clone() });
        let spec = Spec::new(Sandbox::Strict, Limits::default(), vec!["/bin/sh".into()], None);
        let spec = Spec { opened: Some(opened.to_vec()), ..spec };
        assert_eq!(Reach::of(&spec).programs, [link.clone(), tome.clone()]);
        fs::remove_file(&tome).expect("files can be removed");
        symlink("secret", &tome).expect("and linked");
        assert_eq!(Reach::of(&spec).programs, [link]);
    }
}
