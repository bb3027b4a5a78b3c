//! A match with the game's type, and the same behind a trait object.

use std::any::Any;
use std::sync::{Arc, mpsc};
use std::thread;

use cards::{Agent, BySeat, Decision, Flow, Rng, Rules, Seat, TimeLeft, TokenSet, View, Viewer};
use games::catalog::{CatalogGame, WithGame};
use games::levels::PlayerSpec;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use search::Heuristics;
use table::clock::{Span, TimeControl};
use table::key::{Hash, Key};
use table::player::Cost;
use table::record::{Conditions, Named, Record};
use table::referee::{CAP, Kind, Referee, Step as Asks};
use table::{AnyTable, Reply, Table};

use crate::errors::{IllegalAction, illegal, no_token, refuse, say, token_name, wrong};
use crate::past::{Origin, Past, Step, StepText};
use crate::players::{Interruptible, PATIENCE};
use crate::spec::read_rules;
use crate::view::{AnyView, Known};

/// A search of more iterations may take long enough to be interrupted.
const LONG: u32 = 2_000;

/// A match in progress.
#[derive(Clone)]
pub struct Match<G: CatalogGame> {
    pub game: G,
    pub prefix: G::Prefix,
    rules: G::Rules,
    /// `None` for a world that was sampled from a view.
    origin: Option<Origin<G>>,
    past: Past<G::Action>,
}

impl<G: CatalogGame> Match<G> {
    pub fn deal(rules: G::Rules, seed: u64, stream: u64) -> Match<G> {
        let setup = G::deal(&rules, &mut Rng::stream(seed, stream));
        let key = (stream == 0).then(|| Key::from_seed(seed));
        Match::start(setup, key)
    }

    pub fn start(setup: G::Setup, key: Option<Key>) -> Match<G> {
        let (game, rules) = (G::start(&setup, |_| ()), G::rules(&setup));
        Match { origin: Some(Origin { setup: Arc::new(setup), key }), ..Match::world(game, rules) }
    }

    /// A world without a past.
    pub fn world(game: G, rules: G::Rules) -> Match<G> {
        Match { game, prefix: G::Prefix::default(), rules, origin: None, past: Past::new() }
    }

    /// What a seat knows, and the tokens it has chosen if it is to move.
    pub fn known(&self, seat: Seat) -> Known<G> {
        let prefix = if self.game.turn() == Some(seat) { self.prefix } else { G::Prefix::default() };
        Known { view: self.game.view(seat), prefix, rules: self.rules }
    }

    /// Plays a legal action.
    pub fn act(&mut self, action: G::Action, emit: impl FnMut(G::Event)) {
        self.game.apply(action, emit);
        self.prefix = G::Prefix::default();
        self.past.push(Step::Act(action));
    }

    /// Adds a token from outside. Returns the action if it is complete, not played yet.
    pub fn read(&mut self, token: i64) -> PyResult<Option<G::Action>> {
        let seat = self.game.turn().ok_or_else(Match::<G>::over)?;
        let view = self.game.view(seat);
        let Ok(token) = usize::try_from(token) else { return Err(no_token::<G>(token)) };
        G::push(&view, &mut self.prefix, token).map_err(|refused| refuse::<G>(&self.game, &view, refused))
    }

    /// Plays the match again; fails if it has no past that everybody saw.
    pub fn events(&self, mut visit: impl FnMut(G::Event)) -> PyResult<()> {
        let why =
            "the past of a sampled world is not known: only the state that was dealt has events and a record";
        let origin = self.origin.as_ref().ok_or_else(|| wrong(why))?;
        if self.past.iter().any(|step| matches!(step, Step::Sample(..))) {
            return Err(wrong(why));
        }
        let mut game = G::start(&origin.setup, &mut visit);
        for step in self.past.iter() {
            if let Step::Act(action) = step {
                game.apply(*action, &mut visit);
            }
        }
        Ok(())
    }

    fn over() -> PyErr {
        IllegalAction::new_err("the match is over")
    }

    fn table(&self) -> PyResult<Table<G>> {
        self.events(|_| ())?;
        let origin = self.origin.as_ref().ok_or_else(Match::<G>::over)?;
        let mut table = Table::<G>::new((*origin.setup).clone());
        for step in self.past.iter() {
            if let (Step::Act(action), Some(turn)) = (step, table.state().turn()) {
                table::Board::play(&mut table, turn, action).map_err(wrong)?;
            }
        }
        Ok(table)
    }
}

/// A match without its game's type.
pub trait AnyMatch: Send + Sync {
    fn name(&self) -> &'static str;
    fn rules(&self) -> String;
    fn seats(&self) -> usize;
    fn tokens_count(&self) -> usize;
    fn turn(&self) -> Option<Seat>;
    fn prompt(&self) -> &'static str;
    fn tokens(&self) -> TokenSet;
    fn apply(&mut self, token: i64) -> PyResult<()>;
    fn play(&mut self, action: &str) -> PyResult<()>;
    fn encode(&self, action: &str) -> PyResult<Vec<usize>>;
    fn actions(&self, most: usize) -> Vec<String>;
    fn token_name(&self, token: usize) -> PyResult<String>;
    /// Writes the row of a seat.
    fn describe(&self, seat: Seat, row: &mut [u8]);
    fn features(&self) -> usize;
    fn view(&self, seat: Seat) -> Box<dyn AnyView>;
    fn key(&self, seat: Seat) -> u128;
    fn seen(&self, to: Viewer) -> PyResult<Vec<String>>;
    fn sample(&self, seat: Seat, seed: u64, stream: u64) -> Box<dyn AnyMatch>;
    fn cloned(&self) -> Box<dyn AnyMatch>;
    fn payoffs(&self) -> BySeat<i32>;
    fn record(&self, names: Vec<String>) -> PyResult<String>;
    fn suggest(&self, player: &str, seed: u64) -> PyResult<String>;
    fn solve(&self) -> PyResult<Vec<(String, f64)>>;
    fn picture(&self, viewer: Viewer, listed: usize) -> PyResult<String>;
    fn is_same(&self, other: &dyn AnyMatch) -> bool;
    fn pickled(&self) -> PyResult<Pickled>;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// A match in text: game, setup, key, steps, and the tokens of the unfinished action.
pub type Pickled = (String, String, Option<String>, Vec<StepText>, Vec<usize>);

impl<G: CatalogGame> AnyMatch for Match<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }
    fn rules(&self) -> String {
        self.rules.named()
    }
    fn seats(&self) -> usize {
        self.rules.seats()
    }
    fn tokens_count(&self) -> usize {
        G::TOKENS
    }
    fn turn(&self) -> Option<Seat> {
        self.game.turn()
    }
    fn prompt(&self) -> &'static str {
        if self.game.turn().is_some() { self.game.prompt() } else { "" }
    }

    fn tokens(&self) -> TokenSet {
        match self.game.turn() {
            Some(seat) => G::tokens(&self.game.view(seat), &self.prefix),
            None => TokenSet::EMPTY,
        }
    }

    fn apply(&mut self, token: i64) -> PyResult<()> {
        if let Some(action) = self.read(token)? {
            self.act(action, |_| ());
        }
        Ok(())
    }

    fn play(&mut self, action: &str) -> PyResult<()> {
        if self.game.turn().is_none() {
            return Err(Match::<G>::over());
        }
        if self.prefix != G::Prefix::default() {
            return Err(IllegalAction::new_err(
                "the seat to move has begun an action with tokens: finish it with tokens",
            ));
        }
        let action: G::Action = action.parse().map_err(illegal)?;
        self.game.check(action).map_err(|cards::Illegal(why)| say(&why))?;
        self.act(action, |_| ());
        Ok(())
    }

    fn encode(&self, action: &str) -> PyResult<Vec<usize>> {
        let seat = self.game.turn().ok_or_else(Match::<G>::over)?;
        let action: G::Action = action.parse().map_err(illegal)?;
        self.game.check(action).map_err(|cards::Illegal(why)| say(&why))?;
        let mut tokens = Vec::new();
        G::spell(&self.game.view(seat), action, |token| tokens.push(token));
        Ok(tokens)
    }

    fn actions(&self, most: usize) -> Vec<String> {
        let mut all = Vec::new();
        let _ = self.game.actions(|action| {
            if all.len() == most {
                return Flow::Break(());
            }
            all.push(action.to_string());
            Flow::Continue(())
        });
        all
    }

    fn token_name(&self, token: usize) -> PyResult<String> {
        token_name::<G>(token)
    }

    fn describe(&self, seat: Seat, row: &mut [u8]) {
        let known = self.known(seat);
        G::describe(&known.view, &known.prefix, row);
    }
    fn features(&self) -> usize {
        G::FEATURES
    }
    fn view(&self, seat: Seat) -> Box<dyn AnyView> {
        Box::new(self.known(seat))
    }
    fn key(&self, seat: Seat) -> u128 {
        self.known(seat).key()
    }

    fn seen(&self, to: Viewer) -> PyResult<Vec<String>> {
        let mut seen = Vec::new();
        self.events(|event| seen.push(G::redact(event, to).to_string()))?;
        Ok(seen)
    }

    fn sample(&self, seat: Seat, seed: u64, stream: u64) -> Box<dyn AnyMatch> {
        let past = self.past.sampled(seat, seed, stream);
        let game = self.game.view(seat).sample(&mut Rng::stream(seed, stream));
        // The tokens of another seat's unfinished action are its secret.
        let prefix = if self.game.turn() == Some(seat) { self.prefix } else { G::Prefix::default() };
        Box::new(Match { game, prefix, rules: self.rules, origin: self.origin.clone(), past })
    }

    fn cloned(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
    fn payoffs(&self) -> BySeat<i32> {
        self.game.payoffs()
    }

    fn record(&self, names: Vec<String>) -> PyResult<String> {
        if self.game.turn().is_some() {
            return Err(wrong("the match is not over: only a finished match has a record"));
        }
        let actions = self.table()?.played(0);
        let origin = self.origin.as_ref().ok_or_else(Match::<G>::over)?;
        let table: Box<dyn AnyTable> = Box::new(Table::<G>::new((*origin.setup).clone()));
        let mut referee =
            Referee::new(table, BySeat::all(self.rules.seats(), Kind::Agent), TimeControl::None, CAP);
        for (seat, action) in actions {
            match referee.next() {
                Asks::Forced(_) => drop(referee.force()),
                _ => referee.answer(seat, Reply::Action(action).costing(Cost::default())).map_err(wrong)?,
            }
        }
        let conditions = Conditions {
            key: origin.key,
            clock: TimeControl::None,
            cap: Span(CAP),
            startup: Span(CAP),
            sandbox: "-".to_owned(),
        };
        let named = |name: &String| Named::new(Kind::Agent, Some(Hash::of(name.as_bytes())), name);
        let record =
            Record::new(&referee, &conditions, names.iter().map(named).collect(), vec![None; names.len()]);
        Ok(record.to_string())
    }

    fn suggest(&self, player: &str, seed: u64) -> PyResult<String> {
        let seat = self.game.turn().ok_or_else(Match::<G>::over)?;
        let plan = PlayerSpec::read::<G>(player).map_err(wrong)?;
        let (mut agent, stopped) = Interruptible::new(plan.agent::<G>().map_err(wrong)?);
        agent.start(&self.rules, seat, Rng::new(seed));
        let mut view = G::View::seated(&self.rules, seat);
        self.events(|event| {
            let event = G::redact(event, seat.into());
            agent.observe(&view, event);
            view.observe(event);
        })?;
        let Decision { action, .. } = if plan.config.iterations < LONG {
            agent.decide(&view, &TimeLeft::UNLIMITED)
        } else {
            // Thinks on a thread of its own, so that this one can look for Ctrl-C. Then nobody waits for its answer.
            let (send, receive) = mpsc::channel();
            thread::spawn(move || send.send(agent.decide(&view, &TimeLeft::UNLIMITED)));
            loop {
                match receive.recv_timeout(PATIENCE) {
                    Ok(decision) => break decision,
                    Err(mpsc::RecvTimeoutError::Timeout) => stopped.look(),
                    Err(mpsc::RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err(format!("{player} failed in this position")));
                    }
                }
                stopped.check()?;
            }
        };
        stopped.check()?;
        Ok(action.to_string())
    }

    fn solve(&self) -> PyResult<Vec<(String, f64)>> {
        let seat = self.game.turn().ok_or_else(Match::<G>::over)?;
        let solved = G::Heuristics::default().solve(&self.game.view(seat));
        let solved =
            solved.ok_or_else(|| wrong(format!("{} has no exact solver for this position", G::NAME)))?;
        Ok(solved.iter().map(|scored| (scored.action.to_string(), scored.value)).collect())
    }

    fn picture(&self, viewer: Viewer, listed: usize) -> PyResult<String> {
        let picture = self.table()?.picture(viewer, listed);
        serde_json::to_string(&picture).map_err(wrong)
    }

    fn is_same(&self, other: &dyn AnyMatch) -> bool {
        let other = other.as_any().downcast_ref::<Match<G>>();
        other.is_some_and(|other| {
            self.rules == other.rules && self.game == other.game && self.prefix == other.prefix
        })
    }

    fn pickled(&self) -> PyResult<Pickled> {
        let origin =
            self.origin.as_ref().ok_or_else(|| wrong("a world sampled from a view cannot be pickled"))?;
        let text = |step: &Step<G::Action>| match step {
            Step::Act(action) => StepText::Act(action.to_string()),
            Step::Sample(seat, seed, stream) => StepText::Sample(seat.index() as i64, *seed, *stream),
        };
        let mut tokens = Vec::new();
        if let Some(seat) = self.game.turn() {
            chosen::<G>(&self.game.view(seat), self.prefix, &mut tokens);
        }
        Ok((
            G::NAME.to_owned(),
            origin.setup.to_string(),
            origin.key.map(|key| key.to_string()),
            self.past.iter().map(text).collect(),
            tokens,
        ))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Finds the tokens of a prefix: those that lead to it, of which there is one sequence.
fn chosen<G: CatalogGame>(view: &G::View, wanted: G::Prefix, tokens: &mut Vec<usize>) -> bool {
    fn search<G: CatalogGame>(
        view: &G::View,
        at: G::Prefix,
        wanted: G::Prefix,
        tokens: &mut Vec<usize>,
    ) -> bool {
        if at == wanted {
            return true;
        }
        for token in G::tokens(view, &at) {
            let mut next = at;
            if G::add(view, &mut next, token).is_none() && next != at && tokens.len() < 64 {
                tokens.push(token);
                if search::<G>(view, next, wanted, tokens) {
                    return true;
                }
                tokens.pop();
            }
        }
        false
    }
    search::<G>(view, G::Prefix::default(), wanted, tokens)
}

/// Deals a match.
pub struct DealMatch<'a>(pub &'a str, pub u64, pub u64);
impl WithGame for DealMatch<'_> {
    type Out = PyResult<Box<dyn AnyMatch>>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        Ok(Box::new(Match::<G>::deal(read_rules::<G>(self.0)?, self.1, self.2)))
    }
}

/// Starts a match from a setup in text and plays steps.
pub struct ReplayMatch {
    pub setup: String,
    pub key: Option<Key>,
    pub steps: Vec<StepText>,
    pub tokens: Vec<usize>,
}
impl WithGame for ReplayMatch {
    type Out = PyResult<Box<dyn AnyMatch>>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let mut state: Box<dyn AnyMatch> =
            Box::new(Match::<G>::start(self.setup.parse().map_err(wrong)?, self.key));
        for step in self.steps {
            match step {
                StepText::Act(action) => state.play(&action)?,
                StepText::Sample(seat, seed, stream) => {
                    let seat = crate::errors::seat(seat, state.seats())?;
                    state = state.sample(seat, seed, stream);
                }
            }
        }
        for token in self.tokens {
            state.apply(token as i64)?;
        }
        Ok(state)
    }
}
