//! Any text: clocks, times and endings read back; a record with any lines, well sealed, is refused or proved.
#![no_main]

use std::fmt::{Debug, Display};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

use arena::clock::{Clock, Span};
use arena::deal::{Hash, Key};
use arena::record::{Named, Record};
use arena::referee::{Conditions, Player, play};
use arena::table;
use arena::verdict::Ending;
use arena::verify::verify;
use libfuzzer_sys::fuzz_target;

fn reads_back<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(text: &str) {
    let Ok(thing) = text.parse::<T>() else { return };
    assert_eq!(thing.to_string().parse::<T>().expect("what is printed is read"), thing);
}

/// The lines of a real record, without the two that guard them.
fn lines() -> &'static [String] {
    static LINES: OnceLock<Vec<String>> = OnceLock::new();
    LINES.get_or_init(|| {
        let key = Key::from_seed(1);
        let mut table = table::deal("durak", "", key.rng()).expect("a game");
        let (setup, rules) = (table.setup(), table.game().rules());
        let startup = Duration::from_secs(10);
        let how = Conditions { clock: Clock::CONTEST, startup, launcher: PathBuf::new(), chance: key };
        let players = vec![Player::Policy("greedy".to_owned()); 4];
        let report = play(table.as_mut(), &players, &how).expect("nothing to start");
        let record = Record {
            game: "durak".to_owned(),
            rules,
            key,
            commitment: key.commitment(),
            clock: how.clock,
            startup: Span(startup),
            sandbox: "none".to_owned(),
            players: vec![Named::new(Hash::of(b"greedy"), "greedy"); 4],
            setup,
            starts: vec![Some(0); 4],
            decisions: report.decisions,
            ending: report.ending,
            payoffs: report.payoffs,
        };
        assert_eq!(verify(&record), Ok(()));
        let text = record.to_string();
        assert_eq!(sealed(text.lines().take(text.lines().count() - 2)), text);
        text.lines().take(text.lines().count() - 2).map(str::to_owned).collect()
    })
}

/// The slow twin of a record's marks and hash.
fn sealed<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let (mut text, mut marks) = (String::new(), "marks".to_owned());
    for line in lines {
        text += &format!("{line}\n");
        marks += &format!(" {}", &Hash::of(text.as_bytes()).to_string()[..6]);
    }
    text += &format!("{marks}\n");
    format!("{text}hash {}\n", Hash::of(text.as_bytes()))
}

fn try_record(bytes: &[u8]) {
    let Ok(record) = Record::read(bytes) else { return };
    assert_eq!(record.to_string().as_bytes(), bytes, "a record has one spelling");
    // Proved or refused, but decided.
    let _ = verify(&record);
}

// Every line of the input takes the place of the record's line that its first character names.
fuzz_target!(|data: &[u8]| {
    try_record(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut record: Vec<&str> = lines().iter().map(String::as_str).collect();
    for line in text.split('\n') {
        reads_back::<Clock>(line);
        reads_back::<Span>(line);
        reads_back::<Ending>(line);
        let mut rest = line.chars();
        let Some(place) = rest.next() else { continue };
        let place = place as usize % record.len();
        record[place] = rest.as_str();
    }
    try_record(sealed(record.into_iter()).as_bytes());
});
