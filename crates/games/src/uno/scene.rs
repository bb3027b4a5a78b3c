//! The table as one viewer knows it: the picture, the prompt and the sentences.

use cards::scene::{Ask, Choice, Fact, SeatInfo, Shown, Side, Zone};
use cards::{BySeat, Face, Message, Picture, Rules as _, Said, Scene, Seat, Unexpected, Value, Viewer};

use super::card::{Bag, Card};
use super::check::Knowledge;
use super::public::{Direction, Phase, Public};
use super::view::{change, holder};
use super::{Action, Event, Rules, Uno};
use crate::shedding;
use crate::shedding::of_seat;

/// A match of Uno as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct UnoScene {
    viewer: Viewer,
    public: Public,
    /// The hands the viewer sees; the others stay empty.
    hands: BySeat<Bag>,
    /// The card the seat in turn has drawn and may play or keep, if the viewer knows it.
    drawn: Option<Card>,
    /// Does the deck differ from that of 92?
    is_other_deck: bool,
}

impl UnoScene {
    fn seen_hand(&self, seat: Seat) -> &Bag {
        if self.viewer.sees(seat) { &self.hands[seat] } else { &self.public.known[seat] }
    }

    fn seats(&self) -> Vec<SeatInfo> {
        let has_won = |seat| self.public.phase == Phase::Over { winner: Some(seat) };
        let info = |seat: Seat| SeatInfo {
            seat,
            side: Side(seat.index() as u8),
            role: has_won(seat).then(|| Message::new("shed-won")),
            score: None,
            is_out: false,
        };
        self.public.sizes.seats().map(info).collect()
    }

    /// A hand by colours. Of several cards of a kind those that everybody knows come first.
    fn hand(&self, seat: Seat) -> Zone {
        let (hand, known) = (self.seen_hand(seat), &self.public.known[seat]);
        let held = |card: Card| {
            let (count, seen) = (hand.count(card), known.count(card));
            // The drawn card is the last known one, or the last of all.
            let drawn = match self.public.phase {
                Phase::Drawn { seat: turn, seen: is_seen } if turn == seat && self.drawn == Some(card) => {
                    Some(if is_seen { seen } else { count })
                }
                _ => None,
            };
            (0..count).map(move |n| shedding::held(card, n < seen, drawn == Some(n + 1)))
        };
        let cards =
            |colour: usize| Card::all().skip(12 * colour).take(12).flat_map(held).collect::<Vec<Shown>>();
        let colours = COLOURS.iter().enumerate().map(|(colour, &name)| (name, cards(colour)));
        shedding::hand(seat, colours).and_hidden(self.public.size(seat) - hand.len())
    }

    fn zones(&self) -> Vec<Zone> {
        let piles = &self.public.piles;
        let draw_pile =
            shedding::draw_pile(usize::from(self.public.stock), piles.draw_pile().map(Face::from));
        let discard_pile = shedding::discard_pile(piles.discard_pile().map(Face::from));
        let hands = self.public.sizes.seats().map(|seat| self.hand(seat));
        shedding::zones(hands, [draw_pile, discard_pile], self.viewer.seat())
    }

    fn facts(&self) -> Vec<Fact> {
        if self.public.turn().is_none() {
            return Vec::new();
        }
        let direction = Fact::new("uno-direction", direction(self.public.direction));
        let left = self.public.rules.turns - self.public.turns;
        [direction].into_iter().chain(shedding::few_turns(left)).collect()
    }

    /// The question to the viewer, whose seat is to move.
    fn prompt(&self, seat: Seat) -> Message {
        let top = self.public.top();
        let can_play = self.hands[seat].kinds() & top.followers() != 0;
        match self.drawn.map(Face::from) {
            Some(card) if can_play => Message::new("shed-ask-drawn").with("card", card),
            Some(card) => Message::new("shed-ask-keep").with("card", card),
            None if can_play => Message::new("uno-ask-play")
                .with("colour", Value::Name(COLOURS[top.code() / 12]))
                .with("a-symbol", Value::Name(SYMBOLS[top.code() % 12])),
            None if self.public.can_draw() => Message::new("shed-ask-draw").with("top", Face::from(top)),
            None => Message::new("shed-ask-pass"),
        }
    }

    fn ask(&self, listed: usize) -> Option<Ask> {
        let seat = self.public.turn().filter(|&turn| self.viewer.seat() == Some(turn))?;
        let options = self.public.options(&self.hands[seat]);
        let actions = |visit: &mut dyn FnMut(Action) -> _| options.visit(visit);
        Some(shedding::ask(self.prompt(seat), listed, options.count(), actions, |action| self.choice(action)))
    }

    /// The sentences about an event, before it changes the table.
    fn narrate(&self, event: &Event) -> Said {
        match *event {
            // The sentence about the first seat covers the opening.
            Event::Direction(_)
            | Event::Deck { .. }
            | Event::Give { .. }
            | Event::Stock(_)
            | Event::Discard(_) => Said::new(),
            Event::First(seat) => self.begins(seat),
            Event::Play { seat, card } => self.plays(seat, card),
            Event::Draw { seat, card } => vec![shedding::draws(seat, card.map(Face::from))],
            Event::DrawOpen { seat, card } => vec![shedding::draws(seat, Some(card.into()))],
            Event::TurnOver => vec![Message::new("shed-turn-over")],
            Event::Pass { seat } => match self.public.phase {
                Phase::Drawn { .. } => vec![of_seat("shed-keeps", seat)],
                _ => vec![of_seat("shed-passes", seat)],
            },
            Event::Win { seat } => vec![of_seat("shed-wins", seat)],
            Event::Stuck => vec![Message::new("uno-stuck")],
            Event::Limit => vec![Message::new("shed-nobody")],
        }
    }

    fn begins(&self, seat: Seat) -> Said {
        let deck = self.public.hidden.len() + self.public.piles.discarded();
        let other = self.is_other_deck.then(|| Message::new("uno-other-deck").with("count", deck));
        let opens = Message::new("shed-opens").with("card", Face::from(self.public.top()));
        let turned = self.public.direction == Direction::CounterClockwise;
        let way = turned.then(|| Message::new("uno-goes-counter-clockwise"));
        other.into_iter().chain([opens]).chain(way).chain([of_seat("shed-begins", seat)]).collect()
    }

    fn plays(&self, seat: Seat, card: Card) -> Said {
        let plays = of_seat("shed-plays", seat).with("card", Face::from(card));
        let is_last = self.public.size(seat) == 1;
        let effect = if is_last {
            None
        } else if card.is_pass() {
            Some(of_seat("shed-skipped", self.public.onward(seat, 1)))
        } else {
            card.is_change().then(|| Message::new("uno-direction-changes"))
        };
        [plays].into_iter().chain(effect).collect()
    }
}

impl Scene for UnoScene {
    type Game = Uno;

    fn new(rules: &Rules, viewer: Viewer) -> UnoScene {
        UnoScene {
            viewer,
            public: Public::before_deal(*rules),
            hands: BySeat::all(rules.seats(), Bag::EMPTY),
            drawn: None,
            is_other_deck: false,
        }
    }

    fn observe(&mut self, event: Event) -> Result<Said, Unexpected> {
        let hand = |seat| &self.hands[seat];
        Knowledge { public: &self.public, viewer: self.viewer, hand: &hand }.check(&event)?;
        let said = self.narrate(&event);
        self.drawn = match event {
            Event::Draw { card, .. } => card,
            Event::DrawOpen { card, .. } => Some(card),
            _ => None,
        };
        self.is_other_deck |= matches!(event, Event::Deck { .. });
        self.public.observe(event);
        if let Some(seat) = holder(event).filter(|&seat| self.viewer.sees(seat)) {
            change(&mut self.hands[seat], event);
        }
        Ok(said)
    }

    fn picture(&self, listed: usize) -> Picture {
        Picture {
            viewer: self.viewer,
            turn: self.public.turn(),
            seats: self.seats(),
            zones: self.zones(),
            facts: self.facts(),
            ask: self.ask(listed),
        }
    }

    fn choice(&self, action: Action) -> Choice {
        let (name, card) = match (action, self.drawn.map(Face::from)) {
            (Action::Play(card), _) => {
                let card = Face::from(card);
                (Message::new("shed-choose-play").with("card", card), Some(card))
            }
            (Action::Draw, _) => (Message::new("shed-choose-draw").with("count", 1u32), None),
            (Action::Pass, Some(card)) => (Message::new("shed-choose-keep").with("card", card), None),
            (Action::Pass, None) => (Message::new("shed-choose-pass"), None),
        };
        shedding::choice(action.to_string(), name, card)
    }
}

fn direction(direction: Direction) -> Value {
    Value::Name(match direction {
        Direction::Clockwise => "uno-clockwise",
        Direction::CounterClockwise => "uno-counter-clockwise",
    })
}

/// The names of the colours, in card order.
const COLOURS: [&str; 4] = ["uno-blue", "uno-red", "uno-yellow", "uno-green"];

/// The messages for a card of each symbol, in card order: "a seven".
const SYMBOLS: [&str; 12] = [
    "uno-a-pass",
    "uno-a-change",
    "uno-a-0",
    "uno-a-1",
    "uno-a-2",
    "uno-a-3",
    "uno-a-4",
    "uno-a-5",
    "uno-a-6",
    "uno-a-7",
    "uno-a-8",
    "uno-a-9",
];
