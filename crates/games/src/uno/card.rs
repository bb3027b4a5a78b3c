//! The cards of Uno, and bags in which a kind may occur many times.

use std::fmt;
use std::str::FromStr;

use cards::scene::{Ground, Ink, Shape};
use cards::{Face, ParseError, Tag};

use crate::catalog::Spelt;

/// How many kinds of card there are: four colours of twelve.
pub const KINDS: usize = 48;

const COLOURS: &[u8; 4] = b"BRYG";
const SYMBOLS: &[u8; 12] = b"PC0123456789";

const LANE: u64 = (1 << SYMBOLS.len()) - 1;
const LANES: u64 = 1 | 1 << 12 | 1 << 24 | 1 << 36;
const PASSES: u64 = LANES;
const CHANGES: u64 = LANES << 1;

/// A kind of card: a colour, and a number, pass or change-direction.
///
/// The codes 0 to 47 are in the contest's order of preference (colour B, R, Y, G; then pass,
/// change-direction, 0 to 9), so the lowest bit of a set of kinds is the preferred card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl From<Card> for Face {
    /// Every colour has its own shape, for readers who cannot distinguish the colours.
    fn from(card: Card) -> Face {
        let id = card.to_string();
        let (ink, shape) = match &id[..1] {
            "B" => (Ink::Blue, Shape::Disc),
            "R" => (Ink::Red, Shape::Lozenge),
            "Y" => (Ink::Yellow, Shape::Triangle),
            _ => (Ink::Green, Shape::Square),
        };
        let glyph = match &id[1..] {
            "P" => "⊘",
            "C" => "⇄",
            digit => digit,
        };
        Face { id: Tag::new(&id), glyph: Tag::new(glyph), shape: Some(shape), ink, ground: Ground::Ink }
    }
}

/// The kinds that may be played on each kind.
const FOLLOWERS: [u64; KINDS] = {
    let mut table = [0; KINDS];
    let mut code = 0;
    while code < KINDS {
        table[code] = LANE << (code / 12 * 12) | LANES << (code % 12);
        code += 1;
    }
    table
};

/// Marks bytes that are not in the alphabet; no sum of two valid parts has this bit.
const BAD: u8 = 128;

const fn places_in(letters: &[u8], step: u8) -> [u8; 256] {
    let mut table = [BAD; 256];
    let mut place = 0;
    while place < letters.len() {
        table[letters[place] as usize] = place as u8 * step;
        place += 1;
    }
    table
}
static COLOUR_PART: [u8; 256] = places_in(COLOURS, 12);
static SYMBOL_PART: [u8; 256] = places_in(SYMBOLS, 1);

impl Card {
    /// The first kind in order of preference, blue pass. It also fills places without a card.
    pub const FIRST: Card = Card(0);

    /// Every kind, in card order.
    pub fn all() -> impl ExactSizeIterator<Item = Card> {
        (0..KINDS as u8).map(Card)
    }

    /// The card spelt by two bytes.
    #[inline]
    pub fn from_bytes([colour, symbol]: [u8; 2]) -> Option<Card> {
        // Two bad parts would overflow to a valid sum, so they are joined first.
        let (colour, symbol) = (COLOUR_PART[colour as usize], SYMBOL_PART[symbol as usize]);
        ((colour | symbol) & BAD == 0).then(|| Card(colour + symbol))
    }

    /// Reads `row.len()` cards, each a blank and two bytes. If `text` is anything else it returns false, and
    /// the row holds no valid cards. Nearly all cards are valid, so there is no branch for each.
    #[inline]
    pub(super) fn read_row(text: &[u8], row: &mut [Card]) -> bool {
        let mut bad = 0;
        for (spelling, card) in text.chunks_exact(3).zip(row.iter_mut()) {
            let (colour, symbol) = (COLOUR_PART[spelling[1] as usize], SYMBOL_PART[spelling[2] as usize]);
            bad |= colour | symbol | if spelling[0] == b' ' { 0 } else { BAD };
            card.0 = colour.wrapping_add(symbol);
        }
        bad & BAD == 0 && text.len() == 3 * row.len()
    }

    /// The card and what people type for it: colour and number in either order, and `S` for skip and `R` for reverse
    /// beside the letters `P` and `C` of the notation. No two cards share a name, as no colour is `S` and no number or
    /// symbol is a colour.
    pub(super) fn spelt(self) -> Spelt {
        let id = self.to_string().to_lowercase();
        let (colour, symbol) = id.split_at(1);
        let word = match symbol {
            "p" => "s",
            "c" => "r",
            digit => digit,
        };
        let mut also =
            vec![format!("{symbol}{colour}"), format!("{colour}{word}"), format!("{word}{colour}")];
        also.retain(|name| *name != id);
        also.sort_unstable();
        also.dedup();
        Spelt { face: self.into(), also }
    }

    /// 0 to 47, in order of preference.
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// The set with only this kind.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The kinds that may be played on this card: same colour, or same number or function.
    #[inline]
    pub const fn followers(self) -> u64 {
        FOLLOWERS[self.0 as usize]
    }

    /// May this card be played on `top`?
    pub const fn follows(self, top: Card) -> bool {
        top.followers() & self.bit() != 0
    }

    /// Does it skip the next seat?
    pub const fn is_pass(self) -> bool {
        PASSES & self.bit() != 0
    }

    /// Does it change the direction of play?
    pub const fn is_change(self) -> bool {
        CHANGES & self.bit() != 0
    }

    /// The first kind of a set of kinds.
    #[inline]
    pub const fn first_of(kinds: u64) -> Option<Card> {
        if kinds == 0 { None } else { Some(Card(kinds.trailing_zeros() as u8)) }
    }

    /// How many of this kind are in the deck of 92: one of each 0, two of everything else.
    pub const fn in_standard_deck(self) -> u16 {
        if self.0 % 12 == 2 { 1 } else { 2 }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (colour, symbol) = (COLOURS[self.code() / 12], SYMBOLS[self.code() % 12]);
        write!(f, "{}{}", colour as char, symbol as char)
    }
}
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl FromStr for Card {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Card, ParseError> {
        let card = s.as_bytes().try_into().ok().and_then(Card::from_bytes);
        card.ok_or_else(|| ParseError::new("a card like R7, BP or GC", s))
    }
}

/// Cards without an order: the count of each kind, and the set of kinds.
///
/// A count is one byte, so that bags are small: states and views are copied all the time. The bits above the kinds
/// are up to two notes, each "256 more of this kind", because a deck has at most 512 cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bag {
    kinds: u64,
    counts: [u8; KINDS],
}

const KIND_BITS: u64 = (1 << KINDS) - 1;
/// A note is a kind's code plus one, and 0 is none. The first is not below the second, so that equal bags are equal.
const NOTE: u64 = (1 << NOTE_BITS) - 1;
const NOTE_BITS: usize = 7;

impl Bag {
    /// No card.
    pub const EMPTY: Bag = Bag { kinds: 0, counts: [0; KINDS] };

    /// The deck of 92.
    pub const STANDARD_DECK: Bag = {
        let mut bag = Bag { kinds: KIND_BITS, counts: [0; KINDS] };
        let mut code = 0;
        while code < KINDS {
            bag.counts[code] = Card(code as u8).in_standard_deck() as u8;
            code += 1;
        }
        bag
    };

    /// The kinds in the bag; bit `c` is the kind of code `c`.
    #[inline]
    pub const fn kinds(&self) -> u64 {
        self.kinds & KIND_BITS
    }

    /// Are there more than 255 of some kind?
    #[inline]
    const fn has_notes(&self) -> bool {
        self.kinds >> KINDS != 0
    }

    const fn notes(&self) -> [u64; 2] {
        [self.kinds >> KINDS & NOTE, self.kinds >> (KINDS + NOTE_BITS) & NOTE]
    }

    /// How many of a kind.
    #[inline]
    pub const fn count(&self, card: Card) -> u16 {
        let count = self.counts[card.code()] as u16;
        if self.has_notes() { count + self.noted(card) } else { count }
    }

    #[cold]
    const fn noted(&self, card: Card) -> u16 {
        let [one, other] = self.notes();
        let note = card.code() as u64 + 1;
        256 * ((one == note) as u16 + (other == note) as u16)
    }

    /// Is the kind in the bag?
    #[inline]
    pub const fn has(&self, card: Card) -> bool {
        self.kinds & card.bit() != 0
    }

    /// How many cards in all.
    pub fn len(&self) -> usize {
        let notes = self.notes().iter().filter(|&&note| note > 0).count();
        self.counts.iter().map(|&n| n as usize).sum::<usize>() + 256 * notes
    }

    /// No card at all?
    pub const fn is_empty(&self) -> bool {
        self.kinds == 0
    }

    /// How many cards are of these kinds.
    pub fn count_of(&self, kinds: u64) -> u32 {
        let (mut left, mut count) = (kinds & self.kinds(), 0);
        while let Some(card) = Card::first_of(left) {
            left &= left - 1;
            count += u32::from(self.count(card));
        }
        count
    }

    /// Puts a card in.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        let count = &mut self.counts[card.code()];
        if *count == u8::MAX {
            return self.set(card, self.count(card) + 1);
        }
        *count += 1;
        self.kinds |= card.bit();
    }

    /// Puts many cards in.
    #[inline]
    pub fn extend(&mut self, cards: &[Card]) {
        cards.iter().for_each(|&card| self.insert(card));
    }

    /// Puts another bag's cards in.
    #[inline]
    pub fn join(&mut self, other: &Bag) {
        let pairs = || self.counts.iter().zip(&other.counts);
        let all = pairs().fold(0, |all, (&count, &more)| all | (u16::from(count) + u16::from(more)));
        if all > 255 || self.has_notes() || other.has_notes() {
            Card::all().for_each(|card| self.set(card, self.count(card) + other.count(card)));
            return;
        }
        self.kinds |= other.kinds;
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// Takes out a card that is in it.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        if self.has_notes() {
            return self.set(card, self.count(card) - 1);
        }
        let count = &mut self.counts[card.code()];
        *count -= 1;
        self.kinds &= !(u64::from(*count == 0) << card.code());
    }

    /// Sets the count of a kind.
    pub fn set(&mut self, card: Card, count: u16) {
        if self.has_notes() || count > u16::from(u8::MAX) {
            self.note(card, count >> 8);
        }
        self.counts[card.code()] = count as u8;
        self.kinds = self.kinds & !card.bit() | u64::from(count > 0) << card.code();
    }

    /// Notes how many times 256 there are of a kind.
    #[cold]
    fn note(&mut self, card: Card, times: u16) {
        let own = card.code() as u64 + 1;
        let mut notes = self.notes().map(|note| if note == own { 0 } else { note });
        for _ in 0..times {
            let free = notes.iter_mut().find(|note| **note == 0).expect("a deck has at most 512 cards");
            *free = own;
        }
        notes.sort_unstable_by(|a, b| b.cmp(a));
        self.kinds = self.kinds & KIND_BITS | notes[0] << KINDS | notes[1] << (KINDS + NOTE_BITS);
    }

    /// Writes the count of each kind as one byte; more than 255 are 255.
    #[inline]
    pub(super) fn write_counts(&self, bytes: &mut [u8; KINDS]) {
        *bytes = self.counts;
        for note in self.notes().into_iter().filter(|&note| note > 0) {
            bytes[note as usize - 1] = u8::MAX;
        }
    }

    /// Every card in card order.
    pub fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        Card::all().flat_map(|card| std::iter::repeat_n(card, self.count(card) as usize))
    }

    /// Does the mask of kinds agree with the counts?
    pub(super) fn is_sound(&self) -> bool {
        let [one, other] = self.notes();
        Card::all().all(|card| self.has(card) == (self.count(card) > 0))
            && self.kinds >> (KINDS + 2 * NOTE_BITS) == 0
            && one >= other
            && one <= KINDS as u64
    }
}

impl fmt::Debug for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
impl FromIterator<Card> for Bag {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Bag {
        let mut bag = Bag::EMPTY;
        cards.into_iter().for_each(|card| bag.insert(card));
        bag
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_kind_has_one_spelling_and_reads_back() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        for text in ["", "R", "r7", "7R", "RX", "R77", "XX", "B?", "ß", "\u{7f}7"] {
            assert_eq!(text.parse::<Card>().expect_err(text).expected, "a card like R7, BP or GC");
        }
    }

    #[test]
    fn people_type_either_order_and_the_letters_of_skip_and_reverse() {
        let typed = |card: &str| card.parse::<Card>().expect("a card").spelt().also;
        assert_eq!(typed("Y7"), ["7y"]);
        assert_eq!(typed("YP"), ["py", "sy", "ys"]);
        assert_eq!(typed("RC"), ["cr", "rr"]);
        let names: Vec<String> = Card::all()
            .flat_map(|card| [vec![card.to_string().to_lowercase()], card.spelt().also].concat())
            .collect();
        let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "no name means two cards");
    }

    #[test]
    fn every_pair_of_bytes_is_read_by_the_alphabets() {
        for colour in 0..=255u8 {
            for symbol in 0..=255u8 {
                let slow = COLOURS.contains(&colour) && SYMBOLS.contains(&symbol);
                assert_eq!(Card::from_bytes([colour, symbol]).is_some(), slow);
            }
        }
    }

    #[test]
    fn a_card_follows_its_colour_and_its_symbol() {
        for top in Card::all() {
            for card in Card::all() {
                let (top_text, text) = (top.to_string(), card.to_string());
                let slow = top_text[..1] == text[..1] || top_text[1..] == text[1..];
                assert_eq!(card.follows(top), slow, "{card} on {top}");
            }
        }
    }

    #[test]
    fn cards_are_in_the_contest_s_order_of_preference() {
        let order: Vec<String> = Card::all().map(|card| card.to_string()).collect();
        assert_eq!(&order[..14].join(" "), "BP BC B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 RP RC");
        assert_eq!(&order[34..38].join(" "), "Y8 Y9 GP GC");
    }

    #[test]
    fn the_standard_deck_has_92_cards() {
        assert_eq!(Bag::STANDARD_DECK.len(), 92);
        assert!(Bag::STANDARD_DECK.is_sound());
        assert_eq!(Bag::STANDARD_DECK.iter().filter(|card| card.is_pass() || card.is_change()).count(), 16);
    }

    #[test]
    fn a_bag_counts_its_kinds() {
        let card: Card = "R2".parse().expect("a card");
        let mut bag = Bag::EMPTY;
        (0..300).for_each(|_| bag.insert(card));
        assert_eq!((bag.len(), bag.count_of(card.bit())), (300, 300));
        (0..300).for_each(|_| bag.remove(card));
        assert_eq!(bag, Bag::EMPTY);
        bag.set(card, 2);
        assert_eq!(bag, [card, card].into_iter().collect());
        assert!(bag.is_sound());
    }

    proptest! {
        /// The slow twin is a count for each kind. Few kinds and long runs, so that counts pass 255 and 256.
        #[test]
        fn a_bag_behaves_like_a_list_of_counts(
            steps in prop::collection::vec((0u8..3, 0u8..4, 1u16..260), 0..40),
        ) {
            let (mut bag, mut slow) = (Bag::EMPTY, [0u16; KINDS]);
            for (code, what, times) in steps {
                let card = Card(code * 20);
                let room = 512 - slow.iter().sum::<u16>();
                let count = &mut slow[card.code()];
                match what {
                    0 => {
                        let times = times.min(room);
                        (0..times).for_each(|_| bag.insert(card));
                        *count += times;
                    }
                    1 => {
                        let times = times.min(*count);
                        (0..times).for_each(|_| bag.remove(card));
                        *count -= times;
                    }
                    2 => {
                        let times = times.min(room + *count);
                        bag.set(card, times);
                        *count = times;
                    }
                    _ => {
                        let times = times.min(room);
                        bag.join(&std::iter::repeat_n(card, times.into()).collect());
                        *count += times;
                    }
                }
                prop_assert!(bag.is_sound());
                prop_assert_eq!(Card::all().map(|card| bag.count(card)).collect::<Vec<_>>(), slow.to_vec());
                prop_assert_eq!(bag.len(), slow.iter().map(|&count| usize::from(count)).sum::<usize>());
                let again: Bag = bag.iter().collect();
                prop_assert_eq!(again, bag);
                let mut bytes = [9; KINDS];
                bag.write_counts(&mut bytes);
                prop_assert_eq!(bytes.to_vec(), slow.iter().map(|&count| count.min(255) as u8).collect::<Vec<_>>());
            }
        }
    }
}
