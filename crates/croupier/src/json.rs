//! The objects that several commands print with `--json`; docs/json.md describes every key.

use std::io::{self, Write};

use cards::{Message, Seat};
use serde::Serialize;
use table::ending::{Crash, Ending, Reason};
use table::intervals::Interval;
use table::record::{Decision, Record};
use table::text::english;

use crate::entrants::spent;

/// Prints an object as one line on standard output.
pub fn print(object: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_string(object)?;
    line.push('\n');
    let mut out = io::stdout();
    out.write_all(line.as_bytes())?;
    // A reader may be waiting for this line.
    out.flush()
}

/// A finished match.
#[derive(Serialize)]
pub struct MatchObject<'a> {
    game: &'a str,
    rules: &'a str,
    setup: &'a str,
    key: Option<String>,
    commitment: Option<String>,
    clock: String,
    ending: &'static str,
    forfeit: Option<ForfeitObject>,
    actions: usize,
    payoffs: Vec<i32>,
    seats: Vec<SeatObject<'a>>,
}

/// Who sat in a seat, and what the decisions cost.
#[derive(Serialize)]
struct SeatObject<'a> {
    seat: usize,
    player: &'a str,
    kind: String,
    hash: Option<String>,
    payoff: i32,
    decisions: usize,
    clock_us: u64,
    processor_us: u64,
    start_us: Option<u64>,
}

/// Why a match was forfeited: a code, a sentence, and the details of the code.
#[derive(Serialize)]
struct ForfeitObject {
    seat: usize,
    code: &'static str,
    sentence: String,
    because: Option<String>,
    answer: Option<String>,
    took_us: Option<u64>,
    had_us: Option<u64>,
    exit_code: Option<i32>,
    signal: Option<i32>,
}

/// A seat as people number it.
pub fn number(seat: Seat) -> usize {
    seat.index() + 1
}

impl<'a> MatchObject<'a> {
    /// The match of a record; `because` says what was wrong with the answer that forfeited it.
    pub fn new(record: &'a Record, because: Option<&Message>) -> MatchObject<'a> {
        let (ending, forfeit) = match &record.ending {
            Ending::Played => ("played", None),
            Ending::Forfeit { seat, why } => ("forfeit", Some(ForfeitObject::new(*seat, why, because))),
        };
        let seats = Seat::all(record.players.len()).map(|seat| SeatObject::new(record, seat));
        MatchObject {
            game: &record.game,
            rules: &record.rules,
            setup: &record.setup,
            key: record.key.map(|key| key.to_string()),
            commitment: record.commitment.map(|commitment| commitment.to_string()),
            clock: record.clock.to_string(),
            ending,
            forfeit,
            actions: record.decisions.len(),
            payoffs: record.payoffs.iter().copied().collect(),
            seats: seats.collect(),
        }
    }
}

impl<'a> SeatObject<'a> {
    fn new(record: &'a Record, seat: Seat) -> SeatObject<'a> {
        let named = &record.players[seat.index()];
        let asked = |decision: &&Decision| decision.seat == seat && decision.cost.is_some();
        let (clock_us, processor_us) = spent(record, seat);
        SeatObject {
            seat: number(seat),
            player: &named.name,
            kind: named.kind.to_string(),
            hash: named.hash.map(|hash| hash.to_string()),
            payoff: record.payoffs[seat],
            decisions: record.decisions.iter().filter(asked).count(),
            clock_us,
            processor_us,
            start_us: record.starts[seat.index()],
        }
    }
}

impl ForfeitObject {
    fn new(seat: Seat, why: &Reason, because: Option<&Message>) -> ForfeitObject {
        let say = |message: &Message| english().say(message, None);
        let answer = match why {
            Reason::Illegal { answer, .. } | Reason::Unparsable { answer, .. } => Some(answer),
            Reason::Unasked { said } => Some(said),
            _ => None,
        };
        let (took_us, had_us) = match *why {
            Reason::OutOfTime { took, had } => (Some(took), Some(had)),
            _ => (None, None),
        };
        let (exit_code, signal) = match *why {
            Reason::Crashed(Crash::Exit(code)) => (Some(code), None),
            Reason::Crashed(Crash::Signal(signal)) => (None, Some(signal)),
            _ => (None, None),
        };
        ForfeitObject {
            seat: number(seat),
            code: why.code(),
            sentence: say(&why.message()),
            because: because.map(say),
            answer: answer.map(|answer| answer.bytes().escape_ascii().to_string()),
            took_us,
            had_us,
            exit_code,
            signal,
        }
    }
}

/// A mean and its 95% interval.
#[derive(Serialize)]
pub struct IntervalObject {
    mean: f64,
    low: f64,
    high: f64,
}

impl IntervalObject {
    /// The same for programs.
    pub fn of(Interval { mean, low, high }: Interval) -> IntervalObject {
        IntervalObject { mean, low, high }
    }
}
