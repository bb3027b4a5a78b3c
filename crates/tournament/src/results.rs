//! What was played, as it is counted.

use cards::{BySeat, Seat};
use table::ending::Ending;
use table::record::Record;

/// A match of a tournament as it is counted. Deals and seatings are numbered from 0 in code, from 1 in text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchResult {
    /// The number of its deal in the plan.
    pub deal: u64,
    /// Which of the deal's seatings.
    pub seating: u32,
    /// Swiss and knockout: which stored round; otherwise 0.
    pub round: u32,
    /// The entry in each seat. Numbers from the count of entries on are players who fill empty seats.
    pub entries: Vec<usize>,
    /// What each seat has won.
    pub payoffs: Vec<i32>,
    /// How it ended.
    pub ending: Ending,
    /// What each seat's decisions cost.
    pub seats: Vec<SeatUse>,
    /// When it was stored, in Unix milliseconds.
    pub finished: u64,
    /// Who played it; empty for the runner itself.
    pub worker: String,
}

/// What a seat's decisions cost, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatUse {
    /// Decisions it was asked for.
    pub decisions: u64,
    /// Time on its clock.
    pub clock_us: u64,
    /// Its slowest decision.
    pub slowest_us: u64,
    /// Processor time.
    pub cpu_us: u64,
    /// Lag of the referee, which is not charged.
    pub lag_us: u64,
}

impl SeatUse {
    /// What each seat of a record used.
    pub fn of(record: &Record) -> Vec<SeatUse> {
        let mut seats = vec![SeatUse::default(); record.players.len()];
        for decision in &record.decisions {
            let Some(cost) = decision.cost else { continue };
            let seat = &mut seats[decision.seat.index()];
            seat.decisions += 1;
            seat.clock_us = seat.clock_us.saturating_add(cost.charged());
            seat.slowest_us = seat.slowest_us.max(cost.charged());
            seat.cpu_us = seat.cpu_us.saturating_add(cost.cpu);
            seat.lag_us = seat.lag_us.saturating_add(cost.lag);
        }
        seats
    }
}

impl MatchResult {
    /// What each seat has won.
    pub fn payoffs_by_seat(&self) -> BySeat<i32> {
        BySeat::from_fn(self.payoffs.len(), |seat: Seat| self.payoffs[seat.index()])
    }

    /// The entry in each seat.
    pub fn seating_by_seat(&self) -> BySeat<usize> {
        BySeat::from_fn(self.entries.len(), |seat: Seat| self.entries[seat.index()])
    }
}
