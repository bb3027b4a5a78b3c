//! Opening a store: connections, migrations, and transactions that write.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::sync::Once;
use std::time::{Duration, Instant};

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Any, AnyConnection, AnyPool, Connection, Executor, SqlSafeStr, Transaction};

use crate::address::{Address, Kind};
use crate::error::StoreError;

/// The versions of the store, oldest first. A version that was released never changes.
const VERSIONS: &[(&str, &str)] = &[
    ("tournaments", include_str!("../migrations/1.sql")),
    ("workers", include_str!("../migrations/2.sql")),
    ("tables in the browser", include_str!("../migrations/3.sql")),
];

/// Commits reach the disk before they return, and survive a loss of power.
const PRAGMAS: &str = "pragma busy_timeout = 30000; pragma synchronous = full";

/// Readers do not wait for whoever writes. The file remembers it.
const LOG: &str = "pragma journal_mode = wal";

/// How long another process is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A client that freezes in a transaction must not hold others up: the server ends the transaction.
const SESSION: &str = "set idle_in_transaction_session_timeout = '15s'";

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
            _ => match Store::connect(address.clone()).await {
                // Standings can be read from a copy on a medium that nobody writes.
                Err(StoreError::ReadOnly { .. }) => Store::look_at(address).await,
                opened => opened,
            },
        }
    }

    /// Opens a file that cannot be written.
    async fn look_at(address: Address) -> Result<Store, StoreError> {
        let Address::File(path) = &address else { return Store::connect(address).await };
        let mut log = path.clone().into_os_string();
        log.push("-wal");
        // What is committed may still be in the log beside the file. Without one, SQLite need not write even a lock.
        let has_log = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
        let mode = if has_log { "mode=ro" } else { "mode=ro&immutable=1" };
        Store::dial(address, mode, None).await?.of_this_version().await
    }

    /// Joins the work on a store that is there, and changes nothing about it: a worker's role may not. It must have
    /// exactly the version known here.
    pub async fn join(text: &str) -> Result<Store, StoreError> {
        Store::dial(Address::read(text), "mode=rw", None).await?.of_this_version().await
    }

    /// Refuses a store that has not exactly the version known here.
    async fn of_this_version(self) -> Result<Store, StoreError> {
        let store = self;
        let found = sqlx::query_scalar("select max(version) from _sqlx_migrations");
        let found: Option<i64> = found.fetch_one(store.pool()).await.map_err(|error| store.wrong(error))?;
        let (known, store_name) = (VERSIONS.len() as i64, store.address.to_string());
        match found.unwrap_or(0) {
            found if found == known => Ok(store),
            found if found > known => Err(StoreError::Newer { store: store_name, found, known }),
            found => {
                let why = format!("it has version {found}, expected {known}; its owner must open it once");
                Err(StoreError::Foreign { store: store_name, why })
            }
        }
    }

    async fn connect(address: Address) -> Result<Store, StoreError> {
        let store = Store::dial(address, "mode=rw", Some(VERSIONS)).await?;
        if store.kind() == Kind::Postgres {
            store.install_queue().await?;
        }
        Ok(store)
    }

    /// Connects, and brings the store to the newest of these versions if there are any.
    async fn dial(
        address: Address,
        mode: &str,
        versions: Option<&'static [(&str, &str)]>,
    ) -> Result<Store, StoreError> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(sqlx::any::install_default_drivers);
        let is_file = address.kind() == Kind::Sqlite;
        let url = address.url(mode);
        let can_write = mode == "mode=rw";
        let begun = Instant::now();
        // One connection by itself first: a pool tries again where trying again is of no use.
        while let Err(error) = prepare(&url, can_write, versions, &address).await {
            if !is_file || !error.is_contended() || begun.elapsed() > PATIENCE {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let options = AnyPoolOptions::new().max_connections(8).acquire_timeout(PATIENCE);
        let options = options.after_connect(move |connection, _| {
            Box::pin(async move {
                connection.execute(if is_file { PRAGMAS } else { SESSION }).await?;
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

    /// Closes all connections. The last one of an SQLite store moves what is in the log into the file, which is whole
    /// by itself then.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Connects once and brings the store to the newest of these versions, if there are any.
async fn prepare(
    url: &str,
    can_write: bool,
    versions: Option<&'static [(&str, &str)]>,
    address: &Address,
) -> Result<(), StoreError> {
    let wrong = |error| StoreError::of(address, error);
    let mut first = AnyConnection::connect(url).await.map_err(wrong)?;
    if address.kind() == Kind::Sqlite {
        first.execute(PRAGMAS).await.map_err(wrong)?;
        if can_write {
            first.execute(LOG).await.map_err(wrong)?;
        }
    }
    if let Some(versions) = versions {
        migrate(&mut first, versions, address).await?;
    }
    first.close().await.map_err(wrong)
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
