//! Action priors learned from searching players, by the kind of decision and the price of the card.

use cards::Card;

use super::public::{Phase, Public};
use super::types::Action;
use super::weights::PRIORS;

/// Kinds of decisions: attack, defend, throw in, throw in while the defender takes; each with more than
/// six cards in the stock, with fewer, and without a stock.
pub const ROWS: usize = 12;
/// Kinds of actions: laying a plain six to ace, laying a trump six to ace, and taking or passing, one column
/// for every two cards on the table.
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

/// Relative probabilities; a row compares the actions of one decision.
pub type Priors = [[u16; COLUMNS]; ROWS];

/// The prior of laying this card, if that is legal.
pub(super) fn of_card(public: &Public, card: Card) -> f32 {
    PRIORS[row(public)][column(public, Action::Card(card))].into()
}

/// The prior of taking or passing; 0 if that is not legal.
pub(super) fn of_no(public: &Public) -> f32 {
    if public.may_refuse() { PRIORS[row(public)][column(public, Action::No)].into() } else { 0.0 }
}

/// The prior of a legal action, with a floor, so that search visits every action.
#[inline]
pub fn prior(public: &Public, action: Action, priors: &Priors) -> f32 {
    const FLOOR: f32 = 20.0;
    FLOOR + f32::from(priors[row(public)][column(public, action)])
}
