//! `croupier duel`: two of our players against each other in this process, measured.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::thread;

use cards::{BySeat, Game, Rules, Seat};
use games::catalog::{Entry, WithGame};
use games::levels::{NotSeated, Plan, Time};
use indicatif::{ProgressBar, ProgressStyle};
use search::duel::{Mean, Outcome, duel};
use search::selfplay::{Work, seatings};

use super::{DealArgs, game_name, with};
use crate::news::listed;
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
    /// Time for a decision, or a clock for the match with an increment a round, for searches that do not
    /// name their own: 200ms, 2s+100ms
    #[arg(long, value_name = "TIME", conflicts_with = "iterations")]
    time: Option<Time>,
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
  croupier duel durak champion ismcts:iterations=10000 --time 200ms --deals 200
  croupier duel durak champion champion --deals 200        a null result: 50% within its interval
  croupier duel durak cheater champion --iterations 1000   what knowing all cards is worth
  croupier duel durak champion random beginner greedy steady ismcts --time 200ms     a league
  croupier duel durak champion:explore=0.5 champion:explore=0.9 --iterations 2000

Settings of a search: iterations, ms (a decision), explore, lean (how much habits count where little
was tried; 0 for none), noise (of 1024 playout actions), threads, nodes, goes-on (0 or 1: with the
last decision's tree), early (0 or 1: stop when the leader cannot be caught), others (of 1024
actions of the other seats in the tree, how many are the simple player's), trust (of 1024, how
likely the others are to do what a simple player would not), alike (of 1024 worlds, in how many the
opponents are simple players throughout, to begin with), judged (of 1024 playouts, how many end as
soon as the position can be judged), evens (0 or 1: take the luck of each world out of what it
brings), endgame, worlds and effort (exact search decides with at most so many cards, worlds and
nodes), foresight (and ends playouts with so many cards), aim (score or win), proof (standard errors
by which an idea must beat the rule policy's, in Tractor).

The intervals are 95%, over deals: the matches of one deal share its luck. `won` is A's share of the
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
            let mut plan = Plan::read::<G>(text).map_err(|NotSeated(why)| Wrong(why))?;
            let is_own = |key: &str| text.contains(key);
            if let Some(time) = args.time
                && !is_own("iterations=")
                && !is_own("ms=")
            {
                plan = plan.timed(time);
            }
            if let Some(iterations) = args.iterations
                && !is_own("iterations=")
            {
                plan.iterations = iterations;
            }
            Ok(plan)
        };
        let a = read(&args.a)?;
        let others: Vec<Plan> = args.b.iter().map(read).collect::<Result<_, _>>()?;
        let seed = seed::or_drawn(args.deal.seed);
        let threads = args.threads.or(thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
        let ways = seatings(rules.seats(), G::are_partners);
        let is_league = others.len() > 1 && !args.json;
        if is_league {
            let (rules, deals) = (rules.to_string(), args.deals);
            let title =
                format!("{} {rules}: {} against a league, {deals} deals, seed {seed}", G::NAME, args.a);
            let seating = seating(&args.a, "the opponent", &ways);
            writeln!(io::stdout(), "{title}\n{seating}\n{:<24}     won              score", "against")?;
        }
        let mut worst: Option<(Mean, &String)> = None;
        for (name, b) in args.b.iter().zip(&others) {
            let bar = progress(args.deals);
            let outcome = duel::<G>(
                &rules,
                [&|| a.mind::<G>(), &|| b.mind::<G>()],
                &ways,
                args.deals,
                seed,
                threads,
                |deals| bar.set_position(deals),
            );
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
            let won = outcome.won();
            if worst.is_none_or(|(least, _)| won.mean < least.mean) {
                worst = Some((won, name));
            }
        }
        if let Some((won, name)) = worst.filter(|_| is_league) {
            let (mean, margin) = (100.0 * won.mean, 100.0 * won.margin);
            writeln!(io::stdout(), "the worst is {mean:.2}% ± {margin:.2}, against {name}")?;
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
        let (won, score) = (self.outcome.won(), self.outcome.score());
        let (mean, margin) = (100.0 * won.mean, 100.0 * won.margin);
        format!("{:<24} {mean:>6.2}% ± {margin:<6.2} {:>+7.3} ± {:.3}", self.b, score.mean, score.margin)
    }

    fn text(&self) -> String {
        let Report { game, rules, args, b, seed, ways, outcome } = self;
        let (won, score) = (outcome.won(), outcome.score());
        let percent = Mean { mean: 100.0 * won.mean, margin: 100.0 * won.margin };
        let mut text =
            format!("{game} {rules}: {} against {}, {} deals, seed {seed}\n", args.a, b, args.deals);
        text += &format!("{}\n", seating(&args.a, b, ways));
        text += &format!("won    {:>7.2}% ± {:.2}\n", percent.mean, percent.margin);
        text += &format!("score  {:>+7.3}  ± {:.3}\n", score.mean, score.margin);
        for (name, work) in [(args.a.as_str(), &outcome.work[0]), (b, &outcome.work[1])] {
            let each = Each::of(work);
            text += &format!(
                "{name}: {:.0} iterations and {:.1} ms a move, the longest {:.1} ms\n",
                each.iterations, each.ms, each.longest
            );
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn json(&self) -> String {
        let Report { game, rules, args, b, seed, ways: _, outcome } = self;
        let mean = |mean: Mean| {
            let margin = if mean.margin.is_finite() { mean.margin.to_string() } else { "null".to_owned() };
            format!("{{\"mean\":{},\"margin\":{margin}}}", mean.mean)
        };
        let side = |name: &str, work: &Work| {
            let each = Each::of(work);
            format!(
                "{{\"player\":\"{name}\",\"moves\":{},\"iterations\":{},\"ms\":{},\"longest_ms\":{}}}",
                work.decisions, each.iterations, each.ms, each.longest
            )
        };
        // No text in here needs escapes: players and rules were read, not copied.
        format!(
            "{{\"game\":\"{game}\",\"rules\":\"{rules}\",\"deals\":{},\"seed\":{seed},\"won\":{},\"score\":{},\"a\":{},\"b\":{}}}",
            args.deals,
            mean(outcome.won()),
            mean(outcome.score()),
            side(&args.a, &outcome.work[0]),
            side(b, &outcome.work[1]),
        )
    }
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
