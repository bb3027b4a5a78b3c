//! An ordered pile of fixed capacity that lives on the stack.

use std::fmt;
use std::hash::{Hash, Hasher};

/// Cards in order, at most `N`; the last one is on top.
#[derive(Clone, Copy)]
pub struct Pile<C, const N: usize> {
    items: [C; N],
    len: u8,
}

impl<C: Copy, const N: usize> Pile<C, N> {
    /// An empty pile; `filler` occupies the unused places and is never seen.
    pub const fn new(filler: C) -> Pile<C, N> {
        assert!(N <= u8::MAX as usize);
        Pile { items: [filler; N], len: 0 }
    }

    /// How many cards.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// No card left?
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// From the bottom to the top.
    pub fn as_slice(&self) -> &[C] {
        &self.items[..self.len()]
    }

    /// From the bottom to the top.
    pub fn as_mut_slice(&mut self) -> &mut [C] {
        &mut self.items[..self.len as usize]
    }

    /// The card on top.
    pub fn top(&self) -> Option<C> {
        self.as_slice().last().copied()
    }

    /// Lays a card on top.
    ///
    /// # Panics
    /// If the pile is full.
    pub fn push(&mut self, card: C) {
        self.items[self.len()] = card;
        self.len += 1;
    }

    /// Takes the top card.
    pub fn pop(&mut self) -> Option<C> {
        let card = self.top()?;
        self.len -= 1;
        Some(card)
    }

    /// Takes all cards away.
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<C: PartialEq + Copy, const N: usize> PartialEq for Pile<C, N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}
impl<C: Eq + Copy, const N: usize> Eq for Pile<C, N> {}
impl<C: Hash + Copy, const N: usize> Hash for Pile<C, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}
impl<C: fmt::Debug + Copy, const N: usize> fmt::Debug for Pile<C, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
