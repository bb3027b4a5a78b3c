//! How entries change the match.

use std::time::Duration;

use cards::agent::ActionValue;
use cards::{Message, Seat};
use table::Referee;
use table::clock::{Span, TimeControl};
use table::key::Key;
use table::player::{Answer, Cost, Reply};
use table::record::{Conditions, Named, Record};
use table::referee::{CAP, Kind, Refused, Step};
use table::stakes::{Stakes, best};

use super::{Effect, Pending, TableState};
use crate::journal_entry::{JournalEntry, What};
use crate::seat_view::Hint;

/// This many actions a hint names.
const HINTED: usize = 3;

impl TableState {
    /// Changes the match as an entry says. It was checked before it was saved.
    pub(super) fn apply(&mut self, entry: JournalEntry, now: Duration) -> Result<(), String> {
        let JournalEntry { number, seat, id, what } = entry;
        let refused = |why: Refused| why.to_string();
        let batch = self.batch();
        let is_note = matches!(what, What::Hint);
        match what {
            What::Act { by, cost, iterations, actions } => {
                let hints = std::mem::take(&mut self.seats[seat.index()].hints);
                self.in_batch = batch > actions.len() as u32;
                let answer = Answer { reply: Reply::Actions(actions), cost, iterations, hints };
                self.referee.answer_by(seat, by, answer).map_err(refused)?;
            }
            What::Force => {
                self.in_batch = batch > 1;
                self.referee.force().ok_or("the action is not forced")?;
            }
            What::Undo(wall) => {
                let cost = Cost { wall, ..Cost::default() };
                let is_asked = matches!(self.referee.asked(), Step::Ask { seat: asked, .. } if asked == seat);
                let private = if is_asked {
                    self.referee.answer(seat, Reply::Undo.costing(cost))
                } else {
                    Err(Refused::NotAsked)
                };
                private.or_else(|_| self.referee.take_back(seat)).map_err(refused)?;
                self.epoch += 1;
                self.in_batch = false;
                self.clients.values_mut().for_each(|listener| listener.log_to = 0);
            }
            What::Hint => self.seats[seat.index()].hints += 1,
            What::Late(wall) => {
                let cost = Cost { wall, ..Cost::default() };
                self.referee.answer(seat, Reply::Late.costing(cost)).map_err(refused)?;
            }
            What::Fill => self.fill()?,
        }
        self.entries = number;
        self.answered.extend(id.map(|id| (seat, id)));
        self.hints = None;
        self.is_queued = false;
        if !is_note {
            self.asked_at = now;
            self.thought = None;
            self.advice = None;
        }
        Ok(())
    }

    /// How many actions of this kind the seat to move takes in a row.
    fn batch(&self) -> u32 {
        let Some(turn) = self.table().turn() else { return 1 };
        self.table().picture(turn.seat.into(), 0).ask.map_or(1, |ask| ask.batch)
    }

    /// Our players take the places of those who have not come, and the match begins.
    fn fill(&mut self) -> Result<(), String> {
        if self.has_begun {
            return Err("the match has begun".to_owned());
        }
        for seat in Seat::all(self.seats.len()) {
            self.seats[seat.index()].is_filled |= self.is_open(seat);
        }
        let header = self.table().header();
        let again = table::open(header.game, &header.setup).map_err(|error| error.to_string())?;
        self.referee = Referee::new(again, self.kinds(), self.terms.time_control(), CAP);
        self.has_begun = true;
        Ok(())
    }

    /// The journal has the entry: apply it and show everybody.
    pub(super) fn saved(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        let Some(Pending { entry, client }) = self.pending.take() else { return };
        let (id, seat, is_hint) = (entry.id, entry.seat, entry.what == What::Hint);
        if !is_hint {
            self.stop_thinking(effects);
        }
        if let Some((ticket, _)) = self.advice.take_if(|_| !is_hint) {
            effects.push(Effect::Cancel(ticket));
        }
        let applied = self.apply(entry, now);
        debug_assert_eq!(applied, Ok(()), "what was checked can be played");
        // Before anybody is told, so that whoever sees the end finds the record.
        if self.is_over() {
            effects.push(Effect::Finished(self.record().to_string()));
        }
        if let Some((client, language)) = client {
            match applied {
                Ok(()) => self.accept(client, id, effects),
                Err(_) => self.refuse(client, id, &Message::new("stale"), seat, language, effects),
            }
        }
        if is_hint {
            self.advise(seat, effects);
        }
        self.publish(now, effects);
    }

    /// The journal does not have the entry: nothing has happened.
    pub(super) fn not_saved(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        let Some(Pending { entry, client }) = self.pending.take() else { return };
        match client {
            Some((client, language)) => {
                self.refuse(client, entry.id, &Message::new("not-saved"), entry.seat, language, effects);
            }
            // Our player's decision is kept, and tried again after its pace.
            None => {
                self.asked_at = now;
                if let Some(thought) = &mut self.thought {
                    thought.since = now;
                }
            }
        }
    }

    fn advise(&mut self, seat: Seat, effects: &mut Vec<Effect>) {
        self.tickets += 1;
        let level = "champion".to_owned();
        let think = super::Think { ticket: self.tickets, seat, level, most: super::MOST, is_advice: true };
        self.advice = Some((think.ticket, seat));
        effects.push(Effect::Think(think));
    }

    pub(super) fn advised(
        &mut self,
        ticket: u64,
        scored: &[ActionValue<String>],
        now: Duration,
        effects: &mut Vec<Effect>,
    ) {
        let Some((_, seat)) = self.advice.take_if(|(known, _)| *known == ticket) else { return };
        let stakes = Stakes::of_hints(self.table());
        let hint = |scored: &ActionValue<String>| Hint {
            action: scored.action.clone(),
            value: (scored.value, scored.margin),
            win: stakes.chance(scored),
        };
        self.hints = Some((seat, best(scored, HINTED).into_iter().map(hint).collect()));
        self.publish(now, effects);
    }

    /// Another match begins at this table.
    pub(super) fn dealt(&mut self, key: Key, now: Duration, effects: &mut Vec<Effect>) {
        let Ok(table) = self.terms.deal(&key) else { return };
        self.referee = Referee::new(table, self.kinds(), self.terms.time_control(), CAP);
        (self.key, self.number) = (key, self.number + 1);
        self.epoch += 1;
        (self.thought, self.advice, self.hints, self.in_batch) = (None, None, None, false);
        for seat in &mut self.seats {
            (seat.wants_again, seat.hints) = (false, 0);
        }
        self.clients.values_mut().for_each(|listener| listener.log_to = 0);
        self.begin(now);
        self.publish(now, effects);
    }

    /// The record of the finished match.
    pub fn record(&self) -> Record {
        let named = |seat: Seat| match self.is_person(seat) {
            true => {
                Named::new(Kind::Person, None, self.seats[seat.index()].name.as_deref().unwrap_or("person"))
            }
            false => crate::players::named(&self.terms.game, self.level(seat)),
        };
        let clock: TimeControl = self.terms.time_control();
        let conditions = Conditions {
            // A given deal has no key.
            key: self.terms.setup.is_none().then_some(self.key),
            clock,
            cap: Span(CAP),
            startup: Span(CAP),
            sandbox: "-".to_owned(),
        };
        let seats = self.seats.len();
        Record::new(&self.referee, &conditions, Seat::all(seats).map(named).collect(), vec![None; seats])
    }
}
