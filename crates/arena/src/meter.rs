//! What a decision cost: the bot's processor time, and the referee's own lag.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The processor time of another process, all its threads together.
///
/// One system call a reading, with the kernel's full resolution (`clock_getcpuclockid`). Systems
/// without it read nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuMeter {
    #[cfg(target_os = "linux")]
    clock: Option<nix::time::ClockId>,
    last: Duration,
}

impl CpuMeter {
    /// Of the process with this number.
    pub fn of(pid: u32) -> CpuMeter {
        let _ = pid;
        CpuMeter {
            #[cfg(target_os = "linux")]
            clock: i32::try_from(pid)
                .ok()
                .and_then(|pid| nix::time::clock_getcpuclockid(nix::unistd::Pid::from_raw(pid)).ok()),
            last: Duration::ZERO,
        }
    }

    /// Used in all so far; the last known value once the process is gone.
    pub fn total(&mut self) -> Duration {
        #[cfg(target_os = "linux")]
        if let Some(time) = self.clock.and_then(|clock| nix::time::clock_gettime(clock).ok()) {
            self.last = time.into();
        }
        self.last
    }

    /// What was read last.
    pub fn last(&self) -> Duration {
        self.last
    }

    /// Used since this was last asked. Includes what the bot used before it was stopped or
    /// after it was continued.
    pub fn lap(&mut self) -> Duration {
        let before = self.last;
        self.total().saturating_sub(before)
    }
}

/// The processor time of the calling thread; nothing where it is not counted.
pub fn thread_cpu() -> Duration {
    #[cfg(target_os = "linux")]
    let time = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().map_or(Duration::ZERO, Duration::from);
    #[cfg(not(target_os = "linux"))]
    let time = Duration::ZERO;
    time
}

/// How long the calling thread has been ready to run and was not let: the time between an answer's
/// arrival and its reading that is not the bot's fault.
///
/// Linux counts it for every thread; elsewhere it reads as nothing.
#[derive(Debug)]
pub struct LagMeter {
    file: Option<File>,
    last: Duration,
}

impl LagMeter {
    /// Of the calling thread, which must be the one to use it.
    pub fn here() -> LagMeter {
        let mut meter =
            LagMeter { file: File::open("/proc/thread-self/schedstat").ok(), last: Duration::ZERO };
        meter.lap();
        meter
    }

    /// Lag since this was last asked.
    pub fn lap(&mut self) -> Duration {
        let Some(total) = self.total() else { return Duration::ZERO };
        let lag = total.saturating_sub(self.last);
        self.last = total;
        lag
    }

    /// The second of the file's three numbers, in nanoseconds.
    fn total(&self) -> Option<Duration> {
        let mut text = [0; 64];
        let read = self.file.as_ref()?.read_at(&mut text, 0).ok()?;
        let number = text[..read].split(|&byte| byte == b' ').nth(1)?;
        let nanos = number.iter().try_fold(0u64, |sum, digit| match digit {
            b'0'..=b'9' => sum.checked_mul(10)?.checked_add(u64::from(digit - b'0')),
            _ => None,
        })?;
        Some(Duration::from_nanos(nanos))
    }
}

/// The referee's own lag, which all players of a match share: it is one thread's.
#[derive(Clone, Debug)]
pub(crate) struct Lag(Arc<Mutex<LagMeter>>);

impl Lag {
    pub fn here() -> Lag {
        Lag(Arc::new(Mutex::new(LagMeter::here())))
    }

    /// Lag since this was last asked, by whomever.
    pub fn lap(&self) -> Duration {
        let lock: MutexGuard<'_, LagMeter> = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        { lock }.lap()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn processor_time_of_a_process_grows_with_its_work() {
        let mut meter = CpuMeter::of(std::process::id());
        let before = meter.total();
        let sum: u64 = std::hint::black_box(0..20_000_000u64).fold(0, |sum, n| sum ^ n.wrapping_mul(n));
        std::hint::black_box(sum);
        assert!(meter.lap() > Duration::from_micros(100));
        assert!(meter.total() > before);
    }

    #[test]
    fn lag_is_read_where_the_kernel_counts_it() {
        let mut meter = LagMeter::here();
        assert_eq!(meter.total().is_some(), meter.file.is_some());
        assert!(meter.lap() < Duration::from_secs(10));
    }
}
