//! The cross table: shares of points of every entry against every other, as numbers and as shades.

use std::fmt::Write as _;

use crate::results::About;
use crate::standings::{Meeting, Row, Standings};

use super::escape::text;
use super::words::count;

/// The table in the order of the standings.
pub fn table(about: &About, standings: &Standings) -> String {
    let rows: Vec<&Row> = standings.rows.iter().filter(|row| row.rating.games > 0).collect();
    let label = |at: usize| rows[at].rank.map_or("–".to_owned(), |rank| rank.to_string());
    let mut html = String::from("<div class=scroll><table class=cross><thead><tr><th><th>");
    for (at, row) in rows.iter().enumerate() {
        let _ = write!(html, "<th title=\"{}\">{}", text(&about.entries[row.entry].name), label(at));
    }
    html += "<tbody>";
    for (at, row) in rows.iter().enumerate() {
        let _ = write!(
            html,
            "<tr><th class=n>{}<th class=name>{}",
            label(at),
            text(&about.entries[row.entry].name)
        );
        for other in &rows {
            html += &cell(about, standings, row.entry, other.entry);
        }
    }
    html += "</table></div><p class=note>";
    html += match about.is_each_for_themselves() {
        true => {
            "Percent of the matches in which the entry of the row was paid more than the entry of the column; the same counts half. "
        }
        false => "Percent of the points that the entry of the row took from the entry of the column. ",
    };
    html += "Blue is more than half, orange less; the deeper, the more. Point at a cell for its matches and interval.</p>";
    html
}

fn cell(about: &About, standings: &Standings, entry: usize, other: usize) -> String {
    if entry == other {
        return "<td class=self>".to_owned();
    }
    let Some(meeting) = standings.cross.meeting(entry, other) else { return "<td>".to_owned() };
    let Meeting { deals, won, tied, lost, share } = meeting;
    let names = [entry, other].map(|number| about.entries[number].name.as_str());
    let title = format!(
        "{} against {}: won {won}, tied {tied}, lost {lost} in {}; {}",
        names[0],
        names[1],
        count(deals, "deal", "deals"),
        share.percent()
    );
    let (shade, color) = match share.mean - 0.5 {
        more if more >= 0.0 => (more, "var(--more)"),
        less => (-less, "var(--less)"),
    };
    // Two thirds of the color at most: the number must stay readable.
    let strength = (132.0 * shade).round();
    format!(
        "<td style=\"background:color-mix(in srgb,{color} {strength:.0}%,transparent)\" title=\"{}\">{:.0}",
        text(&title),
        100.0 * share.mean
    )
}
