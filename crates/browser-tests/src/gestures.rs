//! What hands do: clicks, taps, keys and typing, as the browser gets them from a mouse, a screen or a keyboard.

use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchTouchEventParams, DispatchTouchEventReturns,
    DispatchTouchEventType, InsertTextParams, TouchPoint,
};
use chromiumoxide::cdp::browser_protocol::page::EventLoadEventFired;
use chromiumoxide::layout::Point;
use chromiumoxide::types::{Command, Method, MethodId};
use futures_util::StreamExt;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::{PATIENCE, Person};

/// Finds where an element can be hit: its middle, or else the first part of it that nothing covers.
const HIT: &str = "async query => {
  const at = document.querySelector(query);
  if (!at) throw new Error(`nothing matches ${query}`);
  at.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  await Promise.all(at.getAnimations().map(motion => motion.finished.catch(() => null)));
  const box = at.getBoundingClientRect(), steps = [.5, .1, .2, .3, .4, .6, .7, .8, .9];
  const isHit = (x, y) => { const top = document.elementFromPoint(x, y); return top && at.contains(top); };
  for (const down of steps) for (const right of steps) {
    const x = box.left + box.width * right, y = box.top + box.height * down;
    if (isHit(x, y)) return [x, y];
  }
  const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  throw new Error(`${query} is covered by ${over?.outerHTML.slice(0, 200)} at ${JSON.stringify(box)}`);
}";

/// Keys: the name, the code, the number, the text.
const KEYS: &[(&str, &str, i64, &str)] = &[
    ("ArrowLeft", "ArrowLeft", 37, ""),
    ("ArrowRight", "ArrowRight", 39, ""),
    ("Enter", "Enter", 13, "\r"),
    ("Escape", "Escape", 27, ""),
    ("Tab", "Tab", 9, ""),
    (" ", "Space", 32, " "),
    ("h", "KeyH", 72, "h"),
    ("l", "KeyL", 76, "l"),
];

/// No finger is left on the screen. The generated command leaves an empty list out, which the browser refuses.
#[derive(Debug, Serialize)]
struct LiftFinger {
    r#type: &'static str,
    #[serde(rename = "touchPoints")]
    touch_points: [TouchPoint; 0],
}

impl Default for LiftFinger {
    fn default() -> LiftFinger {
        LiftFinger { r#type: "touchEnd", touch_points: [] }
    }
}

impl Method for LiftFinger {
    fn identifier(&self) -> MethodId {
        DispatchTouchEventParams::IDENTIFIER.into()
    }
}

impl Command for LiftFinger {
    type Response = DispatchTouchEventReturns;
}

impl Person {
    async fn hit(&self, query: &str) -> (f64, f64) {
        let point = self.js(&format!("({HIT})({})", json!(query))).await;
        let at = |index: usize| point[index].as_f64().expect("a number");
        (at(0), at(1))
    }

    /// Points at an element and presses: with the finger where there is one, otherwise with the mouse.
    pub async fn click(&self, query: &str) {
        // A page without script has nothing to wait for.
        if self.looks.has_script {
            self.wait(&format!("document.querySelector({})", json!(query))).await;
        }
        let (x, y) = self.hit(query).await;
        if self.looks.has_touch {
            let down = DispatchTouchEventParams::new(
                DispatchTouchEventType::TouchStart,
                vec![TouchPoint::new(x, y)],
            );
            self.page.execute(down).await.expect("a finger");
            self.page.execute(LiftFinger::default()).await.expect("a finger");
        } else {
            self.page.click(Point::new(x, y)).await.expect("a click");
        }
    }

    /// Clicks what leads to another page, and waits until that has loaded. Needs no script in the page.
    pub async fn follow(&self, query: &str) {
        let mut loads = self.page.event_listener::<EventLoadEventFired>().await.expect("events");
        self.click(query).await;
        let loaded = timeout(PATIENCE, loads.next()).await;
        loaded.unwrap_or_else(|_| panic!("{query} leads nowhere"));
    }

    /// Waits until the page loads again by itself.
    pub async fn loads_again(&self) {
        let mut loads = self.page.event_listener::<EventLoadEventFired>().await.expect("events");
        timeout(PATIENCE, loads.next()).await.expect("the page loads again");
    }

    /// Presses a key.
    pub async fn press(&self, key: &str) {
        let known = KEYS.iter().find(|(name, ..)| *name == key);
        let (name, code, number, text) = *known.unwrap_or_else(|| panic!("no key {key}"));
        let event = |kind| {
            let event = DispatchKeyEventParams::builder().r#type(kind).key(name).code(code);
            event.windows_virtual_key_code(number)
        };
        let down = match text {
            "" => event(DispatchKeyEventType::RawKeyDown),
            text => event(DispatchKeyEventType::KeyDown).text(text),
        };
        self.page.execute(down.build().expect("a key")).await.expect("a key");
        self.page.execute(event(DispatchKeyEventType::KeyUp).build().expect("a key")).await.expect("a key");
    }

    /// Types into a field, in place of what is there.
    pub async fn fill(&self, query: &str, text: &str) {
        self.click(query).await;
        self.js(&format!("document.querySelector({}).select()", json!(query))).await;
        self.page.execute(InsertTextParams::new(text)).await.expect("a keyboard");
    }

    /// Chooses in a list, which the browser shows outside of the page.
    pub async fn select(&self, query: &str, value: &str) {
        let choose = "(at => { at.value = WANTED; if (at.value !== WANTED) throw new Error('no such option'); at.dispatchEvent(new Event('change', { bubbles: true })); })";
        let choose = choose.replace("WANTED", &json!(value).to_string());
        self.js(&format!("{choose}(document.querySelector({}))", json!(query))).await;
    }

    /// Presses a key until an expression about the page is true.
    pub async fn press_until(&self, key: &str, expression: &str) {
        for _ in 0..200 {
            if self.js(expression).await == Value::Bool(true) {
                return;
            }
            self.press(key).await;
        }
        panic!("{key} does not lead to {expression}");
    }
}
