//! Where the paths of an entry may lead.
//!
//! The organiser writes the command and answers for what it names, for the system's folders and for the programs that
//! PATH finds. Everything else is the author's choice: the links on the way, and the `#!` line of the program. It may
//! lead to the entry itself or into a runtime, and nowhere else. [`Paths::check`] is the one place that says so.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::program;

/// Programs and libraries of the system. They are the organiser's.
pub const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"];

/// Links between the system's folders.
const SYSTEM_LINKS: &str = "/etc/alternatives";

/// More links than this on one way are a circle, as the kernel sees it.
const MOST_LINKS: usize = 40;

/// A path that a bot may open, and what it led to when the entry was read. If it leads elsewhere when the bot is
/// started, it is not opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// As the command, the link or the `#!` line has it.
    pub path: PathBuf,
    /// Without links.
    pub real: PathBuf,
}

/// What the paths of an entry lead to.
#[derive(Debug)]
pub struct Paths {
    /// For each word of the command, the regular file that it names, without links.
    pub files: Vec<Option<PathBuf>>,
    /// The program in the `#!` line that the author wrote, without links, unless it is the system's.
    pub interpreter: Option<PathBuf>,
    /// What the bot may open besides its folder and the system's files.
    pub opened: Vec<Opened>,
}

impl Paths {
    /// Follows every path of an entry, and refuses those that lead where an author's choice may not.
    pub fn check<W: AsRef<OsStr>>(words: &[W], folder: Option<&Path>) -> io::Result<Paths> {
        Paths::follow(words, folder, true)
    }

    /// The same without a refusal, for bots that are not held.
    pub fn unchecked<W: AsRef<OsStr>>(words: &[W], folder: Option<&Path>) -> io::Result<Paths> {
        Paths::follow(words, folder, false)
    }

    fn follow<W: AsRef<OsStr>>(words: &[W], folder: Option<&Path>, is_checked: bool) -> io::Result<Paths> {
        let from = match folder {
            Some(folder) => folder.canonicalize().map_err(named(folder))?,
            None => std::env::current_dir()?,
        };
        let walk = Walk { entry: folder.map(|_| from.as_path()), is_checked };
        let mut paths = Paths { files: Vec::new(), interpreter: None, opened: Vec::new() };
        for (number, word) in words.iter().enumerate() {
            let path = below(&from, Path::new(word));
            let kind = if number == 0 { Kind::Program } else { Kind::Data };
            let real = if path.is_file() { Some(walk.follow(&path, kind, None)?) } else { None };
            if let Some(real) = &real
                && number > 0
                && folder.is_none()
            {
                paths.opened.push(Opened { path, real: real.clone() });
            }
            paths.files.push(real);
        }
        // A program that is missing is said when it is started.
        let program = words.first().and_then(|word| program::find(word.as_ref(), Some(&from), &[]).ok());
        let Some(program) = program else { return Ok(paths) };
        let is_found = words.first().is_some_and(|word| program::is_bare(word.as_ref()));
        let real = if is_found {
            program.canonicalize().map_err(named(&program))?
        } else {
            walk.follow(&program, Kind::Program, None)?
        };
        let mut needed = program::beside(&program, &real);
        let is_authors = !is_found && !is_runtime(&real, Kind::Program);
        let line = match program::interpreter(&real) {
            Err(error) if is_authors => return Err(named(&real)(error)),
            line => line.ok().flatten(),
        };
        if let Some(line) = line {
            let line = from.join(line);
            // One that is missing is said by the kernel.
            if let Some(interpreter) = line.canonicalize().ok().filter(|path| path.is_file()) {
                if is_authors {
                    let home = walk.home(&real);
                    let limit = Limit { what: &real, is_link: false, folder: home.to_owned() };
                    walk.follow(&line, Kind::Program, Some(limit))?;
                    let is_copied = walk.entry.is_some_and(|entry| interpreter.starts_with(entry));
                    if !is_copied && !is_system(&interpreter) {
                        paths.interpreter = Some(interpreter.clone());
                    }
                }
                needed.extend(program::beside(&line, &interpreter));
            }
        }
        for path in needed {
            let Ok(real) = path.canonicalize() else { continue };
            // The folder is opened as a whole, and as a copy.
            if !walk.entry.is_some_and(|entry| real.starts_with(entry)) {
                paths.opened.push(Opened { path, real });
            }
        }
        Ok(paths)
    }
}

/// What a path is for: a program may be a runtime's, data only the entry's or the system's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Program,
    Data,
}

/// A choice of the author's, and the folder in which it must stay.
struct Limit<'a> {
    /// The link, or the script with the `#!` line.
    what: &'a Path,
    is_link: bool,
    folder: PathBuf,
}

struct Walk<'a> {
    /// The entry's own folder, without links.
    entry: Option<&'a Path>,
    is_checked: bool,
}

impl Walk<'_> {
    /// The entry's folder if this lies beneath it; if not, the folder in which it lies.
    fn home<'a>(&'a self, path: &'a Path) -> &'a Path {
        let entry = self.entry.filter(|entry| path.starts_with(entry));
        entry.or_else(|| path.parent()).unwrap_or(path)
    }

    /// Where an absolute path leads, step by step as the kernel goes. A link that stands in a runtime is the
    /// organiser's, and whatever it leads to is right; after any other one the rest of the way must stay.
    fn follow(&self, path: &Path, kind: Kind, limit: Option<Limit<'_>>) -> io::Result<PathBuf> {
        let mut limits: Vec<(PathBuf, bool, PathBuf)> =
            limit.into_iter().map(|limit| (limit.what.to_owned(), limit.is_link, limit.folder)).collect();
        let mut done = PathBuf::from("/");
        let mut todo: VecDeque<OsString> = names(path).collect();
        let mut links = 0;
        while let Some(name) = todo.pop_front() {
            if name == ".." {
                done.pop();
                continue;
            }
            let next = done.join(name);
            let meta = next.symlink_metadata().map_err(named(&next))?;
            if !meta.is_symlink() {
                done = next;
                continue;
            }
            links += 1;
            if links > MOST_LINKS {
                return Err(io::Error::other(format!(
                    "`{}`: expected a file, found a circle",
                    path.display()
                )));
            }
            let target = fs::read_link(&next).map_err(named(&next))?;
            if is_runtime(&next, kind) {
                limits.clear();
            } else {
                // Links on the way to the entry are the organiser's, but they do not lift a limit.
                self.stays(&limits, &next, kind, |folder| folder.starts_with(&done))?;
                let home = self.home(&next).to_owned();
                limits.push((next, true, home));
            }
            if target.is_absolute() {
                done = PathBuf::from("/");
            }
            names(&target).collect::<Vec<_>>().into_iter().rev().for_each(|name| todo.push_front(name));
        }
        self.stays(&limits, &done, kind, |_| false)?;
        Ok(done)
    }

    fn stays(
        &self,
        limits: &[(PathBuf, bool, PathBuf)],
        at: &Path,
        kind: Kind,
        is_above: impl Fn(&Path) -> bool,
    ) -> io::Result<()> {
        let broken = limits.iter().find(|(.., folder)| !at.starts_with(folder) && !is_above(folder));
        match broken {
            Some((what, is_link, folder)) if self.is_checked && !is_runtime(at, kind) => {
                let chosen = if *is_link { "the link" } else { "its `#!` line" };
                let (what, at, folder) = (what.display(), at.display(), folder.display());
                let system = SYSTEM.join(", ");
                let or = match kind {
                    Kind::Program => {
                        format!("or of a runtime: in {system}, or a program in a folder of PATH")
                    }
                    Kind::Data => format!("or in {system}"),
                };
                let why =
                    format!("`{what}`: {chosen} leads to `{at}`; expected a path beneath `{folder}`, {or}");
                Err(io::Error::new(io::ErrorKind::PermissionDenied, why))
            }
            _ => Ok(()),
        }
    }
}

/// Is this one of the system's files?
pub fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// Does this path, in a folder without links, belong to a runtime of the organiser's?
fn is_runtime(path: &Path, kind: Kind) -> bool {
    if is_system(path) || path.starts_with(SYSTEM_LINKS) {
        return true;
    }
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return false };
    let paths = std::env::var_os("PATH").unwrap_or_default();
    kind == Kind::Program
        && std::env::split_paths(&paths).filter(|on_path| on_path.is_absolute()).any(|on_path| {
            let is = |path: PathBuf, other: &Path| path.canonicalize().is_ok_and(|real| real == other);
            // Programs of pyenv and its like are behind the shims.
            let is_behind = || {
                let versions = program::versions(&on_path).and_then(|path| path.canonicalize().ok());
                versions.is_some_and(|versions| path.starts_with(versions))
            };
            is(on_path.clone(), folder) || is(on_path.join(name), path) || is_behind()
        })
}

/// A word as a path from `from`. Its first `..` are the organiser's and lead up from there; all others are steps
/// from whatever stands before them.
fn below(from: &Path, word: &Path) -> PathBuf {
    let mut from = from.to_owned();
    let mut parts = word.components().peekable();
    while let Some(part) = parts.next_if(|part| matches!(part, Component::CurDir | Component::ParentDir)) {
        if part == Component::ParentDir {
            from.pop();
        }
    }
    parts.fold(from, |path, part| path.join(part))
}

fn names(path: &Path) -> impl Iterator<Item = OsString> + '_ {
    path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    })
}

/// Names the file with which something went wrong.
pub fn named(path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
