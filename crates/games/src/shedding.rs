//! What the scenes of Mau-Mau and Uno share: two piles, hands with known cards, and the sentences about
//! drawing.

use cards::scene::{Ask, Choice, Fact, Group, Item, Mark, Shown, Zone, ZoneKind};
use cards::{Face, Flow, Message, Seat};

/// How many cards of the discard pile are shown, the top card last: as many as one round at the largest table
/// plays. The cards under them are only counted, as at a real table.
const FANNED: usize = 4;

/// With fewer turns left than this, a viewer sees how many.
const FEW_TURNS: u32 = 20;

/// The discard pile, given from its bottom.
pub(crate) fn discard_pile(cards: impl ExactSizeIterator<Item = Face>) -> Zone {
    let covered = cards.len().saturating_sub(FANNED);
    Zone::new(ZoneKind::Pile, "discard-pile", None).with(cards.skip(covered)).and_hidden(covered)
}

/// The draw pile: cards face down and, once the discard pile has been turned over, `known` cards, whose order
/// everybody has seen, given from the top.
pub(crate) fn draw_pile(hidden: usize, known: impl Iterator<Item = Face>) -> Zone {
    let mut known: Vec<Face> = known.collect();
    known.reverse();
    Zone::new(ZoneKind::Pile, "draw-pile", None).with(known).and_hidden(hidden)
}

/// A hand in groups, each with its name.
pub(crate) fn hand(seat: Seat, groups: impl IntoIterator<Item = (&'static str, Vec<Shown>)>) -> Zone {
    let mut zone = Zone::new(ZoneKind::Hand, "hand", Some(seat));
    let named = groups.into_iter().filter(|(_, cards)| !cards.is_empty()).map(|(name, cards)| Group {
        name: Some(Message::new(name)),
        items: cards.into_iter().map(Item::Card).collect(),
    });
    zone.groups.extend(named);
    zone
}

/// A card of a hand, with its marks.
pub(crate) fn held(face: impl Into<Face>, is_seen: bool, is_drawn: bool) -> Shown {
    let marks = [(Mark::Seen, is_seen), (Mark::Drawn, is_drawn)];
    Shown {
        face: face.into(),
        marks: marks.into_iter().filter_map(|(mark, is_set)| is_set.then_some(mark)).collect(),
    }
}

/// The other hands, the two piles, and the viewer's own hand last.
pub(crate) fn zones(hands: impl Iterator<Item = Zone>, piles: [Zone; 2], own: Option<Seat>) -> Vec<Zone> {
    let (mine, mut zones): (Vec<Zone>, Vec<Zone>) =
        hands.partition(|zone| own.is_some() && zone.owner == own);
    zones.extend(piles);
    zones.extend(mine);
    zones
}

/// How many turns are left, if they are few.
pub(crate) fn few_turns(left: u32) -> Option<Fact> {
    (left < FEW_TURNS).then(|| Fact::new("shed-turns-left", left))
}

/// A seat draws a card, which this viewer sees or not.
pub(crate) fn draws(seat: Seat, card: Option<Face>) -> Message {
    match card {
        Some(face) => Message::new("shed-draws-cards").with("seat", seat).with("cards", vec![face]),
        None => Message::new("shed-draws").with("seat", seat).with("count", 1u32),
    }
}

/// A message about a seat, without other values.
pub(crate) fn of_seat(id: &'static str, seat: Seat) -> Message {
    Message::new(id).with("seat", seat)
}

/// A choice of an action.
pub(crate) fn choice(action: String, name: Message, card: Option<Face>) -> Choice {
    Choice { action, name, cards: card.into_iter().collect(), place: None, brings: None }
}

/// What a seat must decide, with the first `listed` of `all` choices.
pub(crate) fn ask<A>(
    prompt: Message,
    listed: usize,
    all: u32,
    actions: impl FnOnce(&mut dyn FnMut(A) -> Flow) -> Flow,
    choice: impl Fn(A) -> Choice,
) -> Ask {
    let mut choices = Vec::new();
    let _ = actions(&mut |action| {
        if choices.len() == listed {
            return Flow::Break(());
        }
        choices.push(choice(action));
        Flow::Continue(())
    });
    Ask { prompt, batch: 1, choices, all }
}
