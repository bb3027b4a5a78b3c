//! A person with a browser of their own: what they see and do, and every complaint of the browser.

use std::sync::{Arc, Mutex, PoisonError};

use chromiumoxide::Page;
use chromiumoxide::cdp::browser_protocol::accessibility::GetFullAxTreeParams;
use chromiumoxide::cdp::browser_protocol::browser::BrowserContextId;
use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetDeviceMetricsOverrideParams, SetEmulatedMediaParams, SetLocaleOverrideParams,
    SetScriptExecutionDisabledParams, SetTouchEmulationEnabledParams,
};
use chromiumoxide::cdp::browser_protocol::log::{EventEntryAdded, LogEntryLevel};
use chromiumoxide::cdp::browser_protocol::network::{
    EventWebSocketFrameReceived, Headers, SetExtraHttpHeadersParams,
};
use chromiumoxide::cdp::browser_protocol::page::{CaptureScreenshotFormat, CaptureScreenshotParams};
use chromiumoxide::cdp::js_protocol::runtime::{
    ConsoleApiCalledType, EvaluateParams, EventConsoleApiCalled, EventExceptionThrown,
};
use futures_util::{Stream, StreamExt};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::{Chrome, PATIENCE, Table};

/// Width and height of a screen.
pub type Size = (u32, u32);

/// How a person's browser is set.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    /// The screen.
    pub size: Size,
    /// The dark theme?
    pub is_dark: bool,
    /// Is motion unwanted?
    pub is_still: bool,
    /// A finger instead of a mouse?
    pub has_touch: bool,
    /// May pages run script?
    pub has_script: bool,
    /// The wish for a language, as browsers send it.
    pub language: &'static str,
}

impl Looks {
    /// A laptop with a mouse.
    pub const USUAL: Looks = Looks {
        size: (1280, 800),
        is_dark: false,
        is_still: true,
        has_touch: false,
        has_script: true,
        language: "en",
    };
}

/// A person.
pub struct Person {
    pub(crate) page: Page,
    pub(crate) looks: Looks,
    chrome: Arc<Chrome>,
    context: BrowserContextId,
    faults: Arc<Mutex<Vec<String>>>,
    /// The latest scene that came through the socket.
    scenes: watch::Receiver<Value>,
    /// Every text that came through the socket.
    heard: Arc<Mutex<Vec<String>>>,
    has_left: bool,
}

impl Person {
    /// Somebody who opens an empty browser.
    pub async fn come(chrome: &Arc<Chrome>, looks: Looks) -> Person {
        let (page, context) = chrome.page().await;
        let faults = Arc::<Mutex<Vec<String>>>::default();
        let heard = Arc::<Mutex<Vec<String>>>::default();
        let (shown, scenes) = watch::channel(Value::Null);

        let listen = page.event_listener::<EventExceptionThrown>().await.expect("events");
        note(listen, &faults, |event: &EventExceptionThrown| {
            let details = &event.exception_details;
            let thrown = details.exception.as_ref().and_then(|thrown| thrown.description.clone());
            Some(format!("exception: {} {}", details.text, thrown.unwrap_or_default()))
        });
        let listen = page.event_listener::<EventConsoleApiCalled>().await.expect("events");
        note(listen, &faults, |event: &EventConsoleApiCalled| {
            let is_bad = matches!(event.r#type, ConsoleApiCalledType::Error | ConsoleApiCalledType::Assert);
            is_bad.then(|| format!("console: {:?}", event.args))
        });
        // Also violations of the content policy, and files that cannot be loaded.
        let listen = page.event_listener::<EventEntryAdded>().await.expect("events");
        note(listen, &faults, |event: &EventEntryAdded| {
            let entry = &event.entry;
            let place = entry.url.clone().unwrap_or_default();
            (entry.level == LogEntryLevel::Error)
                .then(|| format!("{:?}: {} {place}", entry.source, entry.text))
        });
        let mut frames = page.event_listener::<EventWebSocketFrameReceived>().await.expect("events");
        let all = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Some(frame) = frames.next().await {
                let text = frame.response.payload_data.clone();
                let value: Value = serde_json::from_str(&text).unwrap_or_default();
                all.lock().unwrap_or_else(PoisonError::into_inner).push(text);
                if value["kind"] == "scene" {
                    // Who has left does not listen.
                    let _ = shown.send(value);
                }
            }
        });

        let mut person = Person {
            page,
            looks,
            chrome: Arc::clone(chrome),
            context,
            faults,
            scenes,
            heard,
            has_left: false,
        };
        person.page.enable_runtime().await.expect("the runtime's events");
        person.page.enable_log().await.expect("the log's events");
        let locale = SetLocaleOverrideParams { locale: Some("en-US".to_owned()) };
        person.page.execute(locale).await.expect("a locale");
        let headers = Headers::new(serde_json::json!({ "Accept-Language": looks.language }));
        person.page.execute(SetExtraHttpHeadersParams::new(headers)).await.expect("headers");
        if !looks.has_script {
            person.page.execute(SetScriptExecutionDisabledParams::new(true)).await.expect("no script");
        }
        if looks.has_touch {
            person.page.execute(SetTouchEmulationEnabledParams::new(true)).await.expect("a finger");
        }
        person.look(looks.size, looks.is_dark).await;
        person
    }

    /// Somebody who sits down at a table as its host.
    pub async fn sit(chrome: &Arc<Chrome>, table: &Table, looks: Looks) -> Person {
        let person = Person::come(chrome, looks).await;
        person.goto(&table.seat).await;
        person.click("form .go").await;
        person.at_table().await;
        person
    }

    /// Changes the screen and the theme.
    pub async fn look(&mut self, size: Size, is_dark: bool) {
        (self.looks.size, self.looks.is_dark) = (size, is_dark);
        let (width, height) = (i64::from(size.0), i64::from(size.1));
        let metrics = SetDeviceMetricsOverrideParams::new(width, height, 1.0, self.looks.has_touch);
        self.page.execute(metrics).await.expect("a screen");
        let feature = |name: &str, value: &str| MediaFeature::new(name, value);
        let media = SetEmulatedMediaParams::builder().features([
            feature("prefers-color-scheme", if is_dark { "dark" } else { "light" }),
            feature("prefers-reduced-motion", if self.looks.is_still { "reduce" } else { "no-preference" }),
        ]);
        self.page.execute(media.build()).await.expect("media features");
    }

    /// Opens a page and waits until it has loaded.
    pub async fn goto(&self, url: &str) {
        let loaded = timeout(PATIENCE, self.page.goto(url)).await;
        loaded
            .unwrap_or_else(|_| panic!("{url} does not load"))
            .unwrap_or_else(|error| panic!("{url}: {error}"));
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        timeout(PATIENCE, self.page.reload()).await.expect("the page loads").expect("the page loads");
    }

    /// The address of the page.
    pub async fn url(&self) -> String {
        self.text("location.href").await
    }

    /// Waits until the script has drawn the table.
    pub async fn at_table(&self) {
        self.wait("document.querySelector('#table[data-seq]')").await;
    }

    /// The value of an expression; `Err` if it throws or the page goes away meanwhile.
    pub async fn try_js(&self, expression: &str) -> Result<Value, String> {
        let call = EvaluateParams::builder().expression(expression).await_promise(true).return_by_value(true);
        let call = self.page.execute(call.build().expect("an expression"));
        let answer = timeout(PATIENCE * 2, call).await.map_err(|_| "no answer".to_owned())?;
        let answer = answer.map_err(|error| error.to_string())?.result;
        match answer.exception_details {
            Some(details) => {
                let thrown = details.exception.and_then(|thrown| thrown.description);
                Err(format!("{} {}", details.text, thrown.unwrap_or_default()))
            }
            None => Ok(answer.result.value.unwrap_or_default()),
        }
    }

    /// The value of an expression.
    pub async fn js(&self, expression: &str) -> Value {
        let value = self.try_js(expression).await;
        value.unwrap_or_else(|error| panic!("{expression}\n{error}"))
    }

    /// The same as text.
    pub async fn text(&self, expression: &str) -> String {
        self.js(expression).await.as_str().unwrap_or_default().to_owned()
    }

    /// The same as a number.
    pub async fn number(&self, expression: &str) -> f64 {
        self.js(expression).await.as_f64().unwrap_or_else(|| panic!("{expression}: not a number"))
    }

    /// Waits until an expression is true, and answers its value. It is asked whenever the document changes.
    pub async fn wait(&self, expression: &str) -> Value {
        let watch = format!(
            "new Promise((done, fail) => {{
               const found = () => {{ const value = {expression}; return value instanceof Node ? true : value; }};
               const look = () => {{ const value = found(); if (value) {{ watcher.disconnect(); clearTimeout(timer); done(value); }} }};
               const watcher = new MutationObserver(look);
               const timer = setTimeout(() => {{ watcher.disconnect(); fail(new Error('waited in vain')); }}, {});
               watcher.observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
               look();
             }})",
            PATIENCE.as_millis()
        );
        let start = tokio::time::Instant::now();
        loop {
            match self.try_js(&watch).await {
                Ok(value) => return value,
                // The page was left for another one: wait there.
                Err(error) if is_away(&error) && start.elapsed() < PATIENCE => (),
                Err(error) => panic!("{expression}\n{error}\n{}", self.describe().await),
            }
        }
    }

    /// What is on the page, for a failure.
    async fn describe(&self) -> String {
        let seen = self.try_js("`${location.href} ${document.querySelector('#table')?.dataset.turn} ${document.body.innerText}`").await;
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner).join("\n");
        format!("{}\n{faults}", seen.unwrap_or_default().as_str().unwrap_or_default())
    }

    /// The scene with this number, when it has come through the socket.
    pub async fn scene(&self, seq: u64) -> Value {
        let mut scenes = self.scenes.clone();
        let found = timeout(PATIENCE, scenes.wait_for(|scene| scene["seq"] == seq)).await;
        found.unwrap_or_else(|_| panic!("no scene {seq}")).expect("the page is open").clone()
    }

    /// Every text that has come through the socket.
    pub fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes the complaints of the browser that contain this, where a story is about them.
    pub fn forgive(&self, part: &str) -> usize {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let before = faults.len();
        faults.retain(|fault| !fault.contains(part));
        before - faults.len()
    }

    /// Role and name of every node that a screen reader meets, as `role "name"`.
    pub async fn read_aloud(&self) -> Vec<String> {
        let tree = self.page.execute(GetFullAxTreeParams::default()).await.expect("the accessibility tree");
        let text = |value: Option<&chromiumoxide::cdp::browser_protocol::accessibility::AxValue>| {
            value
                .and_then(|value| value.value.as_ref())
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let nodes = tree.result.nodes.into_iter().filter(|node| !node.ignored);
        nodes.map(|node| format!("{} {:?}", text(node.role.as_ref()), text(node.name.as_ref()))).collect()
    }

    /// A picture of the screen, as PNG.
    pub async fn picture(&self) -> Vec<u8> {
        let png = CaptureScreenshotParams::builder().format(CaptureScreenshotFormat::Png);
        self.page
            .screenshot(chromiumoxide::page::ScreenshotParams::from(png.build()))
            .await
            .expect("a picture")
    }

    /// Closes the browser. Nothing may have gone wrong in it.
    pub async fn leave(mut self) {
        self.has_left = true;
        // Events that are on their way come before the answer.
        self.js("0").await;
        let faults = std::mem::take(&mut *self.faults.lock().unwrap_or_else(PoisonError::into_inner));
        self.chrome.dispose(self.context.clone()).await;
        assert!(faults.is_empty(), "the browser complains:\n{}", faults.join("\n"));
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        assert!(
            self.has_left || std::thread::panicking(),
            "every person leaves, so that complaints are heard"
        );
    }
}

/// Keeps what events complain about.
fn note<E: 'static + Send + Sync>(
    mut events: impl Stream<Item = Arc<E>> + Send + Unpin + 'static,
    faults: &Arc<Mutex<Vec<String>>>,
    fault: impl Fn(&E) -> Option<String> + Send + 'static,
) {
    let faults = Arc::clone(faults);
    tokio::spawn(async move {
        while let Some(event) = events.next().await {
            if let Some(fault) = fault(&event) {
                faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
            }
        }
    });
}

/// Does the error mean that the page is being left?
fn is_away(error: &str) -> bool {
    ["navigated or closed", "context was destroyed", "Promise was collected", "Cannot find context"]
        .iter()
        .any(|part| error.contains(part))
}
