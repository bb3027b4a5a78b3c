//! How many bits Durak's belief state knows about hidden cards:
//! `cargo run --release --example belief_durak -- [A B [MATCHES]]`, A and B as for `croupier duel durak`.
//!
//! Before every decision of A's first seat, each hidden card gets a probability: the share of sampled worlds that
//! have it in the right place, once with belief-weighted samples and once with uniform ones. The gain is the mean
//! difference of the logarithms.

use cards::{CardSet, Game, Rng, Seat, TimeLeft, View};
use games::durak::{Durak, DurakBelief, Rules, SEATS};
use games::levels::PlayerSpec;
use search::{Belief, Probability};

const WORLDS: u32 = 300;

/// The sum over hidden cards of the logarithm, to base 2, of the share of worlds that have the card in the right
/// place; and the number of those cards.
fn log_likelihood(truth: &Durak, worlds: impl Iterator<Item = Durak>, me: Seat) -> (f64, f64) {
    let known = Seat::all(SEATS).fold(truth.hand(me), |known, seat| known | truth.public().shown(seat));
    let others = || Seat::all(SEATS).filter(move |&seat| seat != me);
    let mut right = [0u32; 64];
    for world in worlds {
        for seat in others() {
            (world.hand(seat) & truth.hand(seat)).for_each(|card| right[usize::from(card.code())] += 1);
        }
    }
    let mut sum = (0.0, 0.0);
    for card in others().fold(CardSet::EMPTY, |all, seat| all | truth.hand(seat)) - known {
        let share = (f64::from(right[usize::from(card.code())]) + 0.5) / f64::from(WORLDS + 1);
        sum = (sum.0 + share.log2(), sum.1 + 1.0);
    }
    sum
}

fn main() {
    let mut words = std::env::args().skip(1);
    let mut plan = |default: &str| {
        let text = words.next().unwrap_or(default.to_owned());
        PlayerSpec::read::<Durak>(&text).unwrap_or_else(|why| panic!("{why}"))
    };
    let plans = [plan("champion:iterations=100"), plan("champion:iterations=300")];
    let matches = words.next().map_or(300, |n| n.parse().expect("a number of matches"));
    let (mut uniform_bits, mut weighted_bits, mut cards) = (0.0, 0.0, 0.0);
    for deal in 0..matches {
        let me = Seat::new(deal as usize % SEATS);
        let (mut rng, mut draws) = (Rng::stream(91, deal), Rng::stream(92, deal));
        let sides = Durak::sides(&Rules::default());
        let mut agents: Vec<_> = Seat::all(SEATS)
            .map(|seat| {
                let plan = &plans[usize::from(sides[me] != sides[seat])];
                let mut agent = plan.agent::<Durak>().unwrap_or_else(|why| panic!("{why}"));
                agent.start(&Rules::default(), seat, Rng::new(rng.next_u64()));
                agent
            })
            .collect();
        let setup = Durak::deal(&Rules::default(), &mut rng);
        let mut views: Vec<_> =
            Seat::all(SEATS).map(|seat| <Durak as Game>::View::seated(&setup.rules, seat)).collect();
        let (mut belief, mut events) = (DurakBelief::default(), Vec::new());
        let mut state = Durak::start(&setup, |event| events.push(event));
        loop {
            for event in events.drain(..) {
                for ((seat, agent), view) in Seat::all(SEATS).zip(&mut agents).zip(&mut views) {
                    let event = Durak::redact(event, seat.into());
                    agent.observe(view, event);
                    if seat == me {
                        belief.observe(view, &event);
                    }
                    view.observe(event);
                }
            }
            let Some(seat) = state.turn() else { break };
            let action = match state.count() {
                1 => state.nth(0).expect("the only action"),
                _ => agents[seat.index()].decide(&views[seat.index()], &TimeLeft::UNLIMITED).action,
            };
            if seat == me && state.count() > 1 {
                let view = &views[me.index()];
                let uniform = (0..WORLDS).map(|_| view.sample(&mut draws)).collect::<Vec<_>>();
                let weight = Probability::new(0.75);
                let weighted =
                    (0..WORLDS).map(|_| belief.sample(view, weight, &mut draws)).collect::<Vec<_>>();
                let (a, n) = log_likelihood(&state, uniform.into_iter(), me);
                let (b, _) = log_likelihood(&state, weighted.into_iter(), me);
                (uniform_bits, weighted_bits, cards) = (uniform_bits + a, weighted_bits + b, cards + n);
            }
            state.apply(action, |event| events.push(event));
        }
    }
    println!(
        "{cards} hidden cards: {:.4} bits a card with uniform samples, {:.4} with belief-weighted ones, gain {:.4}",
        uniform_bits / cards,
        weighted_bits / cards,
        (weighted_bits - uniform_bits) / cards
    );
}
