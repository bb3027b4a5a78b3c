//! The follow that greedy likes best, found without listing them all.
//!
//! Greedy looks at the first 3000 follows and takes the best, of equals the first. Those 3000 are a few
//! whole branches of the picking. In a branch, what a follow is worth is a sum over its cards, apart
//! from taking the trick and from pairs, so the best of a branch needs no listing either. The test
//! compares with the list.

use cards::{Card, CardBag, CardSet, Flow, View};

use super::legal_plays::{Follow, Pick};
use super::order::Group;
use super::policy::worth_of_follow;
use super::public::Public;
use super::score::{points_on, team};
use super::view::TractorView;

/// Of more follows than this only the first so many are looked at.
const LOOKED_AT: u32 = 3000;

/// What a pair costs beyond its two cards.
pub(super) const PAIR: i32 = 3;

/// The best follow of the seat to move.
///
/// # Panics
/// If the seat is not to follow.
pub(super) fn best(view: &TractorView) -> CardBag {
    let follow = Follow::of(view.public(), view.hand());
    let mut seeker = Seeker { view, follow: &follow, best: None, left: LOOKED_AT };
    if follow.tractors.is_empty() {
        seeker.walk(&follow.pick());
    } else {
        seeker.list();
    }
    seeker.best.expect("a seat to move has an action").1
}

/// The best follow that takes the trick, if there is one.
pub(super) fn best_taking(view: &TractorView, follow: &Follow) -> Option<CardBag> {
    let mut seeker = Seeker { view, follow, best: None, left: LOOKED_AT };
    let public = view.public();
    if follow.pick().cards == 0 {
        let takes = public.trick.is_beaten_by(public.order, follow.forced);
        return takes.then_some(follow.forced);
    }
    seeker.take(&follow.pick(), if public.is_last() { 16 } else { 8 });
    let best = seeker.best.map(|(_, cards)| cards);
    best.filter(|&cards| public.trick.is_beaten_by(public.order, cards))
}

/// Goes through the branches in the order of the visit.
struct Seeker<'a> {
    view: &'a TractorView,
    follow: &'a Follow,
    best: Option<(i32, CardBag)>,
    /// How many follows may still be looked at.
    left: u32,
}

impl Seeker<'_> {
    fn list(&mut self) {
        let _ = self.follow.visit(&mut |cards| {
            self.offer(cards);
            self.left -= 1;
            if self.left == 0 { Flow::Break(()) } else { Flow::Continue(()) }
        });
    }

    fn walk(&mut self, pick: &Pick) {
        let ways = pick.ways();
        if ways <= self.left {
            self.left -= ways;
            return self.solve(pick);
        }
        let Some(card) = pick.pool.kinds().first() else { return };
        for copies in 0..=pick.pool.count(card) {
            if let Some(next) = pick.after(card, copies)
                && self.left > 0
                && next.ways() > 0
            {
                self.walk(&next);
            }
        }
    }

    /// Keeps the better one, of equals the one the visit comes to first.
    fn offer(&mut self, cards: CardBag) {
        let worth = worth_of_follow(self.view, cards);
        let is_better =
            self.best.is_none_or(|(most, other)| worth > most || worth == most && comes_before(cards, other));
        if is_better {
            self.best = Some((worth, cards));
        }
    }

    /// Offers the best of all ways to finish this picking.
    fn solve(&mut self, pick: &Pick) {
        if pick.cards == 0 {
            return self.offer(pick.picked);
        }
        let public = self.view.public();
        let is_last = public.is_last();
        let certain = if is_last { 2 } else { 1 };
        let is_ours = team(public.trick.winner) == team(self.view.seat());
        let stakes = if is_ours { certain } else { -2 };
        self.offer(pick.picked + dearest(pick, |card| price(public, card, 8 * stakes)));
        self.take(pick, 8 * certain);
    }

    /// Offers the best way to take the trick, if there is one.
    fn take(&mut self, pick: &Pick, stakes: i32) {
        let public = self.view.public();
        let (order, trick) = (public.order, &public.trick);
        let trumps = order.trumps();
        let high = |card: &Card| order.value(*card) > trick.best;
        let price = |card: Card| price(public, card, stakes);
        let worth = |card: &Card| (price(*card), card.code());
        if trick.is_throw && trick.group == Group::Trumps || !self.follow.forced.is_empty() {
            return;
        }
        let follows = order.cards(trick.group).includes(pick.pool.kinds());
        if follows && (trick.is_throw || !pick.picked.is_empty()) || !trumps.includes(pick.picked.kinds()) {
            return;
        }
        let pool = if follows { pick.pool } else { pick.pool.within(trumps) };
        if pool.len() < pick.cards {
            return;
        }
        match (trick.shape.pairs, trick.shape.cards) {
            (0, _) => {
                let pick = Pick { pool, pairs: 0, ..*pick };
                let chosen = dearest(&pick, price);
                if (pick.picked + chosen).kinds().any(|card| high(&card)) {
                    return self.offer(pick.picked + chosen);
                }
                // One card must be high: the best of them, and the best others.
                let Some(one) = pool.kinds().filter(high).max_by_key(worth) else { return };
                let rest = Pick { pool: less(pool, one), cards: pick.cards - 1, ..pick };
                let mut cards = pick.picked + dearest(&rest, price);
                cards.insert(one);
                self.offer(cards);
            }
            (1, 2) => {
                if let Some(card) = pool.pairs().filter(high).max_by_key(worth)
                    && pick.cards == 2
                {
                    self.offer(CardBag::from_planes(CardSet::of(card), CardSet::of(card)));
                }
            }
            // A tractor of the led group would have been owed.
            _ if follows => (),
            (pairs, _) => {
                let pairs = u32::from(pairs).saturating_sub(pick.picked.pairs().len());
                let _ = Pick { pool, pairs, ..*pick }.visit(&mut |cards| {
                    if trick.is_beaten_by(order, cards) {
                        self.offer(cards);
                    }
                    Flow::Continue(())
                });
            }
        }
    }
}

/// Does the visit come to `one` before `other`? Of the first kind in which they differ it has fewer.
fn comes_before(one: CardBag, other: CardBag) -> bool {
    let differs = CardSet::from_bits(
        one.kinds().bits() ^ other.kinds().bits() | one.pairs().bits() ^ other.pairs().bits(),
    );
    differs.first().is_some_and(|card| one.count(card) < other.count(card))
}

/// What a card brings if each of its points counts `stakes`.
fn price(public: &Public, card: Card, stakes: i32) -> i32 {
    stakes * points_on(card) as i32 - i32::from(public.order.value(card))
}

fn less(pool: CardBag, card: Card) -> CardBag {
    let mut rest = pool;
    rest.remove(card);
    rest
}

/// The cards of the highest price, as many as are to be picked with as many pairs as there must be; of
/// equals those the visit comes to first, which has the later cards.
pub(super) fn dearest(pick: &Pick, price: impl Fn(Card) -> i32) -> CardBag {
    let chosen = top(pick.pool, pick.cards, &price);
    if chosen.pairs().len() >= pick.pairs {
        return chosen;
    }
    // Too few pairs: no more than there must be, the dearest kinds, and single cards beside them.
    let mut pairs = CardSet::EMPTY;
    for _ in 0..pick.pairs {
        let best = (pick.pool.pairs() - pairs).max_by_key(|&card| (price(card), card.code()));
        pairs.insert(best.expect("as many pairs as must be"));
    }
    let singles = CardBag::from_planes(pick.pool.kinds() - pairs, CardSet::EMPTY);
    CardBag::from_planes(pairs, pairs) + top(singles, pick.cards - 2 * pick.pairs, price)
}

/// So many cards of the highest price. A second copy counts a little less than the first, so it is
/// never taken without it.
pub(super) fn top(pool: CardBag, cards: u32, price: impl Fn(Card) -> i32) -> CardBag {
    /// The dealer has 33.
    const MOST: usize = 33;
    let mut keys = [0_i32; MOST];
    let mut len = 0;
    for card in pool.kinds() {
        let worth = price(card);
        keys[len] = worth << 6 | i32::from(card.code());
        len += 1;
        if pool.pairs().contains(card) {
            keys[len] = (worth - PAIR) << 6 | i32::from(card.code());
            len += 1;
        }
    }
    let keys = &mut keys[..len];
    let cards = cards as usize;
    if cards < len {
        keys.select_nth_unstable_by(cards, |a, b| b.cmp(a));
    }
    let mut chosen = CardBag::EMPTY;
    for key in &keys[..cards] {
        chosen.insert(Card::from_code((key & 63) as u8).expect("a card's own code"));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::{Greedy, Phase, Rules, Tractor};
    use cards::{Game, Policy, Rng, Rules as _, random_action};

    /// The slow twin: what greedy's rule says, follow by follow.
    fn by_listing(view: &TractorView) -> CardBag {
        let follow = Follow::of(view.public(), view.hand());
        let mut best: Option<(i32, CardBag)> = None;
        let mut left = LOOKED_AT;
        let _ = follow.visit(&mut |cards| {
            let worth = worth_of_follow(view, cards);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, cards));
            }
            left -= 1;
            if left == 0 { Flow::Break(()) } else { Flow::Continue(()) }
        });
        best.expect("a seat to move has an action").1
    }

    #[test]
    fn the_best_follow_is_the_first_best_of_the_list() {
        let (mut many, mut taking, mut all) = (0, 0, 0);
        for rules in Rules::variants() {
            for seed in 0..600 {
                let mut rng = Rng::new(seed);
                let mut state = Tractor::start(&Tractor::deal(&rules, &mut rng), |_| ());
                while let Some(turn) = state.turn() {
                    if state.public().phase == Phase::Play && !state.public().is_leading() {
                        let view = state.view(turn);
                        let (fast, slow) = (best(&view), by_listing(&view));
                        assert_eq!(fast, slow, "{rules} {seed}: {:?} {:?}", view.hand(), state.public());
                        all += 1;
                        many += u32::from(state.count() > LOOKED_AT);
                        taking += u32::from(state.public().trick.is_beaten_by(state.public().order, fast));
                    }
                    let is_random = rng.below(4) == 0;
                    let action = if is_random {
                        random_action(&state, &mut rng)
                    } else {
                        Greedy.choose(&state.view(turn), &mut rng)
                    };
                    state.apply(action, |_| ());
                }
            }
        }
        assert!(many > 500 && taking > 500, "{all} follows, {many} out of many, {taking} that take");
    }
}
