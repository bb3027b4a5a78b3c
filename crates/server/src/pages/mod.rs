//! The pages: what a person sees, as HTML without script. Where there is script, it draws the table itself.

use cards::{Seat, Viewer};
use games::catalog::{self, CatalogGame, WithGame};
use games::levels::LEVELS;
use games::text::Language;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;
use table::AnyTable;
use table::record::Record;

use crate::assets;
use crate::journal::{Listed, Played};

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

/// A moment of a finished match.
pub struct ReplayPage<'a> {
    /// The table.
    pub id: &'a str,
    /// The number of the match there.
    pub number: u64,
    /// After so many actions.
    pub at: usize,
    /// Who looks.
    pub viewer: Viewer,
    /// The record.
    pub record: &'a Record,
    /// The match at that moment.
    pub table: &'a dyn AnyTable,
    /// How many events there were before the last action.
    pub before: usize,
}

fn shell(title: &str, body: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="stylesheet" href=(assets::path("style.css"));
            }
            body { (body) }
        }
    }
}

/// The lobby.
pub fn lobby(language: &Language, listed: &[Listed], _address: &str) -> Markup {
    shell(
        "Croupier",
        html! {
            h1 { "Croupier" }
            form method="post" action="/tables" {
                select name="game" { @for game in catalog::NAMES { option value=(game) { (language.name(&format!("game-{game}"))) } } }
                select name="level" { @for level in LEVELS { option value=(level) { (level) } } }
                input name="people" value="1" inputmode="numeric";
                input name="name" maxlength="20";
                button { (language.name("play-now")) }
            }
            ul { @for table in listed { li { a href={ "/t/" (table.id) "/" } { (table.terms.game) } } } }
            a href="/matches" { (language.name("your-matches")) }
        },
    )
}

/// A table.
pub fn table(language: &Language, shown: &TablePage<'_>) -> Markup {
    let scene: Value = serde_json::from_str(shown.scene).unwrap_or_default();
    let choices = scene["ask"]["choices"].as_array().cloned().unwrap_or_default();
    shell(
        scene["table"]["name"].as_str().unwrap_or("Croupier"),
        html! {
            main id="table" data-id=(shown.id) data-seq=(scene["seq"]) {
                @for sentence in scene["said"].as_array().into_iter().flatten() { p { (words(sentence)) } }
                @for zone in scene["zones"].as_array().into_iter().flatten() {
                    p { (zone["name"].as_str().unwrap_or_default()) " " (zone["owner"]) ": " (zone["hidden"]) " hidden" }
                }
                p { (words(&scene["ask"]["prompt"])) }
                form method="post" action={ "/t/" (shown.id) "/act" } {
                    input type="hidden" name="seq" value=(scene["seq"]);
                    @for choice in &choices {
                        button name="n" value=(choice["n"]) { (choice["label"].as_str().unwrap_or_default()) }
                    }
                }
            }
            @for (seat, token) in &shown.invitations {
                p { "Seat " (seat) ": " a href={ "/t/" (shown.id) "/join?k=" (token) } { (language.name("invitation")) } }
            }
            script type="module" src=(assets::path("table.js")) {}
        },
    )
}

fn words(parts: &Value) -> String {
    let word = |part: &Value| match part {
        Value::String(text) => text.clone(),
        card => card["card"]["text"].as_str().unwrap_or_default().to_owned(),
    };
    parts.as_array().into_iter().flatten().map(word).collect()
}

/// An invitation, with the button that sits down; or the way back to a seat.
pub fn invitation(
    language: &Language,
    id: &str,
    seat: Seat,
    token: &str,
    is_return: bool,
    _scene: &str,
) -> Markup {
    shell(
        "Croupier",
        html! {
            p { (language.name("invitation")) " " (seat) }
            form method="post" action={ "/t/" (id) "/sit" } {
                input type="hidden" name="k" value=(token);
                @if !is_return { input name="name" maxlength="20"; }
                button { (language.name("sit-down")) }
            }
        },
    )
}

/// A form was refused.
pub fn refused(language: &Language, id: &str, said: &str) -> Markup {
    shell(
        "Croupier",
        html! {
            p { (said) }
            a href={ "/t/" (id) "/" } { (language.name("back")) }
        },
    )
}

/// Something went wrong.
pub fn error(language: &Language, message: &str, detail: Option<&str>) -> Markup {
    shell(
        "Croupier",
        html! {
            h1 { (language.name(message)) }
            @if let Some(detail) = detail { p { (detail) } }
            a href="/" { (language.name("back")) }
        },
    )
}

/// A person's matches.
pub fn matches(language: &Language, played: &[Played]) -> Markup {
    shell(
        "Croupier",
        html! {
            h1 { (language.name("your-matches")) }
            ul {
                @for one in played {
                    li { a href={ "/replay/" (one.table) "/" (one.number) } { (one.game) } }
                }
            }
        },
    )
}

/// A moment of a finished match.
pub fn replay(_language: &Language, shown: &ReplayPage<'_>) -> Markup {
    shell(
        "Croupier",
        html! {
            p { (shown.at) " / " (shown.record.decisions.len()) }
            @if shown.at > 0 { a href={ "?at=" (shown.at - 1) } { "‹" } }
            @if shown.at < shown.record.decisions.len() { a href={ "?at=" (shown.at + 1) } { "›" } }
            pre { @for event in shown.table.events(shown.viewer, shown.before) { (event) "\n" } }
        },
    )
}

struct RulesText;
impl WithGame for RulesText {
    type Out = &'static str;
    fn run<G: CatalogGame>(self) -> &'static str {
        G::RULES
    }
}

/// The rules of a game; `None` if there is no such game.
pub fn rules(language: &Language, game: &str) -> Option<Markup> {
    let text = catalog::with_game(game, RulesText)?;
    let mut body = String::new();
    pulldown_cmark::html::push_html(
        &mut body,
        pulldown_cmark::Parser::new_ext(text, pulldown_cmark::Options::ENABLE_TABLES),
    );
    Some(shell(&language.name(&format!("game-{game}")), html! { main { (PreEscaped(body)) } }))
}
