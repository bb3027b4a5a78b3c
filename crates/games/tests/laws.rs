//! The laws of the contract for every game of the catalog, every table size and house rule.

use cards::{Rng, Rules, Seat, laws, random_action};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use search::Model;

/// Every variant of a game's rules for this many random matches; `./check --all` plays more.
fn matches() -> u64 {
    if std::env::var_os("CROUPIER_LONG_TESTS").is_some() { 600 } else { 120 }
}

/// How many work side by side.
const THREADS: u64 = 4;

struct KeepTheLaws;
impl WithGame for KeepTheLaws {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        std::thread::scope(|scope| {
            for first in 0..THREADS {
                scope.spawn(move || {
                    for rules in G::Rules::variants() {
                        for seed in (first..matches()).step_by(THREADS as usize) {
                            laws::check_match::<G>(&rules, seed);
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
    fn run<G: CatalogGame>(self) {
        for rules in G::Rules::variants() {
            for seed in 0..matches() {
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
    fn run<G: CatalogGame>(self) -> bool {
        let mut is_told = false;
        for deal in 0..40 {
            let mut rng = Rng::stream(17, deal);
            let rules = G::Rules::default();
            let mut heard = Vec::new();
            let hears = |event, heard: &mut Vec<G::Action>| {
                // What everybody may know is enough.
                let model = G::Model::default();
                let events =
                    Seat::all(rules.seats()).map(|seat| model.action_of(&G::redact(event, seat.into())));
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

/// What a seat's rollout policy and priors say before and after two cards it has never seen are exchanged.
struct SeesNothing;
impl WithGame for SeesNothing {
    /// How many decisions were compared.
    type Out = u32;
    fn run<G: CatalogGame>(self) -> u32 {
        let (model, mut compared) = (G::Model::default(), 0);
        for rules in G::Rules::variants() {
            for deal in 0..60 {
                let mut rng = Rng::stream(29, deal);
                let setup = G::deal(&rules, &mut rng);
                let (mut log, mut actions) = (Vec::new(), Vec::new());
                let mut state = G::start(&setup, |event| log.push(event));
                while let Some(seat) = state.turn() {
                    let read: Vec<String> =
                        log.iter().map(|&event| G::redact(event, seat.into()).to_string()).collect();
                    if let Some(other) = exchanged::<G>(&setup, &actions, &read, &mut rng) {
                        assert_eq!(other.turn(), Some(seat), "{} deal {deal}", G::NAME);
                        compared += 1;
                        let at = format!("{} deal {deal}, {seat:?} after {} actions", G::NAME, actions.len());
                        let chance = Rng::stream(31, deal);
                        let [one, two] =
                            [&state, &other].map(|world| model.rollout(world, &mut chance.clone()));
                        assert_eq!(one, two, "{at}: a rollout sees nothing hidden");
                        let [one, two] =
                            [&state, &other].map(|world| model.rollout_for(seat, world, &mut chance.clone()));
                        assert_eq!(one, two, "{at}: a rollout for its own side sees nothing hidden");
                        for action in (0..state.count().min(40)).filter_map(|n| state.nth(n)) {
                            let [one, two] = [&state, &other].map(|world| model.prior(world, action));
                            assert_eq!(one, two, "{at}: the prior of {action} sees nothing hidden");
                        }
                    }
                    let action = random_action(&state, &mut rng);
                    state.apply(action, |event| log.push(event));
                    actions.push(action);
                }
            }
        }
        compared
    }
}

/// The same match with two cards exchanged that these events do not name, if it is still a match.
fn exchanged<G: CatalogGame>(
    setup: &G::Setup,
    actions: &[G::Action],
    read: &[String],
    rng: &mut Rng,
) -> Option<G> {
    let exchanged = laws::exchange::<G>(setup, actions, read, rng)?;
    let mut state = G::start(&exchanged.setup, |_| ());
    for &action in &exchanged.actions {
        state.play(action, |_| ()).ok()?;
    }
    Some(state)
}

#[test]
fn rollouts_and_priors_do_not_see_hidden_cards() {
    // In the House of Cards nothing is hidden.
    for name in NAMES.iter().filter(|&&name| name != "house") {
        let compared = with_game(name, SeesNothing).expect("a game of the catalog");
        assert!(compared > 100, "{name}: {compared} decisions compared");
    }
}
