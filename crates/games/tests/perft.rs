//! Every line of `data/<game>/*.perft` must be right: `rules ; seed ; leaves at depth 1, 2, …`. The leaves
//! are counted twice: by `actions`, and by its slow twin, brute force filtered by `check`.

use std::fs;
use std::path::Path;

use cards::Rng;
use cards::laws::perft;
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};

fn slow_perft<G: CatalogGame>(state: &G, depth: u32) -> u64 {
    if depth == 0 || state.turn().is_none() {
        return 1;
    }
    let mut leaves = 0;
    for action in state.brute_force() {
        let mut child = state.clone();
        if child.play(action, |_| ()).is_ok() {
            leaves += slow_perft(&child, depth - 1);
        }
    }
    leaves
}

struct Count<'a>(&'a str);
impl WithGame for Count<'_> {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let line = self.0;
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        let [rules, seed, leaves] = parts[..] else { panic!("{line}: expected rules ; seed ; leaves") };
        let rules = rules.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let seed = seed.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let state = G::start(&G::deal(&rules, &mut Rng::new(seed)), |_| ());
        for (depth, expected) in (1..).zip(leaves.split_whitespace()) {
            let expected: u64 = expected.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(perft(&state, depth), expected, "{} {line}: depth {depth}", G::NAME);
            if expected <= 20_000 {
                assert_eq!(
                    slow_perft(&state, depth),
                    expected,
                    "{} {line}: the twin at depth {depth}",
                    G::NAME
                );
            }
        }
    }
}

#[test]
fn every_game_has_the_stored_perft_counts() {
    for name in NAMES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        let mut lines = 0;
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a folder entry").path();
            if path.extension().is_some_and(|ending| ending == "perft") {
                let text = fs::read_to_string(&path).expect("a readable file");
                for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
                    with_game(name, Count(line)).expect("a game of the catalog");
                    lines += 1;
                }
            }
        }
        assert!(lines > 0, "{name} needs a perft line in {}", folder.display());
    }
}
