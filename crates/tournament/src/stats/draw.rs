//! Random numbers for resampling.

use cards::Rng;

/// Above this mean a Poisson number is drawn as a rounded normal one.
const LARGE: f64 = 40.0;

/// From 0 up to, but not including, 1.
pub(super) fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Exponential with mean 1.
pub(super) fn exponential(rng: &mut Rng) -> f64 {
    -(1.0 - unit(rng)).ln()
}

/// How often an event of this mean happens.
pub(super) fn poisson(rng: &mut Rng, mean: f64) -> f64 {
    if mean > LARGE {
        let (radius, angle) = ((2.0 * exponential(rng)).sqrt(), std::f64::consts::TAU * unit(rng));
        return (mean + mean.sqrt() * radius * angle.cos()).round().max(0.0);
    }
    // Events come at exponential distances: count those before `mean`.
    let (mut count, mut left) = (0.0, (-mean).exp());
    let mut product = unit(rng);
    while product > left {
        product *= unit(rng);
        count += 1.0;
        // A product that underflows ends the loop as well.
        left = left.max(f64::MIN_POSITIVE);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poisson_numbers_have_the_right_mean_and_variance() {
        let mut rng = Rng::new(3);
        for mean in [0.0, 0.3, 1.0, 7.0, 39.0, 41.0, 900.0] {
            let draws: Vec<f64> = (0..20_000).map(|_| poisson(&mut rng, mean)).collect();
            let found = draws.iter().sum::<f64>() / draws.len() as f64;
            let spread = draws.iter().map(|draw| (draw - found).powi(2)).sum::<f64>() / draws.len() as f64;
            // Five standard errors.
            assert!((found - mean).abs() <= 5.0 * (mean / 20_000.0).sqrt(), "{mean}: mean {found}");
            assert!((spread - mean).abs() <= 0.06 * mean, "{mean}: variance {spread}");
        }
    }

    #[test]
    fn exponential_numbers_have_mean_one() {
        let mut rng = Rng::new(4);
        let mean = (0..40_000).map(|_| exponential(&mut rng)).sum::<f64>() / 40_000.0;
        assert!((mean - 1.0).abs() < 0.025, "{mean}");
    }
}
