//! Fair deals: the hash of the deal's key is published before the match, the key after it.
//!
//! The key has 256 bits, so it cannot be found from its hash by trying; a 64-bit seed could be found with a few
//! graphics cards. A seed given by hand (`--seed 7`) stands for a key of mostly zeros: such a deal can be repeated,
//! and can be guessed.

use std::fmt;
use std::str::FromStr;

use cards::{ParseError, Rng, Seat};
use sha2::{Digest, Sha256};

/// The source of all random numbers of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(pub [u8; 32]);

impl Key {
    /// A random key.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn secret() -> Result<Key, getrandom::Error> {
        let mut key = [0; 32];
        getrandom::fill(&mut key)?;
        Ok(Key(key))
    }

    /// The key that a seed stands for.
    pub fn from_seed(seed: u64) -> Key {
        Key(Rng::key(seed))
    }

    /// The hash that is published before the match.
    pub fn commitment(&self) -> Hash {
        Hash::of(&self.0)
    }

    /// The random numbers of the deal.
    pub fn rng(&self) -> Rng {
        Rng::keyed(self.0)
    }

    /// The key of deal number `number` in a series with this key. It says nothing about the key of the series.
    pub fn deal(&self, number: u64) -> Key {
        Key(Hash::of(&[b"croupier deal", &self.0[..], &number.to_le_bytes()].concat()).0)
    }

    /// The random numbers of our own player in a seat, in deal number `deal` of this key. They reveal nothing about
    /// the cards or about another seat's random numbers.
    pub fn agent_rng(&self, deal: u64, seat: Seat) -> Rng {
        let own = [&self.0[..], &deal.to_le_bytes(), &[seat.index() as u8]].concat();
        Rng::keyed(Hash::of(&own).0)
    }
}
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
impl FromStr for Key {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Key, ParseError> {
        hex(s).map(Key)
    }
}

/// A SHA-256 hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(Sha256::digest(bytes).into())
    }
}
impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Key(self.0).fmt(f)
    }
}
impl FromStr for Hash {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Hash, ParseError> {
        hex(s).map(Hash)
    }
}

fn hex(s: &str) -> Result<[u8; 32], ParseError> {
    from_hex(s).ok_or_else(|| ParseError::new("64 hexadecimal digits", s))
}

/// Two small digits a byte.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// As many bytes as are wanted, of two small digits each.
pub(crate) fn from_hex<const N: usize>(s: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    if s.len() != 2 * N {
        return None;
    }
    for (pair, byte) in s.as_bytes().chunks_exact(2).zip(&mut bytes) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_key_and_its_commitment_is_its_sha_256() {
        let key = Key::from_seed(1);
        assert_eq!(key.to_string(), format!("01{}", "00".repeat(31)));
        assert_eq!(key.to_string().parse(), Ok(key));
        assert_eq!(key.rng(), Rng::new(1));
        // sha256sum of those 32 bytes.
        let told = "01d0fabd251fcbbe2b93b4b927b26ad2a1a99077152e45ded1e678afa45dbec5";
        assert_eq!(key.commitment().to_string(), told);
        for wrong in ["", "00", &told.to_uppercase(), &told[1..], "é"] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong}");
        }
        assert_ne!(Key::secret(), Key::secret());
    }
}
