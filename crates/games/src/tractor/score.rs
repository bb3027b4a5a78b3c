//! The result of a round: points, levels and the next dealer. The game and the batch problem use it.

use cards::{Card, CardBag, CardSet, Rank, Seat};

/// Seats at the table.
pub const SEATS: usize = 4;
/// Points in the two decks.
pub const ALL_POINTS: u64 = 200;
/// With this many points the defenders bring the declarers down.
pub(super) const DOWN: u64 = 80;
/// Points for each further level of the defenders.
const LEVEL: u64 = 40;
/// The levels from two to beyond the ace.
const ALL_LEVELS: u64 = Rank::ALL.len() as u64;

/// The points on cards: a five 5, a ten or king 10.
pub fn points(cards: CardBag) -> u32 {
    const FIVES: CardSet = CardSet::rank(Rank::Five);
    const TENS: CardSet =
        CardSet::from_bits(CardSet::rank(Rank::Ten).bits() | CardSet::rank(Rank::King).bits());
    let (fives, tens) = (cards.within(FIVES), cards.within(TENS));
    if fives.is_empty() && tens.is_empty() { 0 } else { 5 * fives.len() + 10 * tens.len() }
}

/// The points on one card.
pub(super) const fn points_on(card: Card) -> u32 {
    match card.rank() {
        Some(Rank::Five) => 5,
        Some(Rank::Ten | Rank::King) => 10,
        _ => 0,
    }
}

/// The team of a seat: 0 for the first and third seat, 1 for the others.
pub const fn team(seat: Seat) -> usize {
    seat.index() & 1
}

/// What the defenders get for the buried cards if they win the last trick: the points on them, doubled for
/// each card of the longest component of the last lead.
pub const fn kitty_bonus(hidden: u64, longest: u32) -> u64 {
    hidden << longest
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundResult {
    /// Did the declarers hold the defenders below 80 points?
    pub is_made: bool,
    /// How many levels the better team goes up.
    pub levels_up: u64,
    /// The team that goes up.
    pub team: usize,
    /// Both teams' ranks afterwards; `None` for the one that went beyond the ace and has won.
    pub ranks: [Option<Rank>; 2],
    /// Who deals next.
    pub dealer: Seat,
}

impl RoundResult {
    /// The result of a round in which the defenders got this many points.
    pub fn of(points: u64, dealer: Seat, ranks: [Rank; 2]) -> RoundResult {
        let is_made = points < DOWN;
        let levels_up = match points {
            0 => 3,
            _ if points < LEVEL => 2,
            _ if is_made => 1,
            _ => (points - DOWN) / LEVEL,
        };
        let team = if is_made { team(dealer) } else { 1 - team(dealer) };
        let mut after = ranks.map(Some);
        after[team] = Rank::ALL.get(ranks[team] as usize + levels_up.min(ALL_LEVELS) as usize).copied();
        // The statement calls the next seat clockwise the one on the dealer's right hand.
        let dealer = if is_made { dealer.partner() } else { dealer.next(SEATS) };
        RoundResult { is_made, levels_up, team, ranks: after, dealer }
    }

    /// What the better team wins and the other loses: the levels it goes up, at most all from two to beyond
    /// the ace, and one more for bringing the declarers down, so that no round is a draw.
    pub fn stake(self) -> i32 {
        self.levels_up.min(ALL_LEVELS) as i32 + i32::from(!self.is_made)
    }

    /// The team that has won the whole game.
    pub fn winner(self) -> Option<usize> {
        self.ranks.iter().position(Option::is_none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(points: u64, dealer: usize, ranks: &str) -> (Vec<String>, usize, i32) {
        let ranks = ranks.split_once('/').expect("two ranks");
        let ranks = [ranks.0.parse().unwrap(), ranks.1.parse().unwrap()];
        let outcome = RoundResult::of(points, Seat::new(dealer), ranks);
        let after = outcome.ranks.map(|rank| rank.map_or("won".to_owned(), |rank| rank.to_string()));
        (after.to_vec(), outcome.dealer.index(), outcome.stake())
    }

    #[track_caller]
    fn check(points: u64, dealer: usize, ranks: &str, after: &str, next: usize, stake: i32) {
        let (found, dealer, found_stake) = outcome(points, dealer, ranks);
        assert_eq!((found.join("/").as_str(), dealer, found_stake), (after, next, stake), "{points} points");
    }

    #[test]
    fn a_round_that_is_made_lifts_the_declarers_and_the_partner_deals() {
        check(0, 0, "9/2", "Q/2", 2, 3);
        check(5, 0, "9/2", "J/2", 2, 2);
        check(35, 1, "9/2", "9/4", 3, 2);
        check(40, 1, "9/2", "9/3", 3, 1);
        check(75, 3, "9/2", "9/3", 1, 1);
    }

    #[test]
    fn a_round_that_is_down_lifts_the_defenders_and_the_next_seat_deals() {
        check(80, 0, "9/2", "9/2", 1, 1);
        check(115, 3, "9/2", "9/2", 0, 1);
        check(120, 2, "9/2", "9/3", 3, 2);
        check(255, 0, "9/2", "9/6", 1, 5);
    }

    #[test]
    fn beyond_the_ace_is_won() {
        check(75, 0, "A/2", "won/2", 2, 1);
        check(0, 0, "J/2", "A/2", 2, 3);
        check(0, 0, "Q/2", "won/2", 2, 3);
        check(u64::MAX, 0, "2/2", "2/won", 1, 14);
    }

    #[test]
    fn fives_tens_and_kings_count() {
        let bag = |text: &str| text.split(' ').map(|card| card.parse::<cards::Card>().unwrap()).collect();
        assert_eq!(points(bag("5H 5H TS KD AC 2C RJ")), 30);
        let deck = CardSet::deck_from(Rank::Two);
        assert_eq!(u64::from(points(CardBag::from_planes(deck, deck))), ALL_POINTS);
    }
}
