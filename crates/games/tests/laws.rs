//! The laws of the contract for every game of the catalog, every table size and house rule.

use cards::{Rng, Rules, laws, random_action};
use games::catalog::{Entry, NAMES, WithGame, with_game};

/// Every variant of a game's rules for this many random matches.
const MATCHES: u64 = 1000;

/// Fewer matches where they offer more choices than these in all: the laws look at each of them.
const CHOICES: u64 = 1_000_000;

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
                        let mut choices = 0;
                        for seed in (first..MATCHES).step_by(THREADS as usize) {
                            laws::keep::<G>(&rules, seed);
                            choices += choices_in::<G>(&rules, seed);
                            if choices > CHOICES / THREADS {
                                break;
                            }
                        }
                    }
                });
            }
        });
    }
}

/// How many actions a random match offers from its beginning to its end.
fn choices_in<G: Entry>(rules: &G::Rules, seed: u64) -> u64 {
    let mut rng = Rng::new(seed);
    let mut state = G::start(&G::deal(rules, &mut rng), |_| ());
    let mut choices = 0;
    while state.turn().is_some() {
        choices += u64::from(state.count());
        let action = random_action(&state, &mut rng);
        state.apply(action, |_| ());
    }
    choices
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
