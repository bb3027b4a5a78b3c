//! Counts leaves, for new perft lines: `cargo run --release --example perft -- GAME RULES SEED DEPTH`.

use cards::Rng;
use cards::laws::perft;
use games::catalog::{CatalogGame, WithGame, with_game};

struct Count {
    rules: String,
    seed: u64,
    depth: u32,
}

impl WithGame for Count {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let rules = self.rules.parse().unwrap_or_else(|error| panic!("{}: {error}", self.rules));
        let state = G::start(&G::deal(&rules, &mut Rng::new(self.seed)), |_| ());
        let leaves: Vec<String> = (1..=self.depth).map(|depth| perft(&state, depth).to_string()).collect();
        println!("{} ; {} ; {}", self.rules, self.seed, leaves.join(" "));
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, rules, seed, depth] = &words[..] else { panic!("expected GAME RULES SEED DEPTH") };
    let (seed, depth) = (seed.parse().expect("a seed"), depth.parse().expect("a depth"));
    with_game(game, Count { rules: rules.clone(), seed, depth }).expect("a game");
}
