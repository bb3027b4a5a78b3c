//! What a payoff means to people: a chance to win, or points, levels, a difference.

use cards::agent::ActionValue;
use cards::{BySeat, Seat};
use games::catalog::{self, CatalogGame, Payoff, WithGame};
use games::levels::PlayerSpec;
use search::ismcts::Aim;

use crate::table::{AnyTable, Header};

/// What a payoff means to a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// A match is only won or lost, with these payoffs.
    Match {
        /// The loser's payoff.
        lost: i32,
        /// The winner's payoff.
        won: i32,
    },
    /// A match is won by a number of points, levels or whatever the game counts.
    Counted(Payoff),
}

struct OfGame<'a>(&'a Header);
impl WithGame for OfGame<'_> {
    type Out = Stakes;
    fn run<G: CatalogGame>(self) -> Stakes {
        let rules: G::Rules = self.0.rules.parse().expect("a table's rules read back");
        let champion = PlayerSpec::read::<G>("champion").expect("every game has a champion");
        let seats = self.0.seats();
        match champion.config.settings.aim {
            Aim::Payoff => Stakes::of(G::PAYOFF, G::payoff_range(&rules), seats),
            // A hint's values have the unit of the champion's aim: what the first seat has if it alone wins.
            Aim::Win => {
                let won = Aim::Win.value(BySeat::from_fn(seats, |seat| i32::from(seat == Seat::new(0))));
                Stakes::Match { lost: 0, won: won[Seat::new(0)] }
            }
        }
    }
}

impl Stakes {
    /// For a game with this unit and range of payoffs and this many seats. If the least payoff is -1 and the most is what one
    /// winner or one side can win from that, there is only winning and losing.
    pub fn of(unit: Payoff, range: Option<(i32, i32)>, seats: usize) -> Stakes {
        match range {
            Some((-1, won)) if won == 1 || won == seats as i32 - 1 => Stakes::Match { lost: -1, won },
            _ => Stakes::Counted(unit),
        }
    }

    /// What the values of a champion's hints mean at this table.
    pub fn of_hints(table: &dyn AnyTable) -> Stakes {
        let header = table.header();
        catalog::with_game(header.game, OfGame(header)).unwrap_or(Stakes::Counted(Payoff::Points))
    }

    /// A value and its margin as a chance to win, if a match is only won or lost.
    pub fn chance<A>(self, scored: &ActionValue<A>) -> Option<(f64, f64)> {
        let Stakes::Match { lost, won } = self else { return None };
        let span = f64::from(won - lost);
        Some(((scored.value - f64::from(lost)) / span, scored.margin / span))
    }
}

/// The best `most` actions. Several candidates may begin with the same action; only the best of them counts.
pub fn best(scored: &[ActionValue<String>], most: usize) -> Vec<&ActionValue<String>> {
    let is_first = |at: &usize| scored[..*at].iter().all(|earlier| earlier.action != scored[*at].action);
    (0..scored.len()).filter(is_first).take(most).map(|at| &scored[at]).collect()
}
