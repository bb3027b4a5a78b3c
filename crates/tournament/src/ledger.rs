//! The ledger: rows of the store as the types of this crate, and back.
//!
//! A deal is written once: all its matches, records and logs in one transaction. Exactly once comes from the
//! primary key (tournament, deal, seating); who comes second changes nothing.

mod rows;
mod workers;

use std::time::{SystemTime, UNIX_EPOCH};

use futures_util::{Stream, StreamExt};
use store::sqlx::{self, Row};
use store::{Store, StoreError, Write};
use table::key::{Hash, Key};
use table::record::Record;

use crate::contest::Contest;
use crate::plan::Round;
use crate::results::MatchResult;

use rows::{
    encounters_text, number, numbers_text, read_encounters, read_numbers, result_of, times_text, unsigned,
};

/// One tournament in a store.
#[derive(Clone, Debug)]
pub struct Ledger {
    store: Store,
    id: i64,
}

/// Why the ledger cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The store says no.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such tournament.
    #[error("{store}: no tournament named {name:?}{hint}")]
    Unknown {
        /// The store.
        store: String,
        /// The name.
        name: String,
        /// Which there are.
        hint: String,
    },
    /// There is none, or not only one.
    #[error("{store}: {why}")]
    NotOne {
        /// The store.
        store: String,
        /// How many there are.
        why: String,
    },
    /// A row is not what it should be.
    #[error("{store}: {what}: {why}")]
    Row {
        /// The store.
        store: String,
        /// Which.
        what: String,
        /// What is wrong with it.
        why: String,
    },
}

/// A tournament as it was begun.
#[derive(Clone, Debug)]
pub struct TournamentRow {
    /// Its number in the store.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The contest file.
    pub contest: String,
    /// Where its commands run.
    pub folder: String,
    /// The hash of the master key.
    pub commitment: Hash,
    /// The croupier that began it.
    pub build: String,
    /// When it began, in Unix milliseconds.
    pub created: u64,
    /// When its last deal ended.
    pub finished: Option<u64>,
}

/// An entry as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryRow {
    /// Its name.
    pub name: String,
    /// A command, or one of our players.
    pub command: String,
    /// The hash of the program, as records name it.
    pub sha256: String,
    /// The hash of the archive that workers fetch.
    pub artifact: Option<String>,
    /// When it was withdrawn, in Unix milliseconds.
    pub withdrawn: Option<u64>,
}

/// A match that is to be written.
#[derive(Clone, Debug)]
pub struct MatchEntry {
    /// What counts.
    pub result: MatchResult,
    /// The record, as it is kept.
    pub record: String,
    /// For each seat, the end of its bot's standard error.
    pub logs: Vec<Vec<u8>>,
}

impl MatchEntry {
    /// From a match that was played.
    pub fn new(
        (deal, seating, round): (u64, u32, u32),
        entries: Vec<usize>,
        record: &Record,
        logs: Vec<Vec<u8>>,
        worker: &str,
    ) -> MatchEntry {
        let result = MatchResult::of(record, (deal, seating), entries);
        let result = MatchResult { round, finished: now(), worker: worker.to_owned(), ..result };
        MatchEntry { result, record: record.to_string(), logs }
    }
}

/// The end of what a bot wrote to standard error in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotLog {
    /// The deal.
    pub deal: u64,
    /// Which of its seatings.
    pub seating: u32,
    /// Where it sat, from 0.
    pub seat: usize,
    /// Whose bot.
    pub entry: usize,
    /// What it wrote.
    pub bytes: Vec<u8>,
}

/// What happened to an entry between runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryChange {
    /// Which.
    pub entry: usize,
    /// When, in Unix milliseconds.
    pub at: u64,
    /// `withdrawn` or `replaced`.
    pub what: String,
    /// Its command before.
    pub command: String,
    /// Its program before.
    pub sha256: String,
}

/// Something that went wrong and that somebody should look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The deal.
    pub deal: u64,
    /// When, in Unix milliseconds.
    pub at: u64,
    /// Who saw it.
    pub worker: String,
    /// What it is.
    pub what: String,
}

/// Unix milliseconds.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis().try_into().unwrap_or(u64::MAX)
}

/// The build that a tournament pins.
pub const BUILD: &str = concat!("croupier ", env!("CARGO_PKG_VERSION"));

impl Ledger {
    /// Begins a tournament: it, its key and its entries in one transaction.
    pub async fn create(
        store: &Store,
        contest: &Contest,
        folder: &str,
        key: Key,
        hashes: &[String],
    ) -> Result<Ledger, LedgerError> {
        let wrong = |error| LedgerError::from(store.wrong(error));
        let mut write = store.begin().await?;
        let id: i64 = sqlx::query_scalar("select coalesce(max(id), 0) + 1 from tournament")
            .fetch_one(&mut *write)
            .await
            .map_err(wrong)?;
        sqlx::query(
            "insert into tournament (id, name, contest, folder, commitment, build, created, finished)
             values ($1, $2, $3, $4, $5, $6, $7, null)",
        )
        .bind(id)
        .bind(&contest.name)
        .bind(&contest.text)
        .bind(folder)
        .bind(key.commitment().to_string())
        .bind(BUILD)
        .bind(number(now()))
        .execute(&mut *write)
        .await
        .map_err(wrong)?;
        sqlx::query("insert into secret (tournament, master_key) values ($1, $2)")
            .bind(id)
            .bind(key.0.to_vec())
            .execute(&mut *write)
            .await
            .map_err(wrong)?;
        for (at, (entry, hash)) in contest.entries.iter().zip(hashes).enumerate() {
            sqlx::query(
                "insert into entry (tournament, number, name, command, sha256, artifact, withdrawn)
                 values ($1, $2, $3, $4, $5, null, null)",
            )
            .bind(id)
            .bind(at as i64)
            .bind(&entry.name)
            .bind(&entry.command)
            .bind(hash)
            .execute(&mut *write)
            .await
            .map_err(wrong)?;
        }
        write.commit().await.map_err(wrong)?;
        Ok(Ledger { store: store.clone(), id })
    }

    /// The tournament of this name, if it has begun.
    pub async fn find(store: &Store, name: &str) -> Result<Option<Ledger>, LedgerError> {
        let id = sqlx::query_scalar("select id from tournament where name = $1").bind(name);
        let id: Option<i64> = id.fetch_optional(store.pool()).await.map_err(|error| store.wrong(error))?;
        Ok(id.map(|id| Ledger { store: store.clone(), id }))
    }

    /// The tournament of this name; without a name the only one of the store.
    pub async fn open(store: &Store, name: Option<&str>) -> Result<Ledger, LedgerError> {
        let names = Ledger::names(store).await?;
        let at = store.address().to_string();
        let name = match (name, &names[..]) {
            (Some(name), _) => name,
            (None, [name]) => name,
            (None, []) => {
                return Err(LedgerError::NotOne {
                    store: at,
                    why: "no tournament has begun here".to_owned(),
                });
            }
            (None, _) => {
                let why = format!("expected the name of one of its tournaments: {}", names.join(", "));
                return Err(LedgerError::NotOne { store: at, why });
            }
        };
        Ledger::find(store, name).await?.ok_or_else(|| {
            let known: Vec<&str> = names.iter().map(String::as_str).collect();
            let hint = if known.is_empty() {
                "; no tournament has begun here".to_owned()
            } else {
                format!("; {}", games::suggest::instead(name, "tournaments", &known))
            };
            LedgerError::Unknown { store: at, name: name.to_owned(), hint }
        })
    }

    /// The tournaments of a store.
    pub async fn names(store: &Store) -> Result<Vec<String>, LedgerError> {
        let names = sqlx::query_scalar("select name from tournament order by id");
        Ok(names.fetch_all(store.pool()).await.map_err(|error| store.wrong(error))?)
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The tournament's number in the store.
    pub fn id(&self) -> i64 {
        self.id
    }

    /// The tournament as it was begun.
    pub async fn tournament(&self) -> Result<TournamentRow, LedgerError> {
        let row = sqlx::query(
            "select name, contest, folder, commitment, build, created, finished from tournament where id = $1",
        );
        let row = row.bind(self.id).fetch_one(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        let commitment: String = self.get(&row, 3)?;
        Ok(TournamentRow {
            id: self.id,
            name: self.get(&row, 0)?,
            contest: self.get(&row, 1)?,
            folder: self.get(&row, 2)?,
            commitment: commitment.parse().map_err(|error| self.bad("commitment", &error))?,
            build: self.get(&row, 4)?,
            created: unsigned(self.get(&row, 5)?),
            finished: self.get::<Option<i64>>(&row, 6)?.map(unsigned),
        })
    }

    /// The master key, which is secret until the tournament is finished.
    pub async fn key(&self) -> Result<Key, LedgerError> {
        let row = sqlx::query("select master_key from secret where tournament = $1").bind(self.id);
        let row = row.fetch_one(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        let bytes: Vec<u8> = self.get(&row, 0)?;
        let bytes = bytes.try_into().map_err(|_| self.bad("key", &"expected 32 bytes"))?;
        Ok(Key(bytes))
    }

    /// The entries in the order of their numbers.
    pub async fn entries(&self) -> Result<Vec<EntryRow>, LedgerError> {
        let rows = sqlx::query(
            "select name, command, sha256, artifact, withdrawn from entry where tournament = $1 order by number",
        );
        let rows = rows.bind(self.id).fetch_all(self.store.pool()).await;
        let entry = |row: &sqlx::any::AnyRow| {
            Ok(EntryRow {
                name: self.get(row, 0)?,
                command: self.get(row, 1)?,
                sha256: self.get(row, 2)?,
                artifact: self.get(row, 3)?,
                withdrawn: self.get::<Option<i64>>(row, 4)?.map(unsigned),
            })
        };
        rows.map_err(|error| self.wrong(error))?.iter().map(entry).collect()
    }

    /// The stored rounds in the order of their numbers.
    pub async fn rounds(&self) -> Result<Vec<Round>, LedgerError> {
        let rows = sqlx::query(
            "select number, stage, first_deal, deals, encounters, byes from round
             where tournament = $1 order by number",
        );
        let rows = rows.bind(self.id).fetch_all(self.store.pool()).await;
        let round = |row: &sqlx::any::AnyRow| {
            let small = |value: i64| u32::try_from(value).unwrap_or(u32::MAX);
            let (encounters, byes): (String, String) = (self.get(row, 4)?, self.get(row, 5)?);
            Ok(Round {
                number: small(self.get(row, 0)?),
                stage: small(self.get(row, 1)?),
                first_deal: unsigned(self.get(row, 2)?),
                deals: unsigned(self.get(row, 3)?),
                encounters: read_encounters(&encounters).ok_or_else(|| self.bad("round", &encounters))?,
                byes: read_numbers(&byes).ok_or_else(|| self.bad("round", &byes))?,
            })
        };
        rows.map_err(|error| self.wrong(error))?.iter().map(round).collect()
    }

    /// Stores a round, once.
    pub async fn add_round(&self, round: &Round) -> Result<(), LedgerError> {
        let insert = sqlx::query(
            "insert into round (tournament, number, stage, first_deal, deals, encounters, byes)
             values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing",
        );
        let insert = insert
            .bind(self.id)
            .bind(i64::from(round.number))
            .bind(i64::from(round.stage))
            .bind(number(round.first_deal))
            .bind(number(round.deals))
            .bind(encounters_text(&round.encounters))
            .bind(numbers_text(&round.byes));
        insert.execute(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        Ok(())
    }

    /// Writes a deal in one transaction. Answers whether it was not there before.
    pub async fn insert(&self, matches: &[MatchEntry]) -> Result<bool, LedgerError> {
        let mut write = self.store.begin().await?;
        let is_new = self.insert_in(&mut write, matches).await?;
        write.commit().await.map_err(|error| self.wrong(error))?;
        Ok(is_new)
    }

    /// The same in a transaction that does more.
    pub async fn insert_in(&self, write: &mut Write, matches: &[MatchEntry]) -> Result<bool, LedgerError> {
        let mut is_new = false;
        for MatchEntry { result, record, logs } in matches {
            let record =
                zstd::encode_all(record.as_bytes(), 3).map_err(|error| self.bad("record", &error))?;
            let insert = sqlx::query(
                "insert into \"match\"
                 (tournament, deal, seating, round, entries, payoffs, ending, times, finished, worker, record)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing",
            );
            let insert = insert
                .bind(self.id)
                .bind(number(result.deal))
                .bind(i64::from(result.seating))
                .bind(i64::from(result.round))
                .bind(numbers_text(&result.entries))
                .bind(numbers_text(&result.payoffs))
                .bind(result.ending.to_string())
                .bind(times_text(&result.seats))
                .bind(number(result.finished))
                .bind(&result.worker)
                .bind(record);
            let done = insert.execute(&mut **write).await.map_err(|error| self.wrong(error))?;
            if done.rows_affected() == 0 {
                // The logs are those of the match that is kept.
                continue;
            }
            is_new = true;
            for (seat, bytes) in logs.iter().enumerate().filter(|(_, bytes)| !bytes.is_empty()) {
                let insert = sqlx::query(
                    "insert into bot_log (tournament, deal, seating, seat, entry, bytes)
                     values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
                );
                let insert = insert
                    .bind(self.id)
                    .bind(number(result.deal))
                    .bind(i64::from(result.seating))
                    .bind(seat as i64)
                    .bind(result.entries.get(seat).map_or(-1, |&entry| entry as i64))
                    .bind(bytes.clone());
                insert.execute(&mut **write).await.map_err(|error| self.wrong(error))?;
            }
        }
        Ok(is_new)
    }

    /// Every match, by deal and seating, one after the other.
    pub fn results(&self) -> impl Stream<Item = Result<MatchResult, LedgerError>> + '_ {
        self.results_from(0)
    }

    /// Every match from this deal on.
    pub fn results_from(&self, deal: u64) -> impl Stream<Item = Result<MatchResult, LedgerError>> + '_ {
        let rows = sqlx::query(
            "select deal, seating, round, entries, payoffs, ending, times, finished, worker from \"match\"
             where tournament = $1 and deal >= $2 order by deal, seating",
        );
        rows.bind(self.id).bind(number(deal)).fetch(self.store.pool()).map(move |row| {
            let row = row.map_err(|error| self.wrong(error))?;
            result_of(&row).map_err(|why| self.bad("match", &why))
        })
    }

    /// The numbers of the deals that are there from `first` on, at most `most`, in order.
    pub async fn deals_from(&self, first: u64, most: u64) -> Result<Vec<u64>, LedgerError> {
        let deals = sqlx::query_scalar(
            "select distinct deal from \"match\" where tournament = $1 and deal >= $2 order by deal limit $3",
        );
        let deals = deals.bind(self.id).bind(number(first)).bind(number(most));
        let deals: Vec<i64> = deals.fetch_all(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        Ok(deals.into_iter().map(unsigned).collect())
    }

    /// How many deals are there.
    pub async fn count_deals(&self) -> Result<u64, LedgerError> {
        let count =
            sqlx::query_scalar("select count(*) from \"match\" where tournament = $1 and seating = 0");
        let count: i64 =
            count.bind(self.id).fetch_one(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        Ok(unsigned(count))
    }

    /// The record of a match.
    pub async fn record(&self, deal: u64, seating: u32) -> Result<Option<String>, LedgerError> {
        let row =
            sqlx::query("select record from \"match\" where tournament = $1 and deal = $2 and seating = $3");
        let row = row.bind(self.id).bind(number(deal)).bind(i64::from(seating));
        let row = row.fetch_optional(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        let Some(row) = row else { return Ok(None) };
        let packed: Vec<u8> = self.get(&row, 0)?;
        let bytes = zstd::decode_all(&packed[..]).map_err(|error| self.bad("record", &error))?;
        String::from_utf8(bytes).map(Some).map_err(|error| self.bad("record", &error))
    }

    /// The end of a bot's standard error in a match; `None` if it wrote nothing.
    pub async fn log(&self, deal: u64, seating: u32, seat: usize) -> Result<Option<Vec<u8>>, LedgerError> {
        let row = sqlx::query(
            "select bytes from bot_log where tournament = $1 and deal = $2 and seating = $3 and seat = $4",
        );
        let row = row.bind(self.id).bind(number(deal)).bind(i64::from(seating)).bind(seat as i64);
        let row = row.fetch_optional(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        row.map(|row| self.get(&row, 0)).transpose()
    }

    /// Withdraws an entry: no deal with it is begun from now on.
    pub async fn withdraw(&self, entry: usize) -> Result<(), LedgerError> {
        let mut write = self.store.begin().await?;
        self.note_change(&mut write, entry, "withdrawn").await?;
        let update = sqlx::query("update entry set withdrawn = $3 where tournament = $1 and number = $2");
        let update = update.bind(self.id).bind(entry as i64).bind(number(now()));
        update.execute(&mut *write).await.map_err(|error| self.wrong(error))?;
        write.commit().await.map_err(|error| self.wrong(error))
    }

    /// Gives an entry another program from now on. What it has played stays.
    pub async fn replace(&self, entry: usize, command: &str, sha256: &str) -> Result<(), LedgerError> {
        let mut write = self.store.begin().await?;
        self.note_change(&mut write, entry, "replaced").await?;
        let update = sqlx::query(
            "update entry set command = $3, sha256 = $4, artifact = null, withdrawn = null
             where tournament = $1 and number = $2",
        );
        let update = update.bind(self.id).bind(entry as i64).bind(command).bind(sha256);
        update.execute(&mut *write).await.map_err(|error| self.wrong(error))?;
        write.commit().await.map_err(|error| self.wrong(error))
    }

    /// Keeps what an entry was before it changes.
    async fn note_change(&self, write: &mut Write, entry: usize, what: &str) -> Result<(), LedgerError> {
        let insert = sqlx::query(
            "insert into entry_change (tournament, number, entry, at, what, command, sha256)
             select tournament, (select count(*) from entry_change where tournament = $1), number, $3, $4, command, sha256
             from entry where tournament = $1 and number = $2",
        );
        let insert = insert.bind(self.id).bind(entry as i64).bind(number(now())).bind(what);
        insert.execute(&mut **write).await.map_err(|error| self.wrong(error))?;
        Ok(())
    }

    /// What happened to entries between runs, oldest first.
    pub async fn changes(&self) -> Result<Vec<EntryChange>, LedgerError> {
        let rows = sqlx::query(
            "select entry, at, what, command, sha256 from entry_change where tournament = $1 order by number",
        );
        let rows = rows.bind(self.id).fetch_all(self.store.pool()).await;
        let change = |row: &sqlx::any::AnyRow| {
            Ok(EntryChange {
                entry: usize::try_from(self.get::<i64>(row, 0)?).unwrap_or_default(),
                at: unsigned(self.get(row, 1)?),
                what: self.get(row, 2)?,
                command: self.get(row, 3)?,
                sha256: self.get(row, 4)?,
            })
        };
        rows.map_err(|error| self.wrong(error))?.iter().map(change).collect()
    }

    /// Replaces the contest file, where only what may change has changed.
    pub async fn update_contest(&self, text: &str) -> Result<(), LedgerError> {
        let update = sqlx::query("update tournament set contest = $2 where id = $1").bind(self.id).bind(text);
        update.execute(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        Ok(())
    }

    /// What an entry wrote to standard error, the newest match first, at most `most`.
    pub async fn logs(&self, entry: usize, most: u64) -> Result<Vec<BotLog>, LedgerError> {
        let rows = sqlx::query(
            "select l.deal, l.seating, l.seat, l.entry, l.bytes from bot_log l
             join \"match\" m on m.tournament = l.tournament and m.deal = l.deal and m.seating = l.seating
             where l.tournament = $1 and l.entry = $2
             order by m.finished desc, l.deal desc, l.seating desc, l.seat limit $3",
        );
        let rows =
            rows.bind(self.id).bind(entry as i64).bind(number(most)).fetch_all(self.store.pool()).await;
        rows.map_err(|error| self.wrong(error))?.iter().map(|row| self.bot_log(row)).collect()
    }

    /// What the bots of a match wrote to standard error, by seat.
    pub async fn logs_of(&self, deal: u64, seating: u32) -> Result<Vec<BotLog>, LedgerError> {
        let rows = sqlx::query(
            "select deal, seating, seat, entry, bytes from bot_log
             where tournament = $1 and deal = $2 and seating = $3 order by seat",
        );
        let rows = rows.bind(self.id).bind(number(deal)).bind(i64::from(seating));
        let rows = rows.fetch_all(self.store.pool()).await;
        rows.map_err(|error| self.wrong(error))?.iter().map(|row| self.bot_log(row)).collect()
    }

    fn bot_log(&self, row: &sqlx::any::AnyRow) -> Result<BotLog, LedgerError> {
        let small = |value: i64| usize::try_from(value).unwrap_or(usize::MAX);
        Ok(BotLog {
            deal: unsigned(self.get(row, 0)?),
            seating: u32::try_from(self.get::<i64>(row, 1)?).unwrap_or(u32::MAX),
            seat: small(self.get(row, 2)?),
            entry: small(self.get(row, 3)?),
            bytes: self.get(row, 4)?,
        })
    }

    /// The entry in each seat of a match; empty if it is not there.
    pub async fn seated(&self, deal: u64, seating: u32) -> Result<Vec<usize>, LedgerError> {
        let row = sqlx::query_scalar(
            "select entries from \"match\" where tournament = $1 and deal = $2 and seating = $3",
        );
        let row = row.bind(self.id).bind(number(deal)).bind(i64::from(seating));
        let text: Option<String> =
            row.fetch_optional(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        let text = text.unwrap_or_default();
        read_numbers(&text).ok_or_else(|| self.bad("match", &text))
    }

    /// Says that every deal of the plan is played. From now on the key may be shown.
    pub async fn finish(&self) -> Result<(), LedgerError> {
        let update = sqlx::query("update tournament set finished = $2 where id = $1 and finished is null");
        let update = update.bind(self.id).bind(number(now()));
        update.execute(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        Ok(())
    }

    /// Writes down something that somebody should look at.
    pub async fn add_trouble(&self, trouble: &Trouble) -> Result<(), LedgerError> {
        let insert = sqlx::query(
            "insert into trouble (tournament, deal, at, worker, what) values ($1, $2, $3, $4, $5)",
        );
        let Trouble { deal, at, worker, what } = trouble;
        let insert = insert.bind(self.id).bind(number(*deal)).bind(number(*at)).bind(worker).bind(what);
        insert.execute(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        Ok(())
    }

    /// Everything that went wrong, oldest first.
    pub async fn troubles(&self) -> Result<Vec<Trouble>, LedgerError> {
        let rows =
            sqlx::query("select deal, at, worker, what from trouble where tournament = $1 order by at");
        let rows = rows.bind(self.id).fetch_all(self.store.pool()).await;
        let trouble = |row: &sqlx::any::AnyRow| {
            Ok(Trouble {
                deal: unsigned(self.get(row, 0)?),
                at: unsigned(self.get(row, 1)?),
                worker: self.get(row, 2)?,
                what: self.get(row, 3)?,
            })
        };
        rows.map_err(|error| self.wrong(error))?.iter().map(trouble).collect()
    }

    /// Names what the database said.
    pub fn wrong(&self, error: sqlx::Error) -> LedgerError {
        self.store.wrong(error).into()
    }

    /// Names a row that is not what it should be.
    pub(crate) fn bad(&self, what: &str, why: &impl std::fmt::Display) -> LedgerError {
        let store = self.store.address().to_string();
        LedgerError::Row { store, what: what.to_owned(), why: why.to_string() }
    }

    fn get<'r, T>(&self, row: &'r sqlx::any::AnyRow, at: usize) -> Result<T, LedgerError>
    where
        T: sqlx::Decode<'r, sqlx::Any> + sqlx::Type<sqlx::Any>,
    {
        row.try_get(at).map_err(|error| self.wrong(error))
    }
}
