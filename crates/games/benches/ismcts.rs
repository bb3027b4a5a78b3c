//! Iterations of search a second on one core, from the first decisions of many deals.
//!
//! `cargo bench --bench ismcts` prints a table; `-- GAME ITERATIONS` does a fixed amount of work.

use std::time::{Duration, Instant};

use cards::{Game, Rng, Rules, TimeLeft, View, random_rollout};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use games::levels::PlayerSpec;
use search::ismcts::{Ismcts, Settings};
use search::time_manager::Budget;
use search::{Heuristics, Probability};

/// The game's rollout policy and nothing else of its heuristics.
#[derive(Clone, Copy, Default)]
struct RolloutOnly<M>(M);

impl<G: CatalogGame<Heuristics = M>, M: Heuristics<G>> Heuristics<G> for RolloutOnly<M> {
    type Belief = ();
    fn rollout(&self, world: &G, rng: &mut Rng) -> G::Action {
        self.0.rollout(world, rng)
    }
}

/// Textbook search with the game's rollout policy.
fn search<G: CatalogGame>(
    rules: &G::Rules,
    rollout_epsilon: Probability,
) -> Ismcts<G, RolloutOnly<G::Heuristics>> {
    Ismcts::new(plain(rollout_epsilon), RolloutOnly(G::Heuristics::default()), G::sides(rules), 0)
}

/// Settings of textbook search, with this epsilon in its rollouts.
fn plain(rollout_epsilon: Probability) -> Settings {
    Settings { rollout_epsilon, early_stop: false, ..Settings::default() }
}

/// Iterations a second: the best of several short runs, because other work on the machine only slows down.
/// `think` gets the first decision of one deal after another and returns the iterations it took.
fn pace<G: CatalogGame>(rules: &G::Rules, mut think: impl FnMut(&G, &mut Rng) -> u32) -> f64 {
    let mut best = 0.0f64;
    for run in 0..5 {
        let mut rng = Rng::new(run);
        let (mut done, begun) = (0u64, Instant::now());
        while begun.elapsed() < Duration::from_millis(300) {
            let state = G::start(&G::deal(rules, &mut rng), |_| ());
            done += u64::from(think(&state, &mut rng));
        }
        best = best.max(done as f64 / begun.elapsed().as_secs_f64());
    }
    best
}

/// The pace of the champion, with everything it does for a decision.
fn champion<G: CatalogGame>(rules: &G::Rules) -> f64 {
    let plan = PlayerSpec::read::<G>("champion:iterations=5000,early-stop=0").expect("a level with settings");
    let mut champion = plan.agent::<G>().expect("a champion is an agent");
    pace::<G>(rules, |state, rng| {
        let seat = state.turn().expect("somebody begins");
        champion.start(rules, seat, Rng::new(rng.next_u64()));
        champion.decide(&state.view(seat), &TimeLeft::UNLIMITED).iterations
    })
}

/// The pace of textbook search with this epsilon in its rollouts.
fn textbook<G: CatalogGame>(rules: &G::Rules, rollout_epsilon: Probability) -> f64 {
    let mut search = search::<G>(rules, rollout_epsilon);
    pace::<G>(rules, |state, rng| {
        let view = state.view(state.turn().expect("somebody begins"));
        search.think(|rng| view.sample(rng), Budget::iterations(5_000), rng).iterations
    })
}

/// The mean length of a random match.
fn decisions<G: CatalogGame>(rules: &G::Rules) -> f64 {
    let mut rng = Rng::new(1);
    let mut one = || random_rollout(G::start(&G::deal(rules, &mut rng), |_| ()), &mut Rng::new(2)).1;
    (0..200).map(|_| one()).sum::<u32>() as f64 / 200.0
}

struct Measure;
impl WithGame for Measure {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        for (_, rules) in G::Rules::PRESETS {
            let champion = champion::<G>(rules);
            let (policy, random) =
                (textbook::<G>(rules, Probability::new(0.1)), textbook::<G>(rules, Probability::ONE));
            let (rules, long) = (rules.to_string(), decisions::<G>(rules));
            println!(
                "{:<8} {rules:<22} {champion:>9.0} champion/s {policy:>9.0} policy/s {random:>9.0} random/s {long:>5.0} decisions a random match",
                G::NAME
            );
        }
    }
}

struct Think(u32);
impl WithGame for Think {
    type Out = u32;
    fn run<G: CatalogGame>(self) -> u32 {
        let mut rng = Rng::new(1);
        let state = G::start(&<G as Game>::deal(&G::Rules::default(), &mut rng), |_| ());
        let view = state.view(state.turn().expect("somebody begins"));
        let mut search = search::<G>(&G::Rules::default(), Settings::default().rollout_epsilon);
        search.think(|rng| view.sample(rng), Budget::iterations(self.0), &mut rng).iterations
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match &words[..] {
        [] => NAMES.iter().for_each(|name| with_game(name, Measure).expect("a game of the catalog")),
        [name, iterations] => {
            let iterations = iterations.parse().expect("a number of iterations");
            println!("{}", with_game(name, Think(iterations)).expect("a game"));
        }
        _ => eprintln!("expected nothing, or a game and a number of iterations"),
    }
}
