//! How much anybody may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The quotas of a server.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quotas {
    /// The longest message or form, in bytes.
    pub message: usize,
    /// Messages a second from one connection.
    pub rate: f64,
    /// How many may come at once.
    pub burst: f64,
    /// Connections in all.
    pub sockets: usize,
    /// Connections from one address.
    pub sockets_per_address: usize,
    /// Connections to one table.
    pub sockets_per_table: usize,
    /// Tables that one address may make in an hour.
    pub tables_per_address: u32,
}

impl Default for Quotas {
    fn default() -> Quotas {
        Quotas {
            message: 4096,
            rate: 20.0,
            burst: 40.0,
            sockets: 2000,
            sockets_per_address: 64,
            sockets_per_table: 64,
            tables_per_address: 60,
        }
    }
}

/// A bucket of tokens: each message takes one, and they come back with time.
#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    left: f64,
    at: Duration,
}

impl TokenBucket {
    /// A full bucket.
    pub fn new(quotas: &Quotas, now: Duration) -> TokenBucket {
        TokenBucket { left: quotas.burst, at: now }
    }

    /// Takes a token; if there is none, answers how long to wait for the next.
    pub fn take(&mut self, quotas: &Quotas, now: Duration) -> Result<(), Duration> {
        let passed = now.saturating_sub(self.at).as_secs_f64();
        self.left = (self.left + passed * quotas.rate).min(quotas.burst);
        self.at = now;
        if self.left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - self.left) / quotas.rate));
        }
        self.left -= 1.0;
        Ok(())
    }
}

/// Counts what addresses have.
#[derive(Clone, Default)]
pub struct Counters(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    sockets: usize,
    by_address: HashMap<IpAddr, usize>,
    by_table: HashMap<String, usize>,
    tables: HashMap<IpAddr, (Instant, u32)>,
}

/// A counted connection. Its place is free when it is dropped.
pub struct ConnectionPermit {
    counters: Counters,
    address: IpAddr,
    table: String,
}

impl Counters {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        // Counts are whole after every statement.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection to this table; `None` if there are too many.
    pub fn connect(&self, quotas: &Quotas, address: IpAddr, table: &str) -> Option<ConnectionPermit> {
        let mut counts = self.lock();
        let own = counts.by_address.get(&address).copied().unwrap_or(0);
        let here = counts.by_table.get(table).copied().unwrap_or(0);
        if counts.sockets >= quotas.sockets
            || own >= quotas.sockets_per_address
            || here >= quotas.sockets_per_table
        {
            return None;
        }
        counts.sockets += 1;
        *counts.by_address.entry(address).or_default() += 1;
        *counts.by_table.entry(table.to_owned()).or_default() += 1;
        Some(ConnectionPermit { counters: self.clone(), address, table: table.to_owned() })
    }

    /// May this address make another table?
    pub fn makes_table(&self, quotas: &Quotas, address: IpAddr, now: Instant) -> bool {
        const HOUR: Duration = Duration::from_secs(3600);
        let mut counts = self.lock();
        counts.tables.retain(|_, (since, _)| now.duration_since(*since) < HOUR);
        let (_, made) = counts.tables.entry(address).or_insert((now, 0));
        *made += 1;
        *made <= quotas.tables_per_address
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.counters.lock();
        counts.sockets -= 1;
        let take = |count: Option<&mut usize>| {
            count.is_some_and(|count| {
                *count -= 1;
                *count == 0
            })
        };
        if take(counts.by_address.get_mut(&self.address)) {
            counts.by_address.remove(&self.address);
        }
        if take(counts.by_table.get_mut(&self.table)) {
            counts.by_table.remove(&self.table);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_messages_a_second_and_forty_at_once() {
        let quotas = Quotas::default();
        let mut bucket = TokenBucket::new(&quotas, Duration::ZERO);
        let mut taken =
            |ms| (0..100).filter(|_| bucket.take(&quotas, Duration::from_millis(ms)).is_ok()).count();
        assert_eq!((taken(0), taken(0), taken(50), taken(1050), taken(60_000)), (40, 0, 1, 20, 40));
    }

    #[test]
    fn who_is_too_fast_is_told_how_long_to_wait() {
        let quotas = Quotas { burst: 1.0, ..Quotas::default() };
        let mut bucket = TokenBucket::new(&quotas, Duration::ZERO);
        assert_eq!(bucket.take(&quotas, Duration::ZERO), Ok(()));
        let now = Duration::from_millis(20);
        let wait = bucket.take(&quotas, now).expect_err("the bucket is empty");
        assert_eq!(wait.as_millis(), 30);
        assert_eq!(bucket.take(&quotas, now + wait + Duration::from_micros(1)), Ok(()));
    }

    #[test]
    fn places_are_counted_and_come_back() {
        let quotas = Quotas { sockets_per_table: 2, tables_per_address: 1, ..Quotas::default() };
        let counters = Counters::default();
        let here = IpAddr::from([127, 0, 0, 1]);
        let one = counters.connect(&quotas, here, "a");
        let two = counters.connect(&quotas, here, "a");
        assert!(one.is_some() && two.is_some() && counters.connect(&quotas, here, "a").is_none());
        assert!(counters.connect(&quotas, here, "b").is_some());
        drop(one);
        assert!(counters.connect(&quotas, here, "a").is_some());
        let now = Instant::now();
        assert!(counters.makes_table(&quotas, here, now) && !counters.makes_table(&quotas, here, now));
        assert!(counters.makes_table(&quotas, here, now + Duration::from_secs(3601)));
    }
}
