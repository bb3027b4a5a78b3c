//! The only source of randomness. A seed gives the same deal on every machine, in every version.
//!
//! The generator is ChaCha with 8 rounds. Its 256-bit key is the seed as eight little-endian bytes followed
//! by 24 zero bytes; its stream number is 0 unless [`Rng::stream`] names another. The code below makes
//! numbers and shuffles from its 32-bit words, so a change of another library's algorithm cannot change what
//! a seed means.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// A random number generator with its own shuffle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Rng {
        Rng::stream(seed, 0)
    }

    /// One of many independent generators of the same seed: deals 0, 1 and 2 of a series.
    pub fn stream(seed: u64, stream: u64) -> Rng {
        let mut rng = ChaCha8Rng::from_seed(Rng::key(seed));
        rng.set_stream(stream);
        Rng(rng)
    }

    /// The generator of a whole key, for secret deals: there are more keys than orders of any deck.
    /// `Rng::keyed(Rng::key(seed))` is `Rng::new(seed)`.
    pub fn keyed(key: [u8; 32]) -> Rng {
        Rng(ChaCha8Rng::from_seed(key))
    }

    /// The key a seed stands for.
    pub fn key(seed: u64) -> [u8; 32] {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// The next 64 bits: two words, the low one first.
    pub fn next_u64(&mut self) -> u64 {
        let low = u64::from(self.next_u32());
        low | u64::from(self.next_u32()) << 32
    }

    /// A number below `n`, each equally likely.
    ///
    /// Lemire's method: the high half of `word * n`. In the rare case that the low half would make some
    /// numbers too likely, it draws another word.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a number below 0 does not exist");
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let surplus = n.wrapping_neg() % n;
            while (product as u32) < surplus {
                product = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Shuffles; every order is equally likely. From the last place down to the second, each place is swapped
    /// with a random place at or before it (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_numbers() {
        let mut rng = Rng::new(1);
        let first: Vec<u32> = (0..4).map(|_| rng.next_u32()).collect();
        // A second program, written from the definition of ChaCha, computed both.
        assert_eq!(first, [2699648719, 1638484553, 3990160702, 1266703218]);
        let mut deck: Vec<u8> = (0..20).collect();
        Rng::new(1).shuffle(&mut deck);
        assert_eq!(deck, [18, 0, 4, 15, 3, 8, 17, 10, 1, 2, 9, 13, 14, 19, 11, 6, 5, 16, 7, 12]);
        assert_eq!(Rng::keyed(Rng::key(1)), Rng::new(1));
        assert_ne!(Rng::stream(1, 1).next_u64(), Rng::new(1).next_u64());
    }

    #[test]
    fn every_order_of_four_cards_comes_equally_often() {
        let mut seen = std::collections::HashMap::new();
        let mut rng = Rng::new(7);
        for _ in 0..24_000 {
            let mut cards = [0, 1, 2, 3];
            rng.shuffle(&mut cards);
            *seen.entry(cards).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 24);
        // Chi-square with 23 degrees of freedom: 49.7 is exceeded once in a thousand seeds.
        let chi: f64 = seen.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 49.7, "chi-square {chi}");
    }
}
