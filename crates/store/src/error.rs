//! What can go wrong with a store, in words.

use std::io::ErrorKind;

use sqlx::migrate::MigrateError;

use crate::address::{Address, Kind};

/// Why a store cannot be used. What was committed before stays.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is none.
    #[error("{store}: no such store")]
    Missing {
        /// Which.
        store: String,
    },
    /// A newer croupier has written it.
    #[error(
        "{store}: this store has version {found}, but this croupier knows versions up to {known}; \
         use the croupier that wrote it or a newer one"
    )]
    Newer {
        /// Which.
        store: String,
        /// Its version.
        found: i64,
        /// The newest that is known.
        known: i64,
    },
    /// It is not ours.
    #[error("{store}: expected a store of croupier, found something else ({why})")]
    Foreign {
        /// Which.
        store: String,
        /// What the database said.
        why: String,
    },
    /// It can be read but not written.
    #[error("{store}: the store is read-only; everything committed before is still there")]
    ReadOnly {
        /// Which.
        store: String,
    },
    /// No space is left.
    #[error(
        "{store}: the disk is full; everything committed before is still there. Make space and give the same \
         command again"
    )]
    Full {
        /// Which.
        store: String,
    },
    /// The system refuses to write.
    #[error(
        "{store}: the disk could not be written ({why}); everything committed before is still there. Give the same \
         command again once it can"
    )]
    Disk {
        /// Which.
        store: String,
        /// What the database said.
        why: String,
    },
    /// Somebody else works on it.
    #[error("{store}: another process works on this store ({what}); wait for it or end it")]
    Locked {
        /// Which.
        store: String,
        /// With what.
        what: String,
    },
    /// Everything else.
    #[error("{store}: {error}")]
    Database {
        /// Which.
        store: String,
        /// What the database said.
        error: sqlx::Error,
    },
}

impl StoreError {
    /// Names what the database said.
    pub fn of(store: &Address, error: sqlx::Error) -> StoreError {
        let name = store.to_string();
        // What the system said about the file or its lock, where no database was asked.
        if let (Address::File(path), sqlx::Error::Io(said)) = (store, &error) {
            match said.kind() {
                ErrorKind::ReadOnlyFilesystem => return StoreError::ReadOnly { store: name },
                ErrorKind::PermissionDenied if path.exists() => return StoreError::ReadOnly { store: name },
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => return StoreError::Full { store: name },
                _ => (),
            }
        }
        match sqlite_code(store, &error) {
            Some(8) => StoreError::ReadOnly { store: name },
            Some(14) if is_write_protected(store) => StoreError::ReadOnly { store: name },
            Some(13) => StoreError::Full { store: name },
            Some(10) => StoreError::Disk { store: name, why: said(&error) },
            Some(11 | 26) => StoreError::Foreign { store: name, why: said(&error) },
            _ if postgres_code(store, &error).as_deref() == Some("53100") => StoreError::Full { store: name },
            _ if postgres_code(store, &error).as_deref() == Some("25006") => {
                StoreError::ReadOnly { store: name }
            }
            _ => StoreError::Database { store: name, error },
        }
    }

    /// Names what a migration said.
    pub(crate) fn of_migration(store: &Address, error: MigrateError, known: i64) -> StoreError {
        let name = store.to_string();
        match error {
            MigrateError::VersionMissing(found) => StoreError::Newer { store: name, found, known },
            MigrateError::VersionMismatch(version) => StoreError::Foreign {
                store: name,
                why: format!("its version {version} differs from the version of that number known here"),
            },
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                StoreError::of(store, error)
            }
            other => StoreError::Foreign { store: name, why: other.to_string() },
        }
    }

    /// Is another process opening the same file in this moment? SQLite has no lock for what is done then: it is busy, or
    /// the other has just made the same tables.
    pub(crate) fn is_contended(&self) -> bool {
        let StoreError::Database { error: sqlx::Error::Database(error), .. } = self else { return false };
        let code = error.code().and_then(|code| code.parse::<i64>().ok()).map(|code| code & 0xff);
        let is_there =
            error.message().contains("already exists") || error.message().contains("UNIQUE constraint");
        match code {
            Some(5 | 6) => true,
            Some(1 | 19) => is_there,
            _ => false,
        }
    }

    /// May the same succeed a moment later? True while a server restarts or its connection is lost.
    pub fn is_passing(&self) -> bool {
        let StoreError::Database { error, .. } = self else { return false };
        match error {
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed => true,
            // The server is shutting down or starting, gave up on a deadlock, or on a client that froze.
            sqlx::Error::Database(error) => error.code().is_some_and(|code| {
                code.starts_with("57P") || code.starts_with("40") || code.starts_with("08") || code == "25P03"
            }),
            _ => false,
        }
    }
}

/// The primary result code of SQLite.
fn sqlite_code(store: &Address, error: &sqlx::Error) -> Option<i64> {
    let code = error.as_database_error().filter(|_| store.kind() == Kind::Sqlite)?.code()?;
    code.parse::<i64>().ok().map(|code| code & 0xff)
}

fn postgres_code(store: &Address, error: &sqlx::Error) -> Option<String> {
    let error = error.as_database_error().filter(|_| store.kind() == Kind::Postgres)?;
    error.code().map(Into::into)
}

fn said(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

/// Is the file there, and cannot be written?
fn is_write_protected(store: &Address) -> bool {
    let Address::File(path) = store else { return false };
    let Err(error) = std::fs::OpenOptions::new().append(true).open(path) else { return false };
    matches!(error.kind(), ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_of_a_file_is_named_like_what_the_database_says() {
        let file = Address::read("/cup.croupier");
        let said = |kind: ErrorKind| StoreError::of(&file, sqlx::Error::Io(kind.into())).to_string();
        assert_eq!(
            said(ErrorKind::ReadOnlyFilesystem),
            "/cup.croupier: the store is read-only; everything committed before is still there"
        );
        assert!(said(ErrorKind::StorageFull).contains("the disk is full"));
        // There is no such file: it is not read-only, it cannot be made.
        assert!(said(ErrorKind::PermissionDenied).contains("permission denied"));
    }
}
