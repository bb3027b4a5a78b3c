//! How long an exact solution of House of Cards takes, from 5 to 13 ranks, on one core:
//! `cargo bench -p games --bench solve`. An argument is the number of decks a row (1000).
//!
//! Every deck is solved several times. The table shows the mean and the worst of the fastest times, so that
//! other work on the machine does not count.

use std::collections::HashMap;
use std::time::Instant;

use cards::{Flow, Game, Rng, ZeroSum};
use games::house::{BatchProblem, House, Rules, TABLE_BITS};
use games::problem::{Output, Problem};
use search::minimax::Solver;
use search::reference;

const REPEATS: usize = 7;

fn main() {
    let decks = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(1000);
    let mut solver = Solver::<House>::new(TABLE_BITS, House::sides(&Rules::default()));
    println!("table {} KiB, {decks} decks a row, fastest of {REPEATS}", solver.table_bytes() >> 10);
    println!("ranks  positions    nodes  worst    mean ms  worst ms    nodes/s");
    for ranks in Rules::LEAST..=Rules::MOST {
        let rules = Rules::new(ranks).expect("in range");
        let deal = |seed| House::start(&House::deal(&rules, &mut Rng::new(seed)), |_| ());
        let houses: Vec<House> = (0..decks).map(deal).collect();
        let mut fastest = vec![f64::MAX; houses.len()];
        let mut nodes = vec![0; houses.len()];
        for _ in 0..REPEATS {
            for (index, house) in houses.iter().enumerate() {
                let start = Instant::now();
                let mut run = solver.start(house);
                std::hint::black_box(run.value(house));
                fastest[index] = start.elapsed().as_secs_f64().min(fastest[index]);
                nodes[index] = run.counts().nodes;
            }
        }
        let (time, all) = (fastest.iter().sum::<f64>(), nodes.iter().sum::<u64>());
        let positions = houses.iter().take(20).map(positions).max().unwrap_or_default();
        println!(
            "{ranks:>5} {positions:>10} {:>8.0} {:>6} {:>10.4} {:>9.4} {:>10.0}",
            all as f64 / decks as f64,
            nodes.iter().max().expect("there are decks"),
            time * 1e3 / decks as f64,
            fastest.iter().fold(0.0, |worst: f64, &time| worst.max(time)) * 1e3,
            all as f64 / time,
        );
    }
    judge(decks);
    twin();
}

/// The number of reachable positions that differ in what still matters.
fn positions(start: &House) -> usize {
    let mut layer = HashMap::from([(start.transposition_key(), *start)]);
    let mut count = 0;
    while !layer.is_empty() {
        count += layer.len();
        let mut next = HashMap::new();
        for house in layer.values() {
            let _ = house.actions(|action| {
                let mut child = *house;
                child.apply(action, |_| ());
                if child.turn().is_some() {
                    next.insert(child.transposition_key(), child);
                }
                Flow::Continue(())
            });
        }
        layer = next;
    }
    count
}

/// The pace of the batch problem on its own examples, 5 to 13 ranks in equal shares.
fn judge(cases: u64) {
    let mut inputs = vec![Vec::new(); cases as usize];
    inputs.iter_mut().zip(0..).for_each(|(input, seed)| BatchProblem.example(seed, input));
    let mut best = f64::MAX;
    for _ in 0..REPEATS {
        let (start, mut output) = (Instant::now(), Output::default());
        for (input, number) in inputs.iter().zip(1..) {
            BatchProblem.answer(number, input, &mut output).expect("examples are cases");
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("judge: {:.0} cases/s (5 to 13 ranks in equal shares)", cases as f64 / best);
}

/// The time of plain minimax, for comparison.
fn twin() {
    for ranks in 5..=10 {
        let rules = Rules::new(ranks).expect("in range");
        let house = House::start(&House::deal(&rules, &mut Rng::new(1)), |_| ());
        let start = Instant::now();
        std::hint::black_box(reference::value(&house, House::sides(&Rules::default())));
        println!("plain minimax, {ranks:>2} ranks: {:>9.3} ms", start.elapsed().as_secs_f64() * 1e3);
    }
}
