//! Learns what Durak's search knows by heart, from nothing: what a position is worth
//! (`durak/value.rs`) and how a search is likely to act (`durak/habit.rs`).
//!
//! `cargo run --release --example learn_durak > crates/games/src/durak/learned.rs`
//!
//! In the first round a search that knows nothing plays against itself; in every other round one that
//! knows what the round before has learned. The seeds are fixed, so the outcome is too.

use std::fmt::{Debug, Write};
use std::thread;

use cards::{BySeat, Game, Rng, Seat, View};
use games::durak::habit::{self, Habits};
use games::durak::value::{self, Worths};
use games::durak::{Action, Durak, DurakModel, Phase, Rules};
use search::Model;
use search::ismcts::{Ismcts, Settings};
use search::time_manager::Budget;

const ROUNDS: u64 = 4;
const MATCHES: u64 = 4_000;
const ITERATIONS: u32 = 400;

/// Judges by what it was taught, and before the first lesson plays matches out. It leans to nothing:
/// a pupil who leans to its habits makes them stronger from round to round, until it has only one.
#[derive(Clone, Copy)]
struct Pupil(Option<Worths>);

impl Model<Durak> for Pupil {
    type Belief = ();
    fn settings(&self) -> Settings {
        let taught = Settings { leaning: 0.0, alike: 0, nodes: 1 << 12, ..DurakModel.settings() };
        if self.0.is_some() { taught } else { Settings { judged: 0, ..taught } }
    }
    fn rollout(&self, world: &Durak, rng: &mut Rng) -> Action {
        DurakModel.rollout(world, rng)
    }
    fn evaluate(&self, world: &Durak) -> Option<BySeat<i32>> {
        value::judge(world, self.0.as_ref()?)
    }
}

/// Something to be explained: the weights that speak for each of several outcomes, and which came true.
struct Case {
    /// For each outcome the numbers of its weights and how much of each it has.
    outcomes: Vec<Vec<(usize, f64)>>,
    truth: usize,
}

/// Positions between rounds with their outcomes, and choices.
type Cases = (Vec<Case>, Vec<Case>);

/// One match of four pupils.
fn watch(taught: Option<&Worths>, seed: u64, deal: u64) -> Cases {
    let (mut positions, mut choices) = (Vec::new(), Vec::new());
    let mut rng = Rng::stream(seed, deal);
    let pupil = Pupil(taught.copied());
    let mut search = Ismcts::new(pupil.settings(), pupil, Durak::sides(&Rules::default()), 0);
    let mut state = Durak::start(&Durak::deal(&Rules::default(), &mut rng), |_| ());
    while let Some(seat) = state.turn() {
        if state.public().phase == Phase::Attack
            && let Some(stage) = value::stage(&state)
        {
            let mut things = Vec::new();
            value::things(&state, |thing, more| {
                things.push((stage * value::THINGS + thing, f64::from(more)));
            });
            positions.push(Case { outcomes: vec![things, Vec::new()], truth: 0 });
        }
        let options: Vec<Action> = (0..state.count()).filter_map(|n| state.nth(n)).collect();
        let view = state.view(seat);
        let action = search.think(|rng| view.sample(rng), Budget::iterations(ITERATIONS), &mut rng).action;
        if options.len() > 1 {
            let public = state.public();
            let weight = |&option| habit::row(public) * habit::COLUMNS + habit::column(public, option);
            let outcomes = options.iter().map(|option| vec![(weight(option), 1.0)]).collect();
            let truth = options.iter().position(|&option| option == action).expect("a legal action");
            choices.push(Case { outcomes, truth });
        }
        state.apply(action, |_| ());
    }
    let truth = usize::from(state.payoffs()[Seat::new(0)] < 0);
    positions.iter_mut().for_each(|case| case.truth = truth);
    (positions, choices)
}

/// All matches of a round, on every core; in the order of their deals, so that cores do not matter.
fn watch_all(taught: Option<&Worths>, seed: u64) -> Cases {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let share = MATCHES.div_ceil(cores);
    let mut all = Cases::default();
    thread::scope(|scope| {
        let watchers: Vec<_> = (0..cores)
            .map(|core| {
                let deals = core * share..MATCHES.min((core + 1) * share);
                scope.spawn(move || deals.map(|deal| watch(taught, seed, deal)).collect::<Vec<Cases>>())
            })
            .collect();
        for watcher in watchers {
            for (positions, choices) in watcher.join().expect("a match ends") {
                all.0.extend(positions);
                all.1.extend(choices);
            }
        }
    });
    all
}

/// The weights under which the truth was most likely, by steps against the slope; and its mean
/// logarithm.
fn fit(cases: &[Case], weights: usize) -> (Vec<f64>, f64) {
    let (mut weight, mut steep, mut sure) = (vec![0.0; weights], vec![1.0; weights], 0.0);
    for _ in 0..300 {
        let mut slope: Vec<f64> = weight.iter().map(|w| -0.5 * w).collect();
        sure = 0.0;
        for case in cases {
            let speaks = |outcome: &Vec<(usize, f64)>| {
                outcome.iter().map(|&(n, much)| weight[n] * much).sum::<f64>().exp()
            };
            let odds: Vec<f64> = case.outcomes.iter().map(speaks).collect();
            let all: f64 = odds.iter().sum();
            sure += (odds[case.truth] / all).ln() / cases.len() as f64;
            for (number, outcome) in case.outcomes.iter().enumerate() {
                let miss = f64::from(u8::from(number == case.truth)) - odds[number] / all;
                outcome.iter().for_each(|&(n, much)| slope[n] += miss * much);
            }
        }
        for ((weight, steep), slope) in weight.iter_mut().zip(&mut steep).zip(slope) {
            *steep += slope * slope;
            *weight += 0.5 * slope / steep.sqrt();
        }
    }
    (weight, sure)
}

/// Thousandths of the logarithm of the odds.
fn rounded_worths(weights: &[f64]) -> Worths {
    let worth = |n: usize| (weights[n] * 1000.0).round().clamp(-32_000.0, 32_000.0) as i16;
    std::array::from_fn(|stage| std::array::from_fn(|thing| worth(stage * value::THINGS + thing)))
}

/// The most usual action of a row has 1024.
fn rounded_habits(weights: &[f64]) -> Habits {
    std::array::from_fn(|row| {
        let row = &weights[row * habit::COLUMNS..][..habit::COLUMNS];
        let most = row.iter().copied().fold(f64::MIN, f64::max);
        std::array::from_fn(|column| ((row[column] - most).exp() * 1024.0).round().max(1.0) as u16)
    })
}

/// A table as it stands in a source file.
fn table<T: Debug, const COLUMNS: usize>(name: &str, rows: &[[T; COLUMNS]]) -> String {
    let mut text = format!("\n#[rustfmt::skip]\npub(super) const {name} = [\n");
    for row in rows {
        text.push_str("    [\n");
        for cells in row.chunks(16) {
            let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:?}")).collect();
            writeln!(text, "        {},", cells.join(", ")).expect("a string takes everything");
        }
        text.push_str("    ],\n");
    }
    text + "];\n"
}

fn main() {
    let (mut worths, mut habits) = (None, None);
    for round in 0..ROUNDS {
        let (positions, choices) = watch_all(worths.as_ref(), 31 + round);
        let (worth, outcome) = fit(&positions, value::STAGES * value::THINGS);
        let (habit, choice) = fit(&choices, habit::ROWS * habit::COLUMNS);
        eprintln!(
            "round {}: {} positions, mean logarithm {outcome:.4}; {} choices, {choice:.4}",
            round + 1,
            positions.len(),
            choices.len()
        );
        worths = Some(rounded_worths(&worth));
        habits = Some(rounded_habits(&habit));
    }
    println!(
        "//! What Durak's search knows by heart. Written by `cargo run --release --example learn_durak`.\n"
    );
    print!("use super::habit::Habits;\nuse super::value::Worths;\n");
    print!("{}", worths.map_or_else(String::new, |worths| table("WORTHS: Worths", &worths)));
    print!("{}", habits.map_or_else(String::new, |habits| table("HABITS: Habits", &habits)));
}
