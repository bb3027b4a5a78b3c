//! Swiss: entries with like points meet; nobody meets the same opponent again, or has a second bye, while that can
//! be avoided.
//!
//! The order is by points, then by rating, then as in the contest file. From the top, each entry gets
//! the nearest opponent below it that leaves everybody else with an opponent too; a maximum matching of the rest
//! tells. So a rematch happens only where there is no round without one. Larger tables are in `tables.rs`.

use std::cmp::Ordering;
use std::collections::HashMap;

use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};

use super::{EQUAL, PlayedRound, byes, tables};
use crate::results::Bye;

/// The points of each entry: its shares of all deals, and `bye` for each deal without an opponent.
fn points(played: &[PlayedRound], is_in: &[bool], bye: f64) -> Vec<f64> {
    let mut points = vec![0.0; is_in.len()];
    for one in played {
        for (entries, encounter) in one.round.encounters.iter().zip(&one.encounters) {
            for (&entry, share) in entries.iter().zip(&encounter.shares) {
                points[entry] += share;
            }
        }
    }
    for Bye { entry, deals, .. } in byes(played, is_in) {
        points[entry] += bye * deals as f64;
    }
    points
}

/// Everybody who is in: by points, then by rating, then as in the contest file.
pub(super) fn order(played: &[PlayedRound], ratings: &[f64], is_in: &[bool], bye: f64) -> Vec<usize> {
    let points = points(played, is_in, bye);
    let by = |a: f64, b: f64| if (a - b).abs() < EQUAL { Ordering::Equal } else { b.total_cmp(&a) };
    let mut order: Vec<usize> = (0..is_in.len()).filter(|&entry| is_in[entry]).collect();
    // The sort is stable: who is equal stays in the order of the file.
    order.sort_by(|&a, &b| {
        // Ratings are known to far less than a hundredth of an Elo point.
        let rating = |entry: usize| (100.0 * ratings[entry]).round();
        by(points[a], points[b]).then_with(|| by(rating(a), rating(b)))
    });
    order
}

/// How often each pair has met.
pub(super) struct Meetings {
    entries: usize,
    count: Vec<u32>,
}

impl Meetings {
    pub(super) fn of(played: &[PlayedRound], entries: usize) -> Meetings {
        let mut meetings = Meetings { entries, count: vec![0; entries * entries] };
        for encounter in played.iter().flat_map(|one| &one.round.encounters) {
            for &a in encounter {
                for &b in encounter.iter().filter(|&&b| b != a) {
                    meetings.count[a * entries + b] += 1;
                }
            }
        }
        meetings
    }

    pub(super) fn between(&self, a: usize, b: usize) -> u32 {
        self.count[a * self.entries + b]
    }
}

/// The encounters and the byes of the next round; `None` if too few entries are left.
pub(super) fn pairings(
    played: &[PlayedRound],
    mut order: Vec<usize>,
    entries: usize,
    at_table: usize,
) -> Option<(Vec<Vec<usize>>, Vec<usize>)> {
    if order.len() < at_table.max(2) {
        return None;
    }
    let meetings = Meetings::of(played, entries);
    let rested = |entry: usize| played.iter().filter(|one| one.round.byes.contains(&entry)).count();
    let byes: Vec<usize> = (0..entries).map(rested).collect();
    let byes = |entry: usize| byes[entry];
    if at_table == 2 {
        return Some(pairs(&order, byes, &meetings));
    }
    // Who is left over has a bye.
    let mut out = Vec::new();
    while !order.len().is_multiple_of(at_table) {
        out.push(without_bye(&mut order, byes));
    }
    Some((tables::seat(&order, at_table, |a, b| meetings.between(a, b)), out))
}

/// Takes out the last of those who had the fewest byes.
fn without_bye(order: &mut Vec<usize>, byes: impl Fn(usize) -> usize) -> usize {
    let fewest = order.iter().map(|&entry| byes(entry)).min().unwrap_or(0);
    let at = order.iter().rposition(|&entry| byes(entry) == fewest).unwrap_or(0);
    order.remove(at)
}

/// Pairs, and the bye if the number is odd: as few rematches as can be, then as few second byes.
fn pairs(
    order: &[usize],
    byes: impl Fn(usize) -> usize,
    meetings: &Meetings,
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let most = order.iter().flat_map(|&a| order.iter().map(move |&b| meetings.between(a, b))).max();
    for allowed in 0..=most.unwrap_or(0) {
        let may_meet = |a: usize, b: usize| meetings.between(a, b) <= allowed;
        if order.len().is_multiple_of(2) {
            if let Some(pairs) = matched(order, may_meet) {
                return (pairs, Vec::new());
            }
            continue;
        }
        // The lowest of those with the fewest byes rests, if the others can be paired.
        let mut resting: Vec<usize> = order.iter().rev().copied().collect();
        resting.sort_by_key(|&entry| byes(entry));
        for rests in resting {
            let others: Vec<usize> = order.iter().copied().filter(|&entry| entry != rests).collect();
            if let Some(pairs) = matched(&others, may_meet) {
                return (pairs, vec![rests]);
            }
        }
    }
    unreachable!("everybody may meet everybody at the last")
}

/// Pairs all of them from the top down, or says that it cannot be done.
fn matched(order: &[usize], may_meet: impl Fn(usize, usize) -> bool) -> Option<Vec<Vec<usize>>> {
    // Some way to pair everybody who is left. It shows in most cases without a search that the rest can be paired.
    let mut partner = matching(order, &may_meet)?;
    let mut left = order.to_vec();
    let mut pairs = Vec::new();
    while !left.is_empty() {
        let top = left.remove(0);
        let mut leaves_a_matching = |opponent: usize| {
            let (one, other) = (partner[&top], partner[&opponent]);
            if one == opponent {
                return true;
            }
            if may_meet(one, other) {
                partner.insert(one, other);
                partner.insert(other, one);
                return true;
            }
            let rest: Vec<usize> = left.iter().copied().filter(|&entry| entry != opponent).collect();
            matching(&rest, &may_meet).map(|found| partner.extend(found)).is_some()
        };
        let found = left.iter().position(|&opponent| may_meet(top, opponent) && leaves_a_matching(opponent));
        let opponent = left.remove(found.expect("the matching pairs the top with somebody"));
        pairs.push(vec![top, opponent]);
    }
    Some(pairs)
}

/// A way to pair all of them, if there is one.
fn matching(entries: &[usize], may_meet: &impl Fn(usize, usize) -> bool) -> Option<HashMap<usize, usize>> {
    let mut graph = UnGraph::<usize, ()>::with_capacity(entries.len(), 0);
    for &entry in entries {
        graph.add_node(entry);
    }
    for a in 0..entries.len() {
        for b in a + 1..entries.len() {
            if may_meet(entries[a], entries[b]) {
                graph.add_edge(NodeIndex::new(a), NodeIndex::new(b), ());
            }
        }
    }
    let found = maximum_matching(&graph);
    found
        .is_perfect()
        .then(|| found.edges().flat_map(|(a, b)| [(graph[a], graph[b]), (graph[b], graph[a])]).collect())
}
