//! The plan: deal number `n` of a tournament is a pure function of its number, and for Swiss and knockout of the
//! stored pairings of its round.

use cards::BySeat;

use crate::seating::{Seating, rotations};

/// A deal that is to be played, in all its seatings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedDeal {
    /// Its number in the plan: deal `n` is played with `key.deal(n)`.
    pub number: u64,
    /// Which stored round; 0 where there are none.
    pub round: u32,
    /// The entries that meet, in the order of the pairing.
    pub entries: Vec<usize>,
    /// Who sits where, a match each.
    pub seatings: Vec<Seating>,
}

impl PlannedDeal {
    /// A deal of these entries at a table of `seats`. `filler` is the number of the player who takes the seats that
    /// are left; without it the entries take the seats in turn.
    pub fn new(
        number: u64,
        round: u32,
        entries: &[usize],
        seats: usize,
        filler: Option<usize>,
    ) -> PlannedDeal {
        let mut distinct = entries.to_vec();
        distinct.dedup();
        let seatings = match filler {
            // All at the table, each in every seat.
            Some(filler) if entries.len() < seats => {
                let at = |place: usize| entries.get(place).copied().unwrap_or(filler);
                rotations(seats, seats).iter().map(|turn| renumbered(turn, at)).collect()
            }
            _ => rotations(seats, distinct.len())
                .iter()
                .map(|turn| renumbered(turn, |place| distinct[place]))
                .collect(),
        };
        PlannedDeal { number, round, entries: entries.to_vec(), seatings }
    }
}

fn renumbered(turn: &Seating, entry: impl Fn(usize) -> usize) -> Seating {
    BySeat::from_fn(turn.len(), |seat| entry(turn[seat]))
}

/// A round of Swiss or knockout as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// Rounds of one stage are a round of the contest and the extra deals of its ties.
    pub stage: u32,
    /// The number of its first deal.
    pub first_deal: u64,
    /// Deals of each encounter.
    pub deals: u64,
    /// The entries of each encounter.
    pub encounters: Vec<Vec<usize>>,
    /// Who has no opponent.
    pub byes: Vec<usize>,
}

impl Round {
    /// How many deals it has.
    pub fn len(&self) -> u64 {
        self.deals * self.encounters.len() as u64
    }

    /// Has it no deal?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The encounter of a deal of this round: first one deal of each, then the second of each.
    pub fn encounter(&self, deal: u64) -> Option<&[usize]> {
        let at = deal.checked_sub(self.first_deal).filter(|&at| at < self.len())?;
        let which = usize::try_from(at % self.encounters.len() as u64).ok()?;
        Some(&self.encounters[which])
    }
}
