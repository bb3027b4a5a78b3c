//! The fingerprint of a bot, and the copy of its files that it is a fingerprint of.
//!
//! Every file is read once: what is hashed is what is copied, and the copy is what runs. A file that is exchanged
//! afterwards changes nothing.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use sha2::{Digest, Sha256};
use table::key::Hash;

use crate::sandbox::{Copied, Shelf, shelf};

/// More is no bot.
const MOST_FILES: usize = 20_000;
const MOST_BYTES: u64 = 1 << 30;

/// Programs of the system are the organiser's business and are neither copied nor changed by anybody else.
const SYSTEM: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/nix/store"];

/// The hash of a bot: of each word of its command in turn, the hash of the regular file it names, or of the word
/// itself if it names none; then of everything in its own folder, if it has one: names, files, links and which files
/// are programs. Where the folder lies does not matter.
pub fn fingerprint(words: &[String], folder: Option<&Path>) -> io::Result<Hash> {
    Shelving { left: Left::default(), shelf: None, copies: Vec::new() }.all(words, folder)
}

/// The same, and a copy of all that is the bot's own.
pub fn shelve(words: &[String], folder: Option<&Path>) -> io::Result<(Hash, Shelf)> {
    let shelf = shelf::folder(&place())?;
    let mut shelving =
        Shelving { left: Left::default(), shelf: Some(shelf.0.path().to_owned()), copies: Vec::new() };
    let hash = shelving.all(words, folder)?;
    Ok((hash, Shelf::new(shelf, shelving.copies)))
}

/// A folder for temporary files from which programs may be run.
fn place() -> PathBuf {
    let temporary = std::env::temp_dir();
    let runs = |path: &Path| {
        let flags = rustix::fs::statvfs(path).map(|stat| stat.f_flag);
        flags.is_ok_and(|flags| !flags.contains(rustix::fs::StatVfsMountFlags::NOEXEC))
    };
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    [Some(temporary.clone()), home].into_iter().flatten().find(|path| runs(path)).unwrap_or(temporary)
}

/// How much more may be read.
struct Left {
    files: usize,
    bytes: u64,
}

impl Default for Left {
    fn default() -> Left {
        Left { files: MOST_FILES, bytes: MOST_BYTES }
    }
}

struct Shelving {
    left: Left,
    /// Where copies go, if there are to be any.
    shelf: Option<PathBuf>,
    copies: Vec<Copied>,
}

impl Shelving {
    fn all(&mut self, words: &[String], folder: Option<&Path>) -> io::Result<Hash> {
        let mut all = Sha256::new();
        for (number, word) in words.iter().enumerate() {
            let path = folder.map_or_else(|| word.into(), |folder| folder.join(word));
            if !path.is_file() {
                all.update(b"word");
                all.update(Hash::of(word.as_bytes()).0);
                continue;
            }
            let at = path.canonicalize()?;
            let is_own = folder.is_none() && !SYSTEM.iter().any(|system| at.starts_with(system));
            let copy = self.shelf.as_ref().filter(|_| is_own).map(|shelf| shelf.join(number.to_string()));
            all.update(b"file");
            all.update(self.file(&at, copy.as_deref())?.0);
            self.copies.extend(copy.map(|from| Copied { at, from }));
        }
        if let Some(folder) = folder {
            let at = folder.canonicalize()?;
            let copy = self.shelf.as_ref().map(|shelf| shelf.join("folder"));
            self.folder(&at, copy.as_deref(), &mut all)?;
            self.copies.extend(copy.map(|from| Copied { at, from }));
        }
        Ok(Hash(all.finalize().into()))
    }

    /// Everything in a folder, by name.
    fn folder(&mut self, folder: &Path, copy: Option<&Path>, all: &mut Sha256) -> io::Result<()> {
        if let Some(copy) = copy {
            fs::create_dir(copy)?;
            // Also for the user that root's bots run as.
            fs::set_permissions(copy, fs::Permissions::from_mode(0o755))?;
        }
        let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            self.count()?;
            let (path, name, kind) = (entry.path(), entry.file_name(), entry.file_type()?);
            let copy = copy.map(|copy| copy.join(&name));
            let mut say = |what: &[u8], bytes: &[u8]| {
                all.update(what);
                all.update((bytes.len() as u64).to_le_bytes());
                all.update(bytes);
            };
            if kind.is_dir() {
                say(b"open", name.as_bytes());
                self.folder(&path, copy.as_deref(), all)?;
                all.update(b"shut");
            } else if kind.is_symlink() {
                let target = fs::read_link(&path)?;
                say(b"link", name.as_bytes());
                say(b"to", target.as_os_str().as_bytes());
                copy.map_or(Ok(()), |copy| std::os::unix::fs::symlink(&target, copy))?;
            } else if kind.is_file() {
                let is_program = entry.metadata()?.permissions().mode() & 0o111 != 0;
                say(if is_program { b"program" } else { b"file" }, name.as_bytes());
                all.update(self.file(&path, copy.as_deref())?.0);
            } else {
                let path = path.display();
                let why = format!("expected files, folders and links, found something else at {path}");
                return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
            }
        }
        Ok(())
    }

    /// One regular file, hashed and copied in one reading.
    fn file(&mut self, path: &Path, copy: Option<&Path>) -> io::Result<Hash> {
        // A pipe or a link in the place of what was a file a moment ago is not waited for and not followed.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let flags = i32::try_from(flags.bits()).map_err(|_| io::ErrorKind::InvalidInput)?;
        let mut file = File::options().read(true).custom_flags(flags).open(path)?;
        let meta = file.metadata()?;
        if !meta.is_file() {
            return Err(io::Error::other(format!(
                "expected a file at {}, found something else",
                path.display()
            )));
        }
        // A file of four terabytes is refused before it is read.
        if meta.len() > self.left.bytes {
            return Err(too_large());
        }
        let mut copied =
            copy.map(|copy| File::options().write(true).create_new(true).open(copy)).transpose()?;
        let mut hash = Sha256::new();
        let mut chunk = vec![0; 1 << 16];
        loop {
            let read = match file.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.left.bytes = self.left.bytes.checked_sub(read as u64).ok_or_else(too_large)?;
            hash.update(&chunk[..read]);
            copied.as_mut().map_or(Ok(()), |copied| copied.write_all(&chunk[..read]))?;
        }
        if let Some(copied) = copied {
            let mode = if meta.permissions().mode() & 0o111 == 0 { 0o444 } else { 0o555 };
            copied.set_permissions(fs::Permissions::from_mode(mode))?;
        }
        Ok(Hash(hash.finalize().into()))
    }

    fn count(&mut self) -> io::Result<()> {
        self.left.files = self.left.files.checked_sub(1).ok_or_else(|| {
            io::Error::other(format!("expected at most {MOST_FILES} files in the bot's folder, found more"))
        })?;
        Ok(())
    }
}

fn too_large() -> io::Error {
    io::Error::other(format!("expected at most {} MB of files, found more", MOST_BYTES >> 20))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::time::{Duration, Instant};

    use super::*;

    fn with_folder<T>(work: impl FnOnce(&Path) -> T) -> T {
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        work(folder.path())
    }

    fn hash(folder: &Path) -> Hash {
        fingerprint(&["./bot".to_owned()], Some(folder)).expect("all can be read")
    }

    #[test]
    fn names_links_and_the_right_to_run_are_in_the_fingerprint() {
        with_folder(|folder| {
            fs::write(folder.join("bot"), "x").expect("a file");
            fs::write(folder.join("book"), "y").expect("a file");
            let mut seen = vec![hash(folder)];
            assert_eq!(hash(folder), seen[0]);
            fs::rename(folder.join("book"), folder.join("tome")).expect("another name");
            seen.push(hash(folder));
            symlink("tome", folder.join("link")).expect("a link");
            seen.push(hash(folder));
            fs::remove_file(folder.join("link")).expect("no link");
            symlink("bot", folder.join("link")).expect("another link");
            seen.push(hash(folder));
            fs::set_permissions(folder.join("tome"), fs::Permissions::from_mode(0o755)).expect("a program");
            seen.push(hash(folder));
            fs::create_dir(folder.join("empty")).expect("a folder");
            seen.push(hash(folder));
            for (at, one) in seen.iter().enumerate() {
                assert!(!seen[at + 1..].contains(one), "{at}");
            }
        });
    }

    #[test]
    fn the_copy_has_the_same_fingerprint_wherever_it_lies() {
        with_folder(|folder| {
            fs::write(folder.join("bot"), "x").expect("a file");
            fs::create_dir(folder.join("lib")).expect("a folder");
            symlink("../bot", folder.join("lib/back")).expect("a link");
            fs::set_permissions(folder.join("bot"), fs::Permissions::from_mode(0o700)).expect("a program");
            let words = ["./bot".to_owned()];
            let (hash, shelf) = shelve(&words, Some(folder)).expect("all can be copied");
            let copy = &shelf.copies()[0];
            assert_eq!(fingerprint(&words, Some(&copy.from)).expect("all can be read"), hash);
            fs::write(folder.join("bot"), "exchanged").expect("a file");
            assert_eq!(fs::read(copy.from.join("bot")).expect("a copy"), b"x");
            let gone = copy.from.clone();
            drop(shelf);
            assert!(!gone.exists());
        });
    }

    #[test]
    fn a_sparse_file_of_terabytes_is_refused_at_once() {
        with_folder(|folder| {
            let file = File::create(folder.join("sparse")).expect("a file");
            file.set_len(4 << 40).expect("it takes no room");
            let begun = Instant::now();
            let error = fingerprint(&["true".to_owned()], Some(folder)).expect_err("it is too large");
            assert_eq!(error.to_string(), "expected at most 1024 MB of files, found more");
            assert!(begun.elapsed() < Duration::from_secs(5));
        });
    }

    #[test]
    fn a_pipe_in_the_folder_is_refused_and_not_waited_for() {
        with_folder(|folder| {
            let pipe = folder.join("pipe");
            let mode = rustix::fs::Mode::RUSR;
            rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).expect("a pipe");
            let error = fingerprint(&["true".to_owned()], Some(folder)).expect_err("it is no file");
            assert!(
                error.to_string().starts_with("expected files, folders and links, found something else at")
            );
        });
    }
}
