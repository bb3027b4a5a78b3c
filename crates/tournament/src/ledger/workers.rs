//! Rows that only tournaments on many machines have: artifacts, pins, and whose turn it is.

use store::sqlx;
use store::{Store, Write};

use super::rows::number;
use super::{Ledger, LedgerError, Trouble};
use crate::artifact::Packed;
use crate::worker::Pins;

impl Ledger {
    /// The tournament of this number.
    pub fn at(store: &Store, id: i64) -> Ledger {
        Ledger { store: store.clone(), id }
    }

    /// The tournaments of a store that are not finished.
    pub async fn unfinished(store: &Store) -> Result<Vec<Ledger>, LedgerError> {
        let ids = sqlx::query_scalar("select id from tournament where finished is null order by id");
        let ids: Vec<i64> = ids.fetch_all(store.pool()).await.map_err(|error| store.wrong(error))?;
        Ok(ids.into_iter().map(|id| Ledger::at(store, id)).collect())
    }

    /// Writes down trouble with a transaction that does more.
    pub async fn add_trouble_in(&self, write: &mut Write, trouble: &Trouble) -> Result<(), LedgerError> {
        let insert = sqlx::query(
            "insert into trouble (tournament, deal, at, worker, what) values ($1, $2, $3, $4, $5)",
        );
        let Trouble { deal, at, worker, what } = trouble;
        let insert = insert.bind(self.id).bind(number(*deal)).bind(number(*at)).bind(worker).bind(what);
        insert.execute(&mut **write).await.map_err(|error| self.wrong(error))?;
        Ok(())
    }

    /// Keeps the archive of an entry's program.
    pub async fn publish(&self, entry: usize, packed: &Packed) -> Result<(), LedgerError> {
        let mut write = self.store.begin().await?;
        let insert =
            sqlx::query("insert into artifact (sha256, bytes) values ($1, $2) on conflict do nothing");
        let insert = insert.bind(packed.sha256.to_string()).bind(packed.bytes.clone());
        insert.execute(&mut *write).await.map_err(|error| self.wrong(error))?;
        let update = sqlx::query("update entry set artifact = $3 where tournament = $1 and number = $2");
        let update = update.bind(self.id).bind(entry as i64).bind(packed.sha256.to_string());
        update.execute(&mut *write).await.map_err(|error| self.wrong(error))?;
        write.commit().await.map_err(|error| self.wrong(error))
    }

    /// The bytes of an archive.
    pub async fn artifact(&self, sha256: &str) -> Result<Option<Vec<u8>>, LedgerError> {
        let row = sqlx::query("select bytes from artifact where sha256 = $1").bind(sha256);
        let row = row.fetch_optional(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        row.map(|row| self.get(&row, 0)).transpose()
    }

    /// What the machines of this tournament have in common; empty if nobody has said.
    pub async fn pins(&self) -> Result<Pins, LedgerError> {
        let rows = sqlx::query("select what, value from pin where tournament = $1").bind(self.id);
        let rows = rows.fetch_all(self.store.pool()).await.map_err(|error| self.wrong(error))?;
        let pairs = rows.iter().map(|row| Ok((self.get(row, 0)?, self.get(row, 1)?)));
        pairs.collect::<Result<_, LedgerError>>().map(Pins)
    }

    /// Says what the machines of this tournament have in common, in the place of what was said before.
    pub async fn pin(&self, pins: &Pins) -> Result<(), LedgerError> {
        let mut write = self.store.begin().await?;
        let delete = sqlx::query("delete from pin where tournament = $1").bind(self.id);
        delete.execute(&mut *write).await.map_err(|error| self.wrong(error))?;
        for (what, value) in &pins.0 {
            let insert = sqlx::query("insert into pin (tournament, what, value) values ($1, $2, $3)");
            let insert = insert.bind(self.id).bind(what).bind(value);
            insert.execute(&mut *write).await.map_err(|error| self.wrong(error))?;
        }
        write.commit().await.map_err(|error| self.wrong(error))
    }
}
