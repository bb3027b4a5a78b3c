//! Random rollouts on one core: decisions and matches a second for every game and table size.
//!
//! `cargo bench --bench rollouts` prints a table. `cargo bench --bench rollouts -- GAME MATCHES` plays a
//! fixed number of matches, for counting instructions (see `scripts/instructions`).

use std::time::{Duration, Instant};

use cards::{Rng, Rules, random_rollout};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};

struct Measure;
impl WithGame for Measure {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        for rules in G::Rules::variants() {
            let (mut best, mut best_matches) = (0.0f64, 0.0f64);
            // The best of several short runs, because other work on the machine only slows down.
            for run in 0..5 {
                let (mut decisions, mut matches) = (0u64, 0u64);
                let mut rng = Rng::new(run);
                let setups: Vec<G> = (0..64).map(|_| G::start(&G::deal(&rules, &mut rng), |_| ())).collect();
                let begun = Instant::now();
                while begun.elapsed() < Duration::from_millis(200) {
                    for state in &setups {
                        decisions += u64::from(random_rollout(state.clone(), &mut rng).1);
                        matches += 1;
                    }
                }
                let seconds = begun.elapsed().as_secs_f64();
                best = best.max(decisions as f64 / seconds);
                best_matches = best_matches.max(matches as f64 / seconds);
            }
            let rules = rules.to_string();
            println!(
                "{:<8} {rules:<22} {:>8.1} M decisions/s {best_matches:>12.0} matches/s",
                G::NAME,
                best / 1e6
            );
        }
    }
}

struct Play(u32);
impl WithGame for Play {
    type Out = u64;
    fn run<G: CatalogGame>(self) -> u64 {
        let mut rng = Rng::new(1);
        let deal = |rng: &mut Rng| G::start(&G::deal(&G::Rules::default(), rng), |_| ());
        (0..self.0).map(|_| u64::from(random_rollout(deal(&mut rng), &mut rng).1)).sum()
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match &words[..] {
        [] => NAMES.iter().for_each(|name| with_game(name, Measure).expect("a game of the catalog")),
        [name, matches] => {
            let matches = matches.parse().expect("a number of matches");
            println!("{}", with_game(name, Play(matches)).expect("a game"));
        }
        _ => eprintln!("expected nothing, or a game and a number of matches"),
    }
}
