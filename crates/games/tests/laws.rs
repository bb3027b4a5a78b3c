//! The laws of the contract for every game of the catalog, every table size and house rule.

use cards::{Rules, laws};
use games::catalog::{Entry, NAMES, WithGame, with_game};

/// Every variant of a game's rules for this many random matches.
const MATCHES: u64 = 1000;

/// How many work side by side.
const THREADS: u64 = 4;

struct KeepTheLaws;
impl WithGame for KeepTheLaws {
    type Out = ();
    fn run<G: Entry>(self) {
        std::thread::scope(|scope| {
            for first in 0..THREADS {
                scope.spawn(move || {
                    for rules in G::Rules::variants() {
                        for seed in (first..MATCHES).step_by(THREADS as usize) {
                            laws::keep::<G>(&rules, seed);
                        }
                    }
                });
            }
        });
    }
}

struct CheckAgrees;
impl WithGame for CheckAgrees {
    type Out = ();
    fn run<G: Entry>(self) {
        for rules in G::Rules::variants() {
            for seed in 0..MATCHES / 10 {
                laws::check_agrees_with_actions::<G>(&rules, seed);
            }
        }
    }
}

#[test]
fn every_game_keeps_the_laws_on_random_matches() {
    for name in NAMES {
        with_game(name, KeepTheLaws).expect("a game of the catalog");
    }
}

#[test]
fn check_and_actions_agree_on_actions_from_other_moments() {
    for name in NAMES {
        with_game(name, CheckAgrees).expect("a game of the catalog");
    }
}
