//! What exact search needs to know of Durak, for endgames in which every card is known or nearly so.

use cards::{CardSet, Game, Seat, View, ZeroSum};

use super::policy::price;
use super::public::Phase;
use super::rules::{Action, Durak, SEATS};
use super::view::DurakView;

/// What of a position still matters, in 126 bits. Left out: who beat what with what (all of it is taken
/// up, or nothing), and what the table has seen of the hands.
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
        // Nobody is out while there is a stock. Its order is the setup's, so its size says what it has.
        let out = Seat::all(SEATS).map(|seat| u64::from(public.is_out(seat)) << seat.index()).sum::<u64>();
        let rest = if public.stock > 0 { 16 | u64::from(public.stock) } else { out };
        let course =
            phase | (public.slot().index() as u64) << 8 | u64::from(public.room()) << 10 | rest << 13;
        PackedPosition([low | middle << 36, middle >> 28 | high << 8 | course << 44])
    }

    fn gained(&self) -> i32 {
        self.payoffs()[Seat::new(0)]
    }

    /// A match is won or lost.
    fn value_bounds(&self) -> (i32, i32) {
        (-1, 1)
    }

    /// Cheap cards first, and sooner those that cannot be beaten or have no twin; a refusal last of all.
    /// To take before a trump is laid costs three times the nodes, to attack with dear cards as many.
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

    /// In most positions somebody is asked who can only say no.
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

/// Visits every world that looks like the view, if there is no stock and they are at most `most`.
pub(super) fn worlds(view: &DurakView, most: usize, visit: impl FnMut(Durak)) -> bool {
    let public = view.public();
    if public.stock > 0 {
        return false;
    }
    let me = view.seat();
    let mut hands: [CardSet; SEATS] = std::array::from_fn(|seat| public.shown(Seat::new(seat)));
    hands[me.index()] = view.hand();
    // How many ways there are to deal: each further card comes in at any place of those before it, and
    // the order within a hand does not count.
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

/// Deals the first of these cards to everybody who has room for it, and then the others.
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
