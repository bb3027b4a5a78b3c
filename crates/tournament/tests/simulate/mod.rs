//! Simulated tournaments and matches whose truth is known, for the tests and for `examples/calibration.rs`.

use cards::Rng;
use tournament::stats::{
    Bootstrap, Conclusion, DealScore, ELO, EProcess, Format, Pairings, Sprt, StopReason, Stopping,
    TablePayoffs, Tables, Tally,
};

/// From 0 up to, but not including, 1.
pub fn unit(rng: &mut Rng) -> f64 {
    f64::from(rng.next_u32()) / 4_294_967_296.0
}

/// One of the numbers from 0, each with its probability.
pub fn pick(rng: &mut Rng, probabilities: &[f64]) -> usize {
    let mut left = unit(rng) * probabilities.iter().sum::<f64>();
    for (number, probability) in probabilities.iter().enumerate() {
        if left < *probability {
            return number;
        }
        left -= probability;
    }
    probabilities.len() - 1
}

/// Who meets whom.
#[derive(Clone, Copy, Debug)]
pub enum Schedule {
    RoundRobin,
    /// The first entry meets all others.
    Gauntlet,
    /// Everybody meets the next three.
    Few,
}

/// A tournament of pairings as it might be.
#[derive(Clone, Debug)]
pub struct Setting {
    pub name: &'static str,
    /// The true strengths in Elo.
    pub elo: Vec<f64>,
    pub schedule: Schedule,
    /// Deals of each pairing.
    pub deals: u32,
    /// Davidson's ν.
    pub ties: f64,
    /// The second seating always ends as the first.
    pub alike: bool,
}

impl Setting {
    fn meets(&self, first: usize, second: usize) -> bool {
        let entries = self.elo.len();
        match self.schedule {
            Schedule::RoundRobin => true,
            Schedule::Gauntlet => first == 0,
            Schedule::Few => {
                (1..=3).any(|next| (first + next) % entries == second || (second + next) % entries == first)
            }
        }
    }

    fn score(&self, rng: &mut Rng, first: usize, second: usize) -> DealScore {
        let [one, other] = [first, second].map(|entry| (self.elo[entry] / ELO).exp());
        let chances = [one, 2.0 * self.ties * (one * other).sqrt(), other];
        let outcome = pick(rng, &chances);
        let outcomes = [outcome, if self.alike { outcome } else { pick(rng, &chances) }];
        let count = |wanted| outcomes.iter().filter(|outcome| **outcome == wanted).count() as u32;
        DealScore { won: count(0), tied: count(1), lost: count(2) }
    }

    pub fn play(&self, rng: &mut Rng) -> Pairings {
        let mut table = Pairings::new(self.elo.len());
        for first in 0..self.elo.len() {
            for second in first + 1..self.elo.len() {
                if self.meets(first, second) {
                    for _ in 0..self.deals {
                        table.add(first, second, self.score(rng, first, second)).expect("a deal");
                    }
                }
            }
        }
        table
    }

    /// How often an interval holds the true rating, over all entries, and how wide it is on average.
    pub fn coverage(&self, runs: u32, resamples: u32) -> Coverage {
        let mean = self.elo.iter().sum::<f64>() / self.elo.len() as f64;
        let mut coverage = Coverage::default();
        for run in 0..runs {
            let table = self.play(&mut Rng::stream(77, run.into()));
            let ratings = table.ratings_with(Bootstrap { resamples, seed: run.into() });
            for (rating, truth) in ratings.iter().zip(&self.elo) {
                coverage.count(rating.low, rating.high, truth - mean);
            }
        }
        coverage
    }
}

/// How intervals did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coverage {
    pub above: f64,
    pub below: f64,
    pub all: f64,
    pub width: f64,
}

impl Coverage {
    fn count(&mut self, low: f64, high: f64, truth: f64) {
        self.all += 1.0;
        self.width += high - low;
        self.above += f64::from(u8::from(truth > high));
        self.below += f64::from(u8::from(truth < low));
    }

    /// The share of intervals with the truth inside.
    pub fn held(&self) -> f64 {
        1.0 - (self.above + self.below) / self.all
    }
}

/// The settings of pairings.
pub fn settings() -> Vec<Setting> {
    let equal = |entries| vec![0.0; entries];
    let spread: Vec<f64> = (0..8).map(|entry| 100.0 * f64::from(entry)).collect();
    let mut all = Vec::new();
    let mut push = |name, elo: &[f64], schedule, ties, alike, counts: &[u32]| {
        for &deals in counts {
            all.push(Setting { name, elo: elo.to_vec(), schedule, deals, ties, alike });
        }
    };
    use Schedule::*;
    push("2 equal entries", &equal(2), RoundRobin, 0.0, false, &[3, 10, 100]);
    push("2 entries, 400 Elo apart", &[0.0, 400.0], RoundRobin, 0.0, false, &[3, 10, 100]);
    push("2 entries, 800 Elo apart", &[0.0, 800.0], RoundRobin, 0.0, false, &[3, 10, 100]);
    push("2 entries, 200 Elo apart, seatings alike", &[0.0, 200.0], RoundRobin, 0.0, true, &[3, 10, 100]);
    push("8 equal entries", &equal(8), RoundRobin, 0.0, false, &[1, 4, 20]);
    push("8 entries over 700 Elo", &spread, RoundRobin, 0.0, false, &[1, 4, 20]);
    push("8 entries over 700 Elo, ties ν = 0.5", &spread, RoundRobin, 0.5, false, &[1, 4, 20]);
    push("8 entries over 700 Elo, seatings alike", &spread, RoundRobin, 0.2, true, &[1, 4, 20]);
    push("8 entries over 700 Elo, gauntlet", &spread, Gauntlet, 0.0, false, &[4, 20]);
    push("8 entries over 700 Elo, each meets 6", &spread, Few, 0.0, false, &[1, 4]);
    all
}

/// A tournament of tables as it might be: strengths and effects of seats in Elo.
#[derive(Clone, Debug)]
pub struct TableSetting {
    pub name: &'static str,
    pub elo: Vec<f64>,
    pub seats: Vec<f64>,
    pub deals: u32,
}

impl TableSetting {
    /// Every deal has other entries, in every rotation.
    pub fn play(&self, rng: &mut Rng) -> Tables {
        let seats = self.seats.len();
        let mut tables = Tables::new(self.elo.len(), seats).with_payoffs_from(-1, seats as i32 - 1);
        for _ in 0..self.deals {
            let mut order: Vec<usize> = (0..self.elo.len()).collect();
            rng.shuffle(&mut order);
            let mut matches = Vec::new();
            for turn in 0..seats {
                let line_up: Vec<usize> = (0..seats).map(|seat| order[(seat + turn) % seats]).collect();
                let chances: Vec<f64> = (0..seats)
                    .map(|seat| ((self.elo[line_up[seat]] + self.seats[seat]) / ELO).exp())
                    .collect();
                let winner = pick(rng, &chances);
                let payoffs: Vec<i32> =
                    (0..seats).map(|seat| if seat == winner { seats as i32 - 1 } else { -1 }).collect();
                matches.push((line_up, payoffs));
            }
            let matches: Vec<TablePayoffs<'_>> =
                matches.iter().map(|(entries, payoffs)| TablePayoffs { entries, payoffs }).collect();
            tables.add(&matches).expect("a deal");
        }
        tables
    }

    /// Of the entries, then of the seats.
    pub fn coverage(&self, runs: u32, resamples: u32) -> [Coverage; 2] {
        let centred = |elo: &[f64]| -> Vec<f64> {
            let mean = elo.iter().sum::<f64>() / elo.len() as f64;
            elo.iter().map(|elo| elo - mean).collect()
        };
        let mut coverage = [Coverage::default(); 2];
        for run in 0..runs {
            let tables = self.play(&mut Rng::stream(78, run.into()));
            let ratings = tables.ratings_with(Bootstrap { resamples, seed: run.into() });
            for (found, truth) in ratings.entries.iter().zip(centred(&self.elo)) {
                coverage[0].count(found.rating.low, found.rating.high, truth);
            }
            for (found, truth) in ratings.seats.iter().zip(centred(&self.seats)) {
                coverage[1].count(found.low, found.high, truth);
            }
        }
        coverage
    }
}

/// The settings of tables.
pub fn table_settings() -> Vec<TableSetting> {
    let spread: Vec<f64> = (0..6).map(|entry| 80.0 * f64::from(entry)).collect();
    let mut all = Vec::new();
    let mut push = |name, elo: &[f64], seats: &[f64], counts: &[u32]| {
        for &deals in counts {
            all.push(TableSetting { name, elo: elo.to_vec(), seats: seats.to_vec(), deals });
        }
    };
    push("4 equal entries, 4 seats", &[0.0; 4], &[0.0; 4], &[5, 50]);
    push("4 equal entries, 4 unequal seats", &[0.0; 4], &[60.0, 20.0, -20.0, -60.0], &[5, 50]);
    push("6 entries over 400 Elo, 3 seats", &spread, &[40.0, 0.0, -40.0], &[10, 100]);
    push("6 entries over 400 Elo, 2 seats", &spread, &[100.0, -100.0], &[15, 150]);
    all
}

/// Deals that give 0, ¼, ½, ¾ or 1 of the points, with these probabilities.
pub type Deals = [f64; 5];

/// Ways in which deals may fall.
pub const DEALS: [(&str, Deals); 5] = [
    ("independent seatings, no ties", [0.25, 0.0, 0.5, 0.0, 0.25]),
    ("some ties", [0.1, 0.2, 0.4, 0.2, 0.1]),
    ("lucky cards: mostly one match each", [0.05, 0.0, 0.9, 0.0, 0.05]),
    ("nearly all tied", [0.01, 0.02, 0.94, 0.02, 0.01]),
    ("both seatings alike", [0.5, 0.0, 0.0, 0.0, 0.5]),
];

/// The same deals, tilted until the first side has this many points of normalised Elo.
pub fn with_normalised_elo(deals: Deals, elo: f64) -> Deals {
    let wanted = elo * 2f64.sqrt() / (800.0 / std::f64::consts::LN_10);
    let tilted = |tilt: f64| {
        let mut next = deals;
        next.iter_mut().enumerate().for_each(|(number, p)| *p *= (tilt * number as f64).exp());
        let sum: f64 = next.iter().sum();
        next.map(|p| p / sum)
    };
    let effect = |deals: &Deals| {
        let mean: f64 = deals.iter().enumerate().map(|(number, p)| p * number as f64 / 4.0).sum();
        let variance: f64 = deals.iter().enumerate().map(|(n, p)| p * (n as f64 / 4.0 - mean).powi(2)).sum();
        (mean - 0.5) / variance.sqrt()
    };
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..80 {
        let tilt = (low + high) / 2.0;
        if effect(&tilted(tilt)) < wanted { low = tilt } else { high = tilt }
    }
    tilted((low + high) / 2.0)
}

/// A deal's share of points.
pub fn share(rng: &mut Rng, deals: &Deals) -> f64 {
    pick(rng, deals) as f64 / 4.0
}

/// How matches under a stopping rule ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ends {
    pub h0: f64,
    pub h1: f64,
    pub undecided: f64,
    /// The share ended by betting.
    pub betting: f64,
    /// The mean number of deals.
    pub deals: f64,
}

/// Plays matches until the rule stops them.
pub fn stop(sprt: Sprt, deals: Deals, runs: u32) -> Ends {
    let mut ends = Ends::default();
    let one = 1.0 / f64::from(runs);
    for run in 0..runs {
        let mut rng = Rng::stream(79, run.into());
        let mut stopping = Stopping::new(sprt, Format::TEAMS);
        let conclusion = loop {
            match stopping.add(share(&mut rng, &deals)).expect("a share") {
                Conclusion::Continue => {}
                conclusion => break conclusion,
            }
        };
        ends.deals += stopping.deals().deals() as f64 * one;
        match conclusion {
            Conclusion::AcceptH0(_) => ends.h0 += one,
            Conclusion::AcceptH1(_) => ends.h1 += one,
            _ => ends.undecided += one,
        }
        if matches!(
            conclusion,
            Conclusion::AcceptH0(StopReason::Betting) | Conclusion::AcceptH1(StopReason::Betting)
        ) {
            ends.betting += one;
        }
    }
    ends
}

/// The mean number of deals the sequential test needs alone.
pub fn stop_without_betting(sprt: Sprt, deals: Deals, runs: u32) -> f64 {
    let mut sum = 0;
    for run in 0..runs {
        let (mut rng, mut tally) = (Rng::stream(79, run.into()), Tally::default());
        let most = sprt.most_deals(Format::TEAMS);
        loop {
            tally.add(share(&mut rng, &deals)).expect("a share");
            let is_over =
                sprt.decide(sprt.llr(&tally, Format::TEAMS)) != tournament::stats::TestDecision::Continue;
            if is_over || tally.deals() >= most {
                break;
            }
        }
        sum += tally.deals();
    }
    sum as f64 / f64::from(runs)
}

/// How often an e-process of either direction rejects half the points within so many deals, though it is true.
pub fn false_alarms(deals: Deals, level: f64, length: u32, runs: u32) -> f64 {
    let mut alarms = 0;
    for run in 0..runs {
        let mut rng = Rng::stream(80, run.into());
        let mut process = EProcess::above(0.5);
        for _ in 0..length {
            process.add(share(&mut rng, &deals)).expect("a share");
            if process.rejects(level) {
                alarms += 1;
                break;
            }
        }
    }
    f64::from(alarms) / f64::from(runs)
}
