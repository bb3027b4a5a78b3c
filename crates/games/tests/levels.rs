//! Every level plays every game, legally, and says the same thing twice.

use std::time::Duration;

use cards::{Rng, Rules};
use games::catalog::{Entry, NAMES, WithGame, with_game};
use games::levels::{LEVELS, Plan, Time};
use search::duel::duel;
use search::selfplay::{play, seatings};

/// Plays matches of every level against every other; an illegal action would panic.
struct PlayAll;
impl WithGame for PlayAll {
    type Out = ();
    fn run<G: Entry>(self) {
        for rules in G::Rules::variants() {
            let plans = LEVELS.iter().map(|level| Plan::read::<G>(level).expect("a level"));
            let mut plans: Vec<Plan> = plans.collect();
            plans.iter_mut().for_each(|plan| plan.iterations = plan.iterations.min(40));
            for deal in 0..30 {
                let setup = G::deal(&rules, &mut Rng::stream(3, deal));
                let pick = |seat: usize| plans[(deal as usize * 7 + seat * 2) % plans.len()].mind::<G>();
                let mut minds: Vec<_> = (0..rules.seats()).map(pick).collect();
                play::<G>(&setup, &mut minds.iter_mut().collect::<Vec<_>>(), deal);
            }
        }
    }
}

#[test]
fn no_level_ever_plays_an_illegal_action() {
    for name in NAMES {
        with_game(name, PlayAll).expect("a game of the catalog");
    }
}

/// The outcome of a short duel, on so many threads.
struct Short(usize);
impl WithGame for Short {
    type Out = String;
    fn run<G: Entry>(self) -> String {
        let rules = G::Rules::default();
        let read = |text: &str| Plan::read::<G>(text).expect("a plan");
        let (a, b) = (read("champion:iterations=50"), read("club:iterations=20"));
        let seatings = seatings(rules.seats(), G::are_partners);
        let threads = self.0.try_into().expect("at least one thread");
        let outcome =
            duel::<G>(&rules, [&|| a.mind::<G>(), &|| b.mind::<G>()], &seatings, 6, 5, threads, |_| ());
        format!("{:?} {}", outcome.deals, outcome.work[0].iterations)
    }
}

#[test]
fn a_duel_of_a_seed_ends_the_same_on_any_number_of_threads() {
    for name in NAMES {
        let on = |threads| with_game(name, Short(threads)).expect("a game of the catalog");
        assert_eq!(on(1), on(3), "{name}");
    }
}

struct Refuse;
impl WithGame for Refuse {
    type Out = ();
    fn run<G: Entry>(self) {
        let cheater = Plan::read::<G>("cheater").expect("a plan");
        assert!(cheater.policy::<G>().is_err_and(|why| why.to_string().contains("duel")));
        for level in LEVELS {
            assert!(Plan::read::<G>(level).expect("a level").policy::<G>().is_ok());
        }
        for wrong in ["", "grandmaster", "champion:", "champion:noise", "champion:noise=x", "champion:luck=1"]
        {
            let is_plan = Plan::read::<G>(wrong).is_ok();
            assert_eq!(is_plan, wrong == "champion:", "{wrong}");
        }
    }
}

#[test]
fn a_cheater_gets_no_seat_at_a_real_table() {
    for name in NAMES {
        with_game(name, Refuse).expect("a game of the catalog");
    }
}

/// A whole match under a clock: what was spent, and what the clock gave.
struct Timed;
impl WithGame for Timed {
    type Out = ();
    fn run<G: Entry>(self) {
        let rules = G::Rules::default();
        let base = Duration::from_millis(100);
        let mut plan = Plan::read::<G>("champion").expect("a level").timed(Time::Match(base, Duration::ZERO));
        plan.reserve = Duration::from_millis(50);
        let setup = G::deal(&rules, &mut Rng::new(1));
        let mut minds: Vec<_> = (0..rules.seats()).map(|_| plan.mind::<G>()).collect();
        let played = play::<G>(&setup, &mut minds.iter_mut().collect::<Vec<_>>(), 1);
        // The machine may be slow to let us look at the clock; the reserve is for that.
        assert!(played.work.iter().all(|work| work.time < base), "{:?}", played.work);
    }
}

#[test]
fn a_clock_without_increments_is_never_overdrawn() {
    with_game("durak", Timed).expect("a game of the catalog");
}
