//! The box a bot plays in: what it may use, how it is started, and what its death means.
//!
//! A bot is started through the croupier binary itself: [`Spec::to_command`] re-executes it with a hidden
//! first word, [`enter`] puts the limits on that very process and then becomes the bot. Nothing happens
//! between fork and exec of the referee, and a limit that cannot be set stops the bot, not the referee.
//!
//! - `spec.rs`: the levels, the limits, and the command that starts a bot
//! - `program.rs`: which file a command means, and what that file must read to start
//! - `paths.rs`: where the paths of an entry may lead
//! - `snapshot.rs`: the verified copy that is run
//! - `bot_process.rs`: the bot's processes from outside
//! - `cause.rs`: what the death of a bot means
//! - Linux: `launch.rs` (the steps from the launcher argument to exec), `launch_channel.rs` (what the launcher tells the referee),
//!   `reach.rs` (what a bot may read), `root.rs` (the file system it sees), `files.rs` (Landlock), `syscalls.rs`
//!   (seccomp), `limits.rs` (rlimits), `cgroup.rs` (memory and pids, where delegated), `watch.rs` (memory and
//!   threads, from outside), `warden.rs` (a process beside the bot), `kernel.rs` (raw calls)
//! - elsewhere: `plain.rs`, which starts the bot as it is and says so

mod bot_process;
mod cause;
pub(crate) mod paths;
mod program;
pub(crate) mod snapshot;
mod spec;

#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod kernel;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod launch_channel;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod reach;
#[cfg(target_os = "linux")]
mod root;
#[cfg(target_os = "linux")]
mod syscalls;
#[cfg(target_os = "linux")]
mod warden;
#[cfg(target_os = "linux")]
mod watch;

#[cfg(not(target_os = "linux"))]
mod plain;

pub(crate) use bot_process::LAUNCH;
pub use bot_process::{BotProcess, Start};
pub use cause::{Cause, Exceeded, Spent, cause};
pub use paths::Opened;
pub use snapshot::{Copied, Snapshot};
pub use spec::{LAUNCHER_ARGUMENT, Limits, Sandbox, Spec};

#[cfg(target_os = "linux")]
pub use files::landlock_at_most;
#[cfg(target_os = "linux")]
use launch as platform;
#[cfg(target_os = "linux")]
pub use launch::enter;
#[cfg(target_os = "linux")]
pub use watch::Watch;

#[cfg(not(target_os = "linux"))]
use plain::{self as platform, report};
#[cfg(not(target_os = "linux"))]
pub use plain::{Watch, enter};

/// Ends every bot of this process and removes every copy of one. For a process that is about to be ended by a signal.
pub fn end_all() {
    bot_process::end_all();
    snapshot::remove_all();
}
