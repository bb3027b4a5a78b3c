//! The luck of the draw, taken out of what a world has brought.
//!
//! Worlds differ by far more than actions do, and few of them are seen: without this an action would
//! look good because it was tried in good ones. What the cards of a world are worth before anything is
//! done says much of how it ends, and its mean over all worlds is the same whatever is done, so that the
//! difference may be subtracted (a control variate). Where an opponent's action needs a certain card, it
//! is also no longer praised for the luck of having it.

use cards::{BySeat, Game, Rng};

use crate::model::Model;

/// What the cards of a decision are usually worth to each seat.
#[derive(Clone, Copy)]
pub(crate) struct Luck(BySeat<i32>);

/// So many worlds tell what is usual. It need not be exact: whatever it is off by, it is off by for all
/// actions alike.
const WORLDS: i32 = 64;

impl Luck {
    /// The usual luck, if the model knows it; the first world is there already.
    pub fn usual<G: Game>(
        model: &impl Model<G>,
        first: &G,
        worlds: impl Fn(&mut Rng) -> G,
        rng: &mut Rng,
    ) -> Option<Luck> {
        let mut total = model.baseline(first)?;
        for _ in 1..WORLDS {
            let luck = model.baseline(&worlds(rng))?;
            total = BySeat::from_fn(total.len(), |seat| total[seat] + luck[seat]);
        }
        Some(Luck(BySeat::from_fn(total.len(), |seat| total[seat] / WORLDS)))
    }

    /// The payoffs of a world as they would have been with the usual luck.
    pub fn even_out(self, payoffs: BySeat<i32>, luck: BySeat<i32>) -> BySeat<i32> {
        BySeat::from_fn(payoffs.len(), |seat| payoffs[seat] - (luck[seat] - self.0[seat]))
    }
}
