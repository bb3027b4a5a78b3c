//! Any text: the parsers of every game refuse it, or what they read prints and reads back.
#![no_main]

use cards::Text;
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use libfuzzer_sys::fuzz_target;

struct Parse<'a>(&'a str);
impl WithGame for Parse<'_> {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        reads_back::<G::Rules>(self.0);
        reads_back::<G::Action>(self.0);
        reads_back::<G::Event>(self.0);
        if let Some(setup) = reads_back::<G::Setup>(self.0) {
            let state = G::start(&setup, |_| ());
            assert_eq!(state.audit(), Ok(()), "a setup that was read can be played");
        }
    }
}

fn reads_back<T: Text>(text: &str) -> Option<T> {
    let thing: T = text.parse().ok()?;
    assert_eq!(thing.to_string().parse().as_ref(), Ok(&thing));
    Some(thing)
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for name in NAMES {
        with_game(name, Parse(text));
    }
});
