//! Stopping rules end on every sequence of outcomes, and err as seldom as they say.

#[allow(dead_code, reason = "the example uses the rest")]
mod simulate;

use proptest::prelude::*;
use simulate::{DEALS, Ends, false_alarms, stop, stop_without_betting, with_normalised_elo};
use tournament::stats::{BadShare, Conclusion, Format, Sprt, StopReason, Stopping, Tally};

fn is_long() -> bool {
    std::env::var_os("CROUPIER_LONG_TESTS").is_some()
}

fn sprt(text: &str) -> Sprt {
    text.parse().expect("a test")
}

/// Deals until the conclusion, if the shares come in a circle.
fn deals_of(text: &str, format: Format, shares: &[f64]) -> (u64, Conclusion) {
    let mut stopping = Stopping::new(sprt(text), format);
    for share in shares.iter().cycle() {
        if stopping.add(*share).expect("a share") != Conclusion::Continue {
            break;
        }
    }
    (stopping.deals().deals(), stopping.conclusion())
}

#[test]
fn a_lopsided_match_is_over_after_a_handful_of_deals() {
    let text = "elo0=0,elo1=10";
    let teams = |shares: &[f64]| deals_of(text, Format::TEAMS, shares);
    assert_eq!(teams(&[1.0]), (8, Conclusion::AcceptH1(StopReason::Betting)));
    assert_eq!(teams(&[0.0]), (8, Conclusion::AcceptH0(StopReason::Betting)));
    assert_eq!(teams(&[1.0, 1.0, 1.0, 0.75]), (9, Conclusion::AcceptH1(StopReason::Betting)));
    // One against three others: four equal entries would win a quarter.
    assert_eq!(deals_of(text, Format::alone(4), &[1.0]), (4, Conclusion::AcceptH1(StopReason::Betting)));
    assert_eq!(stop_without_betting(sprt(text), [0.0, 0.0, 0.0, 0.0, 1.0], 1), 74.0);
}

#[test]
fn a_match_of_ties_accepts_that_nobody_is_better() {
    let (deals, conclusion) = deals_of("elo0=0,elo1=30", Format::TEAMS, &[0.5]);
    assert_eq!(conclusion, Conclusion::AcceptH0(StopReason::Sprt));
    assert!(deals < 1_000, "{deals}");
}

#[test]
fn the_likelihood_ratio_is_fishtests() {
    // By a second program, written from the formulas of the note and its own start and solver.
    for (text, counts, expected) in [
        ("elo0=0,elo1=10", [7, 20, 41, 29, 11], 0.562572),
        ("elo0=0,elo1=2", [350, 7102, 16100, 7301, 399], 2.205112),
        ("elo0=-5,elo1=5", [40, 10, 90, 12, 31], -0.504030),
        ("elo0=0,elo1=50", [1, 4, 20, 9, 6], 2.243462),
    ] {
        let mut tally = Tally::default();
        for (number, count) in counts.into_iter().enumerate() {
            (0..count).for_each(|_| assert!(tally.add(number as f64 / 4.0).is_ok()));
        }
        let llr = sprt(text).llr(&tally, Format::TEAMS);
        assert!((llr - expected).abs() < 1e-5, "{text}, {counts:?}: {llr}, expected {expected}");
    }
}

#[test]
fn a_verdict_never_changes_and_a_bad_share_changes_nothing() {
    let mut stopping = Stopping::new(sprt("elo0=0,elo1=10"), Format::TEAMS);
    (0..8).for_each(|_| assert!(stopping.add(1.0).is_ok()));
    let conclusion = stopping.conclusion();
    assert_eq!(conclusion, Conclusion::AcceptH1(StopReason::Betting));
    assert!(matches!(stopping.add(f64::NAN), Err(BadShare(_))));
    assert_eq!(stopping.deals().deals(), 8);
    for _ in 0..500 {
        assert_eq!(stopping.add(0.0), Ok(conclusion));
    }
}

#[test]
fn an_opponent_of_the_test_cannot_keep_it_going() {
    // Always the outcome that leads back to the middle of the bounds.
    for text in ["elo0=0,elo1=100", "elo0=-50,elo1=50", "elo0=0,elo1=30"] {
        for format in [Format::TEAMS, Format::alone(3), Format::alone(4)] {
            let mut stopping = Stopping::new(sprt(text), format);
            let most = stopping.most_deals();
            while stopping.conclusion() == Conclusion::Continue {
                let share = if stopping.llr() > 0.0 { 0.0 } else { 1.0 };
                stopping.add(share).expect("a share");
                assert!(stopping.deals().deals() <= most, "{text}");
            }
        }
    }
}

fn assert_errors(wrong: impl Fn(&Ends) -> f64, truth: impl Fn(&Sprt) -> f64) {
    let (runs, tests) = if is_long() {
        (2_000, &["elo0=0,elo1=30", "elo0=0,elo1=100", "elo0=-20,elo1=20"][..])
    } else {
        (300, &["elo0=0,elo1=100", "elo0=-40,elo1=40"][..])
    };
    let (mut sum, mut settings) = (0.0, 0.0);
    for text in tests {
        for (name, deals) in DEALS {
            let test = sprt(text);
            let ends = stop(test, with_normalised_elo(deals, truth(&test)), runs);
            // The level, an approximation for few deals, and four standard errors.
            let allowed = 0.055 + 4.0 * (0.05 * 0.95 / f64::from(runs)).sqrt();
            assert!(wrong(&ends) <= allowed, "{text}, {name}: {ends:?}");
            assert!(ends.undecided < 0.02, "{text}, {name}: {ends:?}");
            sum += wrong(&ends);
            settings += 1.0;
        }
    }
    assert!(sum / settings <= 0.05, "mean error rate {}", sum / settings);
}

#[test]
fn equal_sides_are_called_unequal_within_the_level() {
    assert_errors(|ends| ends.h1, |test| test.elo().0);
}

#[test]
fn a_stronger_side_is_missed_within_the_level() {
    assert_errors(|ends| ends.h0, |test| test.elo().1);
}

#[test]
fn betting_gives_false_alarms_within_the_level_however_long_one_looks() {
    let (runs, length) = if is_long() { (10_000, 2_000) } else { (2_000, 300) };
    for level in [0.05, 0.01] {
        for (name, deals) in DEALS {
            let found = false_alarms(deals, level, length, runs);
            let allowed = level + 3.0 * (level * (1.0 - level) / f64::from(runs)).sqrt();
            assert!(found <= allowed, "{name} at {level}: {found}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_sequence_of_outcomes_hangs(
        shares in prop::collection::vec(prop_oneof![Just(0.0), Just(0.25), Just(0.5), Just(1.0), 0.0..=1.0], 1..30),
        elo0 in -100.0..100.0f64,
        gap in 0.5..100.0f64,
        seats in 0..6u32,
        most in 0..400u64,
    ) {
        let test = Sprt::new(elo0, elo0 + gap, 0.05, 0.05).expect("a test");
        let format = if seats < 2 { Format::TEAMS } else { Format::alone(seats) };
        let mut stopping = Stopping::new(test, format).at_most(most);
        let mut deals = 0;
        for share in shares.iter().cycle() {
            deals += 1;
            let conclusion = stopping.add(*share).expect("a share");
            prop_assert!(stopping.llr().is_finite());
            if conclusion != Conclusion::Continue {
                break;
            }
        }
        prop_assert!(deals <= most.max(1));
    }

    #[test]
    fn any_text_is_a_test_or_an_error(text in ".{0,40}", values in any::<[f64; 4]>()) {
        let _ = text.parse::<Sprt>();
        let [elo0, elo1, alpha, beta] = values;
        let _ = Sprt::new(elo0, elo1, alpha, beta);
        let _ = format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}").parse::<Sprt>();
    }
}
