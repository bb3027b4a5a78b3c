//! Several people: invitations, lost connections, spectators.

use browser_tests::{By, Looks, Person, Stage, Turn, Wanted, Wire};
use serde_json::Value;

use crate::Place;

/// The sentences that a person can read beside the table.
const LOG: &str = "[...document.querySelectorAll('.log li')].map(line => line.textContent)";
/// The link that the host sends to a friend.
const LINK: &str = "document.querySelector('.invite input')?.value";

pub async fn two_people_play_by_invitation(Place { chrome, stage }: Place) {
    let ann = Person::come(&chrome, Looks::USUAL).await;
    ann.goto(&stage.url("/")).await;
    let form = ".game:has(input[value=durak])";
    ann.click(&format!("{form} summary")).await;
    ann.fill(&format!("{form} input[name=name]"), "Ann").await;
    ann.select(&format!("{form} select[name=level]"), "beginner").await;
    ann.select(&format!("{form} select[name=people]"), "2").await;
    ann.select(&format!("{form} select[name=pace]"), "30").await;
    ann.click(&format!("{form} .go")).await;
    let link = ann.wait(LINK).await.as_str().expect("a link").to_owned();

    // Whatever previews a link fetches it: that alone takes no seat.
    let bob = Person::come(&chrome, Looks::USUAL).await;
    bob.goto(&link).await;
    bob.goto(&link).await;
    assert_eq!(ann.text(LINK).await, link, "the seat is still open");
    bob.fill("input[name=name]", "Bob").await;
    bob.click("form .go").await;
    bob.at_table().await;

    ann.wait("!document.querySelector('.waiting')").await;
    assert!(ann.text("document.querySelector('.felt').textContent").await.contains("Bob"));
    assert!(ann.js("document.querySelector('#hint').disabled").await == true, "hints are off among people");
    let (first, second) = tokio::join!(ann.play_to_the_end(By::Pointing), bob.play_to_the_end(By::Pointing));
    assert!(first > 0 && second > 0, "both are asked");
    // Partners win or lose together.
    let title = "document.querySelector('.over h2').textContent";
    ann.wait("document.querySelector('.over')").await;
    bob.wait("document.querySelector('.over')").await;
    assert_eq!(ann.text(title).await, bob.text(title).await);

    // The link is used up.
    let eve = Person::come(&chrome, Looks::USUAL).await;
    eve.goto(&link).await;
    assert!(
        eve.js("document.querySelector('form[action$=sit]')").await.is_null(),
        "a used link seats nobody"
    );
    assert_eq!(eve.forgive("status of 404"), 1, "and the page says so with its status");
    for person in [ann, bob, eve] {
        person.leave().await;
    }
}

pub async fn a_lost_connection_comes_back_with_nothing_missed(Place { chrome, .. }: Place) {
    let wire = Wire::lay().await;
    let stage = Stage::open_for(&[wire.address.to_string()]).await;
    wire.lead_to(stage.address);
    let table = stage.table(&Wanted { game: "house", people: 2, ..Wanted::default() }).await;
    let bob = Person::come(&chrome, Looks::USUAL).await;
    let ann = Person::come(&chrome, Looks::USUAL).await;
    ann.goto(&table.seat.replace(&stage.address.to_string(), &wire.address.to_string())).await;
    ann.click("form .go").await;
    let link = ann.wait(LINK).await.as_str().expect("a link").to_owned();
    bob.goto(&link.replace(&wire.address.to_string(), &stage.address.to_string())).await;
    bob.click("form .go").await;
    bob.at_table().await;
    ann.wait("!document.querySelector('.waiting')").await;

    // Until it is Bob's turn.
    while ann.js("document.querySelector('#table').dataset.turn").await == "you" {
        let Turn::Asked(scene) = ann.turn().await else { panic!("the match has ended") };
        ann.play(By::Pointing, &scene).await;
    }
    let before = ann.js(LOG).await;
    wire.cut();
    ann.wait("document.body.classList.contains('offline')").await;
    let Turn::Asked(scene) = bob.turn().await else { panic!("the match has ended") };
    bob.play(By::Pointing, &scene).await;
    assert_eq!(ann.js(LOG).await, before, "nothing comes through a cut wire");
    wire.mend();
    ann.wait("!document.body.classList.contains('offline')").await;
    let seq = bob.text("document.querySelector('#table').dataset.seq").await;
    ann.wait(&format!("document.querySelector('#table').dataset.seq === '{seq}'")).await;
    let after = ann.js(LOG).await;
    assert_ne!(after, before, "what happened meanwhile is told");
    ann.reload().await;
    ann.at_table().await;
    assert_eq!(ann.js(LOG).await, after, "and nothing is missing");

    // And the seat still plays.
    let (first, _) = tokio::join!(ann.play_to_the_end(By::Pointing), bob.play_to_the_end(By::Pointing));
    assert!(first > 0, "the seat is the same");
    // If the page tried to come back before the wire was mended.
    ann.forgive("WebSocket connection to");
    ann.leave().await;
    bob.leave().await;
    stage.close().await;
}

/// Hands in a scene: cards that are shown, and cards that are not.
fn hands(scene: &Value) -> Vec<(u64, u64)> {
    let zones = scene["zones"].as_array().expect("zones").iter().filter(|zone| zone["kind"] == "hand");
    let shown = |zone: &Value| {
        let groups = zone["groups"].as_array().expect("groups");
        groups.iter().map(|group| group["items"].as_array().map_or(0, Vec::len) as u64).sum()
    };
    zones.map(|zone| (shown(zone), zone["hidden"].as_u64().unwrap_or(0))).collect()
}

pub async fn a_spectator_sees_what_is_public_and_everything_after_the_end(Place { chrome, stage }: Place) {
    let table = stage.table(&Wanted { game: "mau-mau", ..Wanted::default() }).await;
    let eve = Person::come(&chrome, Looks::USUAL).await;
    eve.goto(&table.url).await;
    eve.at_table().await;
    let ann = Person::sit(&chrome, &table, Looks::USUAL).await;
    ann.play_to_the_end(By::Pointing).await;
    eve.wait("document.querySelector('.over')").await;
    assert_eq!(eve.number("document.querySelectorAll('.felt button.card').length").await, 0.0);
    assert!(
        eve.js("document.querySelector('#hint').disabled && document.querySelector('#undo').disabled").await
            == true
    );

    let scenes = eve.heard().into_iter().map(|text| serde_json::from_str(&text).expect("JSON"));
    let scenes: Vec<Value> = scenes.filter(|value: &Value| value["kind"] == "scene").collect();
    let (after, during): (Vec<_>, Vec<_>) =
        scenes.iter().partition(|scene| scene["table"]["over"].is_object());
    assert!(during.len() > 5 && !after.is_empty(), "{} and {} scenes", during.len(), after.len());
    for scene in during {
        assert!(scene["ask"].is_null() && scene["key"].is_null() && scene["you"].is_null(), "{scene}");
        assert!(hands(scene).iter().all(|(shown, hidden)| *shown == 0 && *hidden > 0), "{scene}");
    }
    for scene in after {
        assert!(scene["key"].is_string(), "the key is told");
        assert!(hands(scene).iter().all(|(_, hidden)| *hidden == 0), "{scene}");
        assert!(hands(scene).iter().any(|(shown, _)| *shown > 0), "who lost holds cards");
    }
    eve.click(".over a[href^='/replay']").await;
    eve.wait("document.querySelector('#table[data-replay][data-seq]')").await;
    assert_eq!(eve.number("document.querySelectorAll('.fan .back').length").await, 0.0, "all cards are open");
    ann.leave().await;
    eve.leave().await;
}
