//! `croupier tournament run --dry-run`: the plan, and what it costs by a few deals that do not count.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use arena::entrants::Entrant;
use indicatif::HumanDuration;
use table::key::Key;
use tournament::contest::{Contest, Schedule};
use tournament::deals::{Dealt, play_deal};
use tournament::plan::{Plan, Round};

use super::run::conditions;
use super::sandbox_args;
use crate::number::counted;
use crate::plain::plain_line;

/// So many deals are tried, spread over the plan so that they are of different pairings.
const TRIED: u64 = 5;
/// No other deal is begun after this.
const ENOUGH: Duration = Duration::from_secs(10);

/// Shows the plan, and plays a few deals that do not count to see how long they take.
pub fn show(contest: &Contest) -> anyhow::Result<()> {
    let mut out = io::stdout();
    for (key, value) in contest.settings() {
        writeln!(out, "{key:<13} {}", plain_line(&value))?;
    }
    for entry in &contest.entries {
        writeln!(out, "{:<13} {}: {}", "entry", plain_line(&entry.name), plain_line(&entry.command))?;
    }
    let sandbox_args = sandbox_args(contest);
    let commands = contest.entries.iter().map(|entry| &entry.command).chain(&contest.fill);
    let entrants: Vec<Entrant> =
        commands.map(|text| sandbox_args.entrant(&contest.game, text)).collect::<Result<_, _>>()?;
    let count = contest.entries.len();
    let is_in = vec![true; count];
    let first = tournament::schedule::next_round(contest, &[], &vec![0.0; count], &is_in);
    let rounds: Vec<Round> = first.into_iter().collect();
    let at_most = if rounds.is_empty() { "" } else { "at most " };
    let plan = Plan::new(contest, is_in, rounds);
    let deals = deals_in_all(contest, &plan);
    let matches = plan.deal(0).context("the plan has no deal")?.seatings.len();
    writeln!(
        out,
        "plan: {at_most}{}, {} each, {}",
        counted(deals, "deal", "deals"),
        counted(matches, "match", "matches"),
        counted(deals.saturating_mul(matches as u64), "match", "matches"),
    )?;
    out.flush()?;
    let took = tried(contest, &plan, &entrants)?;
    let (least, most) = (took.iter().min().copied(), took.iter().max().copied());
    let (least, most) = (least.unwrap_or_default(), most.unwrap_or_default());
    let mean = took.iter().sum::<Duration>() / u32::try_from(took.len().max(1))?;
    let all = mean.as_secs_f64() * deals as f64 / contest.tables.max(1) as f64;
    writeln!(
        out,
        "cost: {} took {} each here ({} to {})",
        counted(took.len(), "deal", "deals of different pairings"),
        time(mean),
        time(least),
        time(most),
    )?;
    let alike = match contest.tables {
        1 => "if the others take as long",
        _ => "if the others take as long and tables do not slow each other down",
    };
    writeln!(
        out,
        "all deals on {} take {at_most}about {}, {alike}",
        counted(contest.tables, "table", "tables"),
        time(Duration::try_from_secs_f64(all).unwrap_or(Duration::MAX)),
    )?;
    if let Some(longest) = contest.longest_match() {
        writeln!(
            out,
            "by its clock no match takes more than {} (a match has at most {})",
            time(longest),
            counted(contest.most_actions(), "action", "actions"),
        )?;
    }
    Ok(())
}

/// How long deals of the plan take, spread over it.
fn tried(contest: &Contest, plan: &Plan, entrants: &[Entrant]) -> anyhow::Result<Vec<Duration>> {
    let (begun, conditions) = (Instant::now(), conditions(contest)?);
    let tried = TRIED.min(plan.len());
    let mut took = Vec::new();
    for at in 0..tried {
        // The plan goes through all pairings before it comes to the first again.
        let number = at * (plan.len() / tried) + at.min(plan.len() % tried);
        let Some(deal) = plan.deal(number) else { continue };
        let before = Instant::now();
        // Another key than the tournament's, so that nobody learns a deal.
        let key = Key::from_seed(0).deal(number);
        let dealt = || Dealt::from_key(&contest.game, &contest.rules, key);
        play_deal(dealt, &deal.seatings, |entry| &entrants[entry], &conditions)?;
        took.push(before.elapsed());
        if begun.elapsed() >= ENOUGH {
            break;
        }
    }
    Ok(took)
}

/// A time for people: `12 ms`, `3 minutes`.
fn time(time: Duration) -> String {
    match time.as_millis() {
        0..1000 => format!("{} ms", time.as_millis()),
        _ => HumanDuration(time).to_string(),
    }
}

/// All deals of the plan; for Swiss and knockout the most there can be without ties.
fn deals_in_all(contest: &Contest, plan: &Plan) -> u64 {
    let entries = contest.entries.len() as u64;
    match contest.schedule {
        Schedule::RoundRobin { .. } | Schedule::Gauntlet { .. } => plan.len(),
        Schedule::Swiss { rounds } => plan.len().saturating_mul(u64::from(rounds)),
        Schedule::Knockout { extra_deals } => {
            (entries - 1).saturating_mul(contest.deals.saturating_add(extra_deals))
        }
    }
}
