//! Where a seed comes from when the command line has none.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};

/// The seed asked for; or a random one, printed on standard error so that the deal can be repeated.
pub fn or_drawn(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(|| {
        let seed = drawn();
        // If standard error is closed, the seed is used all the same.
        let _ = writeln!(io::stderr(), "seed {seed}");
        seed
    })
}

/// A random seed.
pub fn drawn() -> u64 {
    // The standard library keys its hash tables with the operating system's random numbers.
    RandomState::new().build_hasher().finish()
}
