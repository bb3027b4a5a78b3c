//! How good Durak's evaluation is: `cargo run --release --example evaluation_durak -- [MATCHES]`.
//!
//! Four searching players play matches. Before the first card of every round the true world is evaluated, once by the
//! learned weights and once by the mean of eight rollouts, and both are compared with the payoff at the end of the match.
//! At every decision worlds are sampled from the view, and a truncated rollout of the policy's action is run in each:
//! the variance of its value with the control variate is divided by the variance without.

use cards::{Game, Rng, Seat, TimeLeft, View, random_action};
use games::durak::{Durak, DurakHeuristics, Phase, Rules, SEATS};
use games::levels::PlayerSpec;
use search::{Heuristics, UNIT};

const ROLLOUTS: u32 = 8;
const WORLDS: u32 = 200;

/// The value of an epsilon-greedy rollout to seat 1, in payoffs; with `truncated`, as far as the next evaluation.
fn rollout(mut state: Durak, truncated: bool, rng: &mut Rng) -> f64 {
    let epsilon = DurakHeuristics.settings().rollout_epsilon;
    while state.turn().is_some() {
        if truncated && let Some(payoffs) = DurakHeuristics.evaluate(&state) {
            return f64::from(payoffs[Seat::new(0)]) / f64::from(UNIT);
        }
        let action =
            if epsilon.draw(rng) { random_action(&state, rng) } else { DurakHeuristics.rollout(&state, rng) };
        state.apply(action, |_| ());
    }
    state.payoffs()[Seat::new(0)].into()
}

/// The variance of a sample.
fn variance(sample: &[f64]) -> f64 {
    let mean = sample.iter().sum::<f64>() / sample.len() as f64;
    sample.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (sample.len() - 1) as f64
}

fn main() {
    let matches = std::env::args().nth(1).map_or(200, |n| n.parse().expect("a number of matches"));
    let plan = PlayerSpec::read::<Durak>("champion:iterations=200").expect("a player");
    // Squared errors of the evaluation and of rollouts; variances with and without the control variate.
    let (mut errors, mut positions) = ([0.0; 2], 0u32);
    let (mut variances, mut decisions) = ([0.0; 2], 0u32);
    for deal in 0..matches {
        let mut rng = Rng::stream(93, deal);
        let setup = Durak::deal(&Rules::default(), &mut rng);
        let seats = || Seat::all(SEATS);
        let mut agents: Vec<_> = seats().map(|_| plan.agent::<Durak>().expect("an agent")).collect();
        let mut views: Vec<_> =
            seats().map(|seat| <Durak as Game>::View::seated(&setup.rules, seat)).collect();
        for (seat, agent) in seats().zip(&mut agents) {
            agent.start(&setup.rules, seat, Rng::new(rng.next_u64()));
        }
        let mut events = Vec::new();
        let mut state = Durak::start(&setup, |event| events.push(event));
        let mut predictions = Vec::new();
        loop {
            for event in events.drain(..) {
                for ((seat, agent), view) in seats().zip(&mut agents).zip(&mut views) {
                    let event = Durak::redact(event, seat.into());
                    agent.observe(view, event);
                    view.observe(event);
                }
            }
            let Some(seat) = state.turn() else { break };
            if state.public().phase == Phase::Attack
                && let Some(payoffs) = DurakHeuristics.evaluate(&state)
            {
                let evaluated = f64::from(payoffs[Seat::new(0)]) / f64::from(UNIT);
                let sum: f64 = (0..ROLLOUTS).map(|_| rollout(state, false, &mut rng)).sum();
                predictions.push([evaluated, sum / f64::from(ROLLOUTS)]);
            }
            if state.count() > 1 && DurakHeuristics.baseline(&state).is_some() {
                let action = DurakHeuristics.rollout(&state, &mut rng);
                let samples = (0..WORLDS).filter_map(|_| {
                    let mut world = views[seat.index()].sample(&mut rng);
                    let baseline =
                        f64::from(DurakHeuristics.baseline(&world)?[Seat::new(0)]) / f64::from(UNIT);
                    world.apply(action, |_| ());
                    let value = rollout(world, true, &mut rng);
                    Some((value - baseline, value))
                });
                let (with, without): (Vec<f64>, Vec<f64>) = samples.unzip();
                variances = [variances[0] + variance(&with), variances[1] + variance(&without)];
                decisions += 1;
            }
            let action = match state.count() {
                1 => state.nth(0).expect("the only action"),
                _ => agents[seat.index()].decide(&views[seat.index()], &TimeLeft::UNLIMITED).action,
            };
            state.apply(action, |event| events.push(event));
        }
        let payoff = f64::from(state.payoffs()[Seat::new(0)]);
        for prediction in predictions {
            errors = std::array::from_fn(|n| errors[n] + (prediction[n] - payoff).powi(2));
            positions += 1;
        }
    }
    let [evaluation, rollouts] = errors.map(|sum| sum / f64::from(positions));
    println!("{positions} positions between rounds, mean squared error of the payoff (1 for a guess of 0):");
    println!("  evaluation {evaluation:.3}, mean of {ROLLOUTS} rollouts {rollouts:.3}");
    let [with, without] = variances.map(|sum| sum / f64::from(decisions));
    println!(
        "{decisions} decisions, mean variance over {WORLDS} sampled worlds of one action's truncated rollouts:"
    );
    println!("  with the control variate {with:.3}, without {without:.3}, ratio {:.2}", with / without);
}
