//! Two players, many deals, each deal in every seating: which player is better, and how certain is that?
//!
//! The matches of one deal form one cluster, since they share the luck of the cards. So the confidence intervals are
//! taken over deals, not over matches.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cards::agent::Timer;
use cards::{Agent, BySeat, Game, Rng, Rules, Seat, Side, View};
use games::catalog::CatalogGame;
use games::levels::PlayerSpec;
use search::searcher::Cheater;
use search::threads::each;

use crate::clock::TimeControl;
use crate::ending::Ending;
use crate::intervals::Interval;
use crate::key::Key;
use crate::player::{Answer, Cost, Here, InProcess, Player, Reply};
use crate::referee::{CAP, Kind, Referee};
use crate::run::run;
use crate::table::Table;

/// More threads than this do not help.
const MOST_THREADS: usize = 256;

/// The first player's mean result in one deal over all seatings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cluster {
    /// The share of matches won; a tie counts in equal shares.
    pub won: f64,
    /// The payoff minus the mean payoff of the others.
    pub score: f64,
}

/// The cost of decisions; forced actions are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Decisions with a choice.
    pub decisions: u64,
    /// Iterations of search in all decisions.
    pub iterations: u64,
    /// The time of all decisions.
    pub time: Duration,
    /// The longest decision.
    pub longest: Duration,
    /// Matches forfeited.
    pub forfeits: u64,
}

impl Work {
    /// Adds the cost of another match.
    pub fn add(&mut self, other: &Work) {
        self.decisions += other.decisions;
        self.iterations += other.iterations;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self.forfeits += other.forfeits;
    }
}

/// The result of a duel.
#[derive(Clone, Debug, Default)]
pub struct DuelResult {
    /// One for each deal, in their order.
    pub deals: Vec<Cluster>,
    /// The cost of each player's decisions.
    pub work: [Work; 2],
    /// The least and the most that a deal's score can be, where that is known.
    range: Option<(f64, f64)>,
}

impl DuelResult {
    /// The result of deals that were played elsewhere; `range` is the spread of payoffs, where it is known.
    pub fn new(deals: Vec<Cluster>, work: [Work; 2], spread: Option<f64>) -> DuelResult {
        DuelResult { deals, work, range: spread.map(|spread| (-spread, spread)) }
    }

    /// The first player's share of the matches; `None` without a deal.
    pub fn won(&self) -> Option<Interval> {
        Interval::of_shares(self.deals.iter().map(|deal| deal.won))
    }

    /// The first player's payoff minus the mean of the others; `None` without a deal.
    pub fn score(&self) -> Option<Interval> {
        let scores = self.deals.iter().map(|deal| deal.score);
        Interval::of_scores(scores, self.range.map(|(least, most)| least..=most))
    }
}

/// The deals of a duel.
#[derive(Debug)]
pub enum Deals<'a, G: Game> {
    /// Random deals from a seed.
    Drawn {
        /// The house rules.
        rules: G::Rules,
        /// The number of deals.
        count: u64,
        /// The seed.
        seed: u64,
    },
    /// One given deal.
    Given(&'a G::Setup),
}

// A derive would require a setup that can be copied.
impl<G: Game> Clone for Deals<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Deals<'_, G> {}

impl<G: Game> Deals<'_, G> {
    /// The house rules.
    pub fn rules(&self) -> G::Rules {
        match self {
            Deals::Drawn { rules, .. } => *rules,
            Deals::Given(setup) => G::rules(setup),
        }
    }

    /// The number of deals.
    pub fn count(&self) -> u64 {
        match self {
            Deals::Drawn { count, .. } => *count,
            Deals::Given(_) => 1,
        }
    }

    /// The seed of the deals and the players; with a given deal, only of the players.
    pub fn seed(&self) -> u64 {
        match self {
            Deals::Drawn { seed, .. } => *seed,
            Deals::Given(_) => 0,
        }
    }

    /// Deal number `number`, from 0.
    pub fn setup(&self, number: u64) -> G::Setup {
        match self {
            Deals::Drawn { rules, seed, .. } => G::deal(rules, &mut Rng::stream(*seed, number)),
            Deals::Given(setup) => (*setup).clone(),
        }
    }
}

/// A duel to play.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a, G: Game> {
    /// The deals.
    pub deals: Deals<'a, G>,
    /// The two players.
    pub plans: [PlayerSpec; 2],
    /// The clock of both players.
    pub clock: TimeControl,
    /// How many deals are played in parallel, if the system has that many threads.
    pub threads: NonZeroUsize,
}

impl<G: CatalogGame> Duel<'_, G> {
    /// Plays the duel. `done` gets each deal with its number as it ends, in any order, and says whether to go on;
    /// deals in play are finished. Without a clock the deals do not depend on the number of threads.
    pub fn play(&self, timer: &dyn Timer, done: impl Fn(u64, &Cluster) -> bool + Sync) -> DuelResult {
        self.play_between(|which| Contestant::of(&self.plans[which]), timer, done)
    }

    /// Plays the duel between any two players: `player` makes one for a seat, given 0 for the first player or 1 for the
    /// second.
    pub fn play_between(
        &self,
        player: impl Fn(usize) -> Contestant<G> + Sync,
        timer: &dyn Timer,
        done: impl Fn(u64, &Cluster) -> bool + Sync,
    ) -> DuelResult {
        let (next, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
        let (rules, deals) = (self.deals.rules(), self.deals.count());
        let ways = seatings(&G::sides(&rules));
        let clusters = Mutex::new(BTreeMap::new());
        let threads = self.threads.get().min(MOST_THREADS).min(deals.try_into().unwrap_or(usize::MAX));
        let mut work = vec![[Work::default(); 2]; threads];
        each(&mut work, |work| {
            // One for each seat, so that partners share no memory.
            let mut seated =
                [0, 1].map(|which| (0..rules.seats()).map(|_| player(which)).collect::<Vec<_>>());
            while !is_over.load(Ordering::Relaxed) {
                let deal = next.fetch_add(1, Ordering::Relaxed);
                if deal >= deals {
                    return;
                }
                let cluster = self.deal((deal, &rules), &ways, &mut seated, timer, work);
                clusters.lock().unwrap_or_else(PoisonError::into_inner).insert(deal, cluster);
                if !done(deal, &cluster) {
                    is_over.store(true, Ordering::Relaxed);
                }
            }
        });
        let mut total = [Work::default(); 2];
        for work in &work {
            total.iter_mut().zip(work).for_each(|(sum, one)| sum.add(one));
        }
        let deals = clusters.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect();
        let spread = G::payoff_range(&rules).map(|(least, most)| f64::from(most - least));
        DuelResult::new(deals, total, spread)
    }

    /// Plays one deal in every seating.
    fn deal(
        &self,
        (deal, rules): (u64, &G::Rules),
        ways: &[BySeat<bool>],
        seated: &mut [Vec<Contestant<G>>; 2],
        timer: &dyn Timer,
        work: &mut [Work; 2],
    ) -> Cluster {
        let key = Key::from_seed(self.deals.seed());
        let setup = self.deals.setup(deal);
        let mut sum = Cluster::default();
        for (number, way) in ways.iter().enumerate() {
            // Each seating has its own random numbers; otherwise a player against itself would play the same match
            // twice. Those of the first seating are the same as in a match.
            let rng = deal | (number as u64) << 48;
            let [first, second] = &mut *seated;
            let both = first.iter_mut().zip(second).zip(Seat::all(way.len()));
            let mut players: Vec<Box<dyn Player<Table<G>> + '_>> = both
                .map(|((a, b), seat)| {
                    let chosen = if way[seat] { a } else { b };
                    chosen.sit_down(rules, seat, key.agent_rng(rng, seat))
                })
                .collect();
            let kinds = BySeat::all(way.len(), Kind::Agent);
            let mut referee = Referee::new(Table::<G>::new(setup.clone()), kinds, self.clock, CAP);
            run(&mut referee, &mut players, timer);
            let one = share(&referee.payoffs(), way);
            sum.won += one.won / ways.len() as f64;
            sum.score += one.score / ways.len() as f64;
            for decided in referee.decided() {
                let Some(cost) = decided.cost else { continue };
                let time = Duration::from_micros(cost.wall);
                let iterations = decided.iterations.into();
                let one = Work { decisions: 1, iterations, time, longest: time, forfeits: 0 };
                work[usize::from(!way[decided.seat])].add(&one);
            }
            if let Some(Ending::Forfeit { seat, .. }) = referee.ending() {
                work[usize::from(!way[*seat])].forfeits += 1;
            }
        }
        sum
    }
}

/// One player of a duel in one seat, kept from match to match.
pub enum Contestant<G: CatalogGame> {
    /// A player that sees what its seat may see.
    Agent(Box<dyn Agent<G>>),
    /// A player that sees all cards.
    Cheater(Box<Cheater<G, G::Heuristics>>),
}

impl<G: CatalogGame> Contestant<G> {
    /// A player of ours.
    pub fn of(plan: &PlayerSpec) -> Contestant<G> {
        match plan.agent::<G>() {
            Ok(agent) => Contestant::Agent(agent),
            Err(_) => {
                Contestant::Cheater(Box::new(plan.cheater::<G>().expect("a plan is an agent or a cheater")))
            }
        }
    }

    fn sit_down(&mut self, rules: &G::Rules, seat: Seat, rng: Rng) -> Box<dyn Player<Table<G>> + '_> {
        match self {
            Contestant::Agent(agent) => Box::new(InProcess::new(Box::new(&mut **agent), rules, seat, rng)),
            Contestant::Cheater(cheater) => {
                cheater.start(rules, seat, rng);
                Box::new(Peeking { cheater, view: G::View::seated(rules, seat), seen: 0 })
            }
        }
    }
}

/// A cheater in a seat: the only player that sees the full state. Only a duel can seat it.
struct Peeking<'a, G: CatalogGame> {
    cheater: &'a mut Cheater<G, G::Heuristics>,
    view: G::View,
    seen: usize,
}

impl<G: CatalogGame> Player<Table<G>> for Peeking<'_, G> {
    fn ask(&mut self, here: &Here<'_, Table<G>>) -> Answer<G::Action> {
        let begun = here.time.timer.now();
        for event in here.events(self.seen) {
            self.cheater.observe(&self.view, event);
            self.view.observe(event);
            self.seen += 1;
        }
        let decision = self.cheater.decide(here.table.state(), &here.time);
        let cost = Cost::wall(here.time.timer.now().saturating_sub(begun));
        Answer { iterations: decision.iterations, ..Reply::Action(decision.action).costing(cost) }
    }
}

/// The seatings of two players, `true` for the seats of the first. In team games each player has one team, and the
/// teams swap seats. In the others the first player takes each seat in turn, and the second has all other seats.
pub fn seatings(sides: &BySeat<Side>) -> Vec<BySeat<bool>> {
    let mut all: Vec<BySeat<bool>> = Vec::new();
    for seat in sides.seats() {
        let way = BySeat::from_fn(sides.len(), |other| sides[seat] == sides[other]);
        if !all.contains(&way) {
            all.push(way);
        }
    }
    all
}

/// The first player's result in one match: the seats with the highest payoff win, and a tie counts in equal shares.
fn share(payoffs: &BySeat<i32>, way: &BySeat<bool>) -> Cluster {
    let most = payoffs.iter().copied().max().unwrap_or(0);
    let (mut winners, mut ours) = (0.0, 0.0);
    let (mut sums, mut seats) = ([0.0; 2], [0.0f64; 2]);
    for seat in payoffs.seats() {
        let side = usize::from(!way[seat]);
        seats[side] += 1.0;
        sums[side] += f64::from(payoffs[seat]);
        if payoffs[seat] == most {
            winners += 1.0;
            ours += f64::from(u8::from(way[seat]));
        }
    }
    Cluster { won: ours / winners, score: sums[0] / seats[0].max(1.0) - sums[1] / seats[1].max(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_counts_in_equal_shares() {
        let alone = BySeat::from_fn(3, |seat| seat == Seat::new(0));
        let payoffs = |list: [i32; 3]| BySeat::from_fn(3, |seat| list[seat.index()]);
        assert_eq!(share(&payoffs([2, -1, -1]), &alone), Cluster { won: 1.0, score: 3.0 });
        assert_eq!(share(&payoffs([0, 0, 0]), &alone).won, 1.0 / 3.0);
        assert_eq!(share(&payoffs([0, 1, 0]), &alone), Cluster { won: 0.0, score: -0.5 });
    }

    #[test]
    fn teams_swap_seats_and_a_single_player_takes_each_seat() {
        let show = |sides: &[u8]| -> Vec<String> {
            let sides = BySeat::from_fn(sides.len(), |seat| Side(sides[seat.index()]));
            let letter = |&first: &bool| if first { 'A' } else { 'b' };
            seatings(&sides).iter().map(|way| way.iter().map(letter).collect()).collect()
        };
        assert_eq!(show(&[0, 1, 0, 1]), ["AbAb", "bAbA"]);
        assert_eq!(show(&[0, 1, 2]), ["Abb", "bAb", "bbA"]);
    }
}
