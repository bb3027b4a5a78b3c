//! Real cgroups: a bot is limited by one of its own and leaves none behind.
//!
//! Runs where this process may make cgroups for memory and tasks beside its own: root of a machine with version 1, or
//! with version 2 if it is in a cgroup that may be divided. This file has its own `main`, because it is also the launcher
//! and, in its own cgroup, the referee.

#[cfg(target_os = "linux")]
mod common;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::io;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use libtest_mimic::{Failed, Trial};

    use super::common::Folder;
    use super::common::place::Place;

    /// The word with which this program is a referee in its own cgroups, which are its further arguments.
    pub const REFEREE: &str = "__referee";

    /// The cgroups above a referee's; removed in the end.
    struct Above(Vec<PathBuf>);

    impl Above {
        /// Makes them and one for the referee below each.
        fn new() -> io::Result<Above> {
            let table = fs::read_to_string("/proc/self/cgroup")?;
            let root = Path::new("/sys/fs/cgroup");
            let name = format!("croupier-test-{}", std::process::id());
            let own = |controller: &str| {
                let line = table.lines().find_map(|line| {
                    let (names, path) = line.split_once(':')?.1.split_once(':')?;
                    (names == controller).then(|| path.trim_start_matches('/').to_owned())
                });
                line.ok_or(io::ErrorKind::NotFound)
            };
            let above = if root.join("cgroup.controllers").exists() {
                let parent = root.join(own("")?);
                fs::write(parent.join("cgroup.subtree_control"), "+memory +pids")?;
                vec![parent.join(&name)]
            } else {
                vec![
                    root.join("memory").join(own("memory")?).join(&name),
                    root.join("pids").join(own("pids")?).join(&name),
                ]
            };
            let made = Above(above);
            for above in &made.0 {
                fs::create_dir(above)?;
                if above.join("cgroup.subtree_control").exists() {
                    fs::write(above.join("cgroup.subtree_control"), "+memory +pids")?;
                }
                fs::create_dir(above.join("referee"))?;
            }
            Ok(made)
        }

        /// The cgroups that bots have left.
        fn left(&self) -> Vec<PathBuf> {
            let entries = self.0.iter().flat_map(|above| fs::read_dir(above).into_iter().flatten().flatten());
            let folders = entries.map(|entry| entry.path()).filter(|path| path.is_dir());
            folders.filter(|path| !path.ends_with("referee")).collect()
        }
    }

    impl Drop for Above {
        fn drop(&mut self) {
            for above in &self.0 {
                // What cannot be removed holds nobody.
                let _ = fs::remove_dir(above.join("referee"));
                let _ = fs::remove_dir(above);
            }
        }
    }

    /// In the child: moves into the cgroups and starts an honest bot, then one that fills memory where no other limit
    /// counts it, and nobody looks at it from outside.
    pub fn referee(cgroups: impl Iterator<Item = std::ffi::OsString>) {
        for cgroup in cgroups {
            fs::write(Path::new(&cgroup).join("cgroup.procs"), "0").expect("the cgroup is ours");
        }
        let place = Place { folder: Folder::with_hostile(), ..Place::new() };
        for (mode, megabytes) in [("honest", "0"), ("hoard", "1024")] {
            let fate = place.end_of(place.start(&["./hostile", mode, megabytes]));
            println!("{mode}: {}; {}", fate.cause, fate.in_force);
        }
    }

    fn real() -> Result<(), Failed> {
        let above = Above::new()?;
        let output = Command::new(std::env::current_exe()?)
            .arg(REFEREE)
            .args(above.0.iter().map(|above| above.join("referee")))
            .output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        let said: Vec<&str> = said.lines().collect();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(said.len() == 2 && said.iter().all(|line| line.contains(" cgroup")), "{said:?} {errors}");
        assert!(said[0].starts_with("honest: exit code 0; "), "{said:?}");
        assert!(said[1].starts_with("hoard: out of memory; "), "{said:?}");
        assert!(above.left().is_empty(), "{:?}", above.left());
        Ok(())
    }

    pub fn trials() -> Vec<Trial> {
        let name = "a_bot_is_limited_by_a_real_cgroup_and_leaves_none";
        match Above::new() {
            Ok(_) if super::common::has_cc() => vec![Trial::test(name, real)],
            _ => {
                let name = format!("{name} (NOT TESTED: no cgroup can be made here)");
                vec![Trial::test(name, || Ok(())).with_ignored_flag(true)]
            }
        }
    }
}

#[cfg(target_os = "linux")]
fn main() {
    let mut words = std::env::args_os().skip(1);
    match words.next() {
        Some(word) if word == arena::sandbox::LAUNCHER_ARGUMENT => arena::sandbox::enter(words),
        Some(word) if word == linux::REFEREE => linux::referee(words),
        _ => libtest_mimic::run(&libtest_mimic::Arguments::from_args(), linux::trials()).exit(),
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("no sandbox on this system: nothing tested");
}
