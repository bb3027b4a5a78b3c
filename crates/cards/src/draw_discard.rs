//! A draw pile and a discard pile, for games that turn the discard pile over without shuffling.
//!
//! Turned over, the bottom of the discard pile becomes the top of the draw pile. So one ring buffer holds
//! both piles: a draw takes from its front, a discard adds at its back, and turning over moves only the
//! border between them.

use std::fmt;
use std::hash::{Hash, Hasher};

/// The two piles of Mau-Mau and Uno, together at most `N` cards; `N` is a power of two.
///
/// ```
/// use cards::DrawDiscard;
/// let mut piles = DrawDiscard::<u8, 8>::new(0, [1, 2]);
/// piles.discard(7);
/// piles.discard(8);
/// assert_eq!((piles.draw(), piles.draw(), piles.draw()), (Some(1), Some(2), None));
/// piles.turn_over();
/// assert_eq!((piles.top(), piles.draw()), (Some(8), Some(7)));
/// ```
#[derive(Clone, Copy)]
pub struct DrawDiscard<C, const N: usize> {
    ring: [C; N],
    front: u16,
    drawable: u16,
    discarded: u16,
}

impl<C: Copy, const N: usize> DrawDiscard<C, N> {
    /// A draw pile, top first, and nothing discarded; `filler` is never seen.
    ///
    /// # Panics
    /// If there are more than `N` cards.
    pub fn new(filler: C, draw_pile: impl IntoIterator<Item = C>) -> DrawDiscard<C, N> {
        const { assert!(N.is_power_of_two() && N <= 1 << 15) };
        let mut piles = DrawDiscard { ring: [filler; N], front: 0, drawable: 0, discarded: 0 };
        for card in draw_pile {
            piles.ring[piles.drawable as usize] = card;
            piles.drawable += 1;
        }
        piles
    }

    const fn place(&self, n: u16) -> usize {
        (self.front.wrapping_add(n)) as usize & (N - 1)
    }

    /// Cards in the draw pile.
    pub const fn drawable(&self) -> usize {
        self.drawable as usize
    }

    /// Cards in the discard pile, its top included.
    pub const fn discarded(&self) -> usize {
        self.discarded as usize
    }

    /// The top of the discard pile.
    pub fn top(&self) -> Option<C> {
        (self.discarded > 0).then(|| self.ring[self.place(self.drawable + self.discarded - 1)])
    }

    /// Lays a card open on the discard pile. Both piles together must hold fewer than `N` cards.
    pub fn discard(&mut self, card: C) {
        debug_assert!(((self.drawable + self.discarded) as usize) < N, "the ring is full");
        self.ring[self.place(self.drawable + self.discarded)] = card;
        self.discarded += 1;
    }

    /// Takes the top of the draw pile.
    pub fn draw(&mut self) -> Option<C> {
        if self.drawable == 0 {
            return None;
        }
        let card = self.ring[self.place(0)];
        self.front = self.front.wrapping_add(1) & (N as u16 - 1);
        self.drawable -= 1;
        Some(card)
    }

    /// Turns the discard pile under its top card over. The draw pile must be empty.
    pub fn turn_over(&mut self) {
        debug_assert_eq!(self.drawable, 0, "only an empty draw pile is replaced");
        if self.discarded > 1 {
            self.drawable = self.discarded - 1;
            self.discarded = 1;
        }
    }

    /// The draw pile, top first.
    pub fn draw_pile(&self) -> impl ExactSizeIterator<Item = C> + '_ {
        (0..self.drawable).map(|n| self.ring[self.place(n)])
    }

    /// The discard pile, bottom first.
    pub fn discard_pile(&self) -> impl ExactSizeIterator<Item = C> + '_ {
        (0..self.discarded).map(|n| self.ring[self.place(self.drawable + n)])
    }

    /// Replaces every card of the draw pile, top first: to hide the cards in views, and to fill them in for
    /// sampled worlds.
    pub fn map_draw_pile(&mut self, mut card: impl FnMut(C) -> C) {
        for n in 0..self.drawable {
            let place = self.place(n);
            self.ring[place] = card(self.ring[place]);
        }
    }
}

impl<C: PartialEq + Copy, const N: usize> PartialEq for DrawDiscard<C, N> {
    fn eq(&self, other: &Self) -> bool {
        self.drawable == other.drawable
            && self.discarded == other.discarded
            && (0..self.drawable + self.discarded)
                .all(|n| self.ring[self.place(n)] == other.ring[other.place(n)])
    }
}
impl<C: Eq + Copy, const N: usize> Eq for DrawDiscard<C, N> {}
impl<C: Hash + Copy, const N: usize> Hash for DrawDiscard<C, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.drawable, self.discarded).hash(state);
        for n in 0..self.drawable + self.discarded {
            self.ring[self.place(n)].hash(state);
        }
    }
}
impl<C: fmt::Debug + Copy, const N: usize> fmt::Debug for DrawDiscard<C, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let draw: Vec<C> = self.draw_pile().collect();
        let discard: Vec<C> = self.discard_pile().collect();
        f.debug_struct("DrawDiscard").field("draw", &draw).field("discard", &discard).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The slow twin is two vectors; one is reversed into the other.
        #[test]
        fn the_ring_behaves_like_two_vectors(
            draw in prop::collection::vec(0u8..100, 0..8),
            steps in prop::collection::vec(any::<bool>(), 0..200),
        ) {
            let mut ring = DrawDiscard::<u8, 8>::new(0, draw.clone());
            let mut drawable: Vec<u8> = draw.into_iter().rev().collect();
            let (mut discard, mut hand) = (Vec::new(), Vec::new());
            for (n, wants_to_draw) in steps.into_iter().enumerate() {
                if wants_to_draw {
                    if drawable.is_empty() && discard.len() > 1 {
                        let top = discard.pop().expect("two cards");
                        drawable = discard.drain(..).rev().collect();
                        discard.push(top);
                        ring.turn_over();
                    }
                    let card = drawable.pop();
                    prop_assert_eq!(ring.draw(), card);
                    hand.extend(card);
                } else if let Some(card) = hand.pop().or((drawable.len() + discard.len() < 8).then_some(n as u8)) {
                    discard.push(card);
                    ring.discard(card);
                }
                prop_assert_eq!(ring.top(), discard.last().copied());
                prop_assert_eq!(ring.draw_pile().collect::<Vec<_>>(), drawable.iter().rev().copied().collect::<Vec<_>>());
                prop_assert_eq!(ring.discard_pile().collect::<Vec<_>>(), discard.clone());
            }
        }
    }
}
