//! Any bytes: every judge answers or says what is wrong, at a place that exists.
#![no_main]

use games::catalog::{Entry, NAMES, WithGame, with_game};
use games::contest::Answer;
use libfuzzer_sys::fuzz_target;

struct Judge<'a>(&'a [u8]);
impl WithGame for Judge<'_> {
    type Out = ();
    fn run<G: Entry>(self) {
        let Some(contest) = G::contest() else { return };
        let framed = contest.frame(self.0).unwrap_or(self.0.len());
        assert!(framed <= self.0.len());
        let mut answer = Answer::default();
        if let Err(fault) = contest.judge(1, &self.0[..framed], &mut answer) {
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
