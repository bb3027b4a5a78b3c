//! The loop that drives a match until it is over, and blocks until then.

use cards::Seat;
use cards::TimeLeft;
use cards::agent::{Allowed, Timer};

use crate::player::{Here, Player};
use crate::referee::{Referee, Step};
use crate::table::Board;

/// Plays a match to its end with these players, one for each seat.
///
/// # Panics
/// If there is not one player for each seat.
pub fn run<T: Board>(referee: &mut Referee<T>, players: &mut [Box<dyn Player<T> + '_>], timer: &dyn Timer) {
    assert_eq!(referee.table().sides().len(), players.len(), "one player for each seat");
    loop {
        match referee.next() {
            Step::Over => break,
            Step::Forced(_) => drop(referee.force()),
            Step::Ask { seat, allowed, limit } => {
                let player = &mut players[seat.index()];
                let time = TimeLeft { allowed, timer };
                let answer = player.ask(&Here::new(referee.table(), seat, time, limit));
                if let Err(why) = referee.answer(seat, answer) {
                    player.refused(&why);
                }
            }
        }
    }
    let time = TimeLeft { allowed: Allowed::Unlimited, timer };
    for (seat, player) in Seat::all(players.len()).zip(players) {
        player.end(&Here::new(referee.table(), seat, time, std::time::Duration::ZERO));
    }
}
