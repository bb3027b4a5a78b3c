//! Pages and forms: the lobby, tables, invitations, matches, rules.

use std::collections::HashMap;
use std::time::Instant;

use axum::extract::{Form, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use cards::{Seat, Viewer};
use table::record::Record;

use super::{App, Failure, Peer, language, page};
use crate::pages;
use crate::table_state::{Request, Words};
use crate::terms::{self, Terms, Wish};
use crate::tokens::{Token, cookie, set_cookie};

type Fields = Form<HashMap<String, String>>;

/// The cookie of a seat. Its path is the table's.
const SEAT: &str = "seat";
/// The cookie of a person, for the list of matches.
const PERSON: &str = "person";

/// The most tables that the lobby lists, and matches that a person's list has.
const LISTED: u32 = 50;

fn field<'a>(fields: &'a HashMap<String, String>, name: &str) -> &'a str {
    fields.get(name).map_or("", |value| value.trim())
}

fn bad(detail: String) -> Failure {
    Failure::because(StatusCode::BAD_REQUEST, "bad-form", detail)
}

/// The seat that the cookie proves.
pub(super) async fn seat(app: &App, id: &str, headers: &HeaderMap) -> Result<Option<Seat>, Failure> {
    match cookie(headers, SEAT) {
        Some(token) => Ok(app.hub.seat_of(id, &token).await?),
        None => Ok(None),
    }
}

pub(super) async fn lobby(State(app): State<App>, headers: HeaderMap) -> Result<Response, Failure> {
    let listed = app.hub.journal().listed(LISTED).await.map_err(crate::hub::HubError::from)?;
    Ok(page(pages::lobby(language(&headers), &listed, &app.config.shared_address(app.port))))
}

pub(super) async fn make(
    State(app): State<App>,
    Peer(address): Peer,
    headers: HeaderMap,
    Form(fields): Fields,
) -> Result<Response, Failure> {
    let number = |name: &str| match field(&fields, name) {
        "" => Ok(None),
        text => text
            .parse::<u64>()
            .map(Some)
            .map_err(|_| bad(format!("{name}: expected a number, found {text:?}"))),
    };
    let wish = Wish {
        game: field(&fields, "game"),
        rules: field(&fields, "rules"),
        seats: number("seats")?.map(|seats| seats.try_into().unwrap_or(usize::MAX)),
        level: Some(field(&fields, "level")).filter(|level| !level.is_empty()).unwrap_or("club"),
        people: number("people")?.map_or(1, |people| people.try_into().unwrap_or(usize::MAX)),
        clock: field(&fields, "clock"),
        hints: match field(&fields, "hints") {
            "" => None,
            wish => Some(wish == "on"),
        },
        absent: number("absent")?.unwrap_or(app.config.absent.as_secs()),
        listed: field(&fields, "listed") == "on",
        pace: number("pace")?.map_or(100, |pace| pace.try_into().unwrap_or(u32::MAX)),
    };
    let terms = Terms::read(&wish).map_err(|error| bad(error.to_string()))?;
    let name = person_name(&fields, &headers)?;
    if !app.counters.makes_table(&app.config.quotas, address, Instant::now()) {
        return Err(Failure::new(StatusCode::TOO_MANY_REQUESTS, "too-many"));
    }
    let person = match cookie(&headers, PERSON) {
        Some(person) => person,
        None => Token::secret().map_err(crate::hub::HubError::from)?,
    };
    let made = app.hub.make(&terms, &name, &person).await?;
    Ok(seated(&app, &made.id, &made.token, &person))
}

fn person_name(fields: &HashMap<String, String>, headers: &HeaderMap) -> Result<String, Failure> {
    match field(fields, "name") {
        "" => Ok(language(headers).name("guest")),
        name => terms::name(name).ok_or_else(|| {
            bad(format!("name: expected up to {} characters that can be seen", terms::LONGEST_NAME))
        }),
    }
}

/// To the table, with the cookies of whoever has sat down.
fn seated(app: &App, id: &str, token: &Token, person: &Token) -> Response {
    let (path, days) = (format!("/t/{id}/"), app.config.keep_days());
    let is_secure = app.config.is_secure;
    let cookies = AppendHeaders([
        (SET_COOKIE, set_cookie(SEAT, token, &path, days, is_secure)),
        (SET_COOKIE, set_cookie(PERSON, person, "/", days, is_secure)),
    ]);
    (cookies, Redirect::to(&path)).into_response()
}

/// Cookies of a table have its path, which ends with a slash.
pub(super) async fn with_slash(Path(id): Path<String>) -> Redirect {
    let is_plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    Redirect::permanent(&if is_plain { format!("/t/{id}/") } else { "/".to_owned() })
}

pub(super) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let seat = seat(&app, &id, &headers).await?;
    let scene = app.hub.look(&id, seat, language(&headers)).await?;
    let host = cookie(&headers, SEAT).filter(|_| seat.is_some());
    let seats = app.hub.journal().seats(&id).await.map_err(crate::hub::HubError::from)?;
    let open = seats.iter().filter(|seat| seat.invitation.is_some());
    // Only the host's token makes invitations that fit.
    let invitations = open.filter_map(|open| {
        let invitation = host.as_ref()?.invitation(open.seat);
        (Some(invitation.hash()) == open.invitation).then(|| (open.seat, invitation.reveal().to_owned()))
    });
    let shown = pages::TablePage {
        id: &id,
        seat,
        scene: &scene,
        invitations: invitations.collect(),
        return_token: host.as_ref().map(Token::reveal),
        address: &app.config.shared_address(app.port),
        said: query.get("said").map(String::as_str),
    };
    Ok(page(pages::table(language(&headers), &shown)))
}

/// Only shows: whoever follows an invitation, and whatever previews it, sits down by the button.
pub(super) async fn invitation(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let none = || Failure::new(StatusCode::NOT_FOUND, "no-invitation");
    let token = query.get("k").and_then(|text| Token::read(text)).ok_or_else(none)?;
    let is_return = app.hub.seat_of(&id, &token).await?;
    let seat = match is_return {
        Some(seat) => seat,
        None => app.hub.invited(&id, &token).await?.ok_or_else(none)?,
    };
    let scene = app.hub.look(&id, None, language(&headers)).await?;
    Ok(page(pages::invitation(language(&headers), &id, seat, token.reveal(), is_return.is_some(), &scene)))
}

pub(super) async fn sit(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(fields): Fields,
) -> Result<Response, Failure> {
    let none = || Failure::new(StatusCode::NOT_FOUND, "no-invitation");
    let token = Token::read(field(&fields, "k")).ok_or_else(none)?;
    let secret = || Token::secret().map_err(crate::hub::HubError::from);
    let person = cookie(&headers, PERSON).map_or_else(secret, Ok)?;
    // The person's own link: back to the same seat, for instance with another browser.
    if app.hub.seat_of(&id, &token).await?.is_some() {
        return Ok(seated(&app, &id, &token, &person));
    }
    let seat = app.hub.invited(&id, &token).await?.ok_or_else(none)?;
    let (name, own) = (person_name(&fields, &headers)?, secret()?);
    let taken = app.hub.sit(&id, seat, (&own, &person), &name).await?;
    taken.map_err(|why| Failure::new(StatusCode::CONFLICT, why))?;
    Ok(seated(&app, &id, &own, &person))
}

/// A request by a form: done, and back to the table with what was said.
async fn by_form(app: App, id: String, headers: HeaderMap, words: Words) -> Result<Response, Failure> {
    let seat = seat(&app, &id, &headers).await?;
    let answer = app.hub.ask_once(&id, seat, language(&headers), words).await?;
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap_or_default();
    let why = answer["why"].as_array().filter(|_| answer["ok"] == false);
    let path = format!("/t/{id}/");
    Ok(match why {
        None => Redirect::to(&path).into_response(),
        Some(parts) => {
            let word = |part: &serde_json::Value| match part {
                serde_json::Value::String(text) => text.clone(),
                card => card["card"]["text"].as_str().unwrap_or_default().to_owned(),
            };
            let said: String = parts.iter().map(word).collect();
            (StatusCode::CONFLICT, page(pages::refused(language(&headers), &id, &said))).into_response()
        }
    })
}

pub(super) async fn act(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Failure> {
    let all = |name: &str| -> Vec<String> {
        fields.iter().filter(|(key, _)| key == name).map(|(_, value)| value.clone()).collect()
    };
    let number = |name: &str| all(name).first().and_then(|text| text.parse::<u64>().ok());
    let request = Request::Act {
        actions: all("action"),
        cards: all("card"),
        n: number("n").and_then(|n| n.try_into().ok()),
        seq: number("seq"),
    };
    by_form(app, id, headers, Words { id: number("id"), request }).await
}

macro_rules! by_form {
    ($($name:ident $request:ident),*) => {$(
        pub(super) async fn $name(
            State(app): State<App>,
            Path(id): Path<String>,
            headers: HeaderMap,
        ) -> Result<Response, Failure> {
            by_form(app, id, headers, Words { id: None, request: Request::$request }).await
        }
    )*};
}
by_form!(hint Hint, undo Undo, rematch Rematch, start Start, leave Leave);

/// The record of a finished match, as a file.
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Response, Failure> {
    let number = query.get("match").map_or(Some(1), |text| text.parse().ok());
    let number = number.ok_or_else(|| bad("match: expected a number".to_owned()))?;
    let record = app.hub.journal().record(&id, number).await.map_err(crate::hub::HubError::from)?;
    let record = record.ok_or_else(|| Failure::new(StatusCode::NOT_FOUND, "no-record"))?;
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"croupier-{number}.txt\"")),
    ];
    Ok((headers, record).into_response())
}

pub(super) async fn matches(State(app): State<App>, headers: HeaderMap) -> Result<Response, Failure> {
    let played = match cookie(&headers, PERSON) {
        Some(person) => app.hub.journal().matches(&person.hash(), LISTED).await,
        None => Ok(Vec::new()),
    };
    let played = played.map_err(crate::hub::HubError::from)?;
    Ok(page(pages::matches(language(&headers), &played)))
}

/// A finished match, after `at` actions, from a seat or with everything open.
pub(super) async fn replay(
    State(app): State<App>,
    Path((id, number)): Path<(String, u64)>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let record = app.hub.journal().record(&id, number).await.map_err(crate::hub::HubError::from)?;
    let record = record.ok_or_else(|| Failure::new(StatusCode::NOT_FOUND, "no-record"))?;
    let record = Record::read(record.as_bytes()).map_err(|error| bad(error.to_string()))?;
    let at = query.get("at").and_then(|text| text.parse().ok()).unwrap_or(0).min(record.decisions.len());
    let viewer = match query.get("seat").map(|text| text.parse::<Seat>()) {
        Some(Ok(seat)) if seat.index() < record.players.len() => Viewer::Seat(seat),
        _ => Viewer::Open,
    };
    let mut table = table::open(&record.game, &record.setup).map_err(|error| bad(error.to_string()))?;
    let mut before = 0;
    for decision in &record.decisions[..at] {
        before = table.event_count();
        table.play(decision.seat, &decision.action).map_err(|error| bad(error.to_string()))?;
    }
    let shown =
        pages::ReplayPage { id: &id, number, at, viewer, record: &record, table: table.as_ref(), before };
    Ok(page(pages::replay(language(&headers), &shown)))
}

pub(super) async fn rules(Path(game): Path<String>, headers: HeaderMap) -> Result<Response, Failure> {
    let rules = pages::rules(language(&headers), &game);
    Ok(page(rules.ok_or_else(|| Failure::new(StatusCode::NOT_FOUND, "no-such-page"))?))
}
