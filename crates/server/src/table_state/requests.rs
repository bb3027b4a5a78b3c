//! What clients want: each request is answered, and only a good one changes something.

use std::time::Duration;

use cards::{Message, Seat};
use games::text::{Language, Reader};
use serde::Deserialize;
use serde_json::json;
use table::player::{Cost, micros};
use table::referee::{By, Step};
use table::{AnyTable, PlayError};

use super::{Client, Effect, TableState};
use crate::journal_entry::What;
use crate::seat_view::{self, LISTED};

/// A request, and the number by which its answer and its repetition are known.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Words {
    /// The number.
    pub id: Option<u64>,
    /// What is wanted.
    #[serde(flatten)]
    pub request: Request,
}

/// What a client can want.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// Play: actions as the game spells them, or cards, or the number of a choice.
    Act {
        /// The actions, all in a row.
        #[serde(default)]
        actions: Vec<String>,
        /// The cards, instead of actions.
        #[serde(default)]
        cards: Vec<String>,
        /// The number of the choice, from 1, instead of both.
        n: Option<usize>,
        /// The number of the scene it answers.
        seq: Option<u64>,
    },
    /// May this be played, and if not, why?
    Why {
        /// The actions, all in a row.
        #[serde(default)]
        actions: Vec<String>,
        /// An action.
        action: Option<String>,
        /// The cards, instead of actions.
        #[serde(default)]
        cards: Vec<String>,
    },
    /// A hint.
    Hint,
    /// Take back the last action.
    Undo,
    /// Another match.
    Rematch,
    /// Begin without those who have not come.
    Start,
    /// Leave: our player stands in at once.
    Leave,
    /// The whole scene again, with the whole log.
    Scene,
    /// Are you there?
    Ping,
}

/// Most actions in one request.
const MOST_ACTIONS: usize = 64;

/// Why a request is refused.
fn no(id: &'static str) -> Message {
    Message::new(id)
}

impl TableState {
    pub(super) fn request(
        &mut self,
        client: Client,
        seat: Option<Seat>,
        language: &'static Language,
        words: Words,
        now: Duration,
        effects: &mut Vec<Effect>,
    ) {
        let Words { id, request } = words;
        match (request, seat) {
            (Request::Ping, _) => self.accept(client, id, effects),
            (Request::Scene, _) => {
                if let Some(listener) = self.clients.get_mut(&client) {
                    listener.log_to = 0;
                    self.show(client, now, effects);
                }
                self.accept(client, id, effects);
            }
            (_, None) => self.refuse_any(client, id, &no("not-a-seat"), None, language, effects),
            (request, Some(seat)) => {
                if id.is_some_and(|id| self.answered.contains(&(seat, id))) {
                    // It was saved and applied: the answer may have been lost, the action is not.
                    return self.accept(client, id, effects);
                }
                let done = self.seated(seat, request, (client, id, language), now, effects);
                if let Err(why) = done {
                    self.refuse(client, id, &why, seat, language, effects);
                }
            }
        }
    }

    /// A request of somebody who sits.
    fn seated(
        &mut self,
        seat: Seat,
        request: Request,
        (client, id, language): (Client, Option<u64>, &'static Language),
        now: Duration,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Message> {
        if self.pending.is_some() {
            return Err(no("busy"));
        }
        if request != Request::Leave {
            self.returned(seat, now, effects);
        }
        match request {
            Request::Act { actions, cards, n, seq } => {
                if seq.is_some_and(|seq| seq != self.entries) {
                    return Err(no("stale"));
                }
                self.check_turn(seat)?;
                let actions = self.actions_meant(seat, actions, cards, n)?;
                self.check_all(seat, &actions)?;
                let cost = Cost::wall(now.saturating_sub(self.asked_at));
                let what = What::Act { by: By::Person, cost, iterations: 0, actions };
                self.save(seat, id, what, Some((client, language)), effects);
            }
            Request::Why { mut actions, action, cards } => {
                actions.extend(action);
                let actions = self.actions_meant(seat, actions, cards, None)?;
                self.check_all(seat, &actions)?;
                let answer = json!({ "kind": "answer", "id": id, "ok": true, "actions": actions });
                effects.push(Effect::Send(client, answer.to_string()));
            }
            Request::Hint => {
                if !self.terms.hints {
                    return Err(no("no-hints"));
                }
                self.check_turn(seat)?;
                if self.advice.is_some() {
                    return Err(no("busy"));
                }
                if !self.has_choice() {
                    return Err(no("only-choice"));
                }
                self.save(seat, id, What::Hint, Some((client, language)), effects);
            }
            Request::Undo => {
                if !self.can_undo(seat) {
                    return Err(if self.plays_alone() { no("too-late-to-undo") } else { no("no-undo") });
                }
                let wall = micros(now.saturating_sub(self.asked_at));
                self.save(seat, id, What::Undo(wall), Some((client, language)), effects);
            }
            Request::Rematch => {
                if !self.is_over() {
                    return Err(no("not-over"));
                }
                self.seats[seat.index()].wants_again = true;
                self.accept(client, id, effects);
                let is_ready = |other: Seat| {
                    let state = &self.seats[other.index()];
                    !self.is_person(other) || state.wants_again || state.sockets == 0
                };
                if Seat::all(self.seats.len()).all(is_ready) {
                    effects.push(Effect::Deal);
                } else {
                    self.publish(now, effects);
                }
            }
            Request::Start => {
                if self.has_begun || seat != self.terms.host() {
                    return Err(no("not-host"));
                }
                self.save(seat, id, What::Fill, Some((client, language)), effects);
            }
            Request::Leave => {
                self.seats[seat.index()].has_left = true;
                self.accept(client, id, effects);
                self.publish(now, effects);
            }
            Request::Scene | Request::Ping => (),
        }
        Ok(())
    }

    fn check_turn(&self, seat: Seat) -> Result<(), Message> {
        if !self.has_begun {
            return Err(no("not-begun"));
        }
        match self.referee.asked() {
            Step::Over => Err(PlayError::Over.message()),
            Step::Ask { seat: asked, .. } if asked == seat => Ok(()),
            Step::Ask { seat: asked, .. } | Step::Forced(asked) => {
                Err(PlayError::NotYourTurn(asked).message())
            }
        }
    }

    /// The actions that a request means.
    fn actions_meant(
        &self,
        seat: Seat,
        actions: Vec<String>,
        cards: Vec<String>,
        n: Option<usize>,
    ) -> Result<Vec<String>, Message> {
        if let Some(n) = n {
            self.check_turn(seat)?;
            let choice = self.table().legal(n.min(LISTED)).into_iter().nth(n.wrapping_sub(1));
            return choice.map(|choice| vec![choice.action]).ok_or(no("not-understood"));
        }
        if actions.is_empty() && !cards.is_empty() {
            return seat_view::meant(self.table(), seat, &cards).map_err(|error| error.message());
        }
        let is_fine = (1..=MOST_ACTIONS).contains(&actions.len());
        if is_fine { Ok(actions) } else { Err(no("not-understood")) }
    }

    /// Can all of these be played in a row?
    fn check_all(&self, seat: Seat, actions: &[String]) -> Result<(), Message> {
        let checked = match actions {
            [only] => self.table().check(seat, only),
            // Whether the second can be played shows only after the first.
            all => self.copy().and_then(|mut copy| {
                copy.play_all(seat, &all.iter().map(String::as_str).collect::<Vec<_>>()).map(drop)
            }),
        };
        checked.map_err(|error| error.message())
    }

    /// The same match at another table, to try something.
    fn copy(&self) -> Result<Box<dyn AnyTable>, PlayError> {
        let header = self.table().header();
        let mut copy = table::open(header.game, &header.setup).map_err(|_| PlayError::NoText)?;
        for (seat, action) in self.table().played(0) {
            copy.play(seat, &action)?;
        }
        Ok(copy)
    }

    /// Has the seat to move more than one action?
    pub(super) fn has_choice(&self) -> bool {
        self.table().turn().is_some_and(|turn| turn.count > 1)
    }

    /// Does one person play against our players?
    pub(super) fn plays_alone(&self) -> bool {
        Seat::all(self.seats.len()).filter(|&seat| self.is_person(seat)).count() == 1
    }

    /// May this seat take back its last action?
    pub(super) fn can_undo(&self, seat: Seat) -> bool {
        let is_last = self.table().played(0).last().is_some_and(|(by, _)| *by == seat);
        // Our players have seen it, but they forget; a person would not.
        self.plays_alone()
            && is_last
            && !self.is_over()
            && self.copy().is_ok_and(|mut copy| copy.take_back(seat))
    }

    pub(super) fn accept(&self, client: Client, id: Option<u64>, effects: &mut Vec<Effect>) {
        let answer = json!({ "kind": "answer", "id": id, "ok": true, "seq": self.entries });
        effects.push(Effect::Send(client, answer.to_string()));
    }

    pub(super) fn refuse(
        &self,
        client: Client,
        id: Option<u64>,
        why: &Message,
        seat: Seat,
        language: &Language,
        effects: &mut Vec<Effect>,
    ) {
        self.refuse_any(client, id, why, Some(seat), language, effects);
    }

    fn refuse_any(
        &self,
        client: Client,
        id: Option<u64>,
        why: &Message,
        you: Option<Seat>,
        language: &Language,
        effects: &mut Vec<Effect>,
    ) {
        let names = self.shown_names();
        let why = seat_view::parts(why, language, Reader { you, names: &names });
        let answer = json!({ "kind": "answer", "id": id, "ok": false, "why": why });
        effects.push(Effect::Send(client, answer.to_string()));
    }
}
