//! A core for each table: the referee's thread and its bots stay on it, and no two tables share one.
//!
//! Threads that an asked bot starts therefore slow nobody down but the bot itself. A core is taken by binding a
//! local socket whose name carries its number. The kernel gives each name out once and takes it back when the
//! holder dies, so that the rule also holds between several croupiers on one machine.

/// The core of the calling thread, until it is dropped.
#[derive(Debug)]
pub struct Core {
    #[cfg(target_os = "linux")]
    held: Option<linux::Held>,
}

impl Core {
    /// Takes a free core for the calling thread and all it starts from here on; waits for one if there is none.
    /// Where threads cannot be kept on a core, nothing is taken.
    pub fn take() -> Core {
        Core {
            #[cfg(target_os = "linux")]
            held: linux::Held::take(),
        }
    }

    /// Is there a core that belongs to this table alone?
    pub fn is_taken(&self) -> bool {
        #[cfg(target_os = "linux")]
        return self.held.is_some();
        #[cfg(not(target_os = "linux"))]
        false
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::OwnedFd;
    use std::time::Duration;

    use rustix::io::Errno;
    use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, bind, socket_with};
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// How soon to look again when all cores are taken.
    const AGAIN: Duration = Duration::from_millis(5);

    #[derive(Debug)]
    pub struct Held {
        /// Where the thread was allowed to run before.
        before: CpuSet,
        /// Its name keeps others away; dropped with this.
        _name: OwnedFd,
    }

    impl Held {
        pub fn take() -> Option<Held> {
            let before = sched_getaffinity(None).ok()?;
            loop {
                for core in (0..CpuSet::MAX_CPU).filter(|&core| before.is_set(core)) {
                    let name = match claim(core) {
                        Ok(name) => name,
                        Err(Errno::ADDRINUSE) => continue,
                        // No local sockets here: then nobody can be kept away either.
                        Err(_) => return None,
                    };
                    let mut one = CpuSet::new();
                    one.set(core);
                    return sched_setaffinity(None, &one).ok().map(|()| Held { before, _name: name });
                }
                std::thread::sleep(AGAIN);
            }
        }
    }

    impl Drop for Held {
        fn drop(&mut self) {
            // A thread that cannot go back stays where it is, which is allowed.
            let _ = sched_setaffinity(None, &self.before);
        }
    }

    fn claim(core: usize) -> Result<OwnedFd, Errno> {
        let socket = socket_with(AddressFamily::UNIX, SocketType::DGRAM, SocketFlags::CLOEXEC, None)?;
        let name = format!("croupier-core-{core}");
        bind(&socket, &SocketAddrUnix::new_abstract_name(name.as_bytes())?)?;
        Ok(socket)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::thread::sched_getaffinity;

    use super::Core;

    #[test]
    fn a_core_is_taken_alone_and_given_back() {
        let before = sched_getaffinity(None).expect("we run somewhere");
        let core = Core::take();
        let during = sched_getaffinity(None).expect("we run somewhere");
        assert!(core.is_taken());
        assert_eq!(during.count(), 1);
        drop(core);
        assert_eq!(sched_getaffinity(None).expect("we run somewhere"), before);
    }

    #[test]
    fn no_two_tables_share_a_core() {
        let cores = sched_getaffinity(None).expect("we run somewhere").count() as usize;
        let seen = std::sync::Mutex::new(Vec::new());
        let most = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 * cores {
                scope.spawn(|| {
                    let _core = Core::take();
                    let own = sched_getaffinity(None).expect("we run somewhere");
                    let number = (0..4096).find(|&core| own.is_set(core)).expect("one core");
                    let mut now = seen.lock().expect("nobody fails");
                    assert!(!now.contains(&number), "core {number} has two tables");
                    now.push(number);
                    most.fetch_max(now.len(), std::sync::atomic::Ordering::Relaxed);
                    drop(now);
                    std::thread::yield_now();
                    seen.lock().expect("nobody fails").retain(|&core| core != number);
                });
            }
        });
        assert!(most.into_inner() <= cores);
    }
}
