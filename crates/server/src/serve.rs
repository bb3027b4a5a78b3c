//! Starts the server, and ends it cleanly.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use store::StoreError;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::http::{App, router};
use crate::hub::Hub;
use crate::journal::Journal;
use crate::quotas::{Counters, Quotas};

/// How a server runs.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder of its data.
    pub data: PathBuf,
    /// Names it answers to besides numbers and `localhost`, as browsers send them in `Host`.
    pub hosts: Vec<String>,
    /// Do browsers reach it by https, through a proxy? Then cookies are sent by https only.
    pub is_secure: bool,
    /// Tables and matches that nobody has touched for so long are forgotten.
    pub keep: Duration,
    /// How long an absent person is waited for, unless the table says otherwise.
    pub absent: Duration,
    /// A table without visitors leaves memory after so long. It comes back from the journal.
    pub retire_after: Duration,
    /// How much anybody may ask for.
    pub quotas: Quotas,
}

impl ServerConfig {
    /// A server on this computer only, with its data in this folder.
    pub fn local(data: PathBuf) -> ServerConfig {
        ServerConfig {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data,
            hosts: Vec::new(),
            is_secure: false,
            keep: Duration::from_secs(90 * 24 * 3600),
            absent: Duration::from_secs(60),
            retire_after: Duration::from_secs(120),
            quotas: Quotas::default(),
        }
    }

    /// How long cookies are kept: as long as tables.
    pub(crate) fn keep_days(&self) -> u32 {
        (self.keep.as_secs() / (24 * 3600)).clamp(1, 400) as u32
    }

    /// The address that others can reach; empty if only this computer can.
    pub(crate) fn shared_address(&self, port: u16) -> String {
        let scheme = if self.is_secure { "https" } else { "http" };
        match self.hosts.first() {
            Some(name) => format!("{scheme}://{name}"),
            None if self.listen.ip().is_loopback() || self.listen.ip().is_unspecified() => String::new(),
            None => format!("{scheme}://{}", SocketAddr::new(self.listen.ip(), port)),
        }
    }
}

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The folder of its data.
    #[error("{}: {error}", folder.display())]
    Folder {
        /// Which.
        folder: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address.
    #[error("{address}: {error}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// What the system said.
        error: std::io::Error,
    },
    /// Something while it ran.
    #[error("the server failed: {0}")]
    Run(std::io::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    hub: Hub,
    config: Arc<ServerConfig>,
    address: SocketAddr,
}

/// How long sockets have to say goodbye.
const GOODBYE: Duration = Duration::from_secs(3);

/// How often old tables are looked for.
const TIDY: Duration = Duration::from_secs(3600);

impl Server {
    /// Opens the data and listens.
    pub async fn bind(config: ServerConfig) -> Result<Server, ServeError> {
        let folder = config.data.clone();
        std::fs::create_dir_all(&folder).map_err(|error| ServeError::Folder { folder, error })?;
        let journal = Journal::open(&config.data.join("tables.croupier").display().to_string()).await?;
        let listen = |error| ServeError::Listen { address: config.listen, error };
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let hub = Hub::new(journal, config.retire_after);
        Ok(Server { listener, hub, config: Arc::new(config), address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its tables.
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// Serves until `stop` is ready. Then clients are told to come back, and what is being saved is saved.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Server { listener, hub, config, address } = self;
        let (stopping, is_stopping) = watch::channel(false);
        let stopping = Arc::new(stopping);
        let tell = Arc::clone(&stopping);
        let tidy = tokio::spawn(tidy(hub.journal().clone(), config.keep));
        let app =
            App { hub, config, counters: Counters::default(), stopping: is_stopping, port: address.port() };
        let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
        // A scene is one small write; it must not wait for the last one's acknowledgement.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let served = axum::serve(listener, service).with_graceful_shutdown(async move {
            stop.await;
            // Every open connection holds a receiver; without any, there is nobody to tell.
            let _ = tell.send(true);
        });
        let done = served.await.map_err(ServeError::Run);
        // Every open socket holds a receiver until it has said goodbye. Who does not listen is not waited for.
        let _ = tokio::time::timeout(GOODBYE, stopping.closed()).await;
        tidy.abort();
        done
    }
}

async fn tidy(journal: Journal, keep: Duration) {
    let mut often = tokio::time::interval(TIDY);
    loop {
        often.tick().await;
        if let Err(error) = journal.forget(keep).await {
            eprintln!("old tables could not be forgotten: {error}");
        }
    }
}
