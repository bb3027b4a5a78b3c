//! What people are shown and told.

use cards::{Rules as _, laws};

use crate::tractor::{Rules, Tractor};

#[test]
fn scenes_and_views_keep_the_laws_on_random_matches() {
    for rules in Rules::variants() {
        for seed in 0..200 {
            laws::keep::<Tractor>(&rules, seed);
        }
    }
}
