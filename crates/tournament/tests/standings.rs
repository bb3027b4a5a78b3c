//! From invented results to standings: who is first, what a forfeit counts, and that nothing is counted twice.

#[allow(dead_code, reason = "the example uses the rest")]
mod invent;

use cards::Seat;
use invent::{Invented, durak, uno};
use table::ending::{Crash, Ending, Reason};
use tournament::results::{Bye, ForfeitCounts, MatchResult, Ranking, TieBreak};
use tournament::standings::{BadResult, Counter, Standings};

fn counted(invented: &Invented) -> Standings {
    let mut counter = Counter::new(&invented.about);
    invented.deals.iter().for_each(|deal| counter.add(deal).expect("a deal"));
    counter.finish()
}

fn order(standings: &Standings) -> Vec<usize> {
    standings.rows.iter().map(|row| row.entry).collect()
}

#[test]
fn the_strongest_is_first_and_every_match_is_counted_once() {
    let invented = durak(4, 200, false);
    let standings = counted(&invented);
    assert_eq!(order(&standings), [0, 1, 2, 3]);
    assert_eq!(standings.rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 2, 3, 4].map(Some));
    assert_eq!((standings.deals, standings.matches), (1_200, 2_400));
    for row in &standings.rows {
        assert_eq!((row.deals, row.matches), (600, 1_200));
        assert_eq!(row.won + row.tied + row.lost, row.matches);
        let share = row.share.expect("deals");
        assert!((row.points / row.deals as f64 - share.mean).abs() < 1e-6, "{row:?}");
        assert!(share.low < share.mean && share.mean < share.high);
        assert!(row.rating.low < row.rating.elo && row.rating.elo < row.rating.high);
    }
    let points: f64 = standings.rows.iter().map(|row| row.points).sum();
    assert!((points - 1_200.0).abs() < 1e-6, "a deal has one point: {points}");
}

#[test]
fn the_cross_table_is_the_same_from_both_sides() {
    let standings = counted(&durak(5, 20, false));
    for (first, second) in standings.cross.pairings() {
        let ours = standings.cross.meeting(first, second).expect("they met");
        let theirs = standings.cross.meeting(second, first).expect("they met");
        assert_eq!((ours.won, ours.tied, ours.lost), (theirs.lost, theirs.tied, theirs.won));
        assert!((ours.share.mean + theirs.share.mean - 1.0).abs() < 1e-9);
        assert!((ours.share.low + theirs.share.high - 1.0).abs() < 1e-9);
        assert_eq!((ours.deals, ours.won + ours.tied + ours.lost), (20, 40));
    }
    assert_eq!(standings.cross.pairings().count(), 10);
    assert!(standings.cross.meeting(0, 0).is_none());
}

#[test]
fn tables_of_four_have_ratings_payoffs_and_effects_of_seats() {
    let invented = uno(5, 60);
    let standings = counted(&invented);
    assert_eq!(standings.rows[0].entry, 0);
    assert_eq!(standings.seats.len(), 4);
    for row in &standings.rows {
        let payoff = row.payoff.expect("it played");
        assert!(payoff.low < payoff.mean && payoff.mean < payoff.high);
    }
    let won: u64 = standings.rows.iter().map(|row| row.won).sum();
    assert_eq!(won + standings.ties, standings.matches, "a match has one winner or is tied");
}

/// A deal between 0 and 1 in which seat 2 of the second seating forfeits.
fn forfeited(invented: &mut Invented) {
    let why = Reason::Crashed(Crash::Signal(9));
    for one in invented.deals.iter_mut().flatten() {
        one.ending = Ending::Played;
    }
    let one: &mut MatchResult = &mut invented.deals[0][1];
    one.ending = Ending::Forfeit { seat: Seat::new(1), why };
    one.payoffs = vec![1, -1, 1, -1];
}

#[test]
fn a_forfeit_counts_as_the_terms_say_and_is_reported_either_way() {
    let mut invented = durak(2, 10, false);
    forfeited(&mut invented);
    let guilty = invented.deals[0][1].entries[1];
    let loss = counted(&invented);
    assert_eq!((loss.forfeits, loss.void, loss.deals), (1, 0, 10));
    assert_eq!(loss.reasons.get(&(guilty, "crashed")), Some(&1));
    assert_eq!(loss.rows.iter().map(|row| row.matches).collect::<Vec<_>>(), [20, 20]);
    // No more wins than matches.
    assert_eq!(loss.rows.iter().map(|row| row.won + row.tied).sum::<u64>(), 20);

    invented.about.scoring.forfeit = ForfeitCounts::Void;
    let void = counted(&invented);
    assert_eq!((void.forfeits, void.void, void.deals), (1, 1, 10));
    assert_eq!(void.rows.iter().map(|row| row.matches).collect::<Vec<_>>(), [18, 18]);
    assert_eq!(void.row(guilty).expect("a row").forfeits, 1);
}

#[test]
fn a_withdrawn_entry_keeps_its_results_and_has_no_rank() {
    let mut invented = durak(3, 10, false);
    invented.about.entries[1].withdrawn = Some("its author asked for it".to_owned());
    let standings = counted(&invented);
    assert_eq!(standings.row(1).expect("a row").rank, None);
    assert_eq!(standings.row(0).expect("a row").deals, 20);
    assert_eq!(order(&standings).last(), Some(&1));
    assert_eq!(standings.rows.iter().filter_map(|row| row.rank).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn who_is_level_shares_a_place_unless_a_tie_break_divides() {
    let mut invented = durak(3, 2, false);
    // Each wins one deal against each other by turns: 0 beats 1, 1 beats 2, 2 beats 0, twice.
    for deal in &mut invented.deals {
        let (first, second) = (deal[0].entries[0], deal[0].entries[1]);
        let winner = if (first, second) == (0, 2) { 2 } else { first };
        for one in deal.iter_mut() {
            one.ending = Ending::Played;
            one.payoffs = one.entries.iter().map(|&entry| if entry == winner { 1 } else { -1 }).collect();
        }
    }
    let level = counted(&invented);
    assert_eq!(level.rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [Some(1); 3]);
    // The payoffs of one match are higher.
    invented.deals[1][0].payoffs.iter_mut().for_each(|payoff| *payoff *= 2);
    let winner = invented.deals[1][0].entries[1];
    invented.about.scoring.tie_breaks = vec![TieBreak::HeadToHead, TieBreak::Score];
    let divided = counted(&invented);
    assert_eq!(divided.rows[0].entry, winner);
    assert_eq!(divided.rows[0].rank, Some(1));
    assert_eq!(divided.rows[1].rank, Some(2));
}

#[test]
fn rounds_or_points_with_byes_decide_where_the_ranking_says_so() {
    let mut invented = durak(4, 10, false);
    invented.about.scoring.ranking = Ranking::Points;
    let before = counted(&invented);
    let last = before.rows[3].entry;
    invented.about.byes = vec![Bye { round: 1, entry: last, deals: 100 }];
    let swiss = counted(&invented);
    assert_eq!((swiss.rows[0].entry, swiss.rows[0].byes), (last, 1));
    assert_eq!(swiss.rows[0].points, before.rows[3].points + 100.0);
    assert_eq!(swiss.rows[0].share, before.rows[3].share, "a bye is no deal");
    invented.about.scoring.ranking = Ranking::Rounds;
    invented.about.survived = vec![1, 0, 2, 2];
    let knockout = counted(&invented);
    assert_eq!(&order(&knockout)[2..], [0, 1]);
}

#[test]
fn results_that_cannot_be_counted_are_refused_by_their_deal() {
    let invented = durak(3, 2, false);
    let mut counter = Counter::new(&invented.about);
    counter.add(&invented.deals[0]).expect("a deal");
    let twice = counter.add(&invented.deals[0]).expect_err("twice");
    assert_eq!(twice.to_string(), "deal 1: expected a deal after 1");
    let mixed = [invented.deals[1][0].clone(), invented.deals[2][1].clone()];
    assert!(matches!(counter.add(&mixed), Err(BadResult::Mixed { .. })));
    let mut stranger = invented.deals[1].clone();
    stranger[0].entries[2] = 99;
    assert!(matches!(counter.add(&stranger), Err(BadResult::Rated { .. })));
    let mut partners = invented.deals[1].clone();
    partners[0].entries = vec![0, 1, 2, 1];
    assert_eq!(counter.add(&partners), Err(BadResult::Partners { deal: 1 }));
    let mut short = invented.deals[1].clone();
    short[1].payoffs.pop();
    assert!(matches!(counter.add(&short), Err(BadResult::Seats { expected: 4, found: 3, .. })));
    counter.add(&invented.deals[1]).expect("nothing of the refused was counted");
    assert_eq!(counter.finish().deals, 2);
}

#[test]
fn an_entry_against_itself_has_a_clock_and_no_points() {
    let mut invented = durak(2, 3, false);
    for one in &mut invented.deals[0] {
        one.entries = vec![0; 4];
        one.ending = Ending::Played;
    }
    let standings = counted(&invented);
    assert_eq!(standings.row(0).expect("a row").deals, 2);
    assert_eq!(standings.row(1).expect("a row").deals, 2);
    assert_eq!(standings.row(0).expect("a row").clock.seats, 8 + 8);
}

#[test]
fn nothing_played_is_no_error() {
    let mut invented = durak(3, 1, false);
    invented.deals.clear();
    let standings = counted(&invented);
    assert!(standings.rows.iter().all(|row| row.rank.is_none() && row.share.is_none()));
    assert!(standings.history.is_empty() && standings.times.is_none());
}

#[test]
fn ratings_over_time_end_with_the_ratings() {
    let invented = durak(3, 50, false);
    let mut counter = Counter::new(&invented.about).with_history(150);
    invented.deals.iter().for_each(|deal| counter.add(deal).expect("a deal"));
    let standings = counter.finish();
    let last = standings.history.last().expect("moments");
    assert_eq!(last.deals, 150);
    assert!(standings.history.len() <= 25 && standings.history.is_sorted_by_key(|moment| moment.deals));
    for row in &standings.rows {
        assert!((last.ratings[row.entry].elo - row.rating.elo).abs() < 1e-6);
    }
}
