//! Bots travel by content: all files of a program in one archive, the same bytes on every machine.
//!
//! An artifact is a tar compressed with zstd. It holds what [`arena::program_files`] keeps of a bot, in the same order and
//! from the same single reading, without owners and times; its name is its SHA-256. A [`Cache`] unpacks it once, and
//! each time a bot is taken from the cache its fingerprint is computed again, so what runs is what was entered.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use arena::entrants::{Command, Entrant};
use arena::program_files::{self, FOLDER, MOST_FILES, Sink};
use arena::sandbox::{Limits, Sandbox};
use table::key::Hash;
use tar::{EntryType, Header};

/// No artifact is larger.
pub const MOST_PACKED: usize = 64 << 20;
/// Bytes of a bot's files, names and headers included.
pub const MOST_UNPACKED: u64 = 256 << 20;
/// Beyond this level zstd takes much longer for little.
const LEVEL: i32 = 9;

/// Why a bot cannot be packed, unpacked or run.
#[derive(Debug, thiserror::Error)]
pub enum ArtifactError {
    /// The system refused.
    #[error("{path}: {error}")]
    System {
        /// The file or folder.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// It is larger than an artifact may be.
    #[error("expected at most {} MB after compression, found {} MB", MOST_PACKED >> 20, found.div_ceil(1 << 20))]
    TooLarge {
        /// Bytes.
        found: usize,
    },
    /// The bytes are not those of its name.
    #[error("expected an artifact with SHA-256 {expected}, found {found}")]
    Exchanged {
        /// Its name.
        expected: Hash,
        /// What the bytes hash to.
        found: Hash,
    },
    /// It is no archive that we would have written.
    #[error("artifact {name}: {why}")]
    Foreign {
        /// Its name.
        name: Hash,
        /// What is wrong.
        why: String,
    },
    /// The cache does not have it.
    #[error("artifact {0} is not in the cache")]
    Missing(Hash),
    /// The files in the cache, or the system's files that the command names, are others than those that were entered.
    #[error("`{command}`: expected the fingerprint {expected}, found {found}")]
    Differs {
        /// The command.
        command: String,
        /// The entry's fingerprint.
        expected: Hash,
        /// What was found here.
        found: Hash,
    },
}

/// A bot, packed.
#[derive(Clone, Debug)]
pub struct Packed {
    /// The bot's fingerprint, as in records.
    pub fingerprint: Hash,
    /// The name of the artifact.
    pub sha256: Hash,
    /// The artifact.
    pub bytes: Vec<u8>,
}

/// Packs all files of a bot's own.
pub fn pack(command: &Command) -> Result<Packed, ArtifactError> {
    let system = |error| ArtifactError::System { path: command.words.join(" "), error };
    let encoder = zstd::Encoder::new(Vec::new(), LEVEL).map_err(system)?;
    let mut sink = Archive { tar: tar::Builder::new(encoder), file: None, left: MOST_UNPACKED };
    let read = program_files::read(&command.words, command.folder.as_deref(), &mut sink);
    let (fingerprint, _) = read.map_err(system)?;
    let bytes = sink.tar.into_inner().and_then(zstd::Encoder::finish).map_err(system)?;
    if bytes.len() > MOST_PACKED {
        return Err(ArtifactError::TooLarge { found: bytes.len() });
    }
    Ok(Packed { fingerprint, sha256: Hash::of(&bytes), bytes })
}

/// Writes what is read of a bot to an archive.
struct Archive<W: Write> {
    tar: tar::Builder<W>,
    /// The file that is being read: its path, whether it is a program, and its bytes so far. A tar names the size
    /// first, and a file may change while it is read.
    file: Option<(PathBuf, bool, Vec<u8>)>,
    left: u64,
}

impl<W: Write> Archive<W> {
    fn header(kind: EntryType, mode: u32, size: u64) -> Header {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_size(size);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(0);
        header
    }

    /// What this takes in the archive, with room for a long name.
    fn take(&mut self, path: &Path, bytes: usize) -> io::Result<()> {
        let size = bytes + path.as_os_str().len() + 2048;
        let why =
            || io::Error::other(format!("expected at most {} MB of files, found more", MOST_UNPACKED >> 20));
        self.left = self.left.checked_sub(size as u64).ok_or_else(why)?;
        Ok(())
    }
}

impl<W: Write> Sink for Archive<W> {
    fn folder(&mut self, path: &Path) -> io::Result<()> {
        self.take(path, 0)?;
        self.tar.append_data(&mut Self::header(EntryType::Directory, 0o555, 0), path, io::empty())
    }

    fn link(&mut self, path: &Path, target: &Path) -> io::Result<()> {
        self.take(path, target.as_os_str().len())?;
        self.tar.append_link(&mut Self::header(EntryType::Symlink, 0o777, 0), path, target)
    }

    fn file(&mut self, path: &Path, is_program: bool) -> io::Result<()> {
        self.take(path, 0)?;
        self.file = Some((path.to_owned(), is_program, Vec::new()));
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.take(Path::new(""), bytes.len())?;
        if let Some((.., all)) = &mut self.file {
            all.extend_from_slice(bytes);
        }
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        let Some((path, is_program, bytes)) = self.file.take() else { return Ok(()) };
        let mode = if is_program { 0o555 } else { 0o444 };
        let mut header = Self::header(EntryType::Regular, mode, bytes.len() as u64);
        self.tar.append_data(&mut header, path, &bytes[..])
    }
}

/// Unpacked artifacts, each in a folder with its name. Several workers may share one.
#[derive(Clone, Debug)]
pub struct Cache {
    path: PathBuf,
}

impl Cache {
    /// Makes the folder if it is not there.
    pub fn open(path: &Path) -> Result<Cache, ArtifactError> {
        fs::create_dir_all(path).map_err(|error| system(path, error))?;
        let path = path.canonicalize().map_err(|error| system(path, error))?;
        Ok(Cache { path })
    }

    /// Where the cache lies unless somebody says otherwise.
    pub fn usual_place() -> PathBuf {
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
        let caches = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        caches.or_else(home).unwrap_or_else(std::env::temp_dir).join("croupier").join("bots")
    }

    /// Is this artifact here?
    pub fn has(&self, name: Hash) -> bool {
        self.folder(name).is_dir()
    }

    /// Adds an artifact whose bytes hash to its name.
    pub fn add(&self, name: Hash, bytes: &[u8]) -> Result<(), ArtifactError> {
        let found = Hash::of(bytes);
        if found != name {
            return Err(ArtifactError::Exchanged { expected: name, found });
        }
        if self.has(name) {
            return Ok(());
        }
        let unfinished = tempfile::Builder::new().prefix("part-").tempdir_in(&self.path);
        let unfinished = unfinished.map_err(|error| system(&self.path, error))?;
        unpack(bytes, unfinished.path()).map_err(|error| match error.kind() {
            ErrorKind::InvalidData => ArtifactError::Foreign { name, why: error.to_string() },
            _ => system(unfinished.path(), error),
        })?;
        let unfinished = unfinished.keep();
        let place = self.folder(name);
        match fs::rename(&unfinished, &place) {
            Ok(()) => Ok(()),
            // Another worker was faster; the content is the same.
            Err(_) if place.is_dir() => remove(&unfinished),
            Err(error) => Err(system(&place, error)),
        }
    }

    /// Forgets an artifact, whose files were changed by somebody.
    pub fn forget(&self, name: Hash) -> Result<(), ArtifactError> {
        if self.has(name) { remove(&self.folder(name)) } else { Ok(()) }
    }

    /// A bot of this cache under the name it was entered with, if it still has its fingerprint.
    pub fn entrant(
        &self,
        name: Hash,
        text: &str,
        command: &Command,
        fingerprint: Hash,
        sandbox: Sandbox,
        limits: Limits,
    ) -> Result<Entrant, ArtifactError> {
        if !self.has(name) {
            return Err(ArtifactError::Missing(name));
        }
        let here = self.command(name, command);
        let entrant = Entrant::bot(&here, text, sandbox, limits);
        let entrant = entrant.map_err(|error| system(&self.folder(name), error))?;
        match entrant.named.hash {
            Some(found) if found == fingerprint => Ok(entrant),
            found => Err(ArtifactError::Differs {
                command: text.to_owned(),
                expected: fingerprint,
                found: found.unwrap_or_else(|| Hash::of(b"")),
            }),
        }
    }

    /// The same command with the files of the cache.
    fn command(&self, name: Hash, command: &Command) -> Command {
        let place = self.folder(name);
        let word = |(number, word): (usize, &String)| {
            let file = Path::new(word).file_name()?;
            let kept = place.join(number.to_string()).join(file);
            kept.is_file().then(|| kept.to_string_lossy().into_owned())
        };
        let words = command.words.iter().enumerate();
        let words = match command.folder {
            Some(_) => command.words.clone(),
            None => words.map(|at| word(at).unwrap_or_else(|| at.1.clone())).collect(),
        };
        Command { folder: command.folder.as_ref().map(|_| place.join(FOLDER)), words }
    }

    fn folder(&self, name: Hash) -> PathBuf {
        self.path.join(name.to_string())
    }
}

fn system(path: &Path, error: io::Error) -> ArtifactError {
    ArtifactError::System { path: path.display().to_string(), error }
}

/// Removes a folder of the cache, which is read-only.
fn remove(folder: &Path) -> Result<(), ArtifactError> {
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        fs::set_permissions(&path, Permissions::from_mode(0o755)).map_err(|error| system(&path, error))?;
        for entry in fs::read_dir(&path).map_err(|error| system(&path, error))?.flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                waiting.push(entry.path());
            }
        }
    }
    fs::remove_dir_all(folder).map_err(|error| system(folder, error))
}

/// Unpacks to an empty folder. Nothing leaves it: a name goes straight down, and what it lies in is a folder that
/// the archive itself made, never a link. The archive's wishes beyond that are not granted.
fn unpack(bytes: &[u8], to: &Path) -> io::Result<()> {
    let refuse = |why: String| io::Error::new(ErrorKind::InvalidData, why);
    let bounded = zstd::Decoder::new(bytes)?.take(MOST_UNPACKED);
    let mut archive = tar::Archive::new(bounded);
    let mut folders: HashSet<PathBuf> = HashSet::from([PathBuf::new()]);
    let mut left = MOST_FILES + 64;
    for entry in archive.entries()? {
        let mut entry = entry.map_err(|error| refuse(error.to_string()))?;
        left = left.checked_sub(1).ok_or_else(|| refuse(format!("more than {MOST_FILES} files")))?;
        let path = entry.path()?.into_owned();
        let names: Vec<OsString> = path.components().map(|part| part.as_os_str().to_owned()).collect();
        let goes_down = path.components().all(|part| matches!(part, Component::Normal(_)));
        let parent: PathBuf = names[..names.len().saturating_sub(1)].iter().collect();
        if !goes_down || names.is_empty() || !folders.contains(&parent) {
            return Err(refuse(format!(
                "expected a name within the bot's folders, found `{}`",
                path.display()
            )));
        }
        let place = to.join(&path);
        match entry.header().entry_type() {
            EntryType::Directory => {
                fs::create_dir(&place)?;
                folders.insert(path.components().collect());
            }
            EntryType::Symlink => {
                let target = entry.link_name()?.ok_or_else(|| refuse("a link to nothing".to_owned()))?;
                std::os::unix::fs::symlink(target, &place)?;
            }
            EntryType::Regular => {
                let mut file = File::options().write(true).create_new(true).open(&place)?;
                let size = entry.header().entry_size()?;
                if io::copy(&mut entry, &mut file)? != size {
                    return Err(refuse(format!("`{}` is cut off", path.display())));
                }
                let is_program = entry.header().mode()? & 0o111 != 0;
                file.set_permissions(Permissions::from_mode(if is_program { 0o555 } else { 0o444 }))?;
            }
            other => {
                let path = path.display();
                return Err(refuse(format!(
                    "expected files, folders and links, found {other:?} at `{path}`"
                )));
            }
        }
    }
    // A stream that was cut off by the bound would end like a short archive.
    let mut rest = archive.into_inner();
    io::copy(&mut rest, &mut io::sink())?;
    if rest.limit() == 0 {
        return Err(refuse(format!("more than {} MB of files", MOST_UNPACKED >> 20)));
    }
    for folder in &folders {
        // The temporary folder itself is renamed, which needs the right to write on some systems.
        if !folder.as_os_str().is_empty() {
            fs::set_permissions(to.join(folder), Permissions::from_mode(0o555))?;
        }
    }
    fs::set_permissions(to, Permissions::from_mode(0o755))
}

#[cfg(test)]
#[path = "artifact_tests.rs"]
mod tests;
