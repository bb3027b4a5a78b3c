//! `croupier duel`: measures one of our players against others, without processes.

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
use crate::number::{counted, whole};
use crate::{Wrong, json, seed};

/// Measure one of our players against another
///
/// Each deal is played in every seating. In team games each deal is played twice with seats swapped; in the others
/// A takes each seat in turn, and B sits in all other seats. All players run inside this program, so thousands of
/// matches take minutes.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// The player to measure: one that `croupier games` lists, `ismcts` (a textbook search) or `cheater` (a search
    /// that sees all cards); settings may follow, as in champion:iterations=5000
    a: String,
    /// The opponent; with several opponents a table with one row for each, and A's worst result
    #[arg(required = true)]
    b: Vec<String>,
    /// Number of deals
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = whole::<u64>(1..=10_000_000), conflicts_with_all = ["setup", "key"])]
    deals: u64,
    #[command(flatten)]
    deal: SetupArgs,
    /// The clock of both players, as in `croupier match`: 200ms/move, 2s+100ms or none. With a clock a search uses
    /// all its time, unless its settings name its iterations
    #[arg(long, value_name = "CLOCK", default_value = "none", conflicts_with = "iterations")]
    clock: TimeControl,
    /// Iterations for each decision of a search whose settings do not name them; the result is then exactly
    /// repeatable
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(0..=u32::MAX.into()))]
    iterations: Option<u32>,
    /// Number of deals that are played in parallel [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<NonZeroUsize>(1..=u64::MAX))]
    threads: Option<NonZeroUsize>,
    /// Print JSON, one object for each B; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier duel durak champion greedy --deals 500 --seed 1
  croupier duel durak champion ismcts:iterations=10000 --clock 200ms/move --deals 200
  croupier duel durak champion champion --deals 200        equal players: 50% is in the interval
  croupier duel durak cheater champion --iterations 1000   the advantage of seeing all cards
  croupier duel durak champion random beginner greedy steady ismcts --clock 200ms/move     a league
  croupier deal durak | croupier duel durak champion greedy --setup @-                     one deal

`won` is A's share of the matches; a tie counts in equal shares. `score` is A's payoff minus the
mean payoff of the others. Both are means over the deals with their 95% confidence intervals. The
intervals are valid for few deals too: the matches of one deal count as one sample, since they
share its cards. Without --seed the random seed is printed on standard error.

docs/strength.md describes the settings of a search and how the intervals are computed.

Exit status:
  0   the duel was played
  1   a file could not be read or the result could not be written
  2   the deal or the command line is wrong";

struct PlayDuel<'a>(&'a Args);

impl WithGame for PlayDuel<'_> {
    type Out = anyhow::Result<()>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let args = self.0;
        let given = args.deal.named::<G>()?;
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
            let heading = format!("{:<24} {:<28} score", "against", "won");
            writeln!(io::stdout(), "{title}\n{seating}\n{heading}   (95% confidence intervals)")?;
        }
        let mut worst: Option<(Interval, &String)> = None;
        for (name, b) in args.b.iter().zip(&others) {
            let bar = progress(deals.count());
            let duel = Duel::<G> { deals, plans: [a, *b], clock: args.clock, threads };
            let outcome = duel.play(&WallTime::start(), |deals| bar.set_position(deals));
            bar.finish_and_clear();
            let report = DuelReport {
                game: G::NAME,
                rules: rules.to_string(),
                deals: which(&deals),
                drawn: match deals {
                    Deals::Drawn { seed, .. } => DealsFrom::Seed(seed),
                    Deals::Given(setup) => DealsFrom::Setup(setup.to_string()),
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
            writeln!(io::stdout(), "worst result: {} against {name}", won.percent())?;
        }
        Ok(())
    }
}

/// Which deals, in words.
fn which<G: Game>(deals: &Deals<'_, G>) -> String {
    match deals {
        Deals::Drawn { count, seed, .. } => format!("{}, seed {seed}", counted(count, "deal", "deals")),
        Deals::Given(_) => "the given deal".to_owned(),
    }
}

fn progress(deals: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} deals, {eta} left");
    ProgressBar::new(deals).with_style(style.expect("the template is correct"))
}

/// Who sits where in each seating.
fn seating(a: &str, b: &str, ways: &[BySeat<bool>]) -> String {
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
enum DealsFrom {
    Seed(u64),
    Setup(String),
}

/// The result of a duel and all that is said with it.
struct DuelReport<'a> {
    game: &'a str,
    rules: String,
    /// Which deals, in words.
    deals: String,
    drawn: DealsFrom,
    args: &'a Args,
    b: &'a str,
    /// The seats of A in each seating.
    ways: &'a [BySeat<bool>],
    outcome: &'a DuelResult,
}

impl DuelReport<'_> {
    /// One row of a league.
    fn row(&self) -> String {
        let (won, score) = (percent(self.outcome.won()), signed(self.outcome.score()));
        format!("{:<24} {won:<28} {score}", self.b)
    }

    fn text(&self) -> String {
        let DuelReport { game, rules, deals, args, b, ways, outcome, .. } = self;
        let mut text = format!("{game} {rules}: {} against {b}, {deals}\n", args.a);
        text += &format!("{}\n", seating(&args.a, b, ways));
        let named = |figures: String| figures.replace('(', "(95% confidence interval ");
        text += &format!("won    {}\n", named(percent(outcome.won())));
        text += &format!("score  {}\n", named(signed(outcome.score())));
        for (name, work) in [(args.a.as_str(), &outcome.work[0]), (b, &outcome.work[1])] {
            let each = PerDecision::of(work);
            text += &format!(
                "{name}: mean {:.0} iterations and {:.1} ms a decision, the longest {:.1} ms\n",
                each.iterations, each.ms, each.longest
            );
            if work.forfeits > 0 {
                text += &format!("{name}: {} out of time\n", counted(work.forfeits, "forfeit", "forfeits"));
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn json(&self) -> DuelObject<'_> {
        let DuelReport { game, rules, args, b, outcome, .. } = self;
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
            clock: args.clock.to_string(),
            won: outcome.won().map(IntervalObject::of),
            score: outcome.score().map(IntervalObject::of),
            a: PlayerObject::new(&args.a, &outcome.work[0]),
            b: PlayerObject::new(b, &outcome.work[1]),
        }
    }
}

/// A duel for programs.
#[derive(Serialize)]
struct DuelObject<'a> {
    schema: &'static str,
    game: &'a str,
    rules: &'a str,
    deals: usize,
    seed: Option<u64>,
    setup: Option<&'a str>,
    clock: String,
    won: Option<IntervalObject>,
    score: Option<IntervalObject>,
    a: PlayerObject<'a>,
    b: PlayerObject<'a>,
}

#[derive(Serialize)]
struct IntervalObject {
    mean: f64,
    low: f64,
    high: f64,
}

impl IntervalObject {
    fn of(Interval { mean, low, high, .. }: Interval) -> IntervalObject {
        IntervalObject { mean, low, high }
    }
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

/// Measures.
pub fn run(args: &Args) -> anyhow::Result<()> {
    with(&args.game, PlayDuel(args))
}
