//! A deal under facts that are too tight for rejection sampling: nearly uniform, in bounded time.
//!
//! 1. Card by card, those with the fewest possible places first, to a random place that may hold it, weighted
//!    by its room.
//! 2. If a card finds no room, a chain of moves between at most four places makes room. If any deal keeps all
//!    facts, such a chain exists (a flow that can be completed has an augmenting path). So this finds a deal
//!    exactly if there is one.
//! 3. Random exchanges of two cards, each only if the facts allow it. The uniform distribution is stationary
//!    under them, and any other converges to it.

use cards::{Card, CardBag, CardSet, Rng};

use super::rules::DECK;
use super::sample::{Facts, PLACES};

/// The place of a card that has none yet.
const UNPLACED: u8 = u8::MAX;

/// A deal in which not all cards have a place yet.
struct PartialDeal {
    piles: [CardBag; PLACES],
    room: [u32; PLACES],
    lacks: [CardSet; PLACES],
    unpaired: [CardSet; PLACES],
    cards: [Card; DECK],
    places: [u8; DECK],
    len: usize,
}

/// A deal that keeps the facts, or `None` if there is none. `cards` are shuffled.
pub(super) fn deal(facts: &Facts, cards: &[Card], rng: &mut Rng) -> Option<[CardBag; PLACES]> {
    let mut deal = PartialDeal {
        piles: [CardBag::EMPTY; PLACES],
        room: facts.room,
        lacks: facts.lacks,
        unpaired: facts.unpaired,
        cards: [Card::RED_JOKER; DECK],
        places: [UNPLACED; DECK],
        len: cards.len(),
    };
    deal.cards[..cards.len()].copy_from_slice(cards);
    deal.run(rng).then_some(deal.piles)
}

impl PartialDeal {
    /// False if a card finds no place.
    fn run(&mut self, rng: &mut Rng) -> bool {
        let len = self.len;
        // The cards with the fewest places first, those with equally many in the shuffled order.
        for class in 0..=PLACES {
            for n in 0..len {
                let card = self.cards[n];
                if (0..PLACES).filter(|&place| self.may_ever_hold(place, card)).count() == class
                    && !self.place(n, rng)
                {
                    return false;
                }
            }
        }
        for _ in 0..2 * len {
            self.exchange(rng.below(len as u32) as usize, rng.below(len as u32) as usize);
        }
        true
    }

    /// Can this place hold such a card, if it has room?
    fn may_ever_hold(&self, place: usize, card: Card) -> bool {
        self.room[place] + self.piles[place].len() > 0 && !self.lacks[place].contains(card)
    }

    /// Do the facts allow one more such card there, if it has room?
    fn admits(&self, place: usize, card: Card) -> bool {
        self.may_ever_hold(place, card)
            && !(self.unpaired[place].contains(card) && self.piles[place].contains(card))
    }

    fn put(&mut self, n: usize, place: usize) {
        self.piles[place].insert(self.cards[n]);
        self.room[place] -= 1;
        self.places[n] = place as u8;
    }

    /// Moves card `n`, which has its place, to another with room.
    fn shift(&mut self, n: usize, place: usize) {
        let from = self.places[n] as usize;
        self.piles[from].remove(self.cards[n]);
        self.room[from] += 1;
        self.put(n, place);
    }

    /// Finds a place for card `n`, by a chain of moves if there is no room; false if there is none.
    fn place(&mut self, n: usize, rng: &mut Rng) -> bool {
        let card = self.cards[n];
        let open = |deal: &PartialDeal, place| if deal.admits(place, card) { deal.room[place] } else { 0 };
        let total: u32 = (0..PLACES).map(|place| open(self, place)).sum();
        if total > 0 {
            let mut pick = rng.below(total);
            for place in 0..PLACES {
                let room = open(self, place);
                if pick < room {
                    self.put(n, place);
                    return true;
                }
                pick -= room;
            }
        }
        self.make_room(n)
    }

    /// Breadth-first search from the places that admit card `n` to one with room; then every card on the path
    /// moves to the next place. False if there is no path.
    fn make_room(&mut self, n: usize) -> bool {
        const NONE: usize = usize::MAX;
        // For each place reached: the card that moves into it, and the place it comes from.
        let mut mover = [NONE; PLACES];
        let mut from = [NONE; PLACES];
        let mut queue = [0; PLACES];
        let (mut head, mut tail) = (0, 0);
        for (place, mover) in mover.iter_mut().enumerate() {
            if self.admits(place, self.cards[n]) {
                *mover = n;
                queue[tail] = place;
                tail += 1;
            }
        }
        while head < tail {
            let place = queue[head];
            head += 1;
            if self.room[place] > 0 {
                self.move_along(place, n, &mover, &from);
                return true;
            }
            for other in 0..self.len {
                if self.places[other] as usize != place {
                    continue;
                }
                for next in 0..PLACES {
                    if mover[next] == NONE && self.admits(next, self.cards[other]) {
                        (mover[next], from[next]) = (other, place);
                        queue[tail] = next;
                        tail += 1;
                    }
                }
            }
        }
        false
    }

    fn move_along(&mut self, mut place: usize, n: usize, mover: &[usize; PLACES], from: &[usize; PLACES]) {
        loop {
            let card = mover[place];
            if card == n {
                return self.put(n, place);
            }
            self.shift(card, place);
            place = from[place];
        }
    }

    /// Exchanges two cards of different places if the facts allow it.
    fn exchange(&mut self, one: usize, two: usize) {
        let (here, there) = (self.places[one] as usize, self.places[two] as usize);
        let (a, b) = (self.cards[one], self.cards[two]);
        if here != there && a != b && self.admits(there, a) && self.admits(here, b) {
            self.piles[here].remove(a);
            self.piles[here].insert(b);
            self.piles[there].remove(b);
            self.piles[there].insert(a);
            (self.places[one], self.places[two]) = (there as u8, here as u8);
        }
    }
}
