//! Valid cases with a few bytes changed: closer to what people really send than any bytes.
#![no_main]

use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use games::problem::Output;
use libfuzzer_sys::fuzz_target;

struct Break<'a>(u8, &'a [u8]);
impl WithGame for Break<'_> {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let Some(problem) = G::problem() else { return };
        let mut case = Vec::new();
        problem.example(u64::from(self.0), &mut case);
        // Three bytes a change: where (two of them), and what stands there afterwards.
        for change in self.1.chunks_exact(3) {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % case.len();
            case[at] = change[2];
        }
        let framed = problem.frame(&case).unwrap_or(case.len());
        let mut answer = Output::default();
        if let Err(fault) = problem.answer(1, &case[..framed], &mut answer) {
            assert!(fault.at + fault.len <= framed, "{fault:?} in {framed} bytes");
            assert!(answer.text.is_empty());
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let [game, seed, changes @ ..] = data else { return };
    with_game(NAMES[usize::from(*game) % NAMES.len()], Break(*seed, changes));
});
