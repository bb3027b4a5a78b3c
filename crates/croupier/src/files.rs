//! Files: those that are read, with a suggestion where there are none of that name, and the one a record goes to.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use games::suggest::nearest;
use table::record::Record;
use table::sign::SigningKey;

use crate::signing::signing_key;

/// Opens a file to read. Where there is none, the error names the file of the same folder that was
/// probably meant.
pub fn open(path: &Path) -> anyhow::Result<File> {
    let name = path.display();
    match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let meant = similar(path).map_or(String::new(), |name| format!("; did you mean `{name}`?"));
            Err(anyhow::anyhow!("cannot read {name}: no such file{meant}"))
        }
        opened => opened.with_context(|| format!("cannot read {name}")),
    }
}

/// The file in the same folder whose name is nearest to this path's.
pub fn similar(path: &Path) -> Option<String> {
    let typed = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    // The order of a folder is anything; of two names equally near always the same is suggested.
    names.sort();
    let name = nearest(typed, names.iter().map(String::as_str))?;
    Some(path.with_file_name(name).display().to_string())
}

/// Where the record of a match goes, and who signs it.
#[derive(clap::Args)]
pub struct RecordArgs {
    /// Write the record of the match to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Sign the record with the key in this file; `croupier keygen` makes one
    #[arg(long, value_name = "KEYFILE", requires = "record")]
    sign: Option<PathBuf>,
}

impl RecordArgs {
    /// The key that signs, if one is named.
    pub fn signer(&self) -> anyhow::Result<Option<SigningKey>> {
        self.sign.as_deref().map(signing_key).transpose()
    }

    /// Opens the file, if one is named, and reads the key.
    pub fn open(&self) -> anyhow::Result<Option<RecordFile<'_>>> {
        let key = self.signer()?;
        self.record.as_deref().map(|path| RecordFile::open(path, key)).transpose()
    }
}

/// The file a record goes to. It is tried before the match, so that no match is played whose record cannot be
/// written. The file does not change until there is a record.
pub struct RecordFile<'a> {
    path: &'a Path,
    /// The file, if there was one before.
    file: Option<File>,
    key: Option<SigningKey>,
}

impl RecordFile<'_> {
    /// Opens the file, or finds out whether it can be made.
    fn open(path: &Path, key: Option<SigningKey>) -> anyhow::Result<RecordFile<'_>> {
        let name = || format!("cannot write {}", path.display());
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(_) => {
                fs::remove_file(path).with_context(name)?;
                Ok(RecordFile { path, file: None, key })
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let file = OpenOptions::new().write(true).open(path).with_context(name)?;
                Ok(RecordFile { path, file: Some(file), key })
            }
            Err(error) => Err(error).with_context(name),
        }
    }

    /// Writes the record, signed if there is a key, over what was there.
    pub fn write(self, mut record: Record) -> anyhow::Result<()> {
        if let Some(key) = &self.key {
            record.sign(key);
        }
        let write = || {
            let mut file = self.file.map_or_else(|| File::create(self.path), Ok)?;
            // The length of a terminal or a pipe cannot be set.
            if file.metadata()?.is_file() {
                file.set_len(0)?;
            }
            file.write_all(record.to_string().as_bytes())
        };
        write().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_answered_with_the_nearest_of_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["match.txt", "notes.txt"] {
            fs::write(folder.path().join(name), "").expect("written");
        }
        let why = |name: &str| open(&folder.path().join(name)).expect_err(name).to_string();
        let right = folder.path().join("match.txt").display().to_string();
        assert!(why("matc.txt").ends_with(&format!("matc.txt: no such file; did you mean `{right}`?")));
        assert!(why("deal").ends_with("deal: no such file"), "{}", why("deal"));
        assert!(why("no/such.txt").ends_with("no/such.txt: no such file"));
        assert_eq!(similar(Path::new("Cargo.tmol")), Some("Cargo.toml".to_owned()));
    }
}
