//! Any text: clocks, times, endings and signatures read back. A record of either version with any lines, correct
//! checksums and a correct signature is refused or verified without a panic.
#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use table::clock::{Span, TimeControl};
use table::ending::Ending;
use table::key::Hash;
use table::record::Record;
use table::sign::{Signature, SigningKey};
use table::verify::verify;

macro_rules! records {
    ($($path:literal),* $(,)?) => {
        &[$(include_str!(concat!("../../crates/table/tests/data/", $path, ".txt"))),*]
    };
}

/// Every game, both versions, and matches that were forfeited.
const RECORDS: &[&str] = records![
    "records-1/durak-club",
    "records-1/durak-illegal_card",
    "records-1/durak-too_late",
    "records-1/house",
    "records-1/mau-mau-2",
    "records-1/tractor",
    "records-1/durak-slow_start",
    "records-1/uno-empty",
    "records-2/durak-bots",
    "records-2/durak-cap",
    "records-2/durak-garbage_bytes",
    "records-2/durak-setup",
    "records-2/durak-slow_start",
    "records-2/house",
    "records-2/mau-mau-4",
    "records-2/mau-mau-person",
    "records-2/tractor",
    "records-2/uno-3",
];

fn reads_back<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(text: &str) {
    let Ok(thing) = text.parse::<T>() else { return };
    assert_eq!(thing.to_string().parse::<T>().expect("what is printed is read"), thing);
}

/// The lines of real records, without the two of checksums.
fn lines() -> &'static [Vec<&'static str>] {
    static LINES: OnceLock<Vec<Vec<&'static str>>> = OnceLock::new();
    LINES.get_or_init(|| {
        let lines = |text: &&'static str| {
            let record = Record::read(text.as_bytes()).expect("a record");
            assert_eq!(verify(&record), Ok(()));
            let lines: Vec<&str> = text.lines().collect();
            let lines = lines[..lines.len() - 2].to_vec();
            assert_eq!(sealed(&lines), *text);
            lines
        };
        RECORDS.iter().map(lines).collect()
    })
}

/// The slow twin of a record's checksums: its marks and its hash.
fn sealed(lines: &[&str]) -> String {
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
    // It must not panic, and its message must not move a terminal's cursor.
    if let Err(refused) = verify(&record) {
        assert!(!refused.to_string().contains(char::is_control), "{refused:?}");
    }
    assert!(!record.to_string().contains(|c: char| c.is_control() && c != '\n'));
}

// The first byte chooses a record. Every line of the input changes the line that its first character names:
// `+` inserts a line before it, `-` removes it, and anything else replaces it.
fuzz_target!(|data: &[u8]| {
    try_record(data);
    let Some((&chosen, data)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut record = lines()[usize::from(chosen) % RECORDS.len()].clone();
    for line in text.split('\n') {
        reads_back::<TimeControl>(line);
        reads_back::<Span>(line);
        reads_back::<Ending>(line);
        reads_back::<Signature>(line);
        let mut rest = line.chars();
        let Some(place) = rest.next() else { continue };
        let place = place as usize % record.len();
        let rest = rest.as_str();
        match rest.strip_prefix('+') {
            Some(inserted) => record.insert(place, inserted),
            None if rest.starts_with('-') && record.len() > 1 => drop(record.remove(place)),
            None => record[place] = rest,
        }
    }
    let sealed = sealed(&record);
    try_record(sealed.as_bytes());
    let last = text.rsplit('\n').next().unwrap_or_default();
    try_record(format!("{sealed}signature {last}\n").as_bytes());
    let key: SigningKey = "07".repeat(32).parse().expect("a key");
    try_record(format!("{sealed}signature {}\n", key.sign(sealed.as_bytes())).as_bytes());
});
