//! The file system a bot sees: a small one of its own, in which the few things it needs are bound read-only.
//!
//! Runs in the first process of the bot's namespaces. Everything stands at the path it has outside, so that a
//! program finds its own files; folders on the way there are empty ones of ours, so that a runtime beneath a home
//! that only its owner may enter can be reached.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change, unmount,
};

use super::kernel;
use super::reach::{DEVICES, MACHINE, Reach, SETTINGS, SYSTEM};
use super::snapshot::Copied;

/// Where the tree is built. Nothing is bound from here: what bots see of it is copied.
const STAGE: &str = "/sys";
const STAGE_TEXT: &std::ffi::CStr = c"/sys";

/// What could not be done, for a person.
fn step(what: &str) -> impl Fn(rustix::io::Errno) -> String {
    move |error| format!("{what}: {}", io::Error::from(error))
}

/// Builds the bot's file system in this process's mount namespace. Answers whether `/proc` is one of the bot's own.
pub fn build(reach: &Reach, copies: &[Copied], folder: &Path) -> Result<bool, String> {
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private).map_err(step("private mounts"))?;
    let machine: Vec<(&str, Vec<u8>)> =
        MACHINE.iter().filter_map(|&path| Some((path, fs::read(path).ok()?))).collect();
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", STAGE, "tmpfs", flags, Some(c"mode=755,size=4m"))
        .map_err(step("a file system in memory"))?;
    let mut tree = Tree { bound: BTreeSet::new(), copies };
    let filled = tree.fill(reach, folder, &machine).and_then(|own_proc| {
        kernel::set_read_only(STAGE_TEXT)?;
        Ok(own_proc)
    });
    filled.map_err(|error| {
        // As if nothing had been tried.
        let _ = unmount(STAGE, UnmountFlags::DETACH);
        error.to_string()
    })
}

/// Makes what was built the root of this process. It must have the capability for it and lose it afterwards: without
/// it and without a descriptor from outside, nothing leads back. Changing the root in this way takes no time; to unmount
/// the old one takes the kernel up to twenty milliseconds on a busy machine.
pub fn enter(folder: &Path) -> io::Result<()> {
    std::os::unix::fs::chroot(STAGE)?;
    std::env::set_current_dir(folder)
}

struct Tree<'a> {
    /// What is bound, by the paths it has.
    bound: BTreeSet<PathBuf>,
    copies: &'a [Copied],
}

impl Tree<'_> {
    fn fill(&mut self, reach: &Reach, folder: &Path, machine: &[(&str, Vec<u8>)]) -> io::Result<bool> {
        // The widest first: what lies beneath it is there already.
        for path in SYSTEM.iter().chain(&SETTINGS).chain(&DEVICES).map(Path::new) {
            self.place(path)?;
        }
        for copy in self.copies {
            self.bind(&copy.from, &copy.at)?;
        }
        for path in reach.settings.iter().chain(&reach.programs) {
            self.place(path)?;
        }
        if !self.is_bound(folder) {
            fs::create_dir_all(staged(folder))?;
        }
        for (name, to) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
            symlink(format!("/proc/self/fd{to}"), staged(Path::new("/dev")).join(name))?;
        }
        let own_proc = self.proc()?;
        for (path, text) in machine {
            self.copy(Path::new(path), text, own_proc)?;
        }
        Ok(own_proc)
    }

    /// A `/proc` of the bot's own processes; where the kernel refuses one, the machine's.
    fn proc(&mut self) -> io::Result<bool> {
        let proc = staged(Path::new("/proc"));
        fs::create_dir(&proc)?;
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        let own = mount("proc", &proc, "proc", flags, Some(c"hidepid=invisible")).is_ok();
        if !own {
            mount_bind_recursive("/proc", &proc)?;
        }
        self.bound.insert("/proc".into());
        Ok(own)
    }

    /// A file with what the machine's own said at the start; in `/proc` bound over the true one.
    fn copy(&mut self, path: &Path, text: &[u8], own_proc: bool) -> io::Result<()> {
        if !path.starts_with("/proc") {
            fs::create_dir_all(staged(path.parent().unwrap_or(path)))?;
            return fs::write(staged(path), text);
        }
        if own_proc {
            let name = path.to_string_lossy().replace('/', "-");
            let file = staged(Path::new(&format!("/.machine{name}")));
            fs::write(&file, text)?;
            // Some kernels do not have all of them.
            let _ = mount_bind_recursive(&file, staged(path));
        }
        Ok(())
    }

    /// Makes a path lead to the same thing as outside, links on the way included.
    fn place(&mut self, path: &Path) -> io::Result<()> {
        let mut done = PathBuf::from("/");
        let mut todo: VecDeque<OsString> = names(path).collect();
        let mut links = 0;
        while let Some(name) = todo.pop_front() {
            if name == ".." {
                done.pop();
                continue;
            }
            let next = done.join(name);
            let Ok(meta) = next.symlink_metadata() else { return Ok(()) };
            if meta.is_symlink() {
                links += 1;
                if links > 40 {
                    return Ok(());
                }
                let target = fs::read_link(&next)?;
                if !self.is_bound(&next) && staged(&next).symlink_metadata().is_err() {
                    fs::create_dir_all(staged(&done))?;
                    symlink(&target, staged(&next))?;
                }
                if target.is_absolute() {
                    done = PathBuf::from("/");
                }
                names(&target).collect::<Vec<_>>().into_iter().rev().for_each(|name| todo.push_front(name));
                continue;
            }
            done = next;
        }
        self.bind(&done, &done)
    }

    /// Binds a file or folder at a path without links.
    fn bind(&mut self, from: &Path, at: &Path) -> io::Result<()> {
        if self.is_bound(at) {
            return Ok(());
        }
        let target = staged(at);
        if from.is_dir() {
            fs::create_dir_all(&target)?;
        } else {
            fs::create_dir_all(target.parent().unwrap_or(&target))?;
            fs::OpenOptions::new().create(true).append(true).open(&target)?;
        }
        let named = |error: rustix::io::Errno| {
            io::Error::other(format!("{}: {}", at.display(), io::Error::from(error)))
        };
        mount_bind_recursive(from, &target).map_err(named)?;
        self.bound.insert(at.to_owned());
        Ok(())
    }

    fn is_bound(&self, path: &Path) -> bool {
        path.ancestors().any(|above| self.bound.contains(above))
    }
}

/// Where a path is while the tree is being built.
fn staged(path: &Path) -> PathBuf {
    Path::new(STAGE).join(path.strip_prefix("/").unwrap_or(path))
}

fn names(path: &Path) -> impl Iterator<Item = OsString> + '_ {
    path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    })
}
