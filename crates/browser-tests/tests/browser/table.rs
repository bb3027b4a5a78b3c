//! What a person can do at a table besides playing: ask, take back, play again.

use browser_tests::{By, Looks, Person, Turn, Wanted};

use crate::Place;

pub async fn the_lobby_opens_a_table_of_each_game(Place { chrome, stage }: Place) {
    let person = Person::come(&chrome, Looks::USUAL).await;
    for game in ["tractor", "mau-mau", "durak", "house", "uno"] {
        person.goto(&stage.url("/")).await;
        let form = format!(".game:has(input[value={game}])");
        person.select(&format!("{form} select[name=level]"), "random").await;
        person.click(&format!("{form} .go")).await;
        person.at_table().await;
        let Turn::Asked(scene) = person.turn().await else { panic!("{game} begins with its end") };
        assert_eq!(scene["table"]["game"], game);
        assert!(person.text("document.title").await.contains("Your turn"), "the title says whose turn it is");
        person.play(By::Pointing, &scene).await;
        // The rules are one click away.
        let rules = person.text("document.querySelector('.heading a').getAttribute('href')").await;
        assert_eq!(rules, format!("/rules/{game}"));
        person.goto(&stage.url(&rules)).await;
        assert!(person.number("document.querySelectorAll('.prose h2').length").await > 0.0);
    }
    person.goto(&stage.url("/matches")).await;
    person.leave().await;
}

pub async fn a_hint_shows_the_best_actions_and_how_sure_it_is(Place { chrome, stage }: Place) {
    let table = stage.table(&Wanted { game: "mau-mau", seed: 5, ..Wanted::default() }).await;
    let person = Person::sit(&chrome, &table, Looks::USUAL).await;
    loop {
        let Turn::Asked(scene) = person.turn().await else { panic!("no question with a choice") };
        if scene["options"]["hint"] == true {
            break;
        }
        person.play(By::Pointing, &scene).await;
    }
    person.press("h").await;
    person.wait("document.querySelector('.hints .hint')").await;
    let shown = person.number("document.querySelectorAll('.hints .hint').length").await;
    assert!((1.0..=3.0).contains(&shown), "{shown} hints");
    let text = person.text("document.querySelector('.hints .hint b').textContent").await;
    assert!(text.contains('±'), "{text}");
    // A click takes the advice: the card is selected, or a button's action is played.
    let seq = person.text("document.querySelector('#table').dataset.seq").await;
    person.click(".hints .hint").await;
    person.wait(&format!("document.querySelector('.felt .card.on') || document.querySelector('#table').dataset.seq !== '{seq}'")).await;
    person.leave().await;
}

pub async fn an_illegal_card_says_why(Place { chrome, stage }: Place) {
    for (game, reason) in [("mau-mau", "cannot be played"), ("durak", "cannot"), ("tractor", "follow")] {
        let table = stage.table(&Wanted { game, seed: 3, ..Wanted::default() }).await;
        let person = Person::sit(&chrome, &table, Looks::USUAL).await;
        loop {
            let Turn::Asked(scene) = person.turn().await else { panic!("{game}: every card was legal") };
            if person.js("document.querySelector('.hand .card.off') !== null").await == true {
                break;
            }
            person.play(By::Pointing, &scene).await;
        }
        let seq = person.text("document.querySelector('#table').dataset.seq").await;
        person.click(".hand .card.off").await;
        let said = person.wait("document.querySelector('.note.on')?.textContent").await;
        let said = said.as_str().expect("a reason");
        assert!(said.contains(reason), "{game}: {said}");
        assert_eq!(
            person.text("document.querySelector('#table').dataset.seq").await,
            seq,
            "nothing is played"
        );
        assert!(person.js("document.querySelector('.hand .card.on')").await.is_null(), "nothing is selected");
        person.leave().await;
    }
}

pub async fn an_action_can_be_taken_back(Place { chrome, stage }: Place) {
    // Slow players leave the time to think again.
    let table = stage.table(&Wanted { game: "mau-mau", pace: 500, ..Wanted::default() }).await;
    let person = Person::sit(&chrome, &table, Looks::USUAL).await;
    let hand = "[...document.querySelectorAll('.hand .card')].map(card => card.dataset.key)";
    loop {
        let Turn::Asked(scene) = person.turn().await else { panic!("no card was played") };
        let before = person.js(hand).await;
        person.play(By::Pointing, &scene).await;
        let may_undo = person.js("!document.querySelector('#undo').disabled && document.querySelector('#table').dataset.turn !== 'over'").await;
        if may_undo == true {
            person.click("#undo").await;
            person.wait("document.querySelector('#table').dataset.turn === 'you'").await;
            assert_eq!(person.js(hand).await, before, "the card is back");
            break;
        }
    }
    person.leave().await;
}

pub async fn after_a_match_there_is_another_one(Place { chrome, stage }: Place) {
    let table = stage.table(&Wanted { game: "house", ..Wanted::default() }).await;
    let person = Person::sit(&chrome, &table, Looks::USUAL).await;
    person.play_to_the_end(By::Pointing).await;
    person.click(".over .actions .go").await;
    person
        .wait("!document.querySelector('.over') && document.querySelector('#table').dataset.turn !== 'over'")
        .await;
    person.play_to_the_end(By::Pointing).await;
    person.wait("document.querySelector('.over .proof.kept')").await;
    assert!(person.text("document.querySelector('.over a[href^=\"/replay\"]').href").await.ends_with("/2"));
    person.leave().await;
}

pub async fn the_last_trick_is_one_key_away(Place { chrome, stage }: Place) {
    let table = stage.table(&Wanted { game: "tractor", ..Wanted::default() }).await;
    let person = Person::sit(&chrome, &table, Looks::USUAL).await;
    loop {
        let Turn::Asked(scene) = person.turn().await else { panic!("no trick was taken") };
        let is_trick = |zone: &&serde_json::Value| zone["kind"] == "trick" && zone["id"] == "last-trick";
        let tricks = scene["zones"].as_array().expect("zones").iter().filter(is_trick).count();
        if tricks > 0 {
            break;
        }
        person.play(By::Pointing, &scene).await;
    }
    person.press("l").await;
    person.wait("document.querySelectorAll('dialog[open] .trick .card').length >= 4").await;
    person.press("l").await;
    person.wait("!document.querySelector('dialog')").await;
    person.leave().await;
}
