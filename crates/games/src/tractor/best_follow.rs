//! Greedy's follow, found without listing all follows.
//!
//! Greedy compares the first 3000 follows and takes the best, of equals the first. Those 3000 are a few whole
//! branches of the tree of picks. In a branch, the score of a follow is a sum over its cards, apart from
//! taking the trick and from pairs. So the best follow of a branch is found without listing it. A test
//! compares this with the list.

use cards::{Card, CardBag, CardSet, Flow, View};

use super::legal_plays::{Follow, Pick};
use super::order::Group;
use super::policy::follow_score;
use super::public::Public;
use super::score::{points_on, team};
use super::view::TractorView;

/// Only the first follows, up to this many, are compared.
const MOST_COMPARED: u32 = 3000;

/// The cost of playing a pair, in addition to its two cards.
pub(super) const PAIR: i32 = 3;

/// The best follow of the seat to move.
///
/// # Panics
/// If the seat is not to follow.
pub(super) fn best(view: &TractorView) -> CardBag {
    let follow = Follow::of(view.public(), view.hand());
    let mut search = Search { view, follow: &follow, best: None, left: MOST_COMPARED };
    if follow.tractors.is_empty() {
        search.walk(&follow.pick());
    } else {
        search.list();
    }
    search.best.expect("a seat to move has an action").1
}

/// The best follow that takes the trick, if there is one.
pub(super) fn best_taking(view: &TractorView, follow: &Follow) -> Option<CardBag> {
    let mut search = Search { view, follow, best: None, left: MOST_COMPARED };
    let public = view.public();
    if follow.pick().cards == 0 {
        let takes = public.trick.is_beaten_by(public.order, follow.forced);
        return takes.then_some(follow.forced);
    }
    search.take(&follow.pick(), if public.is_last() { 16 } else { 8 });
    let best = search.best.map(|(_, cards)| cards);
    best.filter(|&cards| public.trick.is_beaten_by(public.order, cards))
}

/// A search through the branches, in the order of the visit.
struct Search<'a> {
    view: &'a TractorView,
    follow: &'a Follow,
    best: Option<(i32, CardBag)>,
    /// How many follows may still be compared.
    left: u32,
}

impl Search<'_> {
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

    /// Keeps the better follow; of equals, the one that is visited first.
    fn offer(&mut self, cards: CardBag) {
        let score = follow_score(self.view, cards);
        let is_better =
            self.best.is_none_or(|(most, other)| score > most || score == most && comes_before(cards, other));
        if is_better {
            self.best = Some((score, cards));
        }
    }

    /// Offers the best completion of this pick.
    fn solve(&mut self, pick: &Pick) {
        if pick.cards == 0 {
            return self.offer(pick.picked);
        }
        let public = self.view.public();
        let is_last = public.is_last();
        let certain = if is_last { 2 } else { 1 };
        let is_ours = team(public.trick.winner) == team(self.view.seat());
        let stakes = if is_ours { certain } else { -2 };
        self.offer(pick.picked + best_priced(pick, |card| price(public, card, 8 * stakes)));
        self.take(pick, 8 * certain);
    }

    /// Offers the best way to take the trick, if there is one.
    fn take(&mut self, pick: &Pick, stakes: i32) {
        let public = self.view.public();
        let (order, trick) = (public.order, &public.trick);
        let trumps = order.trumps();
        let high = |card: &Card| order.value(*card) > trick.best;
        let price = |card: Card| price(public, card, stakes);
        let score = |card: &Card| (price(*card), card.code());
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
                let chosen = best_priced(&pick, price);
                if (pick.picked + chosen).kinds().any(|card| high(&card)) {
                    return self.offer(pick.picked + chosen);
                }
                // One card must be high enough: the best of those, and the best others.
                let Some(one) = pool.kinds().filter(high).max_by_key(score) else { return };
                let rest = Pick { pool: less(pool, one), cards: pick.cards - 1, ..pick };
                let mut cards = pick.picked + best_priced(&rest, price);
                cards.insert(one);
                self.offer(cards);
            }
            (1, 2) => {
                if let Some(card) = pool.pairs().filter(high).max_by_key(score)
                    && pick.cards == 2
                {
                    self.offer(CardBag::from_planes(CardSet::of(card), CardSet::of(card)));
                }
            }
            // The seat has no tractor of the led group: it would be required, and `list` finds such follows.
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

/// Is `one` visited before `other`? It is if it has fewer of the first kind in which they differ.
fn comes_before(one: CardBag, other: CardBag) -> bool {
    let differs = CardSet::from_bits(
        one.kinds().bits() ^ other.kinds().bits() | one.pairs().bits() ^ other.pairs().bits(),
    );
    differs.first().is_some_and(|card| one.count(card) < other.count(card))
}

/// The price of a card if each of its points counts `stakes`.
fn price(public: &Public, card: Card, stakes: i32) -> i32 {
    stakes * points_on(card) as i32 - i32::from(public.order.value(card))
}

fn less(pool: CardBag, card: Card) -> CardBag {
    let mut rest = pool;
    rest.remove(card);
    rest
}

/// The cards of the highest prices that complete the pick with the required pairs; of equals, those that are
/// visited first, which are the later cards.
pub(super) fn best_priced(pick: &Pick, price: impl Fn(Card) -> i32) -> CardBag {
    let chosen = top(pick.pool, pick.cards, &price);
    if chosen.pairs().len() >= pick.pairs {
        return chosen;
    }
    // Too few pairs: exactly the required number of pairs, of the highest prices, and single cards.
    let mut pairs = CardSet::EMPTY;
    for _ in 0..pick.pairs {
        let best = (pick.pool.pairs() - pairs).max_by_key(|&card| (price(card), card.code()));
        pairs.insert(best.expect("the pool has the required pairs"));
    }
    let singles = CardBag::from_planes(pick.pool.kinds() - pairs, CardSet::EMPTY);
    CardBag::from_planes(pairs, pairs) + top(singles, pick.cards - 2 * pick.pairs, price)
}

/// The `cards` cards of the highest prices. A second copy counts a little less than the first, so the first
/// is taken before it.
pub(super) fn top(pool: CardBag, cards: u32, price: impl Fn(Card) -> i32) -> CardBag {
    /// The dealer's 33 cards.
    const MOST: usize = 33;
    let mut keys = [0_i32; MOST];
    let mut len = 0;
    for card in pool.kinds() {
        let score = price(card);
        keys[len] = score << 6 | i32::from(card.code());
        len += 1;
        if pool.pairs().contains(card) {
            keys[len] = (score - PAIR) << 6 | i32::from(card.code());
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

    /// The slow twin: scores follow by follow.
    fn by_listing(view: &TractorView) -> CardBag {
        let follow = Follow::of(view.public(), view.hand());
        let mut best: Option<(i32, CardBag)> = None;
        let mut left = MOST_COMPARED;
        let _ = follow.visit(&mut |cards| {
            let score = follow_score(view, cards);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, cards));
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
                        many += u32::from(state.count() > MOST_COMPARED);
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
