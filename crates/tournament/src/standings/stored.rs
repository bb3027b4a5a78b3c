//! The standings of a tournament in a store, read deal by deal.

use futures_util::TryStreamExt;

use crate::contest::Contest;
use crate::ledger::{Ledger, LedgerError};
use crate::results::{About, MatchResult};

use super::{BadResult, Counter, Standings};

/// Why standings cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// The store cannot be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// It holds something that is no result.
    #[error(transparent)]
    Result(#[from] BadResult),
}

/// Calls `visit` with every whole deal, in the order of their numbers.
pub async fn each_deal<E: From<LedgerError>>(
    ledger: &Ledger,
    mut visit: impl FnMut(&[MatchResult]) -> Result<(), E>,
) -> Result<(), E> {
    let mut results = std::pin::pin!(ledger.results());
    let mut deal: Vec<MatchResult> = Vec::new();
    while let Some(next) = results.try_next().await? {
        if deal.first().is_some_and(|first| first.deal != next.deal) {
            visit(&deal)?;
            deal.clear();
        }
        deal.push(next);
    }
    if deal.is_empty() { Ok(()) } else { visit(&deal) }
}

/// Counts a tournament; `visit` sees every match on the way.
pub async fn count(
    ledger: &Ledger,
    contest: &Contest,
    has_history: bool,
    mut visit: impl FnMut(&MatchResult),
) -> Result<(About, Standings), CountError> {
    let about = crate::about::about(ledger, contest).await?;
    let deals = if has_history { Some(ledger.count_deals().await?) } else { None };
    let mut counter = Counter::new(&about);
    if let Some(deals) = deals {
        counter = counter.with_history(deals);
    }
    each_deal(ledger, |deal| {
        deal.iter().for_each(&mut visit);
        counter.add(deal).map_err(CountError::from)
    })
    .await?;
    let standings = counter.finish();
    Ok((about, standings))
}
