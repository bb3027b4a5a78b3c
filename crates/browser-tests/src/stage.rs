//! A server in this process, with its data in a folder that is deleted with it.

use std::net::SocketAddr;

use server::hub::Hub;
use server::terms::{Terms, Wish};
use server::tokens::Token;
use server::{Server, ServerConfig};
use table::key::Key;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::PATIENCE;

/// A running server.
pub struct Stage {
    /// Where it listens.
    pub address: SocketAddr,
    hub: Hub,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    _folder: tempfile::TempDir,
}

/// A table as a story wants it.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The game.
    pub game: &'a str,
    /// Its house rules.
    pub rules: &'a str,
    /// How many people sit there.
    pub people: usize,
    /// The level of our players.
    pub level: &'a str,
    /// Their pace, in percent.
    pub pace: u32,
    /// May people ask for hints?
    pub hints: Option<bool>,
    /// The deal.
    pub seed: u64,
    /// What the host is called.
    pub name: &'a str,
}

impl Default for Wanted<'_> {
    /// A person and quick players without much thought.
    fn default() -> Wanted<'static> {
        Wanted {
            game: "durak",
            rules: "",
            people: 1,
            level: "beginner",
            pace: 10,
            hints: None,
            seed: 1,
            name: "Ann",
        }
    }
}

/// A table that was made.
pub struct Table {
    /// Its page.
    pub url: String,
    /// The host's way back to the seat.
    pub seat: String,
}

impl Stage {
    /// Starts a server.
    pub async fn open() -> Stage {
        Stage::open_for(&[]).await
    }

    /// Starts a server that browsers also reach by these names.
    pub async fn open_for(hosts: &[String]) -> Stage {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = ServerConfig::local(folder.path().to_owned());
        hosts.clone_into(&mut config.hosts);
        // All people of all stories come from one address.
        config.quotas.sockets_per_address = 1000;
        config.quotas.tables_per_address = 1000;
        let server = Server::bind(config).await.expect("a server");
        let (address, hub) = (server.address(), server.hub().clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            server.run(async { drop(stopped.await) }).await.expect("the server runs");
        });
        Stage { address, hub, stop, task, _folder: folder }
    }

    /// The address of a page.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// A table with a deal that is always the same.
    pub async fn table(&self, wanted: &Wanted<'_>) -> Table {
        let Wanted { game, rules, people, level, pace, hints, seed, name } = *wanted;
        let wish = Wish {
            game,
            rules,
            seats: None,
            level,
            people,
            clock: "",
            hints,
            absent: 60,
            listed: false,
            pace,
        };
        let terms = Terms::read(&wish).expect("terms");
        let person = Token::secret().expect("chance");
        let made = self.hub.make_with(&terms, name, &person, Key::from_seed(seed)).await.expect("a table");
        let url = self.url(&format!("/t/{}/", made.id));
        Table { seat: format!("{url}join?k={}", made.token.reveal()), url }
    }

    /// Ends the server.
    pub async fn close(self) {
        let _ = self.stop.send(());
        drop(self.hub);
        tokio::time::timeout(PATIENCE, self.task).await.expect("the server ends").expect("without a panic");
    }
}
