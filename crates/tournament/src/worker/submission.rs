//! What workers hand in, and what is counted of it.
//!
//! A worker may insert here and nowhere else. A submission is its record and the bots' standard errors; everything
//! that counts is read from the record, after the record was replayed and compared with the plan. So a forged row
//! counts nothing, and a forged record must be a match that could have been: the deal of that number, between those
//! entries, under those conditions, every action legal.

use std::io::Read;

use store::sqlx::{self, Row};
use store::{Store, StoreError, Write};
use table::key::Key;
use table::record::{Named, Record};

use super::desk::MOST_READS;
use crate::audit::prove;
use crate::contest::Contest;
use crate::ledger::now;
use crate::plan::PlannedDeal;

/// No record is larger in the database; a longer one is none.
const LONGEST: u64 = table::record::LONGEST as u64;

/// A match as a worker hands it in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// The deal's number in the plan.
    pub deal: u64,
    /// Which of its seatings.
    pub seating: u32,
    /// Who played it.
    pub worker: String,
    /// The record, as it is kept.
    pub record: String,
    /// For each seat, the end of its bot's standard error.
    pub logs: Vec<Vec<u8>>,
}

impl Submission {
    /// Hands it in. Another worker may have been faster; then nothing changes.
    pub async fn insert(&self, store: &Store, write: &mut Write, tournament: i64) -> Result<(), StoreError> {
        let pack = |bytes: &[u8]| zstd::encode_all(bytes, 3).map_err(|error| store.wrong(error.into()));
        let insert = sqlx::query(
            "insert into submission (tournament, deal, seating, worker, at, record, logs)
             values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing",
        );
        let insert = insert
            .bind(tournament)
            .bind(self.deal as i64)
            .bind(i64::from(self.seating))
            .bind(&self.worker)
            .bind(now() as i64)
            .bind(pack(self.record.as_bytes())?)
            .bind(pack(&framed(&self.logs))?);
        insert.execute(&mut **write).await.map(drop).map_err(|error| store.wrong(error))
    }

    /// The oldest deals that were handed in, each with all its matches, at most about `most` matches.
    pub async fn oldest(
        store: &Store,
        tournament: i64,
        most: u32,
    ) -> Result<Vec<Vec<Submission>>, StoreError> {
        let rows = sqlx::query(
            "select deal, seating, worker, record, logs from submission where tournament = $1
             and deal in (select deal from submission where tournament = $1 order by deal limit $2)
             order by deal, seating",
        );
        let rows = rows.bind(tournament).bind(i64::from(most)).fetch_all(store.pool()).await;
        let mut deals: Vec<Vec<Submission>> = Vec::new();
        for row in rows.map_err(|error| store.wrong(error))? {
            let one = read(&row).map_err(|error| store.wrong(error))?;
            match deals.last_mut() {
                Some(deal) if deal[0].deal == one.deal => deal.push(one),
                _ => deals.push(vec![one]),
            }
        }
        Ok(deals)
    }

    /// Whether a deal was refused so often that there is no point in playing it once more.
    pub async fn is_hopeless(
        write: &mut Write,
        store: &Store,
        tournament: i64,
        deal: u64,
    ) -> Result<bool, StoreError> {
        let count = sqlx::query_scalar(
            "select count(*) from trouble where tournament = $1 and deal = $2 and what like 'refused%'",
        );
        let count = count.bind(tournament).bind(deal as i64).fetch_one(&mut **write).await;
        let count: i64 = count.map_err(|error| store.wrong(error))?;
        Ok(count >= MOST_READS)
    }

    /// The numbers of the deals from `first` on that wait to be counted.
    pub async fn deals_from(store: &Store, tournament: i64, first: u64) -> Result<Vec<u64>, StoreError> {
        let deals =
            sqlx::query_scalar("select distinct deal from submission where tournament = $1 and deal >= $2");
        let deals = deals.bind(tournament).bind(first as i64).fetch_all(store.pool()).await;
        let deals: Vec<i64> = deals.map_err(|error| store.wrong(error))?;
        Ok(deals.into_iter().map(i64::unsigned_abs).collect())
    }

    /// Removes a deal that was counted or refused.
    pub async fn remove(
        store: &Store,
        write: &mut Write,
        tournament: i64,
        deal: u64,
    ) -> Result<(), StoreError> {
        let delete = sqlx::query("delete from submission where tournament = $1 and deal = $2");
        let done = delete.bind(tournament).bind(deal as i64).execute(&mut **write).await;
        done.map(drop).map_err(|error| store.wrong(error))
    }

    /// The record, if it is the match that the plan asks for and could have been played.
    pub fn check(
        &self,
        contest: &Contest,
        planned: &PlannedDeal,
        key: Key,
        players: &[Named],
    ) -> Result<Record, String> {
        let record = Record::read(self.record.as_bytes()).map_err(|error| error.to_string())?;
        if record.version != 2 {
            return Err(format!("version: expected `2`, found `{}`", record.version));
        }
        prove(&record, contest, planned, self.seating, key, |entry, player| {
            players.get(entry) == Some(player)
        })?;
        Ok(record)
    }
}

fn read(row: &sqlx::any::AnyRow) -> Result<Submission, sqlx::Error> {
    // Bytes of a stranger: bounded, and what is no text is no record.
    let unpacked = |at: usize| -> Result<Vec<u8>, sqlx::Error> {
        let packed: Vec<u8> = row.try_get(at)?;
        let mut bytes = Vec::new();
        let unpacked =
            zstd::Decoder::new(&packed[..]).and_then(|unpack| unpack.take(LONGEST).read_to_end(&mut bytes));
        Ok(if unpacked.is_ok() { bytes } else { Vec::new() })
    };
    Ok(Submission {
        deal: row.try_get::<i64, _>(0)?.unsigned_abs(),
        seating: row.try_get::<i64, _>(1)?.try_into().unwrap_or(u32::MAX),
        worker: row.try_get(2)?,
        record: String::from_utf8_lossy(&unpacked(3)?).into_owned(),
        logs: unframed(&unpacked(4)?),
    })
}

/// For each seat four bytes of length, and the bytes.
fn framed(logs: &[Vec<u8>]) -> Vec<u8> {
    let one = |log: &Vec<u8>| [&(log.len() as u32).to_le_bytes()[..], log].concat();
    logs.iter().flat_map(one).collect()
}

/// What was framed, as far as it is whole.
fn unframed(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut logs = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
        let Some((log, rest)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize) else { break };
        logs.push(log.to_vec());
        bytes = rest;
    }
    logs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_read_as_they_were_framed_and_a_cut_frame_is_dropped() {
        let logs = vec![b"one".to_vec(), Vec::new(), vec![7; 300]];
        let framed = framed(&logs);
        assert_eq!(unframed(&framed), logs);
        assert_eq!(unframed(&framed[..framed.len() - 1]), logs[..2]);
        assert_eq!(unframed(&[255; 6]), Vec::<Vec<u8>>::new());
    }
}
