//! `croupier duel`: two of our players against each other in this process, measured.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::thread;

use cards::{BySeat, Game, Seat};
use games::catalog::{CatalogGame, WithGame};
use games::levels::Plan;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use table::clock::{TimeControl, WallTime};
use table::duel::{Deals, Duel, DuelResult, Work, seatings};
use table::intervals::Interval;

use super::{SetupArgs, game_name, with};
use crate::entrants::listed;
use crate::{Wrong, json, seed};

/// Measure one of our players against another
///
/// Every deal is played in every seating: teams change places; where everybody plays alone, one A sits
/// among Bs in every seat. Nothing is said over pipes, so thousands of matches take minutes.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// A player: a level, a policy of the game, `ismcts` or `cheater`; settings may follow
    a: String,
    /// The player to measure it against; several are a league: one row each, and who does best
    #[arg(required = true)]
    b: Vec<String>,
    /// How many deals
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000), conflicts_with = "setup")]
    deals: u64,
    #[command(flatten)]
    deal: SetupArgs,
    /// Everybody's time, as in `croupier match`: 200ms/move, 2s+100ms or none. Searches that do not name
    /// their iterations take all the time they are given
    #[arg(long, value_name = "CLOCK", default_value = "none", conflicts_with = "iterations")]
    clock: TimeControl,
    /// Iterations for a decision, for searches that do not name their own: the outcome can then be
    /// repeated exactly
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// How many deals are played side by side [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Print JSON, one object for each B; docs/json.md names its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier duel durak champion greedy --deals 500 --seed 1
  croupier duel durak champion ismcts:iterations=10000 --clock 200ms/move --deals 200
  croupier duel durak champion champion --deals 200        a null result: 50% within its interval
  croupier duel durak cheater champion --iterations 1000   what knowing all cards is worth
  croupier duel durak champion random beginner greedy steady ismcts --clock 200ms/move     a league
  croupier deal durak | croupier duel durak champion greedy --setup @-                     one deal
  croupier duel durak champion:explore=0.5 champion:explore=0.9 --iterations 2000

Settings of a search: iterations, explore, lean (how much habits count where little
was tried; 0 for none), noise (of 1024 random_rollout actions), threads, nodes, goes-on (0 or 1: with the
last decision's tree), early (0 or 1: stop when the leader cannot be caught), others (of 1024
actions of the other seats in the tree, how many are the simple player's), trust (of 1024, how
likely the others are to do what a simple player would not), alike (of 1024 worlds, in how many the
opponents are simple players throughout, to begin with), judged (of 1024 playouts, how many end as
soon as the position can be judged), evens (0 or 1: take the luck of each world out of what it
brings), endgame, worlds and effort (exact search decides with at most so many cards, worlds and
nodes), foresight (and ends playouts with so many cards), aim (score or win), proof (standard errors
by which an idea must beat the rule policy's, in Tractor).

The intervals are 95%, over deals: the matches of one deal share its luck. They hold for few deals,
too (docs/strength.md says how). `won` is A's share of the matches, a tie shared by heads; `score`
is A's payoff less the mean of the others. Without --seed standard error says which seed was drawn.

Exit status:
  0   measured
  1   the result could not be written
  2   the command line is wrong";

struct Measure<'a>(&'a Args);

impl WithGame for Measure<'_> {
    type Out = anyhow::Result<()>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let args = self.0;
        let given = args.deal.given()?.map(|given| given.setup::<G>()).transpose()?;
        let rules = match &given {
            Some(setup) => G::rules(setup),
            None => args.deal.rules::<G>()?,
        };
        let read = |text: &String| -> Result<Plan, Wrong> {
            let plan = Plan::read::<G>(text).map_err(|why| Wrong(why.to_string()))?;
            Ok(match args.iterations {
                Some(iterations) => plan.with_iterations(iterations),
                None if args.clock != TimeControl::None => plan.filling_clock(),
                None => plan,
            })
        };
        let a = read(&args.a)?;
        let others: Vec<Plan> = args.b.iter().map(read).collect::<Result<_, _>>()?;
        let deals = match &given {
            Some(setup) => Deals::Given(setup),
            None => Deals::Drawn { rules, count: args.deals, seed: seed::or_drawn(args.deal.seed) },
        };
        let threads = args.threads.or(thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
        let ways = seatings(&G::sides(&rules));
        let is_league = others.len() > 1 && !args.json;
        if is_league {
            let title = format!("{} {rules}: {} against a league, {}", G::NAME, args.a, which(&deals));
            let seating = seating(&args.a, "the opponent", &ways);
            writeln!(io::stdout(), "{title}\n{seating}\n{:<24} {:<28} score", "against", "won")?;
        }
        let mut worst: Option<(Interval, &String)> = None;
        for (name, b) in args.b.iter().zip(&others) {
            let bar = progress(deals.count());
            let duel = Duel::<G> { deals, plans: [a, *b], clock: args.clock, threads };
            let outcome = duel.play(&WallTime::start(), |deals| bar.set_position(deals));
            bar.finish_and_clear();
            let report = Report {
                game: G::NAME,
                rules: rules.to_string(),
                deals: which(&deals),
                drawn: match deals {
                    Deals::Drawn { seed, .. } => Drawn::Seed(seed),
                    Deals::Given(setup) => Drawn::Setup(setup.to_string()),
                },
                args,
                b: name,
                ways: &ways,
                outcome: &outcome,
            };
            match (args.json, is_league) {
                (true, _) => json::print(&report.json())?,
                (_, true) => writeln!(io::stdout(), "{}", report.row())?,
                _ => writeln!(io::stdout(), "{}", report.text())?,
            }
            if let Some(won) = outcome.won()
                && worst.is_none_or(|(least, _)| won.mean < least.mean)
            {
                worst = Some((won, name));
            }
        }
        if let Some((won, name)) = worst.filter(|_| is_league) {
            writeln!(io::stdout(), "the worst is {}, against {name}", won.percent())?;
        }
        Ok(())
    }
}

/// Which deals, in words.
fn which<G: Game>(deals: &Deals<'_, G>) -> String {
    match deals {
        Deals::Drawn { count: 1, seed, .. } => format!("1 deal, seed {seed}"),
        Deals::Drawn { count, seed, .. } => format!("{count} deals, seed {seed}"),
        Deals::Given(_) => "the given deal".to_owned(),
    }
}

fn progress(deals: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} deals, {eta} left");
    ProgressBar::new(deals).with_style(style.expect("a template without mistakes"))
}

/// Who sits where, seating for seating.
fn seating(a: &str, b: &str, ways: &[BySeat<bool>]) -> String {
    let seats_of_a = |way: &BySeat<bool>| way.seats().filter(|&seat| way[seat]).collect::<Vec<Seat>>();
    let each: Vec<String> = ways.iter().map(|way| listed(&seats_of_a(way))).collect();
    let seats = if ways.iter().all(|way| seats_of_a(way).len() == 1) { "seat" } else { "seats" };
    format!("every deal: {a} in {seats} {}; {b} elsewhere", each.join(", then "))
}

/// Where the deals come from.
enum Drawn {
    Seed(u64),
    Setup(String),
}

struct Report<'a> {
    game: &'a str,
    rules: String,
    /// Which deals, in words.
    deals: String,
    drawn: Drawn,
    args: &'a Args,
    b: &'a str,
    /// Where A sits, in turn.
    ways: &'a [BySeat<bool>],
    outcome: &'a DuelResult,
}

impl Report<'_> {
    /// One of a league.
    fn row(&self) -> String {
        let (won, score) = (percent(self.outcome.won()), signed(self.outcome.score()));
        format!("{:<24} {won:<28} {score}", self.b)
    }

    fn text(&self) -> String {
        let Report { game, rules, deals, args, b, ways, outcome, .. } = self;
        let mut text = format!("{game} {rules}: {} against {b}, {deals}\n", args.a);
        text += &format!("{}\n", seating(&args.a, b, ways));
        text += &format!("won    {}\n", percent(outcome.won()));
        text += &format!("score  {}\n", signed(outcome.score()));
        for (name, work) in [(args.a.as_str(), &outcome.work[0]), (b, &outcome.work[1])] {
            let each = Each::of(work);
            text += &format!(
                "{name}: {:.0} iterations and {:.1} ms a move, the longest {:.1} ms\n",
                each.iterations, each.ms, each.longest
            );
            if work.forfeits > 0 {
                text += &format!("{name}: out of time in {} of its matches\n", work.forfeits);
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn json(&self) -> Object<'_> {
        let Report { game, rules, args, b, outcome, .. } = self;
        let (seed, setup) = match &self.drawn {
            Drawn::Seed(seed) => (Some(*seed), None),
            Drawn::Setup(setup) => (None, Some(setup.as_str())),
        };
        Object {
            schema: "croupier/duel/1",
            game,
            rules,
            deals: outcome.deals.len(),
            seed,
            setup,
            clock: args.clock.to_string(),
            won: outcome.won().map(Range::of),
            score: outcome.score().map(Range::of),
            a: Player::new(&args.a, &outcome.work[0]),
            b: Player::new(b, &outcome.work[1]),
        }
    }
}

/// A duel for programs.
#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    rules: &'a str,
    deals: usize,
    seed: Option<u64>,
    setup: Option<&'a str>,
    clock: String,
    won: Option<Range>,
    score: Option<Range>,
    a: Player<'a>,
    b: Player<'a>,
}

#[derive(Serialize)]
struct Range {
    mean: f64,
    low: f64,
    high: f64,
}

impl Range {
    fn of(Interval { mean, low, high, .. }: Interval) -> Range {
        Range { mean, low, high }
    }
}

#[derive(Serialize)]
struct Player<'a> {
    player: &'a str,
    moves: u64,
    iterations: f64,
    ms: f64,
    longest_ms: f64,
    forfeits: u64,
}

impl<'a> Player<'a> {
    fn new(player: &'a str, work: &Work) -> Player<'a> {
        let Each { iterations, ms, longest } = Each::of(work);
        let (moves, forfeits) = (work.decisions, work.forfeits);
        Player { player, moves, iterations, ms, longest_ms: longest, forfeits }
    }
}

fn percent(interval: Option<Interval>) -> String {
    interval.map_or("-".to_owned(), |interval| interval.percent())
}

fn signed(interval: Option<Interval>) -> String {
    interval.map_or("-".to_owned(), |interval| interval.signed())
}

/// What one decision with a choice cost.
struct Each {
    iterations: f64,
    ms: f64,
    longest: f64,
}

impl Each {
    fn of(work: &Work) -> Each {
        let n = work.decisions.max(1) as f64;
        Each {
            iterations: work.iterations as f64 / n,
            ms: work.time.as_secs_f64() * 1000.0 / n,
            longest: work.longest.as_secs_f64() * 1000.0,
        }
    }
}

/// Measures.
pub fn run(args: &Args) -> anyhow::Result<()> {
    with(&args.game, Measure(args))
}
