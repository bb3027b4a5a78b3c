//! The referee's messages beside the games'.

use std::sync::LazyLock;

use games::text::Language;

/// What the referee says, in English.
pub const ENGLISH: &str = include_str!("../messages/en.ftl");

/// The same in German.
pub const GERMAN: &str = include_str!("../messages/de.ftl");

/// English, with everything that games and referee say.
pub fn english() -> &'static Language {
    static LANGUAGE: LazyLock<Language> = LazyLock::new(|| {
        Language::new("en", &[games::text::ENGLISH, ENGLISH]).expect("the English catalogues are tested")
    });
    &LANGUAGE
}
