//! Systems without a sandbox: the bot runs as it is, and everybody is told.

use std::ffi::OsString;
use std::io;
use std::process::{Child, ExitStatus};

use super::{Exceeded, Limits, Sandbox, Spec, Spent};

/// What was really put in force for this bot, for the record: the level, and its parts as words.
pub fn in_force(spec: &Spec) -> String {
    match spec.sandbox {
        Sandbox::None => "none".into(),
        asked => format!("none not-{asked}-here"),
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

/// Waits until a bot is dead.
pub fn wait(mut child: Child) -> io::Result<(ExitStatus, Spent)> {
    Ok((child.wait()?, Spent::default()))
}
