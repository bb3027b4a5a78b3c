//! Where a seed comes from when nobody names one.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};

/// The seed asked for; or one from the operating system, told on standard error so that the deal
/// can be had again.
pub fn or_drawn(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(|| {
        let seed = drawn();
        // A seed nobody can be told is still a seed.
        let _ = writeln!(io::stderr(), "seed {seed}");
        seed
    })
}

/// A seed from the operating system.
pub fn drawn() -> u64 {
    // The standard library keys its hash tables from the operating system's randomness.
    RandomState::new().build_hasher().finish()
}
