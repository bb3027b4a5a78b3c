//! A chi-square test of sampled worlds.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// Draws worlds and compares them with the list of all worlds and their weights. Returns how far chi-square
/// is from its expectation, in standard deviations.
///
/// # Panics
/// If a world is drawn that is not in the list.
pub fn surprise<W: Hash + Eq + Debug>(worlds: &HashMap<W, f64>, mut draw: impl FnMut() -> W) -> f64 {
    const EACH: usize = 60;
    let draws = EACH * worlds.len();
    let mut seen: HashMap<&W, f64> = worlds.keys().map(|world| (world, 0.0)).collect();
    for _ in 0..draws {
        let world = draw();
        *seen.get_mut(&world).unwrap_or_else(|| panic!("{world:?} does not fit")) += 1.0;
    }
    let total: f64 = worlds.values().sum();
    let expected = |weight: f64| weight / total * draws as f64;
    let chi: f64 =
        worlds.iter().map(|(w, &weight)| (seen[w] - expected(weight)).powi(2) / expected(weight)).sum();
    let freedom = worlds.len() as f64 - 1.0;
    // Wilson-Hilferty approximation: the cube root of chi-square is nearly normal.
    ((chi / freedom).cbrt() - (1.0 - 2.0 / (9.0 * freedom))) / (2.0 / (9.0 * freedom)).sqrt()
}

/// A correct sampler exceeds this with one seed in ten thousand.
pub const TOO_MUCH: f64 = 3.72;
