//! Plays a record again and proves every line that can be proved.
//!
//! The same referee that led the match takes the recorded answers. `docs/notation.md` lists what is proved by
//! that and what is only claimed: names and hashes of players, how long things took, hints, and that a bot
//! crashed, flooded or stalled. A deal without a key is taken as it is given.

use std::time::Duration;

use cards::agent::Allowed;
use cards::{BySeat, Seat};

use crate::ending::{Ending, payoffs_text};
use crate::player::Reply;
use crate::record::{BadRecord, Decision, Record};
use crate::referee::{By, Kind, Note, Noted, Referee, Step};
use crate::table::{self, AnyTable, TableError};

mod forfeit;

pub use forfeit::{Rule, When};

/// The line of each part of the header.
const GAME: usize = 2;
const RULES: usize = 3;
const COMMITMENT: usize = 5;
/// In version 2.
const SANDBOX: usize = 9;

/// Checks a record, or names its first wrong line.
pub fn verify(record: &Record) -> Result<(), BadRecord> {
    let bad = |line: usize, why: String| BadRecord { line, why };
    let mut referee = begin(record)?;
    if let Some(seat) = record.unstarted().next() {
        let is_at_start = record.decisions.is_empty() && record.notes.is_empty();
        if !is_at_start || record.ending == Ending::Played {
            let why = format!("expected a forfeit, since the bot of seat {seat} never read its first line");
            return Err(bad(record.first_start() + record.starts.len(), why));
        }
    }
    for number in 0..=record.decisions.len() {
        notes(&referee, record, number)?;
        let Some(decision) = record.decisions.get(number) else { break };
        step(&mut referee, decision).map_err(|why| bad(record.line_of(number), why))?;
    }
    let line = record.line_of(record.decisions.len());
    match &record.ending {
        Ending::Played => {
            if let Some(turn) = referee.table().turn() {
                return Err(bad(line, format!("the match is not over: seat {} is to move", turn.seat)));
            }
        }
        Ending::Forfeit { seat, why } => {
            forfeit::check(&mut referee, record, *seat, why).map_err(|why| bad(line, why))?;
        }
    }
    if referee.payoffs() != record.payoffs {
        return Err(bad(line + 1, format!("expected payoffs {}", payoffs_text(&referee.payoffs()))));
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
        return Err(bad(
            setup_line,
            format!("this is not the deal of the key, which gives {}", header.setup),
        ));
    }
    let has_bots = record.players.iter().any(|player| player.kind == Kind::Bot);
    // Version 1 describes the sandbox also where no bot plays.
    if record.version > 1 && (record.sandbox == "-") == has_bots {
        let found = if has_bots { "a sandbox, since a bot plays" } else { "`sandbox -`, since no bot plays" };
        return Err(bad(SANDBOX, format!("expected {found}")));
    }
    for (seat, start) in record.starts.iter().enumerate() {
        // Version 1 tells players of ours from bots by this very line.
        if record.version > 1 && start.is_some() && record.players[seat].kind != Kind::Bot {
            return Err(bad(
                record.first_start() + seat,
                "expected `-`, since only bots are started".to_owned(),
            ));
        }
        if start.is_some_and(|took| Duration::from_micros(took) > record.startup.0) {
            let why = format!("more than the start-up time, which is {}", record.startup);
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
    let turn = referee.table().turn().ok_or("expected the ending, since the match is over")?;
    if turn.seat != *seat {
        return Err(format!("expected an action of seat {}", turn.seat));
    }
    // A person may have been asked where there was no choice: see `Referee::asked`.
    let next = if cost.is_some() { referee.asked() } else { referee.next() };
    match (next, cost) {
        (Step::Over, _) => return Err("expected the ending, since the match is over".to_owned()),
        (Step::Forced(_), Some(_)) => {
            return Err("expected no times, since the seat has no choice here".to_owned());
        }
        (Step::Ask { .. }, None) => return Err("expected times, since the seat has a choice here".to_owned()),
        (Step::Forced(_), None) => {
            let forced = referee.force().unwrap_or_default();
            if forced != *action {
                return Err(format!("expected {forced}"));
            }
        }
        (Step::Ask { allowed, limit, .. }, Some(cost)) => {
            let has_clock = allowed != Allowed::Unlimited;
            if cost.lag > cost.wall {
                return Err("expected at most as much LAG as WALL".to_owned());
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

/// Could the hints and what was taken back before this action have been?
fn notes(referee: &Referee<Box<dyn AnyTable>>, record: &Record, number: usize) -> Result<(), BadRecord> {
    let mut is_undone = false;
    let here = record.notes.iter().zip(record.note_lines()).filter(|(note, _)| note.after == number);
    for (Note { seat, what, .. }, line) in here {
        let refuse = |why: String| BadRecord { line, why };
        match referee.asked() {
            Step::Ask { seat: asked, .. } if asked == *seat => (),
            _ => return Err(refuse(format!("expected nothing of seat {seat}, which is not asked here"))),
        }
        if record.players[seat.index()].kind != Kind::Person {
            return Err(refuse(format!(
                "expected no hint and no undo of seat {seat}, which is not a person"
            )));
        }
        if *what == Noted::Undo && !is_undone {
            let is_alone = record
                .players
                .iter()
                .enumerate()
                .all(|(at, player)| at == seat.index() || player.kind == Kind::Agent);
            if !could_undo(referee.table().as_ref(), *seat, is_alone) {
                return Err(refuse("expected no undo, since other seats see the action".to_owned()));
            }
            is_undone = true;
        }
    }
    Ok(())
}

/// Is there an action here that the seat could take back? Tried at a table where the same was played. Whoever plays
/// against our players alone may take back what they have seen.
fn could_undo(table: &dyn AnyTable, seat: Seat, is_alone: bool) -> bool {
    /// What can be taken back is a matter of what is being decided, hardly of which action it is.
    const TRIED: usize = 16;
    let header = table.header();
    table.legal(TRIED).iter().any(|choice| {
        let Ok(mut copy) = table::open(header.game, &header.setup) else { return false };
        let mut played = table.played(0);
        played.push((seat, choice.action.clone()));
        played.iter().all(|(seat, action)| copy.play(*seat, action).is_ok())
            && (copy.undo(seat) || is_alone && copy.take_back(seat))
    })
}
