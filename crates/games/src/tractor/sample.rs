//! Worlds that look like a view: the unseen cards dealt to the other hands and the kitty, uniformly among the
//! deals that keep the hard facts.
//!
//! If no fact restricts another hand, this is a shuffle. A burial in progress is the lower part of eight
//! random cards of the dealer. Otherwise it counts deals. Unseen cards differ only in which of the three
//! other hands may hold them, so there are eight classes. The number of cards of each class in each hand is
//! drawn in proportion to the number of deals with that split, and the cards themselves by a shuffle. That is
//! uniform. A deal in which a seat has an impossible pair is rejected, which keeps the others uniform. Only
//! if [`TRIES`] deals in a row are rejected, `repair.rs` makes the deal, nearly uniformly.

use cards::{BySeat, Card, CardBag, CardSet, Rng, Seat, Viewer};

use super::public::{KITTY, Phase, Public};
use super::repair;
use super::rules::{DECK, Tractor, both_decks};
use super::score::SEATS;
use super::view::TractorView;

/// Places for unseen cards: four hands and the kitty.
pub(super) const PLACES: usize = SEATS + 1;
const KITTY_PLACE: usize = SEATS;
/// How many deals are drawn before `repair.rs` makes one.
const TRIES: u32 = 300;
/// The other hands.
const OTHERS: usize = SEATS - 1;
/// Classes of cards: each other hand may hold them or not.
const CLASSES: usize = 1 << OTHERS;

/// What is known about the places of unseen cards. Of the kitty only the size is known.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// How many unseen cards are there.
    pub(super) room: [u32; PLACES],
    /// Kinds that are not there.
    pub(super) lacks: [CardSet; PLACES],
    /// Kinds that are there at most once.
    pub(super) unpaired: [CardSet; PLACES],
}

/// A world that looks like the view.
pub(super) fn world(view: &TractorView, rng: &mut Rng) -> Tractor {
    let none = BySeat::all(SEATS, CardSet::EMPTY);
    world_without(view, &none, rng).expect("the true deal keeps the facts")
}

/// A world that looks like the view and in which seats also lack these kinds; `None` if none was found.
pub(super) fn world_without(view: &TractorView, lacks: &BySeat<CardSet>, rng: &mut Rng) -> Option<Tractor> {
    let mut facts = Facts::of(&view.public, view.seat.into());
    let mut is_sure = true;
    for seat in Seat::all(SEATS).filter(|&seat| seat != view.seat) {
        is_sure &= lacks[seat].is_empty();
        facts.lacks[seat.index()] |= lacks[seat];
    }
    let unseen = unplayed(&view.public) - view.hand - view.kitty - public_kitty(view);
    let (mut cards, len) = listed(unseen);
    let piles = facts.deal(&mut cards[..len], is_sure, view.seat, rng)?;
    let mut hands = BySeat::from_fn(SEATS, |seat| piles[seat.index()]);
    hands[view.seat] = view.hand;
    let mut kitty = piles[KITTY_PLACE] + view.kitty;
    let public = view.public;
    if public.phase == Phase::Bury && public.dealer != view.seat {
        kitty = bury(&mut hands[public.dealer], public.buried, rng);
    }
    if public.phase == Phase::Over {
        kitty = public.kitty;
    }
    Some(Tractor { public, hands, kitty })
}

/// Is there a deal of this viewer's unseen cards that keeps the facts? Exact, but slower than `world`.
pub(super) fn is_possible(public: &Public, viewer: Viewer, unseen: CardBag) -> bool {
    let (cards, len) = listed(unseen);
    // The seed decides which deal is found, not whether one is.
    repair::deal(&Facts::of(public, viewer), &cards[..len], &mut Rng::new(0)).is_some()
}

/// The cards that have not been played.
pub(super) fn unplayed(public: &Public) -> CardBag {
    public.played.iter().fold(both_decks(), |rest, &cards| rest - cards)
}

/// The cards of a bag one by one, and how many they are.
fn listed(bag: CardBag) -> ([Card; DECK], usize) {
    let mut cards = [Card::RED_JOKER; DECK];
    let mut len = 0;
    for card in bag.iter() {
        cards[len] = card;
        len += 1;
    }
    (cards, len)
}

/// The buried cards once they are face up, unless the seat buried them.
fn public_kitty(view: &TractorView) -> CardBag {
    if view.seat == view.public.dealer { CardBag::EMPTY } else { view.public.kitty }
}

/// Takes the lowest `count` of eight random cards out of a hand that still has all its cards.
fn bury(hand: &mut CardBag, count: u32, rng: &mut Rng) -> CardBag {
    let (mut cards, len) = listed(*hand);
    let mut chosen = CardBag::EMPTY;
    for last in (len - KITTY as usize..len).rev() {
        cards.swap(last, rng.below(last as u32 + 1) as usize);
        chosen.insert(cards[last]);
    }
    let mut kitty = CardBag::EMPTY;
    for card in chosen.iter().take(count as usize) {
        kitty.insert(card);
        hand.remove(card);
    }
    kitty
}

impl Facts {
    /// The hard facts about this viewer's unseen cards.
    pub(super) fn of(public: &Public, viewer: Viewer) -> Facts {
        let mut facts =
            Facts { room: [0; PLACES], lacks: [CardSet::EMPTY; PLACES], unpaired: [CardSet::EMPTY; PLACES] };
        for seat in Seat::all(SEATS).filter(|&seat| !viewer.sees(seat)) {
            let place = seat.index();
            facts.room[place] = public.hand_size(seat);
            facts.lacks[place] = public.lacks[seat];
            facts.unpaired[place] = public.unpaired[seat];
        }
        match public.phase {
            _ if viewer.sees(public.dealer) => (),
            // Hand and burial of the dealer are drawn together; `bury` separates them.
            Phase::Bury => facts.room[public.dealer.index()] += public.buried,
            Phase::Play | Phase::Win | Phase::TurnUp => facts.room[KITTY_PLACE] = KITTY,
            Phase::Deal(_) | Phase::Over => (),
        }
        facts
    }

    /// Deals the cards. With `is_sure`, there is a deal that keeps the facts, and one is found.
    fn deal(
        &self,
        cards: &mut [Card],
        is_sure: bool,
        seat: Seat,
        rng: &mut Rng,
    ) -> Option<[CardBag; PLACES]> {
        let mut others = [1, 2, 3].map(|n| seat.plus(n, SEATS).index());
        let are_free = others.iter().all(|&place| (self.lacks[place] | self.unpaired[place]).is_empty());
        if are_free {
            rng.shuffle(cards);
            let mut piles = [CardBag::EMPTY; PLACES];
            let mut rest = &*cards;
            for (pile, room) in piles.iter_mut().zip(self.room) {
                let (here, after) = rest.split_at(room as usize);
                here.iter().for_each(|&card| _ = pile.insert(card));
                rest = after;
            }
            return Some(piles);
        }
        // The hand with the fewest possible cards first: it has the fewest splits.
        let possible = |place: usize| cards.iter().filter(|&&card| !self.lacks[place].contains(card)).count();
        let possible = others.map(possible);
        others.rotate_left((0..OTHERS).min_by_key(|&n| possible[n]).unwrap_or(0));
        let split = Split::new(self, others, cards);
        let total = split.ways(f64::INFINITY).0;
        for _ in 0..if total > 0.0 { TRIES } else { 0 } {
            let (_, drawn) = split.ways(total * unit(rng));
            let piles = split.hand_out(self, &drawn, cards, rng);
            let keeps = |place: usize| (piles[place].pairs() & self.unpaired[place]).is_empty();
            if others.iter().all(|&place| keeps(place)) {
                return Some(piles);
            }
        }
        rng.shuffle(cards);
        if is_sure { repair::deal(self, cards, rng) } else { None }
    }
}

/// A number from 0 to below 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The ways to divide the classes of cards among three hands; the rest is the kitty.
struct Split {
    others: [usize; OTHERS],
    room: [u32; OTHERS],
    /// How many unseen cards each class has. Bit `n` of a class: the hand number `n` may hold it.
    len: [u32; CLASSES],
}

/// One way to divide them.
#[derive(Clone, Copy, Default)]
struct Drawn {
    /// How many cards of each class the first hand gets.
    first: [u32; CLASSES],
    /// How many cards the second hand gets of those that are left and that the third hand may hold too.
    second: u32,
}

const FACTORIALS: [f64; DECK + 1] = {
    let mut all = [1.0; DECK + 1];
    let mut n = 1;
    while n <= DECK {
        all[n] = all[n - 1] * n as f64;
        n += 1;
    }
    all
};

/// The binomial coefficient.
fn choose(n: u32, k: u32) -> f64 {
    match n.checked_sub(k) {
        None => 0.0,
        Some(_) if k == 0 => 1.0,
        Some(rest) => FACTORIALS[n as usize] / (FACTORIALS[k as usize] * FACTORIALS[rest as usize]),
    }
}

impl Split {
    fn new(facts: &Facts, others: [usize; OTHERS], cards: &[Card]) -> Split {
        let mut split = Split { others, room: others.map(|place| facts.room[place]), len: [0; CLASSES] };
        for &card in cards {
            split.len[split.class(facts, card)] += 1;
        }
        split
    }

    fn class(&self, facts: &Facts, card: Card) -> usize {
        let may = |n: usize| usize::from(!facts.lacks[self.others[n]].contains(card)) << n;
        may(0) | may(1) | may(2)
    }

    /// Adds up the deals of the splits until there are more than `pick`. Returns the sum, and the last split
    /// that has any deals.
    fn ways(&self, pick: f64) -> (f64, Drawn) {
        const ONE: usize = 0b001;
        let [one, two, three] = self.room;
        let len = &self.len;
        let (mut sum, mut last) = (0.0, Drawn::default());
        for with_two in 0..=one.min(len[ONE | 2]) {
            for with_three in 0..=(one - with_two).min(len[ONE | 4]) {
                for with_both in 0..=(one - with_two - with_three).min(len[ONE | 6]) {
                    let alone = one - with_two - with_three - with_both;
                    let ways = choose(len[ONE], alone)
                        * choose(len[ONE | 2], with_two)
                        * choose(len[ONE | 4], with_three)
                        * choose(len[ONE | 6], with_both);
                    if ways == 0.0 {
                        continue;
                    }
                    let only_two = len[2] + len[ONE | 2] - with_two;
                    let only_three = len[4] + len[ONE | 4] - with_three;
                    let both = len[6] + len[ONE | 6] - with_both;
                    for second in two.saturating_sub(only_two)..=two.min(both) {
                        let rest = choose(both, second)
                            * choose(only_two, two - second)
                            * choose(both - second + only_three, three);
                        if rest == 0.0 {
                            continue;
                        }
                        sum += ways * rest;
                        let first = [0, alone, 0, with_two, 0, with_three, 0, with_both];
                        last = Drawn { first, second };
                        if sum > pick {
                            return (sum, last);
                        }
                    }
                }
            }
        }
        (sum, last)
    }

    /// Deals cards in these numbers. Each hand takes the first cards that it may from the shuffled rest,
    /// which is shuffled again for the next hand.
    fn hand_out(&self, facts: &Facts, drawn: &Drawn, cards: &mut [Card], rng: &mut Rng) -> [CardBag; PLACES] {
        let mut piles = [CardBag::EMPTY; PLACES];
        let mut first = drawn.first;
        let mut second = [self.room[1] - drawn.second, drawn.second];
        let mut third = self.room[2];
        let mut rest = cards;
        for hand in 0..OTHERS {
            rng.shuffle(rest);
            let mut taken = 0;
            for n in 0..rest.len() {
                let class = self.class(facts, rest[n]);
                let left = match hand {
                    0 => &mut first[class],
                    1 => &mut second[class >> 2],
                    _ => &mut third,
                };
                if class >> hand & 1 == 1 && *left > 0 {
                    *left -= 1;
                    piles[self.others[hand]].insert(rest[n]);
                    rest.swap(taken, n);
                    taken += 1;
                }
            }
            rest = &mut rest[taken..];
        }
        rest.iter().for_each(|&card| _ = piles[KITTY_PLACE].insert(card));
        piles
    }
}
