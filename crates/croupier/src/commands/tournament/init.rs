//! `croupier tournament init`: an example to begin with.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;

/// Write a contest file to begin with
///
/// The file explains every key. It can be run as it is, which takes less than a minute.
#[derive(clap::Args)]
pub struct Args {
    /// The file to write; it must not be there yet
    file: PathBuf,
}

/// The example.
const EXAMPLE: &str = include_str!("example.toml");

/// Writes the file.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let name = args.file.display();
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&args.file)?;
        file.write_all(EXAMPLE.as_bytes())
    };
    write().with_context(|| format!("cannot write {name}"))?;
    writeln!(io::stdout(), "{name} is written; croupier tournament run {name} plays it")?;
    Ok(())
}
