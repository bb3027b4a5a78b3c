//! What a bot may read: the system's programs, what runtimes look up, its own program and files.
//!
//! A bot's files are its author's, links included, so a link opens only what lies beneath the folder it stands in.
//! The one exception is the program itself: virtual environments link to an interpreter elsewhere.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::snapshot::{Copied, copy_of};
use super::{Spec, program};

/// Programs and libraries of the system.
pub const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"];

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
    /// What this bot needs. Its program must be a path.
    pub fn of(spec: &Spec) -> Reach {
        let mut programs = spec.command.first().map_or(Vec::new(), |word| program::needs(Path::new(word)));
        programs.extend(own(spec));
        Reach { programs, settings: runtime_settings() }
    }

    /// What the copy of its program needs besides itself: the author's own may be gone.
    pub fn add_interpreters(&mut self, spec: &Spec, copies: &[Copied]) {
        let copy = spec.command.first().and_then(|word| copy_of(copies, Path::new(word)));
        let Some(copy) = copy else { return };
        let is_copied = |path: &PathBuf| copies.iter().any(|copy| path.starts_with(&copy.from));
        self.programs.extend(program::needs(&copy).into_iter().filter(|path| !is_copied(path)));
    }
}

/// The bot's folder, or else the regular files that its command names. A name that is a link counts only if it
/// stays beneath the folder it stands in.
fn own(spec: &Spec) -> Vec<PathBuf> {
    if let Some(folder) = &spec.folder {
        return vec![folder.clone()];
    }
    let named = spec.command.iter().skip(1).map(PathBuf::from).filter(|path| path.is_file());
    named.filter_map(|path| std::path::absolute(path).ok()).filter(|path| stays(path)).collect()
}

/// Does this path lead to something beneath the folder that it names?
pub fn stays(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let target = path.canonicalize().ok();
    folder.zip(target).is_some_and(|(folder, target)| target.starts_with(folder))
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
    use crate::sandbox::{Limits, Sandbox};

    #[test]
    fn a_link_out_of_its_folder_opens_nothing() {
        let top = std::env::temp_dir().join(format!("croupier-reach-{}", std::process::id()));
        fs::create_dir_all(top.join("bot/data")).expect("temporary folders can be made");
        fs::write(top.join("secret"), "").expect("and written to");
        fs::write(top.join("bot/data/book"), "").expect("and written to");
        symlink("../secret", top.join("bot/out")).expect("and linked in");
        symlink("data/book", top.join("bot/in")).expect("and linked in");
        let [out, inside, plain] = ["bot/out", "bot/in", "bot/data/book"].map(|name| top.join(name));
        let command =
            [Path::new("/bin/sh"), &out, &inside, &plain, &top].map(|path| path.as_os_str().to_owned());
        let spec = Spec::new(Sandbox::Strict, Limits::default(), command.to_vec(), None);
        let found = own(&spec);
        fs::remove_dir_all(&top).expect("and removed");
        assert_eq!(found, [inside, plain]);
    }
}
