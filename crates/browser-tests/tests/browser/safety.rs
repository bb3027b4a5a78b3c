//! What people type stays text, and what goes wrong in a page is noticed.

use browser_tests::{Looks, Person, Wanted};
use serde_json::json;

use crate::Place;

/// Names that want to be markup. A name has at most 20 characters.
const NAMES: &[&str] = &[
    "<svg onload=alert()>",
    "\"><script>pwn=1//",
    "'-alert(1)-'",
    "{ $n } # % </main>",
    "javascript:alert(1)",
];

/// Texts for fields that the page fills itself, and for addresses.
const TEXTS: &[&str] =
    &["\"><img src=x onerror=window.pwned=1>", "<script>window.pwned=1</script>", "';alert(1);'"];

/// Nothing on the page came out of a text.
const HARM: &str = "window.pwned !== undefined || window.pwn !== undefined || document.querySelector('script:not([src]), [onload], [onerror], img, main main') !== null";

async fn is_harmless(person: &Person, text: &str) {
    assert!(person.js(HARM).await == false, "{text} has become part of {}", person.url().await);
}

pub async fn names_stay_text(Place { chrome, stage }: Place) {
    for name in NAMES {
        let ann = Person::come(&chrome, Looks::USUAL).await;
        ann.goto(&stage.url("/")).await;
        let form = ".game:has(input[value=house])";
        ann.click(&format!("{form} summary")).await;
        ann.fill(&format!("{form} input[name=name]"), name).await;
        ann.select(&format!("{form} select[name=people]"), "2").await;
        ann.click(&format!("{form} input[name=listed]")).await;
        ann.click(&format!("{form} .go")).await;
        let link = ann.wait("document.querySelector('.invite input')?.value").await;
        let bob = Person::come(&chrome, Looks::USUAL).await;
        bob.goto(link.as_str().expect("a link")).await;
        assert!(bob.text("document.body.textContent").await.contains(name), "the host is named");
        is_harmless(&bob, name).await;
        bob.fill("input[name=name]", name).await;
        bob.click("form .go").await;
        bob.at_table().await;
        ann.wait("!document.querySelector('.waiting')").await;
        for person in [&ann, &bob] {
            let names =
                person.js("[...document.querySelectorAll('.name')].map(name => name.textContent)").await;
            assert_eq!(names, json!([name, name]));
            is_harmless(person, name).await;
        }
        // Also where the table is listed, and without script.
        ann.goto(&stage.url("/")).await;
        assert!(ann.text("document.body.textContent").await.contains(name), "the table is listed");
        is_harmless(&ann, name).await;
        ann.leave().await;
        bob.leave().await;
    }
}

pub async fn forged_forms_and_addresses_stay_text(Place { chrome, stage }: Place) {
    let person = Person::come(&chrome, Looks::USUAL).await;
    let table = stage.table(&Wanted::default()).await;
    for text in TEXTS {
        for field in ["game", "rules", "level", "people", "seats", "clock", "hints", "pace", "name", "absent"]
        {
            person.goto(&stage.url("/")).await;
            let forge = format!(
                "(() => {{ const form = document.querySelector('.game form'); form.querySelectorAll('[name={field}]').forEach(old => old.remove());
                   const input = document.createElement('input'); input.type = 'hidden'; input.name = '{field}'; input.value = {}; form.append(input); }})()",
                json!(text)
            );
            person.js(&forge).await;
            person.follow(".game form .go").await;
            is_harmless(&person, text).await;
            // A wish for hints is on or not, and a name may be anything short. The rest is refused, and the page says so.
            let is_fine = field == "hints" || (field == "name" && text.len() <= 20);
            if !is_fine {
                assert!(
                    person.js("document.querySelector('[role=alert]') !== null").await == true,
                    "{field} {text}"
                );
                assert_eq!(person.forgive("status of 400"), 1, "{field}: a bad form has its status");
            }
        }
        let coded = person.text(&format!("encodeURIComponent({})", json!(text))).await;
        let id = table.url.rsplit('/').nth(1).expect("an id").to_owned();
        let pages = [
            format!("/t/{id}/?said={coded}"),
            format!("/t/{id}/join?k={coded}"),
            format!("/t/{coded}/"),
            format!("/rules/{coded}"),
            format!("/replay/{id}/1?at={coded}&seat={coded}"),
            format!("/replay/{coded}/1"),
            format!("/t/{id}/record?match={coded}"),
            format!("/{coded}"),
        ];
        for page in pages {
            person.goto(&stage.url(&page)).await;
            is_harmless(&person, &page).await;
            person.forgive("status of 4");
        }
    }
    person.leave().await;
}

pub async fn a_page_that_goes_wrong_is_noticed(Place { chrome, stage }: Place) {
    let person = Person::come(&chrome, Looks::USUAL).await;
    person.goto(&stage.url("/")).await;
    person.js("console.error('told')").await;
    person
        .js("new Promise(done => { setTimeout(() => { setTimeout(done); throw new Error('thrown'); }); })")
        .await;
    // The content policy forbids script in the page and pictures from elsewhere.
    person.js("document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.pwned = 1' }))").await;
    person.js("new Promise(done => { const image = new Image(); image.onerror = done; image.src = 'http://127.0.0.1:9/x.png'; })").await;
    is_harmless_but_for_the_test(&person).await;
    assert_eq!(person.forgive("told"), 1);
    assert_eq!(person.forgive("thrown"), 1);
    assert!(person.forgive("Content Security Policy") >= 2);
    person.leave().await;
}

async fn is_harmless_but_for_the_test(person: &Person) {
    assert!(person.js("window.pwned").await.is_null(), "the policy stops script in the page");
}
