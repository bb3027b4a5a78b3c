//! Which file a command means, and what that file must read to start.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::snapshot::{Copied, copy_of};

/// The file that `word` names: looked for along PATH if it has no slash, from `folder` if it is relative.
/// A pyenv shim is a shell script that starts other programs; the interpreter behind it is taken instead. A program
/// of which there is a copy is there even if it is gone.
pub fn find(word: &OsStr, folder: Option<&Path>, copies: &[Copied]) -> io::Result<PathBuf> {
    let path = Path::new(word);
    if !is_bare(word) {
        let from = match folder {
            Some(folder) => std::path::absolute(folder)?,
            None => std::env::current_dir()?,
        };
        let path = from.join(path);
        return match is_program(copy_of(copies, &path).as_deref().unwrap_or(&path)) {
            true => Ok(path),
            false => Err(missing(word)),
        };
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths)
        .map(|dir| dir.join(path))
        .filter(|path| is_program(path))
        .find_map(|path| if is_shim(&path) { behind(&path) } else { Some(path) })
        .ok_or_else(|| missing(word))
}

/// Is this word looked for along PATH?
pub fn is_bare(word: &OsStr) -> bool {
    let path = Path::new(word);
    path.components().count() <= 1 && !path.is_absolute()
}

fn missing(word: &OsStr) -> io::Error {
    let message = format!("expected a program to run, found none called `{}`", word.display());
    io::Error::new(io::ErrorKind::NotFound, message)
}

fn is_program(path: &Path) -> bool {
    let Ok(meta) = path.metadata() else { return false };
    #[cfg(unix)]
    let runs = std::os::unix::fs::MetadataExt::mode(&meta) & 0o111 != 0;
    #[cfg(not(unix))]
    let runs = true;
    meta.is_file() && runs
}

fn is_shim(path: &Path) -> bool {
    path.parent().and_then(Path::file_name) == Some(OsStr::new("shims"))
}

/// Where the programs are for which those in the folder `ROOT/shims` stand.
pub fn versions(shims: &Path) -> Option<PathBuf> {
    (shims.file_name() == Some(OsStr::new("shims"))).then(|| shims.with_file_name("versions"))
}

/// `ROOT/shims/NAME` stands for `ROOT/versions/VERSION/bin/NAME`, the version being named in `ROOT/version`.
fn behind(shim: &Path) -> Option<PathBuf> {
    let root = shim.parent()?.parent()?;
    let versions = std::fs::read_to_string(root.join("version")).ok()?;
    versions
        .split_whitespace()
        .map(|version| {
            root.join("versions")
                .join(version)
                .join("bin")
                .join(shim.file_name().expect("a program has a name"))
        })
        .find(|path| is_program(path))
}

/// The files and folders that a program needs besides the system's: itself, and what is installed beside its `bin`.
/// A link needs what is beside both its ends, as in Python's virtual environments.
///
/// What is beside a program may be somebody's attack, so it counts only if it lies beneath the same folder, links
/// followed.
pub fn beside(named: &Path, real: &Path) -> Vec<PathBuf> {
    let mut needs = Vec::new();
    for program in [real, named] {
        if let Some(bin) = program.parent()
            && bin.ends_with("bin")
            && let Some(prefix) = bin.parent()
            && let Ok(root) = prefix.canonicalize()
        {
            // Not the prefix itself: it may be somebody's home.
            let beside = ["lib", "lib64", "conf", "share", "pyvenv.cfg"].iter().map(|name| prefix.join(name));
            // Mail, keys and histories lie in `~/.local/share`.
            let is_private = |path: &Path| path.ends_with(".local/share");
            let lies_beneath =
                |path: &Path| path.canonicalize().is_ok_and(|real| real != root && real.starts_with(&root));
            needs.extend(beside.filter(|path| lies_beneath(path) && !is_private(path)));
        }
        needs.push(program.to_owned());
    }
    needs
}

/// The program on the `#!` line of a script, split as the kernel splits it: at blanks and tabs only.
pub fn interpreter(script: &Path) -> io::Result<Option<PathBuf>> {
    let mut head = Vec::new();
    std::fs::File::open(script)?.take(256).read_to_end(&mut head)?;
    let line = head.strip_prefix(b"#!").and_then(|rest| rest.split(|&byte| byte == b'\n').next());
    let word = line.and_then(|line| line.split(|byte| b" \t\0".contains(byte)).find(|word| !word.is_empty()));
    Ok(word.and_then(|word| std::str::from_utf8(word).ok()).map(PathBuf::from))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// What a program and its interpreter need.
    fn needs(program: &Path) -> Vec<PathBuf> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let interpreter = interpreter(program).expect("it can be read").filter(|path| path.is_file());
        let named = std::iter::once(program.to_owned()).chain(interpreter);
        named.flat_map(|named| beside(&named, &real(&named))).collect()
    }

    #[test]
    fn a_bare_word_is_looked_for_along_the_path() {
        assert!(find(OsStr::new("sh"), None, &[]).is_ok_and(|path| path.is_absolute()));
        let error = find(OsStr::new("no-such-program"), None, &[]).expect_err("there is none");
        assert_eq!(error.to_string(), "expected a program to run, found none called `no-such-program`");
    }

    #[test]
    fn a_relative_program_is_looked_for_in_the_bots_folder() {
        assert_eq!(
            find(OsStr::new("./sh"), Some(Path::new("/bin")), &[]).ok(),
            Some(PathBuf::from("/bin/./sh"))
        );
        assert!(find(OsStr::new("./sh"), Some(Path::new("/")), &[]).is_err());
    }

    #[test]
    fn what_lies_beside_a_program_is_opened_only_where_it_lies_there() {
        let top = std::env::temp_dir().join(format!("croupier-needs-{}", std::process::id()));
        for folder in ["bot/bin", "bot/lib", "evil/bin", "home/.local/bin", "home/.local/share"] {
            std::fs::create_dir_all(top.join(folder)).expect("temporary folders can be made");
        }
        let write = |name: &str, text: &str| std::fs::write(top.join(name), text).expect("and written to");
        write("bot/bin/bot", &format!("#!{}/evil/bin/sh\u{b}x\n", top.display()));
        write("bot/bin/run", &format!("#! \t{}/evil/bin/sh\tx\n", top.display()));
        write("evil/bin/sh", "");
        write("home/.local/bin/tool", "");
        let link = |to: &str, at: &str| std::os::unix::fs::symlink(to, top.join(at)).expect("and linked in");
        link("/", "bot/share");
        link("lib", "bot/lib64");
        link("..", "evil/share");
        link("/etc", "evil/lib");
        let names = |program: &str| {
            let relative = |path: PathBuf| path.strip_prefix(&top).map_or(path.clone(), Path::to_owned);
            let mut found: Vec<_> = needs(&top.join(program)).into_iter().map(relative).collect();
            found.sort();
            found.dedup();
            found
        };
        let found = [names("bot/bin/bot"), names("bot/bin/run"), names("home/.local/bin/tool")];
        std::fs::remove_dir_all(&top).expect("and removed");
        assert_eq!(found[0], ["bot/bin/bot", "bot/lib", "bot/lib64"].map(PathBuf::from));
        assert_eq!(found[1], ["bot/bin/run", "bot/lib", "bot/lib64", "evil/bin/sh"].map(PathBuf::from));
        assert_eq!(found[2], ["home/.local/bin/tool"].map(PathBuf::from));
    }

    #[test]
    fn a_home_with_a_bin_folder_does_not_become_readable() {
        let home = std::env::temp_dir().join(format!("croupier-home-{}", std::process::id()));
        std::fs::create_dir_all(home.join("bin")).expect("temporary folders can be made");
        let bot = home.join("bin/bot");
        std::fs::write(&bot, "#!/bin/sh -e\n").expect("and written to");
        let needs = needs(&bot);
        std::fs::remove_dir_all(&home).expect("and removed");
        assert!(!needs.contains(&home), "{needs:?}");
        assert!(
            needs.iter().any(|path| path.ends_with("dash") || path.ends_with("sh") || path.ends_with("bash")),
            "{needs:?}"
        );
    }
}
