//! A table's page: everything as plain HTML with forms. The script replaces it by the drawn table.

use cards::Seat;
use games::text::Language;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{Frame, Main, capital, plain, shell};

/// A table's page.
pub struct TablePage<'a> {
    /// The table's name in addresses.
    pub id: &'a str,
    /// The reader's seat.
    pub seat: Option<Seat>,
    /// The scene, as a client gets it, with the whole log.
    pub scene: &'a str,
    /// For the host: open seats and the tokens of their invitations.
    pub invitations: Vec<(Seat, String)>,
    /// The reader's own token, for a link back to the seat.
    pub return_token: Option<&'a str>,
    /// The address that others can reach, if the server has one.
    pub address: &'a str,
    /// Something to say.
    pub said: Option<&'a str>,
}

/// A table.
pub fn table(language: &Language, shown: &TablePage<'_>) -> Markup {
    let scene: Value = serde_json::from_str(shown.scene).unwrap_or_default();
    let join = |token: &str| format!("{}/t/{}/join?k={token}", shown.address, shown.id);
    let invites: Vec<(Seat, String)> =
        shown.invitations.iter().map(|(seat, token)| (*seat, join(token))).collect();
    let listed: Vec<Value> = invites.iter().map(|(seat, url)| json!({ "seat": seat, "url": url })).collect();
    let is_waiting = scene["ask"].is_null() && scene["table"]["over"].is_null();
    let title = scene["table"]["name"].as_str().unwrap_or("Croupier");
    let frame = Frame {
        title,
        main: Some(Main {
            id: shown.id,
            scene: shown.scene,
            invites: Value::from(listed).to_string(),
            way_back: shown.return_token.map(join).unwrap_or_default(),
            is_replay: false,
        }),
        bar: None,
        again: is_waiting.then_some(3),
    };
    let content = html! {
        div.plain {
            @if let Some(said) = shown.said { p role="alert" { b { (capital(said)) } } }
            (plain::scene(language, &scene))
            @if scene["table"]["begun"] == false { p { (language.name("ui-waiting")) } }
            @for (_, url) in &invites {
                p { (language.name("ui-invitation")) ": " a href=(url) { (url) } }
            }
            @if scene["ask"].is_object() { (plain::question(language, shown.id, &scene)) }
            (hints(language, &scene))
            @if scene["table"]["over"].is_object() { (ending(language, shown.id, &scene)) }
            (options(language, shown.id, &scene))
        }
    };
    shell(language, frame, content)
}

fn hints(language: &Language, scene: &Value) -> Markup {
    html! {
        @if let Some(hints) = scene["hints"].as_array() {
            h2 { (language.name("ui-hint")) }
            ol { @for hint in hints {
                li { (hint["label"].as_str().unwrap_or_default()) ": "
                    @match hint["win"].as_f64() {
                        Some(win) => { (format!("{:.0} %", 100.0 * win)) }
                        None => { (format!("{:+.1}", hint["value"].as_f64().unwrap_or_default())) }
                    }
                }
            } }
        }
    }
}

fn ending(language: &Language, id: &str, scene: &Value) -> Markup {
    let over = &scene["table"]["over"];
    let number = scene["table"]["match"].as_u64().unwrap_or(1);
    html! {
        h2 { (language.name("ui-over")) }
        @if over["why"].is_array() { p { (plain::words(&over["why"])) } }
        table.stand { tbody { @for (seat, payoff) in scene["seats"].as_array().into_iter().flatten().zip(over["payoffs"].as_array().into_iter().flatten()) {
            tr { th scope="row" { (seat["name"].as_str().unwrap_or_default()) } td { (payoff) } }
        } } }
        p { a href={ "/replay/" (id) "/" (number) } { (language.name("ui-replay")) } " · "
            a href={ "/t/" (id) "/record?match=" (number) } { (language.name("ui-record")) } " · "
            a href="/" { (language.name("ui-lobby")) } }
        p { small { (scene["commitment"].as_str().unwrap_or_default()) " · " (scene["key"].as_str().unwrap_or_default()) } }
    }
}

/// What a reader may do besides playing, one button each.
fn options(language: &Language, id: &str, scene: &Value) -> Markup {
    let buttons =
        [("hint", "ui-hint"), ("undo", "ui-undo"), ("rematch", "ui-rematch"), ("start", "ui-start")];
    let allowed = buttons.into_iter().filter(|(name, _)| scene["options"][*name] == true);
    html! {
        @for (name, text) in allowed {
            form method="post" action={ "/t/" (id) "/" (name) } { button { (language.name(text)) } }
        }
        p { a href={ "/rules/" (scene["table"]["game"].as_str().unwrap_or_default()) } { (language.name("ui-rules")) } }
    }
}
