//! Ratings over time: a panel for each entry, with all others behind it in grey.

use std::fmt::Write as _;

use crate::results::About;
use crate::standings::Standings;

use super::escape::text;
use super::scale::Axis;
use super::words::{elo, grouped};

/// The panels, the best entry first. The x axis is deals, the y axis Elo points.
pub fn panels(about: &About, standings: &Standings) -> String {
    let history = &standings.history;
    let deals = history.last().map_or(1, |last| last.deals).max(1);
    let rated: Vec<usize> =
        standings.rows.iter().filter(|row| row.rating.games > 0).map(|row| row.entry).collect();
    // The first moments are wild and may leave the panels.
    let later = history.iter().skip(history.len() / 2);
    let bars = later.flat_map(|moment| rated.iter().map(|&entry| moment.ratings[entry]));
    let axis = Axis::holding(bars.flat_map(|rating| [rating.low, rating.high]), 4);
    let x = |deals_so_far: u64| 1000.0 * deals_so_far as f64 / deals as f64;
    let y = |points: f64| 1000.0 - 10.0 * axis.percent(points);
    let path = |entry: usize, value: &dyn Fn(&crate::stats::Rating) -> f64| -> Vec<String> {
        let moments = history.iter().filter(|moment| moment.ratings[entry].games > 0);
        moments
            .map(|moment| format!("{:.0},{:.0}", x(moment.deals), y(value(&moment.ratings[entry]))))
            .collect()
    };
    let mut html = String::from(
        "<svg width=0 height=0 class=defs aria-hidden=true><defs><symbol id=everybody viewBox=\"0 0 1000 1000\" preserveAspectRatio=none>",
    );
    for &entry in &rated {
        let _ = write!(html, "<polyline points=\"{}\" />", path(entry, &|rating| rating.elo).join(" "));
    }
    html += "</symbol></defs></svg><div class=panels>";
    for &entry in &rated {
        let now = history.last().map(|last| last.ratings[entry].elo).unwrap_or_default();
        let _ = write!(
            html,
            "<figure><figcaption><b>{}</b> <span class=n>{}</span></figcaption><svg class=panel role=img><title>{}</title>",
            text(&about.entries[entry].name),
            elo(now),
            text(&format!("rating of {} over {} deals", about.entries[entry].name, grouped(deals)))
        );
        for mark in &axis.marks {
            let place = 100.0 - axis.percent(*mark);
            let class = if *mark == 0.0 { "zero" } else { "grid" };
            let _ = write!(html, "<line class={class} x1=0 x2=100% y1=\"{place:.2}%\" y2=\"{place:.2}%\" />");
        }
        html += "<use class=others href=#everybody width=100% height=100% />";
        html += "<svg viewBox=\"0 0 1000 1000\" preserveAspectRatio=none width=100% height=100%>";
        let mut around = path(entry, &|rating| rating.low);
        around.extend(path(entry, &|rating| rating.high).into_iter().rev());
        let _ = write!(html, "<polygon class=band points=\"{}\" />", around.join(" "));
        let line = path(entry, &|rating| rating.elo).join(" ");
        let _ = write!(html, "<polyline class=own points=\"{line}\" /></svg>");
        for mark in [axis.marks.first(), axis.marks.last()].into_iter().flatten() {
            let place = 100.0 - axis.percent(*mark);
            let dy = if place < 50.0 { "1em" } else { "-.35em" };
            let _ = write!(html, "<text x=3 y=\"{place:.0}%\" dy={dy}>{}</text>", super::words::mark(*mark));
        }
        html += "</svg></figure>";
    }
    let _ = write!(
        html,
        "</div><p class=note>From the first deal to deal {}: the line is the rating after so many deals, the band its 95% interval; grey are all other entries.</p>",
        grouped(deals)
    );
    html
}
