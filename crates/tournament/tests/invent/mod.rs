//! Invented tournaments: entries of known strength, deals with their luck, forfeits, clocks.

use cards::Rng;
use table::ending::{Crash, Ending, Quoted, Reason};
use table::key::Key;
use tournament::results::{About, EntryInfo, MatchResult, Scoring, SeatUse};

/// Names as people give them.
const NAMES: [&str; 12] = [
    "Anna",
    "Boris",
    "Chiara",
    "Dmitri",
    "Emeka",
    "Fatima",
    "Greta",
    "House bot",
    "Ines",
    "Jun",
    "Katya",
    "Liam",
];

/// Names as people should not give them.
pub const HOSTILE: [&str; 6] = [
    "<script>alert(1)</script>",
    "=HYPERLINK(\"http://evil.example\";\"click\")",
    "a very long name, longer than any table has room for, and then some more of it, and it goes on",
    "\u{202e}backwards\u{202c} \x1b[31mred\x1b[0m\nsecond line",
    "\"quoted\" 'name' & <b>bold</b>",
    "日本語の名前 ♠♥ Ω",
];

/// A chance from 0 to 1.
fn unit(rng: &mut Rng) -> f64 {
    f64::from(rng.next_u32()) / 4_294_967_296.0
}

/// An invented tournament: round robin of pairs in Durak, or of all line-ups of four in Uno.
pub struct Invented {
    pub about: About,
    pub deals: Vec<Vec<MatchResult>>,
}

/// The entries differ by 60 Elo points from one to the next; every third forfeits now and then.
pub fn durak(entries: usize, deals_each: u64, is_hostile: bool) -> Invented {
    let about = about("durak", "", entries, is_hostile);
    let mut rng = Rng::new(entries as u64);
    let mut deals = Vec::new();
    for _ in 0..deals_each {
        for first in 0..entries {
            for second in first + 1..entries {
                let number = deals.len() as u64;
                let matches = (0..2).map(|seating| {
                    let seats: Vec<usize> = (0..4)
                        .map(|seat| if (seat + seating as usize).is_multiple_of(2) { first } else { second })
                        .collect();
                    let odds = 10f64.powf(60.0 * (second - first) as f64 / 400.0);
                    let wins_first = unit(&mut rng) < odds / (1.0 + odds);
                    let winner = if wins_first { first } else { second };
                    let payoffs = seats.iter().map(|&entry| if entry == winner { 1 } else { -1 }).collect();
                    one(&mut rng, (number, seating), seats, payoffs)
                });
                deals.push(matches.collect());
            }
        }
    }
    Invented { about, deals }
}

/// Tables of four who play each for themselves: all combinations of the entries.
pub fn uno(entries: usize, deals_each: u64) -> Invented {
    let about = about("uno", "seats=4", entries, false);
    let mut rng = Rng::new(7 + entries as u64);
    let mut deals: Vec<Vec<MatchResult>> = Vec::new();
    for _ in 0..deals_each {
        for left in 0..entries.saturating_sub(3) {
            let line_up = [left, left + 1, left + 2, left + 3];
            let number = deals.len() as u64;
            let matches = (0..4).map(|seating: u32| {
                let seats: Vec<usize> = (0..4).map(|seat| line_up[(seat + seating as usize) % 4]).collect();
                let weights: Vec<f64> = seats.iter().map(|&entry| 0.8f64.powi(entry as i32)).collect();
                let mut left = unit(&mut rng) * weights.iter().sum::<f64>();
                let winner = weights.iter().position(|weight| {
                    left -= weight;
                    left < 0.0
                });
                let points = [12, 30, 55][rng.below(3) as usize];
                let payoffs =
                    (0..4).map(|seat| if Some(seat) == winner { 3 * points } else { -points }).collect();
                one(&mut rng, (number, seating), seats, payoffs)
            });
            deals.push(matches.collect());
        }
    }
    Invented { about, deals }
}

fn about(game: &str, rules: &str, entries: usize, is_hostile: bool) -> About {
    let table = table::deal(game, rules, Rng::new(1)).expect("a table");
    let name = |number: usize| match (is_hostile, HOSTILE.get(number), NAMES.get(number)) {
        (true, Some(name), _) => (*name).to_owned(),
        (_, _, Some(name)) => (*name).to_owned(),
        _ => format!("entry {}", number + 1),
    };
    let entry = |number: usize| EntryInfo {
        name: name(number),
        command: format!("cd {} && python3 bot.py", name(number).to_lowercase()),
        sha256: "0".repeat(64),
        ..EntryInfo::default()
    };
    About {
        name: if is_hostile { HOSTILE[0].to_owned() } else { "Spring Durak".to_owned() },
        game: game.to_owned(),
        rules: table.header().rules.clone(),
        sides: table.header().sides,
        entries: (0..entries).map(entry).collect(),
        schedule: "round robin, 20 deals a pairing".to_owned(),
        clock: "2s+100ms".to_owned(),
        sandbox: "strict".to_owned(),
        scoring: Scoring::default(),
        changes: Vec::new(),
        byes: Vec::new(),
        survived: Vec::new(),
        planned: None,
        commitment: Some(Key::from_seed(1).commitment()),
        key: None,
        seed: None,
    }
}

fn one(rng: &mut Rng, (deal, seating): (u64, u32), entries: Vec<usize>, payoffs: Vec<i32>) -> MatchResult {
    let mut payoffs = payoffs;
    let mut ending = Ending::Played;
    let lowest = payoffs.iter().copied().min().unwrap_or(0);
    if let Some(seat) = (0..entries.len()).find(|&seat| entries[seat] % 3 == 2 && payoffs[seat] == lowest)
        && rng.below(40) == 0
    {
        let why = match rng.below(4) {
            0 => Reason::Crashed(Crash::Exit(1)),
            1 => Reason::Illegal { answer: Quoted::new(b"<b>AS</b>"), because: None },
            2 => Reason::OutOfMemory,
            _ => Reason::OutOfTime { took: 2_345_678, had: 2_000_000 },
        };
        ending = Ending::Forfeit { seat: cards::Seat::new(seat), why };
        payoffs[seat] = lowest;
    }
    let seats = entries.iter().map(|&entry| {
        let decisions = 20 + u64::from(rng.below(15));
        let each = 150 * 3u64.pow((entry % 6) as u32) + u64::from(rng.below(400));
        let slowest_us = each * u64::from(2 + rng.below(6));
        SeatUse { decisions, clock_us: each * decisions, slowest_us, cpu_us: each * decisions, lag_us: 3 }
    });
    MatchResult {
        deal,
        seating,
        round: 0,
        seats: seats.collect(),
        entries,
        payoffs,
        ending,
        finished: 1_790_000_000_000 + 900 * deal,
        worker: String::new(),
    }
}
