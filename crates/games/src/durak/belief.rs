//! What play tells of hidden cards: worlds in which somebody held back a card that a sensible player
//! would have laid are drawn less often.
//!
//! A layer on top of `sample`, which stays uniform under the hard facts.

use cards::{Rng, Seat, View};

use super::rules::{Durak, SEATS};
use super::view::DurakView;

/// After so many refused worlds the next is taken as it comes: where the hints leave few worlds they
/// are more likely wrong than right.
const TRIES: u32 = 12;

/// A world that looks like the view. One with `n` cards that would hardly have been held back is kept
/// with probability `(trust / 1024)^n`.
pub(super) fn likely(view: &DurakView, trust: u32, rng: &mut Rng) -> Durak {
    for _ in 0..TRIES {
        let world = view.sample(rng);
        let held_back = held_back(&world, view.seat());
        if (0..held_back).all(|_| rng.next_u32() >> 22 < trust) {
            return world;
        }
    }
    view.sample(rng)
}

/// How many hidden cards lie where a sensible player would not have them any more.
fn held_back(world: &Durak, me: Seat) -> u32 {
    let public = world.public();
    let others = Seat::all(SEATS).filter(|&seat| seat != me);
    others.map(|seat| ((world.hand(seat) - public.shown(seat)) & public.denied(seat)).len()).sum()
}
