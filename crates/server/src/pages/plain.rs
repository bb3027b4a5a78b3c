//! A scene as plain HTML: tables, lists and numbered buttons. What a browser without script shows.

use games::text::Language;
use maud::{Markup, html};
use serde_json::Value;

/// A sentence without pictures.
pub(super) fn words(parts: &Value) -> String {
    let word = |part: &Value| match part {
        Value::String(text) => text.clone(),
        card => card["card"]["text"].as_str().unwrap_or_default().to_owned(),
    };
    parts.as_array().into_iter().flatten().map(word).collect()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn label(card: &Value) -> Markup {
    html! { span.text-card { (text(&card["label"])) } }
}

fn zone_item(item: &Value) -> Markup {
    html! {
        @if item["card"].is_object() { (label(&item["card"])) }
        @if item["stack"].is_array() {
            span.text-card { @for (at, card) in items(&item["stack"]).enumerate() { @if at > 0 { " ← " } (text(&card["label"])) } }
        }
        @if let Some(placed) = item.get("placed") {
            span.text-card { (text(&placed["card"]["label"])) " · " (placed["at"]["storey"]) "/" (placed["at"]["slot"]) " " (text(&placed["at"]["form"])) }
        }
        @if let Some(scored) = item.get("scored") {
            span.text-card { "+" (scored["points"]) " " (text(&scored["ink"])) }
        }
    }
}

/// The table as everybody at it sees it: seats, cards, facts, what happened.
pub(super) fn scene(language: &Language, scene: &Value) -> Markup {
    let owner = |zone: &Value| {
        let seat = items(&scene["seats"]).find(|seat| seat["seat"] == zone["owner"]);
        seat.map(|seat| format!("{} · ", text(&seat["name"]))).unwrap_or_default()
    };
    html! {
        h1 { (text(&scene["table"]["name"])) }
        table.stand { tbody { @for seat in items(&scene["seats"]) {
            tr {
                th scope="row" { @if seat["turn"] == true { "● " } (text(&seat["name"])) @if seat["seat"] == scene["you"] { " *" } }
                td { (text(&seat["role"])) }
                td { @if seat["score"].is_number() { (seat["score"]) } }
                td { (text(&seat["level"])) }
            }
        } } }
        @if items(&scene["facts"]).next().is_some() {
            p { @for fact in items(&scene["facts"]) { (text(&fact["name"])) ": " b { (text(&fact["value"])) @if fact["of"].is_number() { " / " (fact["of"]) } } " · " } }
        }
        @for zone in items(&scene["zones"]) {
            @let count = items(&zone["groups"]).map(|group| items(&group["items"]).count()).sum::<usize>();
            @if count > 0 || zone["hidden"] != 0 {
                div.zone {
                    b { (owner(zone)) (text(&zone["name"])) }
                    @for item in items(&zone["groups"]).flat_map(|group| items(&group["items"])) { (zone_item(item)) }
                    @if zone["hidden"] != 0 { span { (zone["hidden"]) " " (language.name("face-down")) } }
                }
            }
        }
        @if items(&scene["said"]).next().is_some() {
            h2 { (language.name("ui-log")) }
            @let said: Vec<&Value> = items(&scene["said"]).collect();
            ol.said start=(said.len().saturating_sub(12) + 1) {
                @for sentence in said.iter().skip(said.len().saturating_sub(12)) { li { (words(sentence)) } }
            }
        }
    }
}

/// The question, as numbered buttons; as boxes to tick where cards are chosen together.
pub(super) fn question(language: &Language, id: &str, scene: &Value) -> Markup {
    let ask = &scene["ask"];
    let listed = items(&ask["choices"]).count() as u64;
    let is_batch = ask["batch"].as_u64().unwrap_or(1) > 1;
    let is_cut = ask["all"].as_u64().unwrap_or(0) > listed;
    let is_own = |zone: &&Value| zone["kind"] == "hand" && zone["owner"] == scene["you"];
    let hand = || {
        let groups = items(&scene["zones"]).filter(is_own).flat_map(|zone| items(&zone["groups"]));
        groups.flat_map(|group| items(&group["items"])).map(|item| &item["card"])
    };
    html! {
        h2 { (words(&ask["prompt"])) }
        @if is_batch || is_cut {
            form method="post" action={ "/t/" (id) "/act" } {
                input type="hidden" name="seq" value=(scene["seq"]);
                div.zone { @for card in hand() {
                    label.check { input type="checkbox" name="card" value=(text(&card["id"])); (text(&card["label"])) }
                } }
                p { button.go { (language.name("play-ticked")) } }
            }
        }
        @if !is_batch {
            form method="post" action={ "/t/" (id) "/act" } {
                input type="hidden" name="seq" value=(scene["seq"]);
                ol.choices { @for choice in items(&ask["choices"]) {
                    li { button name="n" value=(choice["n"]) {
                        (choice["n"]) ". " (text(&choice["label"]))
                        @if choice["brings"].is_object() { " (+" (choice["brings"]["points"]) " " (text(&choice["brings"]["ink"])) ")" }
                    } }
                } }
            }
        }
    }
}
