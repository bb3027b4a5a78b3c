//! The plan: deal number `n` of a tournament is a pure function of its number, and for Swiss and knockout of the
//! stored pairings of its round.

use cards::BySeat;

use crate::contest::{Contest, Schedule};
use crate::schedule::{lineup, lineups};
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
        let seated = match filler {
            Some(_) if entries.len() < seats => seats,
            _ => entries.len(),
        };
        let at = |place: usize| entries.get(place).copied().or(filler).unwrap_or_default();
        let mut seatings: Vec<Seating> = Vec::new();
        for turn in rotations(seats, seated) {
            let seating = BySeat::from_fn(seats, |seat| at(turn[seat]));
            // An entry that meets itself sits the same way twice.
            if !seatings.contains(&seating) {
                seatings.push(seating);
            }
        }
        PlannedDeal { number, round, entries: entries.to_vec(), seatings }
    }
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

    /// Which encounter a deal of this round belongs to: first one deal of each, then the second of each.
    pub fn encounter_index(&self, deal: u64) -> Option<usize> {
        let at = deal.checked_sub(self.first_deal).filter(|&at| at < self.len())?;
        usize::try_from(at % self.encounters.len() as u64).ok()
    }
}

/// All deals of a tournament, as far as their pairings are known.
#[derive(Clone, Debug)]
pub struct Plan {
    schedule: Schedule,
    entries: usize,
    at_table: usize,
    seats: usize,
    filler: Option<usize>,
    /// Line-ups of a fixed schedule.
    lineups: u64,
    /// Deals of each.
    deals: u64,
    has_one_seating: bool,
    is_in: Vec<bool>,
    rounds: Vec<Round>,
}

impl Plan {
    /// The plan of a contest whose rounds so far are these; `is_in` says which entries are not withdrawn.
    pub fn new(contest: &Contest, is_in: Vec<bool>, rounds: Vec<Round>) -> Plan {
        let entries = contest.entries.len();
        Plan {
            schedule: contest.schedule.clone(),
            entries,
            at_table: contest.at_table,
            seats: contest.seats(),
            filler: contest.fill.as_ref().map(|_| entries),
            lineups: lineups(&contest.schedule, entries, contest.at_table).unwrap_or(0),
            deals: contest.deals,
            has_one_seating: contest.has_one_seating,
            is_in,
            rounds,
        }
    }

    /// How many deals have a number.
    pub fn len(&self) -> u64 {
        let rounds = self.rounds.last().map_or(0, |last| last.first_deal + last.len());
        (self.lineups * self.deals).max(rounds)
    }

    /// Is there no deal?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Which entries are not withdrawn.
    pub fn is_in(&self) -> &[bool] {
        &self.is_in
    }

    /// The stored rounds.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Deal number `number`; `None` if there is none, or if somebody in it is withdrawn.
    ///
    /// The first deal of every pairing comes before the second of any, so an interrupted tournament is balanced.
    pub fn deal(&self, number: u64) -> Option<PlannedDeal> {
        let (round, turn, mut entries) = if let Some(turn) = number.checked_div(self.lineups) {
            let turn = Some(turn).filter(|&turn| turn < self.deals)?;
            (0, turn, lineup(&self.schedule, self.entries, self.at_table, number % self.lineups))
        } else {
            let at = self.rounds.partition_point(|round| round.first_deal <= number).checked_sub(1)?;
            let round = &self.rounds[at];
            let entries = round.encounters[round.encounter_index(number)?].clone();
            (round.number, (number - round.first_deal) / round.encounters.len() as u64, entries)
        };
        if entries.iter().any(|&entry| !self.is_in[entry]) {
            return None;
        }
        // Everybody sits in every seat, but rotations keep who follows whom: every second deal goes the other way round.
        if turn % 2 == 1 {
            entries.reverse();
        }
        let mut deal = PlannedDeal::new(number, round, &entries, self.seats, self.filler);
        if self.has_one_seating {
            // Two deals, one each way round, for every rotation: after a full circle everybody has sat everywhere.
            let which = (turn / 2 % deal.seatings.len() as u64) as usize;
            deal.seatings = vec![deal.seatings.swap_remove(which)];
        }
        Some(deal)
    }
}
