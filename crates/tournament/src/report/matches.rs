//! Lists of matches, one for each line-up.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::results::{About, MatchResult};

use super::escape::text;

/// What a list needs of a match.
#[derive(Clone, Debug)]
pub struct MatchLine {
    /// The number of its deal.
    pub deal: u64,
    /// The number of its seating.
    pub seating: u32,
    /// The entry in each seat.
    pub entries: Vec<u32>,
    /// What each seat was paid.
    pub payoffs: Vec<i32>,
    /// The code of the forfeit that ended it.
    pub forfeit: Option<&'static str>,
}

impl MatchLine {
    /// The line of a match.
    pub fn of(one: &MatchResult) -> MatchLine {
        MatchLine {
            deal: one.deal,
            seating: one.seating,
            entries: one.entries.iter().map(|&entry| u32::try_from(entry).unwrap_or(u32::MAX)).collect(),
            payoffs: one.payoffs.clone(),
            forfeit: one.forfeit().map(|(_, why)| why.code()),
        }
    }
}

/// The matches of one line-up.
pub struct List<'a> {
    /// Who sat at the table, in rising order.
    pub entries: Vec<u32>,
    /// Its matches, in the order of their numbers.
    pub matches: Vec<&'a MatchLine>,
}

impl<'a> List<'a> {
    /// All lists of a tournament.
    pub fn all(about: &About, matches: &'a [MatchLine]) -> Vec<List<'a>> {
        let mut lists: BTreeMap<Vec<u32>, Vec<&MatchLine>> = BTreeMap::new();
        for one in matches {
            let mut entries: Vec<u32> =
                one.entries.iter().copied().filter(|&entry| (entry as usize) < about.entries.len()).collect();
            entries.sort_unstable();
            entries.dedup();
            lists.entry(entries).or_default().push(one);
        }
        lists.into_iter().map(|(entries, matches)| List { entries, matches }).collect()
    }

    /// Who sat at the table.
    pub fn title(&self, about: &About) -> String {
        let names: Vec<&str> =
            self.entries.iter().map(|&entry| about.entries[entry as usize].name.as_str()).collect();
        match &names[..] {
            [alone] => format!("{alone} against itself"),
            names => names.join(" – "),
        }
    }

    /// The file of its page.
    pub fn file_name(&self) -> String {
        let numbers: Vec<String> = self.entries.iter().map(|entry| (entry + 1).to_string()).collect();
        format!("matches-{}.html", numbers.join("-"))
    }

    /// The deals with a link for each seating.
    pub fn html(&self, about: &About, link: &dyn Fn((u64, u32)) -> Option<String>) -> String {
        let mut html = String::from("<ul class=deals>");
        let mut last = None;
        for one in &self.matches {
            if last != Some(one.deal) {
                let _ = write!(html, "<li><span class=dim>{}</span>", one.deal + 1);
                last = Some(one.deal);
            }
            let (result, class) = self.result(one);
            let seats = one.entries.iter().zip(&one.payoffs).zip(1..).map(|((&entry, payoff), seat)| {
                let name = about.entries.get(entry as usize).map_or("", |entry| entry.name.as_str());
                format!("seat {seat} {name} {payoff:+}")
            });
            let mut title = seats.collect::<Vec<_>>().join(", ");
            if let Some(code) = one.forfeit {
                title = format!("forfeit ({code}); {title}");
            }
            let class = if one.forfeit.is_some() { "forfeit" } else { class };
            let _ = match link((one.deal, one.seating)) {
                Some(link) => {
                    write!(html, " <a class={class} href=\"{link}\" title=\"{}\">{result}</a>", text(&title))
                }
                None => write!(html, " <span class={class} title=\"{}\">{result}</span>", text(&title)),
            };
        }
        html += "</ul>";
        html
    }

    /// What the entry named first got, and the class it is shown in.
    fn result(&self, one: &MatchLine) -> (String, &'static str) {
        let Some(&first) = self.entries.first() else { return ("?".to_owned(), "tie") };
        let most = one.payoffs.iter().max();
        let winners = || one.payoffs.iter().zip(&one.entries).filter(|(payoff, _)| Some(*payoff) == most);
        let (has_won, is_alone) =
            (winners().any(|(_, &entry)| entry == first), winners().all(|(_, &entry)| entry == first));
        match (has_won, is_alone) {
            (true, true) => ("1".to_owned(), "win"),
            (true, false) => ("½".to_owned(), "tie"),
            (false, _) => ("0".to_owned(), "loss"),
        }
    }
}
