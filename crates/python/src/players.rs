//! Our players behind Python: they can be interrupted, and they can play the other seats of a match.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cards::{ActionValue, Agent, Decision, Rng, Seat, TimeLeft, View};
use games::catalog::{CatalogGame, WithGame};
use games::levels::PlayerSpec;
use pyo3::prelude::*;
use table::key::Key;

use crate::errors::wrong;
use crate::matches::{AnyMatch, Match};
use crate::spec::with_game;
use crate::state::State;

/// How often a long computation looks whether somebody pressed Ctrl-C.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// The first error of some computation, which then ends as soon as it can.
#[derive(Clone, Default)]
pub struct Stopped(Arc<Mutex<Option<PyErr>>>);

impl Stopped {
    /// Stops with this error, unless there is one already.
    pub fn stop(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    pub fn is_stopped(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The error, if there was one.
    pub fn check(&self) -> PyResult<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// Did somebody press Ctrl-C?
    pub fn look(&self) {
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.stop(error);
        }
    }
}

/// An agent that plays anything legal at once after somebody pressed Ctrl-C.
pub struct Interruptible<A> {
    agent: A,
    stopped: Stopped,
    looked: Instant,
}

impl<A> Interruptible<A> {
    pub fn new(agent: A) -> (Interruptible<A>, Stopped) {
        let stopped = Stopped::default();
        (Interruptible::with(agent, stopped.clone()), stopped)
    }

    pub fn with(agent: A, stopped: Stopped) -> Interruptible<A> {
        Interruptible { agent, stopped, looked: Instant::now() }
    }
}

impl<G: CatalogGame> Agent<G> for Interruptible<Box<dyn Agent<G>>> {
    fn start(&mut self, rules: &G::Rules, seat: Seat, rng: Rng) {
        self.agent.start(rules, seat, rng);
    }
    fn observe(&mut self, before: &G::View, event: G::Event) {
        self.agent.observe(before, event);
    }
    fn decide(&mut self, view: &G::View, time: &TimeLeft<'_>) -> Decision<G::Action> {
        if self.looked.elapsed() > PATIENCE {
            self.stopped.look();
            self.looked = Instant::now();
        }
        if self.stopped.is_stopped() {
            return Decision { action: view.nth(0).expect("a seat to move has an action"), iterations: 0 };
        }
        self.agent.decide(view, time)
    }
    fn action_values(&self, view: &G::View, iterations: u32, rng: Rng) -> Vec<ActionValue<G::Action>> {
        self.agent.action_values(view, iterations, rng)
    }
}

/// An agent, and what its seat knows.
type Told<G> = (Interruptible<Box<dyn Agent<G>>>, <G as cards::Game>::View);

/// One player for each seat of one match, which has seen everything its seat may see.
struct Seated<G: CatalogGame> {
    agents: Vec<Told<G>>,
    stopped: Stopped,
}

/// Players without their game's type.
trait AnyPlayers: Send {
    /// Plays until this seat has a choice, or until the match is over.
    fn play(&mut self, state: &mut dyn AnyMatch, until: Option<Seat>) -> PyResult<()>;
    /// Tells the players what has happened so far.
    fn start(&mut self, state: &dyn AnyMatch, seed: u64) -> PyResult<()>;
    /// Adds a token.
    fn apply(&mut self, state: &mut dyn AnyMatch, token: i64) -> PyResult<()>;
}

fn other_game<T>(found: Option<T>) -> PyResult<T> {
    found.ok_or_else(|| wrong("these players are for another game"))
}

impl<G: CatalogGame> AnyPlayers for Seated<G> {
    fn start(&mut self, state: &dyn AnyMatch, seed: u64) -> PyResult<()> {
        let state = other_game(state.as_any().downcast_ref::<Match<G>>())?;
        if state.seats() != self.agents.len() {
            return Err(wrong(format!(
                "expected a match of {} seats, found {}",
                self.agents.len(),
                state.seats()
            )));
        }
        let rules = state.rules().parse::<G::Rules>().map_err(wrong)?;
        let key = Key::from_seed(seed);
        for (place, (agent, view)) in Seat::all(state.seats()).zip(&mut self.agents) {
            agent.start(&rules, place, key.agent_rng(0, place));
            *view = G::View::seated(&rules, place);
        }
        let agents = &mut self.agents;
        state.events(|event| tell::<G>(agents, event))
    }

    fn play(&mut self, state: &mut dyn AnyMatch, until: Option<Seat>) -> PyResult<()> {
        let state = other_game(state.as_any_mut().downcast_mut::<Match<G>>())?;
        while let Some(turn) = state.game.turn() {
            let (agent, view) = &mut self.agents[turn.index()];
            let action = match state.game.count() {
                1 => state.game.nth(0).expect("a seat to move has an action"),
                _ if Some(turn) == until => break,
                _ => agent.decide(view, &TimeLeft::UNLIMITED).action,
            };
            let agents = &mut self.agents;
            state.act(action, |event| tell::<G>(agents, event));
            if self.stopped.is_stopped() {
                break;
            }
        }
        self.stopped.check()
    }

    fn apply(&mut self, state: &mut dyn AnyMatch, token: i64) -> PyResult<()> {
        let state = other_game(state.as_any_mut().downcast_mut::<Match<G>>())?;
        if let Some(action) = state.read(token)? {
            let agents = &mut self.agents;
            state.act(action, |event| tell::<G>(agents, event));
        }
        Ok(())
    }
}

fn tell<G: CatalogGame>(agents: &mut [Told<G>], event: G::Event) {
    for (agent, view) in agents {
        let seen = G::redact(event, view.seat().into());
        agent.observe(view, seen);
        view.observe(seen);
    }
}

struct SeatPlayers<'a>(&'a [String], &'a str);
impl WithGame for SeatPlayers<'_> {
    type Out = PyResult<Box<dyn AnyPlayers>>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let rules = crate::spec::read_rules::<G>(self.1)?;
        let seats = cards::Rules::seats(&rules);
        let stopped = Stopped::default();
        if self.0.is_empty() {
            return Err(wrong("expected the name of a player, found none"));
        }
        let agents = Seat::all(seats)
            .map(|place| {
                let plan = PlayerSpec::read::<G>(&self.0[place.index() % self.0.len()]).map_err(wrong)?;
                let agent = Interruptible::with(plan.agent::<G>().map_err(wrong)?, stopped.clone());
                Ok((agent, G::View::seated(&rules, place)))
            })
            .collect::<PyResult<Vec<_>>>()?;
        Ok(Box::new(Seated::<G> { agents, stopped }))
    }
}

/// Our players in the seats of one match. The names are dealt out to the seats in turn, again and again.
#[pyclass(module = "croupier")]
pub struct Players(Mutex<Box<dyn AnyPlayers>>);

#[pymethods]
impl Players {
    #[new]
    #[pyo3(signature = (game, players, rules = ""))]
    fn new(game: &str, players: Vec<String>, rules: &str) -> PyResult<Players> {
        with_game(game, SeatPlayers(&players, rules))?.map(|players| Players(Mutex::new(players)))
    }

    /// The players sit down at a match and read what has happened so far.
    #[pyo3(signature = (state, seed = 0))]
    fn start(&self, state: PyRef<'_, State>, seed: u64) -> PyResult<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).start(&*state.0, seed)
    }

    /// Plays until `seat` has a choice or the match is over. Without a seat the match is played to its end. The players
    /// must have seen every action: with tokens of your own use `apply`.
    #[pyo3(signature = (state, seat = None))]
    fn play(&self, py: Python<'_>, mut state: PyRefMut<'_, State>, seat: Option<i64>) -> PyResult<()> {
        let until = seat.map(|index| crate::errors::seat(index, state.0.seats())).transpose()?;
        let state = &mut *state.0;
        py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).play(state, until))
    }

    /// Adds a token to the action of the seat to move, and tells the players what happens.
    fn apply(&self, mut state: PyRefMut<'_, State>, token: i64) -> PyResult<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).apply(&mut *state.0, token)
    }
}
