//! The box a bot plays in: what it may use, how it is started, and what its death means.
//!
//! A bot is started through the croupier binary itself: [`Spec::to_command`] re-executes it with a hidden
//! first word, [`enter`] puts the limits on that very process and then becomes the bot. Nothing happens
//! between fork and exec of the referee, and a limit that cannot be set stops the bot, not the referee.
//!
//! - `spec.rs`: the levels, the limits, and the command that starts a bot
//! - `program.rs`: which file a command means, and what that file must read to start
//! - `cause.rs`: what the death of a bot means
//! - Linux: `launch.rs` (the steps from the hidden word to exec), `limits.rs` (rlimits), `files.rs` (Landlock),
//!   `syscalls.rs` (seccomp), `watch.rs` (memory and threads, from outside), `cgroup.rs` (memory and pids, where delegated), `kernel.rs` (two raw calls)
//! - elsewhere: `plain.rs`, which starts the bot as it is and says so

mod cause;
mod program;
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
mod limits;
#[cfg(target_os = "linux")]
mod syscalls;
#[cfg(target_os = "linux")]
mod watch;

#[cfg(not(target_os = "linux"))]
mod plain;

pub use cause::{Cause, Exceeded, Spent, cause};
pub use spec::{Limits, Sandbox, Spec, WORD};

#[cfg(target_os = "linux")]
pub use launch::{enter, in_force, wait};
#[cfg(not(target_os = "linux"))]
pub use plain::{Watch, enter, in_force, wait};
#[cfg(target_os = "linux")]
pub use watch::Watch;
