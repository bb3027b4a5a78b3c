//! Systems without a sandbox: the bot runs as it is, and everybody is told.

use std::ffi::OsString;
use std::io;
use std::process::{Child, ExitStatus};
use std::time::Duration;

use rustix::process::{Pid, WaitOptions, waitpid};

use super::{Exceeded, Limits, Spent};

/// There is no launcher, so nobody reports.
pub mod launch_channel {
    use std::convert::Infallible;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::time::Duration;

    use rustix::process::Pid;

    /// The referee's end of nothing.
    #[derive(Debug)]
    pub struct LaunchReceiver(Infallible);

    /// A message that nobody sends.
    pub enum LaunchMessage {
        Init(u32),
        Bot(u32),
        Running(String),
        Failed(String),
        Forbidden(i64),
    }

    /// Commands start the bot itself and never ask for one.
    pub fn pair() -> io::Result<(LaunchReceiver, OwnedFd)> {
        Err(io::ErrorKind::Unsupported.into())
    }

    impl LaunchReceiver {
        pub fn next(&self, _timeout: Duration) -> io::Result<Option<(LaunchMessage, Option<Pid>)>> {
            match self.0 {}
        }
    }
}

/// [`LAUNCHER_ARGUMENT`](super::LAUNCHER_ARGUMENT) has nothing to do here: commands start the bot itself.
pub fn enter(_words: impl Iterator<Item = OsString>) -> ! {
    eprintln!("croupier {}: expected Linux, found another system", super::LAUNCHER_ARGUMENT);
    std::process::exit(126)
}

/// What a running bot uses; not told here.
#[derive(Debug)]
pub struct Watch {}

impl Watch {
    /// Of the process with this number.
    pub fn of(_pid: u32) -> Option<Watch> {
        None
    }

    /// Does it use more than this?
    pub fn exceeded(&mut self, _limits: &Limits) -> Option<Exceeded> {
        None
    }

    /// The same after a decision.
    pub fn exceeded_after(&mut self, _cpu: Duration, _limits: &Limits) -> Option<Exceeded> {
        None
    }
}

/// Waits until a child is dead and reaps it.
pub fn wait(child: Pid) -> io::Result<()> {
    waitpid(Some(child), WaitOptions::empty())?;
    Ok(())
}

/// Waits until the bot is dead that the launcher became.
pub fn wait_for_launcher(mut child: Child) -> io::Result<(ExitStatus, Spent)> {
    Ok((child.wait()?, Spent::default()))
}

/// Waits until a bot is dead that a launcher started; there is none here.
pub fn wait_for(_bot: Pid) -> io::Result<(ExitStatus, Spent)> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Waits until a child is dead and not yet reaped, at most `timeout`; may return early.
pub fn await_end(_child: Pid, timeout: Duration) {
    std::thread::sleep(timeout.min(Duration::from_millis(1)));
}

/// The name of a system call that bots may not make.
pub fn call_name(_number: i64) -> Option<&'static str> {
    None
}

/// There is no cgroup to remove.
pub fn clear_away(_launcher: Pid) -> bool {
    false
}
