//! What a screen reader meets.

use browser_tests::{By, Looks, Person, Turn, Wanted};

use crate::Place;

pub async fn a_screen_reader_gets_labelled_cards_the_question_and_the_log(Place { chrome, stage }: Place) {
    for game in ["tractor", "mau-mau", "durak", "house", "uno"] {
        let table = stage.table(&Wanted { game, ..Wanted::default() }).await;
        let person = Person::sit(&chrome, &table, Looks::USUAL).await;
        let Turn::Asked(scene) = person.turn().await else { panic!("{game} begins with its end") };
        let nodes = person.read_aloud().await;
        let has = |node: &str| nodes.iter().any(|found| found == node);
        let all = nodes.join("\n");

        // Every button says what it does, and every picture what it shows.
        for bare in [
            "button \"\"",
            "link \"\"",
            "image \"\"",
            "img \"\"",
            "group \"\"",
            "combobox \"\"",
            "textbox \"\"",
        ] {
            assert!(!has(bare), "{game}: a {bare} without a name\n{all}");
        }
        // The question is a status, which is read when it changes; what happened is a log.
        assert!(nodes.iter().any(|node| node.starts_with("status ")), "{game}: no question\n{all}");
        assert!(has("log \"What happened\""), "{game}: no log\n{all}");
        for part in scene["ask"]["prompt"].as_array().expect("a prompt") {
            let is_read = match part.as_str() {
                Some(words) => has(&format!("StaticText {words:?}")),
                None => has(&format!("image {:?}", part["card"]["label"].as_str().expect("a card's name"))),
            };
            assert!(is_read, "{game}: {part} is not read\n{all}");
        }

        // Every card of the hand is a button with the card's name.
        let labels = person.js("[...document.querySelectorAll('.felt button.card')].map(card => card.getAttribute('aria-label'))").await;
        let labels: Vec<&str> =
            labels.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
        let buttons = nodes.iter().filter(|node| node.starts_with("button ")).count();
        assert!(buttons >= labels.len(), "{game}\n{all}");
        for label in &labels {
            assert!(has(&format!("button {label:?}")), "{game}: {label} is not read\n{all}");
        }
        if game != "house" {
            assert!(labels.len() >= 5, "{game}: {labels:?}");
            // Long names, such as "seven of hearts", not "7♥".
            assert!(labels.iter().all(|label| label.is_ascii() && label.contains(' ')), "{game}: {labels:?}");
        }
        // Places are buttons too.
        let spots = person.number("document.querySelectorAll('.spot').length").await;
        assert!(spots == 0.0 || buttons as f64 >= spots, "{game}: {spots} places\n{all}");

        // A new sentence joins the log, and the question follows.
        let lines = "document.querySelectorAll('.log li').length";
        let before = person.number(lines).await;
        person.play(By::Pointing, &scene).await;
        assert!(person.number(lines).await > before, "{game}: the action is told");
        person.leave().await;
    }
}

pub async fn other_pages_have_a_heading_and_labelled_fields(Place { chrome, stage }: Place) {
    let person = Person::come(&chrome, Looks::USUAL).await;
    for page in ["/", "/matches", "/rules/durak"] {
        person.goto(&stage.url(page)).await;
        person.js("document.querySelectorAll('details').forEach(more => { more.open = true; })").await;
        let nodes = person.read_aloud().await;
        let all = nodes.join("\n");
        assert!(nodes.iter().any(|node| node.starts_with("heading ")), "{page}\n{all}");
        for bare in
            ["button \"\"", "link \"\"", "image \"\"", "combobox \"\"", "textbox \"\"", "checkbox \"\""]
        {
            assert!(!nodes.iter().any(|node| node == bare), "{page}: a {bare} without a name\n{all}");
        }
        assert_eq!(person.text("document.documentElement.lang").await, "en");
    }
    person.leave().await;
}

pub async fn the_pages_speak_the_language_that_the_browser_wants(Place { chrome, stage }: Place) {
    let german = Looks { language: "fr, de-AT;q=0.8, en;q=0.5", ..Looks::USUAL };
    let table = stage.table(&Wanted { game: "house", ..Wanted::default() }).await;
    let person = Person::sit(&chrome, &table, german).await;
    let Turn::Asked(scene) = person.turn().await else { panic!("the match begins with its end") };
    // What comes through the socket, too.
    assert_eq!(scene["table"]["name"], "Kartenhaus");
    person.play(By::Pointing, &scene).await;
    assert_eq!(person.text("document.querySelector('.heading h1').textContent").await, "Kartenhaus");
    for (page, heading) in [("/", "Setz dich und spiel"), ("/nothing", "Diese Seite gibt es nicht.")] {
        person.goto(&stage.url(page)).await;
        assert_eq!(person.text("document.documentElement.lang").await, "de");
        assert_eq!(person.text("document.querySelector('h1').textContent").await, heading);
    }
    assert_eq!(person.forgive("status of 404"), 1);
    person.leave().await;
}
