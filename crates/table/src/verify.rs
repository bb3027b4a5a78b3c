//! Plays a record again and proves every line that can be proved.
//!
//! The same referee that led the match takes the recorded answers. Not provable from the text: names and
//! hashes of players, how long things took, hints, and that a bot crashed, flooded or stalled. Everything
//! else follows from the key and the actions. A deal without a key is taken as it is given.

use std::time::Duration;

use cards::BySeat;
use cards::agent::Allowed;

use crate::ending::{Ending, Quoted, Reason, payoffs_text};
use crate::player::{Cost, Reply};
use crate::record::{BadRecord, Decision, Named, Record};
use crate::referee::{By, Kind, Referee, Step};
use crate::table::{self, AnyTable, TableError};

/// The line of each part of the header.
const GAME: usize = 2;
const RULES: usize = 3;
const COMMITMENT: usize = 5;

/// Proves a record, or says which line is false.
pub fn verify(record: &Record) -> Result<(), BadRecord> {
    let bad = |line: usize, why: String| BadRecord { line, why };
    let mut referee = begin(record)?;
    for (number, decision) in record.decisions.iter().enumerate() {
        step(&mut referee, decision).map_err(|why| bad(record.line_of(number), why))?;
    }
    let line = record.line_of(record.decisions.len());
    match &record.ending {
        Ending::Played => {
            if let Some(turn) = referee.table().turn() {
                return Err(bad(line, format!("the match is not over: seat {} is to move", turn.seat)));
            }
        }
        Ending::Forfeit { .. } => forfeited(&mut referee, record).map_err(|why| bad(line, why))?,
    }
    if referee.payoffs() != record.payoffs {
        return Err(bad(line + 1, format!("expected {}", payoffs_text(&referee.payoffs()))));
    }
    Ok(())
}

/// Deals, and compares the header with what the key and the rules say.
fn begin(record: &Record) -> Result<Referee<Box<dyn AnyTable>>, BadRecord> {
    let bad = |line: usize, why: String| BadRecord { line, why };
    let setup_line = record.first_start() - 1;
    let error_line = |error: &TableError, other| match error {
        TableError::NoSuchGame(_) => GAME,
        TableError::Parse(_) => other,
    };
    let table = match record.key {
        Some(key) => {
            if record.commitment != Some(key.commitment()) {
                return Err(bad(COMMITMENT, format!("expected the key's SHA-256 {}", key.commitment())));
            }
            table::deal(&record.game, &record.rules, key.rng())
                .map_err(|error| bad(error_line(&error, RULES), error.to_string()))?
        }
        None => table::open(&record.game, &record.setup)
            .map_err(|error| bad(error_line(&error, setup_line), error.to_string()))?,
    };
    let header = table.header();
    let seats = header.seats();
    if header.rules != record.rules {
        return Err(bad(RULES, format!("expected the preset and every setting: {}", header.rules)));
    }
    if seats != record.players.len() {
        return Err(bad(RULES, format!("expected {seats} players, found {}", record.players.len())));
    }
    if header.setup != record.setup {
        return Err(bad(setup_line, format!("the key deals otherwise: {}", header.setup)));
    }
    for (seat, start) in record.starts.iter().enumerate() {
        if start.is_some_and(|took| Duration::from_micros(took) > record.startup.0) {
            let why = format!("more time than a bot has to start, which is {}", record.startup);
            return Err(bad(record.first_start() + seat, why));
        }
    }
    // In version 1 everybody was asked as the wire says.
    let kind = |index: usize| if record.version == 1 { Kind::Bot } else { record.players[index].kind };
    let kinds = BySeat::from_fn(seats, |seat| kind(seat.index()));
    Ok(Referee::new(table, kinds, record.clock, record.cap.0))
}

/// One recorded action.
fn step(referee: &mut Referee<Box<dyn AnyTable>>, decision: &Decision) -> Result<(), String> {
    let Decision { seat, by, cost, action } = decision;
    let turn = referee.table().turn().ok_or("expected the ending, for the match is over")?;
    if turn.seat != *seat {
        return Err(format!("expected an action of seat {}", turn.seat));
    }
    match (referee.next(), cost) {
        (Step::Over, _) => return Err("expected the ending, for the match is over".to_owned()),
        (Step::Forced(_), Some(_)) => return Err("expected no times, for nobody is asked here".to_owned()),
        (Step::Ask { .. }, None) => return Err("expected times, for the seat is asked here".to_owned()),
        (Step::Forced(_), None) => {
            let forced = referee.force().unwrap_or_default();
            if forced != *action {
                return Err(format!("expected {forced}"));
            }
        }
        (Step::Ask { allowed, limit, .. }, Some(cost)) => {
            let has_clock = allowed != Allowed::Unlimited;
            if cost.lag > cost.wall {
                return Err("expected no more lag than the answer took".to_owned());
            }
            if has_clock && Duration::from_micros(cost.charged()) > limit {
                return Err("more time than the seat had left".to_owned());
            }
            referee.table().check(*seat, action).map_err(|error| error.to_string())?;
            let answer = Reply::Action(action.clone()).costing(*cost);
            // What is written as version 1 knows only who was asked.
            let by = if *by == By::Forced { By::Bot } else { *by };
            referee.answer_by(*seat, by, answer).map_err(|error| error.to_string())?;
        }
    }
    let spelt =
        referee.table().played(referee.decided().len() - 1).pop().map(|(_, spelt)| spelt).unwrap_or_default();
    if spelt != *action {
        return Err(format!("expected the spelling {spelt}"));
    }
    Ok(())
}

/// Could the match have been forfeited like this?
fn forfeited(referee: &mut Referee<Box<dyn AnyTable>>, record: &Record) -> Result<(), String> {
    let Ending::Forfeit { seat, why } = &record.ending else { return Ok(()) };
    let turn = referee.table().turn().ok_or("the match was over before the forfeit")?;
    let has_started = |(named, start): (&Named, &Option<u64>)| named.kind != Kind::Bot || start.is_some();
    let all_started = record.players.iter().zip(&record.starts).all(has_started);
    let is_started = all_started || !record.decisions.is_empty();
    let is_unread = record.starts.get(seat.index()).is_some_and(Option::is_none);
    if *why == Reason::StalledAtStart && !(record.decisions.is_empty() && is_unread) {
        return Err("a bot that had started cannot stall at the start".to_owned());
    }
    if record.decisions.is_empty() && !is_started {
        referee.forfeit(*seat, why.clone());
        return Ok(());
    }
    let Step::Ask { seat: asked, limit, allowed } = referee.next() else {
        return Err(format!("nobody can forfeit here: seat {} is not asked", turn.seat));
    };
    if asked != *seat {
        return Err(format!("only a seat that is asked can forfeit, and seat {asked} is"));
    }
    match why {
        Reason::Illegal { answer, .. } | Reason::Unparsable { answer, .. } => {
            again(referee, record, answer, why)?
        }
        Reason::OutOfTime { took, had } => {
            if record.version == 1 && allowed == Allowed::Unlimited {
                return Err("there is no clock to run out".to_owned());
            }
            if limit != Duration::from_micros(*had) || took <= had {
                return Err(format!("seat {seat} had {} microseconds", limit.as_micros()));
            }
            referee.forfeit(*seat, why.clone());
        }
        _ => referee.forfeit(*seat, why.clone()),
    }
    Ok(())
}

/// Gives the answer again that forfeited the match. Of an answer that was cut off the beginning says nothing.
fn again(
    referee: &mut Referee<Box<dyn AnyTable>>,
    record: &Record,
    answer: &Quoted,
    why: &Reason,
) -> Result<(), String> {
    let Ending::Forfeit { seat, .. } = record.ending else { return Ok(()) };
    if !answer.is_whole() {
        referee.forfeit(seat, why.clone());
        return Ok(());
    }
    let line = Reply::Line(answer.bytes().to_vec()).costing(Cost::default());
    referee.answer_by(seat, By::Bot, line).map_err(|error| error.to_string())?;
    match referee.ending() {
        Some(Ending::Forfeit { why: real, .. })
            if std::mem::discriminant(real) == std::mem::discriminant(why) =>
        {
            Ok(())
        }
        Some(Ending::Forfeit { why: real, .. }) => Err(format!("expected the reason {real}")),
        _ => Err(format!("{} is a legal answer", answer.in_quotes())),
    }
}
