//! What a bot may read, and that it may write nothing: Landlock.

use std::sync::atomic::{AtomicI32, Ordering};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, RestrictSelf, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules,
};

use super::reach::{DEVICES, MACHINE, OWN_PROCESS, Reach, SETTINGS, SYSTEM};

/// Landlock rights that this code knows; a kernel with fewer enforces those it has.
const KNOWN: ABI = ABI::V6;

/// The newest version to be used, for tests of older kernels.
static NEWEST: AtomicI32 = AtomicI32::new(KNOWN as i32);

/// Makes this process a launcher on a kernel with no newer Landlock than this.
pub fn landlock_at_most(version: i32) {
    NEWEST.store(version, Ordering::Relaxed);
}

/// The rights to be handled.
fn known() -> ABI {
    let versions = [ABI::V1, ABI::V2, ABI::V3, ABI::V4, ABI::V5, ABI::V6];
    let newest = NEWEST.load(Ordering::Relaxed);
    versions.into_iter().rfind(|&version| version as i32 <= newest).unwrap_or(KNOWN)
}

/// Closes the file system to this process except for what the bot must read. Fails where the kernel has no Landlock.
pub fn apply(reach: &Reach) -> Result<(), String> {
    // Its own entry only: the process keeps its number when it becomes the bot.
    let process = format!("/proc/{}", std::process::id());
    let own = OWN_PROCESS.map(|name| format!("{process}/{name}"));
    let read = AccessFs::from_read(known());
    let look = AccessFs::ReadFile | AccessFs::ReadDir;
    let rules = || -> Result<RulesetStatus, landlock::RulesetError> {
        let ruleset = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
        let mut ruleset = ruleset.handle_access(AccessFs::from_all(known()))?;
        // Older versions know neither.
        if !AccessNet::from_all(known()).is_empty() {
            ruleset = ruleset.handle_access(AccessNet::from_all(known()))?;
        }
        if !Scope::from_all(known()).is_empty() {
            ruleset = ruleset.scope(Scope::from_all(known()))?;
        }
        let status = ruleset
            .create()?
            .add_rules(path_beneath_rules(SYSTEM, read))?
            .add_rules(path_beneath_rules(SETTINGS, look))?
            .add_rules(path_beneath_rules(MACHINE, look))?
            .add_rules(path_beneath_rules(DEVICES, AccessFs::ReadFile))?
            .add_rules(path_beneath_rules(["/dev/null"], AccessFs::WriteFile))?
            .add_rules(path_beneath_rules(&reach.settings, look))?
            .add_rules(path_beneath_rules(own, AccessFs::ReadFile))?
            // Listing descriptors and threads is not reading what is known of them.
            .add_rules(path_beneath_rules([process], AccessFs::ReadDir))?
            .add_rules(path_beneath_rules(&reach.programs, read))?
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

/// Which Landlock the kernel offers, 0 for none.
pub fn version() -> i32 {
    // Asked for no restriction, it only reports.
    match RestrictSelf::default().no_new_privs(false).apply().map(|status| status.landlock) {
        Ok(LandlockStatus::Available { effective_abi, kernel_abi }) => {
            kernel_abi.unwrap_or(effective_abi as i32).min(match NEWEST.load(Ordering::Relaxed) {
                newest if newest < KNOWN as i32 => newest,
                _ => i32::MAX,
            })
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
