//! A rating and its error bar.

/// Elo points for one unit of log-odds: 400 points are odds of ten to one.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// How strong an entry is: `low <= elo <= high`, always finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo points above the mean of the entries that played.
    pub elo: f64,
    /// The lower end of the 95% interval.
    pub low: f64,
    /// The upper end of the 95% interval.
    pub high: f64,
    /// Matches the entry played.
    pub games: u64,
}

/// Log-odds as Elo points. Those with matches have mean 0: an entry that did not play is unknown, and would
/// make all others uncertain.
pub(super) fn centred(strengths: &[f64], games: &[u64]) -> Vec<f64> {
    let has_games = games.iter().any(|games| *games > 0);
    let counted = strengths.iter().zip(games).filter(|(_, games)| **games > 0 || !has_games);
    let (sum, count) = counted.fold((0.0, 0.0), |(sum, count), (strength, _)| (sum + strength, count + 1.0));
    let mean = sum / f64::max(count, 1.0);
    strengths.iter().map(|strength| ELO * (strength - mean)).collect()
}
