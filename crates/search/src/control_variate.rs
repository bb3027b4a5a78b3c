//! A control variate: the baseline of a sampled world, subtracted from the payoffs of its iteration.
//!
//! Worlds differ by far more than actions do, and a search sees few of them. Without a control variate an
//! action looks good because it was tried in good worlds. The value of a world before anybody acts (its
//! baseline) correlates with how it ends. So the difference between baseline and mean is subtracted. For
//! actions of the root this lowers the variance and keeps the expectation. Deeper actions, legal only in some
//! worlds, are compared net of what those worlds are worth.

use cards::{BySeat, Game, Rng};

use crate::model::Model;

/// The mean baseline of a decision, for each seat.
#[derive(Clone, Copy)]
pub(crate) struct ControlVariate {
    mean: BySeat<i32>,
}

/// How many worlds estimate the mean. It need not be exact: an error shifts all actions
/// alike, except for visits kept by tree reuse.
const WORLDS: i32 = 64;

impl ControlVariate {
    /// Estimates the mean baseline, if the model has one; `first` is a world that was sampled already.
    pub fn estimate<G: Game>(
        model: &impl Model<G>,
        first: &G,
        worlds: impl Fn(&mut Rng) -> G,
        rng: &mut Rng,
    ) -> Option<ControlVariate> {
        let mut total = model.baseline(first)?;
        for _ in 1..WORLDS {
            let baseline = model.baseline(&worlds(rng))?;
            total = BySeat::from_fn(total.len(), |seat| total[seat] + baseline[seat]);
        }
        Some(ControlVariate { mean: BySeat::from_fn(total.len(), |seat| total[seat] / WORLDS) })
    }

    /// The payoffs of a world with this baseline, less what the world itself contributed.
    pub fn adjust(self, payoffs: BySeat<i32>, baseline: BySeat<i32>) -> BySeat<i32> {
        BySeat::from_fn(payoffs.len(), |seat| payoffs[seat] - (baseline[seat] - self.mean[seat]))
    }
}
