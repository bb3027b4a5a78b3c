//! The report's sentences and numbers.

use std::fmt::Write as _;

use crate::results::About;
use crate::standings::Standings;

use super::escape::text;

/// `1 deal`, `1,200 deals`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// A whole number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Elo points with their sign, rounded; never `-0`.
pub fn elo(points: f64) -> String {
    // Adding 0 turns the -0 that rounding leaves into +0.
    format!("{:+.0}", points.round() + 0.0)
}

/// The same as a mark of an axis, whose middle is a plain 0.
pub fn mark(points: f64) -> String {
    if points == 0.0 { "0".to_owned() } else { elo(points) }
}

/// A time in microseconds, in the unit that suits it.
pub fn short_time(us: u64) -> String {
    let ms = us as f64 / 1e3;
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..10_000 => format!("{ms:.1} ms"),
        10_000..1_000_000 => format!("{ms:.0} ms"),
        1_000_000..100_000_000 => format!("{:.1} s", ms / 1e3),
        _ => format!("{:.0} min", ms / 6e4),
    }
}

/// The code of a forfeit in words.
pub fn spoken(code: &str) -> String {
    match code {
        "illegal" => "illegal action",
        "unparsable" => "answer that is no action",
        "unasked" => "spoke without being asked",
        "out-of-time" => "out of time",
        "out-of-memory" => "out of memory",
        "too-many-threads" => "too many threads",
        "crashed" => "crashed",
        "stalled-at-start" => "stalled at the start",
        "flood" => "flooded its output",
        "forbidden-call" => "forbidden system call",
        "out-of-cpu" => "out of processor time",
        "not-started" => "did not start",
        "left" => "left",
        other => other,
    }
    .to_owned()
}

/// `all 120 deals` or `40 of 120`.
pub fn progress(about: &About, standings: &Standings) -> String {
    match about.planned {
        Some(planned) if planned > standings.deals && !about.is_finished() => {
            format!("{} of {}", grouped(standings.deals), grouped(planned))
        }
        _ => grouped(standings.deals),
    }
}

/// The first sentence: who leads, and whether it is over.
pub fn lead(about: &About, standings: &Standings) -> String {
    let is_over = about.is_finished();
    let first: Vec<&str> = standings
        .rows
        .iter()
        .filter(|row| row.rank == Some(1))
        .map(|row| about.entries[row.entry].name.as_str())
        .collect();
    let entries = about.entries.iter().filter(|entry| !entry.is_filler).count() as u64;
    let who = format!("{}, {}", count(entries, "entry", "entries"), about.schedule);
    match (&first[..], is_over) {
        ([], _) => format!("{who}. No deal has been played yet."),
        ([one], true) => format!("{who}. {one} won."),
        ([one], false) => format!("{who}. {one} leads."),
        (several, true) => format!("{who}. {} share the first place.", listed(several)),
        (several, false) => format!("{who}. {} share the lead.", listed(several)),
    }
}

/// `A, B and C`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Unix milliseconds as a date and time of day.
pub fn utc(ms: u64) -> String {
    let (days, seconds) = (ms / 86_400_000, ms / 1_000 % 86_400);
    // Days to a date of the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date algorithms").
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", seconds / 3_600, seconds / 60 % 60)
}

/// How results become standings, and where the deals come from.
pub fn counting(about: &About, standings: &Standings) -> String {
    let mut items = vec![format!("{}; {}.", about.schedule, about.scoring.ranking.rule())];
    let breaks: Vec<&str> = about.scoring.tie_breaks.iter().map(|one| one.name()).collect();
    items.push(match &breaks[..] {
        [] => "Entries that are level share a place.".to_owned(),
        several => format!("Entries that are level are divided by {}, in this order.", several.join(", ")),
    });
    let void = match standings.void {
        0 => String::new(),
        void => format!(" ({} so far)", count(void, "deal", "deals")),
    };
    items.push(format!("{}{void}.", about.scoring.forfeit.rule()));
    if !about.byes.is_empty() {
        let percent = 100.0 * about.scoring.bye;
        items.push(format!("A bye counts {percent:.0}% of the points of its deals."));
    }
    items.extend(about.changes_in_words().into_iter().map(|line| line + "."));
    items.push(format!(
        "A deal is played in every seating and counts as one observation; intervals are 95%, and {:.0}% of the points is what equals get.",
        100.0 / about.side_count().max(1) as f64
    ));
    items.push(if about.is_each_for_themselves() {
        "Ratings: Plackett-Luce on the winner with an effect of the seat, in Elo points, mean 0; bars by a bootstrap over deals."
    } else {
        "Ratings: Bradley-Terry with Davidson's ties, in Elo points, mean 0; bars by a bootstrap over deals."
    }
    .to_owned());
    let mut html = String::from("<ul class=terms>");
    for item in items {
        let _ = write!(html, "<li>{}", text(&capital(&item)));
    }
    html += "</ul><dl class=proof>";
    let mut pair = |name: &str, value: &str| {
        let _ = write!(html, "<dt>{name}<dd><code>{}</code>", text(value));
    };
    if let Some(commitment) = about.commitment {
        pair("Commitment", &commitment.to_string());
    }
    match (about.key, about.seed) {
        (_, Some(seed)) => pair("Seed", &format!("{seed}: practice only, for anybody can compute its deals")),
        (Some(key), None) => pair("Key", &key.to_string()),
        (None, None) => pair("Key", "secret until the tournament is over"),
    }
    html += "</dl>";
    html
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(count(1, "deal", "deals"), "1 deal");
        assert_eq!(count(1_234_567, "deal", "deals"), "1,234,567 deals");
        assert_eq!(
            (elo(-0.2), elo(12.6), elo(-300.0)),
            ("+0".to_owned(), "+13".to_owned(), "-300".to_owned())
        );
        assert_eq!(short_time(340), "340 µs");
        assert_eq!(short_time(3_400), "3.4 ms");
        assert_eq!(short_time(12_345), "12 ms");
        assert_eq!(short_time(2_000_000), "2.0 s");
        assert_eq!(short_time(600_000_000), "10 min");
    }

    #[test]
    fn dates_are_of_the_calendar() {
        assert_eq!(utc(0), "1970-01-01 00:00 UTC");
        assert_eq!(utc(951_782_400_000), "2000-02-29 00:00 UTC");
        assert_eq!(utc(1_767_225_599_000), "2025-12-31 23:59 UTC");
    }
}
