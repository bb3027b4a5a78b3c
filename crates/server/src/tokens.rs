//! Secrets of 128 bits: who has one sits in its seat. Only hashes are stored.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use cards::Seat;
use sha2::{Digest, Sha256};

/// A secret of 128 bits, as 32 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Never shows the secret.
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Token {
    /// A random token.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn secret() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(hex(&bytes)))
    }

    /// Reads a token; `None` if it is none.
    pub fn read(text: &str) -> Option<Token> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == 32 && text.bytes().all(is_digit)).then(|| Token(text.to_owned()))
    }

    /// The text itself, for a cookie or a link. Show it to its owner only.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(format!("croupier token {}", self.0)))
    }

    /// The invitation to a seat of the table whose host has this token. It need not be stored to be shown
    /// again, and says nothing about the host's token.
    pub fn invitation(&self, seat: Seat) -> Token {
        let digest = Sha256::digest(format!("croupier invitation {} {seat}", self.0));
        Token(hex(&digest[..16]))
    }
}

/// A random name for an address: ten letters and digits, about 50 bits.
///
/// # Errors
/// If the system has no random numbers.
pub fn random_id() -> Result<String, getrandom::Error> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// The token in the cookie of this name, if the request has one.
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<Token> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).and_then(|(_, value)| Token::read(value))
}

/// A cookie that scripts cannot read and other sites cannot send, for this path, for so many days.
pub fn set_cookie(name: &str, token: &Token, path: &str, days: u32, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    let seconds = u64::from(days) * 24 * 3600;
    format!("{name}={}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}", token.reveal())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_random_and_only_their_hashes_are_told() {
        let (one, two) = (Token::secret().expect("chance"), Token::secret().expect("chance"));
        assert_ne!(one, two);
        assert_eq!(Token::read(one.reveal()), Some(one.clone()));
        assert!(!one.hash().contains(one.reveal()) && one.hash() != two.hash());
        assert_eq!(format!("{one:?}"), "Token");
        let seats = [Seat::new(1), Seat::new(2)].map(|seat| one.invitation(seat));
        assert_ne!(seats[0], seats[1]);
        assert_eq!(seats[0], one.invitation(Seat::new(1)));
        for wrong in ["", "00", &one.reveal().to_uppercase()[..], &format!("{}0", one.reveal()), "é"] {
            let is_all_digits = wrong == one.reveal();
            assert!(is_all_digits || Token::read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let token = Token::secret().expect("chance");
        let mut headers = HeaderMap::new();
        let line = format!("a=b; seat={}; c", token.reveal());
        headers.insert(COOKIE, line.parse().expect("a header"));
        assert_eq!(cookie(&headers, "seat"), Some(token.clone()));
        assert_eq!(cookie(&headers, "a"), None);
        let set = set_cookie("seat", &token, "/t/x/", 30, false);
        assert!(set.ends_with("; Path=/t/x/; Max-Age=2592000; HttpOnly; SameSite=Lax"), "{set}");
    }
}
