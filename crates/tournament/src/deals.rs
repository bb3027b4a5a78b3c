//! One deal in all its seatings, and many deals on several tables: what series, tournaments and workers share.
//!
//! The matches of a deal are played on one thread one after the other and count only together.

use std::fs::File;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use arena::entrants::{Entrant, Lost};
use arena::{Conditions, Played, StartError};
use cards::{Message, Seat};
use table::AnyTable;
use table::ending::Ending;
use table::key::Key;
use table::record::Record;

use crate::seating::Seating;

/// One deal, ready to be played.
pub struct Dealt {
    /// The table before the first action.
    pub table: Box<dyn AnyTable>,
    /// All chance of the deal; `None` where the deal was given.
    pub key: Option<Key>,
    /// The randomness of our own players.
    pub agent_key: Key,
}

impl Dealt {
    /// Deals from a key.
    pub fn from_key(game: &str, rules: &str, key: Key) -> Result<Dealt, String> {
        let table = table::deal(game, rules, key.rng()).map_err(|error| error.to_string())?;
        Ok(Dealt { table, key: Some(key), agent_key: key })
    }
}

/// A match as it was played.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// The match as it is kept.
    pub record: Record,
    /// Why the answer that forfeited it was wrong, if that is how it ended.
    pub because: Option<Message>,
    /// For each seat, the end of its bot's standard error; empty for a match that was only read.
    pub stderr: Vec<Vec<u8>>,
}

/// Why a deal could not be played.
#[derive(Debug, thiserror::Error)]
pub enum DealError {
    /// It cannot be made.
    #[error("{0}")]
    Deal(String),
    /// A match could not begin.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A program was removed or changed while the deal was played: nobody forfeits by that.
    #[error("`{command}`: {lost}; the deal is not counted")]
    Lost {
        /// Who has this number.
        entry: usize,
        /// The program.
        command: String,
        /// What became of it.
        lost: Lost,
    },
}

/// Plays a deal in all these seatings. `entrant` knows who has which number.
pub fn play_deal<'a>(
    deal: impl Fn() -> Result<Dealt, String>,
    seatings: &[Seating],
    entrant: impl Fn(usize) -> &'a Entrant,
    conditions: &Conditions,
) -> Result<Vec<PlayedMatch>, DealError> {
    play_deal_copying(deal, seatings, entrant, conditions, |_, _| None)
}

/// The same; the standard error of each bot is also copied to the file that `copy` has for its seating and seat.
pub fn play_deal_copying<'a>(
    deal: impl Fn() -> Result<Dealt, String>,
    seatings: &[Seating],
    entrant: impl Fn(usize) -> &'a Entrant,
    conditions: &Conditions,
    copy: impl Fn(usize, Seat) -> Option<File>,
) -> Result<Vec<PlayedMatch>, DealError> {
    let one = |(at, seating): (usize, &Seating)| {
        let Dealt { table, key, agent_key } = deal().map_err(DealError::Deal)?;
        let seated: Vec<Entrant> = seating.iter().map(|&entry| entrant(entry).clone()).collect();
        let conditions = Conditions { key, agent_key, ..conditions.clone() };
        let played = arena::play_copying(table, &seated, &conditions, &|seat| copy(at, seat));
        // Is it the program's fault, or is the program not there any more?
        if played.as_ref().map_or(true, |played| played.record.ending != Ending::Played) {
            for (&entry, entrant) in seating.iter().zip(&seated) {
                if let Some(lost) = entrant.lost() {
                    return Err(DealError::Lost { entry, command: entrant.named.name.clone(), lost });
                }
            }
        }
        let Played { record, because, stderr, .. } = played?;
        Ok(PlayedMatch { record, because, stderr })
    };
    seatings.iter().enumerate().map(one).collect()
}

/// Works on several tables at once, a thread each, until `next` has no more or `stop` is set; what is in play is
/// finished. `done` gets each result as it comes, one at a time, and says whether to go on.
///
/// # Errors
/// The first error on any table. The other tables finish what they play.
pub fn on_tables<Work, Done, Error: Send>(
    tables: NonZeroUsize,
    stop: &AtomicBool,
    next: impl Fn() -> Result<Option<Work>, Error> + Sync,
    work: impl Fn(Work) -> Result<Done, Error> + Sync,
    done: impl FnMut(Done) -> bool + Send,
) -> Result<(), Error> {
    let outcome = Mutex::new((done, None));
    let table = || {
        while !stop.load(Ordering::Relaxed) {
            let result = match next() {
                Ok(None) => return,
                Ok(Some(next)) => work(next),
                Err(error) => Err(error),
            };
            let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
            let goes_on = match result {
                Ok(result) => outcome.0(result),
                Err(error) => {
                    outcome.1.get_or_insert(error);
                    false
                }
            };
            if !goes_on {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    search::threads::each(&mut vec![(); tables.get()], |()| table());
    outcome.into_inner().unwrap_or_else(PoisonError::into_inner).1.map_or(Ok(()), Err)
}
