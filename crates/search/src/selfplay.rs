//! Minds against minds with no text in between: for measuring, training and tuning.

use std::time::{Duration, Instant};

use cards::{BySeat, Game, Policy, Rng, Seat, View};

/// Whoever decides for one seat of a measured match.
///
/// It is handed the truth, because a cheater looks at it. Everybody else takes a view of it first, and
/// [`Honest`] does that for every policy. A mind that is no policy cannot sit at a real table.
pub trait Mind<G: Game>: Send {
    /// A match begins; nothing is kept of the last one.
    fn begin(&mut self) {}

    /// What to do, and the iterations of search it took.
    fn decide(&mut self, truth: &G, rng: &mut Rng) -> (G::Action, u32);

    /// Something happens at the table: as [`Policy::saw`].
    fn saw(&mut self, _before: &G::View, _event: G::Event) {}
}

/// A policy that sees only its view.
pub struct Honest<G: Game>(pub Box<dyn Policy<G>>);

impl<G: Game> Mind<G> for Honest<G> {
    fn decide(&mut self, truth: &G, rng: &mut Rng) -> (G::Action, u32) {
        let seat = truth.turn().expect("somebody is to move");
        (self.0.choose(&truth.view(seat), rng), 0)
    }

    fn saw(&mut self, before: &G::View, event: G::Event) {
        self.0.saw(before, event);
    }
}

/// What thinking cost one seat in one match; forced actions are free and not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Decisions with a choice.
    pub decisions: u64,
    /// Iterations of search.
    pub iterations: u64,
    /// Time.
    pub time: Duration,
    /// The longest decision.
    pub longest: Duration,
}

impl Work {
    /// Adds another match's.
    pub fn add(&mut self, other: &Work) {
        self.decisions += other.decisions;
        self.iterations += other.iterations;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
    }
}

/// A finished match.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// Who won what.
    pub payoffs: BySeat<i32>,
    /// What it cost whom.
    pub work: BySeat<Work>,
}

/// Plays a match to its end. `minds` has one for each seat; each seat has its own chance, so what one
/// draws does not change what another does.
///
/// # Panics
/// If a mind names an action that is not allowed: that is a bug of ours.
pub fn play<G: Game>(setup: &G::Setup, minds: &mut [&mut Box<dyn Mind<G>>], seed: u64) -> Played {
    let seats = minds.len();
    minds.iter_mut().for_each(|mind| mind.begin());
    let mut views: Vec<G::View> =
        Seat::all(seats).map(|seat| G::View::seated(&G::rules(setup), seat)).collect();
    let mut tell = |minds: &mut [&mut Box<dyn Mind<G>>], event| {
        for ((seat, mind), view) in Seat::all(seats).zip(minds).zip(&mut views) {
            let event = G::redact(event, seat);
            mind.saw(view, event);
            view.observe(event);
        }
    };
    let mut state = G::start(setup, |event| tell(minds, event));
    let mut chance: Vec<Rng> = (0..seats as u64).map(|seat| Rng::stream(seed, seat)).collect();
    let mut work = BySeat::all(seats, Work::default());
    while let Some(seat) = state.turn() {
        let options = state.count();
        let action = if options == 1 {
            state.nth(0).expect("the only action")
        } else {
            let begun = Instant::now();
            let (action, iterations) = minds[seat.index()].decide(&state, &mut chance[seat.index()]);
            let spent = begun.elapsed();
            let one = Work { decisions: 1, iterations: iterations.into(), time: spent, longest: spent };
            work[seat].add(&one);
            action
        };
        if let Err(illegal) = state.play(action, |event| tell(minds, event)) {
            panic!("{seat:?} plays {action}: {illegal}");
        }
    }
    Played { payoffs: state.payoffs(), work }
}

/// The ways to seat two sides, `true` for the first. Where seats are partners, a side is a team, and
/// the sides change places. Elsewhere one of the first side sits among the others, in every seat.
pub fn seatings(seats: usize, are_partners: impl Fn(Seat, Seat) -> bool) -> Vec<BySeat<bool>> {
    let mut all: Vec<BySeat<bool>> = Vec::new();
    for seat in Seat::all(seats) {
        let seating = BySeat::from_fn(seats, |other| are_partners(seat, other));
        if !all.contains(&seating) {
            all.push(seating);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_change_places_and_a_single_player_sits_everywhere() {
        let show = |all: Vec<BySeat<bool>>| -> Vec<String> {
            let letter = |&first: &bool| if first { 'A' } else { 'b' };
            all.iter().map(|seating| seating.iter().map(letter).collect()).collect()
        };
        assert_eq!(show(seatings(4, |a, b| a == b || a == b.partner())), ["AbAb", "bAbA"]);
        assert_eq!(show(seatings(3, |a, b| a == b)), ["Abb", "bAb", "bbA"]);
    }
}
