//! The text rim: a game in progress, and a player at it, behind object-safe traits.
//!
//! Inside everything is generic; terminal, referee, web table and Python hold one of these.

use std::fmt;

use crate::{BySeat, Flow, Game, Illegal, ParseError, Picture, Policy, Rng, Rules, Seat, View};

/// A game in progress behind text.
pub trait Match: Send {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The house rules: the preset, and every setting spelt out.
    fn rules(&self) -> String;
    /// How many sit at the table.
    fn seats(&self) -> usize;
    /// Who must decide; `None` once the match is over.
    fn turn(&self) -> Option<Seat>;
    /// What the seat to move is asked.
    fn prompt(&self) -> &'static str;
    /// How many legal actions there are.
    fn count(&self) -> u32;
    /// The first `most` legal actions.
    fn actions(&self, most: usize) -> Vec<String>;
    /// Plays an action, or says what is wrong with it and changes nothing.
    fn play(&mut self, action: &str) -> Result<(), PlayError>;
    /// What `seat` saw from event number `from` on; `None` sees everything.
    fn events(&self, seat: Option<Seat>, from: usize) -> Vec<String>;
    /// The table as `seat` sees it.
    fn picture(&self, seat: Seat) -> Picture;
    /// What each seat has won so far.
    fn payoffs(&self) -> BySeat<i32>;
    /// The match so far: a line of game and setup, then a line an action.
    fn record(&self) -> String;
}

/// Why an action from outside was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// It is not an action at all.
    Parse(ParseError),
    /// It is an action, but not one that is allowed.
    Illegal(Illegal),
    /// Nobody is to move any more.
    Over,
}
impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Parse(error) => error.fmt(f),
            PlayError::Illegal(reason) => reason.fmt(f),
            PlayError::Over => f.write_str("the match is over"),
        }
    }
}
impl std::error::Error for PlayError {}

/// A match of `G` from its setup on, with everything that has happened.
#[derive(Clone, Debug)]
pub struct Live<G: Game> {
    setup: G::Setup,
    state: G,
    actions: Vec<G::Action>,
    events: Vec<G::Event>,
}

impl<G: Game> Live<G> {
    /// Starts a match.
    pub fn new(setup: G::Setup) -> Live<G> {
        let mut events = Vec::new();
        let state = G::start(&setup, |event| events.push(event));
        Live { setup, state, actions: Vec::new(), events }
    }

    /// The truth as it stands.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// What it was dealt from.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Everything that has happened, hidden cards included.
    pub fn history(&self) -> &[G::Event] {
        &self.events
    }

    /// The actions so far.
    pub fn played(&self) -> &[G::Action] {
        &self.actions
    }
}

impl<G: Game> Match for Live<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }
    fn rules(&self) -> String {
        G::rules(&self.setup).named()
    }
    fn seats(&self) -> usize {
        G::rules(&self.setup).seats()
    }
    fn turn(&self) -> Option<Seat> {
        self.state.turn()
    }
    fn prompt(&self) -> &'static str {
        self.state.prompt()
    }
    fn count(&self) -> u32 {
        self.state.count()
    }
    fn actions(&self, most: usize) -> Vec<String> {
        let mut all = Vec::new();
        let _ = self.state.actions(|action| {
            if all.len() == most {
                return Flow::Break(());
            }
            all.push(action.to_string());
            Flow::Continue(())
        });
        all
    }
    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        if self.state.turn().is_none() {
            return Err(PlayError::Over);
        }
        let action = text.parse().map_err(PlayError::Parse)?;
        let events = &mut self.events;
        self.state.play(action, |event| events.push(event)).map_err(PlayError::Illegal)?;
        self.actions.push(action);
        Ok(())
    }
    fn events(&self, seat: Option<Seat>, from: usize) -> Vec<String> {
        let seen = |&event: &G::Event| seat.map_or(event, |seat| G::redact(event, seat)).to_string();
        self.events[from.min(self.events.len())..].iter().map(seen).collect()
    }
    fn picture(&self, seat: Seat) -> Picture {
        self.state.view(seat).picture()
    }
    fn payoffs(&self) -> BySeat<i32> {
        self.state.payoffs()
    }
    fn record(&self) -> String {
        let mut text = format!("{} {}\n", G::NAME, self.setup);
        for action in &self.actions {
            text += &format!("{action}\n");
        }
        text
    }
}

/// Who sits at the table: a child process or code of ours, the referee cannot tell.
pub trait Player: Send {
    /// One event, as this seat may see it.
    fn tell(&mut self, event: &str) -> Result<(), ParseError>;
    /// The seat is to move: an action in text.
    fn ask(&mut self) -> String;
}

/// A policy of ours behind the same text as everybody else.
pub struct Inside<G: Game> {
    view: G::View,
    policy: Box<dyn Policy<G>>,
    rng: Rng,
}

impl<G: Game> Inside<G> {
    /// Seats a policy; `rng` is its own chance.
    pub fn new(rules: &G::Rules, seat: Seat, policy: Box<dyn Policy<G>>, rng: Rng) -> Inside<G> {
        Inside { view: G::View::seated(rules, seat), policy, rng }
    }
}

impl<G: Game> Player for Inside<G> {
    fn tell(&mut self, event: &str) -> Result<(), ParseError> {
        let event = event.parse()?;
        self.policy.saw(&self.view, event);
        self.view.observe(event);
        Ok(())
    }
    fn ask(&mut self) -> String {
        self.policy.choose(&self.view, &mut self.rng).to_string()
    }
}
