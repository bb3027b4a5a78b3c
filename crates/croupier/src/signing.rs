//! Files of the keys that sign records.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use anyhow::Context;
use table::sign::{PublicKey, SigningKey};

use crate::{Wrong, files};

/// Longer than any key.
const LONGEST: u64 = 16 * 1024;

/// Reads a secret key from a file that only its owner can read.
pub fn signing_key(path: &Path) -> anyhow::Result<SigningKey> {
    let name = path.display();
    let mut file = files::open(path)?;
    check_private(&file, path)?;
    text(&mut file, path)?.parse().map_err(|why| Wrong(format!("{name}: {why}")).into())
}

/// A public key: 64 hexadecimal digits, or a file that contains it.
pub fn public_key(text_or_path: &str) -> anyhow::Result<PublicKey> {
    let is_hex = text_or_path.len() == 64 && text_or_path.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex {
        let key = text_or_path.to_ascii_lowercase().parse();
        return key.map_err(|why| Wrong(format!("{why}")).into());
    }
    let path = Path::new(text_or_path);
    let mut file =
        files::open(path).context("expected a public key of 64 hexadecimal digits, or a file of it")?;
    text(&mut file, path)?.parse().map_err(|why| Wrong(format!("{text_or_path}: {why}")).into())
}

/// Writes a text to a file that is not there yet and that only its owner can read.
pub fn create_private(path: &Path, text: &str) -> anyhow::Result<()> {
    let name = path.display();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = match options.open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(error).with_context(|| {
                format!("cannot create {name}; --show prints the public key of an existing file")
            });
        }
        opened => opened.with_context(|| format!("cannot create {name}"))?,
    };
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        // Half a key is useless. If it cannot be removed, the next attempt reports the file.
        let _ = fs::remove_file(path);
    }
    written.with_context(|| format!("cannot write {name}"))
}

fn text(file: &mut File, path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    file.take(LONGEST).read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
    // Bytes that are not text are refused when they are read as a key.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Anyone who can read the key can sign with it.
#[cfg(unix)]
fn check_private(file: &File, path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = file.metadata().with_context(|| format!("cannot read {}", path.display()))?;
    let mode = metadata.permissions().mode() & 0o777;
    if metadata.is_file() && mode & 0o077 != 0 {
        let name = path.display();
        return Err(Wrong(format!(
            "{name}: expected a key that only its owner can read (chmod 600 {name}), found the mode {mode:o}"
        ))
        .into());
    }
    Ok(())
}

#[cfg(not(unix))]
fn check_private(_: &File, _: &Path) -> anyhow::Result<()> {
    Ok(())
}
