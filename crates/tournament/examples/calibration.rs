//! Prints the figures of docs/statistics.md: how often intervals hold the truth, and how often tests err.
//!
//! `cargo run --release -p tournament --example calibration -- [RUNS]`

#[path = "../tests/simulate/mod.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod simulate;

use simulate::*;
use tournament::stats::Sprt;

fn main() {
    let runs: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000);
    println!("{runs} runs each\n");
    println!("| pairings | deals a pairing | truth inside | above | below | mean width |");
    println!("|---|---|---|---|---|---|");
    for setting in settings() {
        let found = setting.coverage(runs, 400);
        println!("| {} | {} | {}", setting.name, setting.deals, row(&found));
    }
    println!("\n| tables | deals | truth inside | above | below | mean width |");
    println!("|---|---|---|---|---|---|");
    for setting in table_settings() {
        for (found, of) in setting.coverage(runs, 400).iter().zip(["entries", "seats"]) {
            println!("| {}: {of} | {} | {}", setting.name, setting.deals, row(found));
        }
    }
    println!("\n| test | deals | truth | H1 accepted | H0 accepted | undecided | by betting | mean deals |");
    println!("|---|---|---|---|---|---|---|---|");
    for text in ["elo0=0,elo1=30", "elo0=0,elo1=100", "elo0=-20,elo1=20"] {
        let sprt: Sprt = text.parse().expect("a test");
        for (name, deals) in DEALS {
            for truth in [sprt.elo().0, sprt.elo().1] {
                let ends = stop(sprt, with_normalised_elo(deals, truth), runs);
                println!(
                    "| {text} | {name} | {truth} | {:.1}% | {:.1}% | {:.1}% | {:.1}% | {:.0} |",
                    100.0 * ends.h1,
                    100.0 * ends.h0,
                    100.0 * ends.undecided,
                    100.0 * ends.betting,
                    ends.deals
                );
            }
        }
    }
    println!("\n| level | deals | false alarms of betting within 2,000 deals |");
    println!("|---|---|---|");
    for level in [0.05, 0.01] {
        for (name, deals) in DEALS {
            println!("| {level} | {name} | {:.2}% |", 100.0 * false_alarms(deals, level, 2_000, 10 * runs));
        }
    }
    println!("\n| share of deals won | mean deals of the test alone | with betting |");
    println!("|---|---|---|");
    let sprt: Sprt = "elo0=0,elo1=10".parse().expect("a test");
    for won in [1.0, 0.98, 0.95, 0.9, 0.8, 0.7, 0.6, 0.55] {
        let deals = [1.0 - won, 0.0, 0.0, 0.0, won];
        let few = (runs / 5).max(20);
        let (alone, ends) = (stop_without_betting(sprt, deals, few), stop(sprt, deals, few));
        println!("| {:.0}% | {alone:.0} | {:.0} |", 100.0 * won, ends.deals);
    }
}

fn row(found: &Coverage) -> String {
    let percent = |count: f64| 100.0 * count / found.all;
    format!(
        "{:.1}% | {:.1}% | {:.1}% | {:.0} |",
        100.0 * found.held(),
        percent(found.above),
        percent(found.below),
        found.width / found.all
    )
}
