//! Two sides, many deals, every deal in every seating: who is better, and how sure is that?
//!
//! The matches of one deal are one cluster: luck of the cards is shared by the seatings and falls out
//! of their mean, so intervals are taken over deals, not over matches.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use cards::{BySeat, Game, Rng};

use crate::selfplay::{Mind, Work, play};

/// What one deal gave the first side, over all its seatings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cluster {
    /// Matches won, of 1; a tie is shared.
    pub won: f64,
    /// Its payoff less the mean payoff of the others.
    pub score: f64,
}

/// A mean and the half width of its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean over the deals.
    pub mean: f64,
    /// 95 of 100 such intervals hold the true mean. Infinite for fewer than two deals.
    pub margin: f64,
}

impl Mean {
    /// The mean of independent values.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Mean {
        let n = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / n;
        let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
        Mean { mean, margin: if n < 2.0 { f64::INFINITY } else { 1.96 * (variance / n).sqrt() } }
    }
}

/// The outcome of a duel.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// One for each deal, in their order.
    pub deals: Vec<Cluster>,
    /// What thinking cost each side.
    pub work: [Work; 2],
}

impl Outcome {
    /// The first side's share of matches.
    pub fn won(&self) -> Mean {
        Mean::of(self.deals.iter().map(|deal| deal.won))
    }

    /// The first side's payoff less the others'.
    pub fn score(&self) -> Mean {
        Mean::of(self.deals.iter().map(|deal| deal.score))
    }
}

/// Makes a player.
pub type Maker<'a, G> = &'a (dyn Fn() -> Box<dyn Mind<G>> + Sync);

/// Plays `deals` deals of `seed`, each in every seating, on so many threads; `done` is told how many
/// deals are finished. Without deadlines the outcome does not depend on the threads.
pub fn duel<G: Game>(
    rules: &G::Rules,
    sides: [Maker<'_, G>; 2],
    seatings: &[BySeat<bool>],
    deals: u64,
    seed: u64,
    threads: NonZeroUsize,
    mut done: impl FnMut(u64),
) -> Outcome {
    let next = AtomicU64::new(0);
    let mut outcome = Outcome { deals: vec![Cluster::default(); deals as usize], ..Outcome::default() };
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                let mut minds = Minds::new(sides, seatings);
                loop {
                    let deal = next.fetch_add(1, Ordering::Relaxed);
                    if deal >= deals || send.send((deal, minds.deal(rules, seatings, seed, deal))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut finished = 0;
        for (deal, (cluster, work)) in receive {
            outcome.deals[deal as usize] = cluster;
            outcome.work.iter_mut().zip(&work).for_each(|(sum, one)| sum.add(one));
            finished += 1;
            done(finished);
        }
    });
    outcome
}

/// One thread's players: one for each seat and side, so that partners share no memory.
struct Minds<G: Game> {
    sides: [Vec<Box<dyn Mind<G>>>; 2],
}

impl<G: Game> Minds<G> {
    fn new(sides: [Maker<'_, G>; 2], seatings: &[BySeat<bool>]) -> Minds<G> {
        let seats = seatings.first().map_or(0, BySeat::len);
        Minds { sides: sides.map(|make| (0..seats).map(|_| make()).collect()) }
    }

    fn deal(
        &mut self,
        rules: &G::Rules,
        seatings: &[BySeat<bool>],
        seed: u64,
        deal: u64,
    ) -> (Cluster, [Work; 2]) {
        let mut chance = Rng::stream(seed, deal);
        let setup = G::deal(rules, &mut chance);
        let (mut sum, mut work) = (Cluster::default(), [Work::default(); 2]);
        for seating in seatings {
            let [first, second] = &mut self.sides;
            let both = first.iter_mut().zip(second).zip(seating.iter());
            let mut minds: Vec<&mut Box<dyn Mind<G>>> =
                both.map(|((a, b), &is_first)| if is_first { a } else { b }).collect();
            let played = play::<G>(&setup, &mut minds, chance.next_u64());
            let one = share(&played.payoffs, seating);
            sum.won += one.won / seatings.len() as f64;
            sum.score += one.score / seatings.len() as f64;
            for seat in seating.seats() {
                work[usize::from(!seating[seat])].add(&played.work[seat]);
            }
        }
        (sum, work)
    }
}

/// One match from the first side: who has the most has won, and those who tie share it by heads.
fn share(payoffs: &BySeat<i32>, seating: &BySeat<bool>) -> Cluster {
    let most = payoffs.iter().copied().max().unwrap_or(0);
    let (mut winners, mut ours) = (0.0, 0.0);
    let (mut sums, mut heads) = ([0.0; 2], [0.0f64; 2]);
    for seat in payoffs.seats() {
        let side = usize::from(!seating[seat]);
        heads[side] += 1.0;
        sums[side] += f64::from(payoffs[seat]);
        if payoffs[seat] == most {
            winners += 1.0;
            ours += f64::from(u8::from(seating[seat]));
        }
    }
    Cluster { won: ours / winners, score: sums[0] / heads[0].max(1.0) - sums[1] / heads[1].max(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Seat;

    #[test]
    fn a_tie_is_shared_by_heads() {
        let alone = BySeat::from_fn(3, |seat| seat == Seat::new(0));
        let payoffs = |list: [i32; 3]| BySeat::from_fn(3, |seat| list[seat.index()]);
        assert_eq!(share(&payoffs([2, -1, -1]), &alone), Cluster { won: 1.0, score: 3.0 });
        assert_eq!(share(&payoffs([0, 0, 0]), &alone).won, 1.0 / 3.0);
        assert_eq!(share(&payoffs([0, 1, 0]), &alone), Cluster { won: 0.0, score: -0.5 });
    }

    #[test]
    fn the_interval_of_known_values_is_the_books() {
        let mean = Mean::of([1.0, 2.0, 3.0, 4.0, 5.0].into_iter());
        assert!((mean.mean - 3.0).abs() < 1e-12);
        assert!((mean.margin - 1.96 * (2.5f64 / 5.0).sqrt()).abs() < 1e-12);
        assert!(Mean::of([1.0].into_iter()).margin.is_infinite());
    }
}
