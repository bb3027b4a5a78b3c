//! What people see and read: the table as one viewer knows it, and a sentence for what matters.

use cards::scene::{Ask, Choice, Fact, Group, Item, Mark, SeatInfo, Shown, Zone, ZoneKind};
use cards::{Card, CardSet, Face, Flow, Game, Message, Picture, Said, Scene, Seat, Suit, Unexpected, Viewer};

use super::check::{self, Knowledge, Next};
use super::public::{Phase, Public};
use super::rules::{self, Durak, SEATS};
use super::types::{Action, Event, Rules};

/// The table as one viewer knows it.
#[derive(Clone, PartialEq, Debug)]
pub struct DurakScene {
    public: Public,
    known: Knowledge,
    /// Cards beaten off, the last on top.
    gone: Vec<Card>,
    /// Cards drawn since the last round, as far as this viewer sees them.
    drawn: CardSet,
}

impl Scene for DurakScene {
    type Game = Durak;

    fn new(rules: &Rules, viewer: Viewer) -> DurakScene {
        let known = Knowledge { viewer, hands: [CardSet::EMPTY; SEATS] };
        DurakScene { public: Public::new(*rules), known, gone: Vec::new(), drawn: CardSet::EMPTY }
    }

    fn observe(&mut self, event: Event) -> Result<Said, Unexpected> {
        check::check(&self.public, &self.known, &event)?;
        let before = self.public;
        self.public.observe(event);
        match event {
            Event::Give(seat, Some(card)) => {
                self.known.hands[seat.index()].insert(card);
                if before.phase == Phase::Attack {
                    self.drawn.insert(card);
                }
            }
            Event::Move { by, card, .. } | Event::Add { by, card, .. } | Event::Beat(by, card) => {
                self.known.hands[by.index()].remove(card);
            }
            _ => (),
        }
        // Cards that the defender takes were seen by all.
        for (known, shown) in self.known.hands.iter_mut().zip(self.public.all_shown()) {
            *known |= shown;
        }
        let round = Round::ended(&before, event, &self.public);
        if let Some(round) = &round {
            self.drawn = CardSet::EMPTY;
            if round.taker.is_none() {
                self.gone.extend(&round.cards);
            }
        }
        let mut said = Said::new();
        said.extend(stand_ins(&before, event));
        said.extend(self.sentence(&before, event, round.is_some()));
        said.extend(round.map(Round::sentence));
        said.extend(self.ending());
        Ok(said)
    }

    fn picture(&self, listed: usize) -> Picture {
        let trump = (self.public.phase != Phase::Trump).then(|| Fact::new("durak-trump", self.public.trump));
        let stock = Fact::new("durak-stock", self.public.stock);
        let beaten_off = Fact::new("durak-beaten-off", self.gone.len());
        Picture {
            viewer: self.known.viewer,
            turn: self.turn(),
            seats: Seat::all(SEATS).map(|seat| self.seat_info(seat)).collect(),
            zones: self.zones(),
            facts: trump.into_iter().chain([stock, beaten_off]).collect(),
            ask: self.ask(listed),
        }
    }

    fn choice(&self, action: Action) -> Choice {
        let laying = |id, card: Card| (Message::new(id).with("card", card), vec![Face::from(card)]);
        let (name, cards) = match (self.public.phase, action) {
            (Phase::Defend { .. }, Action::Card(card)) => laying("durak-do-beat", card),
            (Phase::ThrowIn { .. }, Action::Card(card)) => laying("durak-do-throw-in", card),
            (_, Action::Card(card)) => laying("durak-do-attack", card),
            (Phase::Defend { .. }, Action::No) => {
                (Message::new("durak-do-take").with("count", self.public.on_table().len()), Vec::new())
            }
            (_, Action::No) => (Message::new("durak-do-pass"), Vec::new()),
        };
        Choice { action: action.to_string(), name, cards, place: None, brings: None }
    }
}

impl DurakScene {
    /// The seat to move; `None` while cards are drawn.
    fn turn(&self) -> Option<Seat> {
        self.public.turn().filter(|_| Next::of(&self.public) == Next::Decision)
    }

    /// The sentence about an event, without the end of a round.
    fn sentence(&self, before: &Public, event: Event, ends_round: bool) -> Option<Message> {
        let message = match event {
            Event::First(seat) => {
                Message::new("durak-begins").with("seat", seat).with("suit", self.public.trump)
            }
            Event::Give(seat, card) if before.phase == Phase::Attack => {
                let draws = |id| Message::new(id).with("seat", seat);
                match card {
                    Some(card) => draws("durak-draws-cards").with("cards", vec![Face::from(card)]),
                    None => draws("durak-draws").with("count", 1),
                }
            }
            Event::Move { by, to, card } => {
                Message::new("durak-attacks").with("seat", by).with("to", to).with("card", card)
            }
            Event::Add { by, card, .. } => {
                Message::new("durak-throws-in").with("seat", by).with("card", card)
            }
            Event::Beat(seat, card) => {
                let Phase::Defend { against } = before.phase else { return None };
                Message::new("durak-beats").with("seat", seat).with("card", card).with("against", against)
            }
            // If nothing more can be thrown in, the round ends at once, and its sentence says who takes.
            Event::Take(seat) if !ends_round => Message::new("durak-will-take").with("seat", seat),
            Event::Out(seat) => Message::new("durak-out").with("seat", seat),
            // The deal, and seats that pass.
            Event::Trump(_) | Event::Give(..) | Event::Take(_) | Event::Pass(_) => return None,
        };
        Some(message)
    }

    /// The sentence about the winners, once the match is over. The reader comes first: "You and seat 3".
    fn ending(&self) -> Option<Message> {
        let winner = self.public.winner()?;
        let is_partner = self.known.viewer == winner.partner().into();
        let seat = if is_partner { winner.partner() } else { winner };
        Some(Message::new("durak-wins").with("seat", seat).with("partner", seat.partner()))
    }

    fn seat_info(&self, seat: Seat) -> SeatInfo {
        let (attacker, defender) = (self.public.attacker(), self.public.defender());
        let role = match self.public.phase {
            Phase::Trump | Phase::Deal | Phase::Over => None,
            _ if self.public.is_out(seat) => None,
            Phase::ThrowIn { taking: true, .. } if seat == defender => Some("durak-role-takes"),
            _ if seat == defender => Some("durak-role-defends"),
            _ if seat == attacker => Some("durak-role-attacks"),
            _ if seat == attacker.partner() => Some("durak-role-throws-in"),
            _ => None,
        };
        SeatInfo {
            seat,
            side: Durak::side(&self.public.rules, seat),
            role: role.map(Message::new),
            score: None,
            is_out: self.public.is_out(seat),
        }
    }

    /// The others' hands clockwise, the table, and the viewer's own hand.
    fn zones(&self) -> Vec<Zone> {
        let own = self.known.viewer.seat();
        let first = own.map_or(0, |seat| seat.index() + 1);
        let others =
            (0..SEATS).map(|step| Seat::new(0).plus(first + step, SEATS)).filter(|&seat| Some(seat) != own);
        let mut zones: Vec<Zone> = others.map(|seat| self.hand(seat)).collect();
        let pile = |name| Zone::new(ZoneKind::Pile, name, None);
        zones.push(pile("durak-stock").and_hidden(self.public.stock.into()));
        zones.push(self.table());
        zones.push(pile("durak-beaten-off").with(self.gone.iter().map(|&card| self.shown(card))));
        zones.extend(own.map(|seat| self.hand(seat)));
        zones
    }

    /// A hand, as far as the viewer knows it.
    fn hand(&self, seat: Seat) -> Zone {
        let known = self.known.hands[seat.index()];
        let cards = as_held(known, self.public.trump).into_iter().map(|card| {
            let mut shown = self.shown(card);
            if self.public.shown(seat).contains(card) {
                shown.marks.push(Mark::Seen);
            }
            if self.drawn.contains(card) {
                shown.marks.push(Mark::Drawn);
            }
            shown
        });
        let hidden = usize::from(self.public.count(seat)) - known.len() as usize;
        Zone::new(ZoneKind::Hand, "durak-hand", Some(seat)).with(cards).and_hidden(hidden)
    }

    /// The cards of the round: beaten cards with the cards that beat them, then the others.
    fn table(&self) -> Zone {
        let (pairs, open) = self.public.table();
        let pairs = pairs.map(|(card, answer)| Item::Stack(vec![self.shown(card), self.shown(answer)]));
        let open = open.iter().map(|&card| {
            let mut shown = self.shown(card);
            if self.public.phase == (Phase::Defend { against: card }) {
                shown.marks.push(Mark::Open);
            }
            Item::Stack(vec![shown])
        });
        let items: Vec<Item> = pairs.chain(open).collect();
        let is_dealt = !matches!(self.public.phase, Phase::Trump | Phase::Deal);
        let mut zone = Zone::new(ZoneKind::Stacks, "durak-table", is_dealt.then(|| self.public.defender()));
        if !items.is_empty() {
            zone.groups.push(Group { name: None, items });
        }
        zone
    }

    fn shown(&self, card: Card) -> Shown {
        let is_trump = self.public.phase != Phase::Trump && card.suit() == Some(self.public.trump);
        Shown { marks: is_trump.then_some(Mark::Trump).into_iter().collect(), ..Shown::from(card) }
    }

    fn ask(&self, listed: usize) -> Option<Ask> {
        let seat = self.known.viewer.seat().filter(|&seat| self.turn() == Some(seat))?;
        let hand = self.known.hands[seat.index()];
        let mut choices = Vec::new();
        let _ = rules::actions(&self.public, hand, |action| {
            if choices.len() == listed {
                return Flow::Break(());
            }
            choices.push(self.choice(action));
            Flow::Continue(())
        });
        Some(Ask { prompt: self.prompt(hand), batch: 1, choices, all: rules::count(&self.public, hand) })
    }

    /// The question to the seat to move with this hand.
    fn prompt(&self, hand: CardSet) -> Message {
        let fitting = self.public.playable(hand);
        let defender = self.public.defender();
        match self.public.phase {
            Phase::Defend { against } if fitting.is_empty() => {
                Message::new("durak-ask-take").with("card", against)
            }
            Phase::Defend { against } => Message::new("durak-ask-beat").with("card", against),
            Phase::ThrowIn { .. } if fitting.is_empty() => Message::new("durak-ask-pass"),
            Phase::ThrowIn { taking, .. } => {
                let id = if taking { "durak-ask-throw-in-more" } else { "durak-ask-throw-in" };
                let faces: Vec<Face> =
                    as_held(fitting, self.public.trump).into_iter().map(Face::from).collect();
                Message::new(id).with("seat", defender).with("cards", faces)
            }
            _ => Message::new("durak-ask-attack").with("defender", defender),
        }
    }
}

/// At an attack: who plays for a partner that is out.
fn stand_ins(before: &Public, event: Event) -> Said {
    let Event::Move { by, to, .. } = event else { return Said::new() };
    let due = [(by, before.slot()), (to, before.slot().next(SEATS))];
    let stands_in = due.into_iter().filter(|(acting, due)| acting != due);
    stands_in.map(|(seat, out)| Message::new("durak-plays-for").with("seat", seat).with("out", out)).collect()
}

/// A round that is over.
#[derive(Debug)]
struct Round {
    /// Its cards in the order they were laid.
    cards: Vec<Card>,
    /// Who takes them; `None` if they are beaten off.
    taker: Option<Seat>,
}

impl Round {
    /// The round, if this event ended it.
    fn ended(before: &Public, event: Event, after: &Public) -> Option<Round> {
        let had_begun = matches!(before.phase, Phase::Defend { .. } | Phase::ThrowIn { .. });
        if !had_begun || after.phase != Phase::Attack {
            return None;
        }
        let (pairs, open) = before.table();
        let mut cards: Vec<Card> = pairs.flat_map(|(card, answer)| [card, answer]).collect();
        cards.extend(open);
        if let Event::Add { card, .. } | Event::Beat(_, card) = event {
            cards.push(card);
        }
        let is_taken =
            matches!(before.phase, Phase::ThrowIn { taking: true, .. }) || matches!(event, Event::Take(_));
        Some(Round { cards, taker: is_taken.then(|| before.defender()) })
    }

    fn sentence(self) -> Message {
        match self.taker {
            Some(seat) => Message::new("durak-takes").with("seat", seat).with("count", self.cards.len()),
            None => Message::new("durak-beaten"),
        }
    }
}

/// Cards as players hold them: by suit in alternating colours, the trumps last, high cards first.
fn as_held(cards: CardSet, trump: Suit) -> Vec<Card> {
    use Suit::{Clubs, Diamonds, Hearts, Spades};
    let suits = match trump {
        Diamonds => [Spades, Hearts, Clubs, Diamonds],
        Hearts => [Spades, Diamonds, Clubs, Hearts],
        Spades => [Diamonds, Clubs, Hearts, Spades],
        Clubs => [Diamonds, Spades, Hearts, Clubs],
    };
    let mut held = Vec::new();
    for suit in suits.into_iter().rev() {
        held.extend(cards & CardSet::suit(suit));
    }
    held.reverse();
    held
}

#[cfg(test)]
#[path = "scene_tests.rs"]
mod tests;
