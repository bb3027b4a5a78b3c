//! Cards and words in colour, and how many columns painted text takes.
//!
//! All text is painted with escape codes; the screen removes them where colours are not wanted. So the width of a
//! text is not its length in bytes: [`columns`] counts the visible characters.

use anstyle::{AnsiColor, Color, Style};
use cards::scene::{Face, Ground, Ink, Mark, Shown};

/// A heading, a prompt.
pub const STRONG: Style = Style::new().bold();
/// What needs less attention than the rest.
pub const FAINT: Style = Style::new().dimmed();
/// What needs more attention than the rest.
pub const ALERT: Style = colour(AnsiColor::Yellow).bold();

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// The text in this style.
pub fn painted(style: Style, text: &str) -> String {
    if style.is_plain() || text.is_empty() { text.to_owned() } else { format!("{style}{text}{style:#}") }
}

/// An ink on the terminal's own background. Black is the terminal's own text colour.
pub fn ink(ink: Ink) -> Style {
    match ink {
        Ink::Black => Style::new(),
        Ink::Red => colour(AnsiColor::BrightRed),
        Ink::Blue => colour(AnsiColor::BrightBlue),
        Ink::Green => colour(AnsiColor::Green),
        Ink::Yellow => colour(AnsiColor::Yellow),
    }
}

/// An ink as a card's background.
fn ground(ink: Ink) -> Style {
    let (front, back) = match ink {
        Ink::Black => (AnsiColor::BrightWhite, AnsiColor::Black),
        Ink::Red => (AnsiColor::BrightWhite, AnsiColor::Red),
        Ink::Blue => (AnsiColor::BrightWhite, AnsiColor::Blue),
        Ink::Green => (AnsiColor::Black, AnsiColor::Green),
        Ink::Yellow => (AnsiColor::Black, AnsiColor::Yellow),
    };
    colour(front).bg_color(Some(Color::Ansi(back)))
}

/// A card in its colours.
pub fn card(face: &Face) -> String {
    let style = match face.ground {
        Ground::Paper => ink(face.ink),
        Ground::Ink => ground(face.ink),
    };
    painted(style, &face.short())
}

/// Cards side by side.
pub fn cards(faces: &[Face]) -> String {
    faces.iter().map(card).collect::<Vec<_>>().join(" ")
}

/// A card with its marks: `*` a trump, `?` not beaten yet, `+` just drawn, `'` seen by all.
pub fn shown(shown: &Shown, marks: &[Mark]) -> String {
    let has = |mark: Mark| marks.contains(&mark) && shown.marks.contains(&mark);
    let mut text = card(&shown.face);
    for (mark, sign) in [(Mark::Trump, '*'), (Mark::Open, '?'), (Mark::Drawn, '+'), (Mark::Seen, '\'')] {
        if has(mark) {
            text.push(sign);
        }
    }
    text
}

/// How many columns a painted text takes.
pub fn columns(text: &str) -> usize {
    let mut is_code = false;
    let seen = |c: &char| {
        let was_code = is_code;
        is_code = if is_code { *c != 'm' } else { *c == '\x1b' };
        !was_code && !is_code
    };
    text.chars().filter(seen).count()
}

/// The text with blanks up to this width.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// Puts pieces side by side with `gap` between them, on as many lines as they need. The first line begins with
/// `label`, the others with as many blanks.
pub fn flowed(label: &str, pieces: &[String], gap: &str, width: usize) -> String {
    let indent = columns(label);
    let mut text = label.to_owned();
    let mut used = indent;
    for piece in pieces {
        let mut piece = piece.as_str();
        if used > indent && used + gap.len() + columns(piece) > width {
            text = format!("{}\n{}", text.trim_end(), " ".repeat(indent));
            used = indent;
            // A wider gap makes sense only within a line.
            piece = piece.trim_start();
        } else if used > indent {
            text += gap;
            used += gap.len();
        }
        text += piece;
        used += columns(piece);
    }
    text.trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Card;

    fn face(name: &str) -> Face {
        name.parse::<Card>().expect("a card").into()
    }

    #[test]
    fn only_what_is_seen_is_counted() {
        assert_eq!(columns(&card(&face("TH"))), 3);
        assert_eq!(card(&face("TH")), "\x1b[91m10♥\x1b[0m");
        assert_eq!(card(&face("6S")), "6♠", "black is the terminal's own colour");
        assert_eq!(columns("plain"), 5);
        assert_eq!(padded(&card(&face("9D")), 4), "\x1b[94m9♦\x1b[0m  ");
    }

    #[test]
    fn a_card_shows_the_marks_that_are_asked_for() {
        let both = Shown { face: face("6S"), marks: vec![Mark::Trump, Mark::Seen] };
        assert_eq!(shown(&both, &[Mark::Trump]), "6♠*");
        assert_eq!(shown(&both, &[Mark::Trump, Mark::Seen, Mark::Open]), "6♠*'");
        assert_eq!(shown(&both, &[]), "6♠");
    }

    #[test]
    fn pieces_flow_under_their_label() {
        let pieces: Vec<String> = ["one", "two", "three", "four"].map(str::to_owned).to_vec();
        assert_eq!(flowed("a: ", &pieces, "  ", 13), "a: one  two\n   three\n   four\n");
        assert_eq!(flowed("a: ", &pieces, " ", 80), "a: one two three four\n");
        assert_eq!(flowed("a: ", &[], " ", 80), "a:\n");
        let apart = ["one".to_owned(), " two".to_owned()];
        assert_eq!(flowed("", &apart, " ", 20), "one  two\n");
        assert_eq!(flowed("", &apart, " ", 6), "one\ntwo\n");
        // A piece wider than the line has a line to itself and is not torn.
        assert_eq!(flowed("", &["x".repeat(9)], " ", 4), format!("{}\n", "x".repeat(9)));
    }
}
