//! From numbers to places: axes with round marks.

/// An axis from `low` to `high`, whose ends and marks are round numbers.
pub struct Axis {
    pub low: f64,
    pub high: f64,
    pub marks: Vec<f64>,
}

impl Axis {
    /// An axis that holds these values, with about so many marks.
    pub fn holding(values: impl IntoIterator<Item = f64>, about: usize) -> Axis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 0.0);
        }
        if high - low < 1.0 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let step = step((high - low) / about.max(1) as f64);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let marks = (0..=(last - first) as usize).map(|number| (first + number as f64) * step).collect();
        Axis { low: first * step, high: last * step, marks }
    }

    /// The place of a value, from 0 to 100.
    pub fn percent(&self, value: f64) -> f64 {
        (100.0 * (value - self.low) / (self.high - self.low)).clamp(0.0, 100.0)
    }
}

/// The round step nearest above: 1, 2 or 5 times a power of ten.
fn step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= least)
        .unwrap_or(power)
}

/// An axis of times in microseconds whose marks are powers of ten.
pub struct LogAxis {
    low: f64,
    high: f64,
}

impl LogAxis {
    /// An axis that holds these times; at least from one power of ten to the next.
    pub fn holding(values: impl IntoIterator<Item = u64>) -> LogAxis {
        let (mut low, mut high) = (f64::INFINITY, 1.0f64);
        for value in values.into_iter().filter(|value| *value > 0) {
            let log = (value as f64).log10();
            (low, high) = (low.min(log.floor()), high.max(log.ceil()));
        }
        let low = low.min(high - 1.0);
        LogAxis { low, high }
    }

    /// The place of a time, from 0 to 100.
    pub fn percent(&self, us: u64) -> f64 {
        (100.0 * ((us.max(1) as f64).log10() - self.low) / (self.high - self.low)).clamp(0.0, 100.0)
    }

    /// The powers of ten in microseconds.
    pub fn marks(&self) -> impl Iterator<Item = u64> {
        let (low, high) = (self.low as i32, self.high as i32);
        (low..=high).map(|power| 10f64.powi(power) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_hold_their_values_between_round_marks() {
        let axis = Axis::holding([-83.0, 12.0, 210.0], 5);
        assert_eq!((axis.low, axis.high), (-100.0, 300.0));
        assert_eq!(axis.marks, [-100.0, 0.0, 100.0, 200.0, 300.0]);
        assert_eq!(axis.percent(100.0), 50.0);
        for values in [vec![], vec![0.0], vec![f64::NAN, 3.0], vec![1e6, -1e6]] {
            let axis = Axis::holding(values.clone(), 4);
            assert!(axis.low < axis.high && axis.marks.len() < 20, "{values:?}");
        }
    }

    #[test]
    fn times_have_powers_of_ten() {
        let axis = LogAxis::holding([120, 45_000]);
        assert_eq!(axis.marks().collect::<Vec<_>>(), [100, 1_000, 10_000, 100_000]);
        assert_eq!((axis.percent(100), axis.percent(100_000)), (0.0, 100.0));
        assert!(LogAxis::holding([]).marks().count() >= 2);
        assert!(LogAxis::holding([0, u64::MAX]).percent(u64::MAX) <= 100.0);
    }
}
