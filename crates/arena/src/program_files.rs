//! The fingerprint of a bot, and the copy of its files that it is a fingerprint of.
//!
//! Every file is read once: what is hashed is what is copied, and the copy is what runs. A file that is exchanged
//! afterwards changes nothing. Whoever else needs all files of a bot gives [`read`] a [`Sink`].

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use sha2::{Digest, Sha256};
use table::key::Hash;

use crate::sandbox::paths::{Paths, is_system, named};
use crate::sandbox::{Copied, Snapshot, snapshot};

/// More is no bot.
pub const MOST_FILES: usize = 20_000;
/// Bytes of all its files.
pub const MOST_BYTES: u64 = 1 << 30;

/// Where a bot's own folder lies among what is kept; a file that a command names lies in a folder with the number
/// of its word.
pub const FOLDER: &str = "folder";
/// Where the program of its `#!` line lies, if it is not in that folder.
const INTERPRETER: &str = "interpreter";

/// Takes what is read of a bot. Paths are relative; a folder comes before what is in it, and everything by name.
pub trait Sink {
    /// A folder.
    fn folder(&mut self, path: &Path) -> io::Result<()>;
    /// A symbolic link.
    fn link(&mut self, path: &Path, target: &Path) -> io::Result<()>;
    /// A file begins.
    fn file(&mut self, path: &Path, is_program: bool) -> io::Result<()>;
    /// More bytes of the file that began last.
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// The file is complete.
    fn end(&mut self) -> io::Result<()>;
}

/// The hash of a bot: of each word of its command in turn, the hash of the regular file it names, or of the word
/// itself if it names none; of the program in its `#!` line, unless it is the system's; then of everything in its own folder, if it has one: names, files, links and which files
/// are programs. Where the folder lies does not matter, nor where its links lead.
pub fn fingerprint(words: &[String], folder: Option<&Path>) -> io::Result<Hash> {
    let paths = Paths::unchecked(words, folder)?;
    Reading::to(&mut Nowhere).all(words, folder, &paths).map(|(hash, _)| hash)
}

/// The same, and a copy of all that is the bot's own.
pub fn snapshot(words: &[String], folder: Option<&Path>) -> io::Result<(Hash, Snapshot)> {
    let snapshot = snapshot::folder(&place())?;
    let mut copy = Copy { snapshot: snapshot.0.path().to_owned(), file: None };
    let (hash, own) = read(words, folder, &mut copy)?;
    let copies =
        own.into_iter().map(|(at, kept)| Copied { at, from: snapshot.0.path().join(kept) }).collect();
    Ok((hash, Snapshot::new(snapshot, copies)))
}

/// Reads a bot once. Answers its fingerprint, and where the files and the folder of its own are, with the path by
/// which the sink knows them. Paths that lead out of the entry are refused.
pub fn read(
    words: &[String],
    folder: Option<&Path>,
    sink: &mut dyn Sink,
) -> io::Result<(Hash, Vec<(PathBuf, PathBuf)>)> {
    let paths = Paths::check(words, folder)?;
    Reading::to(sink).all(words, folder, &paths)
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

/// A sink for who wants the fingerprint alone, and of system files.
struct Nowhere;

impl Sink for Nowhere {
    fn folder(&mut self, _: &Path) -> io::Result<()> {
        Ok(())
    }
    fn link(&mut self, _: &Path, _: &Path) -> io::Result<()> {
        Ok(())
    }
    fn file(&mut self, _: &Path, _: bool) -> io::Result<()> {
        Ok(())
    }
    fn bytes(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Copies everything to a snapshot.
struct Copy {
    snapshot: PathBuf,
    /// The file that is being copied, and whether it is a program.
    file: Option<(File, bool)>,
}

impl Sink for Copy {
    fn folder(&mut self, path: &Path) -> io::Result<()> {
        let copy = self.snapshot.join(path);
        fs::create_dir(&copy)?;
        // Also for the user that root's bots run as.
        fs::set_permissions(&copy, fs::Permissions::from_mode(0o755))
    }

    fn link(&mut self, path: &Path, target: &Path) -> io::Result<()> {
        std::os::unix::fs::symlink(target, self.snapshot.join(path))
    }

    fn file(&mut self, path: &Path, is_program: bool) -> io::Result<()> {
        let file = File::options().write(true).create_new(true).open(self.snapshot.join(path))?;
        self.file = Some((file, is_program));
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some((file, _)) = &mut self.file else { return Ok(()) };
        // A hole stays a hole: a sparse file must not fill the disk.
        if bytes.iter().all(|byte| *byte == 0) {
            return file.seek_relative(bytes.len() as i64);
        }
        file.write_all(bytes)
    }

    fn end(&mut self) -> io::Result<()> {
        let Some((mut file, is_program)) = self.file.take() else { return Ok(()) };
        let length = file.stream_position()?;
        file.set_len(length)?;
        file.set_permissions(fs::Permissions::from_mode(if is_program { 0o555 } else { 0o444 }))
    }
}

/// The one walk over a bot's files.
struct Reading<'a> {
    /// How much more may be read.
    files: usize,
    bytes: u64,
    sink: &'a mut dyn Sink,
}

impl<'a> Reading<'a> {
    fn to(sink: &'a mut dyn Sink) -> Reading<'a> {
        Reading { files: MOST_FILES, bytes: MOST_BYTES, sink }
    }

    fn all(
        &mut self,
        words: &[String],
        folder: Option<&Path>,
        paths: &Paths,
    ) -> io::Result<(Hash, Vec<(PathBuf, PathBuf)>)> {
        let mut all = Sha256::new();
        let mut own = Vec::new();
        for (number, (word, file)) in words.iter().zip(&paths.files).enumerate() {
            let Some(at) = file else {
                all.update(b"word");
                all.update(Hash::of(word.as_bytes()).0);
                continue;
            };
            all.update(b"file");
            // With the name it has: some runtimes read it.
            let name = Path::new(word).file_name().ok_or(io::ErrorKind::InvalidInput)?;
            let beside = PathBuf::from(number.to_string());
            let is_own = folder.is_none() && !is_system(at);
            all.update(self.single(at, is_own.then_some((&beside, name)), &mut own)?.0);
        }
        if let Some(at) = &paths.interpreter {
            all.update(b"interpreter");
            let name = at.file_name().ok_or(io::ErrorKind::InvalidInput)?;
            let is_own = folder.is_none();
            all.update(self.single(at, is_own.then_some((Path::new(INTERPRETER), name)), &mut own)?.0);
        }
        if let Some(folder) = folder {
            let at = folder.canonicalize().map_err(named(folder))?;
            self.folder(&at, Path::new(FOLDER), &mut all)?;
            own.push((at, FOLDER.into()));
        }
        Ok((Hash(all.finalize().into()), own))
    }

    /// A file outside the bot's folder; kept, if it is the bot's own, in a folder of its own.
    fn single(
        &mut self,
        at: &Path,
        kept: Option<(&Path, &OsStr)>,
        own: &mut Vec<(PathBuf, PathBuf)>,
    ) -> io::Result<Hash> {
        let Some((beside, name)) = kept else {
            let mut unkept = Reading { files: self.files, bytes: self.bytes, sink: &mut Nowhere };
            let hash = unkept.file(at, at)?;
            self.bytes = unkept.bytes;
            return Ok(hash);
        };
        self.sink.folder(beside).map_err(named(at))?;
        let kept = beside.join(name);
        let hash = self.file(at, &kept)?;
        own.push((at.to_owned(), kept));
        Ok(hash)
    }

    /// Everything in a folder, by name.
    fn folder(&mut self, folder: &Path, kept: &Path, all: &mut Sha256) -> io::Result<()> {
        self.sink.folder(kept).map_err(named(folder))?;
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = entries.map_err(named(folder))?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            self.count()?;
            let (path, name) = (entry.path(), entry.file_name());
            let kind = entry.file_type().map_err(named(&path))?;
            let kept = kept.join(&name);
            let mut say = |what: &[u8], bytes: &[u8]| {
                all.update(what);
                all.update((bytes.len() as u64).to_le_bytes());
                all.update(bytes);
            };
            if kind.is_dir() {
                say(b"open", name.as_bytes());
                self.folder(&path, &kept, all)?;
                all.update(b"shut");
            } else if kind.is_symlink() {
                let target = fs::read_link(&path).map_err(named(&path))?;
                say(b"link", name.as_bytes());
                say(b"to", target.as_os_str().as_bytes());
                self.sink.link(&kept, &target).map_err(named(&path))?;
            } else if kind.is_file() {
                let is_program = entry.metadata().map_err(named(&path))?.permissions().mode() & 0o111 != 0;
                say(if is_program { b"program" } else { b"file" }, name.as_bytes());
                all.update(self.file(&path, &kept)?.0);
            } else {
                let path = path.display();
                let why = format!("expected files, folders and links, found something else at {path}");
                return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
            }
        }
        Ok(())
    }

    /// One regular file, hashed and kept in one reading.
    fn file(&mut self, path: &Path, kept: &Path) -> io::Result<Hash> {
        let mut file = open(path).map_err(named(path))?;
        let meta = file.metadata().map_err(named(path))?;
        if !meta.is_file() {
            return Err(io::Error::other(format!(
                "expected a file at {}, found something else",
                path.display()
            )));
        }
        // A file of four terabytes is refused before it is read.
        if meta.len() > self.bytes {
            return Err(too_large());
        }
        self.sink.file(kept, meta.permissions().mode() & 0o111 != 0).map_err(named(path))?;
        let mut hash = Sha256::new();
        let mut chunk = vec![0; 1 << 16];
        loop {
            let read = match file.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(named(path)(error)),
            };
            self.bytes = self.bytes.checked_sub(read as u64).ok_or_else(too_large)?;
            hash.update(&chunk[..read]);
            self.sink.bytes(&chunk[..read]).map_err(named(path))?;
        }
        self.sink.end().map_err(named(path))?;
        Ok(Hash(hash.finalize().into()))
    }

    fn count(&mut self) -> io::Result<()> {
        self.files = self.files.checked_sub(1).ok_or_else(|| {
            io::Error::other(format!("expected at most {MOST_FILES} files in the bot's folder, found more"))
        })?;
        Ok(())
    }
}

/// Opens what was a file without links a moment ago. A pipe in its place is not waited for, and a link, also on the way
/// to it, is not followed.
fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, Mode, ResolveFlags, openat2};
        let all = flags | OFlags::RDONLY | OFlags::CLOEXEC;
        match openat2(CWD, path, all, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
            // Some containers refuse the call as a whole; of a file, this is not what is said.
            Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => (),
            opened => return Ok(File::from(opened?)),
        }
    }
    let flags = i32::try_from(flags.bits()).map_err(|_| io::ErrorKind::InvalidInput)?;
    File::options().read(true).custom_flags(flags).open(path)
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
    fn a_hole_stays_a_hole_and_nobody_else_may_enter_the_copies() {
        use std::os::unix::fs::MetadataExt;
        with_folder(|folder| {
            let file = File::create(folder.join("bot")).expect("a file");
            file.set_len(64 << 20).expect("a hole");
            let (hash, snapshot) =
                super::snapshot(&["./bot".to_owned()], Some(folder)).expect("all can be copied");
            let copy = &snapshot.copies()[0].from;
            let meta = fs::metadata(copy.join("bot")).expect("a copy");
            assert_eq!(meta.len(), 64 << 20);
            assert!(meta.blocks() * 512 < 1 << 20, "{} blocks", meta.blocks());
            assert_eq!(fingerprint(&["./bot".to_owned()], Some(copy)).expect("all can be read"), hash);
            let above = fs::metadata(copy.parent().expect("a folder")).expect("a folder");
            assert_eq!(above.permissions().mode() & 0o777, 0o700);
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
            let (hash, snapshot) = super::snapshot(&words, Some(folder)).expect("all can be copied");
            let copy = &snapshot.copies()[0];
            assert_eq!(fingerprint(&words, Some(&copy.from)).expect("all can be read"), hash);
            fs::write(folder.join("bot"), "exchanged").expect("a file");
            assert_eq!(fs::read(copy.from.join("bot")).expect("a copy"), b"x");
            let gone = copy.from.clone();
            drop(snapshot);
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
