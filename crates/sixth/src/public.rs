//! What everybody sees, and what comes next. The truth, the views and the scenes run the same code over it.

use cards::{BySeat, Seat};

use crate::card::{Card, Cards};
use crate::types::Rules;

/// Cards dealt to each seat.
pub const DEALT: u8 = 4;
/// Tricks of a match.
pub const TRICKS: u8 = 3;
/// The largest table.
const SEATS: usize = 3;

/// What must happen next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The first seat is named.
    First,
    /// This seat is dealt a card.
    Give(Seat),
    /// This seat hides a card.
    Hide(Seat),
    /// This seat plays a card.
    Play(Seat),
    /// This seat wins the trick with these points.
    Trick(Seat, u8),
    /// Nothing: the match is over.
    Nothing,
}

/// What everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Public {
    rules: Rules,
    first: Option<Seat>,
    /// How many cards have been dealt to all seats together.
    dealt: u8,
    /// How many seats have hidden a card.
    hid: u8,
    /// Who leads to the trick.
    lead: Seat,
    /// The trick, from the lead on.
    trick: [Option<Card>; SEATS],
    tricks: u8,
    points: BySeat<u8>,
    /// All cards that have been played.
    pub(crate) played: Cards,
}

impl Public {
    pub(crate) fn new(rules: Rules) -> Public {
        Public {
            rules,
            first: None,
            dealt: 0,
            hid: 0,
            lead: Seat::new(0),
            trick: [None; SEATS],
            tricks: 0,
            points: BySeat::all(usize::from(rules.seats), 0),
            played: Cards::EMPTY,
        }
    }

    /// How many sit at the table.
    pub fn seats(&self) -> usize {
        usize::from(self.rules.seats)
    }

    /// The points each seat has won.
    pub fn points(&self) -> BySeat<u8> {
        self.points
    }

    /// How many tricks have been played.
    pub fn tricks(&self) -> u8 {
        self.tricks
    }

    /// The trick so far, from the lead on.
    pub fn trick(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        let seats = (0..self.seats()).map(|by| self.lead.plus(by, self.seats()));
        seats.zip(self.trick.iter().map_while(|card| *card))
    }

    /// The seat that wins the trick so far, and its points.
    pub fn winner(&self) -> Option<(Seat, u8)> {
        // Of equal numbers the last wins (rules.md), and `max_by_key` returns the last.
        let (seat, _) = self.trick().max_by_key(|(_, card)| card.number())?;
        let mut elements = [false; 3];
        self.trick().for_each(|(_, card)| elements[card.element() as usize] = true);
        Some((seat, elements.iter().filter(|there| **there).count() as u8))
    }

    /// The lowest number that wins the trick so far; 0 for an empty one.
    pub fn to_beat(&self) -> u8 {
        self.trick().map(|(_, card)| card.number()).max().unwrap_or(0)
    }

    /// What must happen next.
    pub fn next(&self) -> Next {
        let seats = self.seats();
        let Some(first) = self.first else { return Next::First };
        let laid = self.trick().count();
        if usize::from(self.dealt) < usize::from(DEALT) * seats {
            Next::Give(first.plus(usize::from(self.dealt), seats))
        } else if usize::from(self.hid) < seats {
            Next::Hide(first.plus(usize::from(self.hid), seats))
        } else if laid == seats {
            let (winner, points) = self.winner().expect("a full trick has cards");
            Next::Trick(winner, points)
        } else if self.tricks == TRICKS {
            Next::Nothing
        } else {
            Next::Play(self.lead.plus(laid, seats))
        }
    }

    /// The seat that must decide.
    pub fn turn(&self) -> Option<Seat> {
        match self.next() {
            Next::Hide(seat) | Next::Play(seat) => Some(seat),
            Next::First | Next::Give(_) | Next::Trick(..) | Next::Nothing => None,
        }
    }

    /// Does this decision start a trick?
    pub fn starts_trick(&self) -> bool {
        matches!(self.next(), Next::Play(_)) && self.trick[0].is_none()
    }

    /// How many places this seat sits after the first.
    fn place(&self, seat: Seat) -> u8 {
        let first = self.first.unwrap_or(Seat::new(0));
        seat.plus(self.seats() - first.index(), self.seats()).index() as u8
    }

    /// Has the seat hidden its card?
    pub fn has_hidden(&self, seat: Seat) -> bool {
        self.place(seat) < self.hid
    }

    /// How many cards are in a hand.
    pub fn size(&self, seat: Seat) -> usize {
        let dealt =
            self.dealt / self.rules.seats + u8::from(self.place(seat) < self.dealt % self.rules.seats);
        let has_played = self.trick().any(|(played, _)| played == seat);
        usize::from(dealt - u8::from(self.has_hidden(seat)) - self.tricks - u8::from(has_played))
    }

    /// How many cards have not been dealt.
    pub fn left(&self) -> usize {
        Cards::DECK.len() - usize::from(self.dealt)
    }

    pub(crate) fn begin(&mut self, first: Seat) {
        (self.first, self.lead) = (Some(first), first);
    }

    pub(crate) fn give(&mut self) {
        self.dealt += 1;
    }

    pub(crate) fn hide(&mut self) {
        self.hid += 1;
    }

    pub(crate) fn play(&mut self, card: Card) {
        let laid = self.trick().count();
        self.trick[laid] = Some(card);
        self.played.insert(card);
    }

    pub(crate) fn take_trick(&mut self, winner: Seat, points: u8) {
        self.points[winner] += points;
        self.tricks += 1;
        (self.trick, self.lead) = ([None; SEATS], winner);
    }
}
