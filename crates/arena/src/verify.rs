//! Plays a record again and proves every line that can be proved.
//!
//! Not provable from the text: names and hashes of players, how long things took, and that a bot
//! crashed, flooded or stalled. Everything else follows from the key and the actions.

use cards::Seat;

use crate::clock::Clocks;
use crate::record::{Record, Refused};
use crate::referee::judge;
use crate::table::{self, Table, forfeit_payoffs};
use crate::verdict::{Ending, Reason, payoffs_text};
use std::time::Duration;

/// The line of each part of the header.
const GAME: usize = 2;
const RULES: usize = 3;
const COMMITMENT: usize = 5;

/// Proves a record, or says which line is false.
pub fn verify(record: &Record) -> Result<(), Refused> {
    let refuse = |line: usize, why: String| Err(Refused { line, why });
    if record.key.commitment() != record.commitment {
        return refuse(COMMITMENT, format!("expected the key's SHA-256 {}", record.key.commitment()));
    }
    let mut table = table::deal(&record.game, &record.rules, record.key.rng()).map_err(|error| {
        let line = if matches!(error, table::TableError::NoSuchGame(_)) { GAME } else { RULES };
        Refused { line, why: error.to_string() }
    })?;
    let seats = table.game().seats();
    if table.game().rules() != record.rules {
        return refuse(RULES, format!("expected the preset and every setting: {}", table.game().rules()));
    }
    if seats != record.players.len() {
        return refuse(RULES, format!("expected {seats} players, found {}", record.players.len()));
    }
    if table.setup() != record.setup {
        return refuse(9 + seats, format!("the key deals otherwise: {}", table.setup()));
    }
    for (seat, start) in record.starts.iter().enumerate() {
        if start.is_some_and(|took| Duration::from_micros(took) > record.startup.0) {
            let why = format!("more time than a bot has to start, which is {}", record.startup);
            return refuse(record.first_start() + seat, why);
        }
    }
    let mut clocks = Clocks::new(record.clock, seats);
    let mut line = record.first_play();
    for decision in &record.decisions {
        let refuse = |why: String| Err(Refused { line, why });
        match table.game().turn() {
            None => return refuse("expected the ending, for the match is over".to_owned()),
            Some(turn) if turn != decision.seat => {
                return refuse(format!("expected an action of seat {turn}"));
            }
            Some(_) => (),
        }
        match (table.unasked(), &decision.cost) {
            (Some(_), Some(_)) => return refuse("expected no times, for nobody is asked here".to_owned()),
            (Some(only), None) if only != decision.action => return refuse(format!("expected {only}")),
            (None, None) => return refuse("expected times, for the seat is asked here".to_owned()),
            (Some(_), None) => (),
            (None, Some(cost)) => {
                clocks.ask(decision.seat, table.begins_round());
                if cost.lag > cost.wall
                    || !clocks.charge(decision.seat, Duration::from_micros(cost.charged()))
                {
                    return refuse("more time than the seat had left".to_owned());
                }
            }
        }
        if let Err(error) = table.game_mut().play(&decision.action) {
            return refuse(error.to_string());
        }
        if table.last_action().as_deref() != Some(&decision.action) {
            return refuse(format!("expected the spelling {}", table.last_action().unwrap_or_default()));
        }
        line += 1;
    }
    let payoffs = match &record.ending {
        Ending::Played => match table.game().turn() {
            Some(seat) => return refuse(line, format!("the match is not over: seat {seat} is to move")),
            None => table.game().payoffs(),
        },
        Ending::Forfeit { seat, why } => {
            forfeited(table.as_mut(), record, clocks, *seat, why).map_err(|why| Refused { line, why })?;
            forfeit_payoffs(table.as_ref(), *seat)
        }
    };
    if payoffs != record.payoffs {
        return refuse(line + 1, format!("expected {}", payoffs_text(&payoffs)));
    }
    Ok(())
}

fn forfeited(
    table: &mut dyn Table,
    record: &Record,
    mut clocks: Clocks,
    seat: Seat,
    why: &Reason,
) -> Result<(), String> {
    let turn = table.game().turn().ok_or("the match was over before the forfeit")?;
    let is_started = record.starts.iter().all(Option::is_some) || !record.decisions.is_empty();
    let at_start = record.decisions.is_empty() && seat.index() < record.players.len();
    if matches!(why, Reason::StalledAtStart) && !(at_start && record.starts[seat.index()].is_none()) {
        return Err("a bot that had started cannot stall at the start".to_owned());
    }
    if at_start && !is_started {
        return Ok(());
    }
    if turn != seat || table.unasked().is_some() {
        return Err(format!("only the bot that is asked can forfeit, and seat {turn} is to move"));
    }
    match why {
        Reason::Illegal { answer, .. } | Reason::Unparsable { answer, .. } => {
            match judge(table, answer.bytes()) {
                Ok(()) => Err(format!("{answer} is a legal answer")),
                Err(real) if real != *why && answer.bytes().len() < crate::verdict::Quoted::LONGEST => {
                    Err(format!("expected the reason {real}"))
                }
                Err(_) => Ok(()),
            }
        }
        Reason::OutOfTime { took, had } => {
            let left = clocks.ask(seat, table.begins_round()).ok_or("there is no clock to run out")?;
            if left != Duration::from_micros(*had) || took <= had {
                return Err(format!("seat {seat} had {} microseconds", left.as_micros()));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}
