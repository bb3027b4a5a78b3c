//! Whole matches, played as people play.

use browser_tests::{By, Looks, Person, Wanted};

use crate::Place;

/// Plays a match and looks at its end: the result, and that the deal was the one promised.
async fn whole_match(Place { chrome, stage }: Place, game: &str, looks: Looks, by: By) {
    let table = stage.table(&Wanted { game, ..Wanted::default() }).await;
    let person = Person::sit(&chrome, &table, looks).await;
    let turns = person.play_to_the_end(by).await;
    assert!(turns > 0, "nothing was asked");
    person.wait("document.querySelector('.over .proof.kept')").await;
    let rows = person.number("document.querySelectorAll('.over tr').length").await;
    assert!(rows >= 2.0, "the result has a row for each seat");
    person.leave().await;
}

pub async fn a_whole_match_of_tractor_by_clicks(place: Place) {
    whole_match(place, "tractor", Looks::USUAL, By::Pointing).await;
}

pub async fn a_whole_match_of_mau_mau_by_clicks(place: Place) {
    whole_match(place, "mau-mau", Looks::USUAL, By::Pointing).await;
}

pub async fn a_whole_match_of_durak_by_clicks(place: Place) {
    whole_match(place, "durak", Looks::USUAL, By::Pointing).await;
}

pub async fn a_whole_match_of_house_of_cards_by_clicks(place: Place) {
    whole_match(place, "house", Looks::USUAL, By::Pointing).await;
}

pub async fn a_whole_match_of_uno_by_clicks(place: Place) {
    whole_match(place, "uno", Looks::USUAL, By::Pointing).await;
}

pub async fn a_whole_match_with_motion(place: Place) {
    whole_match(place, "mau-mau", Looks { is_still: false, ..Looks::USUAL }, By::Pointing).await;
}

pub async fn a_whole_match_by_keyboard_only(place: Place) {
    whole_match(place.clone(), "mau-mau", Looks::USUAL, By::Keys).await;
    whole_match(place, "house", Looks::USUAL, By::Keys).await;
}

pub async fn a_whole_match_of_tractor_by_touch_on_a_phone(place: Place) {
    whole_match(place, "tractor", PHONE, By::Pointing).await;
}

pub async fn a_whole_match_of_uno_by_touch_on_a_phone(place: Place) {
    whole_match(place, "uno", PHONE, By::Pointing).await;
}

const PHONE: Looks = Looks { size: (390, 844), has_touch: true, is_dark: true, ..Looks::USUAL };

/// A match with numbered buttons and boxes to tick.
async fn whole_match_by_forms(Place { chrome, stage }: Place, game: &str) {
    let table = stage.table(&Wanted { game, ..Wanted::default() }).await;
    let person = Person::come(&chrome, Looks { has_script: false, ..Looks::USUAL }).await;
    person.goto(&table.seat).await;
    person.follow("form .go").await;
    assert!(person.js("document.querySelector('#table[data-seq]')").await.is_null(), "script has run");
    assert!(person.play_forms_to_the_end().await > 0, "nothing was asked");
    let text = person.text("document.body.innerText").await;
    assert!(text.contains("The match is over"), "{text}");
    person.follow("a[href^='/replay']").await;
    person.leave().await;
}

pub async fn a_whole_match_of_durak_without_script(place: Place) {
    whole_match_by_forms(place, "durak").await;
}

pub async fn a_whole_match_of_tractor_without_script(place: Place) {
    whole_match_by_forms(place, "tractor").await;
}

pub async fn without_script_the_page_of_a_waiting_player_loads_again_by_itself(
    Place { chrome, stage }: Place,
) {
    let table = stage.table(&Wanted { people: 2, ..Wanted::default() }).await;
    let person = Person::come(&chrome, Looks { has_script: false, ..Looks::USUAL }).await;
    person.goto(&table.seat).await;
    person.follow("form .go").await;
    person.loads_again().await;
    person.leave().await;
}
