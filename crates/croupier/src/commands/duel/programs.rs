//! A duel in which a program takes part: every match as `croupier match` plays it, on the deals of a duel.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use arena::Conditions;
use arena::entrants::{Entrant, Who};
use cards::BySeat;
use games::catalog::CatalogGame;
use table::Table;
use table::clock::{Span, TimeControl};
use table::duel::{Cluster, Deals, DuelResult, Work, seatings};
use table::key::Key;
use table::referee::CAP;
use tournament::deals::Dealt;
use tournament::seating::Seating;
use tournament::series::{PlayedDeal, Series, Sums};
use tournament::stats::InOrder;

use super::{Args, Measured};
use crate::entrants::{launcher, show_stderr};
use crate::interrupt;
use crate::number::counted;

/// A duel with a program.
pub struct Programs<'a, G: CatalogGame> {
    pub args: &'a Args,
    pub deals: Deals<'a, G>,
    pub pair: [&'a Measured; 2],
    pub clock: TimeControl,
}

impl<G: CatalogGame> Programs<'_, G> {
    /// Plays until `goes_on`, which gets the number of each deal and A's share of it, says no.
    pub fn play(
        &self,
        goes_on: &(dyn Fn(u64, f64) -> bool + Sync),
        test: &Mutex<Option<InOrder>>,
    ) -> anyhow::Result<DuelResult> {
        let args = self.args;
        // Before the first copy of a bot is made.
        let stop = interrupt::finish_first()?;
        let entries = self.entries()?;
        let rules = self.deals.rules();
        let seatings: Vec<Seating> = seatings(&G::sides(&rules))
            .iter()
            .map(|way| BySeat::from_fn(way.len(), |seat| usize::from(!way[seat])))
            .collect();
        let conditions = Conditions {
            clock: self.clock,
            cap: Span(CAP),
            startup: args.sandbox_args.startup,
            launcher: launcher()?,
            key: None,
            agent_key: Key::from_seed(0),
        };
        let agent_key = Key::from_seed(self.deals.seed());
        let deal = |number: u64| {
            let table = Box::new(Table::<G>::new(self.deals.setup(number)));
            Ok(Dealt { table, key: None, agent_key: agent_key.deal(number) })
        };
        let series = Series {
            entries: &entries,
            seatings: &seatings,
            conditions: &conditions,
            deal: &deal,
            folder: None,
            tables: args.threads.unwrap_or(NonZeroUsize::MIN),
        };
        let count = self.deals.count();
        let (mut played, mut failed, mut is_clear) = (Vec::<PlayedDeal>::new(), None, false);
        series.play(count, &stop, |deal| {
            let shown = deal.matches.iter().try_for_each(|one| show_stderr(&one.record, &one.stderr, false));
            failed = shown.err();
            let won = Sums::of([&deal], &seatings, 2).entries[0].deals[0].won;
            is_clear = !goes_on(deal.number, won);
            played.push(deal);
            !is_clear && failed.is_none()
        })?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        let counted_deals =
            test.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(InOrder::counted);
        if stop.load(Ordering::Relaxed) && !is_clear && (played.len() as u64) < count {
            let done = counted(played.len(), "deal", "deals");
            anyhow::bail!("interrupted after {done}; nothing is kept of a duel");
        }
        played.retain(|deal| counted_deals.is_none_or(|counted| deal.number < counted));
        let sums = Sums::of(&played, &seatings, 2);
        let spread = G::payoff_range(&rules).map(|(least, most)| f64::from(most - least));
        let deals: Vec<Cluster> = sums.entries[0].deals.clone();
        let work = [0, 1].map(|entry| {
            let sum = &sums.entries[entry];
            Work {
                decisions: sum.decisions,
                iterations: 0,
                time: sum.clock,
                longest: sum.slowest,
                forfeits: sum.forfeits,
            }
        });
        Ok(DuelResult::new(deals, work, spread))
    }

    fn entries(&self) -> anyhow::Result<Vec<Entrant>> {
        let entrant = |one: &&Measured| -> anyhow::Result<Entrant> {
            let mut entrant = self.args.sandbox_args.entrant(G::NAME, one.text())?;
            if let Some(plan) = one.plan(self.args, self.clock) {
                entrant.who = Who::Agent(plan);
            }
            Ok(entrant)
        };
        self.pair.iter().map(entrant).collect()
    }
}
