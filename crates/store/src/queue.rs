//! The queue of deals, on PostgreSQL only: pgmq, whose SQL is embedded and pinned.
//!
//! A message is read with a lease, a visibility timeout in pgmq's words: nobody else sees it until the lease ends.
//! Whoever works longer extends it; whoever dies lets it end. Nothing depends on the queue being right: it may be
//! emptied at any time, and whoever fills it compares it with what is planned and what is done.

use std::time::Duration;

use sqlx::{Row, SqlSafeStr};

use crate::address::Kind;
use crate::error::StoreError;
use crate::open::{Store, Write};

/// The version of pgmq that is installed where there is none.
pub const PGMQ: &str = "1.13.0";

const PGMQ_SQL: &str = include_str!("../pgmq/pgmq-1.13.0.sql");

/// One queue for all tournaments of a store, so that a worker's role needs rights to one.
const NAME: &str = "croupier_deals";

/// A message that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueueMessage {
    /// Its number.
    pub id: i64,
    /// How often it was read, this time included.
    pub reads: i64,
    /// What it says: JSON.
    pub text: String,
}

/// The queue of a store.
#[derive(Clone, Debug)]
pub struct Queue {
    store: Store,
}

impl Store {
    /// The queue; `None` on SQLite, which has none.
    pub fn queue(&self) -> Option<Queue> {
        (self.kind() == Kind::Postgres).then(|| Queue { store: self.clone() })
    }

    /// Installs pgmq where it is missing and makes the queue. Several processes may do so at once.
    pub(crate) async fn install_queue(&self) -> Result<(), StoreError> {
        let mut write = self.begin().await?;
        let run = async {
            let lock = "select 1::bigint from pg_advisory_xact_lock(hashtextextended('croupier pgmq', 0))";
            sqlx::query(lock).execute(&mut *write).await?;
            let has = "select count(*) from pg_namespace where nspname = 'pgmq'";
            let has_pgmq: i64 = sqlx::query_scalar(has).fetch_one(&mut *write).await?;
            if has_pgmq == 0 {
                sqlx::raw_sql(PGMQ_SQL.into_sql_str()).execute(&mut *write).await?;
            }
            let has = "select count(*) from pgmq.meta where queue_name = $1";
            let has_queue: i64 = sqlx::query_scalar(has).bind(NAME).fetch_one(&mut *write).await?;
            if has_queue == 0 {
                sqlx::query("select 1::bigint from pgmq.create($1)").bind(NAME).execute(&mut *write).await?;
            }
            write.commit().await
        };
        run.await.map_err(|error| self.wrong(error))
    }
}

impl Queue {
    /// Adds messages, each a JSON object.
    pub async fn send(&self, write: &mut Write, messages: &[String]) -> Result<(), StoreError> {
        let all = format!("[{}]", messages.join(","));
        let send = "select count(*) from pgmq.send_batch($1, array(select jsonb_array_elements($2::jsonb)))";
        let done = sqlx::query(send).bind(NAME).bind(all).execute(&mut **write).await;
        done.map(drop).map_err(|error| self.store.wrong(error))
    }

    /// Reads up to `count` messages, the oldest first, and leases them.
    pub async fn read(&self, lease: Duration, count: usize) -> Result<Vec<QueueMessage>, StoreError> {
        let read = "select msg_id, read_ct::bigint as reads, message::text as text \
                    from pgmq.read($1, $2::integer, $3::integer)";
        let rows = sqlx::query(read).bind(NAME).bind(seconds(lease)).bind(count as i64);
        let rows = rows.fetch_all(self.store.pool()).await.map_err(|error| self.store.wrong(error))?;
        rows.iter().map(message).collect::<Result<_, _>>().map_err(|error| self.store.wrong(error))
    }

    /// Leases messages for this long from now on; 0 gives them back. Answers those that are still there: another
    /// worker may have finished one whose lease had ended.
    pub async fn extend(&self, ids: &[i64], lease: Duration) -> Result<Vec<i64>, StoreError> {
        let extend = "select msg_id from pgmq.set_vt($1, $2::bigint[], $3::integer)";
        let rows = sqlx::query_scalar(extend).bind(NAME).bind(array(ids)).bind(seconds(lease));
        rows.fetch_all(self.store.pool()).await.map_err(|error| self.store.wrong(error))
    }

    /// Removes messages with the transaction that makes them done.
    pub async fn delete(&self, write: &mut Write, ids: &[i64]) -> Result<(), StoreError> {
        let delete = "select count(*) from pgmq.delete($1, $2::bigint[])";
        let done = sqlx::query(delete).bind(NAME).bind(array(ids)).execute(&mut **write).await;
        done.map(drop).map_err(|error| self.store.wrong(error))
    }

    /// Puts messages aside that cannot be worked on.
    pub async fn archive(&self, write: &mut Write, ids: &[i64]) -> Result<(), StoreError> {
        let archive = "select count(*) from pgmq.archive($1, $2::bigint[])";
        let done = sqlx::query(archive).bind(NAME).bind(array(ids)).execute(&mut **write).await;
        done.map(drop).map_err(|error| self.store.wrong(error))
    }

    /// Puts something aside that nobody is to read.
    pub async fn set_aside(&self, write: &mut Write, message: &str) -> Result<(), StoreError> {
        let archive = "select count(*) from pgmq.archive($1, array(select pgmq.send($1, $2::jsonb)))";
        let done = sqlx::query(archive).bind(NAME).bind(message).execute(&mut **write).await;
        done.map(drop).map_err(|error| self.store.wrong(error))
    }

    /// Every message in the queue, leased or not.
    pub async fn waiting(&self) -> Result<Vec<QueueMessage>, StoreError> {
        self.all("select msg_id, read_ct::bigint as reads, message::text as text from pgmq.q_croupier_deals")
            .await
    }

    /// How many messages there are, leased or not.
    pub async fn count(&self) -> Result<u64, StoreError> {
        let count = sqlx::query_scalar("select count(*) from pgmq.q_croupier_deals");
        let count: i64 = count.fetch_one(self.store.pool()).await.map_err(|error| self.store.wrong(error))?;
        Ok(count.unsigned_abs())
    }

    /// Every message that was put aside.
    pub async fn archived(&self) -> Result<Vec<QueueMessage>, StoreError> {
        self.all("select msg_id, read_ct::bigint as reads, message::text as text from pgmq.a_croupier_deals")
            .await
    }

    /// Forgets what was put aside, so that it can be sent again. Answers how many messages there were.
    pub async fn forget_archived(&self) -> Result<u64, StoreError> {
        let done = sqlx::query("delete from pgmq.a_croupier_deals").execute(self.store.pool()).await;
        done.map(|done| done.rows_affected()).map_err(|error| self.store.wrong(error))
    }

    async fn all(&self, query: &'static str) -> Result<Vec<QueueMessage>, StoreError> {
        let rows = sqlx::query(query).fetch_all(self.store.pool()).await;
        let rows = rows.map_err(|error| self.store.wrong(error))?;
        rows.iter().map(message).collect::<Result<_, _>>().map_err(|error| self.store.wrong(error))
    }
}

fn message(row: &sqlx::any::AnyRow) -> Result<QueueMessage, sqlx::Error> {
    Ok(QueueMessage { id: row.try_get("msg_id")?, reads: row.try_get("reads")?, text: row.try_get("text")? })
}

/// Whole seconds, which is what pgmq counts in; a part counts as a whole.
fn seconds(time: Duration) -> i64 {
    time.as_millis().div_ceil(1000).try_into().unwrap_or(i64::from(i32::MAX)).min(i64::from(i32::MAX))
}

/// An array as PostgreSQL reads it.
fn array(ids: &[i64]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    format!("{{{}}}", ids.join(","))
}
