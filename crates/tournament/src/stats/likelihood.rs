//! The generalised likelihood ratio of two effect sizes, from categories of deals.
//!
//! An effect size is `t = (mean - par) / deviation` of a deal. For each of two values of `t` there is a most
//! likely distribution over the categories among those with exactly this `t`; the logarithm of the ratio of their
//! likelihoods is the statistic (Van den Bergh, "Comments on normalized Elo", section 4).

/// A share of points and how many deals gave it.
pub(super) type Category = (f64, f64);

/// An extreme that was not seen counts this much, so that no effect size is impossible.
const UNSEEN: f64 = 1e-3;
const MOST_ROUNDS: usize = 100;
const SAME: f64 = 1e-8;

/// `ln P(categories | t1) - ln P(categories | t0)`, each at its most likely; 0 without deals.
pub(super) fn log_likelihood_ratio(categories: &[Category], par: f64, t0: f64, t1: f64) -> f64 {
    let deals: f64 = categories.iter().map(|(_, count)| count).sum();
    if deals <= 0.0 {
        return 0.0;
    }
    let mut all: Vec<Category> = categories.iter().copied().filter(|(_, count)| *count > 0.0).collect();
    for extreme in [0.0, 1.0] {
        if all.iter().all(|(share, _)| *share != extreme) {
            all.push((extreme, UNSEEN));
        }
    }
    let ratio = match (most_likely(&all, par, t0), most_likely(&all, par, t1)) {
        (Some(null), Some(other)) => {
            let logs = null.iter().zip(&other).map(|(null, other)| (other / null).ln());
            all.iter().zip(logs).map(|((_, count), log)| count * log).sum()
        }
        _ => approximated(&all, par, t0, t1),
    };
    if f64::is_finite(ratio) { ratio } else { approximated(&all, par, t0, t1) }
}

/// The same by the normal approximation (section 4.2 of the note), which is always finite.
fn approximated(categories: &[Category], par: f64, t0: f64, t1: f64) -> f64 {
    let deals: f64 = categories.iter().map(|(_, count)| count).sum();
    let shares: Vec<f64> = categories.iter().map(|(_, count)| count / deals).collect();
    let (mean, deviation) = moments(categories, &shares);
    let t = (mean - par) / deviation.max(f64::MIN_POSITIVE);
    deals / 2.0 * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln()
}

fn moments(categories: &[Category], probabilities: &[f64]) -> (f64, f64) {
    let both = || categories.iter().zip(probabilities);
    let mean: f64 = both().map(|((share, _), probability)| share * probability).sum();
    let variance: f64 = both().map(|((share, _), probability)| probability * (share - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

/// The most likely probabilities with this effect size; `None` if the iteration does not settle.
///
/// The constraint is linearised around the last distribution. For a linear constraint, the expectation of `φ`
/// is 0, the answer is known: `p / (1 + x φ)` for the one `x` that meets it. The first distribution has
/// only wins and losses and the right effect size; from there on `φ` always has both signs, so there is an `x`.
fn most_likely(categories: &[Category], par: f64, t: f64) -> Option<Vec<f64>> {
    let deals: f64 = categories.iter().map(|(_, count)| count).sum();
    let (mut mean, mut deviation) = wins_and_losses(par, t);
    let mut at = vec![0.0; categories.len()];
    for _ in 0..MOST_ROUNDS {
        let phi: Vec<f64> = categories
            .iter()
            .map(|(share, _)| {
                share - par - t * deviation / 2.0 * (1.0 + ((share - mean) / deviation).powi(2))
            })
            .collect();
        let x = multiplier(categories, &phi)?;
        let mut moved: f64 = 0.0;
        for ((at, (_, count)), phi) in at.iter_mut().zip(categories).zip(&phi) {
            let next = count / deals / (1.0 + x * phi);
            moved = moved.max((next - *at).abs());
            *at = next;
        }
        (mean, deviation) = moments(categories, &at);
        if moved < SAME {
            break;
        }
    }
    let is_met = (mean - par - t * deviation).abs() < 1e-6;
    is_met.then_some(at)
}

/// The mean and the deviation of deals that are only won or lost and have this effect size.
fn wins_and_losses(par: f64, t: f64) -> (f64, f64) {
    let square = t * t;
    let root = t * (square + 4.0 * par * (1.0 - par)).sqrt();
    let mean = (2.0 * par + square + root) / (2.0 * (1.0 + square));
    (mean, (mean * (1.0 - mean)).sqrt())
}

/// The `x` for which the sum of `count φ / (1 + x φ)` is 0: Newton's method between two bounds.
fn multiplier(categories: &[Category], phi: &[f64]) -> Option<f64> {
    let least = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let most = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && 0.0 < most && least.is_finite() && most.is_finite()) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for ((_, count), phi) in categories.iter().zip(phi) {
            let part = phi / (1.0 + x * phi);
            value += count * part;
            slope -= count * part * part;
        }
        // The sum falls as x rises.
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
        if next == x || (next - x).abs() < 1e-14 * x.abs().max(1e-3) {
            return Some(next);
        }
        x = next;
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::draw::unit;
    use cards::Rng;

    fn penta(counts: [f64; 5]) -> Vec<Category> {
        counts.iter().enumerate().map(|(number, count)| (number as f64 / 4.0, *count)).collect()
    }

    /// The slow twin for three categories: all distributions with this effect size, tried one by one.
    fn searched(categories: &[Category; 3], par: f64, t: f64) -> f64 {
        let likelihood = |middle: f64| {
            // With the middle's probability given, the mean grows with the share of the upper one: bisection.
            let (mut low, mut high) = (0.0, 1.0 - middle);
            let at = |upper: f64| [1.0 - middle - upper, middle, upper];
            for _ in 0..60 {
                let upper = (low + high) / 2.0;
                let (mean, deviation) = moments(categories, &at(upper));
                if mean - par < t * deviation { low = upper } else { high = upper }
            }
            let probabilities = at((low + high) / 2.0);
            let (mean, deviation) = moments(categories, &probabilities);
            if (mean - par - t * deviation).abs() > 1e-9 {
                return f64::NEG_INFINITY;
            }
            categories.iter().zip(probabilities).map(|((_, count), p)| count * p.ln()).sum()
        };
        (1..20_000).map(|step| likelihood(f64::from(step) / 20_000.0)).fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn the_most_likely_distribution_agrees_with_a_search_of_all() {
        let mut rng = Rng::new(31);
        for run in 0..20 {
            let mut count = || f64::from(1 + rng.below(30));
            let categories = [(0.0, count()), (0.5, count()), (1.0, count())];
            let t = 0.8 * unit(&mut rng) - 0.4;
            let found = most_likely(&categories, 0.5, t).expect("an effect size that is possible");
            let fast: f64 = categories.iter().zip(&found).map(|((_, count), p)| count * p.ln()).sum();
            let slow = searched(&categories, 0.5, t);
            assert!((fast - slow).abs() < 1e-4, "run {run}: {categories:?}, t {t}: {fast} and {slow}");
        }
    }

    #[test]
    fn it_settles_for_any_counts_and_effect_sizes_in_use() {
        let mut rng = Rng::new(32);
        let (mut failed, runs) = (0, 20_000);
        for _ in 0..runs {
            let largest = [1, 3, 40, 5_000][rng.below(4) as usize];
            let counts = [0; 5].map(|_| f64::from(rng.below(largest) * rng.below(2)));
            let categories = penta(counts);
            let par = [0.5, 1.0 / 3.0, 0.25][rng.below(3) as usize];
            let t = 2.4 * unit(&mut rng) - 1.2;
            let mut all: Vec<Category> = categories.into_iter().filter(|(_, count)| *count > 0.0).collect();
            for extreme in [0.0, 1.0] {
                if all.iter().all(|(share, _)| *share != extreme) {
                    all.push((extreme, UNSEEN));
                }
            }
            failed += usize::from(most_likely(&all, par, t).is_none());
            assert!(log_likelihood_ratio(&all, par, 0.0, t).is_finite());
        }
        // These take the normal approximation.
        assert!(failed <= 5, "{failed} of {runs} did not settle");
    }

    #[test]
    fn for_small_effects_the_normal_approximation_is_close() {
        let categories = penta([120.0, 310.0, 700.0, 330.0, 140.0]);
        let exact = log_likelihood_ratio(&categories, 0.5, 0.0, 0.05);
        let approximate = approximated(&categories, 0.5, 0.0, 0.05);
        assert!((exact - approximate).abs() < 0.01, "{exact} and {approximate}");
    }
}
