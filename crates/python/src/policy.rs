//! A Python function in a seat.

use cards::{Agent, Decision, Rng, Seat, TimeLeft, View as _};
use games::catalog::CatalogGame;
use games::levels::PlayerSpec;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{IllegalAction, wrong};
use crate::players::{Interruptible, Stopped};
use crate::view::{Known, View};

/// Who plays: one of our players, or a function from a `View` to a token.
pub enum Policy {
    Ours(PlayerSpec),
    Python(Py<PyAny>),
}

impl Policy {
    /// Reads a name or takes a function.
    pub fn read<G: CatalogGame>(policy: &Bound<'_, PyAny>) -> PyResult<Policy> {
        if let Ok(name) = policy.cast::<PyString>() {
            return Ok(Policy::Ours(PlayerSpec::read::<G>(&name.to_cow()?).map_err(wrong)?));
        }
        if policy.is_callable() {
            return Ok(Policy::Python(policy.clone().unbind()));
        }
        Err(wrong(format!("expected the name of a player or a function, found {policy}")))
    }

    /// Somebody for a seat, who stops if `stopped` does.
    pub fn agent<G: CatalogGame>(&self, stopped: &Stopped) -> PyResult<Box<dyn Agent<G>>> {
        let agent: Box<dyn Agent<G>> = match self {
            Policy::Ours(plan) => plan.agent::<G>().map_err(wrong)?,
            Policy::Python(function) => Box::new(Python::attach(|py| Called::<G> {
                function: function.clone_ref(py),
                rules: None,
                stopped: stopped.clone(),
            })),
        };
        Ok(Box::new(Interruptible::with(agent, stopped.clone())))
    }
}

/// A function that is asked for tokens until they make an action.
struct Called<G: CatalogGame> {
    function: Py<PyAny>,
    rules: Option<G::Rules>,
    stopped: Stopped,
}

impl<G: CatalogGame> Called<G> {
    fn ask(&self, view: &G::View) -> PyResult<G::Action> {
        let mut prefix = G::Prefix::default();
        loop {
            let known = Known::<G> { view: view.clone(), prefix, rules: self.rules.unwrap_or_default() };
            let token: usize = Python::attach(|py| {
                self.function.call1(py, (View(Box::new(known)),))?.call_method0(py, "__index__")?.extract(py)
            })?;
            if let Some(action) = G::push(view, &mut prefix, token).map_err(|refused| {
                IllegalAction::new_err(format!("the policy in seat {}: {refused}", view.seat().index()))
            })? {
                return Ok(action);
            }
        }
    }
}

impl<G: CatalogGame> Agent<G> for Called<G> {
    fn start(&mut self, rules: &G::Rules, _: Seat, _: Rng) {
        self.rules = Some(*rules);
    }

    fn decide(&mut self, view: &G::View, _: &TimeLeft<'_>) -> Decision<G::Action> {
        let action = self.ask(view).unwrap_or_else(|error| {
            self.stopped.stop(error);
            view.nth(0).expect("a seat to move has an action")
        });
        Decision { action, iterations: 0 }
    }
}
