//! Exact search of Durak, for endgames in which all or nearly all cards are known.

use cards::{CardSet, Game, Seat, View, ZeroSum};

use super::policy::price;
use super::public::Phase;
use super::rules::{Durak, SEATS};
use super::types::Action;
use super::view::DurakView;

/// What still matters of a position, in 126 bits. It leaves out which card beat which, because the defender
/// takes all of them or none, and which cards of the hands everybody knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedPosition([u64; 2]);

impl ZeroSum for Durak {
    type TranspositionKey = PackedPosition;

    fn transposition_key(&self) -> PackedPosition {
        let public = self.public();
        let [a, b, c, d] = self.hands.map(pack);
        let table = pack(public.on_table());
        // Where each card is, three bits a card: in a hand, on the table or gone.
        let [low, middle, high] = [a | c | table, b | c, d | table];
        let phase = match public.phase {
            Phase::Trump | Phase::Deal | Phase::Over => 0,
            Phase::Attack => 1,
            Phase::ThrowIn { asked, taking } => 2 | (asked.index() as u64) << 2 | u64::from(taking) << 4,
            Phase::Defend { against } => 3 | u64::from(against.code()) << 2,
        };
        // No seat is out while there is a stock. The order of the stock is fixed, so its size determines its
        // cards.
        let out = Seat::all(SEATS).map(|seat| u64::from(public.is_out(seat)) << seat.index()).sum::<u64>();
        let rest = if public.stock > 0 { 16 | u64::from(public.stock) } else { out };
        let course =
            phase | (public.slot().index() as u64) << 8 | u64::from(public.room()) << 10 | rest << 13;
        PackedPosition([low | middle << 36, middle >> 28 | high << 8 | course << 44])
    }

    fn gained(&self) -> i32 {
        self.payoffs()[Seat::new(0)]
    }

    /// The payoff is 1 or -1.
    fn value_bounds(&self) -> (i32, i32) {
        (-1, 1)
    }

    /// Cheap cards first, and earlier those that cannot be beaten or have no twin; to take or pass comes
    /// last. If taking comes before trumps, or attacks begin with expensive cards, search needs three times
    /// the nodes.
    fn move_ordering(&self, action: Action) -> i32 {
        let public = self.public();
        let (Action::Card(card), Some(seat)) = (action, public.turn()) else { return i32::from(i8::MIN) };
        let cost = i32::from(price(public, card));
        if matches!(public.phase, Phase::Defend { .. }) {
            return -cost;
        }
        let twins = (self.hand(seat) & CardSet::of(card).same_ranks()).len() as i32 - 1;
        let stays = (self.hand(public.defender()) & public.beating(card)).is_empty();
        4 * i32::from(stays) - 4 * twins - cost
    }

    /// In most positions a seat is asked that can only pass.
    fn skip_forced(&mut self) {
        while self.count() == 1
            && let Some(action) = self.nth(0)
        {
            self.apply(action, |_| ());
        }
    }
}

/// The deck's 36 cards side by side.
#[inline]
fn pack(cards: CardSet) -> u64 {
    let bits = cards.bits() >> 4;
    bits & 0x1ff | bits >> 7 & 0x1ff << 9 | bits >> 14 & 0x1ff << 18 | bits >> 21 & 0x1ff << 27
}

/// Visits every world that looks like the view, if there is no stock and there are at most `most` worlds.
pub(super) fn worlds(view: &DurakView, most: usize, visit: impl FnMut(Durak)) -> bool {
    let public = view.public();
    if public.stock > 0 {
        return false;
    }
    let me = view.seat();
    let mut hands: [CardSet; SEATS] = std::array::from_fn(|seat| public.shown(Seat::new(seat)));
    hands[me.index()] = view.hand();
    // The number of deals, a multinomial coefficient: the product of `dealt / place` over all hidden cards.
    let (mut ways, mut dealt) = (1, 0);
    for seat in Seat::all(SEATS) {
        for place in 1..=usize::from(public.count(seat)) - hands[seat.index()].len() as usize {
            dealt += 1;
            ways = ways * dealt / place;
            if ways > most {
                return false;
            }
        }
    }
    deal(view, view.unseen(), &mut hands, &mut { visit });
    true
}

/// Deals the first of these cards to every seat that has room for it in turn, and then the others.
fn deal(view: &DurakView, mut cards: CardSet, hands: &mut [CardSet; SEATS], visit: &mut impl FnMut(Durak)) {
    let Some(card) = cards.next() else { return visit(Durak::with(*view.public(), *hands, &[])) };
    for seat in Seat::all(SEATS) {
        if hands[seat.index()].len() < u32::from(view.public().count(seat)) {
            hands[seat.index()].insert(card);
            deal(view, cards, hands, visit);
            hands[seat.index()].remove(card);
        }
    }
}
