//! Writes the report of an invented tournament, to look at the page:
//! `cargo run --release -p tournament --example invented_report -- durak 8 20 report.html` (or `uno`, or `hostile`).

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/invent/mod.rs"]
mod invent;

use tournament::report::{MatchLine, Records, Report};
use tournament::standings::Counter;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [kind, entries, deals, file] = &words[..] else {
        eprintln!("expected: durak|uno|hostile ENTRIES DEALS FILE");
        std::process::exit(2);
    };
    let (entries, deals) = (entries.parse().expect("a number"), deals.parse().expect("a number"));
    let mut invented = match kind.as_str() {
        "uno" => invent::uno(entries, deals),
        kind => invent::durak(entries, deals, kind == "hostile"),
    };
    invented.about.planned = Some(invented.deals.len() as u64);
    invented.about.key = Some(table::key::Key::from_seed(1));
    let begun = std::time::Instant::now();
    let mut counter = Counter::new(&invented.about).with_history(invented.deals.len() as u64);
    invented.deals.iter().for_each(|deal| counter.add(deal).expect("a deal"));
    let standings = counter.finish();
    eprintln!("counted in {:?}", begun.elapsed());
    let matches: Vec<MatchLine> = invented.deals.iter().flatten().map(MatchLine::of).collect();
    let report = Report {
        about: &invented.about,
        standings: &standings,
        matches: &matches,
        records: Records::Folder("report-records".to_owned()),
        program: "croupier",
    };
    let page = report.page();
    eprintln!("{} bytes in {:?}", page.len(), begun.elapsed());
    std::fs::write(file, page).expect("the page is written");
}
