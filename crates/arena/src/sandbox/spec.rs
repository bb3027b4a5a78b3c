//! The levels, the limits, and the command that starts a bot.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

use cards::ParseError;

use super::bot_process::Start;
use super::paths::{Opened, Paths};
use super::snapshot::{Copied, Snapshot, copy_of};
use super::{launch_channel, program};

/// The first argument that turns the croupier binary into the launcher of a bot; not shown in its help.
pub const LAUNCHER_ARGUMENT: &str = "__bot";

/// How tightly a bot is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sandbox {
    /// Limits, and besides no file but its own and the system's, no writing, no network, no other process.
    #[default]
    Strict,
    /// Memory, processor time, file size, an empty environment; files, network and processes stay open.
    Limits,
    /// The command as it is, in its own process group.
    None,
}

impl fmt::Display for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sandbox::Strict => "strict",
            Sandbox::Limits => "limits",
            Sandbox::None => "none",
        })
    }
}

impl FromStr for Sandbox {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "strict" => Ok(Sandbox::Strict),
            "limits" => Ok(Sandbox::Limits),
            "none" => Ok(Sandbox::None),
            _ => Err(ParseError::new("a sandbox (strict, limits or none)", text)),
        }
    }
}

/// How much a bot may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of private writable memory.
    pub memory: u64,
    /// Seconds of processor time over the whole match: a stop for what the clock cannot see.
    pub cpu_seconds: u64,
    /// Threads at once; a bot that has more forfeits.
    pub threads: u32,
    /// Processes besides the bot's own; 0 allows threads only.
    pub processes: u32,
    /// Files and pipes open at once.
    pub open_files: u64,
    /// Bytes the largest file may reach that the bot writes.
    pub file_size: u64,
    /// Bytes of stack of each thread that asks for no size of its own.
    pub stack: u64,
}

impl Default for Limits {
    /// The contest's 128 MB; the rest generous enough for every runtime tried.
    fn default() -> Self {
        Limits {
            memory: 128 << 20,
            cpu_seconds: 60,
            threads: 64,
            processes: 0,
            open_files: 64,
            file_size: 0,
            stack: 8 << 20,
        }
    }
}

/// A bot to be started: what runs, and in which box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// How tightly it is held.
    pub sandbox: Sandbox,
    /// How much it may use.
    pub limits: Limits,
    /// The program and its arguments, as the author typed them.
    pub command: Vec<OsString>,
    /// The bot's own folder: it runs there and may read all of it. Without one it runs where the referee runs
    /// and may read, beside the system's files, only the files its command names.
    pub folder: Option<PathBuf>,
    /// The verified copy that is run in the place of its files.
    pub snapshot: Option<Snapshot>,
    /// What it may open besides, as found when the entry was read; if nothing is said, it is found at each start.
    pub opened: Option<Vec<Opened>>,
    /// Is it to be started only where namespaces can be had?
    pub needs_namespaces: bool,
}

impl Spec {
    /// A bot that runs from where its files are, with whatever namespaces the machine has.
    pub fn new(sandbox: Sandbox, limits: Limits, command: Vec<OsString>, folder: Option<PathBuf>) -> Spec {
        Spec { sandbox, limits, command, folder, snapshot: None, opened: None, needs_namespaces: false }
    }

    /// The command that starts this bot: `launcher`, which must hand its arguments after [`LAUNCHER_ARGUMENT`] to
    /// [`enter`](super::enter), or under [`Sandbox::None`] the bot itself.
    ///
    /// The bot leads its own process group. It dies with the *thread* that spawns it: start it from one that lives
    /// as long as the match.
    pub fn to_command(&self, launcher: &Path) -> io::Result<Start> {
        let (first, rest) = self.command.split_first().ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidInput, "expected a command, found nothing")
        })?;
        // Absolute, because the launcher starts in it.
        let folder = self.folder.as_deref().map(std::path::absolute).transpose()?;
        let copies = self.copies();
        // Where the author's folder is gone, its copy is entered.
        let entered = folder.as_deref().map(|folder| match folder.is_dir() {
            true => folder.to_owned(),
            false => copy_of(copies, folder).unwrap_or_else(|| folder.to_owned()),
        });
        if let Some(folder) = entered.as_deref().filter(|folder| !folder.is_dir()) {
            let message = format!("expected the bot's folder, found none at `{}`", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        let program = program::find(first, folder.as_deref(), copies)?;
        let level = self.sandbox.to_string();
        if self.sandbox == Sandbox::None || !cfg!(target_os = "linux") {
            let mut command = Command::new(&program);
            command.args(rest).process_group(0);
            if let Some(folder) = &folder {
                command.current_dir(folder);
            }
            return Ok(Start::new(command, None, level));
        }
        let opened = match &self.opened {
            Some(opened) => opened.clone(),
            None => Paths::check(&self.command, folder.as_deref())?.opened,
        };
        let (listener, theirs) = launch_channel::pair()?;
        let launcher_arguments =
            self.launcher_arguments(folder.as_deref(), &opened, std::process::id(), theirs.as_raw_fd());
        let mut command = Command::new(launcher);
        command
            .arg(LAUNCHER_ARGUMENT)
            .args(launcher_arguments)
            .arg(&program)
            .args(rest)
            .env_clear()
            .process_group(0);
        if let Some(folder) = &entered {
            command.current_dir(folder);
        }
        Ok(Start::new(command, Some((listener, theirs)), level))
    }

    fn copies(&self) -> &[Copied] {
        self.snapshot.as_ref().map_or(&[][..], Snapshot::copies)
    }

    /// What the launcher is told, up to the program; read back by [`LauncherArguments::read`].
    fn launcher_arguments(
        &self,
        folder: Option<&Path>,
        opened: &[Opened],
        referee: u32,
        report: RawFd,
    ) -> Vec<OsString> {
        let limits = self.limits;
        let copies = self.copies();
        let mut launcher_arguments: Vec<OsString> = [
            report.to_string(),
            self.sandbox.to_string(),
            referee.to_string(),
            limits.memory.to_string(),
            limits.cpu_seconds.to_string(),
            limits.threads.to_string(),
            limits.processes.to_string(),
            limits.open_files.to_string(),
            limits.file_size.to_string(),
            limits.stack.to_string(),
            u8::from(self.needs_namespaces).to_string(),
            copies.len().to_string(),
            opened.len().to_string(),
        ]
        .map(OsString::from)
        .to_vec();
        for copy in copies {
            launcher_arguments.extend([copy.at.clone().into_os_string(), copy.from.clone().into_os_string()]);
        }
        for Opened { path, real } in opened {
            launcher_arguments.extend([path.clone().into_os_string(), real.clone().into_os_string()]);
        }
        // Empty for none: a folder has a name.
        launcher_arguments.push(folder.map(Path::as_os_str).unwrap_or_default().to_owned());
        launcher_arguments
    }
}

/// The spec as the launcher reads it back, and who sent it.
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LauncherArguments {
    /// The bot to become.
    pub spec: Spec,
    /// The process that must still be the parent.
    pub referee: u32,
    /// What is run in the place of which files.
    pub copies: Vec<Copied>,
}

#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
impl LauncherArguments {
    /// Reads what [`Spec::launcher_arguments`] wrote, followed by program and arguments.
    pub fn read(mut words: impl Iterator<Item = OsString>) -> Result<LauncherArguments, String> {
        let sandbox = number(words.next(), "a sandbox")?;
        let referee = number(words.next(), "the referee's process")?;
        let limits = Limits {
            memory: number(words.next(), "bytes of memory")?,
            cpu_seconds: number(words.next(), "seconds")?,
            threads: number(words.next(), "a number of threads")?,
            processes: number(words.next(), "a number of processes")?,
            open_files: number(words.next(), "a number of files")?,
            file_size: number(words.next(), "bytes of a file")?,
            stack: number(words.next(), "bytes of stack")?,
        };
        let needs_namespaces = number::<u8>(words.next(), "0 or 1")? != 0;
        let mut copies = Vec::new();
        let copied = number::<usize>(words.next(), "a number of copies")?;
        let paths = number::<usize>(words.next(), "a number of paths")?;
        for _ in 0..copied {
            let (at, from) = words.next().zip(words.next()).ok_or("expected a copy, found nothing")?;
            copies.push(Copied { at: at.into(), from: from.into() });
        }
        let mut opened = Vec::new();
        for _ in 0..paths {
            let (path, real) = words.next().zip(words.next()).ok_or("expected a path, found nothing")?;
            opened.push(Opened { path: path.into(), real: real.into() });
        }
        let folder = words.next().ok_or("expected a folder, found nothing")?;
        let folder = (!folder.is_empty()).then(|| PathBuf::from(folder));
        let command: Vec<OsString> = words.collect();
        if command.is_empty() {
            return Err("expected a program, found nothing".into());
        }
        let spec = Spec::new(sandbox, limits, command, folder);
        let spec = Spec { needs_namespaces, opened: Some(opened), ..spec };
        Ok(LauncherArguments { spec, referee, copies })
    }
}

fn number<T: FromStr>(word: Option<OsString>, what: &str) -> Result<T, String> {
    let word = word.unwrap_or_default();
    let text = word.to_str().and_then(|text| text.parse().ok());
    text.ok_or_else(|| format!("expected {what}, found `{}`", OsStr::new(&word).display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_read_back_as_the_spec_that_wrote_them() {
        for folder in [None, Some(PathBuf::from("/bots/with blank"))] {
            let limits = Limits { processes: 3, ..Limits::default() };
            let command = vec!["/bin/cat".into(), "--".into(), "".into()];
            let opened = vec![Opened { path: "/bots/link".into(), real: "/bots/book".into() }];
            let spec = Spec::new(Sandbox::Limits, limits, command, folder);
            let spec = Spec { needs_namespaces: true, opened: Some(opened.clone()), ..spec };
            let words = spec.launcher_arguments(spec.folder.as_deref(), &opened, 7, 3).into_iter().skip(1);
            let words = words.chain(spec.command.clone());
            assert_eq!(
                LauncherArguments::read(words),
                Ok(LauncherArguments { spec, referee: 7, copies: Vec::new() })
            );
        }
    }

    #[test]
    fn a_level_reads_as_it_is_written_and_an_unknown_one_is_named() {
        for level in [Sandbox::Strict, Sandbox::Limits, Sandbox::None] {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        let error = "tight".parse::<Sandbox>().expect_err("no such level");
        assert_eq!(error, ParseError::new("a sandbox (strict, limits or none)", "tight"));
    }

    #[test]
    fn broken_orders_say_what_is_missing() {
        let words = ["strict", "7", "lots"].map(OsString::from);
        assert_eq!(
            LauncherArguments::read(words.into_iter()),
            Err("expected bytes of memory, found `lots`".into())
        );
    }

    #[test]
    fn a_sandbox_is_spelled_as_it_is_read() {
        for sandbox in [Sandbox::Strict, Sandbox::Limits, Sandbox::None] {
            assert_eq!(sandbox.to_string().parse(), Ok(sandbox));
        }
        assert!("Strict".parse::<Sandbox>().is_err());
    }
}
