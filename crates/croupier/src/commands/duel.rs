//! `croupier duel`: two of our players against each other in this process, measured.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::thread;

use cards::{BySeat, Game, Seat};
use games::catalog::{Entry, WithGame};
use games::levels::{NotSeated, Plan};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use table::clock::{TimeControl, WallTime};
use table::duel::{Duel, Outcome, Work, seatings};
use table::intervals::Interval;

use super::{DealArgs, game_name, with};
use crate::entrants::listed;
use crate::{Wrong, seed};

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
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    deals: u64,
    #[command(flatten)]
    deal: DealArgs,
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
    /// Print JSON, one line for each B
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
  croupier duel durak champion:explore=0.5 champion:explore=0.9 --iterations 2000

Settings of a search: iterations, explore, lean (how much habits count where little
was tried; 0 for none), noise (of 1024 playout actions), threads, nodes, goes-on (0 or 1: with the
last decision's tree), early (0 or 1: stop when the leader cannot be caught), others (of 1024
actions of the other seats in the tree, how many are the simple player's), trust (of 1024, how
likely the others are to do what a simple player would not), alike (of 1024 worlds, in how many the
opponents are simple players throughout, to begin with), judged (of 1024 playouts, how many end as
soon as the position can be judged), evens (0 or 1: take the luck of each world out of what it
brings), endgame, worlds and effort (exact search decides with at most so many cards, worlds and
nodes), foresight (and ends playouts with so many cards), aim (score or win), proof (standard errors
by which an idea must beat the rule policy's, in Tractor).

The intervals are 95%, over deals: the matches of one deal share its luck. They hold for few deals too
(docs/strength.md says how). `won` is A's share of the
matches, a tie shared by heads; `score` is A's payoff less the mean of the others.

Exit status:
  0   measured
  1   the result could not be written
  2   the command line is wrong";

struct Measure<'a>(&'a Args);

impl WithGame for Measure<'_> {
    type Out = anyhow::Result<()>;
    fn run<G: Entry>(self) -> Self::Out {
        let args = self.0;
        let rules: <G as Game>::Rules = args.deal.rules::<G>()?;
        let read = |text: &String| -> Result<Plan, Wrong> {
            let plan = Plan::read::<G>(text).map_err(|NotSeated(why)| Wrong(why))?;
            Ok(match args.iterations {
                Some(iterations) => plan.with_iterations(iterations),
                None if args.clock != TimeControl::None => plan.filling_clock(),
                None => plan,
            })
        };
        let a = read(&args.a)?;
        let others: Vec<Plan> = args.b.iter().map(read).collect::<Result<_, _>>()?;
        let seed = seed::or_drawn(args.deal.seed);
        let threads = args.threads.or(thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
        let ways = seatings(&G::sides(&rules));
        let is_league = others.len() > 1 && !args.json;
        if is_league {
            let (rules, deals) = (rules.to_string(), args.deals);
            let title =
                format!("{} {rules}: {} against a league, {deals} deals, seed {seed}", G::NAME, args.a);
            let seating = seating(&args.a, "the opponent", &ways);
            writeln!(io::stdout(), "{title}\n{seating}\n{:<24}     won              score", "against")?;
        }
        let mut worst: Option<(Interval, &String)> = None;
        for (name, b) in args.b.iter().zip(&others) {
            let bar = progress(args.deals);
            let (clock, deals) = (args.clock, args.deals);
            let duel = Duel::<G> { rules: &rules, plans: [a, *b], clock, deals, seed, threads };
            let outcome = duel.play(&WallTime::start(), |deals| bar.set_position(deals));
            bar.finish_and_clear();
            let report = Report {
                game: G::NAME,
                rules: rules.to_string(),
                args,
                b: name,
                seed,
                ways: &ways,
                outcome: &outcome,
            };
            let text = match (args.json, is_league) {
                (true, _) => report.json(),
                (_, true) => report.row(),
                _ => report.text(),
            };
            writeln!(io::stdout(), "{text}")?;
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

struct Report<'a> {
    game: &'a str,
    rules: String,
    args: &'a Args,
    b: &'a str,
    seed: u64,
    /// Where A sits, in turn.
    ways: &'a [BySeat<bool>],
    outcome: &'a Outcome,
}

impl Report<'_> {
    /// One of a league.
    fn row(&self) -> String {
        let (won, score) = (percent(self.outcome.won()), signed(self.outcome.score()));
        format!("{:<24} {won:<28} {score}", self.b)
    }

    fn text(&self) -> String {
        let Report { game, rules, args, b, seed, ways, outcome } = self;
        let mut text =
            format!("{game} {rules}: {} against {}, {} deals, seed {seed}\n", args.a, b, args.deals);
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
                text += &format!("{name}: forfeited {} matches on time\n", work.forfeits);
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn json(&self) -> String {
        let Report { game, rules, args, b, seed, ways: _, outcome } = self;
        let interval =
            |it: Option<Interval>| it.map(|it| json!({ "mean": it.mean, "low": it.low, "high": it.high }));
        let side = |name: &str, work: &Work| {
            let Each { iterations, ms, longest } = Each::of(work);
            json!({
                "player": name, "moves": work.decisions, "iterations": iterations, "ms": ms,
                "longest_ms": longest, "forfeits": work.forfeits,
            })
        };
        json!({
            "schema": "croupier/duel/1",
            "game": game,
            "rules": rules,
            "deals": args.deals,
            "seed": seed,
            "clock": args.clock.to_string(),
            "won": interval(outcome.won()),
            "score": interval(outcome.score()),
            "a": side(&args.a, &outcome.work[0]),
            "b": side(b, &outcome.work[1]),
        })
        .to_string()
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
