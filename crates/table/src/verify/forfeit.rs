//! What a record must show for each reason to forfeit: one rule a reason, and the one place that applies them.
//!
//! `docs/notation.md` has the same table in words; a test compares the two. A record shows that a forfeit was
//! possible. That it happened (that a clock was right, that a process really crashed) is the referee's word.

use std::time::Duration;

use cards::Seat;
use cards::agent::Allowed;

use crate::ending::{Crash, Quoted, Reason};
use crate::player::{Cost, Reply};
use crate::record::Record;
use crate::referee::{Kind, LONGEST_LINE, Referee, Step};
use crate::table::AnyTable;

/// When a seat can forfeit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before the first question: its bot never read its first line, and nobody has played.
    AtStart,
    /// While it is asked: every bot has read its first line, and the seat is to decide.
    Asked,
}

/// What a record must show for a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Whose seat it can be.
    pub of: &'static [Kind],
    /// When it can be.
    pub when: &'static [When],
}

impl Rule {
    /// The rule for a reason. What the reason itself tells is checked by `check`.
    pub fn of(why: &Reason) -> Rule {
        use Kind::{Agent, Bot, Person};
        use When::{Asked, AtStart};
        let (of, when): (&[Kind], &[When]) = match why {
            // After a wrong answer a person is asked again.
            Reason::Illegal { .. } | Reason::Unparsable { .. } => (&[Bot, Agent], &[Asked]),
            Reason::OutOfTime { .. } => (&[Bot, Agent, Person], &[Asked]),
            // What a bot writes is read when it is asked.
            Reason::Unasked { .. } | Reason::Flood => (&[Bot], &[Asked]),
            Reason::OutOfMemory
            | Reason::TooManyThreads
            | Reason::OutOfCpu
            | Reason::ForbiddenCall { .. }
            | Reason::Crashed(_) => (&[Bot], &[AtStart, Asked]),
            Reason::StalledAtStart | Reason::NotStarted => (&[Bot], &[AtStart]),
            Reason::Left => (&[Person], &[Asked]),
        };
        Rule { of, when }
    }
}

/// Could the match have been forfeited like this, after the recorded decisions? If so, the referee ends it.
pub(super) fn check(
    referee: &mut Referee<Box<dyn AnyTable>>,
    record: &Record,
    seat: Seat,
    why: &Reason,
) -> Result<(), String> {
    let turn = referee.table().turn().ok_or("the match was over before the forfeit")?;
    let (rule, code, kind) = (Rule::of(why), why.code(), record.players[seat.index()].kind);
    if !rule.of.contains(&kind) {
        return Err(format!("expected no forfeit by {code}: seat {seat} is of the kind {kind}"));
    }
    let when = if record.unstarted().next().is_some() { When::AtStart } else { When::Asked };
    if !rule.when.contains(&when) {
        return Err(match when {
            When::AtStart => {
                format!("expected a reason at the start, since not every bot has started; found {code}")
            }
            When::Asked => {
                format!("expected no {code}, since the bot of seat {seat} has read its first line")
            }
        });
    }
    let mut clock = None;
    match when {
        When::AtStart => {
            if !record.unstarted().any(|other| other == seat) {
                return Err(format!("expected a forfeit of a bot that has not started; seat {seat} has"));
            }
        }
        When::Asked => {
            let Step::Ask { seat: asked, limit, allowed } = referee.asked() else {
                return Err(format!("nobody can forfeit here: seat {} is not asked", turn.seat));
            };
            if asked != seat {
                return Err(format!("only a seat that is asked can forfeit, and seat {asked} is"));
            }
            clock = Some((limit, allowed));
        }
    }
    match why {
        Reason::Illegal { answer, .. } | Reason::Unparsable { answer, .. } => {
            return again(referee, record, seat, answer, why);
        }
        Reason::Unasked { said } => one_line(said)?,
        Reason::OutOfTime { took, had } => {
            let (limit, allowed) = clock.ok_or("expected a question before a seat runs out of time")?;
            // The referee of version 1 had no cap.
            if record.version == 1 && allowed == Allowed::Unlimited {
                return Err("there is no clock to run out".to_owned());
            }
            if limit != Duration::from_micros(*had) || took <= had {
                return Err(format!("seat {seat} had {} microseconds", limit.as_micros()));
            }
        }
        // -1 stands for an exit whose code is unknown.
        Reason::Crashed(Crash::Exit(code)) if !(-1..=255).contains(code) => {
            return Err(format!("expected an exit code from -1 to 255, found {code}"));
        }
        Reason::Crashed(Crash::Signal(signal)) if !(1..=127).contains(signal) => {
            return Err(format!("expected a signal from 1 to 127, found {signal}"));
        }
        Reason::Crashed(_)
        | Reason::OutOfMemory
        | Reason::TooManyThreads
        | Reason::OutOfCpu
        | Reason::ForbiddenCall { .. }
        | Reason::StalledAtStart
        | Reason::NotStarted
        | Reason::Flood
        | Reason::Left => (),
    }
    referee.forfeit(seat, why.clone());
    Ok(())
}

/// What a bot writes is cut at the end of a line, and at a length: what goes beyond is a flood.
fn one_line(text: &Quoted) -> Result<(), String> {
    if text.bytes().contains(&b'\n') || text.true_length().is_some_and(|len| len > LONGEST_LINE) {
        return Err(format!("expected one line of at most {LONGEST_LINE} bytes; more is a flood"));
    }
    Ok(())
}

/// Gives the answer again that forfeited the match.
fn again(
    referee: &mut Referee<Box<dyn AnyTable>>,
    record: &Record,
    seat: Seat,
    answer: &Quoted,
    why: &Reason,
) -> Result<(), String> {
    one_line(answer)?;
    let is_illegal = matches!(why, Reason::Illegal { .. });
    // No action is longer than what is kept, so a longer answer is none. Version 1 has no lengths: what fills
    // the quotes there may have been longer, and then it was no action either.
    let may_be_cut = answer.true_length().is_none() && answer.bytes().len() == Quoted::LONGEST;
    if !answer.is_whole() && !may_be_cut && is_illegal {
        return Err(format!("expected unparsable: no action is longer than {} bytes", Quoted::LONGEST));
    }
    if !answer.is_whole() && !is_illegal {
        referee.forfeit(seat, why.clone());
        return Ok(());
    }
    let reply = match record.players[seat.index()].kind {
        // Code of ours gives actions, several at once where it likes.
        Kind::Agent if record.version > 1 => {
            let text = String::from_utf8_lossy(answer.bytes()).into_owned();
            Reply::Actions(text.split(", ").map(str::to_owned).collect())
        }
        _ => Reply::Line(answer.bytes().to_vec()),
    };
    referee.answer(seat, reply.costing(Cost::default())).map_err(|error| error.to_string())?;
    use crate::ending::Ending::Forfeit;
    match referee.ending() {
        Some(Forfeit { why: real, .. }) if real.code() == why.code() => Ok(()),
        Some(Forfeit { why: real, .. }) => Err(format!("expected the reason {}", real.code())),
        _ => Err(format!("{} is a legal answer", answer.in_quotes())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of every reason.
    fn reasons() -> [Reason; 13] {
        let answer = Quoted::new(b"");
        [
            Reason::Illegal { answer: answer.clone(), because: None },
            Reason::Unparsable { answer: answer.clone(), because: None },
            Reason::Unasked { said: answer },
            Reason::OutOfTime { took: 2, had: 1 },
            Reason::OutOfMemory,
            Reason::TooManyThreads,
            Reason::OutOfCpu,
            Reason::ForbiddenCall { call: None },
            Reason::Crashed(Crash::ClosedPipe),
            Reason::Flood,
            Reason::StalledAtStart,
            Reason::NotStarted,
            Reason::Left,
        ]
    }

    #[test]
    fn the_documents_have_the_same_table() {
        let docs = include_str!("../../../../docs/notation.md");
        let rows: Vec<Vec<&str>> = docs
            .lines()
            .skip_while(|line| !line.starts_with("| reason |"))
            .skip(2)
            .take_while(|line| line.starts_with('|'))
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        let expected = reasons().map(|why| {
            let Rule { of, when } = Rule::of(&why);
            let of: Vec<String> = of.iter().map(Kind::to_string).collect();
            let when = when.iter().map(|when| match when {
                When::AtStart => "at the start",
                When::Asked => "asked",
            });
            (why.code(), of.join(", "), when.collect::<Vec<_>>().join(", "))
        });
        assert_eq!(rows.len(), expected.len());
        for (row, (code, of, when)) in rows.iter().zip(&expected) {
            let first = row[1].trim_matches('`').split([' ', '`']).next();
            assert_eq!((first, row[2], row[3]), (Some(*code), of.as_str(), when.as_str()));
        }
    }
}
