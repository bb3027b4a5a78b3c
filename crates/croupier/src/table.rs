//! Draws a table on a terminal: plain lines, a little colour where it is wanted.

use std::env;
use std::io::{self, IsTerminal};

use cards::{Card, Picture, Seat, Suit, Zone};

use crate::news;

/// Lines are broken at this width.
pub const WIDTH: usize = 80;
/// Where the cards of a zone begin.
const LABEL: usize = 16;

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    has_colour: bool,
    /// Whose cards are called yours; nobody's where somebody only looks on.
    you: Option<Seat>,
}

impl Pen {
    /// Colours only for a terminal whose owner does not mind them (see no-color.org).
    pub fn for_stdout() -> Pen {
        let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Pen { has_colour: io::stdout().is_terminal() && !is_unwanted, you: None }
    }

    /// For somebody who sits there.
    pub fn seated(self, you: Seat) -> Pen {
        Pen { you: Some(you), ..self }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.has_colour && !code.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    /// A heading across the screen.
    pub fn heading(self, text: &str) -> String {
        let line = "-".repeat(WIDTH.saturating_sub(text.len() + 4));
        self.paint("1", &format!("-- {text} {line}"))
    }

    /// What needs less attention than the rest.
    pub fn aside(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// What needs more attention than the rest.
    pub fn alert(self, text: &str) -> String {
        self.paint("1;33", text)
    }

    /// Cards in the colour of their suit, everything else as it is.
    fn cards(self, text: &str) -> String {
        let mut painted = String::new();
        for part in text.split_inclusive([' ', '/']) {
            let word = part.trim_end_matches([' ', '/']);
            painted += &self.paint(colour(word), word);
            painted += &part[word.len()..];
        }
        painted
    }

    /// The table as it lies, your own cards last.
    pub fn picture(self, picture: &Picture) -> String {
        let mut text = String::new();
        if !picture.facts.is_empty() {
            let facts = picture.facts.iter().map(|(name, value)| format!("{name} {value}"));
            text += &self.row("", &facts.collect::<Vec<_>>(), "   ");
        }
        let is_yours = |zone: &&Zone| zone.owner.is_some() && zone.owner == self.you;
        let others = picture.zones.iter().filter(|zone| !is_yours(zone));
        for zone in others.chain(picture.zones.iter().filter(is_yours)) {
            text += &self.zone(zone);
        }
        text
    }

    fn zone(self, zone: &Zone) -> String {
        let label = match zone.owner {
            None => zone.name.clone(),
            Some(seat) if self.you == Some(seat) => format!("your {}", zone.name),
            Some(seat) => format!("seat {seat}'s {}", zone.name),
        };
        let mut cards = zone.cards.clone();
        match (zone.hidden, cards.is_empty()) {
            (0, true) => cards.push("-".to_owned()),
            (0, false) => {}
            (1, true) => cards.push("1 card".to_owned()),
            (hidden, true) => cards.push(format!("{hidden} cards")),
            (hidden, false) => cards.push(format!("and {hidden} face down")),
        }
        // Groups such as 6S/KS are set apart from each other by two blanks, cards by one.
        let gap = if zone.cards.iter().any(|group| group.contains([' ', '/'])) { "  " } else { " " };
        self.row(&label, &cards, gap)
    }

    /// A label and what belongs to it, on as many lines as that takes.
    fn row(self, label: &str, items: &[String], gap: &str) -> String {
        let mut lines = vec![String::new()];
        let mut width = LABEL;
        for item in items {
            let line = lines.last_mut().expect("there is a first line");
            if line.is_empty() {
                width = LABEL + item.len();
            } else if width + gap.len() + item.len() > WIDTH {
                lines.push(String::new());
                width = LABEL + item.len();
            } else {
                line.push_str(gap);
                width += gap.len() + item.len();
            }
            *lines.last_mut().expect("there is a first line") += &self.cards(item);
        }
        let mut text = String::new();
        for (at, line) in lines.iter().enumerate() {
            text += &format!("{:<LABEL$}{line}\n", if at == 0 { label } else { "" });
        }
        text
    }

    /// What happened, several events a line.
    pub fn events(self, events: &[String]) -> String {
        let lines = news::tell(events, self.you, WIDTH - 2);
        lines.iter().map(|line| format!("{}\n", self.aside(&format!("  {line}")))).collect()
    }

    /// Numbered actions in columns, read from left to right; `all` is how many there are.
    pub fn actions(self, actions: &[String], all: u32) -> String {
        let digits = actions.len().to_string().len();
        let widest = actions.iter().map(String::len).max().unwrap_or(0);
        let column = digits + 2 + widest + 2;
        let columns = (WIDTH / column).max(1);
        let mut text = String::new();
        for (row, some) in actions.chunks(columns).enumerate() {
            for (at, action) in some.iter().enumerate() {
                let number = row * columns + at + 1;
                let blanks = if at + 1 == some.len() { 0 } else { widest + 2 - action.len() };
                text += &format!("{number:>digits$}) {}{}", self.cards(action), " ".repeat(blanks));
            }
            text.push('\n');
        }
        let more = (all as usize).saturating_sub(actions.len());
        if more > 0 {
            text += &self.aside(&format!("... and {more} more: type the action, or its number\n"));
        }
        text
    }
}

/// The terminal's code for the colour of a card, empty for anything else.
fn colour(word: &str) -> &'static str {
    if let Ok(card) = word.parse::<Card>() {
        return match card.suit() {
            Some(Suit::Hearts | Suit::Diamonds) => "31",
            _ => "",
        };
    }
    // A coloured deck names the colour first.
    match word.as_bytes() {
        [b'R', _] => "31",
        [b'G', _] => "32",
        [b'Y', _] => "33",
        [b'B', _] => "34",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Pen = Pen { has_colour: false, you: None };

    #[test]
    fn own_cards_come_last_and_hidden_ones_are_counted() {
        let me = Seat::new(0);
        let picture = Picture {
            seat: me,
            turn: Some(me),
            zones: vec![
                Zone::open("hand", Some(me), ["6D", "AH"]),
                Zone::open("hand", Some(Seat::new(1)), [""; 0]).and_hidden(5),
                Zone::open("stock", None, ["7C"]).and_hidden(1),
                Zone::open("table", None, ["6S/KS", "6C"]),
                Zone::open("trick", None, [""; 0]),
            ],
            facts: vec![("trump".to_owned(), "S".to_owned()), ("owed".to_owned(), "4".to_owned())],
        };
        insta::assert_snapshot!(PLAIN.seated(me).picture(&picture), @"
                        trump S   owed 4
        seat 2's hand   5 cards
        stock           7C and 1 face down
        table           6S/KS  6C
        trick           -
        your hand       6D AH
        ");
        // To somebody who looks on no cards are his own.
        assert!(PLAIN.picture(&picture).contains("\nseat 1's hand   6D AH\n"));
    }

    #[test]
    fn long_rows_are_broken_under_their_label() {
        let zone = Zone::open("discard", None, vec!["TH"; 30]);
        insta::assert_snapshot!(PLAIN.zone(&zone), @"
        discard         TH TH TH TH TH TH TH TH TH TH TH TH TH TH TH TH TH TH TH TH TH
                        TH TH TH TH TH TH TH TH TH
        ");
    }

    #[test]
    fn actions_are_numbered_across_and_the_rest_is_counted() {
        let actions: Vec<String> = ["play 6S", "play AH", "draw", "pass"].map(str::to_owned).to_vec();
        assert_eq!(PLAIN.actions(&actions, 4), "1) play 6S  2) play AH  3) draw     4) pass\n");
        let text = PLAIN.actions(&actions, 2000);
        assert!(text.ends_with("... and 1996 more: type the action, or its number\n"));
        let wide = vec!["x".repeat(50); 2];
        assert_eq!(PLAIN.actions(&wide, 2).lines().count(), 2);
    }

    #[test]
    fn only_cards_are_coloured() {
        let pen = Pen { has_colour: true, you: None };
        assert_eq!(pen.cards("play TH TS R7"), "play \x1b[31mTH\x1b[0m TS \x1b[31mR7\x1b[0m");
        assert_eq!(pen.cards("6S/TH"), "6S/\x1b[31mTH\x1b[0m");
        assert_eq!(PLAIN.cards("play TH "), "play TH ");
    }
}
