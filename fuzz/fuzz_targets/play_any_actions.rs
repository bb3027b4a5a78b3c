//! Any choice of actions: `check` agrees with `actions`, and every card stays in exactly one place.
#![no_main]

use cards::{Flow, Rng, Rules};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use libfuzzer_sys::fuzz_target;

struct Play<'a>(&'a [u8]);
impl WithGame for Play<'_> {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let [seed, variant, choices @ ..] = self.0 else { return };
        let variants = G::Rules::variants();
        let rules = variants[usize::from(*variant) % variants.len()];
        let mut state = G::start(&G::deal(&rules, &mut Rng::new(u64::from(*seed))), |_| ());
        for choice in choices {
            if state.turn().is_none() {
                break;
            }
            // Two choices of three are legal ones; the others come from brute force.
            let action = match choice % 3 {
                0 => {
                    let all = state.brute_force();
                    all[usize::from(*choice) % all.len()]
                }
                _ => state.nth(u32::from(*choice) % state.count()).expect("an action"),
            };
            let listed =
                state.actions(|legal| if legal == action { Flow::Break(()) } else { Flow::Continue(()) });
            let played = state.play(action, |_| ());
            assert_eq!(played.is_ok(), listed.is_break(), "{action} in {state:?}");
            assert_eq!(state.audit(), Ok(()));
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = data.split_first() else { return };
    with_game(NAMES[usize::from(*game) % NAMES.len()], Play(rest));
});
