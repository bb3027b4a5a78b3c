//! A probability that every machine compares alike.

use std::fmt;

use cards::Rng;

/// A probability in steps of 1/1024. Search draws against it with ten bits and no floating-point arithmetic,
/// so the same random numbers give the same decision on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Probability(u32);

impl Probability {
    /// It never happens.
    pub const ZERO: Probability = Probability(0);
    /// It always happens.
    pub const ONE: Probability = Probability(ONE);

    /// The nearest step to `p`, which is clamped to 0 to 1.
    pub const fn new(p: f32) -> Probability {
        // A cast to an unsigned integer saturates at 0, also for what is not a number.
        let steps = (p * ONE as f32 + 0.5) as u32;
        Probability(if steps > ONE { ONE } else { steps })
    }

    /// A number of steps of 1/1024, clamped to 1024.
    pub const fn of_1024(steps: u32) -> Probability {
        Probability(if steps > ONE { ONE } else { steps })
    }

    /// The steps of 1/1024.
    pub const fn steps(self) -> u32 {
        self.0
    }

    /// The probability that it does not happen.
    pub const fn complement(self) -> Probability {
        Probability(ONE - self.0)
    }

    /// As a number.
    pub const fn get(self) -> f32 {
        self.0 as f32 / ONE as f32
    }

    /// Draws whether it happens.
    #[inline]
    pub fn draw(self, rng: &mut Rng) -> bool {
        rng.next_u32() >> 22 < self.0
    }
}

/// The steps of certainty.
const ONE: u32 = 1024;

impl fmt::Debug for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_rounded_to_the_nearest_step() {
        assert_eq!(Probability::new(0.25), Probability::of_1024(256));
        assert_eq!(Probability::new(0.1).steps(), 102);
        assert_eq!((Probability::new(-1.0), Probability::new(7.0)), (Probability::ZERO, Probability::ONE));
        assert_eq!(Probability::new(f32::NAN), Probability::ZERO);
        assert_eq!(Probability::new(0.25).complement(), Probability::new(0.75));
    }

    #[test]
    fn it_happens_as_often_as_it_says() {
        let mut rng = Rng::new(1);
        for p in [0.0, 0.1, 0.5, 1.0] {
            let times = (0..20_000).filter(|_| Probability::new(p).draw(&mut rng)).count();
            assert!((times as f32 / 20_000.0 - p).abs() < 0.01, "{p}: {times}");
        }
    }
}
