//! The laws of the contract for every game of the catalog, every table size and house rule.

use cards::{Rng, Rules, Seat, laws, random_action};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use search::Heuristics;

/// Random matches for every variant of a game's rules; `./check --all` plays more.
fn matches() -> u64 {
    if std::env::var_os("CROUPIER_LONG_TESTS").is_some() { 600 } else { 120 }
}

/// How many threads work at once.
const THREADS: u64 = 4;

struct CheckLaws;
impl WithGame for CheckLaws {
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

struct CheckEncoding;
impl WithGame for CheckEncoding {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        for rules in G::Rules::variants() {
            for seed in 0..matches() / 4 {
                laws::encoding::check_match::<G>(&rules, seed);
            }
        }
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
fn every_game_obeys_the_laws_on_random_matches() {
    for name in NAMES {
        with_game(name, CheckLaws).expect("a game of the catalog");
    }
}

#[test]
fn check_and_actions_agree_on_actions_from_other_moments() {
    for name in NAMES {
        with_game(name, CheckAgrees).expect("a game of the catalog");
    }
}

#[test]
fn every_action_has_one_spelling_in_tokens_and_rows_leak_nothing() {
    for name in NAMES {
        with_game(name, CheckEncoding).expect("a game of the catalog");
    }
}

struct Fingerprint;
impl WithGame for Fingerprint {
    type Out = String;
    fn run<G: CatalogGame>(self) -> String {
        let hash = laws::encoding::fingerprint::<G>(20);
        format!("{} {} {} {} {hash:016x}\n", G::NAME, G::ENCODING, G::TOKENS, G::FEATURES)
    }
}

/// If this test breaks, so do all stored networks and data sets: raise `ENCODING` of the game, then change the line.
#[test]
fn an_encoding_does_not_change_without_another_version() {
    let lines: String = NAMES.iter().map(|name| with_game(name, Fingerprint).expect("a game")).collect();
    assert_eq!(lines, include_str!("data/encodings.txt"));
}

/// Compares the actions that events show with the actions that were taken.
struct ShownActions;
impl WithGame for ShownActions {
    type Out = bool;
    fn run<G: CatalogGame>(self) -> bool {
        let mut shows_actions = false;
        for deal in 0..40 {
            let mut rng = Rng::stream(17, deal);
            let rules = G::Rules::default();
            let mut shown = Vec::new();
            let show = |event, shown: &mut Vec<G::Action>| {
                // Every seat's redacted event must show it.
                let heuristics = G::Heuristics::default();
                let events =
                    Seat::all(rules.seats()).map(|seat| heuristics.action_of(&G::redact(event, seat.into())));
                let done: Vec<_> = events.collect();
                assert!(done.iter().all(|one| *one == done[0]), "{}: {done:?}", G::NAME);
                shown.extend(done[0]);
            };
            let mut state = G::start(&G::deal(&rules, &mut rng), |event| show(event, &mut shown));
            assert_eq!(shown, [], "{}", G::NAME);
            while state.turn().is_some() {
                let action = random_action(&state, &mut rng);
                state.apply(action, |event| show(event, &mut shown));
                shows_actions |= !shown.is_empty();
                assert_eq!(shown, if shows_actions { vec![action] } else { vec![] }, "{}", G::NAME);
                shown.clear();
            }
        }
        shows_actions
    }
}

#[test]
fn a_game_whose_events_show_actions_shows_every_action_once() {
    let showing: Vec<_> =
        NAMES.iter().filter(|name| with_game(name, ShownActions).expect("a game")).collect();
    assert_eq!(showing, [&"durak"]);
}

/// Compares a seat's rollout policy and priors before and after an exchange of two cards it has never seen.
struct ExchangeUnseen;
impl WithGame for ExchangeUnseen {
    /// How many decisions were compared.
    type Out = u32;
    fn run<G: CatalogGame>(self) -> u32 {
        let (heuristics, mut compared) = (G::Heuristics::default(), 0);
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
                            [&state, &other].map(|world| heuristics.rollout(world, &mut chance.clone()));
                        assert_eq!(one, two, "{at}: a rollout does not depend on hidden cards");
                        let [one, two] = [&state, &other]
                            .map(|world| heuristics.rollout_for(seat, world, &mut chance.clone()));
                        assert_eq!(
                            one, two,
                            "{at}: a rollout for its own side does not depend on hidden cards"
                        );
                        for action in (0..state.count().min(40)).filter_map(|n| state.nth(n)) {
                            let [one, two] = [&state, &other].map(|world| heuristics.prior(world, action));
                            assert_eq!(
                                one, two,
                                "{at}: the prior of {action} does not depend on hidden cards"
                            );
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

/// The same match with two cards exchanged that these events do not name, if its actions are still legal.
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
fn rollouts_and_priors_do_not_depend_on_hidden_cards() {
    // In the House of Cards nothing is hidden.
    for name in NAMES.iter().filter(|&&name| name != "house") {
        let compared = with_game(name, ExchangeUnseen).expect("a game of the catalog");
        assert!(compared > 100, "{name}: {compared} decisions compared");
    }
}
