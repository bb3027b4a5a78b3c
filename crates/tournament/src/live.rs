//! Standard errors of the matches in play: files beside the store, so that a bot that is stuck can be looked at.
//!
//! A file is there from the bot's start until its deal is stored, then the store has the end of it. What a killed
//! run leaves behind is removed by the next one.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use cards::Seat;

/// The folder of these files.
#[derive(Clone, Debug)]
pub struct Live {
    folder: PathBuf,
}

/// A bot in play. Everything is numbered from 0.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LiveLog {
    /// The deal.
    pub deal: u64,
    /// Which of its seatings.
    pub seating: u32,
    /// Where it sits.
    pub seat: usize,
    /// Which entry it is.
    pub entry: usize,
    /// The file.
    pub path: PathBuf,
}

impl Live {
    /// The folder beside this store.
    pub fn beside(store: &Path) -> Live {
        let mut folder = store.to_path_buf().into_os_string();
        folder.push("-live");
        Live { folder: folder.into() }
    }

    /// Begins with an empty folder.
    pub fn begin(&self) -> io::Result<()> {
        self.end()?;
        fs::create_dir(&self.folder)
    }

    /// Removes the folder.
    pub fn end(&self) -> io::Result<()> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        }
    }

    fn path(&self, (deal, seating): (u64, usize), seat: Seat, entry: usize) -> PathBuf {
        self.folder.join(format!("{deal}-{seating}-{}-{entry}", seat.index()))
    }

    /// A file for a bot; none if it cannot be made, for a match does not depend on it.
    pub fn file(&self, name: (u64, usize), seat: Seat, entry: usize) -> Option<File> {
        File::create(self.path(name, seat, entry)).ok()
    }

    /// Removes the files of a deal.
    pub fn forget(&self, deal: u64) {
        for log in self.logs().into_iter().filter(|log| log.deal == deal) {
            // Whoever cleans up next finds it.
            let _ = fs::remove_file(log.path);
        }
    }

    /// The bots in play.
    pub fn logs(&self) -> Vec<LiveLog> {
        let Ok(files) = fs::read_dir(&self.folder) else { return Vec::new() };
        let log = |file: io::Result<fs::DirEntry>| {
            let path = file.ok()?.path();
            let mut parts = path.file_name()?.to_str()?.split('-');
            let mut next = || parts.next();
            let (deal, seating) = (next()?.parse().ok()?, next()?.parse().ok()?);
            let (seat, entry) = (next()?.parse().ok()?, next()?.parse().ok()?);
            Some(LiveLog { deal, seating, seat, entry, path })
        };
        let mut logs: Vec<LiveLog> = files.filter_map(log).collect();
        logs.sort();
        logs
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn bots_in_play_have_a_file_until_their_deal_is_stored() {
        let place = tempfile::tempdir().expect("a folder");
        let live = Live::beside(&place.path().join("cup"));
        assert_eq!(live.logs(), []);
        live.begin().expect("a folder");
        for deal in [3, 7] {
            let mut file = live.file((deal, 1), Seat::new(2), 5).expect("a file");
            file.write_all(b"thinking").expect("written");
        }
        let logs = live.logs();
        assert_eq!(logs.len(), 2);
        assert_eq!((logs[0].deal, logs[0].seating, logs[0].seat, logs[0].entry), (3, 1, 2, 5));
        assert_eq!(fs::read_to_string(&logs[0].path).expect("read"), "thinking");
        live.forget(3);
        assert_eq!(live.logs().len(), 1);
        live.begin().expect("again");
        assert_eq!(live.logs(), []);
        live.end().expect("removed");
        assert!(!place.path().join("cup-live").exists());
    }
}
