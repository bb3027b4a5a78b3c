//! A server in this process, and clients that talk to it through real sockets.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::time::Duration;

use cards::Seat;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::hub::Hub;
use server::terms::Terms;
use server::tokens::Token;
use server::{Server, ServerConfig};
use table::key::Key;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Nothing in these tests takes as long as this.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Running {
    pub address: SocketAddr,
    pub hub: Hub,
    folder: Option<tempfile::TempDir>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// A table, and the token of each seat that a person has.
pub struct Table {
    pub id: String,
    pub tokens: Vec<Option<Token>>,
}

pub async fn start() -> Running {
    start_with(|_| ()).await
}

pub async fn start_with(change: impl FnOnce(&mut ServerConfig)) -> Running {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = ServerConfig::local(folder.path().to_owned());
    config.quotas.sockets_per_address = 10_000;
    config.quotas.tables_per_address = 10_000;
    change(&mut config);
    let server = Server::bind(config).await.expect("a server");
    let (address, hub) = (server.address(), server.hub().clone());
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(async move {
        let stopped = async { drop(stopped.await) };
        server.run(stopped).await.expect("the server runs");
    });
    Running { address, hub, folder: Some(folder), stop, task }
}

impl Running {
    /// Ends it cleanly.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        drop(self.hub);
        tokio::time::timeout(PATIENCE, self.task).await.expect("the server ends").expect("without a panic");
    }

    /// A table at which everybody who is expected sits.
    pub async fn table(&self, terms: &Terms) -> Table {
        let person = Token::secret().expect("chance");
        // The same key for all: its commitment is part of every scene.
        let made = self.hub.make_with(terms, "Ann", &person, Key::from_seed(0)).await.expect("a table");
        let mut tokens = vec![None; terms.seats.len()];
        for seat in terms.people() {
            let token = if seat == terms.host() {
                made.token.clone()
            } else {
                let token = Token::secret().expect("chance");
                let name = format!("Person {seat}");
                self.hub
                    .sit(&made.id, seat, (&token, &person), &name)
                    .await
                    .expect("a table")
                    .expect("a seat");
                token
            };
            tokens[seat.index()] = Some(token);
        }
        Table { id: made.id, tokens }
    }

    pub async fn connect(&self, table: &Table, seat: Option<Seat>) -> Client {
        let token = seat.and_then(|seat| table.tokens[seat.index()].clone());
        Client::connect(self.address, &table.id, token.as_ref().map(Token::reveal))
            .await
            .expect("a connection")
    }

    /// A request as a browser sends it: status, headers and body.
    pub async fn http(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String, String) {
        http(self.address, method, path, headers, body).await
    }
}

pub async fn http(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String, String) {
    let mut text =
        format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "Host") {
        text += &format!("Host: {address}\r\n");
    }
    if !body.is_empty() {
        text += "Content-Type: application/x-www-form-urlencoded\r\n";
    }
    headers.iter().for_each(|(name, value)| text += &format!("{name}: {value}\r\n"));
    let request = format!("{text}\r\n{body}");
    let exchange = move || -> std::io::Result<Vec<u8>> {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(answer)
    };
    let answer = tokio::task::spawn_blocking(exchange).await.expect("no panic").expect("an answer");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, head.to_owned(), body.to_owned())
}

/// Somebody at a table.
pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The last scene.
    pub scene: Value,
    ids: u64,
}

impl Client {
    pub async fn connect(address: SocketAddr, table: &str, token: Option<&str>) -> Result<Client, String> {
        let mut request = format!("ws://{address}/t/{table}/ws").into_client_request().expect("a request");
        let headers = request.headers_mut();
        headers.insert("Origin", format!("http://{address}").parse().expect("a header"));
        if let Some(token) = token {
            headers.insert("Cookie", format!("seat={token}").parse().expect("a header"));
        }
        let connected = tokio::time::timeout(PATIENCE, connect_async(request)).await;
        let (socket, _) = connected.map_err(|late| late.to_string())?.map_err(|error| error.to_string())?;
        Ok(Client { socket, scene: Value::Null, ids: 0 })
    }

    /// The next text; `None` once the connection is closed or lost.
    pub async fn text(&mut self) -> Option<String> {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("a message in time");
            match message?.ok()? {
                Message::Text(text) => return Some(text.to_string()),
                Message::Close(_) => return None,
                _ => (),
            }
        }
    }

    /// The next scene, as text.
    pub async fn scene_text(&mut self) -> String {
        loop {
            let text = self.text().await.expect("a scene");
            let value: Value = serde_json::from_str(&text).expect("JSON");
            if value["kind"] == "scene" {
                self.scene = value;
                return text;
            }
        }
    }

    pub async fn say(&mut self, text: &str) -> Option<()> {
        self.socket.send(Message::text(text)).await.ok()
    }

    /// Sends a request and waits for its answer; `None` if the connection is lost. Who is told to wait waits.
    pub async fn ask(&mut self, mut request: Value) -> Option<Value> {
        if request["id"].is_null() {
            self.ids += 1;
            request["id"] = json!(self.ids);
        }
        let id = request["id"].clone();
        self.say(&request.to_string()).await?;
        loop {
            let value: Value = serde_json::from_str(&self.text().await?).expect("JSON");
            match value["kind"].as_str() {
                Some("answer") if value["id"] == id => {
                    let Some(wait) = value["wait_ms"].as_u64() else { return Some(value) };
                    tokio::time::sleep(Duration::from_millis(wait)).await;
                    self.say(&request.to_string()).await?;
                }
                Some("scene") => self.scene = value,
                _ => (),
            }
        }
    }

    pub async fn act(&mut self, action: &str) -> Value {
        self.ask(json!({ "do": "act", "actions": [action] })).await.expect("an answer")
    }
}
