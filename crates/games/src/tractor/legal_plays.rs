//! The legal actions of the seat to move: listed, counted, picked by number and checked.
//!
//! The truth and the views use this code. Leads and most follows are counted by formula, so that a random
//! action needs no list.

use cards::{Card, CardBag, CardSet, Face, Flow, Illegal, Message};

use super::narrate::number;
use super::order::{Group, Order, Steps};
use super::public::{KITTY, Phase, Public};
use super::shape::{Tractors, can_form, required};
use super::types::Action;

/// The legal actions of a seat to move.
pub(super) enum LegalPlays {
    /// Nothing: the match is over or another seat is to move.
    Nothing,
    /// One of these cards may be buried.
    Bury(CardSet),
    /// Any cards of one group may be led.
    Lead(Order, CardBag),
    /// The seat must follow a lead.
    Follow(Follow),
}

impl LegalPlays {
    /// The legal actions of the seat to move, which holds `hand` and, as the dealer, has buried `kitty`.
    pub(super) fn of(public: &Public, hand: CardBag, kitty: CardBag) -> LegalPlays {
        match public.phase {
            Phase::Bury => LegalPlays::Bury(can_bury(hand, kitty)),
            Phase::Play if public.is_leading() => LegalPlays::Lead(public.order, hand),
            Phase::Play => LegalPlays::Follow(Follow::of(public, hand)),
            _ => LegalPlays::Nothing,
        }
    }

    /// Visits every action once.
    pub(super) fn visit(&self, mut visit: impl FnMut(Action) -> Flow) -> Flow {
        match self {
            LegalPlays::Nothing => Flow::Continue(()),
            LegalPlays::Bury(cards) => cards.map(Action::Bury).try_for_each(visit),
            LegalPlays::Lead(order, hand) => Group::ALL
                .into_iter()
                .try_for_each(|group| leads(hand.within(order.cards(group)), |bag| visit(Action::Play(bag)))),
            LegalPlays::Follow(follow) => follow.visit(&mut |bag| visit(Action::Play(bag))),
        }
    }

    /// How many actions there are.
    pub(super) fn count(&self) -> u32 {
        match *self {
            LegalPlays::Nothing => 0,
            LegalPlays::Bury(cards) => cards.len(),
            LegalPlays::Lead(order, hand) => {
                Group::ALL.into_iter().map(|group| count_leads(hand.within(order.cards(group)))).sum()
            }
            LegalPlays::Follow(ref follow) => follow.count(),
        }
    }

    /// The action number `n` in the order of the visit.
    pub(super) fn nth(&self, mut n: u32) -> Option<Action> {
        match self {
            LegalPlays::Nothing => None,
            LegalPlays::Bury(cards) => cards.nth(n).map(Action::Bury),
            LegalPlays::Lead(order, hand) => {
                for group in Group::ALL {
                    let held = hand.within(order.cards(group));
                    let count = count_leads(held);
                    if n < count {
                        return Some(Action::Play(nth_lead(held, n)));
                    }
                    n -= count;
                }
                None
            }
            LegalPlays::Follow(follow) => follow.nth(n).map(Action::Play),
        }
    }
}

/// The cards the dealer may bury next: not below the last one, and with enough cards at or above it left. So
/// each choice of eight cards can be buried in one order only.
fn can_bury(hand: CardBag, kitty: CardBag) -> CardSet {
    let left = KITTY - kitty.len();
    let mut allrequired = hand.kinds();
    if let Some(last) = kitty.kinds().last() {
        allrequired &= CardSet::from_bits(u64::MAX << last.code());
    }
    let (mut above, mut too_high) = (0, allrequired);
    while let Some(card) = too_high.last() {
        above += hand.count(card);
        if above >= left {
            break;
        }
        allrequired.remove(card);
        too_high.remove(card);
    }
    allrequired
}

/// The number of leads of one group: zero up to all copies of each kind, but at least one card.
fn count_leads(held: CardBag) -> u32 {
    let pairs = held.pairs().len();
    let singles = held.kinds().len() - pairs;
    (3_u32.pow(pairs) << singles) - 1
}

/// The lead number `n`: the digits of `n + 1` in base 2 or 3 are the copies of each kind, the first kind
/// lowest.
fn nth_lead(held: CardBag, n: u32) -> CardBag {
    let mut number = n + 1;
    let (mut once, mut twice) = (CardSet::EMPTY, CardSet::EMPTY);
    for card in held.kinds() {
        let digit = if held.pairs().contains(card) {
            let digit = number % 3;
            number /= 3;
            digit
        } else {
            let digit = number & 1;
            number >>= 1;
            digit
        };
        if digit > 0 {
            once.insert(card);
        }
        if digit > 1 {
            twice.insert(card);
        }
        if number == 0 {
            break;
        }
    }
    CardBag::from_planes(once, twice)
}

/// Visits the leads of one group in the order of their numbers: adds one with carry, and visits.
fn leads(held: CardBag, mut visit: impl FnMut(CardBag) -> Flow) -> Flow {
    let (mut once, mut twice) = (CardSet::EMPTY, CardSet::EMPTY);
    loop {
        let carried = held.kinds().find(|&card| {
            if !once.contains(card) {
                once.insert(card);
                return true;
            }
            if held.pairs().contains(card) && !twice.contains(card) {
                twice.insert(card);
                return true;
            }
            once.remove(card);
            twice.remove(card);
            false
        });
        if carried.is_none() {
            return Flow::Continue(());
        }
        visit(CardBag::from_planes(once, twice))?;
    }
}

/// What a follow must be: some cards are forced, the others are picked from a pool.
///
/// A seat with at most as many cards of the led group as were led must play all of them, and fills up with
/// any others. A seat with more picks among them, with the required pairs and tractors.
pub(super) struct Follow {
    order: Order,
    group: Group,
    /// Cards that must be played.
    pub(super) forced: CardBag,
    pub(super) pool: CardBag,
    /// How many cards to pick.
    pub(super) cards: u32,
    /// How many pairs must be among them.
    pub(super) pairs: u32,
    /// Tractors that must be among them.
    pub(super) tractors: Tractors,
}

/// Cards as messages name them.
pub(super) fn faces(cards: CardBag) -> Vec<Face> {
    cards.iter().map(Face::from).collect()
}

impl Follow {
    /// What a seat with this hand must play to the lead on the table.
    pub(super) fn of(public: &Public, hand: CardBag) -> Follow {
        let (order, trick) = (public.order, &public.trick);
        let (group, led) = (trick.group, u32::from(trick.shape.cards));
        let held = hand.within(order.cards(group));
        if held.len() <= led {
            let (pool, cards) = (hand - held, led - held.len());
            return Follow { order, group, forced: held, pool, cards, pairs: 0, tractors: Tractors::NONE };
        }
        let pairs = u32::from(trick.shape.pairs).min(held.pairs().len());
        let tractors = if trick.shape.tractors.is_empty() || pairs < 2 {
            Tractors::NONE
        } else {
            required(order.steps(held.pairs(), group), trick.shape.tractors)
        };
        Follow { order, group, forced: CardBag::EMPTY, pool: held, cards: led, pairs, tractors }
    }

    /// The steps of pairs of the led group.
    pub(super) fn steps(&self, pairs: CardSet) -> Steps {
        self.order.steps(pairs, self.group)
    }

    /// Are the required tractors in the picked cards?
    fn has_tractors(&self, picked: CardBag) -> bool {
        self.tractors.is_empty() || can_form(self.steps(picked.pairs()), self.tractors)
    }

    /// The pairs to pick from.
    fn pairs_held(&self) -> CardBag {
        CardBag::from_planes(self.pool.pairs(), self.pool.pairs())
    }

    /// Checks that these cards, which the seat holds, may be played.
    pub(super) fn check(&self, cards: CardBag) -> Result<(), Illegal> {
        let group = self.group.message();
        let wanted = self.forced.len() + self.cards;
        if cards.len() != wanted {
            return Err(Illegal(Message::new("tractor-follow-count").with("number", number(wanted))));
        }
        if !self.forced.is_empty() {
            if !cards.includes(self.forced) {
                let reason = Message::new("tractor-follow-all").with("group", group);
                return Err(Illegal(reason.with("cards", faces(self.forced))));
            }
            return Ok(());
        }
        if !self.pool.includes(cards) {
            let reason = Message::new("tractor-follow-group").with("group", group);
            return Err(Illegal(reason.with("cards", faces(self.pool))));
        }
        if cards.pairs().len() < self.pairs {
            let reason = Message::new("tractor-follow-pairs").with("group", group).with("count", self.pairs);
            let reason = reason.with("number", number(self.pairs));
            return Err(Illegal(reason.with("cards", faces(self.pairs_held()))));
        }
        if !self.has_tractors(cards) {
            let longest = number(self.tractors.longest());
            let reason = Message::new("tractor-follow-tractors").with("group", group).with("number", longest);
            return Err(Illegal(reason.with("cards", faces(self.pairs_held()))));
        }
        Ok(())
    }

    /// The pick before its first card.
    pub(super) fn pick(&self) -> Pick {
        Pick { pool: self.pool, picked: self.forced, cards: self.cards, pairs: self.pairs }
    }

    /// Visits every legal follow once.
    pub(super) fn visit(&self, visit: &mut (impl FnMut(CardBag) -> Flow + ?Sized)) -> Flow {
        self.pick().visit(&mut |bag| if self.has_tractors(bag) { visit(bag) } else { Flow::Continue(()) })
    }

    /// How many legal follows there are.
    pub(super) fn count(&self) -> u32 {
        if self.tractors.is_empty() {
            return self.pick().ways();
        }
        let mut count = 0;
        let _ = self.visit(&mut |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// The legal follow number `n`.
    pub(super) fn nth(&self, mut n: u32) -> Option<CardBag> {
        if self.tractors.is_empty() {
            return self.pick().nth(n);
        }
        let mut found = None;
        let _ = self.visit(&mut |bag| {
            if n == 0 {
                found = Some(bag);
                return Flow::Break(());
            }
            n -= 1;
            Flow::Continue(())
        });
        found
    }
}

/// Cards being picked from a pool, kind after kind in card order.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    /// What may still be picked.
    pub(super) pool: CardBag,
    /// What is picked or forced.
    pub(super) picked: CardBag,
    /// Cards still to pick.
    pub(super) cards: u32,
    /// Pairs that must still be among them.
    pub(super) pairs: u32,
}

/// The most kinds of a hand during play, and one more.
const KINDS: usize = 26;

/// `CHOOSE[n][k]`: the binomial coefficient.
static CHOOSE: [[u32; KINDS]; KINDS] = {
    let mut table = [[0; KINDS]; KINDS];
    let mut n = 0;
    while n < KINDS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

impl Pick {
    /// The number of completions: with `twin` kinds held twice and `all` kinds in all, choose which `j` kinds
    /// are picked twice, then which of the others once.
    pub(super) fn ways(&self) -> u32 {
        let (twin, all, cards) =
            (self.pool.pairs().len() as usize, self.pool.kinds().len() as usize, self.cards as usize);
        let mut ways = 0;
        for j in self.pairs as usize..=twin.min(cards / 2) {
            ways += CHOOSE[twin][j] * CHOOSE[all - j].get(cards - 2 * j).copied().unwrap_or(0);
        }
        ways
    }

    /// The pick after `copies` of the pool's first kind.
    pub(super) fn after(&self, card: Card, copies: u32) -> Option<Pick> {
        let mut next = *self;
        next.cards = self.cards.checked_sub(copies)?;
        next.pool = self.pool.within(!CardSet::of(card));
        if copies == 2 {
            next.pairs = self.pairs.saturating_sub(1);
        }
        for _ in 0..copies {
            next.picked.insert(card);
        }
        Some(next)
    }

    /// Visits every completion: of the first kind none, then one, then two.
    pub(super) fn visit(&self, visit: &mut (impl FnMut(CardBag) -> Flow + ?Sized)) -> Flow {
        if self.cards == 0 {
            return if self.pairs == 0 { visit(self.picked) } else { Flow::Continue(()) };
        }
        let Some(card) = self.pool.kinds().first() else { return Flow::Continue(()) };
        for copies in 0..=self.pool.count(card) {
            if let Some(next) = self.after(card, copies)
                && next.ways() > 0
            {
                next.visit(visit)?;
            }
        }
        Flow::Continue(())
    }

    fn nth(&self, mut n: u32) -> Option<CardBag> {
        if n >= self.ways() {
            return None;
        }
        let mut pick = *self;
        while pick.cards > 0 {
            let card = pick.pool.kinds().first()?;
            let mut copies = 0;
            pick = loop {
                if let Some(next) = pick.after(card, copies) {
                    let ways = next.ways();
                    if n < ways {
                        break next;
                    }
                    n -= ways;
                }
                copies += 1;
            };
        }
        Some(pick.picked)
    }
}

#[cfg(test)]
#[path = "legal_plays_tests.rs"]
mod tests;
