//! A betting e-process: evidence against a mean that may be read after every deal.
//!
//! Somebody doubts that the mean share is at most `m`. They bet a fraction `f` of their capital on every deal at
//! odds that are fair for `m`: a share `x` multiplies the capital by `1 + f (x - m) / m`. If the mean is `m` or
//! less, they gain nothing on average, and the chance that 1 ever becomes `1 / level` is at most `level` (Ville 1939).
//! So one may stop at any time, for any reason. This needs no model of the deals: shares from 0 to 1 are enough
//! (Waudby-Smith and Ramdas 2024).
//!
//! The capital is spread over several fractions. Half of it is bet whole, so that a lopsided match is
//! clear after a handful of deals; the rest is bet with care and grows where deals are sometimes lost.
//! The capital does not depend on the order of the deals.

use super::tally::BadShare;

/// Fractions of the capital that are bet, and the part of the capital each begins with.
const BETS: [(f64, f64); 5] = [(1.0, 0.5), (0.75, 0.125), (0.5, 0.125), (0.25, 0.125), (0.125, 0.125)];

/// Evidence that the mean share is above a value, or below it.
///
/// ```
/// use tournament::stats::EProcess;
/// let mut doubt = EProcess::above(0.5);
/// for _ in 0..8 {
///     doubt.add(1.0)?;
/// }
/// // Eight deals won: at most half the points is refuted at a level of 1%.
/// assert!(doubt.rejects(0.01));
/// # Ok::<(), tournament::stats::BadShare>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EProcess {
    /// What is won for a share of 1 and for a share of 0, if everything is bet.
    gains: [f64; 2],
    /// The logarithm of what each bet has made of its part.
    capital: [f64; BETS.len()],
    /// The most the logarithm of the whole capital has been.
    peak: f64,
}

impl EProcess {
    /// Evidence against a mean of at most `mean`. A value outside 0 to 1 is taken for the nearest end.
    pub fn above(mean: f64) -> EProcess {
        let mean = inside(mean);
        EProcess::new([(1.0 - mean) / mean, -1.0])
    }

    /// Evidence against a mean of at least `mean`. A value outside 0 to 1 is taken for the nearest end.
    pub fn below(mean: f64) -> EProcess {
        let mean = inside(mean);
        EProcess::new([-1.0, mean / (1.0 - mean)])
    }

    fn new(gains: [f64; 2]) -> EProcess {
        EProcess { gains, capital: BETS.map(|(_, part)| part.ln()), peak: 0.0 }
    }

    /// Adds a deal.
    ///
    /// # Errors
    /// If the share is not from 0 to 1.
    pub fn add(&mut self, share: f64) -> Result<(), BadShare> {
        if !(0.0..=1.0).contains(&share) {
            return Err(BadShare(share));
        }
        let [most, least] = self.gains;
        let gain = least + share * (most - least);
        for (capital, (fraction, _)) in self.capital.iter_mut().zip(BETS) {
            // A rounding error must not make it negative.
            *capital += (1.0 + fraction * gain).max(0.0).ln();
        }
        self.peak = self.peak.max(self.log_evidence());
        Ok(())
    }

    /// The natural logarithm of the capital, which was 1 at first: the e-value.
    pub fn log_evidence(&self) -> f64 {
        let most = self.capital.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most + self.capital.iter().map(|capital| (capital - most).exp()).sum::<f64>().ln()
    }

    /// Was the evidence ever enough at this level? Wrong with at most this probability.
    pub fn rejects(&self, level: f64) -> bool {
        level > 0.0 && self.peak >= -level.ln()
    }
}

/// No mean is certain: a bet needs something to win on both sides.
fn inside(mean: f64) -> f64 {
    if mean.is_nan() { 0.5 } else { mean.clamp(1e-6, 1.0 - 1e-6) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deals(mut process: EProcess, shares: &[f64]) -> EProcess {
        shares.iter().for_each(|share| process.add(*share).expect("a share"));
        process
    }

    #[test]
    fn the_parts_of_the_capital_are_one() {
        assert_eq!(BETS.iter().map(|(_, part)| part).sum::<f64>(), 1.0);
        assert!(EProcess::above(0.5).log_evidence().abs() < 1e-12);
    }

    /// If the mean is as doubted, the mean capital over all sequences is exactly 1: the slow way, one by one.
    #[test]
    fn the_mean_capital_of_all_sequences_is_one() {
        for mean in [0.5f64, 0.25, 0.8] {
            for process in [EProcess::above(mean), EProcess::below(mean)] {
                let mut sum = 0.0;
                for sequence in 0..1u32 << 12 {
                    let shares: Vec<f64> = (0..12).map(|deal| f64::from(sequence >> deal & 1)).collect();
                    let won = shares.iter().sum::<f64>();
                    let probability = mean.powf(won) * (1.0 - mean).powf(12.0 - won);
                    sum += probability * deals(process, &shares).log_evidence().exp();
                }
                assert!((sum - 1.0).abs() < 1e-9, "{mean}: {sum}");
            }
        }
    }

    #[test]
    fn the_order_of_the_deals_does_not_matter() {
        let one = deals(EProcess::above(0.4), &[1.0, 0.25, 0.5, 0.0, 1.0]).log_evidence();
        let other = deals(EProcess::above(0.4), &[0.0, 1.0, 1.0, 0.5, 0.25]).log_evidence();
        assert!((one - other).abs() < 1e-12);
    }

    #[test]
    fn both_directions_mirror_each_other() {
        let up = deals(EProcess::above(0.3), &[1.0, 0.5, 0.75]).log_evidence();
        let down = deals(EProcess::below(0.7), &[0.0, 0.5, 0.25]).log_evidence();
        assert!((up - down).abs() < 1e-9);
    }

    #[test]
    fn ties_are_no_evidence_and_no_share_panics() {
        let process = deals(EProcess::above(0.5), &[0.5; 1_000]);
        assert!(process.log_evidence().abs() < 1e-9 && !process.rejects(0.05));
        let mut process = EProcess::above(f64::NAN);
        for bad in [f64::NAN, -0.1, 1.1, f64::INFINITY] {
            assert!(process.add(bad).is_err());
        }
        let lost = deals(EProcess::above(0.5), &[0.0; 5_000]);
        assert!(lost.log_evidence() < -100.0 && lost.log_evidence().is_finite());
        assert!(!lost.rejects(0.0) && !lost.rejects(f64::NAN) && !lost.rejects(-1.0));
    }
}
