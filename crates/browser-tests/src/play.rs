//! How a person plays: what a choice is on the screen, and the gestures that make it.

use serde_json::{Value, json};

use crate::Person;

/// What a person plays with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// A mouse, or a finger where the browser has one.
    Pointing,
    /// Keys only.
    Keys,
}

/// A moment at which a person can do something.
pub enum Turn {
    /// A question, in this scene.
    Asked(Box<Value>),
    /// The match has ended.
    Over,
}

/// Keys of cards that can be pressed, as the page numbers equal ones.
const PRESSABLE: &str = "[...document.querySelectorAll('.felt button.card')].map(card => card.dataset.key)";

impl Person {
    /// Waits until it is this person's turn or the match is over.
    pub async fn turn(&self) -> Turn {
        let seq = self
            .wait("(at => at && ['you', 'over'].includes(at.dataset.turn) && `${at.dataset.turn} ${at.dataset.seq}`)(document.querySelector('#table'))")
            .await;
        let (turn, seq) = seq.as_str().and_then(|text| text.split_once(' ')).expect("a turn and a number");
        match turn {
            "over" => Turn::Over,
            _ => Turn::Asked(Box::new(self.scene(seq.parse().expect("a number")).await)),
        }
    }

    /// Plays to the end of the match; answers how many questions there were.
    pub async fn play_to_the_end(&self, by: By) -> usize {
        let mut turns = 0;
        while let Turn::Asked(scene) = self.turn().await {
            self.play(by, &scene).await;
            turns += 1;
            assert!(turns < 2000, "a match without an end");
        }
        turns
    }

    /// Plays to the end with the forms of the page, which need no script.
    pub async fn play_forms_to_the_end(&self) -> usize {
        let mut turns = 0;
        loop {
            let seen = self.js("[document.querySelector('form[action$=rematch]') !== null, document.querySelectorAll('.choices button').length, document.querySelectorAll('input[name=card]').length]").await;
            let count = |at: usize| seen[at].as_u64().unwrap_or(0) as usize;
            if seen[0] == true {
                return turns;
            } else if count(1) > 0 {
                let at = turns * 7919 % count(1) + 1;
                self.follow(&format!(".choices li:nth-child({at}) button")).await;
            } else if count(2) > 0 {
                for at in 1..=8 {
                    self.click(&format!(".zone label:nth-child({at}) input[name=card]")).await;
                }
                self.follow(".plain form .go").await;
            } else {
                // Others play. The page asks again after a while; who is in a hurry loads it again.
                self.reload().await;
                continue;
            }
            turns += 1;
            assert!(turns < 2000, "a match without an end");
        }
    }

    /// Answers a question with one of its choices, which depends on nothing but the scene.
    pub async fn play(&self, by: By, scene: &Value) {
        let choices = scene["ask"]["choices"].as_array().expect("a question");
        let seq = scene["seq"].as_u64().expect("a number");
        let choice = &choices[(seq as usize * 7919) % choices.len()];
        self.choose(by, scene, choice).await;
        self.wait(&format!("document.querySelector('#table').dataset.seq !== '{seq}'")).await;
    }

    /// Makes a choice by gestures, until it is sent.
    async fn choose(&self, by: By, scene: &Value, choice: &Value) {
        let ask = &scene["ask"];
        let batch = ask["batch"].as_u64().unwrap_or(1) as usize;
        let has_places =
            ask["choices"].as_array().into_iter().flatten().any(|choice| choice["place"].is_object());
        let cards: Vec<&str> =
            choice["cards"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let place = choice["place"].as_object();
        if batch == 1 && (cards.is_empty() || (has_places && place.is_none())) {
            let label = choice["label"].as_str().expect("a label");
            return self.press_button(by, label).await;
        }
        if let Some(at) = place {
            let spot = format!("{} {} {}", at["slot"], at["storey"], at["form"].as_str().unwrap_or_default());
            self.point(by, "spot", &spot).await;
        } else {
            for key in self.keys_of(&cards, batch).await {
                self.point(by, "key", &key).await;
            }
        }
        // Where the list of choices does not tell, the server says whether the cards are allowed.
        let next = "document.querySelector('.buttons .option') ? 'options' : document.querySelector('.buttons .go:not(:disabled)') ? 'go' : ''";
        match self.wait(next).await.as_str() {
            Some("options") => {
                let label = choice["label"].as_str().expect("a label");
                self.press_option(by, label).await;
            }
            _ if by == By::Keys => self.press("Enter").await,
            // A second tap on the same card plays it.
            _ if self.looks.has_touch && cards.len() == 1 && batch == 1 && place.is_none() => {
                let key = self.text("document.querySelector('.felt .card.on').dataset.key").await;
                self.click(&format!("[data-key=\"{key}\"]")).await;
            }
            _ => self.click(".buttons .go").await,
        }
    }

    /// The page's keys of these cards; of the first cards of the hand where several are given away at once.
    async fn keys_of(&self, cards: &[&str], batch: usize) -> Vec<String> {
        let keys = self.js(PRESSABLE).await;
        let mut left: Vec<String> =
            keys.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        if batch > 1 {
            left.truncate(batch);
            return left;
        }
        let find = |id: &&str| {
            let at = left.iter().position(|key| key.rsplit_once('#').is_some_and(|(of, _)| of == *id));
            left.remove(at.unwrap_or_else(|| panic!("no card {id} to press")))
        };
        cards.iter().map(find).collect()
    }

    /// Selects a card or a place.
    async fn point(&self, by: By, kind: &str, name: &str) {
        match by {
            By::Pointing => self.click(&format!(".felt [data-{kind}=\"{name}\"]")).await,
            By::Keys => {
                let is_there = format!("document.activeElement?.dataset.{kind} === {}", json!(name));
                self.press_until("ArrowRight", &is_there).await;
                self.press(" ").await;
            }
        }
    }

    async fn press_button(&self, by: By, label: &str) {
        let is_it = "button => button.textContent.toLowerCase() === WANTED.toLowerCase()";
        self.press_found(by, ".buttons .other", &is_it.replace("WANTED", &json!(label).to_string())).await;
    }

    async fn press_option(&self, by: By, label: &str) {
        let is_it = format!("button => button.getAttribute('aria-label') === {}", json!(label));
        self.press_found(by, ".buttons .option", &is_it).await;
    }

    async fn press_found(&self, by: By, query: &str, is_it: &str) {
        let at = self.js(&format!("[...document.querySelectorAll('{query}')].findIndex({is_it})")).await;
        let at = at.as_i64().filter(|at| *at >= 0);
        let at = at.unwrap_or_else(|| panic!("no {query} with {is_it}"));
        match by {
            By::Pointing => {
                // A place in its parent, so that a query names this one.
                let mark = format!("document.querySelectorAll('{query}')[{at}].dataset.wanted = ''");
                self.js(&mark).await;
                self.click(&format!("{query}[data-wanted]")).await;
            }
            By::Keys => {
                let is_there =
                    format!("document.activeElement === document.querySelectorAll('{query}')[{at}]");
                self.press_until("Tab", &is_there).await;
                self.press("Enter").await;
            }
        }
    }
}
