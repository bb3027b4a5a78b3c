//! One bot in the sandbox without a referee: started, asked for one card, and looked at when it is dead.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::process::{Child, Stdio};

use arena::sandbox::{Cause, Limits, Sandbox, Spec, cause, wait};
use rustix::process::{Pid, test_kill_process_group};

use super::Folder;

/// A place at the table for one bot: its folder and its limits.
pub struct Place {
    pub folder: Folder,
    pub sandbox: Sandbox,
    pub limits: Limits,
}

/// What became of a bot.
pub struct Fate {
    pub cause: Cause,
    pub said: String,
    pub stderr: String,
}

impl Place {
    pub fn new() -> Place {
        Place { folder: Folder::new(), sandbox: Sandbox::Strict, limits: Limits::default() }
    }

    pub fn start(&self, command: &[&str]) -> Child {
        let command = command.iter().map(OsString::from).collect();
        let folder = Some(self.folder.0.clone());
        let spec = Spec { sandbox: self.sandbox, limits: self.limits, command, folder };
        let launcher = std::env::current_exe().expect("a running program has a file");
        let mut command = spec.to_command(&launcher).expect("the program is there");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the launcher starts")
    }

    /// Starts a script and asks it for one card; ends when it does.
    pub fn ask(&self, script: &str, arguments: &[&str]) -> Fate {
        let script = self.folder.script(script);
        self.end_of(self.start(&[&["python3", "-B", &script], arguments].concat()))
    }

    pub fn end_of(&self, mut bot: Child) -> Fate {
        let mut stdin = bot.stdin.take().expect("it is a pipe");
        // A bot that is already dead does not hear it.
        let _ = stdin.write_all(b"trump S\ngive 1 6S\ngive 1 7S\nMOVE\n");
        drop(stdin);
        let (mut stdout, mut stderr) =
            (bot.stdout.take().expect("a pipe"), bot.stderr.take().expect("a pipe"));
        let errors = std::thread::spawn(move || {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).map(|_| text)
        });
        let mut said = Vec::new();
        stdout.read_to_end(&mut said).expect("a pipe can be read");
        let stderr = errors.join().expect("the reader does not panic").expect("a pipe can be read");
        let group = bot.id();
        let (status, spent) = wait(bot).expect("the bot is ours");
        let cause = cause(status, &spent, &self.limits, &stderr);
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let fate = Fate { cause, said: text(said), stderr: text(stderr) };
        assert!(!group_lives(group), "a process of the bot survived it");
        assert_eq!(self.folder.processes(), 0, "a process of the bot survived outside its group");
        fate
    }
}

pub fn pid(number: u32) -> Pid {
    i32::try_from(number).ok().and_then(Pid::from_raw).expect("a child has a number")
}

pub fn group_lives(group: u32) -> bool {
    test_kill_process_group(pid(group)).is_ok()
}
