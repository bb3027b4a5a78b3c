//! Seats at a table, and one value for each of them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use crate::ParseError;

/// The most seats of any game.
pub const MAX_SEATS: usize = 4;

/// A place at the table: numbered from 0 in code, from 1 in text, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index.
    ///
    /// # Panics
    /// If the index is not below [`MAX_SEATS`].
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS);
        Seat(index as u8)
    }

    /// Counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All seats of a table, from the first.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats).map(Seat::new)
    }

    /// The seat `steps` places clockwise at a table of `seats`.
    pub const fn plus(self, steps: usize, seats: usize) -> Seat {
        Seat::new((self.index() + steps) % seats)
    }

    /// The next seat clockwise.
    pub const fn next(self, seats: usize) -> Seat {
        // A comparison is cheaper than the division of `plus`, and every turn of every game calls this.
        if self.index() + 1 < seats { Seat(self.0 + 1) } else { Seat(0) }
    }

    /// The seat opposite at a table of four: the partner in a team game.
    pub const fn partner(self) -> Seat {
        Seat(self.0 ^ 2)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Seat {
    /// As in text: counted from 1.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}
impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {self}")
    }
}
impl FromStr for Seat {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Seat, ParseError> {
        match s.as_bytes() {
            [digit @ b'1'..=b'4'] => Ok(Seat(digit - b'1')),
            _ => Err(ParseError::new("a seat from 1 to 4", s)),
        }
    }
}

/// One `T` for each seat of a table.
#[derive(Clone, Copy)]
pub struct BySeat<T> {
    items: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy> BySeat<T> {
    /// The same value for each of `seats` seats.
    pub const fn all(seats: usize, value: T) -> BySeat<T> {
        assert!(seats <= MAX_SEATS);
        BySeat { items: [value; MAX_SEATS], seats: seats as u8 }
    }

    /// A value for each seat, by a function.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        let mut all = BySeat::all(seats, value(Seat::new(0)));
        for seat in Seat::all(seats).skip(1) {
            all[seat] = value(seat);
        }
        all
    }
}

impl<T> BySeat<T> {
    /// How many seats.
    pub const fn len(&self) -> usize {
        self.seats as usize
    }

    /// Always false: clippy wants it beside `len`.
    pub const fn is_empty(&self) -> bool {
        self.seats == 0
    }

    /// The seats, from the first.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<T> {
        Seat::all(self.len())
    }

    /// The values, from the first seat on.
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len()]
    }

    /// The values, from the first seat on.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.items[seat.index()]
    }
}
impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[seat.index()]
    }
}
impl<T: PartialEq> PartialEq for BySeat<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}
impl<T: Eq> Eq for BySeat<T> {}
impl<T: Hash> Hash for BySeat<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}
impl<T: fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
