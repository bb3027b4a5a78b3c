//! One match: the table, its players, the referee, clocks, records and the judge.

pub mod judge;
