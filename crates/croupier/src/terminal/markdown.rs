//! Markdown as plain text for a terminal: no marks, lines of a given width, tables in columns.
//!
//! It knows the Markdown of our rules: headings, paragraphs, lists, tables, fenced blocks and, within a line, stars
//! and backticks.

/// Blanks between two columns of a table.
const GAP: usize = 2;

/// A text without its marks; no line is longer than `width`, unless a single word is.
pub fn plain(text: &str, width: usize) -> String {
    let mut lines = text.lines().peekable();
    let mut out = String::new();
    while let Some(line) = lines.next() {
        match LineKind::of(line) {
            LineKind::Blank => out.push('\n'),
            LineKind::Heading { title, rule } => {
                let title = unmarked(title);
                let rule = rule.repeat(title.chars().count());
                out += &format!("{title}\n{rule}\n");
            }
            LineKind::Fence => {
                let block = lines.by_ref().take_while(|line| !matches!(LineKind::of(line), LineKind::Fence));
                block.for_each(|line| out += &hung("  ", "    ", line, width));
            }
            LineKind::Row(first) => {
                let mut rows = vec![cells(first)];
                while let Some(LineKind::Row(row)) = lines.peek().map(|line| LineKind::of(line)) {
                    rows.push(cells(row));
                    lines.next();
                }
                out += &table(&rows, width);
            }
            LineKind::Text { mark, first } => {
                let mut text = first.to_owned();
                while let Some(LineKind::Text { mark: "", first: more }) =
                    lines.peek().map(|line| LineKind::of(line))
                {
                    text += " ";
                    text += more;
                    lines.next();
                }
                out += &hung(mark, &" ".repeat(mark.len()), &unmarked(&text), width);
            }
        }
    }
    out
}

/// The kind of a line of Markdown, by its beginning.
enum LineKind<'a> {
    Blank,
    /// A heading, and the character that underlines it.
    Heading {
        title: &'a str,
        rule: &'static str,
    },
    /// The beginning or the end of a fenced block.
    Fence,
    /// A row of a table without its outer bars.
    Row(&'a str),
    /// A line of a paragraph or of a list item; the mark (`- `, `2. `) includes its blanks.
    Text {
        mark: &'a str,
        first: &'a str,
    },
}

impl LineKind<'_> {
    fn of(line: &str) -> LineKind<'_> {
        let body = line.trim();
        if body.is_empty() {
            return LineKind::Blank;
        }
        if let Some(row) = body.strip_prefix('|') {
            return LineKind::Row(row.strip_suffix('|').unwrap_or(row));
        }
        if body.starts_with("```") {
            return LineKind::Fence;
        }
        if let Some(title) = body.strip_prefix("# ") {
            return LineKind::Heading { title, rule: "=" };
        }
        if let Some(title) = body.strip_prefix("## ") {
            return LineKind::Heading { title, rule: "-" };
        }
        let after_digits = body.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = after_digits.len() < body.len() && after_digits.starts_with(". ");
        let first = if is_numbered { &after_digits[2..] } else { body.strip_prefix("- ").unwrap_or(body) };
        if first.len() == body.len() {
            return LineKind::Text { mark: "", first };
        }
        let line = line.trim_end();
        LineKind::Text { mark: &line[..line.len() - first.len()], first }
    }
}

/// Without stars and backticks; between backticks a star is a star.
fn unmarked(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 0 { part.replace('*', "") } else { part.to_owned() }).collect()
}

/// A text after a mark; its further lines begin with `indent`.
pub fn hung(mark: &str, indent: &str, text: &str, width: usize) -> String {
    let mut out = String::new();
    for (at, line) in wrap(text, width.saturating_sub(mark.len().max(indent.len()))).iter().enumerate() {
        out += &format!("{}{line}\n", if at == 0 { mark } else { indent });
    }
    out
}

/// Breaks a text at blanks into lines of at most `width` characters; a longer word gets its own line. Blanks within
/// a line stay as they are.
pub fn wrap(text: &str, width: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some((end, next)) = rest.char_indices().nth(width) {
        let at = if next == ' ' { Some(end) } else { rest[..end].rfind(' ') };
        let Some(at) = at.filter(|&at| at > 0).or_else(|| rest.find(' ')) else { break };
        lines.push(rest[..at].trim_end());
        rest = rest[at..].trim_start();
    }
    lines.push(rest);
    lines
}

fn cells(row: &str) -> Vec<String> {
    row.split('|').map(|cell| unmarked(cell.trim())).collect()
}

/// Columns side by side, each cell broken to the width of its column.
fn table(rows: &[Vec<String>], width: usize) -> String {
    let widths = widths(rows, width);
    let mut out = String::new();
    for row in rows {
        // The row of dashes below the titles becomes an underline.
        let is_rule = row.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':')));
        let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        let row = if is_rule { &rules } else { row };
        let columns: Vec<Vec<&str>> =
            row.iter().zip(&widths).map(|(cell, &width)| wrap(cell, width)).collect();
        for at in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for (lines, width) in columns.iter().zip(&widths) {
                let cell = lines.get(at).copied().unwrap_or_default();
                line += &format!("{cell:<0$}", width + GAP);
            }
            out += line.trim_end();
            out.push('\n');
        }
    }
    out
}

/// The widths of the columns: as wide as their cells; if there is too little room, the widest columns shrink.
fn widths(rows: &[Vec<String>], width: usize) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize, of: &dyn Fn(&str) -> usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| of(cell)).max().unwrap_or(0)
    };
    let length = |text: &str| text.chars().count();
    let longest_word = |text: &str| text.split(' ').map(length).max().unwrap_or(0);
    let least: Vec<usize> = (0..columns).map(|column| widest(column, &longest_word)).collect();
    let mut widths: Vec<usize> = (0..columns).map(|column| widest(column, &length)).collect();
    let room = width.saturating_sub(GAP * columns.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let can_give = (0..columns).filter(|&column| widths[column] > least[column]);
        let Some(column) = can_give.max_by_key(|&column| widths[column]) else { break };
        widths[column] -= 1;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::catalog::{CatalogGame, NAMES, WithGame, with_game};

    #[test]
    fn tables_stand_in_columns_and_the_widest_gives_way() {
        let text = "\
| thing | spelling |
| --- | --- |
| rules | `limit=6` |
| setup | `limit=6 trump=S`: the deck, six for each seat in turn, then the stock |
";
        insta::assert_snapshot!(plain(text, 40), @"
        thing  spelling
        -----  ---------------------------------
        rules  limit=6
        setup  limit=6 trump=S: the deck, six
               for each seat in turn, then the
               stock
        ");
    }

    #[test]
    fn lists_hang_from_their_marks_and_blocks_keep_their_blanks() {
        let text = "\
# Durak

A seat without *any* more
cards leaves.

- A turn does one of two things:
  1. **hold** the card that was drawn just now
  2. lay a floor

## Places
```text
/ \\  / \\     two peaks
place 1   the valley between them, *if* there is one
```
";
        insta::assert_snapshot!(plain(text, 30), @r"
        Durak
        =====

        A seat without any more cards
        leaves.

        - A turn does one of two
          things:
          1. hold the card that was
             drawn just now
          2. lay a floor

        Places
        ------
          / \  / \     two peaks
          place 1   the valley
            between them, *if* there
            is one
        ");
    }

    #[test]
    fn a_word_longer_than_the_line_is_not_torn() {
        assert_eq!(wrap("a playgroundwithoutend b", 8), ["a", "playgroundwithoutend", "b"]);
        assert_eq!(wrap("exactly so", 10), ["exactly so"]);
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("", 7), [""]);
    }

    #[test]
    fn nothing_of_our_rules_is_left_marked_or_too_wide() {
        struct RulesText;
        impl WithGame for RulesText {
            type Out = &'static str;
            fn run<G: CatalogGame>(self) -> &'static str {
                G::RULES
            }
        }
        for game in NAMES {
            let rules = with_game(game, RulesText).expect("a game of the catalog");
            let text = plain(rules, 80);
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{game}: {line}");
                assert!(!line.contains(['`', '*', '[']) && !line.starts_with(['|', '#']), "{game}: {line}");
            }
            // Cells that are wrapped stand side by side, so all letters are there, but in another order.
            let letters = |text: &str| {
                let mut letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
                letters.sort_unstable();
                letters
            };
            assert!(letters(&text) == letters(&rules.replace("```text", "```")), "{game}: {text}");
        }
    }
}
