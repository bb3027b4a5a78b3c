//! Three toy games: heaps of counters (Nim), coins in a row, and Kuhn poker with its cards face up. Nothing
//! is hidden, so all have the same view: the state and a seat.

mod number;

use cards::scene::NoScene;
use cards::{BySeat, Flow, Game, Illegal, Rng, Seat, Unexpected, View, Viewer, ZeroSum};

pub use number::Number;

/// The view of a toy game without hidden cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Open<G>(Seat, G);

impl<G: Game<View = Open<G>, Rules = Number, Setup = Number, Action = Number, Event = Number>> View
    for Open<G>
{
    type Game = G;
    fn seated(rules: &Number, seat: Seat) -> Open<G> {
        Open(seat, G::start(rules, |_| ()))
    }
    fn seat(&self) -> Seat {
        self.0
    }
    fn check(&self, event: &Number) -> Result<(), Unexpected> {
        self.1.check(*event).map_err(|_| Unexpected::expected("another number"))
    }
    fn observe(&mut self, event: Number) {
        self.1.apply(event, |_| ());
    }
    fn actions(&self, visit: impl FnMut(Number) -> Flow) -> Flow {
        if self.1.turn() == Some(self.0) { self.1.actions(visit) } else { Flow::Continue(()) }
    }
    fn sample(&self, _: &mut Rng) -> G {
        self.1.clone()
    }
}

macro_rules! toy {
    ($toy:ident, $name:literal) => {
        const NAME: &'static str = $name;
        const LONGEST: u32 = u32::MAX;
        type Rules = Number;
        type Setup = Number;
        type Action = Number;
        type Event = Number;
        type View = Open<$toy>;
        type Scene = NoScene<$toy>;
        fn deal(_: &Number, rng: &mut Rng) -> Number {
            Number(rng.next_u64())
        }
        fn rules(_: &Number) -> Number {
            Number(0)
        }
        fn prompt(&self) -> &'static str {
            "TAKE"
        }
        fn check(&self, action: Number) -> Result<(), Illegal> {
            let stops = |other| if other == action { Flow::Break(()) } else { Flow::Continue(()) };
            let listed = self.actions(stops).is_break();
            listed.then_some(()).ok_or(Illegal::because("not one of the actions"))
        }
        fn view(&self, seat: Seat) -> Open<$toy> {
            Open(seat, *self)
        }
        fn redact(event: Number, _: Viewer) -> Number {
            event
        }
        fn audit(&self) -> Result<(), String> {
            Ok(())
        }
    };
}

/// Nim: take any number of counters from one heap; the seat that takes the last counter wins 1. The setup has
/// a decimal digit a heap. With `may_wait` both sides may also wait, any number of times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heaps {
    pub heaps: [u8; 4],
    pub second: bool,
    pub may_wait: bool,
}

impl Heaps {
    pub fn is_empty(&self) -> bool {
        self.heaps == [0; 4]
    }
}

impl Game for Heaps {
    toy!(Heaps, "heaps");
    fn start(setup: &Number, _: impl FnMut(Number)) -> Heaps {
        let digit = |n: u32| (setup.0 / 10u64.pow(n) % 10) as u8;
        Heaps { heaps: [digit(0), digit(1), digit(2), digit(3)], second: false, may_wait: false }
    }
    fn turn(&self) -> Option<Seat> {
        (!self.is_empty()).then_some(Seat::new(self.second.into()))
    }
    fn actions(&self, mut visit: impl FnMut(Number) -> Flow) -> Flow {
        if self.is_empty() {
            return Flow::Continue(());
        }
        if self.may_wait {
            visit(Number(0))?;
        }
        for (heap, &counters) in self.heaps.iter().enumerate() {
            for taken in 1..=counters {
                visit(Number(10 * heap as u64 + u64::from(taken)))?;
            }
        }
        Flow::Continue(())
    }
    fn apply(&mut self, Number(action): Number, _: impl FnMut(Number)) {
        self.heaps[(action / 10) as usize] -= (action % 10) as u8;
        self.second = !self.second;
    }
    /// The seat to move has nothing to take and has lost.
    fn payoffs(&self) -> BySeat<i32> {
        let won = if self.is_empty() { if self.second { 1 } else { -1 } } else { 0 };
        BySeat::from_fn(2, |seat| if seat.index() == 0 { won } else { -won })
    }
}

impl ZeroSum for Heaps {
    type TranspositionKey = ([u8; 4], bool);
    fn transposition_key(&self) -> Self::TranspositionKey {
        let mut heaps = self.heaps;
        heaps.sort();
        (heaps, self.second)
    }
    fn gained(&self) -> i32 {
        self.payoffs()[Seat::new(0)]
    }
    fn value_bounds(&self) -> (i32, i32) {
        (-1, 1)
    }
}

/// Coins in a row: take the first or the last. The payoff is the sum of the own coins less the other side's.
/// A seat that takes an even coin moves again. The setup has a decimal digit a coin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coins {
    pub coins: [u8; 16],
    pub from: u8,
    pub to: u8,
    pub second: bool,
    pub ahead: i32,
}

impl Game for Coins {
    toy!(Coins, "coins");
    fn start(setup: &Number, _: impl FnMut(Number)) -> Coins {
        let digits = setup.0.to_string();
        let mut coins = [0; 16];
        let few = digits.bytes().take(coins.len());
        few.zip(&mut coins).for_each(|(digit, coin)| *coin = digit - b'0');
        Coins { coins, from: 0, to: digits.len().min(16) as u8, second: false, ahead: 0 }
    }
    fn turn(&self) -> Option<Seat> {
        (self.from < self.to).then_some(Seat::new(self.second.into()))
    }
    fn actions(&self, mut visit: impl FnMut(Number) -> Flow) -> Flow {
        if self.from < self.to {
            visit(Number(0))?;
        }
        if self.from + 1 < self.to { visit(Number(1)) } else { Flow::Continue(()) }
    }
    fn apply(&mut self, Number(action): Number, _: impl FnMut(Number)) {
        let taken = if action == 0 { self.from } else { self.to - 1 };
        if action == 0 {
            self.from += 1;
        } else {
            self.to -= 1;
        }
        let coin = self.coins[usize::from(taken)];
        self.ahead += if self.second { -i32::from(coin) } else { i32::from(coin) };
        self.second ^= coin % 2 == 1;
    }
    fn payoffs(&self) -> BySeat<i32> {
        let won = if self.from < self.to { 0 } else { self.ahead };
        BySeat::from_fn(2, |seat| if seat.index() == 0 { won } else { -won })
    }
}

impl ZeroSum for Coins {
    type TranspositionKey = (u8, u8, bool);
    fn transposition_key(&self) -> Self::TranspositionKey {
        (self.from, self.to, self.second)
    }
    fn gained(&self) -> i32 {
        self.ahead
    }
    fn move_ordering(&self, action: Number) -> i32 {
        let taken = if action.0 == 0 { self.from } else { self.to - 1 };
        self.coins[usize::from(taken)].into()
    }
}

/// Kuhn poker with its cards face up: three cards, one for each seat, a stake of 1 each. Check or bet 1 more;
/// the answer to a bet is call or fold. The setup is the two cards, as decimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Poker {
    pub cards: [u8; 2],
    /// What was done so far: 1 is a check or a fold, 2 a bet or a call.
    pub done: [u8; 3],
}

impl Poker {
    fn actions_done(&self) -> usize {
        self.done.iter().filter(|&&action| action != 0).count()
    }

    /// The payoff of the first seat, once it is over.
    fn result(&self) -> Option<i32> {
        let shown = if self.cards[0] > self.cards[1] { 1 } else { -1 };
        match self.done {
            [1, 1, _] => Some(shown),
            [2, 2, _] | [1, 2, 2] => Some(2 * shown),
            [2, 1, _] => Some(1),
            [1, 2, 1] => Some(-1),
            _ => None,
        }
    }
}

impl Game for Poker {
    toy!(Poker, "poker");
    fn start(setup: &Number, _: impl FnMut(Number)) -> Poker {
        Poker { cards: [(setup.0 / 10 % 10) as u8, (setup.0 % 10) as u8], done: [0; 3] }
    }
    fn turn(&self) -> Option<Seat> {
        self.result().is_none().then_some(Seat::new(self.actions_done() % 2))
    }
    fn actions(&self, mut visit: impl FnMut(Number) -> Flow) -> Flow {
        if self.result().is_some() {
            return Flow::Continue(());
        }
        visit(Number(1))?;
        visit(Number(2))
    }
    fn apply(&mut self, Number(action): Number, _: impl FnMut(Number)) {
        self.done[self.actions_done()] = action as u8;
    }
    fn payoffs(&self) -> BySeat<i32> {
        let won = self.result().unwrap_or(0);
        BySeat::from_fn(2, |seat| if seat.index() == 0 { won } else { -won })
    }
}

impl ZeroSum for Poker {
    type TranspositionKey = [u8; 3];
    fn transposition_key(&self) -> Self::TranspositionKey {
        self.done
    }
    fn gained(&self) -> i32 {
        self.payoffs()[Seat::new(0)]
    }
}
