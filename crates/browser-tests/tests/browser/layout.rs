//! The layout holds on every screen, in both themes: nothing to the side, every card wide enough and clickable.

use browser_tests::{By, Looks, Person, Size, Turn, Wanted};
use serde_json::Value;

use crate::Place;

const SIZES: [Size; 6] = [(360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080)];

/// What is wrong with the page as it is drawn, in words.
const PROBE: &str = "(() => {
  const wrong = [], root = document.documentElement;
  if (root.scrollWidth > innerWidth) wrong.push(`scrolls sideways: ${root.scrollWidth} of ${innerWidth}`);
  const isHit = (at, x, y) => at.contains(document.elementFromPoint(x, y));
  // A panel lies on the table before and after the match, when there is nothing to play.
  for (const card of document.querySelectorAll('.felt:not(:has(.over)) button.card')) {
    const box = card.getBoundingClientRect(), name = card.dataset.key;
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + .5 || box.bottom > innerHeight + .5) wrong.push(`${name} is off the screen`);
    // The strip that can be seen: as wide as a row of hits near the upper edge, as high as a column of hits in its middle.
    const y = box.top + Math.min(20, box.height / 4);
    let from = null, to = null;
    for (let x = box.left + .5; x < box.right; x++) if (isHit(card, x, y)) { from ??= x; to = x; }
    if (from === null) { wrong.push(`${name} is covered`); continue; }
    const middle = (from + to) / 2;
    let tall = 0;
    for (let at = box.top + .5; at < box.bottom; at++) if (isHit(card, middle, at)) tall++;
    if (to - from + 1 < 24 || tall < 24) wrong.push(`${name} shows a strip of ${to - from + 1} by ${tall}`);
    if (!isHit(card, middle, y)) wrong.push(`${name} is covered in the middle of its strip`);
  }
  for (const button of document.querySelectorAll('.felt .buttons button, .felt .panel button, .felt .panel a, header button')) {
    const box = button.getBoundingClientRect();
    if (!box.width) continue;
    button.scrollIntoView({ block: 'nearest' });
    const seen = button.getBoundingClientRect(), x = seen.left + seen.width / 2, y = seen.top + seen.height / 2;
    if (!isHit(button, x, y)) wrong.push(`the button ${button.textContent || button.id} cannot be hit`);
    if (box.height < 24 || box.width < 24) wrong.push(`the button ${button.textContent || button.id} is ${box.width} by ${box.height}`);
  }
  for (const spot of document.querySelectorAll('.spot')) {
    const box = spot.getBoundingClientRect();
    let hits = 0;
    for (let x = box.left + 1; x < box.right; x += 3) for (let y = box.top + 1; y < box.bottom; y += 3) if (isHit(spot, x, y)) hits++;
    if (hits * 9 < 24 * 24) wrong.push(`the place ${spot.dataset.spot} can be hit on ${hits * 9} square pixels`);
  }
  return wrong;
})()";

/// Looks at the page on every screen in both themes.
async fn probe(person: &mut Person, what: &str, wrong: &mut Vec<String>) {
    for size in SIZES {
        for is_dark in [false, true] {
            person.look(size, is_dark).await;
            // The table is drawn again for its screen.
            person
                .js("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")
                .await;
            let found = person.js(PROBE).await;
            for found in found.as_array().into_iter().flatten().filter_map(Value::as_str) {
                wrong.push(format!(
                    "{what} at {}x{}{}: {found}",
                    size.0,
                    size.1,
                    if is_dark { ", dark" } else { "" }
                ));
            }
        }
    }
    redraw(person, Looks::USUAL.size, Looks::USUAL.is_dark).await;
}

/// Changes the screen, and waits until the page is drawn for it.
async fn redraw(person: &mut Person, size: Size, is_dark: bool) {
    person.look(size, is_dark).await;
    person.js("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))").await;
}

async fn table_holds(Place { chrome, stage }: Place, game: &str) {
    let table = stage.table(&Wanted { game, seed: 7, ..Wanted::default() }).await;
    let mut person = Person::sit(&chrome, &table, Looks::USUAL).await;
    let (mut wrong, mut turns) = (Vec::new(), 0);
    while let Turn::Asked(scene) = person.turn().await {
        turns += 1;
        if [1, 2, 6, 12].contains(&turns) {
            probe(&mut person, &format!("{game}, question {turns}"), &mut wrong).await;
        }
        person.play(By::Pointing, &scene).await;
    }
    person.wait("document.querySelector('.over')").await;
    probe(&mut person, &format!("{game}, the end"), &mut wrong).await;
    person.click(".over .close").await;
    probe(&mut person, &format!("{game}, the table after the end"), &mut wrong).await;
    person.reload().await;
    person.click(".over a[href^='/replay']").await;
    person.wait("document.querySelector('#table[data-replay][data-seq]')").await;
    probe(&mut person, &format!("{game}, replay"), &mut wrong).await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    person.leave().await;
}

pub async fn a_table_of_tractor_fits_every_screen(place: Place) {
    table_holds(place, "tractor").await;
}

pub async fn a_table_of_mau_mau_fits_every_screen(place: Place) {
    table_holds(place, "mau-mau").await;
}

pub async fn a_table_of_durak_fits_every_screen(place: Place) {
    table_holds(place, "durak").await;
}

pub async fn a_table_of_house_of_cards_fits_every_screen(place: Place) {
    table_holds(place, "house").await;
}

pub async fn a_table_of_uno_fits_every_screen(place: Place) {
    table_holds(place, "uno").await;
}

pub async fn the_other_pages_fit_every_screen(Place { chrome, stage }: Place) {
    let mut wrong = Vec::new();
    let mut person = Person::come(&chrome, Looks::USUAL).await;
    let table = stage.table(&Wanted { people: 2, name: "Wolfeschlegelsteinha", ..Wanted::default() }).await;
    for page in [
        "/",
        "/matches",
        "/rules/tractor",
        "/rules/house",
        "/rules/durak",
        "/rules/uno",
        "/rules/mau-mau",
        "/nothing",
    ] {
        person.goto(&stage.url(page)).await;
        person.js("document.querySelectorAll('details').forEach(more => { more.open = true; })").await;
        probe(&mut person, page, &mut wrong).await;
    }
    assert_eq!(person.forgive("status of 404"), 1);
    person.goto(&table.seat).await;
    probe(&mut person, "the way back to a seat", &mut wrong).await;
    person.click("form .go").await;
    person.wait("document.querySelector('.waiting')").await;
    probe(&mut person, "a table that waits", &mut wrong).await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    person.leave().await;
}
