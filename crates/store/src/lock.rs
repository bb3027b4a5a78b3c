//! One process at a time: a lock that ends with whoever holds it.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::PathBuf;

use sqlx::AnyConnection;

use crate::address::Address;
use crate::error::StoreError;
use crate::open::Store;

/// A lock. It ends when it is dropped, and with its process however that ends.
#[derive(Debug)]
pub struct Lock {
    held: Held,
}

#[derive(Debug)]
enum Held {
    File { _file: File },
    Session(Box<AnyConnection>),
}

impl Lock {
    /// Is it still held? A lock on a server ends with its session, also when the server restarts.
    pub async fn is_held(&mut self) -> bool {
        match &mut self.held {
            Held::File { .. } => true,
            Held::Session(session) => sqlx::query("select 1").execute(&mut **session).await.is_ok(),
        }
    }
}

impl Store {
    /// Takes the lock of this name.
    ///
    /// # Errors
    /// If another process has it, or if the store cannot be written.
    pub async fn lock(&self, name: &str) -> Result<Lock, StoreError> {
        let locked = || StoreError::Locked { store: self.address().to_string(), what: name.to_owned() };
        // Who may not write finds out here and not after the first match.
        let nothing = self.begin().await?;
        nothing.rollback().await.map_err(|error| self.wrong(error))?;
        let held = match self.address() {
            Address::File(path) => {
                // Not the store itself: SQLite loses its own locks when any handle of the file is closed.
                let mut beside = path.clone().into_os_string();
                beside.push(format!("-{name}.lock"));
                let beside = PathBuf::from(beside);
                let file = OpenOptions::new().create(true).truncate(false).write(true).open(&beside);
                let file = file.map_err(|error| self.wrong(error.into()))?;
                match file.try_lock() {
                    Ok(()) => Held::File { _file: file },
                    Err(TryLockError::WouldBlock) => return Err(locked()),
                    Err(TryLockError::Error(error)) => return Err(self.wrong(error.into())),
                }
            }
            Address::Server(_) => {
                let mut session = self.pool().acquire().await.map_err(|error| self.wrong(error))?.detach();
                let asked = "select pg_try_advisory_lock(hashtextextended($1, 0))";
                let taken: bool = sqlx::query_scalar(asked)
                    .bind(format!("croupier {name}"))
                    .fetch_one(&mut session)
                    .await
                    .map_err(|error| self.wrong(error))?;
                if !taken {
                    return Err(locked());
                }
                Held::Session(Box::new(session))
            }
        };
        Ok(Lock { held })
    }
}
