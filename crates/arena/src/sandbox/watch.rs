//! What a running bot uses, seen from outside: memory and threads.
//!
//! The kernel's limits count what a bot asks for, and some memory escapes them (pages that were filled and then made
//! read-only). A look costs two system calls on descriptors that are opened once, about a microsecond.

use std::fs::{File, read_dir};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::time::Duration;

use super::{Exceeded, Limits};

/// Two descriptors of a process's entry in `/proc`.
#[derive(Debug)]
pub struct Watch {
    pid: u32,
    statm: File,
    /// Its link count is the number of threads and two more.
    task: File,
    page: u64,
    /// The processor time it had used when its memory was last looked at after a decision.
    looked: Duration,
}

/// In this time a process fills some ten megabytes.
const SHORT: Duration = Duration::from_micros(500);

impl Watch {
    /// Of the process with this number, which must be alive.
    pub fn of(pid: u32) -> Option<Watch> {
        let open = |name: &str| File::open(format!("/proc/{pid}/{name}")).ok();
        let page = rustix::param::page_size() as u64;
        Some(Watch { pid, statm: open("statm")?, task: open("task")?, page, looked: Duration::ZERO })
    }

    /// Does it use more than this? A dead process uses nothing.
    pub fn exceeded(&mut self, limits: &Limits) -> Option<Exceeded> {
        if self.memory() > limits.memory {
            return Some(Exceeded::Memory);
        }
        (self.threads() > u64::from(limits.threads)).then_some(Exceeded::Threads)
    }

    /// The same after a decision, by which the process has used so much processor time in all. Memory takes time to fill:
    /// after `SHORT` there cannot be much more than at the last look.
    pub fn exceeded_after(&mut self, cpu: Duration, limits: &Limits) -> Option<Exceeded> {
        if cpu >= self.looked + SHORT {
            self.looked = cpu;
            return self.exceeded(limits);
        }
        (self.threads() > u64::from(limits.threads)).then_some(Exceeded::Threads)
    }

    /// Bytes it holds that are its own; programs and libraries do not count.
    fn memory(&self) -> u64 {
        let mut text = [0; 128];
        let read = self.statm.read_at(&mut text, 0).unwrap_or(0);
        match held(&text[..read]) {
            Some((0, _)) => self.memory_of_threads(),
            Some((_, own)) => own * self.page,
            None => 0,
        }
    }

    /// When the first thread has ended, the process's own entry shows no memory; those of the others do.
    fn memory_of_threads(&self) -> u64 {
        let Ok(threads) = read_dir(format!("/proc/{}/task", self.pid)) else { return 0 };
        let texts = threads.flatten().filter_map(|thread| std::fs::read(thread.path().join("statm")).ok());
        texts.filter_map(|text| held(&text)).map(|(_, own)| own * self.page).max().unwrap_or(0)
    }

    /// How many threads it has.
    fn threads(&self) -> u64 {
        self.task.metadata().map_or(0, |meta| meta.nlink().saturating_sub(2))
    }
}

/// The pages that `statm` counts as resident: all of them, and those that no file backs.
fn held(statm: &[u8]) -> Option<(u64, u64)> {
    let mut numbers = statm.split(|&byte| byte == b' ').skip(1).map(|digits| {
        digits.iter().try_fold(0u64, |sum, digit| match digit {
            b'0'..=b'9' => sum.checked_mul(10)?.checked_add(u64::from(digit - b'0')),
            _ => None,
        })
    });
    let (resident, shared) = (numbers.next()??, numbers.next()??);
    Some((resident, resident.saturating_sub(shared)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_holds_memory_and_has_threads() {
        let watch = Watch::of(std::process::id()).expect("we are alive");
        let filled = std::hint::black_box(vec![1u8; 32 << 20]);
        assert!(watch.memory() > 32 << 20);
        drop(filled);
        assert!(watch.threads() >= 1);
        assert!(watch.memory_of_threads() > 0);
    }

    #[test]
    fn the_memory_line_counts_all_pages_and_those_without_a_file() {
        assert_eq!(held(b"2000 900 400 10 0 70 0\n"), Some((900, 500)));
        assert_eq!(held(b"0 0 0 0 0 0 0\n"), Some((0, 0)));
        assert_eq!(held(b""), None);
    }
}
