//! One browser for all stories, with a profile of its own that is deleted with it.

use chromiumoxide::browser::{Browser, BrowserConfig};
use chromiumoxide::cdp::browser_protocol::target::{CreateBrowserContextParams, CreateTargetParams};
use chromiumoxide::{Page, cdp::browser_protocol::browser::BrowserContextId};
use futures_util::StreamExt;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::PATIENCE;

/// A browser without a window.
pub struct Chrome {
    browser: Browser,
    events: JoinHandle<()>,
    /// Deleted when the browser has ended.
    _profile: TempDir,
}

impl Chrome {
    /// Starts a browser.
    ///
    /// # Panics
    /// If there is none, or if it does not start.
    pub async fn start() -> Chrome {
        let profile = tempfile::Builder::new().prefix("croupier-browser-").tempdir().expect("a folder");
        let config = BrowserConfig::builder()
            .user_data_dir(profile.path())
            .new_headless_mode()
            .no_sandbox()
            .viewport(None)
            .request_timeout(PATIENCE)
            .launch_timeout(PATIENCE)
            .args(["disable-gpu", "disable-quic", "disable-component-update"])
            // Every machine writes dates and numbers alike.
            .arg(("lang", "en-US"));
        let config = config.build().expect("chromium; `./check` installs it where it is missing");
        let (browser, mut handler) = Browser::launch(config).await.expect("the browser starts");
        // Messages of a newer protocol are errors here, and nothing to worry about.
        let events = tokio::spawn(async move { while handler.next().await.is_some() {} });
        Chrome { browser, events, _profile: profile }
    }

    /// An empty page in a context of its own: cookies and storage are nobody else's.
    pub(crate) async fn page(&self) -> (Page, BrowserContextId) {
        let context = self.browser.create_browser_context(CreateBrowserContextParams::default());
        let context = context.await.expect("a context");
        let mut target = CreateTargetParams::new("about:blank");
        target.browser_context_id = Some(context.clone());
        // A window of its own, so that no page is in the background.
        target.new_window = Some(true);
        (self.browser.new_page(target).await.expect("a page"), context)
    }

    pub(crate) async fn dispose(&self, context: BrowserContextId) {
        self.browser.dispose_browser_context(context).await.expect("the context closes");
    }

    /// Ends the browser.
    pub async fn close(mut self) {
        let _ = self.browser.close().await;
        let _ = self.browser.wait().await;
        self.events.abort();
    }
}
