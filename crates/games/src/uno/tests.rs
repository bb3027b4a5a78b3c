//! The laws of the contract, kept by Uno.

use cards::{Rules as _, laws};

use super::{Rules, Uno};

#[test]
fn uno_keeps_the_laws() {
    for rules in Rules::variants() {
        for seed in 0..200 {
            laws::keep::<Uno>(&rules, seed);
        }
    }
}
