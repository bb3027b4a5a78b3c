//! Ratings of every table are finite, fair and mean what they say.

#[allow(dead_code, reason = "the example uses the rest")]
mod simulate;

use cards::Rng;
use proptest::prelude::*;
use tournament::stats::{BadDeal, Bootstrap, DealScore, Pairings, Rating, TablePayoffs, Tables};

const QUICK: Bootstrap = Bootstrap { resamples: 100, seed: 7 };

fn is_long() -> bool {
    std::env::var_os("CROUPIER_LONG_TESTS").is_some()
}

fn won(matches: u32) -> DealScore {
    DealScore { won: matches, ..DealScore::default() }
}

fn tied(matches: u32) -> DealScore {
    DealScore { tied: matches, ..DealScore::default() }
}

fn table(entries: usize, deals: &[(usize, usize, DealScore, u32)]) -> Pairings {
    let mut table = Pairings::new(entries);
    for &(first, second, score, times) in deals {
        (0..times).for_each(|_| table.add(first, second, score).expect("a deal"));
    }
    table
}

fn assert_sound(ratings: &[Rating]) {
    for Rating { elo, low, high, .. } in ratings {
        assert!(low.is_finite() && elo.is_finite() && high.is_finite(), "{ratings:?}");
        assert!(low <= elo && elo <= high, "{ratings:?}");
    }
    let sum: f64 = ratings.iter().filter(|rating| rating.games > 0).map(|rating| rating.elo).sum();
    assert!(sum.abs() < 1e-6, "{ratings:?}");
}

#[test]
fn no_entries_one_entry_and_no_games_have_ratings() {
    assert_eq!(Pairings::new(0).ratings(), []);
    let [alone] = Pairings::new(1).ratings()[..] else { panic!("one entry") };
    assert_eq!(alone, Rating { elo: 0.0, low: 0.0, high: 0.0, games: 0 });
    let unplayed = Pairings::new(3).ratings();
    assert_sound(&unplayed);
    // Nothing is known, and the bars say so.
    assert!(unplayed.iter().all(|rating| rating.elo.abs() < 1e-9 && rating.high - rating.low > 500.0));
}

#[test]
fn an_entry_that_did_not_play_has_the_widest_bar() {
    let ratings = table(3, &[(0, 1, won(2), 5), (1, 0, won(2), 5)]).ratings();
    assert_sound(&ratings);
    assert_eq!(ratings.iter().map(|rating| rating.games).collect::<Vec<_>>(), [20, 20, 0]);
    let width = |rating: &Rating| rating.high - rating.low;
    assert!(width(&ratings[2]) > 4.0 * width(&ratings[0]), "{ratings:?}");
    // The others are as certain as without it.
    let without = table(2, &[(0, 1, won(2), 5), (1, 0, won(2), 5)]).ratings();
    assert!((width(&ratings[0]) / width(&without[0]) - 1.0).abs() < 0.15, "{ratings:?} and {without:?}");
}

#[test]
fn who_wins_everything_is_far_ahead_with_room_on_both_sides() {
    let mut last = 0.0;
    for deals in [1, 5, 20, 100, 10_000] {
        let ratings = table(2, &[(0, 1, won(2), deals)]).ratings();
        assert_sound(&ratings);
        let Rating { elo, low, high, games } = ratings[0];
        assert_eq!(games, 2 * u64::from(deals));
        assert!(elo > last, "{deals} deals: {elo}");
        assert!(low < elo - 10.0 && elo + 10.0 < high, "{deals} deals: {ratings:?}");
        assert!(deals < 5 || low > 0.0, "{deals} deals: {ratings:?}");
        last = elo;
    }
}

#[test]
fn all_tied_is_all_equal() {
    let ratings = table(3, &[(0, 1, tied(2), 30), (1, 2, tied(2), 30), (0, 2, tied(2), 30)]).ratings();
    assert_sound(&ratings);
    for rating in &ratings {
        assert!(rating.elo.abs() < 1e-6 && rating.low < -1.0 && rating.high > 1.0, "{ratings:?}");
    }
}

#[test]
fn a_circle_of_winners_is_all_equal() {
    let ratings = table(3, &[(0, 1, won(2), 9), (1, 2, won(2), 9), (2, 0, won(2), 9)]).ratings();
    assert!(ratings.iter().all(|rating| rating.elo.abs() < 1e-6), "{ratings:?}");
}

#[test]
fn ratings_predict_the_score() {
    // 3 of 4 matches won: odds of three to one are 191 Elo; the ghost takes a little.
    let deal = DealScore { won: 3, tied: 0, lost: 1 };
    let ratings = table(2, &[(0, 1, deal, 500)]).ratings_with(QUICK);
    assert!((ratings[0].elo - ratings[1].elo - 190.8).abs() < 0.5, "{ratings:?}");
}

#[test]
fn bad_deals_are_refused_and_say_why() {
    let mut table = Pairings::new(2);
    let error = |result: Result<(), BadDeal>| result.expect_err("a bad deal").to_string();
    assert_eq!(error(table.add(0, 2, won(1))), "expected an entry from 0 to 1, found 2");
    assert_eq!(
        error(table.add(1, 1, won(1))),
        "expected two different entries, found entry 1 against itself"
    );
    assert_eq!(error(table.add(0, 1, won(0))), "expected at least one match in the deal, found none");
    assert_eq!(table.deals(), 0);
    let mut tables = Tables::new(2, 3);
    let seats = |entries, payoffs| [TablePayoffs { entries, payoffs }];
    assert_eq!(error(tables.add(&seats(&[0, 1], &[0, 0, 0]))), "expected 3 seats, found 2");
    assert_eq!(error(tables.add(&seats(&[0, 1, 1], &[0, 0]))), "expected 3 seats, found 2");
    assert_eq!(error(tables.add(&seats(&[0, 1, 7], &[0; 3]))), "expected an entry from 0 to 1, found 7");
    assert_eq!(error(tables.add(&[])), "expected at least one match in the deal, found none");
    assert!(Tables::new(2, 0).add(&seats(&[], &[])).is_err());
    assert!(Tables::new(2, 40).add(&seats(&[0; 40], &[0; 40])).is_err());
    assert_eq!(tables.deals(), 0);
}

#[test]
fn the_same_seed_gives_the_same_bars_in_any_order_of_the_deals() {
    let one = table(3, &[(0, 1, won(2), 3), (1, 2, tied(2), 4), (2, 0, won(1), 2)]);
    let other = table(3, &[(2, 0, won(1), 2), (1, 2, tied(2), 4), (0, 1, won(2), 3)]);
    assert_eq!(one.ratings(), other.ratings());
    assert_ne!(one.ratings(), one.ratings_with(Bootstrap { seed: 2, ..Bootstrap::default() }));
}

#[test]
fn relabelling_the_entries_relabels_the_ratings() {
    let mut rng = Rng::new(41);
    for _ in 0..20 {
        let mut names: Vec<usize> = (0..5).collect();
        rng.shuffle(&mut names);
        let (mut one, mut other) = (Pairings::new(5), Pairings::new(5));
        for _ in 0..60 {
            let (first, second) = (rng.below(5) as usize, rng.below(5) as usize);
            let score = DealScore { won: rng.below(3), tied: rng.below(2), lost: rng.below(3) };
            let is_added = one.add(first, second, score).is_ok();
            assert_eq!(other.add(names[first], names[second], score).is_ok(), is_added);
        }
        let bars = Bootstrap { resamples: 2_000, seed: 1 };
        let (one, other) = (one.ratings_with(bars), other.ratings_with(bars));
        for (rating, &name) in one.iter().zip(&names) {
            assert!((rating.elo - other[name].elo).abs() < 1e-6, "{one:?} and {other:?}");
            assert_eq!(rating.games, other[name].games);
            // The bars are drawn, so they agree up to chance.
            let width = rating.high - rating.low;
            assert!((rating.low - other[name].low).abs() < 0.12 * width, "{rating:?} and {:?}", other[name]);
            assert!(
                (rating.high - other[name].high).abs() < 0.12 * width,
                "{rating:?} and {:?}",
                other[name]
            );
        }
    }
}

#[test]
fn tables_of_every_kind_have_finite_ratings() {
    let ratings = |tables: &Tables| {
        let found = tables.ratings_with(QUICK);
        assert_sound(&found.entries.iter().map(|entry| entry.rating).collect::<Vec<_>>());
        assert_sound(&found.seats);
        found
    };
    assert!(ratings(&Tables::new(0, 0)).entries.is_empty());
    assert_eq!(ratings(&Tables::new(2, 4)).entries[0].payoff, None);
    // All won, all tied, and one entry in all seats.
    let mut all_won = Tables::new(3, 3);
    let mut all_tied = Tables::new(3, 3);
    let mut alone = Tables::new(3, 3);
    for _ in 0..10 {
        all_won.add(&[TablePayoffs { entries: &[0, 1, 2], payoffs: &[9, 0, 0] }]).expect("a deal");
        all_tied.add(&[TablePayoffs { entries: &[0, 1, 2], payoffs: &[0, 0, 0] }]).expect("a deal");
        alone.add(&[TablePayoffs { entries: &[1, 1, 1], payoffs: &[0, 0, 1] }]).expect("a deal");
    }
    let found = ratings(&all_won);
    assert!(found.entries[0].rating.elo > 100.0, "{found:?}");
    assert_eq!(found.entries[0].payoff.map(|payoff| payoff.mean), Some(9.0));
    let found = ratings(&all_tied);
    assert!(found.entries.iter().all(|entry| entry.rating.elo.abs() < 1e-6), "{found:?}");
    let found = ratings(&alone);
    assert!(found.entries.iter().all(|entry| entry.rating.elo.abs() < 1e-6), "{found:?}");
    assert!(found.seats[2].elo > 100.0 && found.seats[2].games == 10, "{found:?}");
}

#[test]
fn tables_of_two_rate_like_pairings() {
    let (mut tables, mut pairings) = (Tables::new(3, 2), Pairings::new(3));
    let mut rng = Rng::new(42);
    for _ in 0..300 {
        let (first, second) = (rng.below(3) as usize, rng.below(3) as usize);
        if first == second {
            continue;
        }
        let wins = [rng.below(2), rng.below(2)];
        let payoffs = wins.map(|win| if win == 1 { [1, -1] } else { [-1, 1] });
        // The winner of the second match is named from the other seat.
        tables
            .add(&[
                TablePayoffs { entries: &[first, second], payoffs: &payoffs[0] },
                TablePayoffs { entries: &[second, first], payoffs: &[payoffs[1][1], payoffs[1][0]] },
            ])
            .expect("a deal");
        let count = wins.iter().sum();
        pairings.add(first, second, DealScore { won: count, tied: 0, lost: 2 - count }).expect("a deal");
    }
    let (tables, pairings) = (tables.ratings_with(QUICK), pairings.ratings_with(QUICK));
    for (one, other) in tables.entries.iter().zip(&pairings) {
        // The effect of the seats is not quite nothing.
        assert!((one.rating.elo - other.elo).abs() < 1.0, "{one:?} and {other:?}");
    }
}

#[test]
fn bars_of_pairings_hold_the_truth_as_often_as_they_say() {
    let (runs, least) = if is_long() { (1_000, 0.93) } else { (40, 0.86) };
    let (mut held, mut all) = (0.0, 0.0);
    for setting in simulate::settings() {
        let found = setting.coverage(runs, 200);
        assert!(found.held() >= least, "{setting:?}: {found:?}");
        held += found.held();
        all += 1.0;
    }
    assert!(held / all >= 0.95, "mean coverage {}", held / all);
}

#[test]
fn bars_of_tables_hold_the_truth_as_often_as_they_say() {
    let (runs, least) = if is_long() { (1_000, 0.93) } else { (30, 0.85) };
    let (mut held, mut all) = (0.0, 0.0);
    for setting in simulate::table_settings() {
        for found in setting.coverage(runs, 150) {
            assert!(found.held() >= least, "{setting:?}: {found:?}");
            held += found.held();
            all += 1.0;
        }
    }
    assert!(held / all >= 0.95, "mean coverage {}", held / all);
}

#[test]
fn a_tournament_of_equals_seldom_finds_a_winner_and_its_bars_are_not_too_wide() {
    let settings = simulate::settings();
    let setting = settings.iter().find(|setting| setting.name == "8 equal entries" && setting.deals == 20);
    let found = setting.expect("a tournament of equals").coverage(if is_long() { 1_000 } else { 120 }, 200);
    assert!((0.935..=0.97).contains(&found.held()), "{found:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn any_table_of_pairings_has_finite_ratings(
        entries in 1..7usize,
        deals in prop::collection::vec((0..7usize, 0..7usize, 0..4u32, 0..4u32, 0..4u32, 1..60u32), 0..20),
    ) {
        let mut table = Pairings::new(entries);
        for (first, second, won, tied, lost, times) in deals {
            for _ in 0..times {
                // Bad deals are refused; the rest counts.
                let _ = table.add(first, second, DealScore { won, tied, lost });
            }
        }
        assert_sound(&table.ratings_with(Bootstrap { resamples: 40, seed: 3 }));
    }

    #[test]
    fn counts_of_any_size_have_finite_ratings(scores in prop::collection::vec(any::<[u32; 3]>(), 1..4)) {
        let mut table = Pairings::new(3);
        for (number, [won, tied, lost]) in scores.into_iter().enumerate() {
            let _ = table.add(number % 3, (number + 1) % 3, DealScore { won, tied, lost });
        }
        assert_sound(&table.ratings_with(Bootstrap { resamples: 40, seed: 3 }));
    }

    #[test]
    fn any_tables_have_finite_ratings(
        seats in 2..5usize,
        deals in prop::collection::vec((any::<[u8; 4]>(), any::<[i8; 4]>()), 0..20),
    ) {
        let mut tables = Tables::new(4, seats);
        for (entries, payoffs) in deals {
            let entries = entries.map(|entry| usize::from(entry % 4));
            let payoffs = payoffs.map(|payoff| i32::from(payoff / 60));
            tables.add(&[TablePayoffs { entries: &entries[..seats], payoffs: &payoffs[..seats] }]).expect("a deal");
        }
        let found = tables.ratings_with(Bootstrap { resamples: 40, seed: 3 });
        assert_sound(&found.entries.iter().map(|entry| entry.rating).collect::<Vec<_>>());
        assert_sound(&found.seats);
    }
}
