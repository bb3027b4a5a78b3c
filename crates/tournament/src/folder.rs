//! A folder of records: what an interrupted series goes on with.
//!
//! A record appears under its name only when it is whole: it is written beside it, flushed to the disk and then
//! renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use table::key::Key;
use table::record::Record;
use table::sign::SigningKey;
use table::verify::verify;

/// Where the records of a series are kept.
#[derive(Clone)]
pub struct Folder {
    path: PathBuf,
    signer: Option<SigningKey>,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The system refused.
    #[error("{path}: {error}")]
    System {
        /// The file or folder.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// A file is not what it should be.
    #[error("{path}: {why}")]
    Foreign {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
}

impl Folder {
    /// Makes the folder if it is not there.
    pub fn open(path: &Path) -> Result<Folder, FolderError> {
        fs::create_dir_all(path).map_err(|error| system(path, error))?;
        Ok(Folder { path: path.to_owned(), signer: None })
    }

    /// The same folder, with every record signed that is written to it.
    #[must_use]
    pub fn signed_by(self, signer: Option<SigningKey>) -> Folder {
        Folder { signer, ..self }
    }

    /// The file of a match; deals and seatings are numbered from 1 in text.
    pub fn record_path(&self, deal: u64, seating: usize) -> PathBuf {
        self.path.join(format!("deal-{:06}-seating-{}.txt", deal + 1, seating + 1))
    }

    /// The secret key of the series. The first call draws it and writes it down, for its owner only.
    pub fn key(&self) -> Result<Key, FolderError> {
        let path = self.path.join("key.txt");
        let drawn = Key::secret().map_err(|error| system(&path, io::Error::other(error.to_string())))?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&path) {
            Ok(mut file) => {
                let write = writeln!(file, "{drawn}").and_then(|()| file.sync_all());
                write.map_err(|error| system(&path, error))?;
                Ok(drawn)
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let text = fs::read_to_string(&path).map_err(|error| system(&path, error))?;
                text.trim().parse().map_err(|error| foreign(&path, format!("{error}")))
            }
            Err(error) => Err(system(&path, error)),
        }
    }

    /// The record of a match, if it is there; it is verified.
    pub fn read(&self, deal: u64, seating: usize) -> Result<Option<Record>, FolderError> {
        let path = self.record_path(deal, seating);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(system(&path, error)),
        };
        let record = Record::read(&bytes).map_err(|error| foreign(&path, error.to_string()))?;
        verify(&record).map_err(|error| foreign(&path, error.to_string()))?;
        Ok(Some(record))
    }

    /// Writes the record of a match.
    pub fn write(&self, deal: u64, seating: usize, record: &Record) -> Result<(), FolderError> {
        let path = self.record_path(deal, seating);
        let unfinished = path.with_extension("part");
        let mut record = record.clone();
        if let Some(signer) = &self.signer {
            record.sign(signer);
        }
        let write = || {
            let mut file = File::create(&unfinished)?;
            file.write_all(record.to_string().as_bytes())?;
            file.sync_all()?;
            fs::rename(&unfinished, &path)
        };
        write().map_err(|error| system(&path, error))
    }

    /// A record that does not belong to this series.
    pub(crate) fn foreign(&self, deal: u64, seating: usize, why: String) -> FolderError {
        foreign(&self.record_path(deal, seating), why)
    }
}

fn system(path: &Path, error: io::Error) -> FolderError {
    FolderError::System { path: path.display().to_string(), error }
}

fn foreign(path: &Path, why: String) -> FolderError {
    FolderError::Foreign { path: path.display().to_string(), why }
}
