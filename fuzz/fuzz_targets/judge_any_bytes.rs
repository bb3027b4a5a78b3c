//! Any bytes: every judge answers, or says what is wrong at a place within the input.
#![no_main]

use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use games::problem::Output;
use libfuzzer_sys::fuzz_target;

struct Judge<'a>(&'a [u8]);
impl WithGame for Judge<'_> {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let Some(problem) = G::problem() else { return };
        let framed = problem.frame(self.0).unwrap_or(self.0.len());
        assert!(framed <= self.0.len());
        let mut answer = Output::default();
        if let Err(fault) = problem.answer(1, &self.0[..framed], &mut answer) {
            assert!(fault.at + fault.len <= framed, "{fault:?} in {framed} bytes");
            assert!(answer.text.is_empty());
        }
    }
}

fuzz_target!(|data: &[u8]| {
    for name in NAMES {
        with_game(name, Judge(data));
    }
});
