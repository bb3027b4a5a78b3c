//! What a bot may read, and that it may write nothing: Landlock.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, RestrictSelf, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules,
};

use super::{Spec, program};

/// Programs and libraries of the system.
const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"];

/// What loaders and runtimes look up before a bot's first line runs. No folder of secrets is among them.
const LOOKED_UP: [&str; 19] = [
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/ld.so.conf",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/ssl/openssl.cnf",
    "/etc/python3",
    "/dev/zero",
    "/dev/random",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/proc/sys",
    "/sys/devices/system",
    "/sys/kernel/mm",
];

/// Landlock rights that this code knows; a kernel with fewer enforces those it has.
const KNOWN: ABI = ABI::V6;

/// Closes the file system to this process but for what the bot must read. Fails where the kernel has no Landlock.
pub fn apply(spec: &Spec) -> Result<(), String> {
    let program = Path::new(spec.command.first().ok_or("expected a program, found nothing")?);
    let read = AccessFs::from_read(KNOWN);
    let look = AccessFs::ReadFile | AccessFs::ReadDir;
    let rules = || -> Result<RulesetStatus, landlock::RulesetError> {
        let status = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(KNOWN))?
            .handle_access(AccessNet::from_all(KNOWN))?
            .scope(Scope::from_all(KNOWN))?
            .create()?
            .add_rules(path_beneath_rules(SYSTEM, read))?
            .add_rules(path_beneath_rules(LOOKED_UP, look))?
            .add_rules(path_beneath_rules(runtime_settings(), look))?
            // Its own entry only: the process keeps its number when it becomes the bot.
            .add_rules(path_beneath_rules([format!("/proc/{}", std::process::id())], look))?
            .add_rules(path_beneath_rules(["/dev/null"], AccessFs::ReadFile | AccessFs::WriteFile))?
            .add_rules(path_beneath_rules(program::needs(program), read))?
            .add_rules(path_beneath_rules(own(spec), read))?
            .restrict_self()?;
        Ok(status.ruleset)
    };
    match rules() {
        Ok(RulesetStatus::NotEnforced) => {
            Err("the kernel has no Landlock (Linux 5.13 or later, enabled)".into())
        }
        Ok(RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced) => Ok(()),
        Err(error) => Err(format!("Landlock: {error}")),
    }
}

/// The bot's folder, or else the files that its command names.
fn own(spec: &Spec) -> Vec<PathBuf> {
    match &spec.folder {
        Some(folder) => vec![folder.clone()],
        None => spec.command.iter().map(PathBuf::from).filter(|path| path.is_file()).collect(),
    }
}

/// Java keeps its settings in `/etc/java-17-openjdk` and the like.
fn runtime_settings() -> Vec<PathBuf> {
    let Ok(etc) = std::fs::read_dir("/etc") else { return Vec::new() };
    let is_java = |entry: &std::fs::DirEntry| entry.file_name().to_string_lossy().starts_with("java-");
    etc.flatten().filter(is_java).map(|entry| entry.path()).collect()
}

/// Which Landlock the kernel offers, 0 for none.
pub fn version() -> i32 {
    // Asked for no restriction, it only reports.
    match RestrictSelf::default().no_new_privs(false).apply().map(|status| status.landlock) {
        Ok(LandlockStatus::Available { effective_abi, kernel_abi }) => {
            kernel_abi.unwrap_or(effective_abi as i32)
        }
        Ok(LandlockStatus::NotEnabled | LandlockStatus::NotImplemented) | Err(_) => 0,
    }
}

/// Whether the kernel keeps signals inside the sandbox as well.
pub fn scopes_signals() -> bool {
    version() >= ABI::V6 as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_never_includes_writing() {
        assert!((AccessFs::from_read(KNOWN) & AccessFs::from_write(KNOWN)).is_empty());
    }
}
