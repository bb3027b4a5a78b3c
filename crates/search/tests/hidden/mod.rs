//! Toy games with known answers: Nim, a prize behind one of two doors, and a purse.
#![allow(missing_docs)]

#[path = "../toys/number.rs"]
mod number;

use std::fmt;

use cards::scene::NoScene;
use cards::{BySeat, Flow, Game, Illegal, Rng, Seat, Unexpected, View, Viewer};

pub use number::Number;

/// The rules of a toy game whose setup and actions are numbers.
pub trait Toy: Clone + Copy + Eq + std::hash::Hash + fmt::Debug + Send + Sync + 'static {
    const NAME: &'static str;
    fn start(setup: u64) -> Self;
    fn turn(&self) -> Option<Seat>;
    fn can(&self, action: u64) -> bool;
    fn apply(&mut self, action: u64);
    /// The payoff of the first seat.
    fn payoff(&self) -> i32;
    /// A world that looks the same to both seats.
    fn sample(&self, rng: &mut Rng) -> Self;
}

/// A toy as a game. Its view is the same state; what `sample` draws again is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct As<T>(pub T);

/// All actions are below this.
const ACTIONS: u64 = 64;

impl<T: Toy> Game for As<T> {
    const NAME: &'static str = T::NAME;
    const LONGEST: u32 = 100;
    type Rules = Number;
    type Setup = Number;
    type Action = Number;
    type Event = Number;
    type View = ToyView<T>;
    type Scene = NoScene<As<T>>;

    fn deal(_: &Number, rng: &mut Rng) -> Number {
        Number(rng.below(1 << 12).into())
    }
    fn rules(_: &Number) -> Number {
        Number(0)
    }
    fn start(setup: &Number, _: impl FnMut(Number)) -> As<T> {
        As(T::start(setup.0))
    }
    fn turn(&self) -> Option<Seat> {
        self.0.turn()
    }
    fn prompt(&self) -> &'static str {
        "PLAY"
    }
    fn actions(&self, mut visit: impl FnMut(Number) -> Flow) -> Flow {
        (0..ACTIONS).filter(|&action| self.0.can(action)).try_for_each(|action| visit(Number(action)))
    }
    fn check(&self, action: Number) -> Result<(), Illegal> {
        if self.0.can(action.0) { Ok(()) } else { Err(Illegal::because("no")) }
    }
    fn apply(&mut self, action: Number, mut emit: impl FnMut(Number)) {
        self.0.apply(action.0);
        emit(action);
    }
    fn payoffs(&self) -> BySeat<i32> {
        BySeat::from_fn(2, |seat| if seat.index() == 0 { self.0.payoff() } else { -self.0.payoff() })
    }
    fn view(&self, seat: Seat) -> ToyView<T> {
        ToyView { toy: self.0, seat }
    }
    fn redact(event: Number, _: Viewer) -> Number {
        event
    }
    fn audit(&self) -> Result<(), String> {
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ToyView<T> {
    toy: T,
    seat: Seat,
}

impl<T: Toy> View for ToyView<T> {
    type Game = As<T>;
    fn seated(_: &Number, seat: Seat) -> ToyView<T> {
        ToyView { toy: T::start(0), seat }
    }
    fn seat(&self) -> Seat {
        self.seat
    }
    fn check(&self, event: &Number) -> Result<(), Unexpected> {
        if self.toy.can(event.0) { Ok(()) } else { Err(Unexpected::expected("another number")) }
    }
    fn observe(&mut self, event: Number) {
        self.toy.apply(event.0);
    }
    fn actions(&self, visit: impl FnMut(Number) -> Flow) -> Flow {
        As(self.toy).actions(visit)
    }
    fn sample(&self, rng: &mut Rng) -> As<T> {
        As(self.toy.sample(rng))
    }
}

/// Three heaps; the seat that takes the last piece wins. An action is heap times 16 plus pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Nim {
    pub heaps: [u64; 3],
    pub second: bool,
}

impl Toy for Nim {
    const NAME: &'static str = "nim";
    fn start(setup: u64) -> Nim {
        Nim { heaps: [setup % 6, setup / 6 % 6, setup / 36 % 5 + 1], second: false }
    }
    fn turn(&self) -> Option<Seat> {
        (self.heaps != [0; 3]).then(|| Seat::new(self.second.into()))
    }
    fn can(&self, action: u64) -> bool {
        let (heap, pieces) = ((action / 16) as usize, action % 16);
        heap < 3 && pieces > 0 && pieces <= self.heaps[heap]
    }
    fn apply(&mut self, action: u64) {
        self.heaps[(action / 16) as usize] -= action % 16;
        self.second = !self.second;
    }
    fn payoff(&self) -> i32 {
        match (self.turn(), self.second) {
            (Some(_), _) => 0,
            // The seat to move has nothing to take and has lost.
            (None, true) => 1,
            (None, false) => -1,
        }
    }
    fn sample(&self, _: &mut Rng) -> Nim {
        *self
    }
}

/// A prize is hidden behind one of two doors. The first seat takes a sure payoff of 1 (action 0) or goes on
/// (action 1) and opens a door: 3 if the prize is behind it, -3 if not.
///
/// A search that averages over worlds with open doors gives going on a value of 3 (strategy fusion).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Doors {
    pub prize: u64,
    pub went_on: bool,
    pub won: Option<i32>,
}

/// Going on.
pub const GO_ON: u64 = 1;

impl Doors {
    pub fn with(prize: u64) -> As<Doors> {
        As(Doors { prize, went_on: false, won: None })
    }
}

impl Toy for Doors {
    const NAME: &'static str = "doors";
    fn start(setup: u64) -> Doors {
        Doors { prize: setup % 2, went_on: false, won: None }
    }
    fn turn(&self) -> Option<Seat> {
        self.won.is_none().then(|| Seat::new(0))
    }
    fn can(&self, action: u64) -> bool {
        self.won.is_none() && action < 2
    }
    fn apply(&mut self, action: u64) {
        match (self.went_on, action) {
            (false, GO_ON) => self.went_on = true,
            (false, _) => self.won = Some(1),
            (true, door) => self.won = Some(if door == self.prize { 3 } else { -3 }),
        }
    }
    fn payoff(&self) -> i32 {
        self.won.unwrap_or(0)
    }
    fn sample(&self, rng: &mut Rng) -> Doors {
        Doors { prize: rng.below(2).into(), ..*self }
    }
}

/// A purse with a hidden content from -100 to 100. The first seat takes it with one more (action 1) or
/// without (action 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Purse {
    pub holds: i32,
    pub taken_with: Option<u64>,
}

impl Toy for Purse {
    const NAME: &'static str = "purse";
    fn start(setup: u64) -> Purse {
        Purse { holds: (setup % 201) as i32 - 100, taken_with: None }
    }
    fn turn(&self) -> Option<Seat> {
        self.taken_with.is_none().then(|| Seat::new(0))
    }
    fn can(&self, action: u64) -> bool {
        self.taken_with.is_none() && action < 2
    }
    fn apply(&mut self, action: u64) {
        self.taken_with = Some(action);
    }
    fn payoff(&self) -> i32 {
        self.holds + self.taken_with.unwrap_or(0) as i32
    }
    fn sample(&self, rng: &mut Rng) -> Purse {
        Purse { holds: rng.below(201) as i32 - 100, ..*self }
    }
}

/// A timer that advances by a tenth of a millisecond on every look.
#[derive(Default)]
pub struct Ticking(std::sync::atomic::AtomicU64);

impl cards::agent::Timer for Ticking {
    fn now(&self) -> std::time::Duration {
        std::time::Duration::from_micros(100 * self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    }
}
