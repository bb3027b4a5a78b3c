//! The order of the standings: what decides, and what decides between those who are level.

use crate::results::{About, Ranking, TieBreak};

use super::Row;
use super::cross::Cross;

/// Differences below this come from rounding.
const LEVEL: f64 = 1e-7;

/// One criterion, more of which is better.
#[derive(Clone, Copy)]
enum Criterion {
    First(Ranking),
    Then(TieBreak),
}

/// Gives every row its rank and sorts the rows: the best first, and those without a rank at the end.
pub(super) fn rank(about: &About, rows: &mut [Row], cross: &Cross) {
    let first = Criterion::First(about.scoring.ranking);
    let criteria: Vec<Criterion> =
        [first].into_iter().chain(about.scoring.tie_breaks.iter().copied().map(Criterion::Then)).collect();
    let has_place = |row: &Row| {
        let entry = &about.entries[row.entry];
        !entry.is_filler && entry.withdrawn.is_none() && row.deals + row.byes > 0
    };
    let ranked: Vec<usize> = (0..rows.len()).filter(|&at| has_place(&rows[at])).collect();
    let groups = split(about, rows, cross, ranked, &criteria);
    let mut place = 1;
    for group in &groups {
        group.iter().for_each(|&at| rows[at].rank = Some(place));
        place += group.len();
    }
    rows.sort_by(|a, b| {
        let key = |row: &Row| (row.rank.unwrap_or(usize::MAX), about.entries[row.entry].is_filler);
        key(a).cmp(&key(b)).then(b.points.total_cmp(&a.points)).then(a.entry.cmp(&b.entry))
    });
}

/// Divides a group into groups that are level by all criteria, the best first.
fn split(
    about: &About,
    rows: &[Row],
    cross: &Cross,
    group: Vec<usize>,
    criteria: &[Criterion],
) -> Vec<Vec<usize>> {
    let (Some((criterion, rest)), true) = (criteria.split_first(), group.len() > 1) else {
        return if group.is_empty() { Vec::new() } else { vec![group] };
    };
    let mut valued: Vec<(f64, usize)> =
        group.iter().map(|&at| (value(about, rows, cross, &group, at, *criterion), at)).collect();
    valued.sort_by(|a, b| b.0.total_cmp(&a.0));
    let level = valued.chunk_by(|a, b| a.0 - b.0 < LEVEL);
    let groups = level.map(|chunk| chunk.iter().map(|(_, at)| *at).collect::<Vec<usize>>());
    groups.flat_map(|group| split(about, rows, cross, group, rest)).collect()
}

fn value(
    about: &About,
    rows: &[Row],
    cross: &Cross,
    group: &[usize],
    at: usize,
    criterion: Criterion,
) -> f64 {
    let row = &rows[at];
    let share = |row: &Row| row.share.map_or(0.0, |share| share.mean);
    let strength = |entry: usize| rows.iter().find(|row| row.entry == entry).map_or(0.0, share);
    // The mean over the deals with each opponent.
    let over_opponents = |value: &dyn Fn(usize, f64) -> f64, among: &dyn Fn(usize) -> bool| {
        let met = cross.opponents(row.entry).filter(|&other| among(other));
        let (mut sum, mut deals) = (0.0, 0.0);
        for other in met {
            let Some((mean, count)) = cross.mean(row.entry, other) else { continue };
            sum += value(other, mean) * count as f64;
            deals += count as f64;
        }
        if deals > 0.0 { sum / deals } else { 0.0 }
    };
    match criterion {
        Criterion::First(Ranking::Share) => share(row),
        Criterion::First(Ranking::Points) => row.points,
        Criterion::First(Ranking::Rating) | Criterion::Then(TieBreak::Rating) => row.rating.elo,
        Criterion::First(Ranking::Rounds) => {
            f64::from(about.survived.get(row.entry).copied().unwrap_or_default())
        }
        Criterion::Then(TieBreak::HeadToHead) => {
            over_opponents(&|_, mean| mean, &|other| group.iter().any(|&at| rows[at].entry == other))
        }
        Criterion::Then(TieBreak::Score) => row.score.map_or(0.0, |score| score.mean),
        Criterion::Then(TieBreak::Buchholz) => over_opponents(&|other, _| strength(other), &|_| true),
        Criterion::Then(TieBreak::SonnebornBerger) => {
            over_opponents(&|other, mean| mean * strength(other), &|_| true)
        }
        Criterion::Then(TieBreak::Wins) => row.won as f64,
        Criterion::Then(TieBreak::Forfeits) => -(row.forfeits as f64),
    }
}
