//! Tables of three and more: who sits together in a Swiss round, with as few rematches as can be found.
//!
//! From the top, each table gets its highest entry and the nearest ones below it that fit. First no rematch is
//! allowed, then one, then two: a depth-first search within a number of steps finds the first way to seat everybody. Small
//! fields are searched whole, so they have as few rematches as there can be.

/// Steps of the search for each number of rematches. A field of twelve at tables of three needs a fraction of them.
const STEPS: u32 = 100_000;

/// Seats everybody, whose number is a multiple of `at_table`; `met` says how often two have met.
pub(super) fn seat(order: &[usize], at_table: usize, met: impl Fn(usize, usize) -> u32) -> Vec<Vec<usize>> {
    let together = |table: &[usize]| -> u32 {
        let pairs = table.iter().enumerate().flat_map(|(at, &a)| table[..at].iter().map(move |&b| (a, b)));
        pairs.map(|(a, b)| met(a, b)).sum()
    };
    let from_the_top: Vec<Vec<usize>> = order.chunks(at_table).map(<[usize]>::to_vec).collect();
    let most: u32 = from_the_top.iter().map(|table| together(table)).sum();
    for allowed in 0..most {
        let is_seated = vec![false; order.len()];
        let mut search = Search { order, at_table, met: &met, is_seated, tables: Vec::new(), steps: STEPS };
        if search.next_table(allowed) {
            return search.tables;
        }
    }
    from_the_top
}

struct Search<'a, Met> {
    /// Everybody, the highest first.
    order: &'a [usize],
    at_table: usize,
    met: &'a Met,
    /// Who sits, by their place in the order.
    is_seated: Vec<bool>,
    tables: Vec<Vec<usize>>,
    steps: u32,
}

impl<Met: Fn(usize, usize) -> u32> Search<'_, Met> {
    /// Seats the highest who stands at a table of their own, then everybody else; so many rematches are allowed.
    fn next_table(&mut self, allowed: u32) -> bool {
        let Some(top) = self.is_seated.iter().position(|is_seated| !is_seated) else { return true };
        self.is_seated[top] = true;
        self.tables.push(vec![self.order[top]]);
        if self.fill(top + 1, allowed) {
            return true;
        }
        self.tables.pop();
        self.is_seated[top] = false;
        false
    }

    /// Fills the last table with those from this place in the order on.
    fn fill(&mut self, from: usize, allowed: u32) -> bool {
        if self.tables.last().is_none_or(|table| table.len() == self.at_table) {
            return self.next_table(allowed);
        }
        for place in from..self.order.len() {
            if self.is_seated[place] {
                continue;
            }
            let Some(steps) = self.steps.checked_sub(1) else { return false };
            self.steps = steps;
            let entry = self.order[place];
            let table = self.tables.last().into_iter().flatten();
            let rematches: u32 = table.map(|&other| (self.met)(entry, other)).sum();
            let Some(left) = allowed.checked_sub(rematches) else { continue };
            self.is_seated[place] = true;
            self.tables.last_mut().expect("a table is open").push(entry);
            if self.fill(place + 1, left) {
                return true;
            }
            self.tables.last_mut().expect("a table is open").pop();
            self.is_seated[place] = false;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fewest rematches of all ways to seat these.
    fn fewest(left: &[usize], at_table: usize, met: &impl Fn(usize, usize) -> u32) -> u32 {
        let Some((&top, others)) = left.split_first() else { return 0 };
        let mut best = u32::MAX;
        for chosen in 0_u32..1 << others.len() {
            if chosen.count_ones() as usize != at_table - 1 {
                continue;
            }
            let (mut table, mut rest) = (vec![top], Vec::new());
            for (at, &entry) in others.iter().enumerate() {
                if chosen >> at & 1 == 1 { table.push(entry) } else { rest.push(entry) }
            }
            let pairs =
                table.iter().enumerate().flat_map(|(at, a)| table[..at].iter().map(move |b| (*a, *b)));
            let here: u32 = pairs.map(|(a, b)| met(a, b)).sum();
            best = best.min(here + fewest(&rest, at_table, met));
        }
        best
    }

    #[test]
    fn no_way_to_seat_a_small_field_has_fewer_rematches() {
        for (entries, at_table) in [(6, 3), (9, 3), (8, 4)] {
            let mut meetings = vec![0_u32; entries * entries];
            let mut order: Vec<usize> = (0..entries).collect();
            let mut rng = cards::Rng::new(entries as u64);
            for round in 0..6 {
                let met = |a: usize, b: usize| meetings[a * entries + b];
                let tables = seat(&order, at_table, met);
                let mut seated = tables.concat();
                seated.sort();
                assert_eq!(seated, (0..entries).collect::<Vec<_>>());
                assert!(tables.iter().all(|table| table.len() == at_table));
                let pairs: Vec<(usize, usize)> = tables
                    .iter()
                    .flat_map(|table| table.iter().flat_map(|&a| table.iter().map(move |&b| (a, b))))
                    .filter(|(a, b)| a != b)
                    .collect();
                let rematches = pairs.iter().map(|&(a, b)| met(a, b)).sum::<u32>() / 2;
                assert_eq!(
                    rematches,
                    fewest(&order, at_table, &met),
                    "{entries} at {at_table}, round {round}"
                );
                for (a, b) in pairs {
                    meetings[a * entries + b] += 1;
                }
                for at in (1..entries).rev() {
                    order.swap(at, rng.below(at as u32 + 1) as usize);
                }
            }
        }
    }

    #[test]
    fn where_nobody_has_met_tables_are_filled_from_the_top() {
        assert_eq!(seat(&[4, 2, 0, 1, 3, 5], 3, |_, _| 0), [[4, 2, 0], [1, 3, 5]]);
        // The top two have met: the next one takes the place.
        let met = |a: usize, b: usize| u32::from((a.min(b), a.max(b)) == (2, 4));
        assert_eq!(seat(&[4, 2, 0, 1, 3, 5], 3, met), [[4, 0, 1], [2, 3, 5]]);
    }

    #[test]
    fn a_large_field_is_seated_whatever_has_been_played() {
        let order: Vec<usize> = (0..400).collect();
        // Everybody has met everybody: no search helps.
        let tables = seat(&order[..40], 4, |_, _| 1);
        assert_eq!(tables.concat().len(), 40);
        let met = |a: usize, b: usize| u32::from(a / 4 == b / 4 || a % 100 == b % 100);
        let tables = seat(&order, 4, met);
        let is_free =
            |table: &Vec<usize>| table.iter().all(|&a| table.iter().all(|&b| a == b || met(a, b) == 0));
        assert!(tables.iter().all(is_free));
    }
}
