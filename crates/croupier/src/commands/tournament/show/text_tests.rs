//! The text of the standings, of invented tournaments.

use tournament::standings::Counter;

use super::text::{self, WIDTH};

#[allow(dead_code, reason = "the tests of the library use the rest")]
#[path = "../../../../../tournament/tests/invent/mod.rs"]
mod invent;

fn shown(invented: &invent::Invented) -> String {
    let mut counter = Counter::new(&invented.about);
    invented.deals.iter().for_each(|deal| counter.add(deal).expect("a deal"));
    text::tournament(&invented.about, &counter.finish())
}

#[test]
fn every_line_fits_a_terminal_whatever_entries_are_called() {
    for invented in [invent::durak(4, 20, false), invent::durak(40, 2, true), invent::uno(6, 20)] {
        let text = shown(&invented);
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{} columns: {line}", line.chars().count());
            assert!(!line.contains(['\u{202e}', '\x1b']), "{line}");
        }
    }
}

#[test]
fn one_thing_is_not_several() {
    let mut invented = invent::durak(2, 1, false);
    invented.about.key = Some(table::key::Key::from_seed(1));
    let text = shown(&invented);
    assert!(text.contains("1 deal, 2 matches, 0 ties"), "{text}");
    invented.about.key = None;
    invented.about.planned = Some(20);
    assert!(shown(&invented).contains("1 of 20 deals, 2 matches"));
}

#[test]
fn nothing_played_has_a_table_without_numbers() {
    let mut invented = invent::durak(3, 1, false);
    invented.deals.clear();
    let text = shown(&invented);
    assert!(text.contains("0 deals, 0 matches") && text.contains("Chiara"), "{text}");
    assert!(!text.contains("cross table") && !text.contains("NaN"), "{text}");
}
