//! A round as people see it: hands as players sort them, the trick and the last one, the kitty, and the facts
//! beside the table. The sentences are in `narrate.rs`, the questions in `prompt.rs`.

use cards::scene::{Ask, Choice, Fact, Group as Cards, Item, Mark, Shown, Side, Zone, ZoneKind};
use cards::{BySeat, Card, CardBag, Message, Picture, Said, Scene, Seat, Suit, Unexpected, Value, Viewer};

use super::check::Knowledge;
use super::order::{Group, Order};
use super::public::{ANNOUNCED, Phase, Public};
use super::rules::Tractor;
use super::score::{DOWN, SEATS, points_on, team};
use super::types::{Action, Event, Rules};
use super::{narrate, prompt};

/// A round as one viewer knows it.
#[derive(Clone, PartialEq, Debug)]
pub struct TractorScene {
    known: Knowledge,
    /// The last complete trick: its cards and its winner.
    last: Option<(BySeat<CardBag>, Seat)>,
}

impl Scene for TractorScene {
    type Game = Tractor;

    fn new(rules: &Rules, viewer: Viewer) -> TractorScene {
        TractorScene { known: Knowledge::new(rules, viewer), last: None }
    }

    fn observe(&mut self, event: Event) -> Result<Said, Unexpected> {
        self.known.check(event)?;
        let before = self.known.public;
        self.known.observe(event);
        if let Event::Win(winner, _) = event {
            self.last = Some((before.table, winner));
        }
        Ok(narrate::about(&before, event, &self.known.public))
    }

    fn picture(&self, listed: usize) -> Picture {
        let Knowledge { public, viewer, .. } = &self.known;
        let role = |seat| is_announced(public) && seat == public.dealer;
        let info = |seat| cards::scene::SeatInfo {
            seat,
            side: Side(team(seat) as u8),
            role: role(seat).then(|| Message::new("tractor-deals")),
            score: None,
            is_out: false,
        };
        Picture {
            viewer: *viewer,
            turn: public.turn(),
            seats: Seat::all(SEATS).map(info).collect(),
            zones: self.zones(),
            facts: facts(public, *viewer),
            ask: self.ask(listed),
        }
    }

    fn choice(&self, action: Action) -> Choice {
        prompt::choice(&self.known.public, action)
    }
}

impl TractorScene {
    fn ask(&self, listed: usize) -> Option<Ask> {
        let Knowledge { public, viewer, hands, kitty } = &self.known;
        let seat = viewer.seat().filter(|&seat| public.turn() == Some(seat))?;
        Some(prompt::ask(public, hands[seat], *kitty, listed))
    }

    /// The others' hands from the next seat on, the tricks, the kitty, and the viewer's own hand last.
    fn zones(&self) -> Vec<Zone> {
        let Knowledge { public, viewer, .. } = &self.known;
        let own = viewer.seat();
        let from = own.map_or(0, |seat| seat.index() + 1);
        let around = || (0..SEATS).map(move |n| Seat::new((from + n) % SEATS));
        let mut zones: Vec<Zone> =
            around().filter(|&seat| own != Some(seat)).map(|seat| self.hand(seat)).collect();
        let has_cards = public.on_table > 0;
        zones.extend(around().map(|seat| {
            let cards = if has_cards { public.table[seat] } else { CardBag::EMPTY };
            trick(public.order, "trick", seat, cards, public.trick.winner == seat)
        }));
        if let Some((table, winner)) = &self.last {
            zones.extend(
                around().map(|seat| trick(public.order, "last-trick", seat, table[seat], *winner == seat)),
            );
        }
        zones.extend(self.kitty());
        zones.extend(own.map(|seat| self.hand(seat)));
        zones
    }

    fn hand(&self, seat: Seat) -> Zone {
        let mut zone = Zone::new(ZoneKind::Hand, "hand", Some(seat));
        if !self.known.viewer.sees(seat) {
            return zone.and_hidden(self.known.held(seat) as usize);
        }
        let (order, hand) = (self.known.public.order, self.known.hands[seat]);
        for &group in groups(order) {
            let held = hand.within(order.cards(group));
            if !held.is_empty() {
                let items = sorted(order, held).into_iter().map(|card| Item::Card(shown(order, card)));
                zone.groups.push(Cards { name: Some(Message::new(group.id())), items: items.collect() });
            }
        }
        zone
    }

    /// The buried cards, once there are any.
    fn kitty(&self) -> Option<Zone> {
        let Knowledge { public, viewer, .. } = &self.known;
        let zone = Zone::new(ZoneKind::Pile, "kitty", Some(public.dealer));
        let open = match public.phase {
            Phase::Over => public.kitty,
            _ if viewer.sees(public.dealer) => self.known.kitty,
            _ => return (public.buried > 0).then(|| zone.and_hidden(public.buried as usize)),
        };
        let cards = sorted(public.order, open).into_iter().map(|card| shown(public.order, card));
        (!open.is_empty()).then(|| zone.with(cards))
    }
}

/// Are the levels, the dealer and the main suit known?
fn is_announced(public: &Public) -> bool {
    !matches!(public.phase, Phase::Deal(events) if events < ANNOUNCED)
}

/// The groups of a hand as players hold it: colours alternate, trumps are last.
fn groups(order: Order) -> &'static [Group] {
    use Group::{Plain, Trumps};
    use Suit::{Clubs, Diamonds, Hearts, Spades};
    match order.main() {
        None => &[Plain(Spades), Plain(Hearts), Plain(Clubs), Plain(Diamonds), Trumps],
        Some(Hearts) => &[Plain(Spades), Plain(Diamonds), Plain(Clubs), Trumps],
        Some(Diamonds) => &[Plain(Spades), Plain(Hearts), Plain(Clubs), Trumps],
        Some(Spades) => &[Plain(Hearts), Plain(Clubs), Plain(Diamonds), Trumps],
        Some(Clubs) => &[Plain(Hearts), Plain(Spades), Plain(Diamonds), Trumps],
    }
}

/// The highest first; equal ones by suit.
fn sorted(order: Order, cards: CardBag) -> Vec<Card> {
    let mut all: Vec<Card> = cards.iter().collect();
    all.sort_by_key(|&card| std::cmp::Reverse((order.value(card), card)));
    all
}

fn shown(order: Order, card: Card) -> Shown {
    let mut shown = Shown::from(card);
    if order.trumps().contains(card) {
        shown.marks.push(Mark::Trump);
    }
    match points_on(card) {
        0 => (),
        points => shown.marks.push(Mark::Points(points as u16)),
    }
    shown
}

fn trick(order: Order, name: &'static str, seat: Seat, cards: CardBag, wins: bool) -> Zone {
    let cards = sorted(order, cards).into_iter().map(|card| {
        let mut shown = shown(order, card);
        if wins {
            shown.marks.push(Mark::Winning);
        }
        shown
    });
    Zone::new(ZoneKind::Trick, name, Some(seat)).with(cards)
}

fn facts(public: &Public, viewer: Viewer) -> Vec<Fact> {
    if !is_announced(public) {
        return Vec::new();
    }
    let (order, declarers) = (public.order, team(public.dealer));
    let suit = order.main().map_or(Value::Name("tractor-no-suit"), Value::from);
    let level = |name, team: usize| Fact::new(name, narrate::level(public.ranks[team]));
    let mut facts = vec![
        Fact::new("tractor-trump-suit", suit),
        Fact::new("tractor-trump-rank", narrate::ranks(order.rank())),
    ];
    let points = match viewer.seat() {
        Some(seat) => {
            let own = team(seat);
            facts.extend([level("tractor-your-level", own), level("tractor-their-level", 1 - own)]);
            if own == declarers { "tractor-defenders-points" } else { "tractor-your-points" }
        }
        None => {
            facts.push(level("tractor-declarers-level", declarers));
            facts.push(level("tractor-defenders-level", 1 - declarers));
            "tractor-defenders-points"
        }
    };
    facts.push(Fact { goal: Some(DOWN as i64), ..Fact::new(points, public.points as i64) });
    if public.on_table > 0 {
        facts.push(Fact::new("tractor-trick-points", public.trick_points));
    }
    facts
}

#[cfg(test)]
#[path = "scene_tests.rs"]
mod tests;
