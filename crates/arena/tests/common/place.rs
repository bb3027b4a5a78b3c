//! One bot in the sandbox without a referee: started, asked for one card, and looked at when it is dead.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use arena::sandbox::{BotProcess, Cause, Limits, Sandbox, Spec, cause};
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
    pub in_force: String,
}

impl Place {
    pub fn new() -> Place {
        Place { folder: Folder::new(), sandbox: Sandbox::Strict, limits: Limits::default() }
    }

    pub fn spec(&self, command: &[&str]) -> Spec {
        let command = command.iter().map(OsString::from).collect();
        Spec::new(self.sandbox, self.limits, command, Some(self.folder.0.clone()))
    }

    pub fn start(&self, command: &[&str]) -> BotProcess {
        begin(&self.spec(command))
    }

    /// Starts a script and asks it for one card; ends when it does.
    pub fn ask(&self, script: &str, arguments: &[&str]) -> Fate {
        let script = self.folder.script(script);
        self.end_of(self.start(&[&["python3", "-B", &script], arguments].concat()))
    }

    pub fn end_of(&self, bot: BotProcess) -> Fate {
        let fate = end_of(bot, &self.limits);
        assert_eq!(self.folder.processes(), 0, "a process of the bot survived");
        fate
    }
}

/// Starts a bot.
pub fn begin(spec: &Spec) -> BotProcess {
    let launcher = std::env::current_exe().expect("a running program has a file");
    let mut bot_process =
        spec.to_command(&launcher).expect("the program is there").spawn().expect("it starts");
    bot_process.listen(PATIENCE);
    bot_process
}

/// Asks a bot for one card; ends when it does.
pub fn end_of(mut bot: BotProcess, limits: &Limits) -> Fate {
    let mut stdin = bot.stdin.take().expect("it is a pipe");
    // A bot that is already dead does not hear it.
    let _ = stdin.write_all(b"trump S\ngive 1 6S\ngive 1 7S\nMOVE\n");
    drop(stdin);
    let said = everything(bot.stdout.take().expect("it is a pipe"));
    let stderr = everything(bot.stderr.take().expect("it is a pipe"));
    let [said, stderr] =
        [said, stderr].map(|text| text.recv_timeout(PATIENCE).expect("a process of the bot survived it"));
    assert!(bot.has_ended(PATIENCE), "the bot closed its pipes and lives");
    let failure = bot.failure().map(str::to_owned);
    let group = bot.process();
    let in_force = bot.in_force().to_owned();
    let (status, spent) = bot.reap().expect("the bot is ours");
    let cause = cause(status, &spent, limits, &stderr);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    assert!(!group.is_some_and(group_lives), "a process of the bot survived it");
    Fate { cause, said: text(said), stderr: text(stderr) + &failure.unwrap_or_default(), in_force }
}

/// How long a pipe may stay open after the bot has been asked: longer than any of them plays.
const PATIENCE: Duration = Duration::from_secs(30);

/// Reads a pipe to its end, which comes when the last process that holds it is dead.
fn everything(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        pipe.read_to_end(&mut text).expect("a pipe can be read");
        // Nobody waits for it any more if the test has failed.
        let _ = send.send(text);
    });
    receive
}

pub fn group_lives(group: Pid) -> bool {
    test_kill_process_group(group).is_ok()
}
