//! `croupier duel`: measures one player against others, deal by deal in every seating.

mod programs;
mod report;

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use cards::Game;
use games::catalog::{CatalogGame, WithGame};
use games::levels::PlayerSpec;
use indicatif::{ProgressBar, ProgressStyle};
use table::clock::{TimeControl, WallTime};
use table::duel::{Deals, Duel, DuelResult, seatings};
use table::intervals::Interval;
use tournament::stats::{Conclusion, Format, InOrder, Sprt, Stopping};

use super::sprt::Tested;
use super::{SetupArgs, game_name, with};
use crate::entrants::SandboxArgs;
use crate::number::{counted, whole};
use crate::{Wrong, json, seed};

use programs::Programs;
use report::{DealsFrom, DuelReport, seating};

/// Measure one player against another
///
/// Each deal is played in every seating. In team games each deal is played twice with seats swapped; in the others
/// A takes each seat in turn, and B sits in all other seats. Our players run inside this program, so thousands of
/// matches take minutes; programs are started for every match, as in `croupier match`.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// The player to measure: one that `croupier games` lists, `ismcts` (plain ISMCTS without our improvements) or `cheater` (a search
    /// that sees all cards), where settings may follow, as in champion:iterations=5000; or a command in quotes
    a: String,
    /// The opponent; with several opponents a table with one row for each, and A's worst result
    #[arg(required = true)]
    b: Vec<String>,
    /// Number of deals [default: 100; with --sprt, as many as its test may need]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..=MOST_DEALS), conflicts_with_all = ["setup", "key"])]
    deals: Option<u64>,
    /// Stop as soon as it is clear whether A is stronger than elo0 or not stronger by elo1, in normalised Elo, as in
    /// elo0=0,elo1=10; alpha and beta may follow
    #[arg(long, value_name = "TEST", conflicts_with_all = ["setup", "key"])]
    sprt: Option<Sprt>,
    #[command(flatten)]
    deal: SetupArgs,
    /// The clock of both players, as in `croupier match`: 200ms/move, 2s+100ms or none. With a clock a search uses
    /// all its time, unless its settings name its iterations [default: none; if a program plays, 2s+100ms]
    #[arg(long, value_name = "CLOCK", conflicts_with = "iterations")]
    clock: Option<TimeControl>,
    /// Iterations for each decision of a search whose settings do not name them; the result is then exactly
    /// repeatable
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(0..=u32::MAX.into()))]
    iterations: Option<u32>,
    /// Number of deals that are played in parallel [default: one for each core; if a program plays, 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<NonZeroUsize>(1..=u64::MAX))]
    threads: Option<NonZeroUsize>,
    /// Print JSON, one object for each B; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sandbox_args: SandboxArgs,
}

const MOST_DEALS: u64 = 10_000_000;
const USUAL_DEALS: u64 = 100;

const AFTER_HELP: &str = "\
Examples:
  croupier duel durak champion greedy --deals 500 --seed 1
  croupier duel durak champion ismcts:iterations=10000 --clock 200ms/move --deals 200
  croupier duel durak champion champion --deals 200        equal players: 50% is in the interval
  croupier duel durak cheater champion --iterations 1000   the advantage of seeing all cards
  croupier duel durak champion random beginner greedy steady ismcts --clock 200ms/move     a league
  croupier deal durak | croupier duel durak champion greedy --setup @-                     one deal
  croupier duel durak \"python3 bots/durak.py\" greedy --deals 50    a program against our player
  croupier duel durak \"./new\" \"./old\" --sprt elo0=0,elo1=10        until it is clear

`won` is A's share of the matches; a tie counts in equal shares. `score` is A's payoff minus the
mean payoff of the others. Both are means over the deals with their 95% confidence intervals. The
intervals are valid for few deals too: the matches of one deal count as one sample, since they
share its cards. Without --seed the random seed is printed on standard error.

docs/strength.md describes the settings of a search and how the intervals are computed,
docs/statistics.md the test of --sprt, docs/sandbox.md what programs may do.

Exit status:
  0   the duel was played
  1   a file or program could not be used, or the duel was interrupted
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
        let sides = G::sides(&rules);
        let ways = seatings(&sides);
        let format = match ways.len() {
            2 => Format::TEAMS,
            seats => Format::alone(seats.try_into().unwrap_or(u32::MAX)),
        };
        let stopping = args.sprt.map(|sprt| match args.deals {
            Some(deals) => Stopping::new(sprt, format).at_most(deals),
            None => {
                let test = Stopping::new(sprt, format);
                let most = test.most_deals().min(MOST_DEALS);
                test.at_most(most)
            }
        });
        let count = stopping.as_ref().map_or(args.deals.unwrap_or(USUAL_DEALS), Stopping::most_deals);
        let mut players = vec![Measured::read::<G>(args, &args.a)?];
        for text in &args.b {
            players.push(Measured::read::<G>(args, text)?);
        }
        let deals = match &given {
            Some(setup) => Deals::Given(setup),
            None => Deals::Drawn { rules, count, seed: seed::or_drawn(args.deal.seed) },
        };
        let is_league = args.b.len() > 1 && !args.json;
        if is_league {
            let title = format!("{} {rules}: {} against a league, {}", G::NAME, args.a, args.which(&deals));
            let seating = seating(&args.a, "the opponent", &ways);
            let heading = format!("{:<24} {:<28} score", "against", "won");
            writeln!(io::stdout(), "{title}\n{seating}\n{heading}   (95% confidence intervals)")?;
        }
        let mut worst: Option<(Interval, &String)> = None;
        for (name, b) in args.b.iter().zip(&players[1..]) {
            let pair = [&players[0], b];
            let clock = args.clock(&pair);
            let (outcome, tested) = play::<G>(args, deals, pair, clock, stopping.clone().map(InOrder::new))?;
            let report = DuelReport {
                game: G::NAME,
                rules: rules.to_string(),
                deals: args.which(&deals),
                drawn: match deals {
                    Deals::Drawn { seed, .. } => DealsFrom::Seed(seed),
                    Deals::Given(setup) => DealsFrom::Setup(setup.to_string()),
                },
                names: [&args.a, name],
                are_programs: pair.map(Measured::is_program),
                clock,
                ways: &ways,
                outcome: &outcome,
                tested: tested.as_ref(),
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

/// Somebody to measure.
enum Measured {
    Ours(String, PlayerSpec),
    Program(String),
}

impl Measured {
    fn read<G: CatalogGame>(args: &Args, text: &str) -> anyhow::Result<Measured> {
        if arena::entrants::plan(G::NAME, text).is_none() {
            // Refused here, before anything is played.
            args.sandbox_args.entrant(G::NAME, text)?;
            return Ok(Measured::Program(text.to_owned()));
        }
        let plan = PlayerSpec::read::<G>(text).map_err(|why| Wrong(why.to_string()))?;
        let plan = match args.iterations {
            Some(iterations) => plan.with_iterations(iterations),
            None => plan,
        };
        Ok(Measured::Ours(text.to_owned(), plan))
    }

    /// As on the command line.
    fn text(&self) -> &str {
        match self {
            Measured::Ours(text, _) | Measured::Program(text) => text,
        }
    }

    fn is_program(&self) -> bool {
        matches!(self, Measured::Program(_))
    }

    /// One of our players, who fills the clock if there is one.
    fn plan(&self, args: &Args, clock: TimeControl) -> Option<PlayerSpec> {
        match self {
            Measured::Program(_) => None,
            Measured::Ours(_, plan) if args.iterations.is_none() && clock != TimeControl::None => {
                Some(plan.filling_clock())
            }
            Measured::Ours(_, plan) => Some(*plan),
        }
    }
}

impl Args {
    /// The clock of a pair: programs have one unless the command line says otherwise.
    fn clock(&self, pair: &[&Measured; 2]) -> TimeControl {
        let has_program = pair.iter().any(|one| one.is_program());
        let usual = if has_program && self.iterations.is_none() { "2s+100ms".parse().ok() } else { None };
        self.clock.or(usual).unwrap_or(TimeControl::None)
    }

    /// Which deals, in words.
    fn which<G: Game>(&self, deals: &Deals<'_, G>) -> String {
        match deals {
            Deals::Drawn { seed, .. } if self.sprt.is_some() => {
                format!("deals until it is clear, seed {seed}")
            }
            Deals::Drawn { count, seed, .. } => format!("{}, seed {seed}", counted(count, "deal", "deals")),
            Deals::Given(_) => "the given deal".to_owned(),
        }
    }
}

/// Plays a pair: our players inside this program, programs as processes.
fn play<G: CatalogGame>(
    args: &Args,
    deals: Deals<'_, G>,
    pair: [&Measured; 2],
    clock: TimeControl,
    test: Option<InOrder>,
) -> anyhow::Result<(DuelResult, Option<Tested>)> {
    let bar = progress(deals.count());
    let test = Mutex::new(test);
    // Deals after the conclusion are not counted: it depends on no thread then.
    let goes_on = |number: u64, won: f64| {
        bar.inc(1);
        let mut test = test.lock().unwrap_or_else(PoisonError::into_inner);
        test.as_mut().is_none_or(|test| matches!(test.add(number, won), Ok(Conclusion::Continue)))
    };
    let outcome = match pair.map(|one| one.plan(args, clock)) {
        [Some(a), Some(b)] => {
            let threads = args.threads.or(thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
            let duel = Duel::<G> { deals, plans: [a, b], clock, threads };
            let mut outcome = duel.play(&WallTime::start(), |number, deal| goes_on(number, deal.won));
            if let Some(test) = &*test.lock().unwrap_or_else(PoisonError::into_inner) {
                outcome.deals.truncate(usize::try_from(test.counted()).unwrap_or(usize::MAX));
            }
            outcome
        }
        _ => Programs { args, deals, pair, clock }.play(&goes_on, &test)?,
    };
    bar.finish_and_clear();
    let test = test.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((outcome, test.map(|test| Tested::new(&test))))
}

fn progress(deals: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} deals, {eta} left");
    ProgressBar::new(deals).with_style(style.expect("the template is correct"))
}

/// Measures.
pub fn run(args: &Args) -> anyhow::Result<()> {
    with(&args.game, PlayDuel(args))
}
