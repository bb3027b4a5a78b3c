//! The laws on random matches, and the statement's examples.

use cards::{Rules as _, laws};

use super::*;

#[test]
fn random_matches_keep_the_laws() {
    for rules in Rules::variants() {
        for seed in 0..150 {
            laws::keep::<Tractor>(&rules, seed);
        }
    }
}

#[test]
fn check_and_actions_agree_on_actions_of_other_moments() {
    for rules in Rules::variants() {
        for seed in 0..100 {
            laws::check_agrees_with_actions::<Tractor>(&rules, seed);
        }
    }
}
