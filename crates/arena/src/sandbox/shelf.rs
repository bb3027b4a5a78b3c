//! The verified copy of a bot: what was hashed is what runs.
//!
//! A bot's files are copied once, while they are hashed, to a folder that only the referee's user may enter. Every
//! start binds the copy, read-only, at the path where the author's files are.

use std::path::PathBuf;
use std::sync::Arc;

use tempfile::TempDir;

/// A copied file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Where the author has it.
    pub at: PathBuf,
    /// Where the copy is.
    pub from: PathBuf,
}

/// All copies of one bot. They are removed with the last clone of it.
#[derive(Clone, Debug)]
pub struct Shelf(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Holds the copies; removed with the last of them.
    _folder: TempDir,
    copies: Vec<Copied>,
}

impl Shelf {
    /// Copies that lie in `folder`, which is removed in the end.
    pub(crate) fn new(folder: TempDir, copies: Vec<Copied>) -> Shelf {
        Shelf(Arc::new(Inner { _folder: folder, copies }))
    }

    /// What is run in the place of which files.
    pub fn copies(&self) -> &[Copied] {
        &self.0.copies
    }
}

impl PartialEq for Shelf {
    fn eq(&self, other: &Shelf) -> bool {
        self.0.copies == other.0.copies
    }
}
impl Eq for Shelf {}
