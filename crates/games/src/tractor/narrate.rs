//! The sentences about events.

use cards::{CardBag, Face, Message, Rank, Said, Seat, Value};

use super::legal_plays::faces;
use super::order::{Group, Order};
use super::public::{Phase, Public};
use super::score::{SEATS, kitty_bonus, points, team};
use super::shape::Shape;
use super::types::Event;

/// The sentences about an event. `before` and `after` are the table before and after it.
pub(super) fn about(before: &Public, event: Event, after: &Public) -> Said {
    match event {
        // One sentence covers the deal, when it is over.
        Event::Level(..) | Event::Dealer(_) | Event::Main(_) => Said::new(),
        Event::Give(..) if after.phase == Phase::Bury => dealt(after),
        Event::Give(..) => Said::new(),
        Event::Bury(seat, None) => {
            vec![Message::new("tractor-buries").with("seat", seat).with("count", 1_u32)]
        }
        Event::Bury(seat, Some(card)) => {
            let cards = vec![Face::from(card)];
            vec![Message::new("tractor-buries-cards").with("seat", seat).with("cards", cards)]
        }
        Event::Play(seat, cards) => vec![play(before, after, seat, cards)],
        Event::Win(seat, points) => {
            vec![Message::new("tractor-wins").with("seat", seat).with("points", points)]
        }
        Event::End(..) => ended(after),
    }
}

/// The sentences about the dealer and the trumps.
fn dealt(public: &Public) -> Said {
    let rank = public.order.rank();
    let deals = Message::new("tractor-dealt").with("seat", public.dealer).with("level", level(rank));
    let trumps = match public.order.main() {
        Some(suit) => Message::new("tractor-trumps-are").with("suit", suit),
        None => Message::new("tractor-trumps-without-suit"),
    };
    vec![deals, trumps.with("ranks", ranks(rank))]
}

fn play(before: &Public, after: &Public, seat: Seat, cards: CardBag) -> Message {
    let order = before.order;
    let (trick, group) = (&before.trick, order.cards(after.trick.group));
    let id = if before.is_leading() {
        Combination::of(order, cards).leads()
    } else if cards.within(group).len() == cards.len() {
        "tractor-follows"
    } else if order.trumps().includes(cards.kinds()) && trick.is_beaten_by(order, cards) {
        "tractor-trumps-in"
    } else {
        return discard(seat, after.trick.group, cards.within(group), cards);
    };
    with_cards(Message::new(id).with("seat", seat), cards)
}

/// A play that does not follow with all its cards: the last of the led group, if there are any, and others.
fn discard(seat: Seat, group: Group, last: CardBag, cards: CardBag) -> Message {
    let message = |id| Message::new(id).with("seat", seat).with("group", group.message());
    if last.is_empty() {
        return with_cards(message("tractor-discards"), cards);
    }
    with_cards(message("tractor-discards-after-last").with("last", faces(last)), cards - last)
}

/// A message about cards. `card` is the first one, for messages about a single card.
pub(super) fn with_cards(message: Message, cards: CardBag) -> Message {
    let faces = faces(cards);
    let message = match faces.first() {
        Some(&first) => message.with("card", first),
        None => message,
    };
    message.with("cards", faces)
}

/// The sentences about the kitty, the result and the next dealer.
fn ended(public: &Public) -> Said {
    let outcome = public.outcome();
    let (hidden, longest) = (points(public.kitty), public.trick.shape.longest());
    let kitty = if !public.is_defender(public.trick.winner) {
        Message::new("tractor-kitty-kept")
    } else if hidden == 0 {
        Message::new("tractor-kitty-empty")
    } else {
        let bonus = kitty_bonus(hidden.into(), longest);
        let times = Message::new("tractor-kitty-won").with("points", hidden).with("times", 1_i64 << longest);
        times.with("bonus", bonus as i64)
    };
    let mut partners = Seat::all(SEATS).filter(|&seat| team(seat) == outcome.team);
    let result = match (outcome.is_made, outcome.ranks[outcome.team]) {
        (_, _) if outcome.levels_up == 0 => Message::new("tractor-down-without-level"),
        (true, Some(_)) => Message::new("tractor-made"),
        (true, None) => Message::new("tractor-made-and-won"),
        (false, Some(_)) => Message::new("tractor-down"),
        (false, None) => Message::new("tractor-down-and-won"),
    };
    let mut result = result.with("points", public.points as i64);
    for (name, seat) in ["one", "other"].into_iter().zip(&mut partners) {
        result = result.with(name, seat);
    }
    if let Some(rank) = outcome.ranks[outcome.team].filter(|_| outcome.levels_up > 0) {
        result = result.with("levels", outcome.levels_up as i64).with("level", level(rank));
    }
    let mut said = vec![kitty.with("cards", faces(public.kitty)), result];
    if outcome.winner().is_none() {
        said.push(Message::new("tractor-deals-next").with("seat", outcome.dealer));
    }
    said
}

/// The name of a lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Combination {
    Single,
    Pair,
    Tractor,
    Throw,
}

impl Combination {
    /// The name of these cards when they are led.
    pub(super) fn of(order: Order, cards: CardBag) -> Combination {
        let Some(group) = order.common_group(cards.kinds()) else { return Combination::Throw };
        let shape = Shape::of(order, group, cards);
        match (shape.cards, shape.tractors.is_empty()) {
            (1, _) => Combination::Single,
            _ if shape.is_throw() => Combination::Throw,
            (_, true) => Combination::Pair,
            (_, false) => Combination::Tractor,
        }
    }

    /// The sentence about leading them.
    fn leads(self) -> &'static str {
        match self {
            Combination::Single => "tractor-leads-card",
            Combination::Pair => "tractor-leads-pair",
            Combination::Tractor => "tractor-leads-tractor",
            Combination::Throw => "tractor-leads-throw",
        }
    }

    /// The choice to lead them.
    pub(super) fn lead(self) -> &'static str {
        match self {
            Combination::Single => "tractor-lead-card",
            Combination::Pair => "tractor-lead-pair",
            Combination::Tractor => "tractor-lead-tractor",
            Combination::Throw => "tractor-lead-throw",
        }
    }
}

/// A level: "seven".
pub(super) fn level(rank: Rank) -> Value {
    Value::Name(match rank {
        Rank::Two => "tractor-level-2",
        Rank::Three => "tractor-level-3",
        Rank::Four => "tractor-level-4",
        Rank::Five => "tractor-level-5",
        Rank::Six => "tractor-level-6",
        Rank::Seven => "tractor-level-7",
        Rank::Eight => "tractor-level-8",
        Rank::Nine => "tractor-level-9",
        Rank::Ten => "tractor-level-T",
        Rank::Jack => "tractor-level-J",
        Rank::Queen => "tractor-level-Q",
        Rank::King => "tractor-level-K",
        Rank::Ace => "tractor-level-A",
    })
}

/// All cards of a rank: "sevens".
pub(super) fn ranks(rank: Rank) -> Value {
    Value::Name(match rank {
        Rank::Two => "tractor-ranks-2",
        Rank::Three => "tractor-ranks-3",
        Rank::Four => "tractor-ranks-4",
        Rank::Five => "tractor-ranks-5",
        Rank::Six => "tractor-ranks-6",
        Rank::Seven => "tractor-ranks-7",
        Rank::Eight => "tractor-ranks-8",
        Rank::Nine => "tractor-ranks-9",
        Rank::Ten => "tractor-ranks-T",
        Rank::Jack => "tractor-ranks-J",
        Rank::Queen => "tractor-ranks-Q",
        Rank::King => "tractor-ranks-K",
        Rank::Ace => "tractor-ranks-A",
    })
}

/// A small number in words: "two".
pub(super) fn number(number: u32) -> Value {
    const WORDS: [&str; 13] = [
        "number-0",
        "number-1",
        "number-2",
        "number-3",
        "number-4",
        "number-5",
        "number-6",
        "number-7",
        "number-8",
        "number-9",
        "number-10",
        "number-11",
        "number-12",
    ];
    WORDS.get(number as usize).map_or(Value::from(number), |&word| Value::Name(word))
}

/// One card of a group: "a spade".
pub(super) fn one_of(group: Group) -> Value {
    Value::Name(match group {
        Group::Plain(cards::Suit::Diamonds) => "tractor-a-diamond",
        Group::Plain(cards::Suit::Hearts) => "tractor-a-heart",
        Group::Plain(cards::Suit::Spades) => "tractor-a-spade",
        Group::Plain(cards::Suit::Clubs) => "tractor-a-club",
        Group::Trumps => "tractor-a-trump",
    })
}

#[cfg(test)]
#[path = "narrate_tests.rs"]
mod tests;
