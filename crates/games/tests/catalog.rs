//! What every entry of the catalog promises to the commands.

use cards::{Inside, Live, Match, Player, Rng, Rules, Seat};
use games::catalog::{Entry, NAMES, WithGame, with_game};

/// Plays matches with every policy against the next, all behind text.
struct PoliciesPlay;
impl WithGame for PoliciesPlay {
    type Out = ();
    fn run<G: Entry>(self) {
        assert!(G::POLICIES.contains(&"random"), "{}: everybody has `random`", G::NAME);
        assert!(G::policy("no such policy").is_none());
        for rules in G::Rules::variants() {
            for seed in 0..20 {
                let mut table = Live::<G>::new(G::deal(&rules, &mut Rng::new(seed)));
                let mut players: Vec<Inside<G>> = Seat::all(rules.seats())
                    .map(|seat| {
                        let name = G::POLICIES[(seed as usize + seat.index()) % G::POLICIES.len()];
                        let policy = G::policy(name).expect("a policy the game names");
                        Inside::new(&rules, seat, policy, Rng::stream(seed, seat.index() as u64))
                    })
                    .collect();
                referee(&mut table, &mut players);
            }
        }
    }
}

fn referee<P: Player>(table: &mut dyn Match, players: &mut [P]) {
    let mut told = 0;
    loop {
        let mut fresh = 0;
        for (seat, player) in Seat::all(table.seats()).zip(players.iter_mut()) {
            let events = table.events(Some(seat), told);
            fresh = events.len();
            events.iter().for_each(|event| player.tell(event).expect("an event"));
        }
        told += fresh;
        let Some(seat) = table.turn() else { return };
        assert!(!table.prompt().is_empty(), "{}: whoever must decide is asked something", table.game());
        let answer = players[seat.index()].ask();
        if let Err(why) = table.play(&answer) {
            panic!("{} {seat:?} answered {answer}: {why}\n{}", table.game(), table.record());
        }
    }
}

#[test]
fn every_policy_plays_legal_matches_behind_text() {
    for name in NAMES {
        with_game(name, PoliciesPlay).expect("a game of the catalog");
    }
}

struct PresetsRead;
impl WithGame for PresetsRead {
    type Out = ();
    fn run<G: Entry>(self) {
        assert_eq!(G::Rules::PRESETS[0].0, "contest", "{}", G::NAME);
        assert_eq!(G::Rules::PRESETS[0].1, G::Rules::default(), "{}", G::NAME);
        for (name, rules) in G::Rules::PRESETS {
            assert_eq!(name.parse(), Ok(*rules), "{} {name}", G::NAME);
        }
        for bad in
            ["tournament", "contest contest", "no-such-key=1", "=", "seats=", "seats=99999999999999999999"]
        {
            assert!(bad.parse::<G::Rules>().is_err(), "{} {bad}", G::NAME);
        }
        let _ = G::contest();
        assert!(G::LONGEST > 0);
    }
}

#[test]
fn presets_are_read_by_name_and_nonsense_is_refused() {
    for name in NAMES {
        with_game(name, PresetsRead).expect("a game of the catalog");
    }
    assert!(with_game("bridge", PresetsRead).is_none());
}

struct Setups;
impl WithGame for Setups {
    type Out = String;
    fn run<G: Entry>(self) -> String {
        let setup = G::deal(&G::Rules::default(), &mut Rng::new(1));
        format!("{} {setup}\n", G::NAME)
    }
}

/// The whole point of an own shuffle: if this test breaks, so does every record ever written.
#[test]
fn a_seed_means_the_same_deal_for_ever() {
    let dealt: String =
        NAMES.iter().map(|name| with_game(name, Setups).expect("a game of the catalog")).collect();
    assert_eq!(dealt, include_str!("data/seed-1.txt"));
}
