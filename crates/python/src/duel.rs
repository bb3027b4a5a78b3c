//! Two players, many deals: who is better, and how certain is that? Our players or Python functions.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use cards::agent::Timer;
use games::catalog::{CatalogGame, WithGame};
use games::levels::PlayerSpec;
use pyo3::prelude::*;
use table::clock::TimeControl;
use table::duel::{Contestant, Deals, Duel};
use table::intervals;

use crate::errors::wrong;
use crate::players::Stopped;
use crate::policy::Policy;
use crate::spec::{read_rules, with_game};

/// A mean over the deals and its 95% confidence interval.
#[pyclass(frozen, get_all, module = "croupier")]
#[derive(Clone)]
pub struct Interval {
    /// The plain mean.
    mean: f64,
    /// The lower end of the interval.
    low: f64,
    /// The upper end of the interval.
    high: f64,
}

#[pymethods]
impl Interval {
    fn __repr__(&self) -> String {
        format!("Interval(mean={:.4}, low={:.4}, high={:.4})", self.mean, self.low, self.high)
    }
}

impl From<intervals::Interval> for Interval {
    fn from(interval: intervals::Interval) -> Interval {
        let intervals::Interval { mean, low, high } = interval;
        Interval { mean, low, high }
    }
}

/// The result of a duel, from the first player's side.
#[pyclass(frozen, get_all, module = "croupier")]
pub struct DuelResult {
    /// The share of the matches that the first player won; a tie counts in equal shares.
    won: Interval,
    /// Its payoff minus the mean payoff of the others.
    score: Interval,
    /// How many deals were played, each in every seating.
    deals: usize,
    /// For each deal the share of its matches that were won, and the score.
    by_deal: Vec<(f64, f64)>,
}

#[pymethods]
impl DuelResult {
    fn __repr__(&self) -> String {
        let Interval { mean, low, high } = self.won;
        format!(
            "DuelResult(won {:.2}% (95% confidence interval {:.2} to {:.2}), score {:+.3}, {} deals)",
            100.0 * mean,
            100.0 * low,
            100.0 * high,
            self.score.mean,
            self.deals
        )
    }
}

/// The time since the process started to use it.
struct Clock(Instant);
impl Timer for Clock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

struct PlayDuel<'a, 'py> {
    py: Python<'py>,
    players: [&'a Bound<'py, PyAny>; 2],
    deals: u64,
    rules: &'a str,
    seed: u64,
    threads: NonZeroUsize,
}

impl WithGame for PlayDuel<'_, '_> {
    type Out = PyResult<DuelResult>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let rules = read_rules::<G>(self.rules)?;
        let policies = [Policy::read::<G>(self.players[0])?, Policy::read::<G>(self.players[1])?];
        let stopped = Stopped::default();
        for policy in &policies {
            policy.agent::<G>(&stopped)?;
        }
        let plan = PlayerSpec::read::<G>("random").map_err(wrong)?;
        let has_python = policies.iter().any(|policy| matches!(policy, Policy::Python(_)));
        // Python runs one function at a time, and functions may not expect threads.
        let threads = if has_python { NonZeroUsize::MIN } else { self.threads };
        let duel = Duel::<G> {
            deals: Deals::Drawn { rules, count: self.deals, seed: self.seed },
            plans: [plan; 2],
            clock: TimeControl::None,
            threads,
        };
        let result = self.py.detach(|| {
            let player = |which: usize| {
                Contestant::Agent(policies[which].agent::<G>(&stopped).expect("tried before the duel"))
            };
            let go_on = |_, _: &_| {
                stopped.look();
                !stopped.is_stopped()
            };
            duel.play_between(player, &Clock(Instant::now()), go_on)
        });
        stopped.check()?;
        let (won, score) =
            result.won().zip(result.score()).ok_or_else(|| wrong("expected at least one deal"))?;
        Ok(DuelResult {
            won: won.into(),
            score: score.into(),
            deals: result.deals.len(),
            by_deal: result.deals.iter().map(|deal| (deal.won, deal.score)).collect(),
        })
    }
}

/// Plays `deals` deals between `a` and `b`, each in every seating. A player is a name, or a function from a View to a
/// token.
#[pyfunction]
#[pyo3(signature = (game, a, b, deals, rules = "", seed = 0, *, threads = 1))]
#[expect(clippy::too_many_arguments, reason = "they are Python's keyword arguments")]
pub fn duel<'py>(
    py: Python<'py>,
    game: &str,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    deals: u64,
    rules: &str,
    seed: u64,
    threads: usize,
) -> PyResult<DuelResult> {
    let threads = NonZeroUsize::new(threads).ok_or_else(|| wrong("expected at least one thread, found 0"))?;
    with_game(game, PlayDuel { py, players: [a, b], deals, rules, seed, threads })?
}
