//! Bradley-Terry with Davidson's ties: strengths from a table of pairings.
//!
//! Entry `i` of strength `s_i` wins against `j`, loses or ties with probabilities in the proportion
//!
//! ```text
//! s_i : s_j : 2 ν √(s_i s_j)
//! ```
//!
//! (Bradley and Terry 1952, Davidson 1970). Newman's iteration comes close to the estimate
//! from anywhere: where Zermelo's divides wins by expected matches, it divides what the wins say by what the
//! losses say, and ties in the same way (Newman 2023). It is slow where parts of the table hardly met, so
//! Newton's method finishes.
//!
//! The estimate is penalised maximum likelihood, or the mode of a posterior (MAP): each entry also has pseudo-counts, half
//! a win and half a loss against a virtual opponent (the ghost) of strength 1, which ties with nobody. So strengths stay
//! finite if everything was won, and every two entries are comparable. Where ties occur, `ν` has such a pseudo-match as
//! well: between equals, half tied and half decided.

use super::bootstrap::Ghost;
use super::logit::{Logit, Situation};
use super::pairings::DealScore;

/// All matches of two entries.
#[derive(Clone, Debug)]
pub(super) struct PairTotals {
    pub first: usize,
    pub second: usize,
    won: f64,
    tied: f64,
    lost: f64,
}

impl PairTotals {
    pub fn new(first: usize, second: usize) -> PairTotals {
        PairTotals { first, second, won: 0.0, tied: 0.0, lost: 0.0 }
    }

    /// Adds deals of this score.
    pub fn add(&mut self, score: DealScore, deals: f64) {
        self.won += deals * f64::from(score.won);
        self.tied += deals * f64::from(score.tied);
        self.lost += deals * f64::from(score.lost);
    }
}

/// The estimated strengths as logarithms and, where matches were tied, `ln 2ν`.
#[derive(Clone, Debug)]
pub(super) struct Fit(Vec<f64>);

impl Fit {
    /// The logarithms of the strengths.
    pub fn strengths(&self, entries: usize) -> &[f64] {
        &self.0[..entries]
    }
}

/// The records, ready to be fitted again with other counts.
pub(super) struct BradleyTerry {
    entries: usize,
    pub records: Vec<PairTotals>,
    /// For each entry its records, and whether it is the first there.
    of_entry: Vec<Vec<(usize, bool)>>,
    has_ties: bool,
    logit: Logit,
}

/// From a start far away Newman's iteration takes a few dozen sweeps.
const MOST_SWEEPS: usize = 60;
/// Newton's method needs a start this near, in log-strength.
const NEAR: f64 = 1e-3;
/// Newton's method solves as many equations as there are entries: cubic time. Larger tables are only swept.
const MOST_SOLVED: usize = 300;
const MOST_SWEEPS_OF_LARGE: usize = 500;
const NEAR_OF_LARGE: f64 = 1e-6;
/// Log-strengths beyond this are the same for every purpose.
const FARTHEST: f64 = 40.0;

impl BradleyTerry {
    pub fn new(entries: usize, records: Vec<PairTotals>) -> BradleyTerry {
        let has_ties = records.iter().any(|record| record.tied > 0.0);
        let mut of_entry = vec![Vec::new(); entries];
        for (number, record) in records.iter().enumerate() {
            of_entry[record.first].push((number, true));
            of_entry[record.second].push((number, false));
        }
        let logit = logit(entries, &records, has_ties);
        BradleyTerry { entries, records, of_entry, has_ties, logit }
    }

    /// Forgets all matches.
    pub fn clear(&mut self) {
        self.records.iter_mut().for_each(|record| *record = PairTotals::new(record.first, record.second));
    }

    /// The estimated strengths, from the records and the ghosts; `start` is where to look first.
    pub fn fit(&mut self, ghosts: &[Ghost], start: Option<&Fit>) -> Fit {
        let parameters = self.entries + usize::from(self.has_ties);
        let logs = start.map_or_else(|| vec![0.0; parameters], |fit| fit.0.clone());
        let mut strengths: Vec<f64> = logs[..self.entries].iter().map(|log| log.exp()).collect();
        let mut nu = if self.has_ties { logs[self.entries].exp() / 2.0 } else { 0.0 };
        let is_small = self.entries <= MOST_SOLVED;
        let (sweeps, near) =
            if is_small { (MOST_SWEEPS, NEAR) } else { (MOST_SWEEPS_OF_LARGE, NEAR_OF_LARGE) };
        for _ in 0..sweeps {
            if self.sweep(&mut strengths, &mut nu, ghosts) < near {
                break;
            }
        }
        let mut at: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
        if self.has_ties {
            at.push((2.0 * nu).ln());
        }
        if is_small {
            self.count(ghosts);
            self.logit.maximise(&mut at);
        }
        Fit(at)
    }

    /// One round of Newman's iteration; how far the farthest log-strength moved, apart from what all moved. Only
    /// the ghost pulls on all of them together. That takes many rounds and hardly changes the differences.
    fn sweep(&self, strengths: &mut [f64], nu: &mut f64, ghosts: &[Ghost]) -> f64 {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (entry, records) in self.of_entry.iter().enumerate() {
            let own = strengths[entry];
            let ghost = ghosts[entry];
            let mut wins_say = ghost.won / (own + 1.0);
            let mut losses_say = ghost.lost / (own + 1.0);
            for &(number, is_first) in records {
                let record = &self.records[number];
                let (other, won, lost) = if is_first {
                    (strengths[record.second], record.won, record.lost)
                } else {
                    (strengths[record.first], record.lost, record.won)
                };
                // A tie counts as half a win and half a loss.
                let (won, lost) = (won + record.tied / 2.0, lost + record.tied / 2.0);
                let tie = *nu * (own * other).sqrt();
                let all = own + other + 2.0 * tie;
                wins_say += won * (other + tie) / all;
                losses_say += lost * (1.0 + tie / own) / all;
            }
            let bound = FARTHEST.exp();
            strengths[entry] = (wins_say / losses_say).clamp(1.0 / bound, bound);
            let moved = (strengths[entry] / own).ln();
            (least, most) = (least.min(moved), most.max(moved));
        }
        let mut farthest = f64::max(most - least, 0.0);
        if self.has_ties {
            // The pseudo-match of equals: half tied, half decided.
            let mut ties_say = 0.5 / (1.0 + *nu);
            let mut decided_say = 0.5 / (1.0 + *nu);
            for record in &self.records {
                let (one, other) = (strengths[record.first], strengths[record.second]);
                let root = (one * other).sqrt();
                let all = one + other + 2.0 * *nu * root;
                ties_say += record.tied * (one + other) / all;
                decided_say += (record.won + record.lost) * 2.0 * root / all;
            }
            let next = ties_say / decided_say;
            farthest = farthest.max((next / *nu).ln().abs());
            *nu = next;
        }
        farthest
    }

    /// Writes the matches and ghosts where Newton's method reads them.
    fn count(&mut self, ghosts: &[Ghost]) {
        let (matches, rest) = self.logit.situations.split_at_mut(self.records.len());
        for (situation, record) in matches.iter_mut().zip(&self.records) {
            let counts = [record.won, record.lost, record.tied];
            situation.chosen.iter_mut().zip(counts).for_each(|(chosen, count)| *chosen = count);
        }
        for (situation, ghost) in rest.iter_mut().zip(ghosts) {
            situation.chosen = vec![ghost.won, ghost.lost];
        }
    }
}

/// The situations: every record, every ghost and, where there are ties, the pseudo-match of equals.
fn logit(entries: usize, records: &[PairTotals], has_ties: bool) -> Logit {
    let mut situations = Vec::new();
    for &PairTotals { first, second, .. } in records {
        let mut options = vec![vec![(first, 1.0)], vec![(second, 1.0)]];
        if has_ties {
            options.push(vec![(first, 0.5), (second, 0.5), (entries, 1.0)]);
        }
        situations.push(Situation { chosen: vec![0.0; options.len()], options });
    }
    for entry in 0..entries {
        situations.push(Situation { options: vec![vec![(entry, 1.0)], vec![]], chosen: vec![0.0; 2] });
    }
    if has_ties {
        let options = vec![vec![], vec![], vec![(entries, 1.0)]];
        situations.push(Situation { options, chosen: vec![0.25, 0.25, 0.5] });
    }
    Logit { parameters: entries + usize::from(has_ties), situations }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::draw::unit;
    use cards::Rng;

    /// The slow twin: small steps up the slope of the log-likelihood, as the model is written down.
    fn climbed(entries: usize, records: &[PairTotals]) -> Vec<f64> {
        let has_ties = records.iter().any(|record| record.tied > 0.0);
        let (mut at, mut nu) = (vec![0.0f64; entries], 1.0f64);
        let matches: f64 = records.iter().map(|record| record.won + record.tied + record.lost).sum();
        for _ in 0..400_000 {
            let mut slope: Vec<f64> = at.iter().map(|log| 0.5 - log.exp() / (log.exp() + 1.0)).collect();
            let mut slope_of_ties = 0.5 - nu / (1.0 + nu);
            for record in records {
                let (first, second) = (at[record.first].exp(), at[record.second].exp());
                let tie = if has_ties { 2.0 * nu * (first * second).sqrt() } else { 0.0 };
                let all = first + second + tie;
                let count = record.won + record.tied + record.lost;
                slope[record.first] += record.won + record.tied / 2.0 - count * (first + tie / 2.0) / all;
                slope[record.second] += record.lost + record.tied / 2.0 - count * (second + tie / 2.0) / all;
                slope_of_ties += record.tied - count * tie / all;
            }
            let step = 1.0 / (matches + 1.0);
            at.iter_mut().zip(&slope).for_each(|(at, slope)| *at += step * slope);
            nu *= (step * slope_of_ties).exp();
            if slope.iter().all(|slope| slope.abs() < 1e-9) && (!has_ties || slope_of_ties.abs() < 1e-9) {
                break;
            }
        }
        at
    }

    fn random_records(rng: &mut Rng, entries: usize, ties: bool) -> Vec<PairTotals> {
        let mut records = Vec::new();
        for first in 0..entries {
            for second in first + 1..entries {
                if rng.below(4) > 0 {
                    let mut record = PairTotals::new(first, second);
                    record.won = f64::from(rng.below(9));
                    record.lost = f64::from(rng.below(9));
                    record.tied = if ties { f64::from(rng.below(5)) } else { 0.0 };
                    records.push(record);
                }
            }
        }
        records
    }

    #[test]
    fn newman_and_newton_agree_with_small_steps_up_the_slope() {
        let mut rng = Rng::new(11);
        for run in 0..60 {
            let entries = 2 + rng.below(5) as usize;
            let records = random_records(&mut rng, entries, run % 2 == 0);
            let slow = climbed(entries, &records);
            let fit = BradleyTerry::new(entries, records.clone()).fit(&vec![Ghost::HALVES; entries], None);
            for (fast, slow) in fit.strengths(entries).iter().zip(&slow) {
                assert!((fast - slow).abs() < 1e-6, "run {run}: {records:?}: {fit:?} and {slow:?}");
            }
        }
    }

    #[test]
    fn newman_alone_reaches_the_same_strengths() {
        let mut rng = Rng::new(12);
        for run in 0..40 {
            let records = random_records(&mut rng, 6, run % 2 == 0);
            let ghosts = [Ghost::HALVES; 6];
            let mut model = BradleyTerry::new(6, records);
            let fit = model.fit(&ghosts, None);
            let (mut strengths, mut nu) = (vec![1.0; 6], if model.has_ties { 0.5 } else { 0.0 });
            (0..20_000).for_each(|_| _ = model.sweep(&mut strengths, &mut nu, &ghosts));
            for (swept, solved) in strengths.iter().zip(fit.strengths(6)) {
                assert!((swept.ln() - solved).abs() < 1e-7, "run {run}: {swept} and {solved}");
            }
        }
    }

    #[test]
    fn a_table_too_large_for_newton_differs_by_less_than_a_point() {
        let mut rng = Rng::new(14);
        let entries = MOST_SOLVED + 1;
        let mut records = Vec::new();
        for first in 0..entries {
            for _ in 0..8 {
                let second = rng.below(entries as u32) as usize;
                if first < second {
                    let mut record = PairTotals::new(first, second);
                    record.won = f64::from(rng.below(9));
                    record.lost = f64::from(rng.below(9));
                    records.push(record);
                }
            }
        }
        let mut model = BradleyTerry::new(entries, records);
        let ghosts = vec![Ghost::HALVES; entries];
        let swept = model.fit(&ghosts, None);
        model.count(&ghosts);
        let mut solved = swept.0.clone();
        model.logit.maximise(&mut solved);
        let difference = |i: usize| (swept.0[i] - swept.0[0]) - (solved[i] - solved[0]);
        let farthest = (0..entries).map(|i| difference(i).abs()).fold(0.0, f64::max);
        assert!(farthest < 1.0 / crate::stats::ELO, "{farthest}");
    }

    #[test]
    fn a_fit_does_not_depend_on_its_start() {
        let mut rng = Rng::new(13);
        for _ in 0..200 {
            let records = random_records(&mut rng, 5, true);
            let ghosts: Vec<Ghost> = (0..5).map(|_| Ghost::draw(&mut rng)).collect();
            let mut model = BradleyTerry::new(5, records);
            let parameters = 5 + usize::from(model.has_ties);
            let start = Fit((0..parameters).map(|_| 20.0 * unit(&mut rng) - 10.0).collect());
            let near = model.fit(&ghosts, None);
            let far = model.fit(&ghosts, Some(&start));
            for (near, far) in near.strengths(5).iter().zip(far.strengths(5)) {
                assert!((near - far).abs() < 1e-5, "{near} and {far}");
            }
        }
    }

    #[test]
    fn parts_that_never_met_are_fitted_however_many_matches_they_have() {
        let mut records = vec![PairTotals::new(0, 1), PairTotals::new(2, 3)];
        records[0].won = 3e8;
        records[0].lost = 1e8;
        records[1].won = 2e8;
        records[1].lost = 2e8;
        let fit = BradleyTerry::new(4, records).fit(&[Ghost::HALVES; 4], None);
        let strengths = fit.strengths(4);
        assert!((strengths[0] - strengths[1] - 3f64.ln()).abs() < 1e-6, "{strengths:?}");
        // The ghost is the only link: both parts lie around it.
        assert!((strengths[0] + strengths[1]).abs() < 1e-3, "{strengths:?}");
        assert!(strengths[2].abs() < 1e-3 && strengths[3].abs() < 1e-3, "{strengths:?}");
    }
}
