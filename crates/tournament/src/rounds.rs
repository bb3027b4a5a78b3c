//! The rounds of Swiss and knockout: what they came to, and the next one.

use cards::BySeat;

use crate::contest::{Contest, Schedule};
use crate::ledger::{Ledger, LedgerError};
use crate::plan::{Plan, Round};
use crate::results::{ForfeitCounts, MatchResult};
use crate::schedule::{Encounter, PlayedRound, next_round};
use crate::seating::share;
use crate::standings::{Counter, each_deal};

/// The next round, once every deal of this plan is played; `None` when the tournament is over. It depends on the
/// results of the rounds before and on nothing else.
pub async fn next(ledger: &Ledger, contest: &Contest, plan: &Plan) -> Result<Option<Round>, LedgerError> {
    let played = played_rounds(ledger, contest, plan.rounds()).await?;
    let ratings = match contest.schedule {
        Schedule::Swiss { .. } if !played.is_empty() => ratings(ledger, contest).await?,
        _ => vec![0.0; contest.entries.len()],
    };
    Ok(next_round(contest, &played, &ratings, plan.is_in()))
}

/// The ratings of the standings, in Elo points.
async fn ratings(ledger: &Ledger, contest: &Contest) -> Result<Vec<f64>, LedgerError> {
    let about = crate::about::about(ledger, contest).await?;
    let mut counter = Counter::new(&about);
    each_deal(ledger, |deal| counter.add(deal).map_err(|error| ledger.bad("match", &error))).await?;
    Ok(counter.elo())
}

/// What the rounds came to.
pub async fn played_rounds(
    ledger: &Ledger,
    contest: &Contest,
    rounds: &[Round],
) -> Result<Vec<PlayedRound>, LedgerError> {
    let empty = |round: &Round| PlayedRound {
        encounters: (round.encounters.iter())
            .map(|entries| Encounter { shares: vec![0.0; entries.len()], deals: 0 })
            .collect(),
        round: round.clone(),
    };
    let mut played: Vec<PlayedRound> = rounds.iter().map(empty).collect();
    if rounds.is_empty() {
        return Ok(played);
    }
    each_deal(ledger, |deal| {
        count(&mut played, contest, deal);
        Ok::<(), LedgerError>(())
    })
    .await?;
    Ok(played)
}

/// Adds a deal to the encounter it belongs to.
fn count(played: &mut [PlayedRound], contest: &Contest, deal: &[MatchResult]) {
    let Some(first) = deal.first() else { return };
    let Some(one) = played.get_mut(first.round as usize) else { return };
    let Some(at) = one.round.encounter_index(first.deal) else { return };
    let entries = &one.round.encounters[at];
    let sum = &mut one.encounters[at];
    sum.deals += 1;
    let is_forfeited = deal.iter().any(|one| one.ending != table::ending::Ending::Played);
    if is_forfeited && contest.scoring.forfeit == ForfeitCounts::Void {
        return;
    }
    for one in deal {
        for (place, &entry) in entries.iter().enumerate() {
            let share = share(&by_seat(&one.payoffs), &contest.sides, &by_seat(&one.entries), entry);
            sum.shares[place] += share.won / deal.len() as f64;
        }
    }
}

fn by_seat<T: Copy>(values: &[T]) -> BySeat<T> {
    BySeat::from_fn(values.len(), |seat| values[seat.index()])
}
