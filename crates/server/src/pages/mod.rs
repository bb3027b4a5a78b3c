//! The pages: what a person sees, as HTML that works without script. Where there is script, it draws the table itself.

mod lobby;
mod matches;
mod plain;
mod table;
#[cfg(test)]
mod tests;

use cards::{Message, Seat, Value};
use games::catalog::{self, CatalogGame, WithGame};
use games::text::Language;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::assets;

pub use lobby::lobby;
pub use matches::{ReplayPage, matches, replay};
pub use table::{TablePage, table};

/// What a page is besides its content.
#[derive(Default)]
struct Frame<'a> {
    title: &'a str,
    /// Attributes of `main`, for the script; without them it is a page of text.
    main: Option<Main<'a>>,
    /// Between the header and the content.
    bar: Option<Markup>,
    /// Without script the page asks again after so many seconds.
    again: Option<u32>,
}

/// What the script of a table needs.
struct Main<'a> {
    id: &'a str,
    scene: &'a str,
    invites: String,
    way_back: String,
    is_replay: bool,
}

/// The ids of the script's texts.
fn script_ids() -> impl Iterator<Item = &'static str> {
    let id = |line: &'static str| line.split_once(" = ").map(|(id, _)| id);
    crate::ENGLISH.lines().filter_map(id).filter(|id| id.starts_with("ui-"))
}

/// The script's texts as a JSON object. It fills in `#` and `%` itself.
fn script_texts(language: &Language) -> String {
    let text = |id| {
        let message = Message::new(id).with("n", Value::Text("#".to_owned()));
        language.say(&message.with("of", Value::Text("%".to_owned())), None::<Seat>)
    };
    let texts: serde_json::Map<String, serde_json::Value> =
        script_ids().map(|id| (id.to_owned(), text(id).into())).collect();
    serde_json::Value::Object(texts).to_string()
}

fn shell(language: &Language, frame: Frame<'_>, content: Markup) -> Markup {
    let texts = script_texts(language);
    html! {
        (DOCTYPE)
        html lang=(language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                title { (frame.title) " · Croupier" }
                link rel="icon" type="image/svg+xml" href=(assets::path("icon.svg"));
                link rel="stylesheet" href=(assets::path("style.css"));
                @if frame.main.is_some() { link rel="stylesheet" href=(assets::path("table.css")); }
                @if let Some(seconds) = frame.again { noscript { meta http-equiv="refresh" content=(seconds); } }
                @let script = if frame.main.is_some() { "table.js" } else { "page.js" };
                script type="module" src=(assets::path(script)) {}
            }
            body data-texts=[frame.main.is_none().then_some(&texts)] {
                header {
                    a.brand href="/" aria-label="Croupier" {
                        svg viewBox="0 0 24 24" aria-hidden="true" {
                            path d="M12 1 23 12 12 23 1 12Z" {}
                            path.in d="M12 7 17 12 12 17 7 12Z" {}
                        }
                        b { "Croupier" }
                    }
                    nav { @if frame.main.is_none() { a href="/matches" { (language.name("your-matches")) } } }
                    div.tools {}
                }
                @if let Some(bar) = frame.bar { (bar) }
                @if let Some(main) = frame.main {
                    main #table data-id=(main.id) data-texts=(texts) data-scene=(main.scene)
                        data-invites=(main.invites) data-return=(main.way_back)
                        data-replay=[main.is_replay.then_some("")] { (content) }
                } @else {
                    main.page { (content) }
                }
            }
        }
    }
}

fn text_page(language: &Language, title: &str, content: Markup) -> Markup {
    shell(language, Frame { title, ..Frame::default() }, content)
}

/// The game's name.
fn game_name(language: &Language, game: &str) -> String {
    language.name(&format!("game-{game}"))
}

/// An invitation, with the button that sits down; or the way back to a seat.
pub fn invitation(
    language: &Language,
    id: &str,
    seat: Seat,
    token: &str,
    is_return: bool,
    scene: &str,
) -> Markup {
    let scene: serde_json::Value = serde_json::from_str(scene).unwrap_or_default();
    let title = language.name(if is_return { "welcome-back" } else { "invitation" });
    text_page(
        language,
        &title,
        html! {
            section.box.centre {
                h1 { (title) }
                p { b { (scene["table"]["name"].as_str().unwrap_or_default()) } " · " (scene["table"]["rules"].as_str().unwrap_or_default()) }
                p { (language.say(&Message::new("your-seat").with("seat", Value::Text(seat.to_string())), None::<Seat>)) }
                ul { @for other in scene["seats"].as_array().into_iter().flatten() {
                    li { (other["name"].as_str().unwrap_or_default())
                        @if let Some(level) = other["level"].as_str() { " · " (level) }
                        @if other["who"] == "open" { " · " (language.name("ui-who-open")) } }
                } }
                form.fields method="post" action={ "/t/" (id) "/sit" } {
                    input type="hidden" name="k" value=(token);
                    @if !is_return {
                        label { (language.name("your-name")) input name="name" maxlength="20" autocomplete="nickname"; }
                    }
                    p { button.go { (language.name("sit-down")) } }
                }
                p { a href={ "/t/" (id) "/" } { (language.name("watch")) } }
            }
        },
    )
}

/// A form was refused.
pub fn refused(language: &Language, id: &str, said: &str) -> Markup {
    text_page(
        language,
        &language.name("refused"),
        html! {
            section.box.centre role="alert" {
                h1 { (language.name("refused")) }
                p { (capital(said)) }
                a.button.go href={ "/t/" (id) "/" } { (language.name("back-to-table")) }
            }
        },
    )
}

/// Something went wrong.
pub fn error(language: &Language, message: &str, detail: Option<&str>) -> Markup {
    let said = language.name(message);
    text_page(
        language,
        &said,
        html! {
            section.box.centre role="alert" {
                h1 { (capital(&said)) }
                @if let Some(detail) = detail { p { (detail) } }
                a.button.go href="/" { (language.name("to-lobby")) }
            }
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
    let parser = pulldown_cmark::Parser::new_ext(text, pulldown_cmark::Options::ENABLE_TABLES);
    pulldown_cmark::html::push_html(&mut body, parser);
    let content = html! {
        // The rules are written in English.
        article.prose lang="en" { (PreEscaped(body)) }
        p { a.button href="/" { (language.name("to-lobby")) } }
    };
    Some(text_page(language, &game_name(language, game), content))
}

/// The same with a capital letter: a reason begins small, a heading does not.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
