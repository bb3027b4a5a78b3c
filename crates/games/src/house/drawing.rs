//! The whole house in text, buried cards included, so that a person can follow a match.
//!
//! ```text
//!                __2B__  __1B__
//!    1R/\2R  3R/\4R  5R/\5B  4B/\3B
//!          1   2   3   4   5
//! ```

use std::fmt;

use cards::Game;

use super::card::{Card, Colour};
use super::notation::Setup;
use super::rules::{Action, BASE, House};
use super::tower::Place;

/// A match to be looked at: the house card by card, the held cards, the scores, the row.
#[derive(Clone, Debug)]
pub struct Drawing {
    house: House,
    /// Storey by storey from the ground: leaning cards by slot, and the floors laid on them by place.
    storeys: [Storey; 4],
}

#[derive(Clone, Copy, Default, Debug)]
struct Storey {
    leaning: [Option<Card>; BASE],
    floors: [Option<Card>; 5],
}

/// How wide a slot is drawn.
const SLOT: usize = 4;

impl Drawing {
    /// The four peaks of the start.
    pub fn new(setup: &Setup) -> Drawing {
        let house = House::start(setup, |_| ());
        let mut storeys = [Storey::default(); 4];
        for (place, &card) in storeys[0].leaning.iter_mut().zip(setup.cards()) {
            *place = Some(card);
        }
        Drawing { house, storeys }
    }

    /// The match as it stands.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// Plays a legal action.
    pub fn play(&mut self, action: Action) {
        match action {
            Action::Hold => (),
            Action::Floor { place, card } => {
                let storey = self.height(place);
                self.storeys[storey].floors[place.index()] = Some(card);
            }
            Action::Peak { place, left, right } => {
                let storey = self.height(place) + 1;
                self.storeys[storey].leaning[place.index() + 1] = Some(left);
                self.storeys[storey].leaning[place.index() + 2] = Some(right);
            }
        }
        self.house.apply(action, |_| ());
    }

    /// The storey of the highest leaning cards at a place.
    fn height(&self, place: Place) -> usize {
        let stands = |storey: &Storey| storey.leaning[place.index() + 1].is_some();
        self.storeys.iter().rposition(stands).unwrap_or(0)
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = Vec::new();
        for storey in &self.storeys {
            let leans = |slot: usize, lean: char| match storey.leaning[slot] {
                None => " ".repeat(SLOT),
                Some(card) if lean == '/' => format!("{:>SLOT$}", format!("{card}/")),
                Some(card) => format!("{:<SLOT$}", format!("\\{card}")),
            };
            // Storeys alternate: the ground's peaks begin at slot 0, the next storey's at slot 1.
            let even =
                storey.leaning[0].is_some() || storey.leaning[2].is_some() && storey.leaning[1].is_none();
            let lean = |slot: usize| if slot.is_multiple_of(2) == even { '/' } else { '\\' };
            rows.push((0..BASE).map(|slot| leans(slot, lean(slot))).collect::<String>());
            let mut floors = vec![' '; SLOT * BASE];
            for (place, card) in storey.floors.iter().enumerate() {
                if let Some(card) = card {
                    let floor = format!("{:_^1$}", card.to_string(), 2 * SLOT - 2);
                    let at = SLOT * (place + 1) + 1;
                    floors.splice(at..at + floor.len(), floor.chars());
                }
            }
            rows.push(floors.into_iter().collect());
        }
        for row in rows.iter().rev().filter(|row| !row.trim().is_empty()) {
            writeln!(f, "  {}", row.trim_end())?;
        }
        let places: String = Place::ALL.iter().map(|place| format!("{:^SLOT$}", place.to_string())).collect();
        writeln!(f, "  {}{}", " ".repeat(SLOT + SLOT / 2), places.trim_end())?;
        for (colour, name) in [(Colour::Red, "Axel (red)"), (Colour::Black, "Birgit (black)")] {
            let held = self.house.held(colour).map_or("nothing".to_owned(), |card| card.to_string());
            writeln!(f, "  {name:<15} {:>4} points, holds {held}", self.house.score(colour))?;
        }
        if !self.house.row().is_empty() {
            let row: Vec<String> = self.house.row().iter().map(Card::to_string).collect();
            writeln!(f, "  row: {}", row.join(" "))?;
        }
        Ok(())
    }
}
