//! Who enters a match: one of our own players or a program, by the same text everywhere.
//!
//! `champion`, `champion:iterations=100` and whatever else names a player of the game is one; anything else
//! is a command, `./mybot --fast` or `cd mybot && java Durak`.

use std::io;
use std::path::PathBuf;

use games::catalog::{self, CatalogGame, WithGame};
use games::levels::{self, NotSeated, PlayerSpec};
use table::key::Hash;
use table::record::Named;
use table::referee::Kind;

use crate::program_files;
use crate::sandbox::paths::{Paths, named};
use crate::sandbox::{Limits, Sandbox, Spec};

/// Somebody who can take a seat.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Who plays.
    pub who: Who,
    /// What a record says of it.
    pub named: Named,
}

/// Who plays.
#[derive(Clone, Debug)]
pub enum Who {
    /// A player of ours.
    Agent(PlayerSpec),
    /// A program.
    Bot(Spec),
}

impl Who {
    /// What the referee takes it for.
    pub fn kind(&self) -> Kind {
        match self {
            Who::Agent(_) => Kind::Agent,
            Who::Bot(_) => Kind::Bot,
        }
    }
}

/// Why nobody can enter by this text.
#[derive(Debug, thiserror::Error)]
pub enum EntrantError {
    /// It names a player of ours, but not one that can sit here.
    #[error("{text}: {why}")]
    Player {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: NotSeated,
    },
    /// It is a command that cannot be read.
    #[error("{text:?}: {why}")]
    Command {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: CommandError,
    },
    /// A file of the program cannot be read.
    #[error("{text}: {error}")]
    File {
        /// The text.
        text: String,
        /// What the system said.
        error: io::Error,
    },
}

/// What became of the files of a bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Lost {
    /// A file was removed or has another content.
    #[error("a file of the program is gone or has changed")]
    Changed,
    /// They cannot be read.
    #[error("its files cannot be read: {0}")]
    Unreadable(String),
}

/// Why a text is no command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// A quote is opened and not closed.
    #[error("expected a closing quote, found the end of the command")]
    OpenQuote,
    /// There is not a single word in it.
    #[error("expected a player or a command, found nothing")]
    Empty,
}

struct ReadPlan<'a>(&'a str);
impl WithGame for ReadPlan<'_> {
    type Out = Option<Result<PlayerSpec, NotSeated>>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let name = self.0.split(':').next().unwrap_or_default();
        let is_ours = levels::names::<G>().contains(&name) || levels::MEASURED.contains(&name);
        is_ours.then(|| {
            let plan = PlayerSpec::read::<G>(self.0)?;
            // Refused here and not when it is about to sit down.
            plan.agent::<G>().map(|_| plan)
        })
    }
}

/// One of our players, if the text names one; `None` if it is a command.
pub fn plan(game: &str, text: &str) -> Option<Result<PlayerSpec, NotSeated>> {
    catalog::with_game(game, ReadPlan(text)).flatten()
}

impl Entrant {
    /// Reads who enters; programs run in such a box.
    pub fn read(game: &str, text: &str, sandbox: Sandbox, limits: Limits) -> Result<Entrant, EntrantError> {
        if let Some(plan) = plan(game, text) {
            let plan = plan.map_err(|why| EntrantError::Player { text: text.to_owned(), why })?;
            let version = concat!("croupier ", env!("CARGO_PKG_VERSION"), " ");
            let hash = Hash::of(format!("{version}{game} {text}").as_bytes());
            let named = Named::new(Kind::Agent, Some(hash), text);
            return Ok(Entrant { who: Who::Agent(plan), named });
        }
        let command =
            Command::read(text).map_err(|why| EntrantError::Command { text: text.to_owned(), why })?;
        Entrant::bot(&command, text, sandbox, limits)
            .map_err(|error| EntrantError::File { text: text.to_owned(), error })
    }

    /// A program under a name, in such a box.
    pub fn bot(command: &Command, name: &str, sandbox: Sandbox, limits: Limits) -> io::Result<Entrant> {
        let Command { folder, words } = command;
        // The launcher runs in the folder, so its name must hold from anywhere.
        let folder =
            folder.as_ref().map(|folder| folder.canonicalize().map_err(named(folder))).transpose()?;
        let (hash, snapshot, opened) = match sandbox {
            Sandbox::None => (program_files::fingerprint(words, folder.as_deref())?, None, None),
            Sandbox::Strict | Sandbox::Limits => {
                let opened = Paths::check(words, folder.as_deref())?.opened;
                let (hash, snapshot) = program_files::snapshot(words, folder.as_deref())?;
                (hash, Some(snapshot), Some(opened))
            }
        };
        let command = words.iter().map(Into::into).collect();
        let spec = Spec { snapshot, opened, ..Spec::new(sandbox, limits, command, folder) };
        Ok(Entrant { who: Who::Bot(spec), named: Named::new(Kind::Bot, Some(hash), name) })
    }

    /// What became of the files of a bot that is run from where they are, if they are not what was entered any more. A
    /// bot of which a copy is run has nothing to lose.
    pub fn lost(&self) -> Option<Lost> {
        let Who::Bot(spec @ Spec { snapshot: None, .. }) = &self.who else { return None };
        let words: Option<Vec<String>> =
            spec.command.iter().map(|word| word.to_str().map(str::to_owned)).collect();
        match program_files::fingerprint(&words?, spec.folder.as_deref()) {
            Ok(found) => (Some(found) != self.named.hash).then_some(Lost::Changed),
            Err(error) => Some(Lost::Unreadable(error.to_string())),
        }
    }
}

/// How a program is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Its own folder, if it has one: `cd DIR && …`.
    pub folder: Option<PathBuf>,
    /// The program and its arguments.
    pub words: Vec<String>,
}

impl Command {
    /// Reads a command as it is typed.
    pub fn read(text: &str) -> Result<Command, CommandError> {
        let mut words = words(text)?;
        let folder = match &words[..] {
            [cd, folder, and, _, ..] if cd == "cd" && and == "&&" => Some(PathBuf::from(folder)),
            _ => None,
        };
        if folder.is_some() {
            words.drain(..3);
        }
        Ok(Command { folder, words })
    }
}

/// The words of a command: blanks separate them, quotes of either kind keep them together.
fn words(text: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (Some(_), _) => Err(CommandError::OpenQuote),
        (None, true) => Err(CommandError::Empty),
        _ => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandError, words};

    #[test]
    fn commands_are_split_at_blanks_outside_quotes() {
        assert_eq!(words("python3 bot.py"), Ok(vec!["python3".to_owned(), "bot.py".to_owned()]));
        assert_eq!(
            words(" 'my bot'  \"\" a\"b c\"d "),
            Ok(["my bot", "", "ab cd"].map(str::to_owned).to_vec())
        );
        assert_eq!((words("'x"), words("  ")), (Err(CommandError::OpenQuote), Err(CommandError::Empty)));
    }
}
