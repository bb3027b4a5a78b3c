//! Who refereed a match: a signature over every byte of its record.
//!
//! Ed25519, with keys in the files that OpenSSL writes (`openssl genpkey -algorithm ed25519`) or as 64
//! hexadecimal digits. The caller reads the files; here their text is read.

use std::fmt;
use std::str::FromStr;

use cards::ParseError;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{
    DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey, KeypairBytes,
};
use ed25519_dalek::{Signer, VerifyingKey};

use crate::key::{from_hex, to_hex};

/// The one scheme there is.
const SCHEME: &str = "ed25519";

/// A secret key, which signs. Only its file has its text.
#[derive(Clone)]
pub struct SigningKey(ed25519_dalek::SigningKey);

impl SigningKey {
    /// A random key.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn secret() -> Result<SigningKey, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(SigningKey(ed25519_dalek::SigningKey::from_bytes(&bytes)))
    }

    /// What others need to know who signed.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// Signs these bytes.
    pub fn sign(&self, bytes: &[u8]) -> Signature {
        Signature { signer: self.public(), value: self.0.sign(bytes).to_bytes() }
    }

    /// The text of its file: PKCS#8 in PEM. Without the public key, which OpenSSL 3.0 does not read there.
    pub fn to_pem(&self) -> String {
        let pair = KeypairBytes { secret_key: self.0.to_bytes(), public_key: None };
        pair.to_pkcs8_pem(LineEnding::LF).expect("a key of 32 bytes can be written").to_string()
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey of {}", self.public())
    }
}

impl FromStr for SigningKey {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<SigningKey, ParseError> {
        // The message leaves out what was found: it may be most of a secret.
        let wrong = || {
            ParseError::new("a secret ed25519 key: PKCS#8 in PEM, or 64 hexadecimal digits", "something else")
        };
        let text = text.trim_ascii();
        let key = match text.starts_with("-----BEGIN ") {
            true => ed25519_dalek::SigningKey::from_pkcs8_pem(text).map_err(|_| wrong())?,
            false => ed25519_dalek::SigningKey::from_bytes(&from_hex(text).ok_or_else(wrong)?),
        };
        Ok(SigningKey(key))
    }
}

/// The public key of somebody who signs: 64 hexadecimal digits, or as read also PEM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// The text of a file that OpenSSL reads.
    pub fn to_pem(&self) -> Option<String> {
        VerifyingKey::from_bytes(&self.0).ok()?.to_public_key_pem(LineEnding::LF).ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

impl FromStr for PublicKey {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<PublicKey, ParseError> {
        let wrong = || ParseError::new("a public ed25519 key: 64 hexadecimal digits, or PEM", text);
        let invalid = || ParseError::new("a valid public ed25519 key", text);
        let trimmed = text.trim_ascii();
        let key = match trimmed.starts_with("-----BEGIN ") {
            true => VerifyingKey::from_public_key_pem(trimmed).map_err(|_| wrong())?,
            false => {
                VerifyingKey::from_bytes(&from_hex(trimmed).ok_or_else(wrong)?).map_err(|_| invalid())?
            }
        };
        // Under a weak key a signature fits more than one text.
        if key.is_weak() { Err(invalid()) } else { Ok(PublicKey(key.to_bytes())) }
    }
}

/// A signature and who made it: `ed25519 KEY VALUE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Who signed.
    pub signer: PublicKey,
    value: [u8; 64],
}

impl Signature {
    /// Is it the signer's signature of exactly these bytes?
    pub fn fits(&self, bytes: &[u8]) -> bool {
        let value = ed25519_dalek::Signature::from_bytes(&self.value);
        VerifyingKey::from_bytes(&self.signer.0).is_ok_and(|key| key.verify_strict(bytes, &value).is_ok())
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME} {} {}", self.signer, to_hex(&self.value))
    }
}

impl FromStr for Signature {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Signature, ParseError> {
        let wrong = || ParseError::new("`ed25519 KEY VALUE` with 64 and 128 hexadecimal digits", text);
        let words: Vec<&str> = text.split(' ').collect();
        let [SCHEME, signer, value] = words[..] else { return Err(wrong()) };
        let signature = Signature { signer: signer.parse()?, value: from_hex(value).ok_or_else(wrong)? };
        if signature.to_string() == text { Ok(signature) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8032, section 7.1, test 2.
    const SECRET: &str = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
    const PUBLIC: &str = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
    const VALUE: &str = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
                         085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

    #[test]
    fn the_standards_example_is_signed_as_the_standard_says() {
        let key: SigningKey = SECRET.parse().expect("a key");
        assert_eq!(key.public().to_string(), PUBLIC);
        let signature = key.sign(b"\x72");
        assert_eq!(signature.to_string(), format!("ed25519 {PUBLIC} {VALUE}"));
        assert_eq!(signature.to_string().parse(), Ok(signature));
        assert!(signature.fits(b"\x72") && !signature.fits(b"\x73") && !signature.fits(b""));
    }

    #[test]
    fn keys_are_read_as_openssl_writes_them() {
        // openssl genpkey -algorithm ed25519, with the secret key of the standard's example.
        let pem = "-----BEGIN PRIVATE KEY-----\n\
                   MC4CAQAwBQYDK2VwBCIEIEzNCJso/5banbbDRuwRTg9bijGfNaumJNqM9u1PuKb7\n\
                   -----END PRIVATE KEY-----\n";
        let key: SigningKey = pem.parse().expect("a key");
        assert_eq!(key.public().to_string(), PUBLIC);
        assert_eq!(key.to_pem(), pem);
        let public = key.public().to_pem().expect("a key");
        assert_eq!(public.parse(), Ok(key.public()));
        assert!(public.starts_with("-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAPUAXw"), "{public}");
    }

    #[test]
    fn what_is_no_key_is_refused_and_not_repeated() {
        for wrong in ["", "00", &SECRET[1..], &SECRET.to_uppercase(), "-----BEGIN PRIVATE KEY-----\nMC4C"] {
            let refused = wrong.parse::<SigningKey>().expect_err(wrong).to_string();
            assert!(wrong.is_empty() || !refused.contains(wrong), "{refused}");
        }
        let weak = "01".to_owned() + &"00".repeat(31);
        for wrong in ["", "00", &PUBLIC[1..], &PUBLIC.to_uppercase(), &weak] {
            assert!(wrong.parse::<PublicKey>().is_err(), "{wrong}");
        }
        let key: SigningKey = SECRET.parse().expect("a key");
        assert!(!format!("{key:?}").contains(&SECRET[..8]));
    }

    #[test]
    fn a_signature_has_one_spelling() {
        let good = format!("ed25519 {PUBLIC} {VALUE}");
        assert!(good.parse::<Signature>().is_ok());
        let upper = good.to_uppercase();
        for wrong in
            ["", "ed25519", "ed25519 00 11", &good[1..], &upper, &format!("{good} "), &format!("{good}00")]
        {
            assert!(wrong.parse::<Signature>().is_err(), "{wrong}");
        }
        // A value that is not below the group's order would be a second signature of the same text.
        let signature: Signature = good.parse().expect("a signature");
        let large = Signature { value: [0xff; 64], ..signature };
        assert!(!large.fits(b"\x72"));
    }
}
