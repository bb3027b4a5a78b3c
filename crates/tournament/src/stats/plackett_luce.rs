//! Plackett-Luce on the winner, with an effect of the seat: strengths of two to four who play each for
//! themselves.
//!
//! The entry of strength `θ` in a seat of effect `φ` wins with a probability proportional to `exp(θ + φ)`
//! (Luce 1959, Plackett 1975). Only the winner counts, not who comes second. Those who tie share the win.
//! Entries and seats each have pseudo-counts, half a win and half a loss against a virtual opponent (the ghost), so that
//! the penalised maximum-likelihood estimate is finite.

use super::bootstrap::Ghost;
use super::logit::{LinearTerms, Logit, Situation};

/// Line-ups and who won how often in them.
pub(super) struct PlackettLuce {
    entries: usize,
    /// Entries and seats.
    pub parameters: usize,
    line_ups: usize,
    /// The line-ups; the line-ups without the effects of seats; the seats without entries; the ghosts.
    logit: Logit,
}

impl PlackettLuce {
    /// For each line-up the entry in each seat.
    pub fn new(entries: usize, seats: usize, line_ups: &[&[usize]]) -> PlackettLuce {
        let parameters = entries + seats;
        let full = line_ups.iter().map(|line_up| {
            let options = line_up.iter().enumerate();
            options.map(|(seat, &entry)| vec![(entry, 1.0), (entries + seat, 1.0)]).collect()
        });
        let strengths =
            line_ups.iter().map(|line_up| line_up.iter().map(|&entry| vec![(entry, 1.0)]).collect());
        let effects = (entries..parameters).map(|effect| vec![(effect, 1.0)]).collect();
        let ghosts = (0..parameters).map(|parameter| vec![vec![(parameter, 1.0)], vec![]]);
        let all = full.chain(strengths).chain([effects]).chain(ghosts);
        let situations = all
            .map(|options: Vec<LinearTerms>| Situation { chosen: vec![0.0; options.len()], options })
            .collect();
        PlackettLuce {
            entries,
            parameters,
            line_ups: line_ups.len(),
            logit: Logit { parameters, situations },
        }
    }

    /// Forgets all matches.
    pub fn clear(&mut self) {
        self.logit.situations.iter_mut().for_each(|situation| situation.chosen.fill(0.0));
    }

    /// Adds matches that these seats won together.
    pub fn add(&mut self, line_up: usize, winners: impl Iterator<Item = usize> + Clone, matches: f64) {
        let share = matches / winners.clone().count().max(1) as f64;
        for seat in winners {
            self.logit.situations[line_up].chosen[seat] += share;
        }
    }

    /// Adds a pseudo-match that this entry, or else this seat, won. It says nothing about the others: for the
    /// entry no seat has an effect, for the seat all entries are equal.
    pub fn add_pseudo(&mut self, line_up: usize, winner: usize) {
        let number = if winner < self.entries { self.line_ups + line_up } else { 2 * self.line_ups };
        let Situation { options, chosen } = &mut self.logit.situations[number];
        let won = || options.iter().map(|terms| terms.first().is_some_and(|(who, _)| *who == winner));
        let share = 1.0 / won().filter(|won| *won).count().max(1) as f64;
        chosen.iter_mut().zip(won()).filter(|(_, won)| *won).for_each(|(chosen, _)| *chosen += share);
    }

    /// The estimated strengths, then the effects of the seats; one ghost for each.
    pub fn fit(&mut self, ghosts: &[Ghost], start: Option<&[f64]>) -> Vec<f64> {
        for (situation, ghost) in self.logit.situations[2 * self.line_ups + 1..].iter_mut().zip(ghosts) {
            situation.chosen = vec![ghost.won, ghost.lost];
        }
        let mut at = start.map_or_else(|| vec![0.0; self.parameters], <[f64]>::to_vec);
        self.logit.maximise(&mut at);
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Rng;

    /// The slow twin: Hunter's minorisation (2004). Strengths and effects in turn become the number of their
    /// wins divided by the number expected of a strength or effect of 1.
    fn minorised(entries: usize, seats: usize, matches: &[(Vec<usize>, usize, f64)]) -> Vec<f64> {
        let (mut strengths, mut effects) = (vec![1.0f64; entries], vec![1.0f64; seats]);
        for _ in 0..20_000 {
            let before = (strengths.clone(), effects.clone());
            for is_seats in [false, true] {
                let parameters = if is_seats { seats } else { entries };
                let mut wins = vec![0.5; parameters];
                let list = if is_seats { &effects } else { &strengths };
                let mut expected: Vec<f64> = list.iter().map(|value| 1.0 / (value + 1.0)).collect();
                for (line_up, winner, count) in matches {
                    let all: f64 = (0..seats).map(|seat| strengths[line_up[seat]] * effects[seat]).sum();
                    for (seat, &entry) in line_up.iter().enumerate() {
                        let (own, other) =
                            if is_seats { (seat, strengths[entry]) } else { (entry, effects[seat]) };
                        expected[own] += count * other / all;
                        if seat == *winner {
                            wins[own] += count;
                        }
                    }
                }
                let list = if is_seats { &mut effects } else { &mut strengths };
                list.iter_mut().zip(wins.iter().zip(&expected)).for_each(|(x, (won, due))| *x = won / due);
            }
            let moved = before.0.iter().chain(&before.1).zip(strengths.iter().chain(&effects));
            if moved.map(|(old, new)| (old / new - 1.0).abs()).fold(0.0, f64::max) < 1e-12 {
                break;
            }
        }
        strengths.iter().chain(&effects).map(|value| value.ln()).collect()
    }

    #[test]
    fn newton_agrees_with_minorisation() {
        let mut rng = Rng::new(21);
        for run in 0..30 {
            let (entries, seats) = (2 + rng.below(4) as usize, 2 + rng.below(3) as usize);
            let matches: Vec<(Vec<usize>, usize, f64)> = (0..1 + rng.below(12))
                .map(|_| {
                    let line_up = (0..seats).map(|_| rng.below(entries as u32) as usize).collect();
                    (line_up, rng.below(seats as u32) as usize, f64::from(1 + rng.below(5)))
                })
                .collect();
            let line_ups: Vec<&[usize]> = matches.iter().map(|(line_up, ..)| &line_up[..]).collect();
            let mut model = PlackettLuce::new(entries, seats, &line_ups);
            for (number, (_, winner, count)) in matches.iter().enumerate() {
                model.add(number, std::iter::once(*winner), *count);
            }
            let fast = model.fit(&vec![Ghost::HALVES; entries + seats], None);
            for (fast, slow) in fast.iter().zip(minorised(entries, seats, &matches)) {
                assert!((fast - slow).abs() < 1e-6, "run {run}: {fast} and {slow}");
            }
        }
    }
}
