//! `croupier match --matches`: a series of paired deals. Every deal is played in every seating, so the cards
//! favour nobody, and the intervals are over deals.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arena::Conditions;
use arena::entrants::Entrant;
use games::catalog::{CatalogGame, WithGame};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use table::duel::Cluster;
use table::intervals::Interval;
use table::key::Key;
use tournament::deals::{Dealt, PlayedMatch};
use tournament::folder::Folder;
use tournament::seating::{Seating, rotations};
use tournament::series::{EntrySum, PlayedDeal, Series, Sums};
use tournament::stats::{Conclusion, Format, InOrder, Sprt, Stopping};

use super::sprt::{SprtObject, Tested};
use super::{SetupArgs, with};
use crate::entrants::{ConditionArgs, forfeit, launcher, seat_all, show_stderr};
use crate::files::RecordArgs;
use crate::interrupt;
use crate::number::{counted, whole};
use crate::plain::plain_line;
use crate::{Wrong, json};

/// How a series is played, where `--matches` asks for one.
#[derive(clap::Args)]
pub struct SeriesArgs {
    /// Number of matches [default: 1; with --sprt, as many as its test may need]. Each deal is played in every
    /// seating, so that nobody has the better cards or seats; the number is rounded up to whole deals. With several
    /// matches, --key is the key of the series
    #[arg(long, value_name = "N", conflicts_with = "record", allow_negative_numbers = true, value_parser = whole::<u64>(1..=u64::MAX))]
    pub matches: Option<u64>,
    /// Stop as soon as it is clear whether the first of two bots is stronger than elo0 or not stronger by elo1, in
    /// normalised Elo, as in elo0=0,elo1=10; alpha and beta may follow
    #[arg(long, value_name = "TEST", conflicts_with_all = ["record", "setup"])]
    pub sprt: Option<Sprt>,
    /// With --matches, write one record for each match to this folder. The same command resumes an interrupted series
    #[arg(long, value_name = "DIR", conflicts_with = "record")]
    pub records: Option<PathBuf>,
    /// With --matches, how many matches are played at the same time
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole::<usize>(1..=256))]
    pub tables: usize,
}

/// A series as the command line orders it.
pub struct Order<'a> {
    /// The game's name.
    pub game: &'a str,
    /// Who plays.
    pub bots: &'a [String],
    /// Which deals.
    pub deal: &'a SetupArgs,
    /// How many, and where the records go.
    pub series: &'a SeriesArgs,
    /// Who signs the records.
    pub kept: &'a RecordArgs,
    /// The conditions of each match.
    pub conditions: &'a ConditionArgs,
    /// Show standard error of every bot.
    pub stderr: bool,
    /// Print JSON.
    pub json: bool,
}

impl Order<'_> {
    /// Plays the series and prints its result.
    pub fn run(&self) -> anyhow::Result<()> {
        // Before the first copy of a bot is made.
        let stop = interrupt::finish_first()?;
        let signer = self.kept.signer()?;
        let folder = self.series.records.as_deref().map(Folder::open).transpose()?;
        let folder = folder.map(|folder| folder.signed_by(signer));
        let source = self.source(folder.as_ref())?;
        let first = source.table(self.game, self.deal, 0)?;
        let header = first.table.header();
        let seated = seat_all(self.game, self.bots, header.seats(), &self.conditions.sandbox_args)?;
        let entries: Vec<Entrant> = seated.into_iter().take(self.bots.len()).collect();
        let seatings = rotations(header.seats(), self.bots.len());
        let sides = side_count(&first);
        let asked = self.series.matches.map(|matches| matches.div_ceil(seatings.len() as u64));
        let mut test = self.test(sides, asked)?.map(InOrder::new);
        let count = match &test {
            Some(test) => test.stopping().most_deals(),
            None => asked.unwrap_or(1),
        };
        let rules = header.rules.clone();
        let mut out = io::stdout();
        if !self.json {
            let matches = counted(count.saturating_mul(seatings.len() as u64), "match", "matches");
            let deals = counted(count, "deal", "deals");
            let ways = counted(seatings.len(), "seating", "seatings");
            let most = if test.is_some() { "at most " } else { "" };
            writeln!(out, "{} {rules}: {most}{deals} in {ways}, {matches}", self.game)?;
            if let Source::Secret(key) = &source {
                writeln!(out, "commitment {}", key.commitment())?;
            }
            out.flush()?;
        }
        let begun = Instant::now();
        let (mut deals, counts_all) = {
            let table = SeriesRun {
                source: &source,
                entries: &entries,
                seatings: &seatings,
                folder: folder.as_ref(),
            };
            let deals = self.play(&table, count, &stop, test.as_mut())?;
            let is_clear =
                test.as_ref().is_some_and(|test| test.stopping().conclusion() != Conclusion::Continue);
            let counts_all = is_clear || deals.len() as u64 == count;
            (deals, counts_all)
        };
        if let Some(test) = test.as_ref().filter(|_| counts_all) {
            // Deals that ended after the conclusion are not counted: it depends on no table then.
            deals.retain(|deal| deal.number < test.counted());
        }
        let sums = Sums::of(&deals, &seatings, self.bots.len());
        let tested = test.as_ref().map(Tested::new);
        let result = SeriesResult {
            rules: &rules,
            sums: &sums,
            seconds: begun.elapsed().as_secs_f64(),
            range: with(self.game, PayoffRange(&rules)),
            sides,
            tested: tested.as_ref(),
        };
        if self.json {
            json::print(&result.summary(self))?;
        } else {
            write!(out, "{}", result.text(self.bots))?;
            if let Source::Secret(key) = &source
                && counts_all
            {
                writeln!(out, "key {key}")?;
            }
        }
        if !counts_all {
            let rest = counted(count - sums.deals, "deal", "deals");
            let how = match &self.series.records {
                Some(folder) => format!("the same command with --records {} resumes", folder.display()),
                None => "with --records the series could be resumed".to_owned(),
            };
            anyhow::bail!("interrupted with {rest} left; {how}");
        }
        Ok(())
    }

    /// The test that may end the series before so many deals.
    fn test(&self, sides: usize, most: Option<u64>) -> anyhow::Result<Option<Stopping>> {
        let Some(sprt) = self.series.sprt else { return Ok(None) };
        let found = self.bots.len();
        if found != 2 || sides != 2 {
            let why = format!(
                "--sprt compares two bots of which each is a side, found {found} bots and {sides} sides; \
                 `croupier duel` measures one among several"
            );
            return Err(Wrong(why).into());
        }
        let test = Stopping::new(sprt, Format::TEAMS);
        Ok(Some(match most {
            Some(most) => test.at_most(most),
            None => test,
        }))
    }

    fn play(
        &self,
        at: &SeriesRun<'_>,
        count: u64,
        stop: &AtomicBool,
        mut test: Option<&mut InOrder>,
    ) -> anyhow::Result<Vec<PlayedDeal>> {
        let SeriesRun { source, entries, seatings, folder } = *at;
        let ConditionArgs { clock, cap, ref sandbox_args } = *self.conditions;
        let conditions = Conditions {
            clock,
            cap,
            startup: sandbox_args.startup,
            launcher: launcher()?,
            key: None,
            agent_key: Key::from_seed(0),
        };
        let deal = |number| source.table(self.game, self.deal, number).map_err(|error| error.to_string());
        let series = Series {
            entries,
            seatings,
            conditions: &conditions,
            deal: &deal,
            folder,
            tables: NonZeroUsize::new(self.series.tables).unwrap_or(NonZeroUsize::MIN),
        };
        let bar = progress(count);
        let (mut deals, mut failed) = (Vec::new(), None);
        let played = series.play(count, stop, |deal| {
            bar.inc(1);
            let shown = bar.suspend(|| self.show(&deal, seatings.len()));
            failed = shown.err();
            let is_open = test.as_mut().is_none_or(|test| {
                let won = Sums::of([&deal], seatings, entries.len()).entries[0].deals[0].won;
                matches!(test.add(deal.number, won), Ok(Conclusion::Continue))
            });
            deals.push(deal);
            is_open && failed.is_none()
        });
        bar.finish_and_clear();
        played?;
        failed.map_or(Ok(deals), |error| Err(error.into()))
    }

    /// Says what is worth saying while the series goes on: forfeits, and with `--json` every match.
    fn show(&self, deal: &PlayedDeal, seatings: usize) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for (one, seating) in deal.matches.iter().zip(1_u64..) {
            let number = deal.number * seatings as u64 + seating;
            if self.json {
                json::print(&SeriesMatchObject::new(number, deal.number + 1, seating, one))?;
            } else if let Some(forfeit) = forfeit(&one.record, one.because.as_ref()) {
                let key = one.record.key.map_or(String::new(), |key| format!(", key {key}"));
                let place = format!("deal {}, seating {seating}", deal.number + 1);
                writeln!(out, "match {number} ({place}): {forfeit}{key}")?;
            }
            show_stderr(&one.record, &one.stderr, self.stderr)?;
        }
        Ok(())
    }

    /// Where the deals come from.
    fn source(&self, folder: Option<&Folder>) -> anyhow::Result<Source> {
        if let Some(given) = self.deal.given()? {
            return Ok(Source::Given(given));
        }
        if let Some(seed) = self.deal.seed {
            return Ok(Source::Seed(seed));
        }
        Ok(Source::Secret(match (self.deal.key, folder) {
            (Some(key), _) => key,
            (None, Some(folder)) => folder.key()?,
            (None, None) => Key::secret().map_err(|error| anyhow::anyhow!("no random numbers: {error}"))?,
        }))
    }
}

/// Who plays what, and where the records go.
struct SeriesRun<'a> {
    source: &'a Source,
    entries: &'a [Entrant],
    seatings: &'a [Seating],
    folder: Option<&'a Folder>,
}

/// Where the deals of a series come from.
enum Source {
    /// Always this one.
    Given(super::GivenSetup),
    /// A seed for the first, the next number for the next.
    Seed(u64),
    /// One key for all of them.
    Secret(Key),
}

impl Source {
    /// Deal number `number`, from 0.
    fn table(&self, game: &str, args: &SetupArgs, number: u64) -> anyhow::Result<Dealt> {
        let key = match self {
            // Only our own players' chance differs from match to match.
            Source::Given(given) => {
                return Ok(Dealt { table: given.open(game)?, key: None, agent_key: Key::from_seed(number) });
            }
            Source::Seed(seed) => Key::from_seed(seed.wrapping_add(number)),
            Source::Secret(key) => key.deal(number),
        };
        Ok(Dealt { table: args.dealt(game, key)?, key: Some(key), agent_key: key })
    }
}

/// How many sides can win.
fn side_count(first: &Dealt) -> usize {
    let sides = first.table.header().sides;
    let mut all: Vec<_> = sides.iter().collect();
    all.sort();
    all.dedup();
    all.len()
}

fn progress(deals: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} deals, {per_sec}, {eta} left");
    ProgressBar::new(deals).with_style(style.expect("the template is correct"))
}

/// The least and the most score of a deal, where the game knows it.
struct PayoffRange<'a>(&'a str);
impl WithGame for PayoffRange<'_> {
    type Out = Option<(f64, f64)>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let rules = <G::Rules as cards::Rules>::read(self.0).ok()?;
        let spread = G::payoff_range(&rules).map(|(least, most)| f64::from(most - least))?;
        Some((-spread, spread))
    }
}

/// What a series came to.
struct SeriesResult<'a> {
    rules: &'a str,
    sums: &'a Sums,
    seconds: f64,
    range: Option<(f64, f64)>,
    sides: usize,
    tested: Option<&'a Tested>,
}

impl SeriesResult<'_> {
    fn intervals(&self, entry: &EntrySum) -> (Option<Interval>, Option<Interval>) {
        let won = Interval::of_shares(entry.deals.iter().map(|deal: &Cluster| deal.won));
        let range = self.range.map(|(least, most)| least..=most);
        (won, Interval::of_scores(entry.deals.iter().map(|deal| deal.score), range))
    }

    fn text(&self, bots: &[String]) -> String {
        let mut text = String::new();
        for (entry, name) in self.sums.entries.iter().zip(bots) {
            let (Some(won), Some(score)) = self.intervals(entry) else { continue };
            let slowest = entry.slowest.as_secs_f64() * 1e3;
            text += &format!(
                "won {}  score {}  slowest {slowest:.1} ms  {}\n",
                won.percent(),
                score.signed(),
                plain_line(name),
            );
        }
        if let (Some(tested), Some(first)) = (self.tested, bots.first()) {
            text += &format!("{}\n", tested.sentence(&plain_line(first)));
        }
        let Sums { deals, matches, ties, forfeits, .. } = *self.sums;
        let decisions: u64 = self.sums.entries.iter().map(|entry| entry.decisions).sum();
        text += &format!(
            "{}, {}, {}, {}, {}, {:.1} s\n",
            counted(deals, "deal", "deals"),
            counted(matches, "match", "matches"),
            counted(ties, "tie", "ties"),
            counted(forfeits, "forfeit", "forfeits"),
            counted(decisions, "decision", "decisions"),
            self.seconds,
        );
        let chance = 100.0 / self.sides as f64;
        text += &format!(
            "won: share of matches won, with a 95% interval over deals ({chance:.0}% if all are equal); score: payoff minus the others' mean\n"
        );
        text
    }

    fn summary<'a>(&'a self, order: &'a Order<'_>) -> SeriesSummary<'a> {
        let entry = |(entry, player): (&EntrySum, &'a String)| {
            let (won, score) = self.intervals(entry);
            EntryObject {
                player,
                won: won.map(json::IntervalObject::of),
                score: score.map(json::IntervalObject::of),
                forfeits: entry.forfeits,
                decisions: entry.decisions,
                clock_us: micros(entry.clock),
                slowest_us: micros(entry.slowest),
            }
        };
        let Sums { deals, matches, ties, forfeits, .. } = *self.sums;
        SeriesSummary {
            schema: SCHEMA,
            kind: "summary",
            game: order.game,
            rules: self.rules,
            deals,
            matches,
            ties,
            forfeits,
            seconds: self.seconds,
            sprt: self.tested.map(Tested::object),
            entries: self.sums.entries.iter().zip(order.bots).map(entry).collect(),
        }
    }
}

fn micros(time: Duration) -> u64 {
    time.as_micros().try_into().unwrap_or(u64::MAX)
}

/// The schema of what `match --matches` prints.
const SCHEMA: &str = "croupier/series/1";

/// A match of a series for programs.
#[derive(Serialize)]
struct SeriesMatchObject<'a> {
    schema: &'static str,
    kind: &'static str,
    number: u64,
    deal: u64,
    seating: u64,
    #[serde(flatten)]
    played: json::MatchObject<'a>,
}

impl SeriesMatchObject<'_> {
    fn new(number: u64, deal: u64, seating: u64, one: &PlayedMatch) -> SeriesMatchObject<'_> {
        let played = json::MatchObject::new(&one.record, one.because.as_ref());
        SeriesMatchObject { schema: SCHEMA, kind: "match", number, deal, seating, played }
    }
}

/// A series for programs.
#[derive(Serialize)]
struct SeriesSummary<'a> {
    schema: &'static str,
    kind: &'static str,
    game: &'a str,
    rules: &'a str,
    deals: u64,
    matches: u64,
    ties: u64,
    forfeits: u64,
    seconds: f64,
    sprt: Option<SprtObject>,
    entries: Vec<EntryObject<'a>>,
}

#[derive(Serialize)]
struct EntryObject<'a> {
    player: &'a str,
    won: Option<json::IntervalObject>,
    score: Option<json::IntervalObject>,
    forfeits: u64,
    decisions: u64,
    clock_us: u64,
    slowest_us: u64,
}
