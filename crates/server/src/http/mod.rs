//! The routes: what a browser can ask for.
//!
//! A GET changes nothing, because previews of links fetch them. Whatever changes something is a POST or a message
//! of a WebSocket, and comes from our own pages (see `guard`).

mod guard;
mod socket;
mod tables;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Path};
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use games::text::Language;
use maud::Markup;
use tokio::sync::watch;

use crate::ServerConfig;
use crate::assets;
use crate::hub::{Hub, HubError};
use crate::quotas::Counters;

/// What every handler needs.
#[derive(Clone)]
pub(crate) struct App {
    pub hub: Hub,
    pub config: Arc<ServerConfig>,
    pub counters: Counters,
    /// True once the server is about to end.
    pub stopping: watch::Receiver<bool>,
    /// The port, which is part of the addresses that the server answers to.
    pub port: u16,
}

/// The routes of the server.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .route("/", get(tables::lobby))
        .route("/tables", post(tables::make))
        .route("/t/{id}", get(tables::with_slash))
        .route("/t/{id}/", get(tables::show))
        .route("/t/{id}/join", get(tables::invitation))
        .route("/t/{id}/sit", post(tables::sit))
        .route("/t/{id}/act", post(tables::act))
        .route("/t/{id}/hint", post(tables::hint))
        .route("/t/{id}/undo", post(tables::undo))
        .route("/t/{id}/rematch", post(tables::rematch))
        .route("/t/{id}/start", post(tables::start))
        .route("/t/{id}/leave", post(tables::leave))
        .route("/t/{id}/record", get(tables::record))
        .route("/t/{id}/ws", get(socket::open))
        .route("/matches", get(tables::matches))
        .route("/replay/{id}/{number}", get(tables::replay))
        .route("/rules/{game}", get(tables::rules))
        .route("/static/{version}/{name}", get(asset))
        .fallback(|| async { Failure::new(StatusCode::NOT_FOUND, "no-such-page") })
        .layer(DefaultBodyLimit::max(app.config.quotas.message))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// A file of the front end. Its address changes with its content, so a browser may keep it.
async fn asset(Path((version, name)): Path<(String, String)>) -> Result<Response, Failure> {
    let found = assets::find(&version, &name);
    let asset = found.ok_or_else(|| Failure::new(StatusCode::NOT_FOUND, "no-such-page"))?;
    let headers = [(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, asset.bytes).into_response())
}

/// A page. It is not kept: it shows a moment.
pub(crate) fn page(markup: Markup) -> Response {
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, markup.into_string()).into_response()
}

/// Why a request gets no page: a status, and the id of a message.
pub(crate) struct Failure {
    status: StatusCode,
    message: &'static str,
    detail: Option<String>,
}

impl Failure {
    pub fn new(status: StatusCode, message: &'static str) -> Failure {
        Failure { status, message, detail: None }
    }

    pub fn because(status: StatusCode, message: &'static str, detail: String) -> Failure {
        Failure { status, message, detail: Some(detail) }
    }
}

/// What a failure says. The guard, which knows the browser's language, makes the page of it.
#[derive(Clone)]
struct Said {
    message: &'static str,
    detail: Option<String>,
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Failure { status, message, detail } = self;
        (status, Extension(Said { message, detail })).into_response()
    }
}

impl From<HubError> for Failure {
    fn from(error: HubError) -> Failure {
        match error {
            HubError::NoSuchTable => Failure::new(StatusCode::NOT_FOUND, "no-such-table"),
            HubError::Stopping => Failure::new(StatusCode::SERVICE_UNAVAILABLE, "stopping"),
            other => {
                // Whoever runs the server reads the details; a visitor does not.
                eprintln!("error: {other}");
                Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "broken")
            }
        }
    }
}

/// The language that a browser wants.
pub(crate) fn language(headers: &HeaderMap) -> &'static Language {
    let accept = headers.get(ACCEPT_LANGUAGE).and_then(|accept| accept.to_str().ok());
    crate::languages::wanted(accept.unwrap_or_default())
}

/// Where a request comes from.
pub(crate) struct Peer(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Peer, Failure> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let unknown = || Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "broken");
        peer.map(|ConnectInfo(address)| Peer(address.ip())).ok_or_else(unknown)
    }
}
