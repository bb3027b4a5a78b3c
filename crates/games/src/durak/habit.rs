//! How a searching player is likely to act, by the price of a card alone: what its play tells of its
//! hand.

use cards::Card;

use super::public::{Phase, Public};
use super::rules::Action;

/// Kinds of decisions: attack, defend, throw in, throw in while the defender takes; each with more than
/// six cards in the stock, with fewer, and without a stock.
pub const ROWS: usize = 12;
/// Kinds of actions: laying a plain six to ace or a trump, then saying no with two cards more in each
/// column on the table.
pub const COLUMNS: usize = 24;

/// The row of a decision.
pub fn row(public: &Public) -> usize {
    let phase = match public.phase {
        Phase::Attack | Phase::Deal | Phase::Over => 0,
        Phase::Defend { .. } => 1,
        Phase::ThrowIn { taking: false, .. } => 2,
        Phase::ThrowIn { taking: true, .. } => 3,
    };
    let stock = match public.stock {
        0 => 2,
        1..=6 => 1,
        _ => 0,
    };
    phase * 3 + stock
}

/// The column of an action.
pub fn column(public: &Public, action: Action) -> usize {
    match action {
        Action::Card(card) => {
            let rank = usize::from(card.code() & 15) - 4;
            if card.suit() == Some(public.trump) { rank + 9 } else { rank }
        }
        Action::No => 18 + (public.on_table().len() as usize / 2).min(5),
    }
}

/// How much a search leans to this card, if it may be laid.
pub(super) fn lays(public: &Public, card: Card) -> f32 {
    HABITS[row(public)][column(public, Action::Card(card))].into()
}

/// How much it leans to saying no, if it may.
pub(super) fn refuses(public: &Public) -> f32 {
    if public.may_refuse() { HABITS[row(public)][column(public, Action::No)].into() } else { 0.0 }
}

/// How much it leans to a legal action, never so little that a search would not come to it.
#[inline]
pub(super) fn leaning(public: &Public, action: Action) -> f32 {
    const LEAST: f32 = 20.0;
    LEAST + f32::from(HABITS[row(public)][column(public, action)])
}

/// The weights of a row compare the actions of one decision. Found by
/// `cargo run --release --example learn_durak`.
#[rustfmt::skip]
const HABITS: [[u16; COLUMNS]; ROWS] = [
    [
        1024, 152, 200, 300, 339, 221, 66, 67, 9, 60, 1, 4, 2, 8, 1, 1, 1, 1, 46, 46, 46, 46, 46,
        46,
    ],
    [
        1024, 419, 374, 251, 295, 179, 100, 77, 42, 33, 4, 10, 6, 7, 2, 1, 1, 1, 58, 58, 58, 58,
        58, 58,
    ],
    [
        1024, 865, 705, 511, 373, 299, 269, 222, 178, 68, 24, 47, 52, 32, 42, 32, 38, 37, 180, 180,
        180, 180, 180, 180,
    ],
    [
        186, 1024, 732, 699, 498, 594, 986, 779, 942, 69, 28, 44, 56, 73, 51, 47, 76, 144, 402,
        301, 191, 105, 36, 15,
    ],
    [
        209, 1024, 844, 748, 754, 667, 823, 805, 943, 99, 48, 60, 64, 73, 72, 61, 92, 120, 488,
        237, 144, 60, 34, 2,
    ],
    [
        194, 982, 1024, 755, 704, 625, 643, 587, 517, 118, 96, 105, 105, 95, 106, 99, 108, 109,
        128, 54, 33, 20, 13, 8,
    ],
    [
        1024, 733, 585, 815, 583, 604, 315, 572, 139, 54, 5, 20, 12, 25, 10, 1, 4, 1, 77, 38, 58,
        113, 154, 56,
    ],
    [
        1024, 796, 684, 562, 516, 563, 321, 537, 250, 49, 12, 25, 32, 17, 14, 4, 5, 2, 90, 45, 61,
        73, 83, 44,
    ],
    [
        1024, 1018, 800, 648, 599, 489, 435, 364, 306, 81, 53, 68, 90, 63, 69, 48, 45, 34, 202, 56,
        87, 90, 108, 119,
    ],
    [
        1024, 211, 127, 116, 133, 75, 26, 24, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 27, 66, 39, 25, 22, 8,
    ],
    [
        1024, 686, 470, 356, 216, 154, 129, 91, 55, 1, 1, 1, 1, 1, 1, 1, 1, 1, 89, 129, 102, 96,
        38, 19,
    ],
    [
        1024, 716, 463, 272, 189, 152, 139, 102, 86, 2, 3, 3, 6, 5, 7, 8, 9, 9, 75, 93, 144, 134,
        96, 51,
    ],
];
