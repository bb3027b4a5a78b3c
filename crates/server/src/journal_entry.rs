//! What the journal of a table keeps: everything that changes a match, in text.
//!
//! A match is its key and its entries; whoever applies them in order has the match again.

use std::fmt;
use std::str::FromStr;

use cards::{ParseError, Seat};
use table::player::Cost;
use table::referee::By;

/// One change of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalEntry {
    /// Its number at the table, from 1. It is the number of the pushes that show it.
    pub number: u64,
    /// Whose it is; the host's, if it is nobody's.
    pub seat: Seat,
    /// The client's number of the request, by which a repeated one is known.
    pub id: Option<u64>,
    /// What changed.
    pub what: What,
}

/// What can change a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Actions, all of them in a row.
    Act {
        /// Who decided them.
        by: By,
        /// What it cost.
        cost: Cost,
        /// How many iterations of search it took.
        iterations: u32,
        /// The actions.
        actions: Vec<String>,
    },
    /// The only action there was, of a player of ours.
    Force,
    /// The last action is taken back; it took so many microseconds to want that.
    Undo(u64),
    /// A hint was asked for.
    Hint,
    /// No answer in time, after so many microseconds.
    Late(u64),
    /// The match begins without those who have not come.
    Fill,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Act { by, cost: Cost { wall, cpu, lag }, iterations, actions } => {
                write!(f, "act {by} {wall} {cpu} {lag} {iterations}")?;
                actions.iter().try_for_each(|action| write!(f, "\n{action}"))
            }
            What::Force => f.write_str("force"),
            What::Undo(wall) => write!(f, "undo {wall}"),
            What::Hint => f.write_str("hint"),
            What::Late(wall) => write!(f, "late {wall}"),
            What::Fill => f.write_str("fill"),
        }
    }
}

impl FromStr for What {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<What, ParseError> {
        let wrong = || ParseError::new("an entry of a journal", text);
        let number = |word: &str| word.parse::<u64>().map_err(|_| wrong());
        let mut lines = text.split('\n');
        let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let actions: Vec<String> = lines.map(str::to_owned).collect();
        match words[..] {
            ["act", by, wall, cpu, lag, iterations] if !actions.is_empty() => Ok(What::Act {
                by: by.parse()?,
                cost: Cost { wall: number(wall)?, cpu: number(cpu)?, lag: number(lag)? },
                iterations: iterations.parse().map_err(|_| wrong())?,
                actions,
            }),
            ["force"] => Ok(What::Force),
            ["undo", wall] => Ok(What::Undo(number(wall)?)),
            ["hint"] => Ok(What::Hint),
            ["late", wall] => Ok(What::Late(number(wall)?)),
            ["fill"] => Ok(What::Fill),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back() {
        let cost = Cost { wall: 1_500_000, cpu: 3, lag: 0 };
        let actions = vec!["bury 3D".to_owned(), "bury 4D".to_owned()];
        let act = What::Act { by: By::StandIn, cost, iterations: 400, actions };
        assert_eq!(act.to_string(), "act stand-in 1500000 3 0 400\nbury 3D\nbury 4D");
        for what in [act, What::Force, What::Undo(7), What::Hint, What::Late(9), What::Fill] {
            assert_eq!(what.to_string().parse(), Ok(what));
        }
        for wrong in ["", "act", "act person 1 2 3 4", "act ghost 1 2 3 4\nNO", "late", "undo x"] {
            assert!(wrong.parse::<What>().is_err(), "{wrong}");
        }
    }
}
