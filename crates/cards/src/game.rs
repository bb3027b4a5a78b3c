//! The contract: `Game` is the whole truth, `View` is what one seat knows of it.

use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::{BySeat, Message, ParseError, Rng, Scene, Seat, Side, Text, Viewer, Words};

/// What a visitor of actions returns: continue or stop.
pub type Flow = ControlFlow<()>;

/// Why an action is not allowed: a message in the game's own words, such as "a jack may not go on a jack".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal(pub Message);

impl Illegal {
    /// A reason that is always the same: the id of its message.
    pub const fn because(id: &'static str) -> Illegal {
        Illegal(Message::new(id))
    }
}
impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl std::error::Error for Illegal {}

/// Why an event cannot come next: what could have come instead. It is an error of the referee, file or
/// program that sent the event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unexpected {
    /// What would have been possible, in words.
    pub expected: Cow<'static, str>,
}

impl Unexpected {
    /// An error that names what would have been possible.
    pub fn expected(expected: impl Into<Cow<'static, str>>) -> Unexpected {
        Unexpected { expected: expected.into() }
    }
}
impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}
impl std::error::Error for Unexpected {}

/// House rules as data: named presets, and single settings on top of them.
///
/// The canonical text is every setting as `key=value`; a preset's name may stand before settings
/// when it is read: `contest seats=3`.
pub trait Rules: Text + Copy + Default {
    /// The named sets of house rules; the first is `contest`, the original statement's.
    const PRESETS: &'static [(&'static str, Self)];

    /// How many sit at the table.
    fn seats(&self) -> usize;

    /// Rules that together cover every table size and house rule. The laws run on them.
    fn variants() -> Vec<Self> {
        Self::PRESETS.iter().map(|(_, rules)| *rules).collect()
    }

    /// Changes one setting; the error's `expected` names the keys or the values there are.
    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError>;

    /// The name of the preset with these settings, whatever the number of seats, and every setting: `contest
    /// seats=3 turns=1000`. It reads back like any other text of rules.
    fn named(&self) -> String {
        let is_this = |preset: &Self| {
            let mut preset = *preset;
            // A game with a fixed number of seats has no such setting, and needs none.
            let _ = preset.set("seats", &self.seats().to_string());
            preset == *self
        };
        match Self::PRESETS.iter().find(|(_, preset)| is_this(preset)) {
            Some((name, _)) => format!("{name} {self}"),
            None => self.to_string(),
        }
    }

    /// Reads an optional preset and then settings: what every `FromStr` of rules does.
    fn read(text: &str) -> Result<Self, ParseError> {
        let mut words = Words::new(text);
        let mut rules = Self::PRESETS[0].1;
        if !words.peek().contains('=') && !words.is_done() {
            let name = words.peek();
            let known = Self::PRESETS.iter().find(|(preset, _)| *preset == name);
            let names = || Self::PRESETS.iter().map(|(preset, _)| *preset).collect::<Vec<_>>().join(", ");
            rules = known.ok_or_else(|| ParseError::new(format!("a preset ({})", names()), name))?.1;
            words.next("a preset")?;
        }
        while !words.is_done() {
            let word = words.next("a setting")?;
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| ParseError::new("a setting like key=value", word).shifted(at))?;
            rules.set(key, value).map_err(|e| e.shifted(at))?;
        }
        Ok(rules)
    }
}

/// Something that happened at the table.
pub trait Event: Text + Copy + Hash {
    /// The same event with other seat numbers: a bot always reads itself as seat 1.
    fn renumber(self, name: impl Fn(Seat) -> Seat) -> Self;
}

/// A card game in progress, hidden cards included. All randomness is in the `Setup`.
pub trait Game: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The game's name on the command line and in records.
    const NAME: &'static str;
    /// No match takes more actions than this.
    const LONGEST: u32;
    /// House rules and number of seats.
    type Rules: Rules;
    /// Deck order, first seat and rules: everything that chance decides.
    type Setup: Text;
    /// One decision of one seat; its text needs no context.
    type Action: Text + Copy + Hash;
    /// Something that happened at the table.
    type Event: Event;
    /// What one seat knows.
    type View: View<Game = Self>;
    /// What one viewer sees.
    type Scene: Scene<Game = Self>;

    /// Fixes all the randomness of a match.
    fn deal(rules: &Self::Rules, rng: &mut Rng) -> Self::Setup;
    /// The seats of one side win and lose together. Called once a match, never inside rollouts.
    fn side(_rules: &Self::Rules, seat: Seat) -> Side {
        Side(seat.index() as u8)
    }
    /// Everybody's side.
    fn sides(rules: &Self::Rules) -> BySeat<Side> {
        BySeat::from_fn(rules.seats(), |seat| Self::side(rules, seat))
    }
    /// The rules a setup is played by.
    fn rules(setup: &Self::Setup) -> Self::Rules;
    /// Hands out the cards and asks for the first decision.
    fn start(setup: &Self::Setup, emit: impl FnMut(Self::Event)) -> Self;
    /// The seat that must decide, or `None` once the match is over.
    fn turn(&self) -> Option<Seat>;
    /// The prompt for the seat to move, as a bot reads it: `MOVE`, `BEAT`, `PLAY`.
    fn prompt(&self) -> &'static str;
    /// Visits every legal action once, always in the same order.
    fn actions(&self, visit: impl FnMut(Self::Action) -> Flow) -> Flow;
    /// May the seat to move do this? Never enumerates, and says why not.
    fn check(&self, action: Self::Action) -> Result<(), Illegal>;
    /// Plays a legal action; an illegal one is a bug of the caller (see `play`).
    fn apply(&mut self, action: Self::Action, emit: impl FnMut(Self::Event));
    /// The payoff of each seat; partners get equal numbers. All zero while the match goes on.
    fn payoffs(&self) -> BySeat<i32>;
    /// What `seat` knows.
    fn view(&self, seat: Seat) -> Self::View;
    /// The event as this viewer sees it. Nothing else hides cards.
    fn redact(event: Self::Event, to: Viewer) -> Self::Event;
    /// Checks that every card is in exactly one place and every count is right, for laws and fuzzing.
    fn audit(&self) -> Result<(), String>;

    /// How many legal actions there are.
    fn count(&self) -> u32 {
        let mut count = 0;
        let _ = self.actions(|_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// The legal action number `n` in the order of `actions`, counted from 0.
    fn nth(&self, n: u32) -> Option<Self::Action> {
        nth_visited(n, |visit| self.actions(visit))
    }

    /// Checks an action and applies it: for actions from outside.
    fn play(&mut self, action: Self::Action, emit: impl FnMut(Self::Event)) -> Result<(), Illegal> {
        self.check(action)?;
        self.apply(action, emit);
        Ok(())
    }
}

/// What one seat knows: a summary of its observations. A player gets this and never a `Game`.
///
/// A view keeps what the rules need and may forget the rest (imperfect recall): who played which card when, for instance.
/// So several information states, whole histories of observations, can share one view.
pub trait View: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The game this is a view of.
    type Game: Game<View = Self>;
    /// A seat before the first event.
    fn seated(rules: &<Self::Game as Game>::Rules, seat: Seat) -> Self;
    /// Whose view it is.
    fn seat(&self) -> Seat;
    /// Checks that this event, redacted for this seat, can come next. Every event from outside is checked
    /// before it is observed. To observe an allowed event never panics.
    fn check(&self, event: &<Self::Game as Game>::Event) -> Result<(), Unexpected>;
    /// Learns from an event, redacted for this seat (see [`Game::redact`]). It comes from the game or was
    /// checked; an impossible event is a bug of the caller.
    fn observe(&mut self, event: <Self::Game as Game>::Event);
    /// The seat's own legal actions, in the game's order; none when it is not to move.
    fn actions(&self, visit: impl FnMut(<Self::Game as Game>::Action) -> Flow) -> Flow;
    /// A possible world: a game that has this view, drawn uniformly from all that have. Worlds that only the seat's
    /// whole history excludes can be among them; a belief may remember more.
    fn sample(&self, rng: &mut Rng) -> Self::Game;
    /// Does a round of the game begin with the decision at hand? `None`: the game has no rounds, and a
    /// clock that adds time for each round adds it for each decision.
    fn starts_round(&self) -> Option<bool> {
        None
    }

    /// How many actions the seat has.
    fn count(&self) -> u32 {
        let mut count = 0;
        let _ = self.actions(|_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// The action number `n` in the order of `actions`, counted from 0.
    fn nth(&self, n: u32) -> Option<<Self::Game as Game>::Action> {
        nth_visited(n, |visit| self.actions(visit))
    }
}

fn nth_visited<A>(n: u32, actions: impl FnOnce(&mut dyn FnMut(A) -> Flow) -> Flow) -> Option<A> {
    let (mut left, mut found) = (n, None);
    let _ = actions(&mut |action| {
        if left == 0 {
            found = Some(action);
            return Flow::Break(());
        }
        left -= 1;
        Flow::Continue(())
    });
    found
}
