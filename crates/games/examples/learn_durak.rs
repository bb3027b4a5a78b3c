//! Learns the weights of Durak's search from nothing: its evaluation (`durak/evaluation.rs`) and its priors
//! (`durak/priors.rs`).
//!
//! `cargo run --release --example learn_durak > crates/games/src/durak/weights.rs`
//!
//! In the first round a search without knowledge plays against itself; in every later round a search with the
//! evaluation of the round before. The seeds are fixed, so the result is too.

use std::fmt::{Debug, Write};
use std::thread;

use cards::{BySeat, Game, Rng, Seat, View};
use games::durak::evaluation::{self, EvaluationWeights};
use games::durak::priors::{self, Priors};
use games::durak::{Action, Durak, DurakHeuristics, Phase, Rules};
use search::ismcts::{Ismcts, Settings};
use search::time_manager::Budget;
use search::{Heuristics, Probability};

const ROUNDS: u64 = 4;
const MATCHES: u64 = 4_000;
const ITERATIONS: u32 = 400;

/// Searches with the evaluation learned so far, in the first round with rollouts. It uses no priors: a learner that
/// does makes them stronger from round to round, until it has only one action.
#[derive(Clone, Copy)]
struct Learner(Option<EvaluationWeights>);

impl Heuristics<Durak> for Learner {
    type Belief = ();
    fn settings(&self) -> Settings {
        let learned = Settings {
            puct: 0.0,
            opponent_model: Probability::ZERO,
            nodes: 1 << 12,
            ..DurakHeuristics.settings()
        };
        if self.0.is_some() { learned } else { Settings { rollout_truncation: Probability::ZERO, ..learned } }
    }
    fn rollout(&self, world: &Durak, rng: &mut Rng) -> Action {
        DurakHeuristics.rollout(world, rng)
    }
    fn evaluate(&self, world: &Durak) -> Option<BySeat<i32>> {
        evaluation::evaluate(world, self.0.as_ref()?)
    }
}

/// One observation of a multinomial logistic regression.
struct Case {
    /// For each outcome its features: the index of the weight, and the value.
    outcomes: Vec<Vec<(usize, f64)>>,
    observed: usize,
}

/// Positions between rounds with their outcomes, and decisions.
type Cases = (Vec<Case>, Vec<Case>);

/// One match of four learners.
fn play_match(learned: Option<&EvaluationWeights>, seed: u64, deal: u64) -> Cases {
    let (mut positions, mut choices) = (Vec::new(), Vec::new());
    let mut rng = Rng::stream(seed, deal);
    let learner = Learner(learned.copied());
    let mut search = Ismcts::new(learner.settings(), learner, Durak::sides(&Rules::default()), 0);
    let mut state = Durak::start(&Durak::deal(&Rules::default(), &mut rng), |_| ());
    while let Some(seat) = state.turn() {
        if state.public().phase == Phase::Attack
            && let Some(stage) = evaluation::stage(&state)
        {
            let mut features = Vec::new();
            evaluation::features(&state, |feature, value| {
                features.push((stage * evaluation::FEATURES + feature, f64::from(value)));
            });
            positions.push(Case { outcomes: vec![features, Vec::new()], observed: 0 });
        }
        let options: Vec<Action> = (0..state.count()).filter_map(|n| state.nth(n)).collect();
        let view = state.view(seat);
        let action = search.think(|rng| view.sample(rng), Budget::iterations(ITERATIONS), &mut rng).action;
        if options.len() > 1 {
            let public = state.public();
            let weight = |&option| priors::row(public) * priors::COLUMNS + priors::column(public, option);
            let outcomes = options.iter().map(|option| vec![(weight(option), 1.0)]).collect();
            let observed = options.iter().position(|&option| option == action).expect("a legal action");
            choices.push(Case { outcomes, observed });
        }
        state.apply(action, |_| ());
    }
    let observed = usize::from(state.payoffs()[Seat::new(0)] < 0);
    positions.iter_mut().for_each(|case| case.observed = observed);
    (positions, choices)
}

/// All matches of a round, on every core. The cases are in the order of the deals, so the number of cores
/// does not matter.
fn play_round(learned: Option<&EvaluationWeights>, seed: u64) -> Cases {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let share = MATCHES.div_ceil(cores);
    let mut all = Cases::default();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores)
            .map(|core| {
                let deals = core * share..MATCHES.min((core + 1) * share);
                scope.spawn(move || deals.map(|deal| play_match(learned, seed, deal)).collect::<Vec<Cases>>())
            })
            .collect();
        for worker in workers {
            for (positions, choices) in worker.join().expect("a match ends") {
                all.0.extend(positions);
                all.1.extend(choices);
            }
        }
    });
    all
}

/// Penalised maximum-likelihood weights by gradient ascent (AdaGrad, with a small L2 penalty), and the mean log-likelihood.
fn fit(cases: &[Case], weights: usize) -> (Vec<f64>, f64) {
    let (mut weight, mut squares, mut likelihood) = (vec![0.0; weights], vec![1.0; weights], 0.0);
    for _ in 0..300 {
        let mut gradient: Vec<f64> = weight.iter().map(|w| -0.5 * w).collect();
        likelihood = 0.0;
        for case in cases {
            // A softmax over the outcomes.
            let exponential = |outcome: &Vec<(usize, f64)>| {
                outcome.iter().map(|&(n, value)| weight[n] * value).sum::<f64>().exp()
            };
            let terms: Vec<f64> = case.outcomes.iter().map(exponential).collect();
            let all: f64 = terms.iter().sum();
            likelihood += (terms[case.observed] / all).ln() / cases.len() as f64;
            for (number, outcome) in case.outcomes.iter().enumerate() {
                let error = f64::from(u8::from(number == case.observed)) - terms[number] / all;
                outcome.iter().for_each(|&(n, value)| gradient[n] += error * value);
            }
        }
        for ((weight, squares), gradient) in weight.iter_mut().zip(&mut squares).zip(gradient) {
            *squares += gradient * gradient;
            *weight += 0.5 * gradient / squares.sqrt();
        }
    }
    (weight, likelihood)
}

/// Thousandths of a log-odds.
fn rounded_evaluation(weights: &[f64]) -> EvaluationWeights {
    let rounded = |n: usize| (weights[n] * 1000.0).round().clamp(-32_000.0, 32_000.0) as i16;
    std::array::from_fn(|stage| {
        std::array::from_fn(|feature| rounded(stage * evaluation::FEATURES + feature))
    })
}

/// The most frequent action of a row has 1024.
fn rounded_priors(weights: &[f64]) -> Priors {
    std::array::from_fn(|row| {
        let row = &weights[row * priors::COLUMNS..][..priors::COLUMNS];
        let most = row.iter().copied().fold(f64::MIN, f64::max);
        std::array::from_fn(|column| ((row[column] - most).exp() * 1024.0).round().max(1.0) as u16)
    })
}

/// A table in Rust.
fn table<T: Debug, const COLUMNS: usize>(name: &str, rows: &[[T; COLUMNS]]) -> String {
    let mut text = format!("\n#[rustfmt::skip]\npub(super) const {name} = [\n");
    for row in rows {
        text.push_str("    [\n");
        for cells in row.chunks(16) {
            let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:?}")).collect();
            writeln!(text, "        {},", cells.join(", ")).expect("writing to a string succeeds");
        }
        text.push_str("    ],\n");
    }
    text + "];\n"
}

fn main() {
    let (mut evaluation, mut priors) = (None, None);
    for round in 0..ROUNDS {
        let (positions, choices) = play_round(evaluation.as_ref(), 31 + round);
        let (weights, outcome) = fit(&positions, evaluation::STAGES * evaluation::FEATURES);
        let (prior_weights, choice) = fit(&choices, priors::ROWS * priors::COLUMNS);
        eprintln!(
            "round {}: {} positions, mean log-likelihood {outcome:.4}; {} decisions, {choice:.4}",
            round + 1,
            positions.len(),
            choices.len()
        );
        evaluation = Some(rounded_evaluation(&weights));
        priors = Some(rounded_priors(&prior_weights));
    }
    println!(
        "//! The learned weights of Durak's search. Written by `cargo run --release --example learn_durak`.\n"
    );
    print!("use super::priors::Priors;\nuse super::evaluation::EvaluationWeights;\n");
    print!("{}", evaluation.map_or_else(String::new, |rows| table("EVALUATION: EvaluationWeights", &rows)));
    print!("{}", priors.map_or_else(String::new, |rows| table("PRIORS: Priors", &rows)));
}
