//! Leases of deals in play: renewed while somebody works on them, and not a moment longer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The leases that a worker holds, by message.
#[derive(Clone, Debug, Default)]
pub struct Leases(Arc<Mutex<HashMap<i64, Instant>>>);

/// Holds the lease of one deal: it is renewed until this is dropped, whatever ends the match.
#[derive(Debug)]
pub struct Guard {
    leases: Leases,
    message: i64,
}

impl Leases {
    /// Begins to renew a lease, at most for `longest`: no honest match lasts longer than its clocks.
    pub fn hold(&self, message: i64, longest: Duration) -> Guard {
        self.lock().insert(message, Instant::now() + longest);
        Guard { leases: self.clone(), message }
    }

    /// The messages whose leases are to be renewed.
    pub fn due(&self) -> Vec<i64> {
        let now = Instant::now();
        self.lock().iter().filter(|(_, until)| **until > now).map(|(message, _)| *message).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guard {
    /// The message.
    pub fn message(&self) -> i64 {
        self.message
    }

    /// Gives a match that begins now its time: it may have waited for its table.
    pub fn begin(&self, longest: Duration) {
        self.leases.lock().insert(self.message, Instant::now() + longest);
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.leases.lock().remove(&self.message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_ends_with_its_guard_also_in_a_panic_and_with_the_clocks() {
        let leases = Leases::default();
        let held = leases.hold(1, Duration::from_secs(60));
        let late = leases.hold(2, Duration::ZERO);
        assert_eq!(leases.due(), [1]);
        late.begin(Duration::from_secs(60));
        assert_eq!(leases.due().len(), 2);
        drop(late);
        let inside = leases.clone();
        let died = std::thread::spawn(move || {
            let _guard = inside.hold(3, Duration::from_secs(60));
            assert_eq!(inside.due().len(), 2);
            panic!("the match dies");
        });
        assert!(died.join().is_err());
        assert_eq!((leases.due(), held.message()), (vec![1], 1));
    }
}
