//! Who sits where: each deal is played in every seating, so that no entry has the better seats.

use cards::{BySeat, Side};

/// For each seat the number of the entry that sits there.
pub type Seating = BySeat<usize>;

/// The seatings of `entries` who share the seats in turn: every rotation that differs. With two entries at a table
/// of two teams these are the two ways to give each a team.
pub fn rotations(seats: usize, entries: usize) -> Vec<Seating> {
    let entries = entries.max(1);
    (0..entries).map(|turn| BySeat::from_fn(seats, |seat| (seat.index() + turn) % entries)).collect()
}

/// What a match brought one entry.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Share {
    /// Its part of the win: 1 if its seats won alone, less if several sides tie. Over all entries' seats the
    /// average is 1 in the number of sides.
    pub won: f64,
    /// Its mean payoff less the mean payoff of the other seats.
    pub score: f64,
}

/// What a match brought an entry, the mean over its seats. The side with the highest payoff wins; sides that tie
/// share the win equally.
pub fn share(payoffs: &BySeat<i32>, sides: &BySeat<Side>, seating: &Seating, entry: usize) -> Share {
    let most = payoffs.iter().copied().max().unwrap_or(0);
    let mut winners: Vec<Side> = Vec::new();
    for seat in payoffs.seats().filter(|&seat| payoffs[seat] == most) {
        if !winners.contains(&sides[seat]) {
            winners.push(sides[seat]);
        }
    }
    let (mut own, mut others) = (Mean::default(), Mean::default());
    let mut won = Mean::default();
    for seat in payoffs.seats() {
        let payoff = f64::from(payoffs[seat]);
        if seating[seat] == entry {
            own.add(payoff);
            let wins = winners.contains(&sides[seat]);
            won.add(if wins { 1.0 / winners.len() as f64 } else { 0.0 });
        } else {
            others.add(payoff);
        }
    }
    Share { won: won.get(), score: own.get() - others.get() }
}

/// A mean; 0 of nothing.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn get(self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / f64::from(self.count) }
    }
}

/// Do several sides share the win?
pub fn is_tie(payoffs: &BySeat<i32>, sides: &BySeat<Side>) -> bool {
    let most = payoffs.iter().copied().max().unwrap_or(0);
    let mut winners = payoffs.seats().filter(|&seat| payoffs[seat] == most).map(|seat| sides[seat]);
    let first = winners.next();
    winners.any(|side| Some(side) != first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Seat;

    fn of(values: &[i32]) -> BySeat<i32> {
        BySeat::from_fn(values.len(), |seat| values[seat.index()])
    }

    fn teams() -> BySeat<Side> {
        table::deal("durak", "", cards::Rng::new(1)).expect("a table").header().sides
    }

    #[test]
    fn two_entries_change_teams_and_four_sit_in_every_seat() {
        let texts = |seats, entries| -> Vec<String> {
            let text = |seating: &Seating| seating.iter().map(ToString::to_string).collect();
            rotations(seats, entries).iter().map(text).collect()
        };
        assert_eq!(texts(4, 2), ["0101", "1010"]);
        assert_eq!(texts(4, 4), ["0123", "1230", "2301", "3012"]);
        assert_eq!(texts(3, 1), ["000"]);
    }

    #[test]
    fn shares_of_a_match_add_up_to_one_win() {
        let seating = rotations(4, 2).remove(0);
        let won = |payoffs: &[i32], entry| share(&of(payoffs), &teams(), &seating, entry);
        assert_eq!(won(&[1, -1, 1, -1], 0), Share { won: 1.0, score: 2.0 });
        assert_eq!(won(&[1, -1, 1, -1], 1), Share { won: 0.0, score: -2.0 });
        assert_eq!(won(&[0, 0, 0, 0], 1).won, 0.5);
        assert!(is_tie(&of(&[0, 0, 0, 0]), &teams()) && !is_tie(&of(&[1, -1, 1, -1]), &teams()));
        // Partners who are different entries win together.
        let four = rotations(4, 4).remove(0);
        assert_eq!(share(&of(&[1, -1, 1, -1]), &teams(), &four, 2).won, 1.0);
    }

    #[test]
    fn where_everybody_plays_alone_a_tie_is_shared() {
        let table = table::deal("mau-mau", "seats=3", cards::Rng::new(1)).expect("a table");
        let sides = table.header().sides;
        let seating = rotations(3, 3).remove(1);
        let payoffs = of(&[5, 5, -10]);
        let won: Vec<f64> = (0..3).map(|entry| share(&payoffs, &sides, &seating, entry).won).collect();
        assert_eq!(won, [0.0, 0.5, 0.5]);
        assert_eq!(seating[Seat::new(0)], 1);
    }
}
