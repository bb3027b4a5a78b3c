//! Where tournaments are kept: SQLite or PostgreSQL through one SQL text.
//!
//! ```
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("spring.croupier");
//! let store = store::Store::open(&path.display().to_string()).await?;
//! let _only_we_write = store.lock("runner").await?;
//! assert!(store.lock("runner").await.is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod error;
mod lock;
mod open;
pub mod queue;

pub use address::{Address, Kind};
pub use error::StoreError;
pub use lock::Lock;
pub use open::{Store, Write};
pub use sqlx;
