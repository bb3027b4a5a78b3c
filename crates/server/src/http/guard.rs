//! Who may ask: Host and Origin are checked, and every answer says what a page may do.
//!
//! The Host check stops a foreign name that was made to point here (DNS rebinding). The Origin check stops
//! other sites from sending our forms and opening our sockets with a visitor's cookies.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{App, Failure, Said, language, page};
use crate::pages;

/// Only our own files, and nothing written into the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; \
                      base-uri 'none'; frame-ancestors 'none'";

pub(super) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let language = language(headers);
    let is_upgrade = headers.contains_key("upgrade");
    let changes = request.method() != Method::GET && request.method() != Method::HEAD;
    let mut response = match host(headers).filter(|host| is_ours(host, &app.config.hosts, app.port)) {
        None => Failure::new(StatusCode::MISDIRECTED_REQUEST, "foreign-host").into_response(),
        Some(host) if (changes || is_upgrade) && !is_own(headers, host) => {
            Failure::new(StatusCode::FORBIDDEN, "foreign-origin").into_response()
        }
        Some(_) => next.run(request).await,
    };
    if let Some(Said { message, detail }) = response.extensions_mut().remove::<Said>() {
        let status = response.status();
        response = (status, page(pages::error(language, message, detail.as_deref()))).into_response();
    }
    let fixed: [(HeaderName, &'static str); 5] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        // Not `no-referrer`: then browsers send forms without a usable Origin.
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(HOST)?.to_str().ok()
}

/// Does this name the server? A number always does, because a foreign name cannot be made to look like one.
fn is_ours(host: &str, names: &[String], port: u16) -> bool {
    if names.iter().any(|name| name.eq_ignore_ascii_case(host)) {
        return true;
    }
    let (name, given) = match host.rsplit_once(':') {
        Some((name, digits)) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            (name, digits.parse().ok())
        }
        _ => (host, Some(80)),
    };
    let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    given == Some(port) && (number.is_ok() || name.eq_ignore_ascii_case("localhost"))
}

/// Does the request come from one of our own pages?
fn is_own(headers: &HeaderMap, host: &str) -> bool {
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
    let from = origin.and_then(|origin| origin.split_once("://")).map(|(_, from)| from);
    from.is_some_and(|from| from.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_localhost_and_given_names_are_ours() {
        let names = ["cards.example".to_owned()];
        for ours in ["127.0.0.1:7080", "localhost:7080", "[::1]:7080", "192.168.1.5:7080", "cards.example"] {
            assert!(is_ours(ours, &names, 7080), "{ours}");
        }
        for foreign in ["evil.example:7080", "127.0.0.1", "127.0.0.1:80", "localhost.evil:7080", "", ":7080"]
        {
            assert!(!is_ours(foreign, &names, 7080), "{foreign}");
        }
    }

    #[test]
    fn a_request_that_changes_something_comes_from_our_own_page() {
        let with = |origin: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ORIGIN, HeaderValue::from_static(origin));
            is_own(&headers, "127.0.0.1:7080")
        };
        assert!(with("http://127.0.0.1:7080"));
        for foreign in ["http://evil.example", "null", "http://127.0.0.1:7081", "127.0.0.1:7080", ""] {
            assert!(!with(foreign), "{foreign}");
        }
        assert!(!is_own(&HeaderMap::new(), "127.0.0.1:7080"));
    }
}
