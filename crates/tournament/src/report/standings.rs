//! The standings: ranks, ratings with their bars as a plot, shares of points.

use std::fmt::Write as _;

use table::intervals::Interval;

use crate::results::About;
use crate::standings::{Row, Standings};

use super::escape::text;
use super::scale::Axis;
use super::words::{elo, grouped, mark};

/// The table with a plot of ratings in its middle.
pub fn table(about: &About, standings: &Standings) -> String {
    let played = || standings.rows.iter().filter(|row| row.rating.games > 0);
    let axis = Axis::holding(played().flat_map(|row| [row.rating.low, row.rating.high]), 4);
    let has_payoffs = standings.rows.iter().any(|row| row.payoff.is_some());
    let mut html = String::from(
        "<div class=scroll><table class=standings><thead><tr><th class=n>#<th>Entry<th class=n>Rating<th class=plot>",
    );
    html += &marks(&axis);
    html += "<th class=n>Points<th class=n>95% interval";
    html +=
        if has_payoffs { "<th class=n>Payoff" } else { "<th class=n>Won<th class=n>Tied<th class=n>Lost" };
    html += "<th class=n>Deals<th class=n>Forfeits<tbody>";
    for row in &standings.rows {
        html += &line(about, row, &axis, has_payoffs);
    }
    html += "</table></div>";
    html += "<p class=note>Rating in Elo points with its 95% interval; 400 points are odds of ten to one. Points: share of a deal's points.</p>";
    if !standings.seats.is_empty() {
        html += "<p class=note>Seats, in Elo points above the mean seat: ";
        let seats = standings.seats.iter().zip(1..);
        let seats = seats.map(|(rating, number)| {
            format!("seat {number} {} ({} to {})", elo(rating.elo), elo(rating.low), elo(rating.high))
        });
        html += &seats.collect::<Vec<_>>().join(", ");
        html += ".</p>";
    }
    html
}

fn line(about: &About, row: &Row, axis: &Axis, has_payoffs: bool) -> String {
    let entry = &about.entries[row.entry];
    let rank = row.rank.map_or("–".to_owned(), |rank| rank.to_string());
    let mut html = format!(
        "<tr{}><td class=n>{rank}<td class=name><b>{}</b><small>{}</small>",
        if row.rank.is_none() { " class=out" } else { "" },
        text(&entry.name),
        text(&about_entry(about, row))
    );
    if row.rating.games > 0 {
        let _ = write!(html, "<td class=n>{}<td class=plot>{}", elo(row.rating.elo), bar(row, axis));
    } else {
        html += "<td class=n>–<td class=plot>";
    }
    let percent = |value: f64| format!("{:.1}", 100.0 * value);
    match row.share {
        Some(Interval { mean, low, high }) => {
            let (low, high) = (percent(low), percent(high));
            let _ = write!(html, "<td class=n>{}%<td class=\"n dim\">{low} to {high}", percent(mean));
        }
        None => html += "<td class=n>–<td class=n>–",
    }
    if has_payoffs {
        let payoff = |Interval { mean, low, high }: Interval| {
            let [mean, low, high] = [mean, low, high].map(|value| (100.0 * value).round() / 100.0 + 0.0);
            format!("{mean:+.2} <span class=dim>({low:+.2} to {high:+.2})</span>")
        };
        let _ = write!(html, "<td class=n>{}", row.payoff.map_or("–".to_owned(), payoff));
    } else {
        let _ = write!(html, "<td class=n>{}<td class=n>{}<td class=n>{}", row.won, row.tied, row.lost);
    }
    let _ = write!(html, "<td class=n>{}<td class=n>{}", grouped(row.deals), grouped(row.forfeits));
    html
}

/// What stands under an entry's name: its command, if that says more, and what happened to it.
fn about_entry(about: &About, row: &Row) -> String {
    let entry = &about.entries[row.entry];
    let mut parts = Vec::new();
    if entry.command != entry.name && !entry.command.is_empty() {
        parts.push(entry.command.clone());
    }
    if let Some(why) = &entry.withdrawn {
        parts.push(if why.is_empty() { "withdrawn".to_owned() } else { format!("withdrawn: {why}") });
    }
    if row.byes > 0 {
        parts.push(if row.byes == 1 { "1 bye".to_owned() } else { format!("{} byes", row.byes) });
    }
    parts.join(" · ")
}

/// A rating as a dot with its interval.
fn bar(row: &Row, axis: &Axis) -> String {
    let rating = row.rating;
    let [low, middle, high] = [rating.low, rating.elo, rating.high].map(|value| axis.percent(value));
    let mut svg = format!(
        "<svg class=bar role=img><title>{} ({} to {})</title>",
        elo(rating.elo),
        elo(rating.low),
        elo(rating.high)
    );
    for mark in &axis.marks {
        let class = if *mark == 0.0 { "zero" } else { "grid" };
        let x = axis.percent(*mark);
        let _ = write!(svg, "<line class={class} x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=0 y2=100% />");
    }
    let _ = write!(svg, "<line class=whisker x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=50% y2=50% />");
    let _ = write!(svg, "<circle class=dot cx=\"{middle:.2}%\" cy=50% r=4.5 /></svg>");
    svg
}

/// The numbers above the plot.
fn marks(axis: &Axis) -> String {
    let mut svg = String::from("<svg class=marks aria-hidden=true>");
    for (number, value) in axis.marks.iter().enumerate() {
        let (x, class) = (axis.percent(*value), if number % 2 == 1 { " class=odd" } else { "" });
        let _ = write!(svg, "<text{class} x=\"{x:.2}%\" y=70% text-anchor=middle>{}</text>", mark(*value));
    }
    svg += "</svg>";
    svg
}
