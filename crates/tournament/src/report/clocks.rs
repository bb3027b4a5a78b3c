//! Clock use: how much time each entry takes for a match, and its slowest decisions.

use std::fmt::Write as _;

use table::clock::TimeControl;

use crate::results::About;
use crate::standings::{Row, Standings};

use super::escape::text;
use super::scale::LogAxis;
use super::words::{grouped, short_time};

/// A row for each entry on a logarithmic axis, then the slowest decisions.
pub fn rows(about: &About, standings: &Standings, link: &dyn Fn((u64, u32)) -> Option<String>) -> String {
    let rows: Vec<&Row> = standings.rows.iter().filter(|row| row.clock.sum.decisions > 0).collect();
    let limit = limit_us(about);
    let times = rows.iter().flat_map(|row| {
        [row.clock.quantile_us(0.5), row.clock.quantile_us(0.95), row.clock.most_us, row.clock.sum.slowest_us]
    });
    let axis = LogAxis::holding(times.chain(limit));
    let mut html = String::from("<div class=scroll><table class=clocks><thead><tr><th>Entry<th class=plot>");
    html += "<svg class=marks aria-hidden=true>";
    for (number, mark) in axis.marks().enumerate() {
        let (x, class) = (axis.percent(mark), if number % 2 == 1 { " class=odd" } else { "" });
        let _ = write!(html, "<text{class} x=\"{x:.2}%\" y=70% text-anchor=middle>{}</text>", round(mark));
    }
    html += "</svg><th class=n>A decision<th class=n>Half of the matches<th class=n>19 in 20<th class=n>Longest match<th class=n>Slowest decision<tbody>";
    for row in rows {
        let clock = &row.clock;
        let [half, most_of] = [0.5, 0.95].map(|part| clock.quantile_us(part));
        let _ = write!(html, "<tr><td class=name>{}", text(&about.entries[row.entry].name));
        html += "<td class=plot><svg class=bar role=img>";
        let _ = write!(
            html,
            "<title>half of the matches up to {}, 19 in 20 up to {}, longest {}, slowest decision {}</title>",
            short_time(half),
            short_time(most_of),
            short_time(clock.most_us),
            short_time(clock.sum.slowest_us)
        );
        for mark in axis.marks() {
            let x = axis.percent(mark);
            let _ = write!(html, "<line class=grid x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=0 y2=100% />");
        }
        if let Some(limit) = limit {
            let x = axis.percent(limit);
            let _ = write!(html, "<line class=limit x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=0 y2=100% />");
        }
        let [from, to, most, slowest] =
            [half, most_of, clock.most_us, clock.sum.slowest_us].map(|us| axis.percent(us));
        let _ = write!(html, "<line class=thin x1=\"{from:.2}%\" x2=\"{most:.2}%\" y1=50% y2=50% />");
        let _ = write!(html, "<line class=thick x1=\"{from:.2}%\" x2=\"{to:.2}%\" y1=50% y2=50% />");
        let _ = write!(html, "<circle class=dot cx=\"{from:.2}%\" cy=50% r=4.5 />");
        let _ = write!(html, "<circle class=ring cx=\"{slowest:.2}%\" cy=50% r=3.5 /></svg>");
        for time in [clock.mean_us() as u64, half, most_of, clock.most_us, clock.sum.slowest_us] {
            let _ = write!(html, "<td class=n>{}", short_time(time));
        }
    }
    html += "</table></div><p class=note>Time on the clock of one seat in a match: the dot is the time that half of the matches do not exceed, the bar ends at 19 in 20, the line at the longest match. The ring is the slowest decision.";
    if limit.is_some() {
        html += " The dashed line is the time for a match, without what each round adds.";
    }
    html += "</p>";
    html += &slowest(about, standings, link);
    html
}

fn slowest(about: &About, standings: &Standings, link: &dyn Fn((u64, u32)) -> Option<String>) -> String {
    if standings.slowest.is_empty() {
        return String::new();
    }
    let mut html = String::from("<h3>Slowest decisions</h3><ol class=slow>");
    for slow in &standings.slowest {
        let place = format!("deal {}, seating {}", grouped(slow.deal + 1), slow.seating + 1);
        let place = match link((slow.deal, slow.seating)) {
            Some(link) => format!("<a href=\"{link}\">{place}</a>"),
            None => place,
        };
        let name = text(&about.entries[slow.entry].name).to_string();
        let _ = write!(html, "<li><b>{}</b> {name} <span class=dim>{place}</span>", short_time(slow.us));
    }
    html += "</ol>";
    html
}

/// The time that a clock gives for a whole match, in microseconds.
fn limit_us(about: &About) -> Option<u64> {
    match about.clock.parse().ok()? {
        TimeControl::Increment { base, .. } => u64::try_from(base.as_micros()).ok(),
        TimeControl::None | TimeControl::PerMove(_) => None,
    }
}

/// A power of ten microseconds.
fn round(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{} ms", us / 1_000),
        _ => format!("{} s", us / 1_000_000),
    }
}
