//! Which cards are trumps in a round, and how the cards of a group are ordered.

use std::fmt;

use cards::{Card, CardSet, Rank, Suit, Value};

const JOKERS: u64 = 1 << Card::BLACK_JOKER.code() | 1 << Card::RED_JOKER.code();
/// The step that all cards of the current rank outside the main suit share.
const SHARED_STEP: u32 = 12;
/// Added to the step of a trump, so that any trump is higher than any plain card.
const TRUMP: u8 = 16;

/// Cards that can be led together: one plain suit, or all trumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// The cards of a suit that are not trumps.
    Plain(Suit),
    /// The main suit, the current rank and the jokers.
    Trumps,
}

impl Group {
    /// Every group; the trumps last.
    pub const ALL: [Group; 5] = [
        Group::Plain(Suit::Diamonds),
        Group::Plain(Suit::Hearts),
        Group::Plain(Suit::Spades),
        Group::Plain(Suit::Clubs),
        Group::Trumps,
    ];

    /// The word a player would say.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Plain(suit) => suit.name(),
            Group::Trumps => "trumps",
        }
    }

    /// The same as a message names it.
    pub fn message(self) -> Value {
        Value::Name(self.id())
    }

    /// The id of that message.
    pub const fn id(self) -> &'static str {
        match self {
            Group::Plain(Suit::Diamonds) => "suit-diamonds",
            Group::Plain(Suit::Hearts) => "suit-hearts",
            Group::Plain(Suit::Spades) => "suit-spades",
            Group::Plain(Suit::Clubs) => "suit-clubs",
            Group::Trumps => "trumps",
        }
    }
}

/// The main suit and the current rank of a round, which order the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Order(u8);

/// What an [`Order`] looks up, for each main suit (or none) and rank.
struct Lookup {
    trumps: u64,
    values: [u8; 64],
}

static LOOKUPS: [Lookup; 65] = lookups();

const fn lookups() -> [Lookup; 65] {
    let mut all = [const { Lookup { trumps: 0, values: [0; 64] } }; 65];
    let mut index = 0;
    while index < all.len() {
        all[index] = lookup(Order(index as u8));
        index += 1;
    }
    all
}

const fn lookup(order: Order) -> Lookup {
    let rank = order.rank();
    let suit = match order.main() {
        Some(suit) => CardSet::suit(suit).bits(),
        None => 0,
    };
    let trumps = suit | CardSet::rank(rank).bits() | JOKERS;
    let mut values = [0; 64];
    let mut code = 0;
    while code < 64 {
        if let Some(card) = Card::from_code(code) {
            let one = CardSet::of(card);
            let is_trump = trumps & one.bits() != 0;
            let group = match card.suit() {
                Some(suit) if !is_trump => Group::Plain(suit),
                _ => Group::Trumps,
            };
            let step = order.steps(one, group).mask.trailing_zeros() as u8;
            values[code as usize] = if is_trump { TRUMP + step } else { step };
        }
        code += 1;
    }
    Lookup { trumps, values }
}

impl Order {
    /// The order of a round with this main suit (or none) and the declarers' rank.
    pub const fn new(main: Option<Suit>, rank: Rank) -> Order {
        let main = match main {
            Some(suit) => suit as u8,
            None => 4,
        };
        Order(main * 13 + rank as u8)
    }

    /// The main suit; `None` if the round has none.
    pub const fn main(self) -> Option<Suit> {
        let main = (self.0 / 13) as usize;
        if main < 4 { Some(Suit::ALL[main]) } else { None }
    }

    /// The rank whose cards are trumps.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 % 13) as usize]
    }

    fn lookup(self) -> &'static Lookup {
        &LOOKUPS[self.0 as usize]
    }

    /// Every trump.
    pub fn trumps(self) -> CardSet {
        CardSet::from_bits(self.lookup().trumps)
    }

    /// Every card of a group.
    pub fn cards(self, group: Group) -> CardSet {
        match group {
            Group::Plain(suit) => CardSet::suit(suit) - self.trumps(),
            Group::Trumps => self.trumps(),
        }
    }

    /// The group a card belongs to.
    pub fn group(self, card: Card) -> Group {
        match card.suit() {
            Some(suit) if !self.trumps().contains(card) => Group::Plain(suit),
            _ => Group::Trumps,
        }
    }

    /// The group that all these cards belong to, if there is one.
    pub fn common_group(self, kinds: CardSet) -> Option<Group> {
        let group = self.group(kinds.first()?);
        self.cards(group).includes(kinds).then_some(group)
    }

    /// The strength of a card in a trick: its step in its group, any trump above any plain card.
    pub fn value(self, card: Card) -> u8 {
        self.lookup().values[card.code() as usize]
    }

    /// The strength of a step of a group in a trick.
    pub(super) const fn value_of_step(group: Group, step: u32) -> u8 {
        match group {
            Group::Plain(_) => step as u8,
            Group::Trumps => TRUMP + step as u8,
        }
    }

    /// The steps of these cards, all of `group`, in its order.
    pub(super) const fn steps(self, kinds: CardSet, group: Group) -> Steps {
        let rank = self.rank() as u32;
        let (low, jokers) = match (group, self.main()) {
            (Group::Plain(suit), _) => {
                return Steps { mask: without(kinds.lane(suit), rank), extra: 0 };
            }
            (Group::Trumps, Some(main)) => {
                let lane = kinds.lane(main);
                (without(lane, rank) | (lane >> rank & 1) << (SHARED_STEP + 1), SHARED_STEP + 2)
            }
            (Group::Trumps, None) => (0, SHARED_STEP + 1),
        };
        let mut of_rank = kinds.bits() & CardSet::rank(self.rank()).bits();
        if let Some(main) = self.main() {
            of_rank &= !CardSet::suit(main).bits();
        }
        let shared = of_rank.count_ones() as u8;
        let jokers = ((kinds.bits() & JOKERS) >> Card::BLACK_JOKER.code()) << jokers;
        Steps {
            mask: low | ((shared > 0) as u16) << SHARED_STEP | jokers as u16,
            extra: if shared > 0 { shared - 1 } else { 0 },
        }
    }
}

/// A suit's ranks with the current rank taken out and the gap closed.
const fn without(lane: u16, rank: u32) -> u16 {
    let low = (1 << rank) - 1;
    lane & low | (lane & 0x1fff) >> (rank + 1) << rank
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let main = self.main().map_or('O', Suit::letter);
        write!(f, "main {main}, rank {}", self.rank())
    }
}

/// Kinds of cards of one group as a bit mask of their steps: neighbours are neighbouring bits.
///
/// Only the cards of the current rank outside the main suit share a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Steps {
    /// The steps with at least one kind.
    pub(super) mask: u16,
    /// How many kinds beyond the first are on the shared step.
    pub(super) extra: u8,
}

impl Steps {
    /// The highest step with a kind.
    pub(super) const fn highest(self) -> u32 {
        15 - (self.mask | 1).leading_zeros()
    }

    /// What is left when `len` neighbours from `start` upwards are taken; `None` if one is missing.
    pub(super) const fn take(self, start: u32, len: u32) -> Option<Steps> {
        let run = ((1 << len) - 1) << start;
        if self.mask as u32 & run != run {
            return None;
        }
        let shared = 1 << SHARED_STEP;
        if self.extra > 0 && run & shared != 0 {
            return Some(Steps { mask: self.mask & !(run & !shared) as u16, extra: self.extra - 1 });
        }
        Some(Steps { mask: self.mask & !run as u16, extra: self.extra })
    }

    /// What is left when those of `len` neighbours from `start` upwards that are there are taken, and how many are not.
    pub(super) const fn spend(self, start: u32, len: u32) -> (Steps, u32) {
        let run = (((1 << len) - 1) << start) as u16;
        let missing = (run & !self.mask).count_ones();
        let shared = 1 << SHARED_STEP;
        let rest = if self.extra > 0 && run & shared != 0 {
            Steps { mask: self.mask & !(run & !shared), extra: self.extra - 1 }
        } else {
            Steps { mask: self.mask & !run, extra: self.extra }
        };
        (rest, missing)
    }
}
