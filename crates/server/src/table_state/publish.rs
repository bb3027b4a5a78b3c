//! What everybody is shown.

use std::time::Duration;

use cards::Seat;
use cards::agent::Allowed;
use games::text::Language;
use table::ending::Ending;
use table::referee::{By, Step};

use super::{Client, Effect, TableState};
use crate::players;
use crate::seat_view::{self, Options, Over, SeatClock, Sitter, Source, Who};

impl TableState {
    /// Shows everybody who is connected the table as it is.
    pub(super) fn publish(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        let clients: Vec<Client> = self.clients.keys().copied().collect();
        clients.into_iter().for_each(|client| self.show(client, now, effects));
    }

    /// Shows one client the table.
    pub(super) fn show(&mut self, client: Client, now: Duration, effects: &mut Vec<Effect>) {
        let Some(listener) = self.clients.get(&client) else { return };
        let text = self.scene(listener.seat, listener.log_to, listener.language, now);
        let told = self.table().event_count();
        if let Some(listener) = self.clients.get_mut(&client) {
            listener.log_to = told;
        }
        effects.push(Effect::Send(client, text));
    }

    /// The table as somebody in this seat, or without one, sees it; sentences from event `log_from` on.
    pub fn scene(&self, seat: Option<Seat>, log_from: usize, language: &Language, now: Duration) -> String {
        let sitters = self.sitters(now);
        let is_over = self.is_over();
        let hints = self.hints.as_ref().filter(|(of, _)| seat == Some(*of)).map(|(_, hints)| &hints[..]);
        let options = Options {
            hint: self.terms.hints && self.has_choice() && seat.is_some_and(|seat| self.is_asked(seat)),
            undo: seat.is_some_and(|seat| self.can_undo(seat)),
            rematch: is_over && seat.is_some(),
            start: !self.has_begun && seat == Some(self.terms.host()),
            queued: self.is_queued,
        };
        let source = Source {
            table: self.table(),
            viewer: self.viewer(seat),
            you: seat,
            seq: self.entries,
            number: self.number,
            sitters: &sitters,
            log_from,
            over: is_over.then(|| self.over()),
            has_begun: self.has_begun,
            options,
            hints,
            commitment: self.key.commitment().to_string(),
            key: is_over.then(|| self.key.to_string()),
        };
        seat_view::scene(&source, language)
    }

    /// The scene of a client with the whole log, for one that has missed something.
    pub fn whole_scene(&self, client: Client, now: Duration) -> Option<String> {
        let listener = self.clients.get(&client)?;
        Some(self.scene(listener.seat, 0, listener.language, now))
    }

    fn is_asked(&self, seat: Seat) -> bool {
        matches!(self.referee.asked(), Step::Ask { seat: asked, .. } if asked == seat) && self.has_begun
    }

    fn over(&self) -> Over {
        let forfeit = match self.referee.ending() {
            Some(Ending::Forfeit { seat, why }) => Some((*seat, why.message())),
            _ => None,
        };
        let again = Seat::all(self.seats.len()).filter(|seat| self.seats[seat.index()].wants_again);
        Over { payoffs: self.referee.payoffs().iter().copied().collect(), forfeit, again: again.collect() }
    }

    /// What each seat is called.
    pub(super) fn shown_names(&self) -> Vec<String> {
        let name = |seat: Seat| match &self.seats[seat.index()].name {
            Some(name) if self.is_person(seat) => name.clone(),
            _ => players::name(seat).to_owned(),
        };
        Seat::all(self.seats.len()).map(name).collect()
    }

    fn sitters(&self, now: Duration) -> Vec<Sitter> {
        let names = self.shown_names();
        let sitter = |(seat, name): (Seat, String)| {
            let who = self.who(seat, now);
            let is_ours = matches!(who, Who::Agent | Who::StandIn);
            let level = is_ours.then(|| self.level(seat).to_owned());
            Sitter { name, who, level, clock: self.clock(seat, now) }
        };
        Seat::all(self.seats.len()).zip(names).map(sitter).collect()
    }

    fn who(&self, seat: Seat, now: Duration) -> Who {
        let state = &self.seats[seat.index()];
        let is_stood_in = self.thought.as_ref().is_some_and(|it| it.seat == seat && it.by == By::StandIn);
        match () {
            () if !self.is_person(seat) => Who::Agent,
            () if state.name.is_none() => Who::Open,
            () if is_stood_in => Who::StandIn,
            () if state.has_left => Who::Away,
            () if state.sockets > 0 || state.looked.is_some_and(|looked| now < looked + PRESENT) => {
                Who::Person
            }
            () => Who::Away,
        }
    }

    /// A person's clock. Our players' clocks are not shown: a forced action costs them nothing, and so a clock
    /// would show what was forced.
    fn clock(&self, seat: Seat, now: Duration) -> Option<SeatClock> {
        if !self.is_person(seat) {
            return None;
        }
        let runs = self.is_asked(seat);
        let spent = if runs { now.saturating_sub(self.asked_at) } else { Duration::ZERO };
        let left = match (self.referee.asked(), runs) {
            (Step::Ask { allowed, .. }, true) => allowed,
            _ => self.referee.allowed(seat),
        };
        let left = match left {
            Allowed::Unlimited => return None,
            Allowed::Move(each) => each,
            Allowed::Match { left, .. } => left,
        };
        Some(SeatClock { left_ms: left.saturating_sub(spent).as_millis() as u64, runs })
    }
}

/// A person without a connection is shown as present for so long: pages without script come and go.
const PRESENT: Duration = Duration::from_secs(15);
