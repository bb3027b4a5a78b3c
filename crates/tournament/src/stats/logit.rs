//! Conditional logit: strengths from choices, by Newton's method.
//!
//! In a situation one of several options comes true, with a probability proportional to the exponential
//! of the sum of its terms. A match is a situation, who wins it is an option, and the terms are the
//! winner's strength and the effect of the seat. The log-likelihood is concave, so Newton's method with
//! a line search finds the one maximum (McFadden 1974).

/// The parameters an option adds up, and how often it counts each.
pub(super) type LinearTerms = Vec<(usize, f64)>;

/// Options of which one comes true.
#[derive(Clone, Debug)]
pub(super) struct Situation {
    /// What may happen.
    pub options: Vec<LinearTerms>,
    /// How often it did; a tie may count for several options in part.
    pub chosen: Vec<f64>,
}

/// What was seen, over so many parameters.
#[derive(Clone, Debug)]
pub(super) struct Logit {
    pub parameters: usize,
    pub situations: Vec<Situation>,
}

/// Newton's method needs about six steps; many more only where a line search shortens them.
const MOST_STEPS: usize = 200;
/// No parameter moves further in one step: far from the maximum the quadratic model means little.
const LONGEST_STEP: f64 = 3.0;
/// Done when the next step promises less log-likelihood than this.
const SMALL_GAIN: f64 = 1e-10;
/// Keeps the equations solvable where rounding leaves no curvature.
const RIDGE: f64 = 1e-12;

/// The log-probabilities of the options.
fn log_probabilities(options: &[LinearTerms], at: &[f64], out: &mut Vec<f64>) {
    out.clear();
    out.extend(options.iter().map(|terms| terms.iter().map(|&(i, times)| times * at[i]).sum::<f64>()));
    let most = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let log_sum = most + out.iter().map(|value| (value - most).exp()).sum::<f64>().ln();
    out.iter_mut().for_each(|value| *value -= log_sum);
}

impl Logit {
    /// The log-likelihood.
    pub fn value(&self, at: &[f64]) -> f64 {
        let mut logs = Vec::new();
        let mut value = 0.0;
        for situation in &self.situations {
            if situation.chosen.iter().all(|chosen| *chosen <= 0.0) {
                continue;
            }
            log_probabilities(&situation.options, at, &mut logs);
            let seen = situation.chosen.iter().zip(&logs).filter(|(chosen, _)| **chosen > 0.0);
            value += seen.map(|(chosen, log)| chosen * log).sum::<f64>();
        }
        value
    }

    /// Its slope, and its curvature with the sign changed: positive definite.
    fn slope_and_curvature(&self, at: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = self.parameters;
        let (mut slope, mut curvature) = (vec![0.0; n], vec![0.0; n * n]);
        let (mut logs, mut mean) = (Vec::new(), Vec::<(usize, f64)>::new());
        for Situation { options, chosen } in &self.situations {
            let total: f64 = chosen.iter().sum();
            if total <= 0.0 {
                continue;
            }
            log_probabilities(options, at, &mut logs);
            mean.clear();
            for ((terms, chosen), log) in options.iter().zip(chosen).zip(&logs) {
                let probability = log.exp();
                for &(i, times) in terms {
                    slope[i] += (chosen - total * probability) * times;
                    mean.push((i, probability * times));
                    for &(j, others) in terms {
                        curvature[i * n + j] += total * probability * times * others;
                    }
                }
            }
            for &(i, left) in &mean {
                for &(j, right) in &mean {
                    curvature[i * n + j] -= total * left * right;
                }
            }
        }
        (slope, curvature)
    }

    /// Climbs from `at` to the maximum. Every value stays finite.
    pub fn maximise(&self, at: &mut [f64]) {
        let mut value = self.value(at);
        for _ in 0..MOST_STEPS {
            let (slope, curvature) = self.slope_and_curvature(at);
            let Some(mut step) = solve(curvature, &slope) else { return };
            let gain: f64 = slope.iter().zip(&step).map(|(slope, step)| slope * step).sum();
            if !gain.is_finite() {
                return;
            }
            let longest = step.iter().copied().map(f64::abs).fold(0.0, f64::max);
            if longest > LONGEST_STEP {
                step.iter_mut().for_each(|part| *part *= LONGEST_STEP / longest);
            }
            let is_last = gain < SMALL_GAIN;
            let mut length = 1.0;
            loop {
                let next: Vec<f64> = at.iter().zip(&step).map(|(at, step)| at + length * step).collect();
                let next_value = self.value(&next);
                // The last step gains less than rounding errors of the value: no search.
                if is_last || next_value > value {
                    at.copy_from_slice(&next);
                    value = next_value;
                    break;
                }
                length /= 2.0;
                if length < 1e-9 {
                    return;
                }
            }
            if is_last {
                return;
            }
        }
    }
}

/// Solves `matrix * x = right` for a positive definite matrix by Cholesky's decomposition.
fn solve(mut matrix: Vec<f64>, right: &[f64]) -> Option<Vec<f64>> {
    let n = right.len();
    for column in 0..n {
        let diagonal = matrix[column * n + column];
        let taken: f64 = (0..column).map(|k| matrix[column * n + k].powi(2)).sum();
        let pivot = diagonal - taken + RIDGE * (1.0 + diagonal);
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        let root = pivot.sqrt();
        matrix[column * n + column] = root;
        for row in column + 1..n {
            let known: f64 = (0..column).map(|k| matrix[row * n + k] * matrix[column * n + k]).sum();
            matrix[row * n + column] = (matrix[row * n + column] - known) / root;
        }
    }
    let mut x = right.to_vec();
    for row in 0..n {
        let known: f64 = (0..row).map(|k| matrix[row * n + k] * x[k]).sum();
        x[row] = (x[row] - known) / matrix[row * n + row];
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| matrix[k * n + row] * x[k]).sum();
        x[row] = (x[row] - known) / matrix[row * n + row];
    }
    Some(x)
}
