//! Finds the thresholds of Durak's `steady` policy by hill climbing: `cargo run --release --example tune_durak`.
//!
//! Each step changes one or two thresholds and keeps them if they win against a league (the best so far, the
//! earlier bests and `greedy`) on common deals. The seeds are fixed, so the result is too.

use cards::{Game, Rng, Seat};
use games::durak::{Durak, Rules, Thresholds};
use search::Probability;

/// A side of a match: its thresholds, and how often it plays at random.
type Side = (Thresholds, Probability);

/// The share of matches that `a` wins less the share it loses, each deal in both seatings.
fn compare(a: Side, b: Side, deals: std::ops::Range<u64>) -> f64 {
    let (mut sum, matches) = (0, 2 * (deals.end - deals.start));
    for deal in deals {
        let mut rng = Rng::stream(77, deal);
        let setup = Durak::deal(&Rules::default(), &mut rng);
        for first in 0..2 {
            let mut state = Durak::start(&setup, |_| ());
            while let Some(seat) = state.turn() {
                let (thresholds, epsilon) = if seat.index() % 2 == first { a } else { b };
                let action = if epsilon.draw(&mut rng) {
                    cards::random_action(&state, &mut rng)
                } else {
                    thresholds.choose(state.public(), state.hand(seat))
                };
                state.apply(action, |_| ());
            }
            sum += state.payoffs()[Seat::new(first)];
        }
    }
    f64::from(sum) / matches as f64
}

/// The mean over the league, with and without epsilon, because a rollout policy must also play well in
/// positions it would not reach itself.
fn mean_payoff(thresholds: Thresholds, league: &[Thresholds], deals: std::ops::Range<u64>) -> f64 {
    let each = |&other: &Thresholds| {
        let with = |epsilon| compare((thresholds, epsilon), (other, epsilon), deals.clone());
        with(Probability::ZERO) + with(Probability::new(0.244))
    };
    league.iter().map(each).sum::<f64>() / league.len() as f64
}

fn changed(mut thresholds: Thresholds, rng: &mut Rng) -> Thresholds {
    let step = [-3, -2, -1, 1, 2, 3][rng.below(6) as usize];
    let after = rng.below(2) as usize;
    let number = match rng.below(5) {
        0 => &mut thresholds.beat[after],
        1 => &mut thresholds.beat_more[after],
        2 => &mut thresholds.add[after],
        3 => &mut thresholds.give[after],
        _ => &mut thresholds.twin[after],
    };
    *number = (*number + step).clamp(0, 26);
    thresholds
}

fn main() {
    let steps: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(400);
    const DEALS: u64 = 4000;
    let mut rng = Rng::new(1);
    let (mut best, mut league) = (Thresholds::GREEDY, vec![Thresholds::GREEDY]);
    for step in 0..steps {
        let mut next = changed(best, &mut rng);
        if rng.below(3) == 0 {
            next = changed(next, &mut rng);
        }
        if next == best {
            continue;
        }
        // Other deals for every step, so that thresholds do not overfit.
        let deals = step * DEALS..(step + 1) * DEALS;
        if mean_payoff(next, &league, deals.clone()) > mean_payoff(best, &league, deals) + 0.004 {
            best = next;
            println!("step {step}: {best:?}");
            league.push(best);
            if league.len() > 4 {
                league.remove(1);
            }
        }
    }
    let fresh = 1_000_000..1_020_000;
    println!(
        "against greedy {:+.4}",
        compare((best, Probability::ZERO), (Thresholds::GREEDY, Probability::ZERO), fresh)
    );
    println!("{best:?}");
}
