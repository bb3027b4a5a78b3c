//! The result of a duel, for people and for programs.

use cards::{BySeat, Seat};
use serde::Serialize;
use table::clock::TimeControl;
use table::duel::{DuelResult, Work};
use table::intervals::Interval;

use crate::commands::sprt::{SprtObject, Tested};
use crate::entrants::listed;
use crate::json::IntervalObject;
use crate::number::counted;
use crate::plain::plain_line;

/// Who sits where in each seating.
pub fn seating(a: &str, b: &str, ways: &[BySeat<bool>]) -> String {
    let seats_of_a = |way: &BySeat<bool>| way.seats().filter(|&seat| way[seat]).collect::<Vec<Seat>>();
    let each: Vec<String> = ways.iter().map(|way| listed(&seats_of_a(way))).collect();
    let seats = if ways.iter().all(|way| seats_of_a(way).len() == 1) { "seat" } else { "seats" };
    let times = match ways.len() {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    };
    format!("each deal is played {times}: {a} in {seats} {}; {b} in the other seats", each.join(", then "))
}

/// Where the deals come from.
pub enum DealsFrom {
    /// A seed for all of them.
    Seed(u64),
    /// One that was given.
    Setup(String),
}

/// The result of a duel and all that is said with it.
pub struct DuelReport<'a> {
    pub game: &'a str,
    pub rules: String,
    /// Which deals, in words.
    pub deals: String,
    pub drawn: DealsFrom,
    /// A and B.
    pub names: [&'a str; 2],
    pub are_programs: [bool; 2],
    pub clock: TimeControl,
    /// The seats of A in each seating.
    pub ways: &'a [BySeat<bool>],
    pub outcome: &'a DuelResult,
    pub tested: Option<&'a Tested>,
}

impl DuelReport<'_> {
    /// One row of a league.
    pub fn row(&self) -> String {
        let (won, score) = (percent(self.outcome.won()), signed(self.outcome.score()));
        let tested = self.tested.map_or(String::new(), |tested| format!("  {}", tested.short()));
        format!("{:<24} {won:<28} {score}{tested}", plain_line(self.names[1]))
    }

    pub fn text(&self) -> String {
        let DuelReport { game, rules, deals, ways, outcome, .. } = self;
        let [a, b] = self.names.map(plain_line);
        let mut text = format!("{game} {rules}: {a} against {b}, {deals}\n");
        text += &format!("{}\n", seating(&a, &b, ways));
        let named = |figures: String| figures.replace('(', "(95% confidence interval ");
        text += &format!("won    {}\n", named(percent(outcome.won())));
        text += &format!("score  {}\n", named(signed(outcome.score())));
        if let Some(tested) = self.tested {
            text += &format!("{}\n", tested.sentence(&a));
        }
        let players = [a, b].into_iter().zip(self.are_programs).zip(&outcome.work);
        for ((name, is_program), work) in players {
            let each = PerDecision::of(work);
            // What a program does with its time, it does not say.
            let iterations = match is_program {
                true => String::new(),
                false => format!("{:.0} iterations and ", each.iterations),
            };
            text += &format!(
                "{name}: mean {iterations}{:.1} ms a decision, the longest {:.1} ms\n",
                each.ms, each.longest
            );
            if work.forfeits > 0 {
                let why = if is_program { "" } else { " out of time" };
                text += &format!("{name}: {}{why}\n", counted(work.forfeits, "forfeit", "forfeits"));
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    pub fn json(&self) -> DuelObject<'_> {
        let DuelReport { game, rules, outcome, .. } = self;
        let (seed, setup) = match &self.drawn {
            DealsFrom::Seed(seed) => (Some(*seed), None),
            DealsFrom::Setup(setup) => (None, Some(setup.as_str())),
        };
        DuelObject {
            schema: "croupier/duel/1",
            game,
            rules,
            deals: outcome.deals.len(),
            seed,
            setup,
            clock: self.clock.to_string(),
            won: outcome.won().map(IntervalObject::of),
            score: outcome.score().map(IntervalObject::of),
            sprt: self.tested.map(Tested::object),
            a: PlayerObject::new(self.names[0], &outcome.work[0]),
            b: PlayerObject::new(self.names[1], &outcome.work[1]),
        }
    }
}

/// A duel for programs.
#[derive(Serialize)]
pub struct DuelObject<'a> {
    schema: &'static str,
    game: &'a str,
    rules: &'a str,
    deals: usize,
    seed: Option<u64>,
    setup: Option<&'a str>,
    clock: String,
    won: Option<IntervalObject>,
    score: Option<IntervalObject>,
    sprt: Option<SprtObject>,
    a: PlayerObject<'a>,
    b: PlayerObject<'a>,
}

#[derive(Serialize)]
struct PlayerObject<'a> {
    player: &'a str,
    moves: u64,
    iterations: f64,
    ms: f64,
    longest_ms: f64,
    forfeits: u64,
}

impl<'a> PlayerObject<'a> {
    fn new(player: &'a str, work: &Work) -> PlayerObject<'a> {
        let PerDecision { iterations, ms, longest } = PerDecision::of(work);
        let (moves, forfeits) = (work.decisions, work.forfeits);
        PlayerObject { player, moves, iterations, ms, longest_ms: longest, forfeits }
    }
}

fn percent(interval: Option<Interval>) -> String {
    interval.map_or("-".to_owned(), |interval| interval.percent())
}

fn signed(interval: Option<Interval>) -> String {
    interval.map_or("-".to_owned(), |interval| interval.signed())
}

/// The mean cost of a decision with a choice, and the longest.
struct PerDecision {
    iterations: f64,
    ms: f64,
    longest: f64,
}

impl PerDecision {
    fn of(work: &Work) -> PerDecision {
        let n = work.decisions.max(1) as f64;
        PerDecision {
            iterations: work.iterations as f64 / n,
            ms: work.time.as_secs_f64() * 1000.0 / n,
            longest: work.longest.as_secs_f64() * 1000.0,
        }
    }
}
