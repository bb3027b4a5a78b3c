//! The verified copy of a bot: what was hashed is what runs.
//!
//! A bot's files are copied once, while they are hashed, to a folder that only the referee's user may enter. Every
//! start binds the copy, read-only, at the path where the author's files are.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use tempfile::TempDir;

/// How the folders of copies are named.
const PREFIX: &str = "croupier-bot-";
/// The file in each whose lock its owner holds as long as it lives.
const LOCK: &str = "lock";
/// A folder whose lock nobody holds is left alone for so long: its owner may be about to take the lock.
const YOUNG: Duration = Duration::from_secs(10);

/// The folders of this process.
static OWN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn own() -> MutexGuard<'static, Vec<PathBuf>> {
    OWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all copies that this process has made.
pub(super) fn remove_all() {
    for folder in own().drain(..) {
        // What cannot be removed is found by the next one that makes copies.
        let _ = fs::remove_dir_all(folder);
    }
}

/// A new folder for copies, in a folder for temporary files, and the lock on it. The first time it is asked, it
/// removes what processes have left there that were killed.
pub(crate) fn folder(place: &Path) -> io::Result<(TempDir, File)> {
    static SWEPT: Once = Once::new();
    SWEPT.call_once(|| sweep(place));
    let private = fs::Permissions::from_mode(0o700);
    let folder = tempfile::Builder::new().prefix(PREFIX).permissions(private).tempdir_in(place)?;
    let lock = File::create_new(folder.path().join(LOCK))?;
    flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
    own().push(folder.path().to_owned());
    Ok((folder, lock))
}

/// Removes folders of this user whose owner is dead: the kernel has dropped its lock.
fn sweep(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    let user = rustix::process::getuid().as_raw();
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        // Of the entry itself: a link is followed nowhere.
        let Some(meta) = is_ours.then(|| entry.metadata().ok()).flatten() else { continue };
        let is_old = meta.modified().ok().and_then(|time| time.elapsed().ok()).is_some_and(|age| age > YOUNG);
        if !meta.is_dir() || meta.uid() != user || !is_old {
            continue;
        }
        let Ok(lock) = File::open(entry.path().join(LOCK)) else { continue };
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
            // Two that sweep at once remove the same.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A copied file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Where the author has it.
    pub at: PathBuf,
    /// Where the copy is.
    pub from: PathBuf,
}

/// Where the copy of this file or folder is, if it was copied.
pub(super) fn copy_of(copies: &[Copied], path: &Path) -> Option<PathBuf> {
    copies.iter().find_map(|copy| {
        // A path that leaves the folder again is not the copy's.
        let rest = path
            .strip_prefix(&copy.at)
            .ok()
            .filter(|rest| !rest.components().any(|part| part == Component::ParentDir))?;
        Some(if rest.as_os_str().is_empty() { copy.from.clone() } else { copy.from.join(rest) })
    })
}

/// All copies of one bot. They are removed with the last clone of it.
#[derive(Clone, Debug)]
pub struct Snapshot(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Holds the copies; removed with the last of them.
    folder: TempDir,
    /// Says that its owner lives.
    _lock: File,
    copies: Vec<Copied>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        own().retain(|folder| folder != self.folder.path());
    }
}

impl Snapshot {
    /// Copies that lie in `folder`, which is removed in the end.
    pub(crate) fn new((folder, lock): (TempDir, File), copies: Vec<Copied>) -> Snapshot {
        Snapshot(Arc::new(Inner { folder, _lock: lock, copies }))
    }

    /// What is run in the place of which files.
    pub fn copies(&self) -> &[Copied] {
        &self.0.copies
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Snapshot) -> bool {
        self.0.copies == other.0.copies
    }
}
impl Eq for Snapshot {}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    /// A folder that looks as if it had been made a minute ago.
    fn aged(place: &Path) -> (TempDir, File) {
        let made = folder(place).expect("temporary folders can be made");
        let old = SystemTime::now() - 6 * YOUNG;
        File::open(made.0.path()).and_then(|folder| folder.set_modified(old)).expect("times can be set");
        made
    }

    #[test]
    fn what_a_killed_process_left_is_swept_and_nothing_else() {
        let place = tempfile::tempdir().expect("temporary folders can be made");
        let (alive, _lock) = aged(place.path());
        let (dead, lock) = aged(place.path());
        // A lock of a living process is one of another open file, here as between processes.
        drop(lock);
        let (young, lock) = folder(place.path()).expect("temporary folders can be made");
        drop(lock);
        let strange = place.path().join(format!("{PREFIX}of-somebody"));
        fs::create_dir(&strange).expect("folders can be made");
        sweep(place.path());
        let left = [alive.path(), dead.path(), young.path(), strange.as_path()].map(Path::exists);
        assert_eq!(left, [true, false, true, true]);
    }
}
