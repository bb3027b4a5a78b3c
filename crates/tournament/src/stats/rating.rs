//! A rating and its error bar.

/// Elo points for one unit of log-odds: 400 points are odds of ten to one.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// How strong an entry is: `low <= elo <= high`, always finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo points above the mean of all entries.
    pub elo: f64,
    /// The lower end of the 95% interval.
    pub low: f64,
    /// The upper end of the 95% interval.
    pub high: f64,
    /// Matches the entry played.
    pub games: u64,
}

/// Log-odds as Elo points with mean 0.
pub(super) fn centred(strengths: &[f64]) -> Vec<f64> {
    let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
    strengths.iter().map(|strength| ELO * (strength - mean)).collect()
}
