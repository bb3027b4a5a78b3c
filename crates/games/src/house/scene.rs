//! The table as people see it: the whole house, the row, the held cards, and what every action would build.

use cards::scene::{Ask, Choice, Group, Item, Mark, Picture, SeatInfo, Shown, Zone, ZoneKind};
use cards::{Flow, Game, Message, Said, Scene, Seat, Unexpected, Viewer};

use super::building::Building;
use super::card::{Card, Colour};
use super::check::Observed;
use super::rules::House;
use super::tower::Triangle;
use super::types::Action;
use super::types::{Event, Rules};

/// The house as one viewer knows it. All cards are face up, so everybody sees the same.
#[derive(Clone, PartialEq, Debug)]
pub struct HouseScene {
    viewer: Viewer,
    observed: Observed,
    building: Building,
}

impl Scene for HouseScene {
    type Game = House;

    fn new(rules: &Rules, viewer: Viewer) -> HouseScene {
        HouseScene { viewer, observed: Observed::new(*rules), building: Building::default() }
    }

    fn observe(&mut self, event: Event) -> Result<Said, Unexpected> {
        self.observed.check(&event)?;
        let before = self.observed;
        self.observed.observe(event);
        let mut said = Said::new();
        match event {
            Event::Red { seat } => {
                said.push(
                    Message::new("house-colours")
                        .with("seat", seat)
                        .with("red", seat)
                        .with("black", seat.next(2)),
                );
            }
            Event::Deck { deck, .. } => {
                self.building = Building::new(&deck);
                let colour = deck[0].colour();
                let first = self.observed.house().seat(colour);
                said.push(Message::new("house-begins").with("first", first).with("colour", colour));
            }
            Event::Hold { seat, card } => {
                said.push(Message::new("house-holds").with("seat", seat).with("card", card));
            }
            Event::Floor { seat, place, card } => {
                let lays = Message::new("house-lays").with("seat", seat).with("card", card);
                let action = Action::Floor { place, card };
                said.push(self.build(&before, action, lays.with("place", place.index() + 1)));
            }
            Event::Peak { seat, place, left, right } => {
                let sets =
                    Message::new("house-sets").with("seat", seat).with("left", left).with("right", right);
                let action = Action::Peak { place, left, right };
                said.push(self.build(&before, action, sets.with("place", place.index() + 1)));
            }
            Event::Score { seat, points } => {
                // The sentence about building already named the points of a triangle.
                said.extend(
                    before
                        .next_score()
                        .filter(|due| due.is_for_held)
                        .map(|_| self.held_at_the_end(seat, points)),
                );
            }
        }
        if self.observed.is_over() && !before.is_over() {
            said.push(self.result());
        }
        Ok(said)
    }

    fn picture(&self, listed: usize) -> Picture {
        let house = self.observed.house();
        let seats = Seat::all(2).map(|seat| SeatInfo {
            seat,
            side: House::side(&Rules::default(), seat),
            role: self.observed.has_colours().then(|| Message::new(house.colour(seat).name())),
            score: Some(house.score(house.colour(seat)).into()),
            is_out: false,
        });
        let turn = house.turn();
        Picture {
            viewer: self.viewer,
            turn,
            seats: seats.collect(),
            zones: self.zones(),
            facts: Vec::new(),
            ask: turn.filter(|&seat| self.viewer == Viewer::Seat(seat)).map(|seat| self.ask(seat, listed)),
        }
    }

    fn choice(&self, action: Action) -> Choice {
        let house = self.observed.house();
        let (name, cards) = match action {
            Action::Hold => {
                // Nothing is drawn once the match is over.
                let drawn: Vec<Card> = house.row().first().copied().into_iter().collect();
                let name = Message::new("house-hold");
                (drawn.iter().fold(name, |name, &card| name.with("card", card)), drawn)
            }
            Action::Floor { place, card } => {
                (Message::new("house-floor").with("card", card).with("place", place.index() + 1), vec![card])
            }
            Action::Peak { place, left, right } => {
                let name = Message::new("house-peak").with("left", left).with("right", right);
                (name.with("place", place.index() + 1), vec![left, right])
            }
        };
        Choice {
            action: action.to_string(),
            name,
            cards: cards.into_iter().map(Into::into).collect(),
            place: self.building.site(action),
            brings: house.pays(action).map(|triangle| (triangle.colour.into(), triangle.points.into())),
        }
    }
}

impl HouseScene {
    /// Builds, and completes the sentence with the points and who gets them.
    fn build(&mut self, before: &Observed, action: Action, does: Message) -> Message {
        let pays = before.house().pays(action);
        self.building.build(action, pays);
        let Triangle { colour, points } = pays.expect("what is built completes a triangle");
        let to = before.house().seat(colour);
        does.with("to", to).with("colour", colour).with("points", i32::from(points))
    }

    /// The sentence about a card still held at the end.
    fn held_at_the_end(&self, seat: Seat, points: i16) -> Message {
        let house = self.observed.house();
        let card = house.held(house.colour(seat)).expect("points are for a card that is held");
        let id = if points > 0 { "house-held-counts" } else { "house-held-costs" };
        Message::new(id).with("seat", seat).with("card", card).with("points", i32::from(points.abs()))
    }

    fn result(&self) -> Message {
        let house = self.observed.house();
        let [red, black] = [Colour::Red, Colour::Black].map(|colour| house.score(colour));
        if red == black {
            return Message::new("house-tie").with("points", red);
        }
        let winner = house.seat(if red > black { Colour::Red } else { Colour::Black });
        let wins = Message::new("house-wins").with("seat", winner).with("by", (red - black).abs());
        wins.with("points", red.max(black)).with("other", red.min(black))
    }

    fn zones(&self) -> Vec<Zone> {
        let house = self.observed.house();
        let mut tower = Zone::new(ZoneKind::Tower, "house-tower", None);
        let cards = self.building.cards.iter().map(|&(at, card)| Item::Placed { at, card: card.into() });
        let triangles = self.building.triangles.iter().map(|&(at, Triangle { colour, points })| {
            Item::Scored { at, ink: colour.into(), points: points.into() }
        });
        let items: Vec<Item> = cards.chain(triangles).collect();
        if !items.is_empty() {
            tower.groups.push(Group { name: None, items });
        }
        let row = house.row().iter().enumerate().map(|(index, &card)| {
            let marks = if index == 0 { vec![Mark::Drawn] } else { Vec::new() };
            Shown { face: card.into(), marks }
        });
        let row = Zone::new(ZoneKind::Row, "house-row", None).with(row);
        let held = Seat::all(2).map(|seat| {
            Zone::new(ZoneKind::Hand, "house-held", Some(seat)).with(house.held(house.colour(seat)))
        });
        [tower, row].into_iter().chain(held).collect()
    }

    fn ask(&self, seat: Seat, listed: usize) -> Ask {
        let house = self.observed.house();
        let (drawn, has_valleys) = (house.row()[0], house.tower().valleys().len() > 0);
        let prompt = match (house.held(house.colour(seat)), has_valleys) {
            (None, true) => Message::new("house-build-or-hold"),
            (None, false) => Message::new("house-only-hold"),
            (Some(held), true) => Message::new("house-build-either").with("held", held),
            (Some(held), false) => Message::new("house-build-peak").with("held", held),
        };
        let mut choices = Vec::new();
        let _ = house.actions(|action| {
            if choices.len() == listed {
                return Flow::Break(());
            }
            choices.push(self.choice(action));
            Flow::Continue(())
        });
        Ask { prompt: prompt.with("drawn", drawn), batch: 1, choices, all: house.count() }
    }
}
