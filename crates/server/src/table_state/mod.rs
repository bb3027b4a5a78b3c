//! A table as a pure state machine around the one referee: `step(input, now) -> effects`.
//!
//! Nothing here waits, reads a clock or touches a socket. An action is checked, saved, applied and published,
//! in this order: `step` asks for the save ([`Effect::Save`]) and applies the entry when it is told that it is
//! done ([`Input::Saved`]). Whoever drives it must not step it with anything else in between.
//!
//! **Pace.** What others see must not depend on hidden cards, and that includes when they see it. A player of
//! ours answers a fixed time after the question, whether it had a choice or not, and however long it thought.
//! A person is asked also where there is no choice.

mod apply;
mod publish;
mod requests;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use cards::agent::{ActionValue, Allowed};
use cards::{BySeat, Seat, Viewer};
use games::text::Language;
use table::key::Key;
use table::player::micros;
use table::referee::{By, CAP, Step};
use table::{Answer, AnyTable, Referee, TableError};

use crate::journal_entry::{JournalEntry, What};
use crate::seat_view::Hint;
use crate::terms::{SeatTerms, Terms};

pub use requests::{Request, Words};

/// A connection, numbered by whoever drives the table.
pub type Client = u64;

/// What happens to a table.
pub enum Input {
    /// Somebody connects: in a seat, or to watch.
    Joined {
        /// Who.
        client: Client,
        /// The seat, proved by its token.
        seat: Option<Seat>,
        /// The language of the client.
        language: &'static Language,
    },
    /// A connection is lost.
    Parted(Client),
    /// Somebody in this seat looked at the table without a connection.
    Seen(Seat),
    /// A person sits down; this is saved already.
    Sat(Seat, String),
    /// A client wants something. It need not have joined.
    Asked {
        /// Who.
        client: Client,
        /// The seat, proved by its token.
        seat: Option<Seat>,
        /// The language of the client.
        language: &'static Language,
        /// What.
        words: Words,
    },
    /// A player of ours has decided; `None` if it failed.
    Thought(u64, Option<Answer<String>>),
    /// Our champion has advised.
    Advised(u64, Vec<ActionValue<String>>),
    /// The entry is saved.
    Saved,
    /// The entry could not be saved.
    NotSaved,
    /// Another match is dealt from this key; this is saved already.
    Dealt(Key),
    /// The time that was asked for has come.
    Wake,
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Save this entry, then say so.
    Save(JournalEntry),
    /// Send this text to a client.
    Send(Client, String),
    /// Let a player of ours think.
    Think(Think),
    /// The answer of this ticket is not wanted any more.
    Cancel(u64),
    /// Wake the table at this time, instead of any time asked for before.
    Wake(Duration),
    /// Deal another match.
    Deal,
    /// The match is over; this is its record.
    Finished(String),
}

/// A job for a player of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Think {
    /// Names the answer.
    pub ticket: u64,
    /// For which seat.
    pub seat: Seat,
    /// Who thinks: a level.
    pub level: String,
    /// The most time it may take.
    pub most: Duration,
    /// Is it advice for a person, not a decision?
    pub is_advice: bool,
}

/// A table.
pub struct TableState {
    id: String,
    terms: Terms,
    /// The number of the match at this table, from 1.
    number: u64,
    key: Key,
    referee: Referee<Box<dyn AnyTable>>,
    seats: Vec<SeatState>,
    has_begun: bool,
    /// The entries at this table so far.
    entries: u64,
    /// The people's requests that are in the journal.
    answered: HashSet<(Seat, u64)>,
    clients: BTreeMap<Client, Listener>,
    /// When the seat to move was asked.
    asked_at: Duration,
    /// Does the action that comes next belong to a batch that has begun?
    in_batch: bool,
    pending: Option<Pending>,
    thought: Option<Thought>,
    advice: Option<(u64, Seat)>,
    hints: Option<(Seat, Vec<Hint>)>,
    tickets: u64,
    /// Changes when what our players were told is no longer true.
    epoch: u64,
    /// Has a client been told that our player is late?
    is_queued: bool,
}

#[derive(Clone, Debug, Default)]
struct SeatState {
    /// A person's name, once it sits.
    name: Option<String>,
    /// Does a player of ours fill the place of somebody who did not come?
    is_filled: bool,
    sockets: u32,
    /// When the person last did something.
    seen: Option<Duration>,
    /// When the person's last connection was lost, if it has none.
    gone: Option<Duration>,
    /// When the person last looked at the page without a connection.
    looked: Option<Duration>,
    has_left: bool,
    wants_again: bool,
    /// Hints since the seat was asked.
    hints: u32,
}

struct Listener {
    seat: Option<Seat>,
    language: &'static Language,
    /// The events it has been told in sentences.
    log_to: usize,
}

/// An entry on its way to the journal, and who waits for it.
struct Pending {
    entry: JournalEntry,
    client: Option<(Client, &'static Language)>,
}

/// A player of ours at work, for itself or as a stand-in.
struct Thought {
    ticket: u64,
    seat: Seat,
    by: By,
    since: Duration,
    /// How often it has failed.
    failures: u32,
    done: Option<What>,
}

/// What is kept of a table besides its entries.
pub struct Kept {
    /// The table's name in addresses.
    pub id: String,
    /// Its terms.
    pub terms: Terms,
    /// The number of the match, from 1.
    pub number: u64,
    /// The match's key.
    pub key: Key,
    /// The names of the people who sit, by seat.
    pub names: Vec<Option<String>>,
    /// How many entries earlier matches had.
    pub earlier: u64,
}

/// Why a table cannot be opened again.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// Its terms do not fit this program.
    #[error("the table cannot be dealt: {0}")]
    Terms(#[from] TableError),
    /// An entry cannot be applied.
    #[error("entry {number} of the journal cannot be played: {why}")]
    Entry {
        /// Which.
        number: u64,
        /// Why.
        why: String,
    },
}

impl TableState {
    /// A table as the journal has it. Clocks start anew with the decision that was open.
    pub fn open(kept: Kept, entries: Vec<JournalEntry>, now: Duration) -> Result<TableState, Broken> {
        let table = kept.terms.deal(&kept.key)?;
        let Kept { id, terms, number, key, names, earlier } = kept;
        let referee = Referee::new(table, terms.kinds(), terms.time_control(), CAP);
        let seat = |name: &Option<String>| SeatState {
            name: name.clone(),
            gone: name.as_ref().map(|_| now),
            ..SeatState::default()
        };
        let mut state = TableState {
            id,
            seats: names.iter().map(seat).collect(),
            terms,
            number,
            key,
            referee,
            has_begun: false,
            entries: earlier,
            answered: HashSet::new(),
            clients: BTreeMap::new(),
            asked_at: now,
            in_batch: false,
            pending: None,
            thought: None,
            advice: None,
            hints: None,
            tickets: 0,
            epoch: 0,
            is_queued: false,
        };
        state.has_begun = state.is_full();
        for entry in entries {
            let number = entry.number;
            state.apply(entry, now).map_err(|why| Broken::Entry { number, why })?;
        }
        state.asked_at = now;
        Ok(state)
    }

    /// What happens, and what is to be done about it.
    pub fn step(&mut self, input: Input, now: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        match input {
            Input::Joined { client, seat, language } => {
                self.clients.insert(client, Listener { seat, language, log_to: 0 });
                if let Some(seat) = seat {
                    let person = &mut self.seats[seat.index()];
                    person.sockets += 1;
                    self.returned(seat, now, &mut effects);
                    self.publish(now, &mut effects);
                } else {
                    self.show(client, now, &mut effects);
                }
            }
            Input::Parted(client) => {
                if let Some(Listener { seat: Some(seat), .. }) = self.clients.remove(&client) {
                    let person = &mut self.seats[seat.index()];
                    person.sockets -= 1;
                    if person.sockets == 0 {
                        person.gone = Some(now);
                        self.publish(now, &mut effects);
                    }
                }
            }
            Input::Seen(seat) => {
                self.seats[seat.index()].looked = Some(now);
                self.returned(seat, now, &mut effects);
            }
            Input::Sat(seat, name) => {
                let person = &mut self.seats[seat.index()];
                (person.name, person.gone) = (Some(name), Some(now));
                if !self.has_begun && self.is_full() {
                    self.begin(now);
                }
                self.publish(now, &mut effects);
            }
            Input::Asked { client, seat, language, words } => {
                self.request(client, seat, language, words, now, &mut effects);
            }
            Input::Thought(ticket, answer) => self.thought(ticket, answer, &mut effects),
            Input::Advised(ticket, scored) => self.advised(ticket, &scored, now, &mut effects),
            Input::Saved => self.saved(now, &mut effects),
            Input::NotSaved => self.not_saved(now, &mut effects),
            Input::Dealt(key) => self.dealt(key, now, &mut effects),
            Input::Wake => (),
        }
        self.advance(now, &mut effects);
        effects
    }

    /// The match. Only what its viewers may see goes out.
    pub fn table(&self) -> &dyn AnyTable {
        self.referee.table().as_ref()
    }

    /// What our player in this seat has not been told yet.
    pub fn events(&self, seat: Seat, from: usize) -> Vec<String> {
        self.table().events(seat.into(), from)
    }

    /// The table's name in addresses.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The key: our players' chance comes from it.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// The number of the match at this table.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Changes when what our players were told is no longer true: they must be seated anew.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The number of the last entry, and of the scenes that show it.
    pub fn seq(&self) -> u64 {
        self.entries
    }

    /// Is the match over?
    pub fn is_over(&self) -> bool {
        self.referee.ending().is_some()
    }

    /// Has the match begun?
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Is nobody connected?
    pub fn is_deserted(&self) -> bool {
        self.clients.is_empty()
    }

    /// The names of the people, by seat; `None` where nobody sits.
    pub fn names(&self) -> Vec<Option<String>> {
        self.seats.iter().map(|seat| seat.name.clone()).collect()
    }

    /// Is this seat a person's that has not been taken?
    pub fn is_open(&self, seat: Seat) -> bool {
        let state = &self.seats[seat.index()];
        self.terms.seats[seat.index()] == SeatTerms::Person && state.name.is_none() && !state.is_filled
    }

    fn is_full(&self) -> bool {
        !Seat::all(self.seats.len()).any(|seat| self.is_open(seat))
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.terms.seats[seat.index()] == SeatTerms::Person && !self.seats[seat.index()].is_filled
    }

    /// The level of our player in this seat, or of its stand-in.
    fn level(&self, seat: Seat) -> &str {
        match &self.terms.seats[seat.index()] {
            SeatTerms::Agent(level) => level,
            SeatTerms::Person => &self.terms.stand_in,
        }
    }

    fn begin(&mut self, now: Duration) {
        self.has_begun = true;
        self.asked_at = now;
    }

    /// A person is back and decides for itself again.
    fn returned(&mut self, seat: Seat, now: Duration, effects: &mut Vec<Effect>) {
        let person = &mut self.seats[seat.index()];
        (person.seen, person.has_left) = (Some(now), false);
        if person.sockets == 0 {
            person.gone = Some(now);
        }
        let is_stood_in = |thought: &Thought| thought.seat == seat && thought.by == By::StandIn;
        if self.thought.as_ref().is_some_and(is_stood_in) && self.pending.is_none() {
            self.stop_thinking(effects);
        }
    }

    fn stop_thinking(&mut self, effects: &mut Vec<Effect>) {
        self.is_queued = false;
        if let Some(thought) = self.thought.take().filter(|thought| thought.done.is_none()) {
            effects.push(Effect::Cancel(thought.ticket));
        }
    }

    /// Does what is due, and asks to be woken for what is not.
    fn advance(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if !self.has_begun || self.pending.is_some() {
            return;
        }
        let mut wake = None;
        match self.referee.asked() {
            Step::Over => (),
            Step::Forced(seat) => wake = self.agent(seat, By::Agent, None, now, effects),
            Step::Ask { seat, allowed, .. } if !self.is_person(seat) => {
                wake = self.agent(seat, By::Agent, Some(allowed), now, effects);
            }
            Step::Ask { seat, allowed, limit } => {
                let stood_in_at = self.stood_in_at(seat);
                let has_clock = allowed != Allowed::Unlimited;
                let flag = has_clock.then(|| self.asked_at + limit + Duration::from_micros(1));
                if flag.is_some_and(|flag| now >= flag) {
                    let took = micros(now - self.asked_at);
                    self.save(seat, None, What::Late(took), None, effects);
                    return;
                }
                let is_due = stood_in_at.is_some_and(|at| now >= at);
                wake = match stood_in_at {
                    Some(_) if is_due => self.agent(seat, By::StandIn, Some(allowed), now, effects),
                    later => later,
                };
                wake = [wake, flag].into_iter().flatten().min();
            }
        }
        if let Some(at) = wake.filter(|_| self.pending.is_none()) {
            effects.push(Effect::Wake(at));
        }
    }

    /// When our player takes the place of the person to move. Only if somebody else waits: a person who plays
    /// against our players alone finds the table as it was.
    fn stood_in_at(&self, seat: Seat) -> Option<Duration> {
        let others = Seat::all(self.seats.len()).filter(|&other| other != seat && self.is_person(other));
        let waits = |other: Seat| self.seats[other.index()].sockets > 0;
        if !others.into_iter().any(waits) {
            return None;
        }
        let person = &self.seats[seat.index()];
        let seen = person.seen.map_or(self.asked_at, |seen| seen.max(self.asked_at));
        Some(match person.gone {
            _ if person.has_left => self.asked_at,
            // Connected, but it does nothing.
            _ if person.sockets > 0 => seen + IDLE * self.terms.absence(),
            Some(gone) => self.asked_at.max(gone + self.terms.absence()),
            None => self.asked_at + self.terms.absence(),
        })
    }

    /// Our player's turn: lets it think, and plays when the time has come. Answers when to look again.
    fn agent(
        &mut self,
        seat: Seat,
        by: By,
        allowed: Option<Allowed>,
        now: Duration,
        effects: &mut Vec<Effect>,
    ) -> Option<Duration> {
        let level = self.level(seat).to_owned();
        let pace = if self.in_batch { FOLLOWING } else { pace(&level) } * self.terms.pace / 100;
        let is_forced = self.table().turn().is_some_and(|turn| turn.count == 1);
        if self.thought.is_none() {
            self.tickets += 1;
            let ticket = self.tickets;
            let done = is_forced.then(|| match by {
                By::Agent => What::Force,
                _ => self.only_action(by),
            });
            let most = match allowed {
                Some(Allowed::Move(each)) => each.min(MOST),
                Some(Allowed::Match { left, .. }) => (left / 10).min(MOST),
                Some(Allowed::Unlimited) | None => MOST,
            };
            if done.is_none() {
                effects.push(Effect::Think(Think { ticket, seat, level, most, is_advice: false }));
            }
            self.thought = Some(Thought { ticket, seat, by, since: now, failures: 0, done });
            if by == By::StandIn {
                self.publish(now, effects);
            }
        }
        let thought = self.thought.as_ref()?;
        let due = thought.since + pace;
        if now < due {
            return Some(due);
        }
        if let Some(what) = thought.done.clone() {
            self.save(seat, None, what, None, effects);
        } else if !self.is_queued {
            self.is_queued = true;
            self.publish(now, effects);
        }
        None
    }

    /// The only action of the seat to move, decided by a stand-in.
    fn only_action(&self, by: By) -> What {
        let actions = vec![self.table().first().expect("a seat to move has an action")];
        What::Act { by, cost: Default::default(), iterations: 0, actions }
    }

    fn thought(&mut self, ticket: u64, answer: Option<Answer<String>>, effects: &mut Vec<Effect>) {
        let Some(seat) = self.thought.as_ref().filter(|thought| thought.ticket == ticket).map(|t| t.seat)
        else {
            return;
        };
        let by = self.thought.as_ref().map_or(By::Agent, |thought| thought.by);
        let what = match answer {
            Some(Answer { reply: table::Reply::Action(action), cost, iterations, .. })
                if self.table().check(seat, &action).is_ok() =>
            {
                Some(What::Act { by, cost, iterations, actions: vec![action] })
            }
            _ => None,
        };
        let fallback = self.only_action(by);
        self.tickets += 1;
        let again = self.tickets;
        let Some(thought) = &mut self.thought else { return };
        match what {
            Some(what) => thought.done = Some(what),
            // A player of ours that fails is replaced by the simplest one, for this decision.
            None if thought.failures == 0 => {
                (thought.failures, thought.ticket) = (1, again);
                let level = "random".to_owned();
                effects.push(Effect::Think(Think {
                    ticket: again,
                    seat,
                    level,
                    most: MOST,
                    is_advice: false,
                }));
            }
            None => thought.done = Some(fallback),
        }
    }

    /// Asks for an entry to be saved.
    fn save(
        &mut self,
        seat: Seat,
        id: Option<u64>,
        what: What,
        client: Option<(Client, &'static Language)>,
        effects: &mut Vec<Effect>,
    ) {
        let entry = JournalEntry { number: self.entries + 1, seat, id, what };
        effects.push(Effect::Save(entry.clone()));
        self.pending = Some(Pending { entry, client });
    }

    /// Who this seat or spectator is to the match: once it is over, everything is open.
    fn viewer(&self, seat: Option<Seat>) -> Viewer {
        match seat {
            _ if self.is_over() => Viewer::Open,
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Public,
        }
    }

    fn kinds(&self) -> BySeat<table::referee::Kind> {
        let kinds = self.terms.kinds();
        BySeat::from_fn(self.seats.len(), |seat| {
            if self.is_person(seat) { kinds[seat] } else { table::referee::Kind::Agent }
        })
    }
}

/// The most time that a player of ours thinks.
pub const MOST: Duration = Duration::from_millis(1500);

/// A person who is connected and does nothing is stood in for after so many times the table's absence.
const IDLE: u32 = 5;

/// The pace of the actions after the first where several come in a row. Everybody knows how many there are.
const FOLLOWING: Duration = Duration::from_millis(150);

/// How long after the question our players answer.
pub fn pace(level: &str) -> Duration {
    Duration::from_millis(match level {
        "random" => 600,
        "beginner" => 700,
        "club" => 800,
        "expert" => 1000,
        _ => 1300,
    })
}
