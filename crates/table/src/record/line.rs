//! Text from outside that a record keeps in a line: which characters it may have.

use std::borrow::Cow;

/// Names and words of the sandbox are cut after so many bytes.
pub const LONGEST_WORDS: usize = 4096;

/// Can this character be in a record? Not if it moves a terminal's cursor, changes the direction of the text,
/// ends a line or is invisible. Joiners can, because some scripts cannot be written without them.
pub fn is_fit(c: char) -> bool {
    let is_unseen = matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    );
    !c.is_control() && !is_unseen
}

/// The text as a record keeps it: `?` for every character that cannot be in a record and for a blank text, and
/// cut if it is too long.
pub fn fit(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_WORDS && text.chars().all(is_fit) && !text.trim().is_empty() {
        return text.into();
    }
    let mut fit: String = text.chars().map(|c| if is_fit(c) { c } else { '?' }).collect();
    if fit.len() > LONGEST_WORDS {
        let most = LONGEST_WORDS - '…'.len_utf8();
        let end = fit.char_indices().map(|(at, _)| at).take_while(|at| *at <= most).last();
        fit.truncate(end.unwrap_or_default());
        fit.push('…');
    }
    if fit.trim().is_empty() { "?".into() } else { fit.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_fits_and_stays_as_it_is() {
        for text in ["Anna", "Zoë 安娜", "\x1b[31m", "", "  ", &"ä".repeat(5000), "\u{202e}\u{2028}"] {
            let once = fit(text).into_owned();
            assert_eq!(fit(&once), once, "{text:?}");
            assert!(once.len() <= LONGEST_WORDS && !once.is_empty() && once.chars().all(is_fit), "{text:?}");
        }
        assert_eq!(fit("An\tna"), "An?na");
    }
}
