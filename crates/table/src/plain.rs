//! Other people's text on our terminal: what bots write and what they are called, without codes that move the
//! cursor, change colours, set titles or turn the direction of writing.

use std::fmt::Write as _;

/// One line or several of somebody else's text, with every control character spelt out; line breaks and tabs stay.
pub fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => safe.push(c),
            c if c.is_control() && c.is_ascii() => {
                write!(safe, "\\x{:02x}", u32::from(c)).expect("memory takes all");
            }
            c if c.is_control() || turns(c) => {
                write!(safe, "\\u{{{:x}}}", u32::from(c)).expect("memory takes all");
            }
            c => safe.push(c),
        }
    }
    safe
}

/// The same for a name, which is one line.
pub fn plain_line(text: &str) -> String {
    plain(text).replace('\n', "\\n").replace('\t', "\\t")
}

/// Marks that change the direction of writing.
fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_reaches_the_terminal() {
        assert_eq!(plain("a\x1b[2Jb\r\n\tc"), "a\\x1b[2Jb\\x0d\n\tc");
        assert_eq!(plain("\u{9b}1m \u{202e}x Ω ♠"), "\\u{9b}1m \\u{202e}x Ω ♠");
        assert_eq!(plain_line("a\nb"), "a\\nb");
    }
}
