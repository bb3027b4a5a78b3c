//! The generalised sequential probability ratio test (GSPRT) of two strengths in normalised Elo.
//!
//! H0: the first side's Elo difference is at most `elo0`. H1: it is at least `elo1`. Between the two either answer is
//! right; the likelihoods compared are those of the two ends. After every deal the logarithm
//! of the likelihood ratio is compared with Wald's two bounds. Normalised Elo is the effect size of a
//! match, `(mean - par) / deviation`, times `800 / ln 10`; the deviation is that of a deal, times the root
//! of the number of its matches. So it says how many deals it takes to see the difference, whatever the game's
//! luck and ties (Van den Bergh; fishtest and fastchess test in the same unit).

use super::likelihood::{Category, log_likelihood_ratio};
use super::sprt_text::BadSprt;
use super::tally::{Format, Tally};

/// Normalised Elo points for an effect size of 1 a match.
const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;
/// Nobody needs a test to see larger differences, and for much larger ones the likelihood has several peaks.
pub(super) const LARGEST_ELO: f64 = 200.0;
/// A test longer than this many times its expected length at the worst true strength will hardly end.
const PATIENCE: f64 = 6.0;

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestDecision {
    /// More deals are needed.
    Continue,
    /// H0: the Elo difference is at most `elo0`.
    AcceptH0,
    /// H1: the Elo difference is at least `elo1`.
    AcceptH1,
}

/// The two hypotheses and the error rates: `elo0=0,elo1=10,alpha=0.05,beta=0.05`.
///
/// ```
/// use tournament::stats::{TestDecision, Format, Sprt, Tally};
/// let test: Sprt = "elo0=0,elo1=10".parse()?;
/// let mut deals = Tally::default();
/// for _ in 0..100 {
///     deals.add(1.0)?;
/// }
/// let llr = test.llr(&deals, Format::TEAMS);
/// assert_eq!(test.decide(llr), TestDecision::AcceptH1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// A test of these two strengths in normalised Elo, with these rates of wrongly accepting H1 and H0.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, either is beyond ±200, or a rate is not above 0 and below 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, BadSprt> {
        for (key, value) in [("elo0", elo0), ("elo1", elo1)] {
            if value.is_nan() || value.abs() > LARGEST_ELO {
                return Err(BadSprt::Elo { key, found: value });
            }
        }
        if elo0 >= elo1 {
            return Err(BadSprt::Order { elo0, elo1 });
        }
        for (key, value) in [("alpha", alpha), ("beta", beta)] {
            if !(1e-9..0.5).contains(&value) {
                return Err(BadSprt::Rate { key, found: value });
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The strengths of H0 and H1.
    pub fn elo(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// How often H1 is accepted though H0 is true.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// How often H0 is accepted though H1 is true.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// The same hypotheses with both error rates at this part of what they were.
    pub(super) fn with_rates_times(self, part: f64) -> Sprt {
        Sprt { alpha: self.alpha * part, beta: self.beta * part, ..self }
    }

    /// Wald's bounds: at or below the first H0 is accepted, at or above the second H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The effect sizes of a deal under H0 and H1.
    pub(super) fn effects(&self, format: Format) -> (f64, f64) {
        let scale = f64::from(format.matches()).sqrt() / NORMALISED_ELO;
        (self.elo0 * scale, self.elo1 * scale)
    }

    /// The log-likelihood ratio of H1 to H0; 0 without deals.
    pub fn llr(&self, deals: &Tally, format: Format) -> f64 {
        let (t0, t1) = self.effects(format);
        let categories: Vec<Category> =
            deals.categories().map(|(share, count)| (share, count as f64)).collect();
        log_likelihood_ratio(&categories, format.par(), t0, t1)
    }

    /// Which hypothesis a log-likelihood ratio accepts.
    pub fn decide(&self, llr: f64) -> TestDecision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            TestDecision::AcceptH1
        } else if llr <= lower {
            TestDecision::AcceptH0
        } else {
            TestDecision::Continue
        }
    }

    /// A number of deals that the test hardly ever needs: six times the mean length if the truth lies
    /// halfway between the hypotheses, where it is longest (Wald).
    pub fn most_deals(&self, format: Format) -> u64 {
        let ((lower, upper), (t0, t1)) = (self.bounds(), self.effects(format));
        // A float too large for the integer becomes the largest.
        (PATIENCE * lower.abs() * upper / (t1 - t0).powi(2)).ceil().max(1.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(text: &str) -> Sprt {
        text.parse().expect("a test")
    }

    fn tally(categories: &[(f64, u64)]) -> Tally {
        let mut tally = Tally::default();
        for &(share, count) in categories {
            (0..count).for_each(|_| assert!(tally.add(share).is_ok()));
        }
        tally
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = test("elo0=0,elo1=10").bounds();
        assert!((lower + 2.944439).abs() < 1e-6 && (upper - 2.944439).abs() < 1e-6);
        let (lower, upper) = test("elo0=0,elo1=10,alpha=0.01,beta=0.2").bounds();
        assert!((lower + 1.599388).abs() < 1e-6 && (upper - 4.382027).abs() < 1e-6);
    }

    #[test]
    fn a_ratio_at_a_bound_accepts() {
        let test = test("elo0=0,elo1=10");
        let (lower, upper) = test.bounds();
        assert_eq!(test.decide(lower), TestDecision::AcceptH0);
        assert_eq!(test.decide(upper), TestDecision::AcceptH1);
        assert_eq!(test.decide(0.0), TestDecision::Continue);
    }

    #[test]
    fn without_deals_the_ratio_is_zero() {
        assert_eq!(test("elo0=0,elo1=10").llr(&Tally::default(), Format::TEAMS), 0.0);
    }

    #[test]
    fn swapping_sides_and_hypotheses_changes_only_the_sign() {
        let deals = tally(&[(0.0, 7), (0.25, 20), (0.5, 41), (0.75, 29), (1.0, 11)]);
        let swapped = tally(&[(1.0, 7), (0.75, 20), (0.5, 41), (0.25, 29), (0.0, 11)]);
        let one = test("elo0=0,elo1=10").llr(&deals, Format::TEAMS);
        let other = test("elo0=-10,elo1=0").llr(&swapped, Format::TEAMS);
        assert!((one + other).abs() < 1e-9, "{one} and {other}");
    }

    #[test]
    fn a_wider_gap_needs_fewer_deals() {
        let most = |text: &str| test(text).most_deals(Format::TEAMS);
        assert!(most("elo0=0,elo1=10") > 20_000 && most("elo0=0,elo1=10") < 40_000);
        assert!(most("elo0=0,elo1=100") < most("elo0=0,elo1=10") / 99);
        assert_eq!(most("elo0=0,elo1=1e-12"), u64::MAX);
    }
}
