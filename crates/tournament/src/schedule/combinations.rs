//! Combinations by their number, in the order of a dictionary.

/// How many ways there are to choose `k` of `n`; `None` if that is no 64-bit number.
pub(super) fn count(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let k = k.min(n - k);
    // After each step the product is itself a number of combinations, so the division leaves nothing.
    let step = |product: u128, i: u64| (product * u128::from(n - i)) / u128::from(i + 1);
    let mut product = 1;
    for i in 0..k {
        product = step(product, i);
        u64::try_from(product).ok()?;
    }
    u64::try_from(product).ok()
}

/// Combination number `index` of `k` of `0..n`, each in rising order.
pub(super) fn nth(n: usize, k: usize, mut index: u64) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(k);
    let mut next = 0;
    while chosen.len() < k {
        let left = (k - chosen.len() - 1) as u64;
        // Combinations that begin with `next` come before those that do not.
        let with = count((n - next - 1) as u64, left).unwrap_or(u64::MAX);
        if index < with {
            chosen.push(next);
        } else {
            index -= with;
        }
        next += 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_comes_once_and_in_order() {
        for n in 0..8_usize {
            for k in 0..=n {
                let count = count(n as u64, k as u64).expect("few");
                let all: Vec<Vec<usize>> = (0..count).map(|index| nth(n, k, index)).collect();
                assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
                let is_one =
                    |one: &Vec<usize>| one.is_sorted_by(|a, b| a < b) && one.iter().all(|&item| item < n);
                assert!(all.iter().all(|one| one.len() == k && is_one(one)), "{all:?}");
            }
        }
    }

    #[test]
    fn counts_are_the_numbers_of_pascals_triangle() {
        assert_eq!([count(5, 2), count(4, 0), count(3, 5)], [Some(10), Some(1), Some(0)]);
        assert_eq!(count(10_000, 4), Some(416_416_712_497_500));
        assert_eq!(count(200, 100), None);
    }
}
