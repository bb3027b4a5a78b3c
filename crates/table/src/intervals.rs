//! 95% confidence intervals that are valid for few deals, even if all of them were won.
//!
//! A value is the mean of one deal over its seatings, because the matches of one deal share its luck. We add two
//! pseudo-deals to the `n` values, one at each end of the possible range, and take Student's t interval of these
//! `n + 2` values (`n + 1` degrees of freedom). If all deals are equal, the pseudo-deals stand for results not seen
//! yet: after `n` wins the interval reaches down to about `1 - 3 / n`, the statistical rule of three. Their weight
//! decreases as deals are added.
//!
//! The reported mean is the plain mean of the deals. It is never outside the interval: the pseudo-deals shift the
//! centre by at most one standard error, and Student's t is at least 1.96.

use std::ops::RangeInclusive;

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The mean over the deals and its 95% confidence interval: `low <= mean <= high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The plain mean of the deals.
    pub mean: f64,
    /// The lower end of the interval, never below a known range.
    pub low: f64,
    /// The upper end of the interval, never above a known range.
    pub high: f64,
}

impl Interval {
    /// The interval of shares from 0 to 1, one for each deal. `None` without deals.
    ///
    /// ```
    /// use table::intervals::Interval;
    /// let won = Interval::of_shares([1.0, 1.0, 0.5, 1.0]).expect("four deals");
    /// assert_eq!(won.percent(), "87.50% (31.10 to 100.00)");
    /// ```
    pub fn of_shares(shares: impl IntoIterator<Item = f64, IntoIter: Clone>) -> Option<Interval> {
        // A sum of thirds may exceed 1 by a rounding error.
        let shares = shares.into_iter().map(|share| share.clamp(0.0, 1.0));
        Interval::between(shares, 0.0, 1.0).map(|interval| interval.clipped(0.0, 1.0))
    }

    /// The interval of payoff differences, one for each deal. `None` without deals.
    ///
    /// `range` is from the least to the most possible score of a deal; a deal outside widens it.
    ///
    /// Without a range, the largest absolute score seen is taken for both ends, at least 1 since payoffs are whole
    /// numbers, and nothing is clipped. This cannot allow for a payoff larger than any seen: where large payoffs are
    /// rare, only a known range gives 95%.
    ///
    /// ```
    /// use table::intervals::Interval;
    /// let score = Interval::of_scores([2.0, 2.0, 0.0, 2.0], Some(-2.0..=2.0)).expect("four deals");
    /// assert_eq!(score.signed(), "+1.500 (-0.756 to +2.000)");
    /// ```
    pub fn of_scores(
        scores: impl IntoIterator<Item = f64, IntoIter: Clone>,
        range: Option<RangeInclusive<f64>>,
    ) -> Option<Interval> {
        let scores = scores.into_iter();
        if let Some(range) = range {
            let is_finite = range.start().is_finite() && range.end().is_finite();
            debug_assert!(is_finite && !range.is_empty(), "{range:?} is no range of payoffs");
            let least = scores.clone().fold(*range.start(), f64::min);
            let most = scores.clone().fold(*range.end(), f64::max);
            return Interval::between(scores, least, most).map(|interval| interval.clipped(least, most));
        }
        let largest = scores.clone().map(f64::abs).fold(1.0, f64::max);
        Interval::between(scores, -largest, largest)
    }

    /// Student's t interval of the values and two pseudo-deals.
    fn between(values: impl Iterator<Item = f64> + Clone, least: f64, most: f64) -> Option<Interval> {
        let deals = values.clone().count();
        if deals == 0 {
            return None;
        }
        let (deals, sum) = (deals as f64, values.clone().sum::<f64>());
        let count = deals + 2.0;
        let centre = (sum + least + most) / count;
        let squares: f64 = values.chain([least, most]).map(|value| (value - centre).powi(2)).sum();
        let standard_error = (squares / (count - 1.0) / count).sqrt();
        let half_width = student_t(count - 1.0) * standard_error;
        Some(Interval { mean: sum / deals, low: centre - half_width, high: centre + half_width })
    }

    fn clipped(self, least: f64, most: f64) -> Interval {
        let clip = |value: f64| value.clamp(least, most);
        Interval { mean: clip(self.mean), low: clip(self.low), high: clip(self.high) }
    }

    /// Is this value inside the interval?
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Shares in percent: `97.50% (82.82 to 100.00)`.
    pub fn percent(&self) -> String {
        let [mean, low, high] = [self.mean, self.low, self.high].map(|share| 100.0 * share);
        format!("{mean:.2}% ({low:.2} to {high:.2})")
    }

    /// Scores with their signs: `+1.900 (+1.313 to +2.000)`.
    pub fn signed(&self) -> String {
        // Adding 0 turns the -0 that rounding leaves into +0.
        let [mean, low, high] =
            [self.mean, self.low, self.high].map(|score| (1000.0 * score).round() / 1000.0 + 0.0);
        format!("{mean:+.3} ({low:+.3} to {high:+.3})")
    }
}

/// The number of standard errors on each side of a 95% confidence interval.
fn student_t(freedom: f64) -> f64 {
    // statrs loses digits where there are millions of degrees of freedom. With 10,000 the quantile is
    // 0.01% above its limit, so the interval is slightly too wide, never too narrow.
    let freedom = freedom.min(10_000.0);
    StudentsT::new(0.0, 1.0, freedom).expect("degrees of freedom are positive").inverse_cdf(0.975)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Rng;

    const DEALS: [usize; 8] = [1, 2, 3, 5, 10, 20, 60, 200];
    const RUNS: u32 = 4_000;

    /// The probability of being below `t`, by the finite sum for whole degrees of freedom
    /// (Abramowitz and Stegun, 26.7.3 and 26.7.4).
    fn probability_below(t: f64, freedom: u32) -> f64 {
        let angle = (t / f64::from(freedom).sqrt()).atan();
        let odd = freedom % 2 == 1;
        let mut term = if odd { angle.cos() } else { 1.0 };
        let mut sum = if freedom == 1 { 0.0 } else { term };
        for k in (if odd { 3 } else { 2 }..freedom.max(2) - 1).step_by(2) {
            term *= angle.cos().powi(2) * f64::from(k - 1) / f64::from(k);
            sum += term;
        }
        let inside = angle.sin() * sum;
        0.5 + if odd { (angle + inside) / std::f64::consts::PI } else { inside / 2.0 }
    }

    #[test]
    fn quantiles_agree_with_the_finite_sum_and_fall_to_the_normal_one() {
        for freedom in (1..=1_000).chain((1_100..=10_000).step_by(100)) {
            let below = probability_below(student_t(f64::from(freedom)), freedom);
            assert!((below - 0.975).abs() < 1e-7, "{freedom}: {below}");
        }
        for freedom in [10_001.0, 1e5, 1e7, 1e12] {
            assert!((1.9599..1.9603).contains(&student_t(freedom)), "{freedom}");
        }
    }

    fn shares(values: &[f64]) -> Interval {
        Interval::of_shares(values.iter().copied()).expect("some deals")
    }

    fn scores(values: &[f64], range: Option<RangeInclusive<f64>>) -> Interval {
        Interval::of_scores(values.iter().copied(), range).expect("some deals")
    }

    #[test]
    fn few_deals_all_won_leave_room_for_doubt() {
        assert_eq!(shares(&[1.0]).percent(), "100.00% (0.00 to 100.00)");
        assert_eq!(shares(&[1.0; 3]).percent(), "100.00% (24.47 to 100.00)");
        assert_eq!(shares(&[0.0; 3]).percent(), "0.00% (0.00 to 75.53)");
        assert_eq!(shares(&[1.0; 20]).percent(), "100.00% (86.00 to 100.00)");
        assert_eq!(shares(&[0.5]).percent(), "50.00% (0.00 to 100.00)");
    }

    #[test]
    fn no_deals_have_no_interval() {
        assert_eq!(Interval::of_shares([]), None);
        assert_eq!(Interval::of_scores([], Some(-1.0..=1.0)), None);
        assert_eq!(Interval::of_scores([], None), None);
    }

    #[test]
    fn equal_scores_leave_room_for_the_unseen_part_of_the_range() {
        assert_eq!(scores(&[0.0; 10], Some(-2.0..=2.0)).signed(), "+0.000 (-0.542 to +0.542)");
        assert_eq!(scores(&[0.0; 10], Some(-4.0..=4.0)).signed(), "+0.000 (-1.084 to +1.084)");
        assert_eq!(scores(&[0.0; 10], Some(0.0..=0.0)).signed(), "+0.000 (+0.000 to +0.000)");
        assert_eq!(scores(&[3.0], Some(-2.0..=2.0)), scores(&[3.0], Some(-2.0..=3.0)));
    }

    #[test]
    fn an_unknown_range_is_taken_from_the_largest_score_on_either_side() {
        let known = scores(&[1.0, -3.0, 2.0, 0.0, 1.0], Some(-3.0..=3.0));
        assert_eq!(scores(&[1.0, -3.0, 2.0, 0.0, 1.0], None), known);
        assert_eq!(scores(&[3.0], None).signed(), "+3.000 (-7.605 to +9.605)");
        let zeros = scores(&[0.0; 5], None);
        assert_eq!(zeros.signed(), "+0.000 (-0.534 to +0.534)");
    }

    #[test]
    fn one_half_lost_in_twenty_deals_reads_well() {
        let deals = || (0..20).map(|deal| if deal == 7 { 0.5 } else { 1.0 });
        let won = Interval::of_shares(deals()).expect("twenty deals");
        assert_eq!(won.percent(), "97.50% (82.82 to 100.00)");
        let score = Interval::of_scores(deals().map(|share| 4.0 * share - 2.0), Some(-2.0..=2.0));
        assert_eq!(score.expect("twenty deals").signed(), "+1.900 (+1.313 to +2.000)");
    }

    #[test]
    fn texts_show_no_negative_zero() {
        let interval = Interval { mean: -0.0, low: -0.0004, high: 0.25 };
        assert_eq!(interval.signed(), "+0.000 (+0.000 to +0.250)");
    }

    #[test]
    fn the_plain_mean_is_always_inside() {
        let mut rng = Rng::new(1);
        for run in 0..20_000 {
            let few = rng.below(12) + 1;
            let top = rng.below(4) + 1;
            let values: Vec<f64> = (0..few).map(|_| f64::from(rng.below(top)) / 3.0).collect();
            let mean = values.iter().sum::<f64>() / f64::from(few);
            let range = (run % 2 == 0).then_some(0.0..=1.0);
            for interval in [shares(&values), scores(&values, range)] {
                assert!((interval.mean - mean).abs() < 1e-12);
                assert!(interval.contains(interval.mean), "{values:?}: {interval:?}");
            }
        }
    }

    /// True with this probability.
    fn chance(rng: &mut Rng, probability: f64) -> bool {
        f64::from(rng.next_u32()) < probability * 4_294_967_296.0
    }

    /// How the results of the two seatings of a deal are related.
    #[derive(Clone, Copy, Debug)]
    enum Seatings {
        Independent,
        /// The better side wins both.
        Alike,
        /// Half of the deals are won by the better cards: one match each.
        Lucky,
    }

    /// A match of the first side: won with probability `skill` unless it is a tie.
    fn one_match(rng: &mut Rng, skill: f64, ties: f64) -> f64 {
        if chance(rng, ties) { 0.5 } else { f64::from(u8::from(chance(rng, skill))) }
    }

    fn one_deal(rng: &mut Rng, skill: f64, ties: f64, seatings: Seatings) -> f64 {
        let first = one_match(rng, skill, ties);
        match seatings {
            Seatings::Independent => (first + one_match(rng, skill, ties)) / 2.0,
            Seatings::Alike => first,
            Seatings::Lucky if chance(rng, 0.5) => 0.5,
            Seatings::Lucky => first,
        }
    }

    /// The shares of runs whose intervals contain the true mean, with what was simulated.
    #[derive(Default)]
    struct Coverage(Vec<(f64, String)>);

    impl Coverage {
        fn measure(
            &mut self,
            setting: String,
            deals: usize,
            truth: f64,
            deal: impl Fn(&mut Rng) -> f64,
            interval: impl Fn(&[f64]) -> Interval,
        ) {
            let mut rng = Rng::stream(17, self.0.len() as u64);
            let held = (0..RUNS).filter(|_| {
                let values: Vec<f64> = (0..deals).map(|_| deal(&mut rng)).collect();
                interval(&values).contains(truth)
            });
            self.0.push((held.count() as f64 / f64::from(RUNS), format!("{deals} deals, {setting}")));
        }

        /// Every setting may lie 1.5% below, the mean of all may not. With 4,000 runs the standard
        /// error is 0.34%. And coverage moves in steps where deals are only won or lost: five coins
        /// fall alike once in 16 times, so an interval without 50% then holds in 93.75%.
        fn assert_95_percent(&self) {
            let too_low: Vec<_> = self.0.iter().filter(|(held, _)| *held < 0.935).collect();
            assert!(too_low.is_empty(), "{} settings, too low: {too_low:#?}", self.0.len());
            let mean = self.0.iter().map(|(held, _)| held).sum::<f64>() / self.0.len() as f64;
            assert!(mean >= 0.95, "mean coverage {mean}");
        }
    }

    #[test]
    fn intervals_of_shares_hold_the_truth_95_times_in_100() {
        let mut coverage = Coverage::default();
        for deals in DEALS {
            for skill in [0.02, 0.1, 0.3, 0.5, 0.75, 0.98] {
                for (seatings, ties) in [
                    (Seatings::Independent, 0.0),
                    (Seatings::Independent, 0.3),
                    (Seatings::Alike, 0.0),
                    (Seatings::Lucky, 0.1),
                ] {
                    let of_match = ties / 2.0 + (1.0 - ties) * skill;
                    let lucky = matches!(seatings, Seatings::Lucky);
                    let truth = if lucky { (of_match + 0.5) / 2.0 } else { of_match };
                    let setting = format!("skill {skill}, {seatings:?}, ties {ties}");
                    let deal = |rng: &mut Rng| one_deal(rng, skill, ties, seatings);
                    coverage.measure(setting, deals, truth, deal, shares);
                }
            }
        }
        coverage.assert_95_percent();
    }

    /// Payoffs and how likely each is, with the range a game allows.
    struct Payoffs {
        name: &'static str,
        range: RangeInclusive<f64>,
        list: &'static [(f64, f64)],
    }

    const PAYOFFS: [Payoffs; 6] = [
        Payoffs { name: "all or nothing", range: -2.0..=2.0, list: &[(0.9, 2.0), (0.1, -2.0)] },
        Payoffs { name: "mostly a tie", range: -2.0..=2.0, list: &[(0.8, 0.0), (0.15, 2.0), (0.05, -2.0)] },
        Payoffs { name: "always a tie", range: -4.0..=4.0, list: &[(1.0, 0.0)] },
        Payoffs {
            name: "levels",
            range: -6.0..=6.0,
            list: &[(0.1, -2.0), (0.1, -1.0), (0.3, 0.0), (0.2, 1.0), (0.2, 2.0), (0.1, 5.0)],
        },
        Payoffs { name: "a rare disaster", range: -30.0..=30.0, list: &[(0.97, 1.0), (0.03, -30.0)] },
        Payoffs { name: "points", range: -9.0..=40.0, list: &[(0.25, 12.0), (0.05, 40.0), (0.7, -5.0)] },
    ];

    fn one_payoff(rng: &mut Rng, list: &[(f64, f64)]) -> f64 {
        let mut left = f64::from(rng.next_u32()) / 4_294_967_296.0;
        for &(probability, payoff) in list {
            if left < probability {
                return payoff;
            }
            left -= probability;
        }
        list.last().expect("a payoff").1
    }

    fn coverage_of_scores(payoffs: &[Payoffs], is_range_known: bool) -> Coverage {
        let mut coverage = Coverage::default();
        for deals in DEALS {
            for Payoffs { name, range, list } in payoffs {
                let truth = list.iter().map(|(probability, payoff)| probability * payoff).sum();
                let interval = |values: &[f64]| scores(values, is_range_known.then(|| range.clone()));
                coverage.measure(name.to_string(), deals, truth, |rng| one_payoff(rng, list), interval);
            }
        }
        coverage
    }

    #[test]
    fn intervals_of_scores_hold_the_truth_95_times_in_100() {
        coverage_of_scores(&PAYOFFS, true).assert_95_percent();
    }

    #[test]
    fn an_unknown_range_is_enough_where_large_payoffs_are_common() {
        coverage_of_scores(&PAYOFFS[..4], false).assert_95_percent();
    }

    #[test]
    fn only_a_known_range_allows_for_a_disaster_not_seen_yet() {
        let truth = 0.97 - 0.03 * 30.0;
        assert!(scores(&[1.0; 20], Some(-30.0..=30.0)).contains(truth));
        assert!(!scores(&[1.0; 20], None).contains(truth));
    }
}
