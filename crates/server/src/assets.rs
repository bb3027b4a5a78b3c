//! The files of the front end, in the binary. Their folder's name is a hash of all of them, so that modules can
//! import each other by name and a browser can keep them.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// A file.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its name.
    pub name: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal $kind:literal),* $(,)?) => {
        &[$(Asset { name: $name, kind: $kind, bytes: include_bytes!(concat!("../web/", $name)) }),*]
    };
}

const ASSETS: &[Asset] = assets![
    "choose.js" "text/javascript; charset=utf-8",
    "dom.js" "text/javascript; charset=utf-8",
    "faces.js" "text/javascript; charset=utf-8",
    "hand.js" "text/javascript; charset=utf-8",
    "icons.js" "text/javascript; charset=utf-8",
    "link.js" "text/javascript; charset=utf-8",
    "motion.js" "text/javascript; charset=utf-8",
    "page.js" "text/javascript; charset=utf-8",
    "panels.js" "text/javascript; charset=utf-8",
    "settings.js" "text/javascript; charset=utf-8",
    "sha256.js" "text/javascript; charset=utf-8",
    "table.js" "text/javascript; charset=utf-8",
    "tower.js" "text/javascript; charset=utf-8",
    "zones.js" "text/javascript; charset=utf-8",
    "style.css" "text/css; charset=utf-8",
    "table.css" "text/css; charset=utf-8",
    "icon.svg" "image/svg+xml",
];

static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for asset in ASSETS {
        hash.update(asset.name);
        hash.update(asset.bytes);
    }
    hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
});

/// The file of this name, if the version is this program's.
pub fn find(version: &str, name: &str) -> Option<Asset> {
    ASSETS.iter().copied().find(|asset| asset.name == name && version == *VERSION)
}

/// The address of a file.
pub fn path(name: &str) -> String {
    format!("/static/{}/{name}", *VERSION)
}
