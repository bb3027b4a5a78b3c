//! `croupier tournament run --workers`: others play, this process keeps the queue and counts.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::watch;
use tournament::ledger::Ledger;
use tournament::plan::Plan;
use tournament::worker;

use super::kept_contest;
use super::progress::Meter;
use crate::commands::sandbox::prover;
use crate::entrants::launcher;
use crate::number::counted;

/// How often a signal is looked for.
const LOOK: Duration = Duration::from_millis(200);

/// Enters the tournament for workers and waits until they have played it.
pub fn conduct(ledger: &Ledger, runtime: &Runtime, stop: &AtomicBool, file: &str) -> anyhow::Result<()> {
    let mut out = io::stdout();
    runtime.block_on(worker::enter(ledger, &prover(), &launcher()?))?;
    for (what, value) in &runtime.block_on(ledger.pins())?.0 {
        writeln!(out, "pinned {what}: {value}")?;
    }
    writeln!(out, "waiting for workers: croupier work --store URL")?;
    out.flush()?;
    let mut meter = Meter::new();
    let name = format!("run {}", std::process::id());
    let (halt, halted) = watch::channel(false);
    let finished: anyhow::Result<bool> = runtime.block_on(async {
        let (mut before, left) = progress(ledger).await?;
        meter.set(before, left);
        let is_due = AtomicBool::new(false);
        let conducted = worker::conduct(ledger, &name, halted, |_| is_due.store(true, Ordering::Relaxed));
        let mut conducted = std::pin::pin!(conducted);
        loop {
            tokio::select! {
                done = &mut conducted => return Ok(done?),
                () = tokio::time::sleep(LOOK) => (),
            }
            if stop.load(Ordering::Relaxed) {
                halt.send_replace(true);
            }
            // After each turn; another process may be the one that counts. A database that restarts is told about
            // by whoever needs it.
            if is_due.swap(false, Ordering::Relaxed)
                && let Ok((played, left)) = progress(ledger).await
            {
                for _ in before..played {
                    meter.played("")?;
                }
                before = played;
                if left != meter.left() {
                    meter.set(played, left);
                }
            }
        }
    });
    meter.end();
    let deals = |number: u64| counted(number, "deal", "deals");
    if finished? {
        writeln!(out, "finished, {}", deals(runtime.block_on(ledger.count_deals())?))?;
        writeln!(out, "key {}", runtime.block_on(ledger.key())?)?;
        return Ok(());
    }
    let left = runtime.block_on(progress(ledger))?.1;
    anyhow::bail!(
        "stopped with {} left; the same command goes on: croupier tournament run {file} --workers",
        deals(left)
    )
}

/// Deals that are counted, and that are left.
async fn progress(ledger: &Ledger) -> anyhow::Result<(u64, u64)> {
    let contest = kept_contest(ledger).await?;
    let is_in = ledger.entries().await?.iter().map(|entry| entry.withdrawn.is_none()).collect();
    let plan = Plan::new(&contest, is_in, ledger.rounds().await?);
    let played = ledger.count_deals().await?;
    Ok((played, plan.len().saturating_sub(played)))
}
