//! Columns in text: numbers in a line, and what each seat used.

use std::fmt::Display;
use std::str::FromStr;

use store::sqlx::Row;
use store::sqlx::any::AnyRow;

use crate::results::{MatchResult, SeatUse};

/// Databases have no unsigned numbers; ours are small.
pub(super) fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

pub(super) fn unsigned(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// `1 -1 1 -1`.
pub(super) fn numbers_text<T: Display>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) fn read_numbers<T: FromStr>(text: &str) -> Option<Vec<T>> {
    text.split(' ').filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
}

/// `0-3 1-2`.
pub(super) fn encounters_text(encounters: &[Vec<usize>]) -> String {
    let one = |entries: &Vec<usize>| entries.iter().map(ToString::to_string).collect::<Vec<_>>().join("-");
    encounters.iter().map(one).collect::<Vec<_>>().join(" ")
}

pub(super) fn read_encounters(text: &str) -> Option<Vec<Vec<usize>>> {
    let one = |word: &str| word.split('-').map(|entry| entry.parse().ok()).collect();
    text.split(' ').filter(|word| !word.is_empty()).map(one).collect()
}

/// `decisions/clock/slowest/cpu/lag` for each seat.
pub(super) fn times_text(seats: &[SeatUse]) -> String {
    let one = |seat: &SeatUse| {
        let SeatUse { decisions, clock_us, slowest_us, cpu_us, lag_us } = seat;
        format!("{decisions}/{clock_us}/{slowest_us}/{cpu_us}/{lag_us}")
    };
    seats.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn read_times(text: &str) -> Option<Vec<SeatUse>> {
    let one = |word: &str| {
        let mut parts = word.split('/').map(|part| part.parse().ok());
        let mut next = || parts.next().flatten();
        Some(SeatUse {
            decisions: next()?,
            clock_us: next()?,
            slowest_us: next()?,
            cpu_us: next()?,
            lag_us: next()?,
        })
    };
    text.split(' ').filter(|word| !word.is_empty()).map(one).collect()
}

/// A row of `results`.
pub(super) fn result_of(row: &AnyRow) -> Result<MatchResult, String> {
    let whole = |at: usize| row.try_get::<i64, _>(at).map_err(|error| error.to_string());
    let text = |at: usize| row.try_get::<String, _>(at).map_err(|error| error.to_string());
    let small = |at: usize| whole(at).map(|value| u32::try_from(value).unwrap_or(u32::MAX));
    let (entries, payoffs, ending, times) = (text(3)?, text(4)?, text(5)?, text(6)?);
    let wrong = |what: &str, found: &str| format!("expected {what}, found {found:?}");
    Ok(MatchResult {
        deal: unsigned(whole(0)?),
        seating: small(1)?,
        round: small(2)?,
        entries: read_numbers(&entries).ok_or_else(|| wrong("entries", &entries))?,
        payoffs: read_numbers(&payoffs).ok_or_else(|| wrong("payoffs", &payoffs))?,
        ending: ending.parse().map_err(|error: cards::ParseError| error.to_string())?,
        seats: read_times(&times).ok_or_else(|| wrong("times", &times))?,
        finished: unsigned(whole(7)?),
        worker: text(8)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_as_they_were_written() {
        let payoffs = vec![1, -1, 0, -20];
        assert_eq!(read_numbers(&numbers_text(&payoffs)), Some(payoffs));
        assert_eq!(read_numbers::<i32>("1 x"), None);
        assert_eq!(read_numbers::<usize>(""), Some(vec![]));
        let encounters = vec![vec![0, 3], vec![1, 2]];
        assert_eq!(encounters_text(&encounters), "0-3 1-2");
        assert_eq!(read_encounters("0-3 1-2"), Some(encounters));
        let seats = vec![SeatUse { decisions: 3, clock_us: 9, slowest_us: 5, cpu_us: 7, lag_us: 1 }; 2];
        assert_eq!(read_times(&times_text(&seats)), Some(seats));
        assert_eq!(read_times("1/2/3"), None);
    }
}
