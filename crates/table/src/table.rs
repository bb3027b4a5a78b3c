//! A match in progress, with the game's type or behind text.
//!
//! [`Table`] is a match of one game with everything that has happened. [`AnyTable`] is the same without the game's
//! type, with actions and events as text: terminal, referee, web table and Python use this one.

use std::sync::OnceLock;

use cards::scene::Choice;
use cards::{
    BySeat, Event, Flow, Illegal, Message, ParseError, Picture, Rng, Rules, Scene, Seat, Side, View, Viewer,
    laws,
};
use games::catalog::{self, CatalogGame, WithGame};
use games::suggest::instead;
use thiserror::Error;

use crate::text::english;

/// The part of a match that does not change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game's name.
    pub game: &'static str,
    /// The house rules: the preset and every setting.
    pub rules: String,
    /// The deal.
    pub setup: String,
    /// The side of each seat: the seats of one side win and lose together.
    pub sides: BySeat<Side>,
}

impl Header {
    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.sides.len()
    }
}

/// Which seat must decide, and what it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The seat.
    pub seat: Seat,
    /// The question, as a bot reads it.
    pub prompt: &'static str,
    /// How many legal actions it has.
    pub count: u32,
    /// Does a round begin with this decision? `None`: the game has no rounds.
    pub starts_round: Option<bool>,
}

/// Why an action from outside was not played. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", english().say(&self.message(), None))]
pub enum PlayError {
    /// It is not an action at all.
    Parse(ParseError),
    /// It is not even text.
    NoText,
    /// It is an action, but not one that is allowed.
    Illegal(Illegal),
    /// Another seat is to move.
    NotYourTurn(Seat),
    /// The match is over.
    Over,
}

impl PlayError {
    /// For people.
    pub fn message(&self) -> Message {
        match self {
            PlayError::Parse(error) => Message::new("no-action").with("why", error.to_string()),
            PlayError::NoText => Message::new("answer-no-text"),
            PlayError::Illegal(Illegal(why)) => why.clone(),
            PlayError::NotYourTurn(seat) => Message::new("not-your-turn").with("seat", *seat),
            PlayError::Over => Message::new("match-over"),
        }
    }
}

/// What the referee asks of a table, typed or not.
pub trait Board {
    /// An action of the seat to move.
    type Action;
    /// The side of each seat.
    fn sides(&self) -> BySeat<Side>;
    /// Who must decide; `None` once the match is over.
    fn turn(&self) -> Option<Turn>;
    /// The first legal action.
    fn first(&self) -> Option<Self::Action>;
    /// The answer of the seat to move that a bot is not asked for.
    fn unasked(&self) -> Option<Self::Action>;
    /// Reads an action.
    fn read(&self, text: &str) -> Result<Self::Action, PlayError>;
    /// The action in text.
    fn spell(&self, action: &Self::Action) -> String;
    /// Plays an action, or says what is wrong with it and changes nothing.
    fn play(&mut self, seat: Seat, action: &Self::Action) -> Result<(), PlayError>;
    /// Plays all of them or, if one cannot be played, none; answers who is to move after each.
    fn play_all(&mut self, seat: Seat, actions: &[Self::Action]) -> Result<Vec<Option<Turn>>, PlayError>;
    /// Takes back the last action, which must be `seat`'s, if nobody has learned anything from it.
    fn undo(&mut self, seat: Seat) -> bool;
    /// The same if only the others have learned something: for a person among players of ours.
    fn take_back(&mut self, seat: Seat) -> bool;
    /// The payoff of each seat so far.
    fn payoffs(&self) -> BySeat<i32>;
}

/// A match of `G`: its setup, its state and everything that has happened.
#[derive(Clone, Debug)]
pub struct Table<G: CatalogGame> {
    /// Made when it is first read; a duel never reads it.
    header: OnceLock<Header>,
    sides: BySeat<Side>,
    setup: G::Setup,
    state: G,
    /// Every action, and how many events there were before it.
    actions: Vec<(Seat, G::Action, usize)>,
    events: Vec<G::Event>,
}

impl<G: CatalogGame> Table<G> {
    /// Starts a match.
    pub fn new(setup: G::Setup) -> Table<G> {
        let sides = G::sides(&G::rules(&setup));
        let mut events = Vec::new();
        let state = G::start(&setup, |event| events.push(event));
        Table { header: OnceLock::new(), sides, setup, state, actions: Vec::new(), events }
    }

    /// Deals a match: all chance from `rng`.
    pub fn deal(rules: &G::Rules, rng: &mut Rng) -> Table<G> {
        Table::new(G::deal(rules, rng))
    }

    /// The setup of the match.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The full state, hidden cards included: no player may see it.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// What a viewer saw from event number `from` on.
    pub fn seen(&self, to: Viewer, from: usize) -> impl Iterator<Item = G::Event> + '_ {
        self.events[from.min(self.events.len())..].iter().map(move |&event| G::redact(event, to))
    }

    fn scene_after(&self, to: Viewer, from: usize) -> (G::Scene, Vec<Message>) {
        let mut scene = G::Scene::new(&G::rules(&self.setup), to);
        let mut said: Vec<Message> = Vec::new();
        for (number, event) in self.seen(to, 0).enumerate() {
            let news = scene.observe(event).expect("what happened at a table can be shown");
            for message in news.into_iter().filter(|_| number >= from) {
                if !said.last_mut().is_some_and(|last| last.join(&message)) {
                    said.push(message);
                }
            }
        }
        (scene, said)
    }

    fn check_turn(&self, seat: Seat) -> Result<(), PlayError> {
        match self.state.turn() {
            None => Err(PlayError::Over),
            Some(turn) if turn != seat => Err(PlayError::NotYourTurn(turn)),
            Some(_) => Ok(()),
        }
    }

    /// Did `seat` learn nothing from its last action? Then the events name no card that the action does not name.
    fn taught_nothing(&self, seat: Seat, action: G::Action, events: &[G::Event]) -> bool {
        let action = action.to_string();
        events.iter().all(|&event| {
            let own = G::redact(event, seat.into()).to_string();
            let names = |word: &str| action.split(' ').any(|known| known == word);
            own.split(' ').filter(|word| laws::is_card(word)).all(names)
        })
    }

    /// Did the others learn nothing from it? Then the events hide its cards from the public.
    fn is_hidden(&self, seat: Seat, events: &[G::Event]) -> bool {
        let differs = |&event: &G::Event| G::redact(event, Viewer::Public) != G::redact(event, seat.into());
        events.iter().all(differs)
    }

    /// Takes back the last action, whatever it was.
    fn pop(&mut self) {
        self.actions.pop();
        self.events.clear();
        let events = &mut self.events;
        let mut state = G::start(&self.setup, |event| events.push(event));
        for &(_, action, _) in &self.actions {
            state.apply(action, |event| events.push(event));
        }
        self.state = state;
    }
}

impl<G: CatalogGame> Board for Table<G> {
    type Action = G::Action;

    fn sides(&self) -> BySeat<Side> {
        self.sides
    }

    fn turn(&self) -> Option<Turn> {
        let seat = self.state.turn()?;
        let starts_round = self.state.view(seat).starts_round();
        Some(Turn { seat, prompt: self.state.prompt(), count: self.state.count(), starts_round })
    }

    fn first(&self) -> Option<G::Action> {
        self.state.nth(0)
    }

    fn unasked(&self) -> Option<G::Action> {
        self.state.implied_action()
    }

    fn read(&self, text: &str) -> Result<G::Action, PlayError> {
        text.parse().map_err(PlayError::Parse)
    }

    fn spell(&self, action: &G::Action) -> String {
        action.to_string()
    }

    fn play(&mut self, seat: Seat, action: &G::Action) -> Result<(), PlayError> {
        self.check_turn(seat)?;
        let (before, events) = (self.events.len(), &mut self.events);
        self.state.play(*action, |event| events.push(event)).map_err(PlayError::Illegal)?;
        self.actions.push((seat, *action, before));
        Ok(())
    }

    fn play_all(&mut self, seat: Seat, actions: &[G::Action]) -> Result<Vec<Option<Turn>>, PlayError> {
        if let [only] = actions {
            Board::play(self, seat, only)?;
            return Ok(vec![Board::turn(self)]);
        }
        let (mut all, mut turns) = (self.clone(), Vec::new());
        for action in actions {
            Board::play(&mut all, seat, action)?;
            turns.push(Board::turn(&all));
        }
        *self = all;
        Ok(turns)
    }

    fn undo(&mut self, seat: Seat) -> bool {
        let Some(&(_, _, before)) = self.actions.last() else { return false };
        let is_private = self.state.turn() == Some(seat) && self.is_hidden(seat, &self.events[before..]);
        is_private && Board::take_back(self, seat)
    }

    fn take_back(&mut self, seat: Seat) -> bool {
        let Some(&(by, action, before)) = self.actions.last() else { return false };
        let may = by == seat
            && self.state.turn().is_some()
            && self.taught_nothing(seat, action, &self.events[before..]);
        if may {
            self.pop();
        }
        may
    }

    fn payoffs(&self) -> BySeat<i32> {
        self.state.payoffs()
    }
}

/// A match in progress behind text, for any game.
pub trait AnyTable: Send {
    /// What does not change during the match.
    fn header(&self) -> &Header;
    /// Who must decide; `None` once the match is over.
    fn turn(&self) -> Option<Turn>;
    /// The first `most` legal actions of the seat to move, and the cards and places they touch.
    fn legal(&self, most: usize) -> Vec<Choice>;
    /// What a viewer reads about an action of the seat to move: its words and its cards.
    fn choice(&self, to: Viewer, action: &str) -> Option<Choice>;
    /// The first legal action.
    fn first(&self) -> Option<String>;
    /// The answer of the seat to move that a bot is not asked for.
    fn unasked(&self) -> Option<String>;
    /// May `seat` do this now?
    fn check(&self, seat: Seat, action: &str) -> Result<(), PlayError>;
    /// Plays an action, or says what is wrong with it and changes nothing.
    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError>;
    /// Plays all of them or, if one cannot be played, none; answers who is to move after each.
    fn play_all(&mut self, seat: Seat, actions: &[&str]) -> Result<Vec<Option<Turn>>, PlayError>;
    /// Takes back the last action, which must be `seat`'s, if nobody has learned anything from it.
    fn undo(&mut self, seat: Seat) -> bool;
    /// The same if only the others have learned something: for a person among players of ours.
    fn take_back(&mut self, seat: Seat) -> bool;
    /// The actions from number `from` on, in their canonical spelling.
    fn played(&self, from: usize) -> Vec<(Seat, String)>;
    /// What a viewer saw from event number `from` on.
    fn events(&self, to: Viewer, from: usize) -> Vec<String>;
    /// The same as a bot in `seat` reads it: a bot is always seat 1 to itself, and a game may have its own protocol.
    fn wire(&self, seat: Seat, from: usize) -> Vec<String>;
    /// How many events there have been.
    fn event_count(&self) -> usize;
    /// What a viewer was told in sentences from event number `from` on.
    fn said(&self, to: Viewer, from: usize) -> Vec<Message>;
    /// What a viewer sees now, with at most `listed` choices. It is computed from all events each time; a caller that
    /// shows many pictures should keep a scene.
    fn picture(&self, to: Viewer, listed: usize) -> Picture;
    /// The payoff of each seat so far.
    fn payoffs(&self) -> BySeat<i32>;
}

/// The number of a seat from `viewer`'s point of view: itself 1, then clockwise.
fn renumber(seat: Seat, viewer: Seat, seats: usize) -> Seat {
    seat.plus(seats - viewer.index(), seats)
}

impl<G: CatalogGame> AnyTable for Table<G> {
    fn header(&self) -> &Header {
        self.header.get_or_init(|| Header {
            game: G::NAME,
            rules: G::rules(&self.setup).named(),
            setup: self.setup.to_string(),
            sides: self.sides,
        })
    }

    fn turn(&self) -> Option<Turn> {
        Board::turn(self)
    }

    fn legal(&self, most: usize) -> Vec<Choice> {
        let Some(seat) = self.state.turn() else { return Vec::new() };
        let (scene, _) = self.scene_after(seat.into(), 0);
        let mut all = Vec::new();
        let _ = self.state.actions(|action| {
            if all.len() == most {
                return Flow::Break(());
            }
            all.push(scene.choice(action));
            Flow::Continue(())
        });
        all
    }

    fn choice(&self, to: Viewer, action: &str) -> Option<Choice> {
        let action = self.read(action).ok()?;
        Some(self.scene_after(to, 0).0.choice(action))
    }

    fn first(&self) -> Option<String> {
        self.state.nth(0).map(|action| action.to_string())
    }

    fn unasked(&self) -> Option<String> {
        self.state.implied_action().map(|action| action.to_string())
    }

    fn check(&self, seat: Seat, action: &str) -> Result<(), PlayError> {
        self.check_turn(seat)?;
        self.state.check(self.read(action)?).map_err(PlayError::Illegal)
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError> {
        self.check_turn(seat)?;
        let action = self.read(action)?;
        Board::play(self, seat, &action)
    }

    fn play_all(&mut self, seat: Seat, actions: &[&str]) -> Result<Vec<Option<Turn>>, PlayError> {
        self.check_turn(seat)?;
        let actions: Vec<G::Action> =
            actions.iter().map(|action| self.read(action)).collect::<Result<_, _>>()?;
        Board::play_all(self, seat, &actions)
    }

    fn undo(&mut self, seat: Seat) -> bool {
        Board::undo(self, seat)
    }

    fn take_back(&mut self, seat: Seat) -> bool {
        Board::take_back(self, seat)
    }

    fn played(&self, from: usize) -> Vec<(Seat, String)> {
        self.actions[from.min(self.actions.len())..]
            .iter()
            .map(|(seat, action, _)| (*seat, action.to_string()))
            .collect()
    }

    fn events(&self, to: Viewer, from: usize) -> Vec<String> {
        self.seen(to, from).map(|event| event.to_string()).collect()
    }

    fn wire(&self, seat: Seat, from: usize) -> Vec<String> {
        let seats = self.sides.len();
        let introduction = (from == 0 && G::HAS_INTRODUCTION)
            .then(|| format!("game {} seats {seats} rules {}", G::NAME, self.header().rules));
        let told = self.events[from.min(self.events.len())..].iter().filter(|event| G::is_sent(event));
        let line = |&event: &G::Event| {
            G::redact(event, seat.into()).renumber(|other| renumber(other, seat, seats)).to_string()
        };
        introduction.into_iter().chain(told.map(line)).collect()
    }

    fn event_count(&self) -> usize {
        self.events.len()
    }

    fn said(&self, to: Viewer, from: usize) -> Vec<Message> {
        self.scene_after(to, from).1
    }

    fn picture(&self, to: Viewer, listed: usize) -> Picture {
        self.scene_after(to, 0).0.picture(listed)
    }

    fn payoffs(&self) -> BySeat<i32> {
        self.state.payoffs()
    }
}

impl Board for Box<dyn AnyTable> {
    type Action = String;

    fn sides(&self) -> BySeat<Side> {
        self.header().sides
    }
    fn turn(&self) -> Option<Turn> {
        (**self).turn()
    }
    fn first(&self) -> Option<String> {
        (**self).first()
    }
    fn unasked(&self) -> Option<String> {
        (**self).unasked()
    }
    fn read(&self, text: &str) -> Result<String, PlayError> {
        Ok(text.to_owned())
    }
    fn spell(&self, action: &String) -> String {
        action.clone()
    }
    fn play(&mut self, seat: Seat, action: &String) -> Result<(), PlayError> {
        (**self).play(seat, action)
    }
    fn play_all(&mut self, seat: Seat, actions: &[String]) -> Result<Vec<Option<Turn>>, PlayError> {
        let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
        (**self).play_all(seat, &actions)
    }
    fn undo(&mut self, seat: Seat) -> bool {
        (**self).undo(seat)
    }
    fn take_back(&mut self, seat: Seat) -> bool {
        (**self).take_back(seat)
    }
    fn payoffs(&self) -> BySeat<i32> {
        (**self).payoffs()
    }
}

/// Why a table cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// No game has this name.
    #[error("no game named `{0}`; {instead}", instead = instead(.0, "games", catalog::NAMES))]
    NoSuchGame(String),
    /// The rules or the setup cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

struct OpenTable<'a>(&'a str);
impl WithGame for OpenTable<'_> {
    type Out = Result<Box<dyn AnyTable>, ParseError>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        Ok(Box::new(Table::<G>::new(self.0.parse()?)))
    }
}

/// Starts a match from a setup in text.
pub fn open(game: &str, setup: &str) -> Result<Box<dyn AnyTable>, TableError> {
    let opened = catalog::with_game(game, OpenTable(setup));
    Ok(opened.ok_or_else(|| TableError::NoSuchGame(game.to_owned()))??)
}

struct DealTable<'a>(&'a str, Rng);
impl WithGame for DealTable<'_> {
    type Out = Result<Box<dyn AnyTable>, ParseError>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let DealTable(rules, mut rng) = self;
        Ok(Box::new(Table::<G>::deal(&rules.parse()?, &mut rng)))
    }
}

/// Deals a match: rules in text (empty for the contest's own), all chance from `rng`.
pub fn deal(game: &str, rules: &str, rng: Rng) -> Result<Box<dyn AnyTable>, TableError> {
    let dealt = catalog::with_game(game, DealTable(rules, rng));
    Ok(dealt.ok_or_else(|| TableError::NoSuchGame(game.to_owned()))??)
}
