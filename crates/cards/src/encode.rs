//! Positions and actions as numbers, for programs that learn.
//!
//! An action is a sequence of *tokens*, numbers below [`Encode::TOKENS`]. In most games every action is one token;
//! where a seat chooses several cards at once, each card is a token. A *row* describes what one seat knows: one byte
//! for each feature, which is a bit or a small count. Rows have one size for all tables of a game, and seats are
//! numbered from the seat that looks.
//!
//! Tokens and rows are made from a [`View`](crate::View) alone, so they cannot contain a hidden card.

use std::fmt;
use std::hash::Hash;

use crate::{Game, MAX_SEATS, Seat};

/// The most tokens of any game.
pub const MOST_TOKENS: usize = 128;

/// A game whose positions and actions can be written as numbers.
pub trait Encode: Game {
    /// The version of tokens and rows. A change of either needs another number, because stored networks and data
    /// depend on them.
    const ENCODING: u32;
    /// Tokens are below this number, which is at most [`MOST_TOKENS`].
    const TOKENS: usize;
    /// The most tokens of one action.
    const SPELLING: usize = 1;
    /// The parts of a row in their order, each with its name for people and its number of bytes.
    const LAYOUT: &'static [(&'static str, usize)];
    /// The bytes of a row.
    const FEATURES: usize = width(Self::LAYOUT);
    /// The tokens of an unfinished action: `()` where every action is one token. It is a secret of the seat to move.
    type Prefix: Copy + Default + Eq + Hash + fmt::Debug + Send + Sync;

    /// The tokens that may come next: those with which some legal action goes on. None if the seat is not to move.
    fn tokens(view: &Self::View, prefix: &Self::Prefix) -> TokenSet;

    /// Adds a token of [`Encode::tokens`]. Returns the action if it is complete.
    fn add(view: &Self::View, prefix: &mut Self::Prefix, token: usize) -> Option<Self::Action>;

    /// Visits the tokens of a legal action.
    fn spell(view: &Self::View, action: Self::Action, visit: impl FnMut(usize));

    /// Writes every byte of a row. The prefix is empty unless the seat is to move.
    ///
    /// # Panics
    /// If the row has not [`Encode::FEATURES`] bytes.
    fn describe(view: &Self::View, prefix: &Self::Prefix, row: &mut [u8]);

    /// The name of a token for people, whatever the position.
    fn name(token: usize) -> String;

    /// Adds a token from outside, or refuses it and changes nothing.
    fn push(
        view: &Self::View,
        prefix: &mut Self::Prefix,
        token: usize,
    ) -> Result<Option<Self::Action>, Refused> {
        let allowed = Self::tokens(view, prefix);
        if allowed.contains(token) {
            Ok(Self::add(view, prefix, token))
        } else {
            Err(Refused { token, allowed })
        }
    }
}

/// A token that cannot come next. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The token.
    pub token: usize,
    /// What would have been allowed.
    pub allowed: TokenSet,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "token {} is not legal here, expected one of {}", self.token, self.allowed)
    }
}
impl std::error::Error for Refused {}

/// The bytes of all parts of a row.
pub const fn width(layout: &[(&str, usize)]) -> usize {
    let (mut sum, mut part) = (0, 0);
    while part < layout.len() {
        sum += layout[part].1;
        part += 1;
    }
    sum
}

/// A set of tokens; a copy of it is an iterator over them, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TokenSet(u128);

impl TokenSet {
    /// No token.
    pub const EMPTY: TokenSet = TokenSet(0);

    /// The set with these bits; bit `t` is token `t`.
    pub const fn from_bits(bits: u128) -> TokenSet {
        TokenSet(bits)
    }

    /// Bit `t` is token `t`.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// How many tokens.
    pub const fn len(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// No token at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is this token in it?
    pub const fn contains(self, token: usize) -> bool {
        token < MOST_TOKENS && self.0 >> token & 1 == 1
    }

    /// Puts a token in.
    pub fn insert(&mut self, token: usize) {
        self.0 |= 1 << token;
    }

    /// The token, if it is the only one.
    pub const fn only(self) -> Option<usize> {
        if self.0 != 0 && self.0 & (self.0 - 1) == 0 { Some(self.0.trailing_zeros() as usize) } else { None }
    }

    /// The token number `n`, counted from 0, the lowest first.
    pub fn nth_token(self, n: u32) -> Option<usize> {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let (mut bits, mut left, base) = match low.count_ones() {
            below if n < below => (low, n, 0),
            below => (high, n - below, 64),
        };
        while left > 0 && bits != 0 {
            bits &= bits - 1;
            left -= 1;
        }
        (bits != 0).then(|| base + bits.trailing_zeros() as usize)
    }

    /// Writes one byte for each token, 1 for those in the set.
    pub fn write(self, mask: &mut [u8]) {
        for (half, bytes) in mask.chunks_mut(64).enumerate().take(2) {
            spread((self.0 >> (64 * half)) as u64, bytes);
        }
    }
}

impl Iterator for TokenSet {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        let token = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(token)
    }
}
impl FromIterator<usize> for TokenSet {
    fn from_iter<I: IntoIterator<Item = usize>>(tokens: I) -> TokenSet {
        let mut set = TokenSet::EMPTY;
        tokens.into_iter().for_each(|token| set.insert(token));
        set
    }
}
impl fmt::Display for TokenSet {
    /// Separated by commas; `-` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (number, token) in self.enumerate() {
            let gap = if number == 0 { "" } else { ", " };
            write!(f, "{gap}{token}")?;
        }
        Ok(())
    }
}
impl fmt::Debug for TokenSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// Writes bit `n` to byte `n`, as 0 or 1. Eight bits at a time: byte `n` of the product keeps bit `n`, and the sum
/// carries it to the top of its byte.
#[inline]
fn spread(mut bits: u64, bytes: &mut [u8]) {
    for eight in bytes.chunks_mut(8) {
        let apart = (bits & 255).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let ones = (apart + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
        let ones = ones.to_le_bytes();
        match eight.first_chunk_mut() {
            Some(whole) => *whole = ones,
            None => eight.copy_from_slice(&ones[..eight.len()]),
        }
        bits >>= 8;
    }
}

/// A row that is being written, part after part.
pub struct Row<'a> {
    left: &'a mut [u8],
    /// The seat that looks, and the size of its table.
    seat: Seat,
    seats: usize,
}

impl<'a> Row<'a> {
    /// The row of a seat at a table of `seats`.
    ///
    /// # Panics
    /// If the row does not have the width of the layout.
    pub fn new(row: &'a mut [u8], layout: &[(&str, usize)], seat: Seat, seats: usize) -> Row<'a> {
        assert_eq!(row.len(), width(layout), "a row has one byte for each feature");
        Row { left: row, seat, seats }
    }

    /// The next bytes, to be written by the caller.
    #[inline]
    pub fn part(&mut self, bytes: usize) -> &mut [u8] {
        let (part, left) = std::mem::take(&mut self.left).split_at_mut(bytes);
        self.left = left;
        part
    }

    /// One byte for each of the lowest `width` bits.
    #[inline]
    pub fn bits(&mut self, bits: u64, width: usize) {
        spread(bits, self.part(width));
    }

    /// A count; more than 255 are 255.
    #[inline]
    pub fn count(&mut self, count: u32) {
        self.part(1)[0] = count.min(255) as u8;
    }

    /// Yes or no.
    #[inline]
    pub fn flag(&mut self, is_set: bool) {
        self.part(1)[0] = u8::from(is_set);
    }

    /// `width` bytes, of which byte `place` is 1.
    #[inline]
    pub fn one_of(&mut self, place: Option<usize>, width: usize) {
        let part = self.part(width);
        part.fill(0);
        if let Some(place) = place {
            part[place] = 1;
        }
    }

    /// A byte for each place at the largest table, from the seat that looks clockwise; places that do not exist are 0.
    pub fn around(&mut self, mut count: impl FnMut(Seat) -> u32) {
        let (seat, seats) = (self.seat, self.seats);
        for (by, byte) in self.part(MAX_SEATS).iter_mut().enumerate() {
            *byte = if by < seats { count(seat.plus(by, seats)).min(255) as u8 } else { 0 };
        }
    }

    /// Which seat, in the same order.
    pub fn seat(&mut self, which: Option<Seat>) {
        let place = which.map(|other| (other.index() + self.seats - self.seat.index()) % self.seats);
        self.one_of(place, MAX_SEATS);
    }

    /// The other seats, the next one first; `None` for places that do not exist at this table.
    pub fn others(&self) -> [Option<Seat>; MAX_SEATS - 1] {
        std::array::from_fn(|by| (by + 1 < self.seats).then(|| self.seat.plus(by + 1, self.seats)))
    }

    /// Every part has been written.
    pub fn end(self) {
        debug_assert!(self.left.is_empty(), "{} bytes are not written", self.left.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bits_are_spread_to_bytes(bits in any::<u64>(), width in 0usize..65) {
            let mut row = vec![7; width];
            spread(bits, &mut row);
            let slow: Vec<u8> = (0..width).map(|n| (bits >> n & 1) as u8).collect();
            prop_assert_eq!(row, slow);
        }

        #[test]
        fn a_set_of_tokens_behaves_like_a_sorted_list(tokens in prop::collection::btree_set(0usize..128, 0..20)) {
            let list: Vec<usize> = tokens.into_iter().collect();
            let set: TokenSet = list.iter().copied().collect();
            prop_assert_eq!(set.collect::<Vec<_>>(), list.clone());
            prop_assert_eq!(TokenSet::len(set) as usize, list.len());
            for n in 0..=list.len() {
                prop_assert_eq!(set.nth_token(n as u32), list.get(n).copied());
            }
            prop_assert_eq!(set.only(), if list.len() == 1 { Some(list[0]) } else { None });
            let mut mask = [9; 100];
            set.write(&mut mask);
            for (token, &byte) in mask.iter().enumerate() {
                prop_assert_eq!(byte == 1, list.contains(&token));
                prop_assert_eq!(set.contains(token), list.contains(&token));
            }
        }
    }

    #[test]
    fn seats_are_written_from_the_seat_that_looks() {
        let layout = [("sizes", 4), ("turn", 4), ("many", 1)];
        let mut bytes = [9; 9];
        let mut row = Row::new(&mut bytes, &layout, Seat::new(1), 3);
        assert_eq!(row.others(), [Some(Seat::new(2)), Some(Seat::new(0)), None]);
        row.around(|seat| 10 + seat.index() as u32);
        row.seat(Some(Seat::new(0)));
        row.count(1000);
        row.end();
        assert_eq!(bytes, [11, 12, 10, 0, 0, 0, 1, 0, 255]);
    }
}
