//! Error bars by resampling deals.
//!
//! The plain bootstrap draws the deals again, with replacement, and looks how much the ratings move.
//! Where everything was won, nothing moves, and the bar would have no width. So what was not seen takes
//! part as well, as in `table::intervals`:
//!
//! - each entry wins one pseudo-deal, against opponents it met, and so does each seat that is rated: of `n`
//!   deals, about three may yet go the other way (the statisticians' rule of three);
//! - the half win and the half loss against the ghost (a virtual opponent) are drawn again with exponential weights, as in the
//!   Bayesian bootstrap (Rubin 1981), because they alone say how far away a strength may be.
//!
//! Each deal is taken a Poisson number of times with mean 1 (the Poisson bootstrap, Hanley and MacGibbon
//! 2006). So equal deals need one draw for all of them, and a million deals cost no more than their kinds.

use cards::Rng;

use super::draw::{exponential, poisson, unit};
use super::rating::Rating;

/// How the error bars are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bootstrap {
    /// How often the deals are drawn again: 1,000 by default, 40 at least.
    pub resamples: u32,
    /// The same seed gives the same bars.
    pub seed: u64,
}

impl Default for Bootstrap {
    fn default() -> Bootstrap {
        Bootstrap { resamples: 1_000, seed: 1 }
    }
}

/// With fewer, 2.5% are not even one resample.
const LEAST_RESAMPLES: u32 = 40;

impl Bootstrap {
    /// Ratings with percentile intervals: `elo` as estimated, and again from what `resample` draws.
    pub(super) fn ratings(
        &self,
        elo: &[f64],
        games: &[u64],
        mut resample: impl FnMut(&mut Rng) -> Vec<f64>,
    ) -> Vec<Rating> {
        let resamples = self.resamples.max(LEAST_RESAMPLES);
        let mut drawn = vec![Vec::with_capacity(resamples as usize); elo.len()];
        for number in 0..resamples {
            let again = resample(&mut Rng::stream(self.seed, number.into()));
            drawn.iter_mut().zip(again).for_each(|(list, elo)| list.push(elo));
        }
        let bars = drawn.into_iter().map(|mut list| {
            list.sort_by(f64::total_cmp);
            (percentile(&list, 0.025), percentile(&list, 0.975))
        });
        let all = elo.iter().zip(games).zip(bars);
        all.map(|((&elo, &games), (low, high))| Rating { elo, low: low.min(elo), high: high.max(elo), games })
            .collect()
    }
}

/// The value below which this part of a sorted list lies, interpolated; 0 of an empty list.
fn percentile(sorted: &[f64], part: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = part * last as f64;
    let (below, weight) = (place.floor() as usize, place.fract());
    let above = sorted[(below + 1).min(last)];
    sorted[below] + weight * (above - sorted[below])
}

/// Deals of which equal ones are one kind, and who took part in each kind.
pub(super) struct Pool {
    counts: Vec<u64>,
    /// For each entry its kinds, each with the number of its deals up to and including this kind.
    of_entry: Vec<Vec<(usize, u64)>>,
}

/// What a resample holds.
pub(super) enum Drawn {
    /// Deals of this kind, so many times.
    Deals(usize, f64),
    /// A deal of this kind, but this entry won all of it.
    Pseudo(usize, usize),
}

impl Pool {
    /// A pool for so many entries.
    pub fn new(entries: usize) -> Pool {
        Pool { counts: Vec::new(), of_entry: vec![Vec::new(); entries] }
    }

    /// Adds a kind: how many deals, and the entries that took part, each once.
    pub fn push(&mut self, count: u64, entries: impl IntoIterator<Item = usize>) {
        let kind = self.counts.len();
        self.counts.push(count);
        for entry in entries {
            let kinds = &mut self.of_entry[entry];
            let so_far = kinds.last().map_or(0, |(_, so_far)| *so_far);
            kinds.push((kind, so_far + count));
        }
    }

    /// Draws the deals again and tells what came.
    pub fn draw(&self, rng: &mut Rng, mut tell: impl FnMut(Drawn)) {
        for (kind, &count) in self.counts.iter().enumerate() {
            let times = poisson(rng, count as f64);
            if times > 0.0 {
                tell(Drawn::Deals(kind, times));
            }
        }
        for (entry, kinds) in self.of_entry.iter().enumerate() {
            let Some(&(_, deals)) = kinds.last() else { continue };
            for _ in 0..poisson(rng, 1.0) as u64 {
                let place = (unit(rng) * deals as f64) as u64;
                let found = kinds.partition_point(|(_, so_far)| *so_far <= place).min(kinds.len() - 1);
                tell(Drawn::Pseudo(kinds[found].0, entry));
            }
        }
    }
}

/// The weights of the win and the loss against the ghost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ghost {
    pub won: f64,
    pub lost: f64,
}

impl Ghost {
    /// Half a win and half a loss.
    pub const HALVES: Ghost = Ghost { won: 0.5, lost: 0.5 };

    /// The two drawn again.
    pub fn draw(rng: &mut Rng) -> Ghost {
        // Never quite nothing, so that every strength stays finite.
        let mut half = || 0.5 * exponential(rng).max(1e-3);
        Ghost { won: half(), lost: half() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_interpolated() {
        assert_eq!(percentile(&[], 0.5), 0.0);
        assert_eq!(percentile(&[3.0], 0.975), 3.0);
        assert_eq!(percentile(&[0.0, 10.0, 20.0], 0.25), 5.0);
        assert_eq!(percentile(&[0.0, 10.0, 20.0], 1.0), 20.0);
    }

    #[test]
    fn a_resample_takes_each_deal_once_on_average_and_one_pseudo_deal_for_each_entry_that_played() {
        let mut pool = Pool::new(3);
        pool.push(4, [0, 1]);
        pool.push(60, [0, 1]);
        let (mut deals, mut pseudo) = ([0.0f64; 2], [[0.0f64; 3]; 2]);
        for number in 0..4_000 {
            pool.draw(&mut Rng::stream(5, number), |drawn| match drawn {
                Drawn::Deals(kind, times) => deals[kind] += times / 4_000.0,
                Drawn::Pseudo(kind, entry) => pseudo[kind][entry] += 1.0 / 4_000.0,
            });
        }
        assert!((deals[0] - 4.0).abs() < 0.2 && (deals[1] - 60.0).abs() < 0.7, "{deals:?}");
        assert!((pseudo[0][0] - 4.0 / 64.0).abs() < 0.02, "{pseudo:?}");
        assert!((pseudo[1][1] - 60.0 / 64.0).abs() < 0.08, "{pseudo:?}");
        assert_eq!((pseudo[0][2], pseudo[1][2]), (0.0, 0.0));
    }
}
