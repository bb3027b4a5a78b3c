//! How a searching player is likely to act, by the price of a card alone: what its play tells of its
//! hand.

use cards::Card;

use super::learned::HABITS;
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
        Phase::Attack | Phase::Trump | Phase::Deal | Phase::Over => 0,
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

/// The weights of a row compare the actions of one decision.
pub type Habits = [[u16; COLUMNS]; ROWS];

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
pub fn leaning(public: &Public, action: Action, habits: &Habits) -> f32 {
    const LEAST: f32 = 20.0;
    LEAST + f32::from(habits[row(public)][column(public, action)])
}
