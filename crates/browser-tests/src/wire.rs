//! The wire between a browser and the server, which can be cut.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinHandle};

/// Forwards connections to a server.
pub struct Wire {
    /// Where a browser connects.
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct State {
    server: Option<SocketAddr>,
    is_cut: bool,
    open: Vec<AbortHandle>,
}

impl Wire {
    /// A wire that leads nowhere yet.
    pub async fn lay() -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::<Mutex<State>>::default();
        let shared = Arc::clone(&state);
        let task = tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(server) = state.server.filter(|_| !state.is_cut) else { continue };
                let forward = tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(server).await else { return };
                    // Either side may end it at any time.
                    let _ = copy_bidirectional(&mut near, &mut far).await;
                });
                state.open.push(forward.abort_handle());
            }
        });
        Wire { address, state, task }
    }

    /// Leads to this server.
    pub fn lead_to(&self, server: SocketAddr) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).server = Some(server);
    }

    /// Cuts every connection; new ones are closed at once.
    pub fn cut(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_cut = true;
        state.open.drain(..).for_each(|forward| forward.abort());
    }

    /// New connections are forwarded again.
    pub fn mend(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).is_cut = false;
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.task.abort();
        self.cut();
    }
}
