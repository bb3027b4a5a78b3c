//! What survives: tables, seats, matches and entries, as rows in the store.
//!
//! Whatever changes a table waits until its row is on the disk. One task writes for all tables and commits
//! what has come together (group commit), so a hundred tables cost hardly more syncs than one.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cards::Seat;
use store::sqlx::{self, Row};
use store::{Lock, Store, StoreError, Write};
use table::key::Key;
use tokio::sync::{mpsc, oneshot};

use crate::journal_entry::JournalEntry;
use crate::table_state::Kept;
use crate::terms::Terms;

/// The journal. A clone writes to the same store.
#[derive(Clone)]
pub struct Journal {
    store: Store,
    writer: mpsc::Sender<Job>,
    /// In a mutex only because a lock of PostgreSQL cannot be shared between threads.
    _lock: Arc<Mutex<Lock>>,
}

/// Something to write, and who waits for it.
type Job = (Change, oneshot::Sender<Result<(), String>>);

/// What can be written.
#[derive(Clone, Debug)]
enum Change {
    Table { id: String, terms: String, listed: bool, key: Key, seats: Vec<SeatRow> },
    Entry { table: String, entry: JournalEntry },
    Visit { table: String },
    Sit { table: String, seat: Seat, token: String, person: String, name: String },
    Match { table: String, number: u64, key: Key, earlier: u64 },
    Record { table: String, number: u64, record: String },
}

/// A person's seat at a table that is made.
#[derive(Clone, Debug)]
pub struct SeatRow {
    /// Which.
    pub seat: Seat,
    /// The hash of the invitation, if nobody sits there.
    pub invitation: Option<String>,
    /// Who sits there: the hash of the token, the hash of the person's own token, the name.
    pub sitter: Option<(String, String, String)>,
}

/// A person's seat as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSeat {
    /// Which.
    pub seat: Seat,
    /// The hash of the invitation.
    pub invitation: Option<String>,
    /// The hash of the token.
    pub token: Option<String>,
    /// The name.
    pub name: Option<String>,
}

/// A table of the lobby.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its name in addresses.
    pub id: String,
    /// Its terms.
    pub terms: Terms,
    /// The people who sit, and the seats that are open.
    pub names: Vec<Option<String>>,
}

/// A match that somebody played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The table.
    pub table: String,
    /// The number of the match there.
    pub number: u64,
    /// The game.
    pub game: String,
    /// The person's seat.
    pub seat: Seat,
    /// When it began, in Unix milliseconds.
    pub started: i64,
    /// When it ended.
    pub finished: Option<i64>,
}

/// Why the journal cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something in it cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis().try_into().unwrap_or(i64::MAX)
}

fn seat_of(row: &sqlx::any::AnyRow) -> Result<Seat, JournalError> {
    let seat: i64 = row.get("seat");
    let bad = || JournalError::Unreadable(format!("expected a seat, found {seat}"));
    let index = usize::try_from(seat).ok().filter(|&index| index < cards::MAX_SEATS).ok_or_else(bad)?;
    Ok(Seat::new(index))
}

fn terms_of(text: &str) -> Result<Terms, JournalError> {
    serde_json::from_str(text).map_err(|error| JournalError::Unreadable(format!("terms of a table: {error}")))
}

impl Journal {
    /// Opens the store at this address and starts to write. Only one process may.
    pub async fn open(address: &str) -> Result<Journal, StoreError> {
        let store = Store::open(address).await?;
        let lock = store.lock("server").await?;
        let (writer, jobs) = mpsc::channel(1024);
        tokio::spawn(write(store.clone(), jobs));
        Ok(Journal { store, writer, _lock: Arc::new(Mutex::new(lock)) })
    }

    async fn save(&self, row: Change) -> Result<(), String> {
        let (done, saved) = oneshot::channel();
        let closed = || "the journal is closed".to_owned();
        self.writer.send((row, done)).await.map_err(|_| closed())?;
        saved.await.map_err(|_| closed())?
    }

    /// Saves a new table and its first match.
    pub async fn make(&self, id: &str, terms: &Terms, key: Key, seats: Vec<SeatRow>) -> Result<(), String> {
        let listed = terms.listed;
        let terms = serde_json::to_string(terms).map_err(|error| error.to_string())?;
        self.save(Change::Table { id: id.to_owned(), terms, listed, key, seats }).await
    }

    /// Saves an entry.
    pub async fn append(&self, table: &str, entry: JournalEntry) -> Result<(), String> {
        self.save(Change::Entry { table: table.to_owned(), entry }).await
    }

    /// Saves that somebody visits a table, so that it is kept.
    pub async fn visit(&self, table: &str) -> Result<(), String> {
        self.save(Change::Visit { table: table.to_owned() }).await
    }

    /// Saves who sits in a seat.
    pub async fn sit(
        &self,
        table: &str,
        seat: Seat,
        (token, person): (String, String),
        name: &str,
    ) -> Result<(), String> {
        let (table, name) = (table.to_owned(), name.to_owned());
        self.save(Change::Sit { table, seat, token, person, name }).await
    }

    /// Saves that another match begins.
    pub async fn deal(&self, table: &str, number: u64, key: Key, earlier: u64) -> Result<(), String> {
        self.save(Change::Match { table: table.to_owned(), number, key, earlier }).await
    }

    /// Saves the record of a match.
    pub async fn finish(&self, table: &str, number: u64, record: String) -> Result<(), String> {
        self.save(Change::Record { table: table.to_owned(), number, record }).await
    }

    fn wrong(&self, error: sqlx::Error) -> JournalError {
        self.store.wrong(error).into()
    }

    /// A table and the entries of its match; `None` if there is no such table.
    pub async fn load(&self, id: &str) -> Result<Option<(Kept, Vec<JournalEntry>)>, JournalError> {
        let sql = "select t.terms, t.number, m.deal_key, m.earlier from web_table t \
                   join web_match m on m.web_table = t.id and m.number = t.number where t.id = $1";
        let found = sqlx::query(sql).bind(id.to_owned()).fetch_optional(self.store.pool()).await;
        let Some(row) = found.map_err(|error| self.wrong(error))? else { return Ok(None) };
        let terms = terms_of(row.get("terms"))?;
        let key: Vec<u8> = row.get("deal_key");
        let key =
            Key(key.try_into().map_err(|_| JournalError::Unreadable("a key has 32 bytes".to_owned()))?);
        let (number, earlier): (i64, i64) = (row.get("number"), row.get("earlier"));
        let mut names = vec![None; terms.seats.len()];
        for stored in self.seats(id).await? {
            if let Some(name) = names.get_mut(stored.seat.index()) {
                *name = stored.name;
            }
        }
        let sql = "select number, seat, request, what from web_entry \
                   where web_table = $1 and number > $2 order by number";
        let rows = sqlx::query(sql).bind(id.to_owned()).bind(earlier).fetch_all(self.store.pool()).await;
        let entry = |row: &sqlx::any::AnyRow| {
            let what: &str = row.get("what");
            let request: Option<i64> = row.get("request");
            Ok(JournalEntry {
                number: row.get::<i64, _>("number") as u64,
                seat: seat_of(row)?,
                id: request.map(|id| id as u64),
                what: what.parse().map_err(|error| JournalError::Unreadable(format!("{error}")))?,
            })
        };
        let rows = rows.map_err(|error| self.wrong(error))?;
        let entries = rows.iter().map(entry).collect::<Result<Vec<JournalEntry>, JournalError>>()?;
        let (id, number, earlier) = (id.to_owned(), number as u64, earlier as u64);
        Ok(Some((Kept { id, terms, number, key, names, earlier }, entries)))
    }

    /// The people's seats at a table.
    pub async fn seats(&self, id: &str) -> Result<Vec<StoredSeat>, JournalError> {
        let sql = "select seat, invitation, token, name from web_seat where web_table = $1 order by seat";
        let rows = sqlx::query(sql).bind(id.to_owned()).fetch_all(self.store.pool()).await;
        let seat = |row: &sqlx::any::AnyRow| {
            Ok(StoredSeat {
                seat: seat_of(row)?,
                invitation: row.get("invitation"),
                token: row.get("token"),
                name: row.get("name"),
            })
        };
        rows.map_err(|error| self.wrong(error))?.iter().map(seat).collect()
    }

    /// Tables that the lobby shows, the newest first.
    pub async fn listed(&self, most: u32) -> Result<Vec<Listed>, JournalError> {
        let sql = "select t.id, t.terms from web_table t join web_match m \
                   on m.web_table = t.id and m.number = t.number \
                   where t.listed = 1 and m.finished is null order by t.touched desc limit $1";
        let rows = sqlx::query(sql).bind(i64::from(most)).fetch_all(self.store.pool()).await;
        let mut all = Vec::new();
        for row in rows.map_err(|error| self.wrong(error))? {
            let (id, terms): (String, Terms) = (row.get("id"), terms_of(row.get("terms"))?);
            let mut names = vec![None; terms.seats.len()];
            for stored in self.seats(&id).await? {
                if let Some(name) = names.get_mut(stored.seat.index()) {
                    *name = stored.name;
                }
            }
            all.push(Listed { id, terms, names });
        }
        Ok(all)
    }

    /// The matches of a person, the newest first.
    pub async fn matches(&self, person: &str, most: u32) -> Result<Vec<Played>, JournalError> {
        let sql = "select t.id, t.terms, s.seat, m.number, m.started, m.finished from web_seat s \
                   join web_table t on t.id = s.web_table join web_match m on m.web_table = t.id \
                   where s.person = $1 order by m.started desc limit $2";
        let rows = sqlx::query(sql).bind(person.to_owned()).bind(i64::from(most));
        let rows = rows.fetch_all(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        let played = |row: &sqlx::any::AnyRow| {
            Ok(Played {
                table: row.get("id"),
                number: row.get::<i64, _>("number") as u64,
                game: terms_of(row.get("terms"))?.game,
                seat: seat_of(row)?,
                started: row.get("started"),
                finished: row.get("finished"),
            })
        };
        rows.iter().map(played).collect()
    }

    /// The record of a finished match.
    pub async fn record(&self, table: &str, number: u64) -> Result<Option<String>, JournalError> {
        let sql = "select record from web_match where web_table = $1 and number = $2";
        let row = sqlx::query(sql).bind(table.to_owned()).bind(number as i64);
        let row = row.fetch_optional(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        Ok(row.and_then(|row| row.get("record")))
    }

    /// Forgets tables that nobody has touched for so long. Answers how many.
    pub async fn forget(&self, after: Duration) -> Result<u64, JournalError> {
        let before = now().saturating_sub(after.as_millis().try_into().unwrap_or(i64::MAX));
        let mut write = self.store.begin().await?;
        let old = "(select id from web_table where touched < $1)";
        let mut forgotten = 0;
        for (table, key) in [
            ("web_entry", "web_table"),
            ("web_match", "web_table"),
            ("web_seat", "web_table"),
            ("web_table", "id"),
        ] {
            let sql = format!("delete from {table} where {key} in {old}");
            let done = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(before).execute(&mut *write).await;
            forgotten = done.map_err(|error| self.wrong(error))?.rows_affected();
        }
        write.commit().await.map_err(|error| self.wrong(error))?;
        Ok(forgotten)
    }
}

/// At most this many rows are committed together.
const TOGETHER: usize = 256;

/// Writes what comes until every journal is dropped.
async fn write(store: Store, mut jobs: mpsc::Receiver<Job>) {
    let mut batch: Vec<Job> = Vec::new();
    while jobs.recv_many(&mut batch, TOGETHER).await > 0 {
        let rows: Vec<&Change> = batch.iter().map(|(row, _)| row).collect();
        match commit(&store, &rows).await {
            Ok(()) => batch.drain(..).for_each(|(_, done)| drop(done.send(Ok(())))),
            // One bad row must not harm the others: each by itself.
            Err(_) => {
                for (row, done) in batch.drain(..) {
                    let saved = commit(&store, &[&row]).await.map_err(|error| error.to_string());
                    // Nobody waits any more if the table is gone.
                    let _ = done.send(saved);
                }
            }
        }
    }
    store.close().await;
}

async fn commit(store: &Store, rows: &[&Change]) -> Result<(), StoreError> {
    let mut write = store.begin().await?;
    for row in rows {
        insert(&mut write, row).await.map_err(|error| store.wrong(error))?;
    }
    write.commit().await.map_err(|error| store.wrong(error))
}

async fn insert(write: &mut Write, row: &Change) -> Result<(), sqlx::Error> {
    let now = now();
    match row.clone() {
        Change::Table { id, terms, listed, key, seats } => {
            let sql = "insert into web_table (id, terms, number, listed, created, touched) \
                       values ($1, $2, 1, $3, $4, $5)";
            let query = sqlx::query(sql).bind(id.clone()).bind(terms).bind(i64::from(listed));
            query.bind(now).bind(now).execute(&mut **write).await?;
            for SeatRow { seat, invitation, sitter } in seats {
                let (token, person, name) = match sitter {
                    Some((token, person, name)) => (Some(token), Some(person), Some(name)),
                    None => (None, None, None),
                };
                let sql = "insert into web_seat (web_table, seat, invitation, token, person, name) \
                           values ($1, $2, $3, $4, $5, $6)";
                let query = sqlx::query(sql).bind(id.clone()).bind(seat.index() as i64).bind(invitation);
                query.bind(token).bind(person).bind(name).execute(&mut **write).await?;
            }
            deal(write, id, 1, key, 0, now).await
        }
        Change::Entry { table, entry } => {
            let sql = "insert into web_entry (web_table, number, seat, request, what, at) \
                       values ($1, $2, $3, $4, $5, $6)";
            let query = sqlx::query(sql).bind(table.clone()).bind(entry.number as i64);
            let query = query.bind(entry.seat.index() as i64).bind(entry.id.map(|id| id as i64));
            query.bind(entry.what.to_string()).bind(now).execute(&mut **write).await?;
            touch(write, table, now).await
        }
        Change::Visit { table } => touch(write, table, now).await,
        Change::Sit { table, seat, token, person, name } => {
            let sql = "update web_seat set token = $1, person = $2, name = $3, invitation = null \
                       where web_table = $4 and seat = $5";
            let query = sqlx::query(sql).bind(token).bind(person).bind(name).bind(table.clone());
            query.bind(seat.index() as i64).execute(&mut **write).await?;
            touch(write, table, now).await
        }
        Change::Match { table, number, key, earlier } => {
            let sql = "update web_table set number = $1, touched = $2 where id = $3";
            let query = sqlx::query(sql).bind(number as i64).bind(now).bind(table.clone());
            query.execute(&mut **write).await?;
            deal(write, table, number, key, earlier, now).await
        }
        Change::Record { table, number, record } => {
            let sql = "update web_match set record = $1, finished = $2 \
                       where web_table = $3 and number = $4 and record is null";
            let query = sqlx::query(sql).bind(record).bind(now).bind(table).bind(number as i64);
            query.execute(&mut **write).await.map(drop)
        }
    }
}

async fn touch(write: &mut Write, table: String, now: i64) -> Result<(), sqlx::Error> {
    let sql = "update web_table set touched = $1 where id = $2";
    sqlx::query(sql).bind(now).bind(table).execute(&mut **write).await.map(drop)
}

async fn deal(
    write: &mut Write,
    table: String,
    number: u64,
    key: Key,
    earlier: u64,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into web_match (web_table, number, deal_key, earlier, started) \
               values ($1, $2, $3, $4, $5)";
    let query = sqlx::query(sql).bind(table).bind(number as i64).bind(key.0.to_vec());
    query.bind(earlier as i64).bind(now).execute(&mut **write).await.map(drop)
}
