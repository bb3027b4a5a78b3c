//! The whole house in text, with the cards under the outline, so that a person can follow a match.
//!
//! ```text
//!                __2B__  __1B__
//!    1R/\2R  3R/\4R  5R/\5B  4B/\3B
//!          1   2   3   4   5
//! ```

use std::fmt;

use cards::Game;
use cards::scene::Form;

use super::building::Building;
use super::card::{Card, Colour};
use super::rules::{BASE, House};
use super::tower::Place;
use super::types::Action;
use super::types::Setup;

/// A match as text shows it: the house card by card, the held cards, the scores, the row.
#[derive(Clone, Debug)]
pub struct Drawing {
    house: House,
    building: Building,
}

/// How wide a slot is drawn.
const SLOT: usize = 4;

impl Drawing {
    /// The four peaks of the start.
    pub fn new(setup: &Setup) -> Drawing {
        Drawing { house: House::start(setup, |_| ()), building: Building::new(setup.cards()) }
    }

    /// The match as it stands.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// Plays a legal action.
    pub fn play(&mut self, action: Action) {
        self.building.build(action, self.house.pays(action));
        self.house.apply(action, |_| ());
    }

    /// The house in lines from the ground up: two a storey, its floors and the cards that lean on them.
    fn lines(&self) -> Vec<Vec<char>> {
        let mut lines: Vec<Vec<char>> = Vec::new();
        for (at, card) in &self.building.cards {
            let slot = SLOT * at.slot as usize;
            let (column, text) = match at.form {
                Form::Rising => (slot, format!("{:>SLOT$}", format!("{card}/"))),
                Form::Falling => (slot, format!("{:<SLOT$}", format!("\\{card}"))),
                _ => (slot + 1, format!("{:_^1$}", card.to_string(), 2 * SLOT - 2)),
            };
            let line = 2 * at.storey as usize + usize::from(at.form != Form::Floor);
            lines.resize_with(lines.len().max(line + 1), || vec![' '; SLOT * BASE]);
            lines[line].splice(column..column + text.len(), text.chars());
        }
        lines
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nothing lies under the ground.
        for line in self.lines().iter().skip(1).rev() {
            writeln!(f, "  {}", line.iter().collect::<String>().trim_end())?;
        }
        let places: String = Place::ALL.iter().map(|place| format!("{:^SLOT$}", place.to_string())).collect();
        writeln!(f, "  {}{}", " ".repeat(SLOT + SLOT / 2), places.trim_end())?;
        for (colour, name) in [(Colour::Red, "Axel (red)"), (Colour::Black, "Birgit (black)")] {
            let held = self.house.held(colour).map_or("nothing".to_owned(), |card| card.to_string());
            writeln!(f, "  {name:<15} {:>4} points, keeps {held}", self.house.score(colour))?;
        }
        if !self.house.row().is_empty() {
            let row: Vec<String> = self.house.row().iter().map(Card::to_string).collect();
            writeln!(f, "  row: {}", row.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_stays_where_it_was_built_and_keeps_its_form() {
        let deck = "ranks=9 deck 7R 8B 8R 9R 4R 5R 2R 9B 6R 2B 5B 1R 3R 7B 1B 4B 3B 6B";
        let mut drawing = Drawing::new(&deck.parse().unwrap());
        let actions = "floor 5 6R,hold,floor 1 5B,floor 3 2B,hold,peak 3 1R 7B,peak 5 3R 1B,hold,floor 4 3B";
        for action in actions.split(',').chain(["peak 4 4B 6B"]) {
            let action = action.parse().unwrap();
            assert_eq!(drawing.house().check(action), Ok(()), "{action}");
            drawing.play(action);
        }
        let lines = [
            r"                   4B/\6B",
            r"                   __3B__",
            r"               1R/\7B  3R/\1B",
            r"       __5B__  __2B__  __6R__",
            r"   7R/\8B  8R/\9R  4R/\5R  2R/\9B",
            r"         1   2   3   4   5",
            r"  Axel (red)        38 points, keeps nothing",
            r"  Birgit (black)    57 points, keeps nothing",
        ];
        assert_eq!(drawing.to_string().lines().collect::<Vec<_>>(), lines);
    }
}
