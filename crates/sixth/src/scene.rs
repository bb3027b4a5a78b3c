//! The table as one viewer knows it. It keeps a view and remembers the last trick.

use cards::scene::{Ask, Choice, Fact, Mark, SeatInfo, Shown, Zone, ZoneKind};
use cards::{Face, Flow, Game, Message, Picture, Said, Scene, Seat, Unexpected, Value, View as _, Viewer};

use crate::card::Card;
use crate::public::{Next, TRICKS};
use crate::rules::Elements;
use crate::types::{Action, Event, Rules};
use crate::view::ElementsView;

/// A match of Elements as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct ElementsScene {
    rules: Rules,
    view: ElementsView,
    /// The last trick. It stays on the table until the next one begins.
    last: Vec<(Seat, Card)>,
}

fn of_seat(id: &'static str, seat: Seat) -> Message {
    Message::new(id).with("seat", seat)
}

impl ElementsScene {
    /// The sentences about an event, before it changes the table.
    fn narrate(&self, event: Event) -> Said {
        match event {
            Event::First { seat } => vec![of_seat("elements-first", seat)],
            Event::Give { .. } => Said::new(),
            Event::Hide { seat, card: Some(card) } => {
                vec![of_seat("elements-hides-card", seat).with("card", card)]
            }
            Event::Hide { seat, card: None } => vec![of_seat("elements-hides", seat)],
            Event::Play { seat, card } => vec![of_seat("elements-plays", seat).with("card", card)],
            Event::Trick { seat, points } => {
                let wins = of_seat("elements-wins-trick", seat).with("points", points);
                let is_last = self.view.public().tricks() + 1 == TRICKS;
                [wins].into_iter().chain(is_last.then(|| Message::new("match-over"))).collect()
            }
        }
    }

    fn ask(&self, listed: usize) -> Option<Ask> {
        let public = self.view.public();
        let turn = public.turn().filter(|&turn| self.view.viewer() == turn.into())?;
        let prompt = match public.next() {
            Next::Hide(_) => Message::new("elements-ask-hide"),
            _ if public.starts_trick() => Message::new("elements-ask-lead"),
            _ => Message::new("elements-ask-follow").with("number", public.to_beat()),
        };
        let mut choices = Vec::new();
        let _ = self.view.actions(|action| {
            if choices.len() == listed {
                return Flow::Break(());
            }
            choices.push(self.choice(action));
            Flow::Continue(())
        });
        Some(Ask { prompt, batch: 1, choices, all: public.size(turn) as u32 })
    }

    fn zones(&self) -> Vec<Zone> {
        let public = self.view.public();
        let mut zones = Vec::new();
        let trick: Vec<(Seat, Card)> = public.trick().collect();
        let trick = if trick.is_empty() { &self.last } else { &trick };
        for seat in Seat::all(public.seats()) {
            let known = self.view.known(seat);
            let unknown = public.size(seat) - known.len();
            zones.push(
                Zone::new(ZoneKind::Hand, "hand", Some(seat)).with(known.map(Face::from)).and_hidden(unknown),
            );
            if public.has_hidden(seat) {
                let card = self.view.hidden(seat);
                let zone = Zone::new(ZoneKind::Pile, "elements-face-down", Some(seat));
                zones.push(zone.with(card.map(Face::from)).and_hidden(usize::from(card.is_none())));
            }
            let played = trick.iter().find(|(by, _)| *by == seat).map(|(_, card)| {
                let wins = public.winner().is_some_and(|(winner, _)| winner == seat);
                Shown { face: (*card).into(), marks: wins.then_some(Mark::Winning).into_iter().collect() }
            });
            zones.push(Zone::new(ZoneKind::Trick, "elements-trick", Some(seat)).with(played));
        }
        if public.left() > 0 {
            zones.push(Zone::new(ZoneKind::Pile, "elements-out-of-play", None).and_hidden(public.left()));
        }
        zones
    }
}

impl Scene for ElementsScene {
    type Game = Elements;

    fn new(rules: &Rules, viewer: Viewer) -> ElementsScene {
        ElementsScene { rules: *rules, view: ElementsView::new(*rules, viewer), last: Vec::new() }
    }

    fn observe(&mut self, event: Event) -> Result<Said, Unexpected> {
        self.view.check(&event)?;
        let said = self.narrate(event);
        if let Event::Trick { .. } = event {
            self.last = self.view.public().trick().collect();
        }
        self.view.observe(event);
        Ok(said)
    }

    fn picture(&self, listed: usize) -> Picture {
        let public = self.view.public();
        let info = |seat: Seat| SeatInfo {
            seat,
            side: Elements::side(&self.rules, seat),
            role: None,
            score: Some(public.points()[seat].into()),
            is_out: false,
        };
        let tricks =
            Fact { of: Some(TRICKS.into()), ..Fact::new("elements-tricks", Value::from(public.tricks())) };
        Picture {
            viewer: self.view.viewer(),
            turn: public.turn(),
            seats: Seat::all(public.seats()).map(info).collect(),
            zones: self.zones(),
            facts: vec![tricks],
            ask: self.ask(listed),
        }
    }

    fn choice(&self, action: Action) -> Choice {
        let (id, card) = match action {
            Action::Hide(card) => ("elements-choose-hide", card),
            Action::Play(card) => ("elements-choose-play", card),
        };
        let name = Message::new(id).with("card", card);
        Choice { action: action.to_string(), name, cards: vec![card.into()], place: None, brings: None }
    }
}
