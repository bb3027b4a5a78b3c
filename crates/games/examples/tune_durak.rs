//! Finds the numbers of Durak's `steady` policy: `cargo run --release --example tune_durak`.
//!
//! Climbs: change one or two numbers, keep them if they win against a league (the best so far, the
//! earlier bests and `greedy`) on common deals. The seeds are fixed, so the outcome is too.

use cards::{Game, Rng, Seat};
use games::durak::{Durak, Rules, Sense};

/// A side of a match: its numbers, and how many of 1024 actions slip.
type Side = (Sense, u32);

/// Matches won by `a` less those lost, each deal in both seatings, of 1.
fn compare(a: Side, b: Side, deals: std::ops::Range<u64>) -> f64 {
    let (mut sum, matches) = (0, 2 * (deals.end - deals.start));
    for deal in deals {
        let mut rng = Rng::stream(77, deal);
        let setup = Durak::deal(&Rules::default(), &mut rng);
        for first in 0..2 {
            let mut state = Durak::start(&setup, |_| ());
            while let Some(seat) = state.turn() {
                let (sense, slips) = if seat.index() % 2 == first { a } else { b };
                let action = if rng.below(1024) < slips {
                    cards::random_action(&state, &mut rng)
                } else {
                    sense.choose(state.public(), state.hand(seat))
                };
                state.apply(action, |_| ());
            }
            sum += state.payoffs()[Seat::new(first)];
        }
    }
    f64::from(sum) / matches as f64
}

/// The mean over the league, with and without slips: a policy that guides playouts must also know
/// what to do where it would not have gone.
fn merit(sense: Sense, league: &[Sense], deals: std::ops::Range<u64>) -> f64 {
    let each = |&other: &Sense| {
        compare((sense, 0), (other, 0), deals.clone()) + compare((sense, 250), (other, 250), deals.clone())
    };
    league.iter().map(each).sum::<f64>() / league.len() as f64
}

fn changed(mut sense: Sense, rng: &mut Rng) -> Sense {
    let step = [-3, -2, -1, 1, 2, 3][rng.below(6) as usize];
    let after = rng.below(2) as usize;
    let number = match rng.below(5) {
        0 => &mut sense.beat[after],
        1 => &mut sense.beat_more[after],
        2 => &mut sense.add[after],
        3 => &mut sense.give[after],
        _ => &mut sense.twin[after],
    };
    *number = (*number + step).clamp(0, 26);
    sense
}

fn main() {
    let steps: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(400);
    const DEALS: u64 = 4000;
    let mut rng = Rng::new(1);
    let (mut best, mut league) = (Sense::GREEDY, vec![Sense::GREEDY]);
    for step in 0..steps {
        let mut next = changed(best, &mut rng);
        if rng.below(3) == 0 {
            next = changed(next, &mut rng);
        }
        if next == best {
            continue;
        }
        // Fresh deals for every step: a number that only suits the old ones is found out.
        let deals = step * DEALS..(step + 1) * DEALS;
        if merit(next, &league, deals.clone()) > merit(best, &league, deals) + 0.004 {
            best = next;
            println!("step {step}: {best:?}");
            league.push(best);
            if league.len() > 4 {
                league.remove(1);
            }
        }
    }
    let fresh = 1_000_000..1_020_000;
    println!("against greedy {:+.4}", compare((best, 0), (Sense::GREEDY, 0), fresh));
    println!("{best:?}");
}
