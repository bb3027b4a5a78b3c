//! Learns what Durak's search knows by heart, from its own matches: what a position is worth
//! (`durak/value.rs`) and how a search is likely to act (`durak/habit.rs`).
//!
//! `cargo run --release --example learn_durak -- champion:iterations=300,alike=0,trust=1024 4000`
//!
//! The tables in use are a fourth round's; the player of that round had earlier tables, which are not
//! kept. Run today it gives a fifth: the seeds are fixed, so that one can be repeated.

use cards::{Game, Rng, Seat, View};
use games::durak::{Durak, Phase, Rules, SEATS, habit, value};
use games::levels::Plan;

/// Something to be explained: the weights that speak for each of several outcomes, and which came true.
struct Case {
    /// For each outcome the numbers of its weights and how much of each it has.
    outcomes: Vec<Vec<(usize, f64)>>,
    truth: usize,
}

/// Plays matches and notes every position between rounds, with its outcome, and every choice.
fn watch(plan: &Plan, matches: u64) -> (Vec<Case>, Vec<Case>) {
    let (mut positions, mut choices) = (Vec::new(), Vec::new());
    let mut minds: Vec<_> = (0..SEATS).map(|_| plan.mind::<Durak>()).collect();
    for deal in 0..matches {
        let mut rng = Rng::stream(31, deal);
        let setup = Durak::deal(&Rules::default(), &mut rng);
        minds.iter_mut().for_each(|mind| mind.begin());
        let mut views: Vec<_> =
            Seat::all(SEATS).map(|seat| <Durak as Game>::View::seated(&setup.rules, seat)).collect();
        let mut told = Vec::new();
        let mut state = Durak::start(&setup, |event| told.push(event));
        let begun = positions.len();
        loop {
            for event in told.drain(..) {
                for ((seat, mind), view) in Seat::all(SEATS).zip(&mut minds).zip(&mut views) {
                    let event = Durak::redact(event, seat);
                    mind.saw(view, event);
                    view.observe(event);
                }
            }
            let Some(seat) = state.turn() else { break };
            if state.public().phase == Phase::Attack
                && let Some(stage) = value::stage(&state)
            {
                let mut things = Vec::new();
                value::things(&state, |thing, more| {
                    things.push((stage * value::THINGS + thing, f64::from(more)));
                });
                positions.push(Case { outcomes: vec![things, Vec::new()], truth: 0 });
            }
            let options = state.count();
            let mut action = state.nth(0).expect("a seat to move has an action");
            if options > 1 {
                action = minds[seat.index()].decide(&state, &mut rng).0;
                let public = state.public();
                let all: Vec<_> = (0..options).filter_map(|n| state.nth(n)).collect();
                let weight = |&option| habit::row(public) * habit::COLUMNS + habit::column(public, option);
                let outcomes = all.iter().map(|option| vec![(weight(option), 1.0)]).collect();
                let truth = all.iter().position(|&option| option == action).expect("a legal action");
                choices.push(Case { outcomes, truth });
            }
            state.apply(action, |event| told.push(event));
        }
        let truth = usize::from(state.payoffs()[Seat::new(0)] < 0);
        positions[begun..].iter_mut().for_each(|case| case.truth = truth);
    }
    (positions, choices)
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

fn main() {
    let mut arguments = std::env::args().skip(1);
    let plan = arguments.next().unwrap_or("champion:iterations=300,alike=0,trust=1024".to_owned());
    let matches = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(4000);
    let plan = match Plan::read::<Durak>(&plan) {
        Ok(plan) => plan,
        Err(why) => return eprintln!("{why}"),
    };
    let (positions, choices) = watch(&plan, matches);
    let (worths, sure) = fit(&positions, value::STAGES * value::THINGS);
    println!("{} positions, mean logarithm {sure:.4}; thousandths:", positions.len());
    for stage in worths.chunks(value::THINGS) {
        println!("{:?},", stage.iter().map(|w| (w * 1000.0).round() as i32).collect::<Vec<_>>());
    }
    let (habits, sure) = fit(&choices, habit::ROWS * habit::COLUMNS);
    println!("{} choices, mean logarithm {sure:.4}:", choices.len());
    for row in habits.chunks(habit::COLUMNS) {
        let most = row.iter().copied().fold(f64::MIN, f64::max);
        println!(
            "{:?},",
            row.iter().map(|w| ((w - most).exp() * 1024.0).round().max(1.0) as u16).collect::<Vec<_>>()
        );
    }
}
