//! The last lines of a record, which guard the others: how a changed byte is found.
//!
//! `marks` has six hexadecimal digits for each line, the beginning of the SHA-256 of everything up to and
//! including that line, so that a change is found where it is; `hash` is the whole SHA-256 of all before it.
//! Both guard against accidents and clumsy hands, not against someone who writes a record anew: that is
//! what [`crate::verify`], the deal's commitment and a signature are for.

use sha2::{Digest, Sha256};

use crate::key::Hash;
use crate::record::BadRecord;

/// Hexadecimal digits of a mark.
const MARK: usize = 6;
/// Hexadecimal digits of a hash.
const HASH: usize = 64;

/// A record without its signature: what is signed.
pub(crate) fn unsigned(text: &str) -> &str {
    let last = text.strip_suffix('\n').and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
    if text[last..].starts_with("signature ") { &text[..last] } else { text }
}

/// The line that finds a changed line.
pub(crate) fn marks(text: &str) -> String {
    let mut running = Sha256::new();
    let mut marks = "marks".to_owned();
    for line in text.split_inclusive('\n') {
        running.update(line);
        let hash = Hash(running.clone().finalize().into()).to_string();
        marks += " ";
        marks += &hash[..MARK];
    }
    marks + "\n"
}

/// Finds out whether any byte was changed, and in which line.
pub(crate) fn intact(text: &str) -> Result<(), BadRecord> {
    let text = unsigned(text);
    let lines = text.split_inclusive('\n').count();
    let refuse = |line: usize, why: &str| Err(BadRecord { line, why: why.to_owned() });
    let Some((rest, hash)) = text.strip_suffix('\n').and_then(|text| text.rsplit_once('\n')) else {
        return refuse(lines.max(1), "expected a record's last line `hash …`, found the end of the text");
    };
    let Some((content, stated)) = rest.rsplit_once('\n') else {
        return refuse(lines, "expected a record's last lines `marks …` and `hash …`");
    };
    // A line that has lost its shape is the changed one, whatever the other says about it.
    let is_hex = |word: &str, digits: usize| {
        word.len() == digits && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    if !hash.strip_prefix("hash ").is_some_and(|hash| is_hex(hash, HASH)) {
        return refuse(lines, "expected a record's last line `hash …`");
    }
    if !stated.strip_prefix("marks ").is_some_and(|marks| marks.split(' ').all(|mark| is_hex(mark, MARK))) {
        return refuse(lines - 1, "expected `marks …`, the last line but one of a record");
    }
    let content = &text[..content.len() + 1];
    let real = marks(content);
    let hash_of = |marks: &str| {
        let hash = Hash(Sha256::new().chain_update(content).chain_update(marks).finalize().into());
        format!("hash {hash}")
    };
    if hash_of(&real) == hash {
        return if real.trim_end() == stated {
            Ok(())
        } else {
            refuse(lines - 1, "the line checksums were changed after the match")
        };
    }
    if real.trim_end() == stated {
        return refuse(lines, "the hash was changed after the match");
    }
    let differs = real.split_whitespace().skip(1).zip(stated.split(' ').skip(1)).position(|(a, b)| a != b);
    let at = differs.unwrap_or_else(|| stated.split(' ').count().min(lines - 2));
    refuse(at + 1, "this line (or, rarely, an earlier one) was changed after the record was written")
}
