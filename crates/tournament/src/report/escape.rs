//! Other people's text in a page.

use std::fmt::{self, Display, Formatter, Write as _};

use table::plain::{plain, plain_line};

/// One line of somebody else's text, for an element or for an attribute in double quotes. Control characters and marks
/// that turn the direction of writing are spelt out.
pub fn text(line: &str) -> Escaped {
    Escaped(plain_line(line))
}

/// The same with its line breaks.
pub fn block(lines: &str) -> Escaped {
    Escaped(plain(lines))
}

/// Text whose special characters are written as entities.
pub struct Escaped(String);

impl Display for Escaped {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '`' => f.write_str("&#96;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_tag_attribute_or_control_character_gets_through() {
        let hostile = "<script>alert(1)</script>\" onload='x' `y` &amp; \u{202e}\x1b[2J\n";
        let html = text(hostile).to_string();
        assert!(!html.contains(['<', '>', '"', '\'', '`', '\u{202e}', '\x1b', '\n']), "{html}");
        assert!(html.starts_with("&lt;script&gt;") && html.contains("&amp;amp;"), "{html}");
        assert_eq!(block("a\n<b>").to_string(), "a\n&lt;b&gt;");
    }
}
