//! The WebSocket of a table: scenes go out, requests come in.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use cards::Seat;
use games::text::Language;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, interval, timeout};

use super::{App, Failure, Peer, language, tables};
use crate::hub::Connection;
use crate::quotas::{ConnectionPermit, TokenBucket};
use crate::table_state::Words;

/// A client that takes longer than this to read one message is let go.
const SEND: Duration = Duration::from_secs(10);
/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(20);
/// A client that has said nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(60);
/// After so many messages beyond its rate a client is let go.
const FLOOD: u32 = 200;

/// Small buffers: there may be many connections, and no message is long.
const READ: usize = 4 << 10;
const WRITE: usize = 256 << 10;

pub(super) async fn open(
    State(app): State<App>,
    Path(id): Path<String>,
    Peer(address): Peer,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let seat = tables::seat(&app, &id, &headers).await?;
    let place = app.counters.connect(&app.config.quotas, address, &id);
    let place = place.ok_or_else(|| Failure::new(StatusCode::TOO_MANY_REQUESTS, "too-many"))?;
    let connection = app.hub.join(&id, seat, language(&headers)).await?;
    let longest = app.config.quotas.message;
    let upgrade = upgrade.max_message_size(longest).max_frame_size(longest).read_buffer_size(READ);
    let upgrade = upgrade.write_buffer_size(0).max_write_buffer_size(WRITE);
    let talk = Talk { app, id, seat, language: language(&headers), _permit: place };
    Ok(upgrade.on_upgrade(move |socket| talk.serve(socket, connection)))
}

struct Talk {
    app: App,
    id: String,
    seat: Option<Seat>,
    language: &'static Language,
    /// Its place is free when the talk ends.
    _permit: ConnectionPermit,
}

impl Talk {
    async fn serve(self, mut socket: WebSocket, connection: Connection) {
        let client = connection.client;
        let close = self.talk(&mut socket, connection).await;
        self.app.hub.tell(&self.id, client, self.seat, None).await;
        if let Some((code, reason)) = close {
            let frame = CloseFrame { code, reason: reason.into() };
            // Whether the client hears it or not, it is let go.
            let _ = timeout(SEND, socket.send(Message::Close(Some(frame)))).await;
        }
    }

    /// Until one side ends it; answers what to tell the client then.
    async fn talk(&self, socket: &mut WebSocket, mut connection: Connection) -> Option<(u16, &'static str)> {
        let limits = &self.app.config.quotas;
        let mut bucket = TokenBucket::new(limits, self.app.hub.now());
        let mut stopping = self.app.stopping.clone();
        let (mut refused, mut heard) = (0, Instant::now());
        let mut ping = interval(PING);
        loop {
            tokio::select! {
                // What the table says goes out before more is read.
                biased;
                () = stopped(&mut stopping) => return Some((1012, "the server restarts")),
                text = connection.mail.next() => match text {
                    Some(text) => send(socket, Message::text(text)).await?,
                    None => {
                        if let Some(last) = connection.mail.last() {
                            send(socket, Message::text(last)).await?;
                        }
                        return Some((1013, "too slow; come back"));
                    }
                },
                message = socket.recv() => {
                    heard = Instant::now();
                    let words = match message? {
                        Ok(Message::Text(text)) => serde_json::from_str::<Words>(&text).ok(),
                        Ok(Message::Binary(_)) => None,
                        Ok(Message::Ping(_) | Message::Pong(_)) => continue,
                        Ok(Message::Close(_)) => return None,
                        // Too long, or not even a WebSocket's message.
                        Err(_) => return Some((1009, "expected a short message")),
                    };
                    if let Err(wait) = bucket.take(limits, self.app.hub.now()) {
                        refused += 1;
                        if refused > FLOOD {
                            return Some((1008, "too many messages"));
                        }
                        let mut refusal = self.refusal("too-fast", words.and_then(|words| words.id));
                        refusal["wait_ms"] = json!(wait.as_millis() as u64 + 1);
                        send(socket, Message::text(refusal.to_string())).await?;
                        continue;
                    }
                    match words {
                        Some(words) => {
                            let words = Some((self.language, words));
                            self.app.hub.tell(&self.id, connection.client, self.seat, words).await;
                        }
                        None => {
                            let refusal = self.refusal("not-understood", None);
                            send(socket, Message::text(refusal.to_string())).await?;
                        }
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Some((1001, "no answer"));
                    }
                    send(socket, Message::Ping(Default::default())).await?;
                }
            }
        }
    }

    fn refusal(&self, why: &'static str, id: Option<u64>) -> Value {
        let why = [self.language.name(why)];
        json!({ "kind": "answer", "id": id, "ok": false, "why": why })
    }
}

/// Sends a message; `None` if the client does not take it.
async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(SEND, socket.send(message)).await.ok()?.ok()
}

async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // The sender is dropped only when the server ends.
    let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
}
