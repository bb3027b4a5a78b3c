//! Opening a store: connections, migrations, and transactions that write.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::sync::Once;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Any, AnyConnection, AnyPool, Connection, Executor, SqlSafeStr, Transaction};

use crate::address::{Address, Kind};
use crate::error::StoreError;

/// The versions of the store, oldest first. A version that was released never changes.
const VERSIONS: &[(&str, &str)] = &[
    ("tournaments", include_str!("../migrations/1.sql")),
    ("tables in the browser", include_str!("../migrations/2.sql")),
];

/// Commits reach the disk before they return, and survive a loss of power.
const PRAGMAS: &str = "pragma busy_timeout = 30000; pragma journal_mode = wal; pragma synchronous = full";

/// An open store. A clone shares its connections.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    address: Address,
}

/// A transaction that writes.
pub type Write = Transaction<'static, Any>;

impl Store {
    /// Opens a store, makes it if it is not there, and brings it to the newest version.
    pub async fn open(text: &str) -> Result<Store, StoreError> {
        let address = Address::read(text);
        if let Address::File(path) = &address {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            // It holds the key of the deals.
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            match options.open(path) {
                Ok(_) => (),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => (),
                Err(error) => return Err(StoreError::of(&address, error.into())),
            }
        }
        Store::connect(address).await
    }

    /// Opens a store that must be there.
    pub async fn open_existing(text: &str) -> Result<Store, StoreError> {
        let address = Address::read(text);
        match &address {
            Address::File(path) if !path.exists() => Err(StoreError::Missing { store: address.to_string() }),
            _ => Store::connect(address).await,
        }
    }

    async fn connect(address: Address) -> Result<Store, StoreError> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(sqlx::any::install_default_drivers);
        let is_file = address.kind() == Kind::Sqlite;
        let url = address.url("mode=rw");
        // One connection by itself first: a pool tries again where trying again is of no use.
        let first = async {
            let mut first = AnyConnection::connect(&url).await?;
            if is_file {
                first.execute(PRAGMAS).await?;
            }
            Ok(first)
        };
        let mut first = first.await.map_err(|error| StoreError::of(&address, error))?;
        migrate(&mut first, VERSIONS, &address).await?;
        first.close().await.map_err(|error| StoreError::of(&address, error))?;
        let options = AnyPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_secs(30));
        let options = options.after_connect(move |connection, _| {
            Box::pin(async move {
                if is_file {
                    connection.execute(PRAGMAS).await?;
                }
                Ok(())
            })
        });
        let pool = options.connect(&url).await;
        Ok(Store { pool: pool.map_err(|error| StoreError::of(&address, error))?, address })
    }

    /// For queries.
    pub fn pool(&self) -> &AnyPool {
        &self.pool
    }

    /// Where it is.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Which database it is.
    pub fn kind(&self) -> Kind {
        self.address.kind()
    }

    /// Begins to write. Nothing is kept unless it is committed.
    pub async fn begin(&self) -> Result<Write, StoreError> {
        // A transaction of SQLite that reads first and then writes can fail at the write if another one wrote.
        let begun = match self.kind() {
            Kind::Sqlite => self.pool.begin_with("begin immediate").await,
            Kind::Postgres => self.pool.begin().await,
        };
        begun.map_err(|error| self.wrong(error))
    }

    /// Names what the database said.
    pub fn wrong(&self, error: sqlx::Error) -> StoreError {
        StoreError::of(&self.address, error)
    }

    /// Closes all connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Brings the store to the newest of these versions.
async fn migrate(
    connection: &mut AnyConnection,
    versions: &'static [(&str, &str)],
    address: &Address,
) -> Result<(), StoreError> {
    let number = |at: usize| i64::try_from(at + 1).expect("few versions");
    let migration = |(at, (name, sql)): (usize, &(&'static str, &'static str))| {
        Migration::new(number(at), (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let migrator = Migrator::with_migrations(versions.iter().enumerate().map(migration).collect());
    let done = migrator.run_direct(None, connection, false).await;
    done.map_err(|error| StoreError::of_migration(address, error, number(versions.len() - 1)))
}
