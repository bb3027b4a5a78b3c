//! Systems without a sandbox: the bot runs as it is, and everybody is told.

use std::ffi::OsString;
use std::io;
use std::process::{Child, ExitStatus};

use rustix::process::{Pid, WaitOptions, waitpid};

use super::{Exceeded, Limits, Spent};

/// There is no launcher, so nobody reports.
pub mod report {
    use std::convert::Infallible;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::process::ExitStatus;
    use std::time::Duration;

    use rustix::process::Pid;

    /// The referee's end of nothing.
    #[derive(Debug)]
    pub struct Listener(Infallible);

    /// A message that nobody sends.
    pub enum Report {
        First(u32),
        Running(String),
        Failed(String),
        Ended { status: ExitStatus, cpu: Duration, peak: u64 },
    }

    /// Commands start the bot itself and never ask for one.
    pub fn pair() -> io::Result<(Listener, OwnedFd)> {
        Err(io::ErrorKind::Unsupported.into())
    }

    impl Listener {
        pub fn next(&self, _most: Duration) -> io::Result<Option<(Report, Option<Pid>)>> {
            match self.0 {}
        }
    }
}

/// The hidden word has nothing to do here: commands start the bot itself.
pub fn enter(_words: impl Iterator<Item = OsString>) -> ! {
    eprintln!("croupier {}: expected Linux, found another system", super::WORD);
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
}

/// Waits until a child is dead and reaps it.
pub fn wait(child: Pid) -> io::Result<()> {
    waitpid(Some(child), WaitOptions::empty())?;
    Ok(())
}

/// Waits until a bot is dead.
pub fn wait_for(mut child: Child) -> io::Result<(ExitStatus, Spent)> {
    Ok((child.wait()?, Spent::default()))
}

/// There is no cgroup to remove.
pub fn clear_away(_launcher: Pid) -> bool {
    false
}
