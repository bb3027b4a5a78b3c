//! The report of a tournament: one HTML page that needs nothing but itself, and links to the records.
//!
//! Names, commands and answers come from strangers: they are written through `escape::text` only. Plots are SVG
//! whose places are percentages, so that they fit a phone without smaller letters. There is no script.

mod clocks;
mod cross;
mod escape;
mod history;
mod matches;
mod scale;
mod standings;
mod words;

use std::fmt::Write as _;

use crate::results::About;
use crate::standings::Standings;

pub use matches::{List, MatchLine};
pub use words::{count, elo, short_time, spoken};

use escape::text;

/// Where the records of the matches are.
#[derive(Clone, Debug)]
pub enum Records {
    /// Nowhere that the page could link to.
    None,
    /// In files of this folder, relative to the page.
    Folder(String),
    /// In the page itself: the text of the record of each match of the list, in its order.
    Embedded(Vec<String>),
}

/// All that a report shows.
pub struct Report<'a> {
    /// The tournament.
    pub about: &'a About,
    /// What it came to.
    pub standings: &'a Standings,
    /// Every match, in the order of their numbers.
    pub matches: &'a [MatchLine],
    /// Where their records are.
    pub records: Records,
    /// The program that wrote the page, and its version.
    pub program: &'a str,
}

/// Up to here the page lists the matches itself. Longer lists are pages of the records' folder, one for each line-up.
const MOST_LISTED: usize = 5_000;

impl Report<'_> {
    /// The page.
    pub fn page(&self) -> String {
        let Report { about, standings, .. } = self;
        let mut body = self.heading();
        let has_results = standings.deals > 0;
        section(&mut body, "standings", "Standings", &standings::table(about, standings));
        if has_results {
            if standings.history.len() > 1 {
                section(&mut body, "time", "Ratings over time", &history::panels(about, standings));
            }
            section(&mut body, "cross", "Cross table", &cross::table(about, standings));
            section(
                &mut body,
                "clock",
                "Clock use",
                &clocks::rows(about, standings, &|deal| self.link(deal)),
            );
        }
        if standings.forfeits > 0 {
            section(&mut body, "forfeits", "Forfeits", &self.forfeits());
        }
        if !self.matches.is_empty() {
            section(&mut body, "matches", "Matches", &self.match_lists());
        }
        section(&mut body, "counting", "How it is counted", &words::counting(about, standings));
        let last = standings.times.filter(|(_, last)| *last > 0);
        let last = last.map_or(String::new(), |(_, last)| format!("Last match: {}. ", words::utc(last)));
        let _ = write!(body, "<footer>{last}Written by {}.</footer>", text(self.program));
        document(&about.name, &body)
    }

    /// Further pages of the records' folder: a file name and a page for each line-up, if there are too many matches
    /// for one page.
    pub fn lists(&self) -> Vec<(String, String)> {
        if !self.is_listed_apart() {
            return Vec::new();
        }
        let lists = List::all(self.about, self.matches);
        let page = |list: &List| {
            let title = list.title(self.about);
            let body = format!(
                "<h1>{}</h1>\n{}",
                text(&title),
                list.html(self.about, &|one| Some(record_name(one)))
            );
            (list.file_name(), document(&title, &body))
        };
        lists.iter().map(page).collect()
    }

    fn is_listed_apart(&self) -> bool {
        matches!(self.records, Records::Folder(_)) && self.matches.len() > MOST_LISTED
    }

    fn heading(&self) -> String {
        let Report { about, standings, .. } = self;
        let mut html = String::new();
        let _ = write!(
            html,
            "<header><p class=eyebrow>{} <span>{}</span></p><h1>{}</h1><p class=lead>{}</p>",
            text(&about.game),
            text(&about.rules),
            text(&about.name),
            text(&words::lead(about, standings)),
        );
        let facts: Vec<(&str, String)> = vec![
            ("Deals", words::progress(about, standings)),
            ("Matches", words::grouped(standings.matches)),
            ("Ties", words::grouped(standings.ties)),
            ("Forfeits", words::grouped(standings.forfeits)),
            ("Decisions", words::grouped(standings.decisions)),
            ("Clock", about.clock.clone()),
            ("Sandbox", about.sandbox.clone()),
        ];
        html += "<dl class=facts>";
        for (name, value) in facts {
            let _ = write!(html, "<div><dt>{name}</dt><dd>{}</dd></div>", text(&value));
        }
        html += "</dl></header>\n";
        html
    }

    fn forfeits(&self) -> String {
        let Report { about, standings, .. } = self;
        let mut html = String::from(
            "<div class=scroll><table class=plain><thead><tr><th>Entry<th>Reason<th class=n>Matches<th>Seen in<tbody>",
        );
        for (&(entry, code), count) in &standings.reasons {
            let _ = write!(
                html,
                "<tr><td class=name>{}<td>{}<td class=n>{}<td>",
                text(&about.entries[entry].name),
                text(&spoken(code)),
                words::grouped(*count)
            );
            let shown = standings.forfeited.iter().filter(|one| one.entry == entry && one.why.code() == code);
            let shown: Vec<String> = shown
                .map(|one| {
                    let place = format!("{}.{}", one.deal + 1, one.seating + 1);
                    let title = format!("seat {}: {}", one.seat, one.why);
                    self.linked((one.deal, one.seating), &place, &title)
                })
                .collect();
            html += &shown.join(", ");
            if (shown.len() as u64) < *count {
                html += ", …";
            }
        }
        html += "</table></div>";
        html
    }

    fn match_lists(&self) -> String {
        let lists = List::all(self.about, self.matches);
        let mut html = String::from("<p class=note>");
        html += match &self.records {
            Records::None => "Matches by who sat at the table.",
            Records::Folder(_) => "Matches by who sat at the table; each links to its record.",
            Records::Embedded(_) => {
                "Matches by who sat at the table; their records are at the end of this page."
            }
        };
        html += " Numbers are deals, and for each seating the result of the entry named first.</p>";
        for list in &lists {
            let title = text(&list.title(self.about)).to_string();
            if let (Records::Folder(folder), true) = (&self.records, self.is_listed_apart()) {
                let _ = write!(html, "<p><a href=\"{}/{}\">{title}</a>", text(folder), list.file_name());
            } else {
                let _ = write!(
                    html,
                    "<details><summary>{title} <span class=dim>{}</span></summary>{}</details>",
                    text(&count(list.matches.len() as u64, "match", "matches")),
                    list.html(self.about, &|one| self.link(one))
                );
            }
        }
        if let Records::Embedded(records) = &self.records {
            html += "<h3>Records</h3>";
            for (one, record) in self.matches.iter().zip(records) {
                let _ = write!(
                    html,
                    "<details id=\"{}\"><summary>deal {}, seating {}</summary><pre>{}</pre></details>",
                    anchor((one.deal, one.seating)),
                    one.deal + 1,
                    one.seating + 1,
                    escape::block(record)
                );
            }
        }
        html
    }

    /// The address of a record.
    fn link(&self, place: (u64, u32)) -> Option<String> {
        match &self.records {
            Records::None => None,
            Records::Folder(folder) => Some(format!("{}/{}", text(folder), record_name(place))),
            Records::Embedded(_) => Some(format!("#{}", anchor(place))),
        }
    }

    fn linked(&self, place: (u64, u32), words: &str, title: &str) -> String {
        match self.link(place) {
            Some(link) => format!("<a href=\"{link}\" title=\"{}\">{words}</a>", text(title)),
            None => format!("<span title=\"{}\">{words}</span>", text(title)),
        }
    }
}

/// The file of a record in the records' folder.
pub fn record_name((deal, seating): (u64, u32)) -> String {
    format!("deal-{:06}-seating-{}.txt", deal + 1, seating + 1)
}

fn anchor((deal, seating): (u64, u32)) -> String {
    format!("match-{}-{}", deal + 1, seating + 1)
}

fn section(html: &mut String, id: &str, title: &str, body: &str) {
    let _ = writeln!(html, "<section id={id}><h2>{title}</h2>{body}</section>");
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{}</title><style>{}</style></head><body><main>\n{body}</main></body></html>\n",
        text(title),
        include_str!("page.css")
    )
}
