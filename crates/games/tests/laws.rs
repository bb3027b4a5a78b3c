//! The laws of the contract for every game of the catalog, every table size and house rule.

use cards::{Rng, Rules, Seat, View, laws, random_action};
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

/// Compares what events say was done with what was done.
struct Done;
impl WithGame for Done {
    type Out = bool;
    fn run<G: Entry>(self) -> bool {
        let mut is_told = false;
        for deal in 0..40 {
            let mut rng = Rng::stream(17, deal);
            let rules = G::Rules::default();
            let mut heard = Vec::new();
            let hears = |event, heard: &mut Vec<G::Action>| {
                // What everybody may know is enough.
                let events = Seat::all(rules.seats()).map(|seat| G::done(&G::redact(event, seat)));
                let done: Vec<_> = events.collect();
                assert!(done.iter().all(|one| *one == done[0]), "{}: {done:?}", G::NAME);
                heard.extend(done[0]);
            };
            let mut state = G::start(&G::deal(&rules, &mut rng), |event| hears(event, &mut heard));
            assert_eq!(heard, [], "{}", G::NAME);
            while state.turn().is_some() {
                let action = random_action(&state, &mut rng);
                state.apply(action, |event| hears(event, &mut heard));
                is_told |= !heard.is_empty();
                assert_eq!(heard, if is_told { vec![action] } else { vec![] }, "{}", G::NAME);
                heard.clear();
            }
        }
        is_told
    }
}

#[test]
fn a_game_that_says_what_was_done_says_it_once_for_every_action() {
    let told: Vec<_> = NAMES.iter().filter(|name| with_game(name, Done).expect("a game")).collect();
    assert_eq!(told, [&"durak"]);
}

/// Asks before every event whether it is possible.
struct Possible;
impl WithGame for Possible {
    type Out = ();
    fn run<G: Entry>(self) {
        for rules in G::Rules::variants() {
            for deal in 0..60 {
                let mut rng = Rng::stream(23, deal);
                let all = || Seat::all(rules.seats());
                let mut views: Vec<G::View> = all().map(|seat| G::View::seated(&rules, seat)).collect();
                let mut tell = |event| {
                    for (seat, view) in all().zip(&mut views) {
                        let event = G::redact(event, seat);
                        assert!(G::is_possible(view, &event), "{} {rules}, {seat}: {event}", G::NAME);
                        view.observe(event);
                    }
                };
                let mut state = G::start(&G::deal(&rules, &mut rng), &mut tell);
                while state.turn().is_some() {
                    state.apply(random_action(&state, &mut rng), &mut tell);
                }
            }
        }
    }
}

#[test]
fn whatever_happens_is_possible() {
    // Durak's bots are told less and ask after filling it in; its own tests do that.
    for name in NAMES.iter().filter(|&&name| name != "durak") {
        with_game(name, Possible).expect("a game of the catalog");
    }
}
