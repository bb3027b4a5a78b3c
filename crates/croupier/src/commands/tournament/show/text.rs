//! The standings as text, in 80 columns.

use table::intervals::Interval;
use tournament::ledger::Trouble;
use tournament::report::{elo, short_time, spoken};
use tournament::results::About;
use tournament::standings::{Row, Standings};

use crate::number::counted;
use crate::plain::plain_line;

/// Entries' names are cut to this many characters in tables.
const NAME: usize = 20;
/// Columns of a terminal.
pub const WIDTH: usize = 80;
/// A cross table has so many columns; more entries are shown in several tables.
const COLUMNS: usize = 13;

/// Everything that `show` prints.
pub fn tournament(about: &About, standings: &Standings) -> String {
    let mut text = heading(about, standings);
    text += &ranks(about, standings);
    if standings.deals > 0 {
        if standings.rows.iter().any(|row| row.payoff.is_some()) {
            text += &payoffs(about, standings);
        }
        text += &cross(about, standings);
        text += &forfeits(about, standings);
        text += &clocks(about, standings);
        text += &slowest(about, standings);
    }
    text
}

/// What somebody should look at, the newest last.
pub fn troubles(troubles: &[Trouble]) -> String {
    /// More are in the store.
    const MOST: usize = 10;
    let Some(first) = troubles.len().checked_sub(1) else { return String::new() };
    let shown = &troubles[first.saturating_sub(MOST - 1)..];
    let mut text =
        format!("\ntrouble {} (`croupier work --retry` queues what was given up)\n", troubles.len());
    for Trouble { deal, what, .. } in shown {
        text += &format!("deal {}: {}\n", deal + 1, plain_line(what));
    }
    text
}

fn heading(about: &About, standings: &Standings) -> String {
    let planned = match about.planned {
        Some(planned) if !about.is_finished() => format!("{} of {planned} deals", standings.deals),
        _ => counted(standings.deals, "deal", "deals"),
    };
    let terms = &about.scoring;
    let mut lines = vec![
        format!("{}: {} {}", plain_line(&about.name), about.game, about.rules),
        format!("{}; clock {}, sandbox {}", plain_line(&about.schedule), about.clock, about.sandbox),
        format!(
            "{planned}, {}, {}, {}",
            counted(standings.matches, "match", "matches"),
            counted(standings.ties, "tie", "ties"),
            counted(standings.forfeits, "forfeit", "forfeits")
        ),
    ];
    let breaks: Vec<&str> = terms.tie_breaks.iter().map(|one| one.name()).collect();
    lines.push(match &breaks[..] {
        [] => format!("{}; who is level shares a place", terms.ranking.rule()),
        several => format!("{}; who is level by {}", terms.ranking.rule(), several.join(", ")),
    });
    let void = match standings.void {
        0 => String::new(),
        void => format!(" ({} so far)", counted(void, "deal", "deals")),
    };
    lines.push(format!("{}{void}", terms.forfeit.rule()));
    if !about.byes.is_empty() {
        lines.push(format!("a bye counts {:.0}% of the points of its deals", 100.0 * terms.bye));
    }
    lines.extend(about.changes_in_words().iter().map(|line| plain_line(line)));
    match (about.seed, about.commitment, about.key) {
        (Some(seed), ..) => lines.push(format!("seed {seed}: for practice, anybody can compute these deals")),
        (None, commitment, key) => {
            lines.extend(commitment.map(|commitment| format!("commitment {commitment}")));
            lines.extend(key.map(|key| format!("key {key}")));
        }
    }
    lines.iter().map(|line| wrapped(line)).collect()
}

/// A line in as many columns as there are, broken between words.
fn wrapped(line: &str) -> String {
    let (mut text, mut columns) = (String::new(), 0);
    for word in line.split(' ') {
        let letters = word.chars().count();
        if columns > 0 && columns + 1 + letters > WIDTH {
            text += "\n";
            columns = 0;
        } else if columns > 0 {
            text.push(' ');
            columns += 1;
        }
        text += word;
        columns += letters;
    }
    text + "\n"
}

fn ranks(about: &About, standings: &Standings) -> String {
    let is_points = standings.rows.iter().any(|row| row.byes > 0);
    let last = if is_points { "points" } else { "deals" };
    let mut text =
        format!("\n{:>4}  {:<NAME$}  {:<23}{:<23}{last:>6}\n", "rank", "entry", "rating", "share of points");
    for row in &standings.rows {
        let rank = row.rank.map_or("-".to_owned(), |rank| rank.to_string());
        let rating = match row.rating.games {
            0 => "-".to_owned(),
            _ => format!("{:>5} ({} to {})", elo(row.rating.elo), elo(row.rating.low), elo(row.rating.high)),
        };
        let share = row.share.map_or("-".to_owned(), percent);
        let last = if is_points { format!("{:.1}", row.points) } else { row.deals.to_string() };
        text += &format!("{rank:>4}  {}  {rating:<23}{share:<23}{last:>6}\n", name(about, row.entry));
    }
    text += "rating: Elo points, mean 0; both with their 95% intervals over deals\n";
    let withdrawn = about.entries.iter().filter(|entry| entry.withdrawn.is_some());
    let names: Vec<String> = withdrawn.map(|entry| plain_line(&entry.name)).collect();
    if !names.is_empty() {
        text += &wrapped(&format!("withdrawn: {}", names.join(", ")));
    }
    text
}

fn payoffs(about: &About, standings: &Standings) -> String {
    let mut text = format!("\n      {:<NAME$}  {:<30}won\n", "payoff of a match", "mean");
    for row in standings.rows.iter().filter(|row| row.payoff.is_some()) {
        let payoff = row.payoff.map_or("-".to_owned(), |payoff| payoff.signed());
        text += &format!("      {}  {payoff:<30}{} of {}\n", name(about, row.entry), row.won, row.matches);
    }
    let seats = standings.seats.iter().zip(1..);
    let seats: Vec<String> = seats.map(|(rating, seat)| format!("seat {seat} {}", elo(rating.elo))).collect();
    text += &format!("seats, in Elo points: {}\n", seats.join(", "));
    text
}

fn cross(about: &About, standings: &Standings) -> String {
    let rows: Vec<&Row> = standings.rows.iter().filter(|row| row.rating.games > 0).collect();
    let what = match about.is_each_for_themselves() {
        true => "percent of matches in which it was paid more than the entry of each column",
        false => "percent of the points against the entry of each column",
    };
    let mut text = format!("\n{}", wrapped(&format!("cross table: {what}")));
    for (block, columns) in rows.chunks(COLUMNS).enumerate() {
        let first = block * COLUMNS + 1;
        let numbers: String = (first..).zip(columns).map(|(number, _)| format!("{number:>4}")).collect();
        text += &format!("      {:<NAME$}{numbers}\n", "");
        for (number, row) in (1..).zip(&rows) {
            let cells = columns.iter().map(|other| match standings.cross.meeting(row.entry, other.entry) {
                _ if row.entry == other.entry => "   -".to_owned(),
                Some(meeting) => format!("{:>4.0}", 100.0 * meeting.share.mean),
                None => "   .".to_owned(),
            });
            text += &format!("{number:>4}  {}{}\n", name(about, row.entry), cells.collect::<String>());
        }
    }
    text
}

fn forfeits(about: &About, standings: &Standings) -> String {
    if standings.reasons.is_empty() {
        return String::new();
    }
    let mut text = String::from("\nforfeits, and matches in which they happened\n");
    for (&(entry, code), count) in &standings.reasons {
        let seen = standings.forfeited.iter().filter(|one| one.entry == entry && one.why.code() == code);
        let mut seen: Vec<String> =
            seen.take(2).map(|one| format!("{}.{}", one.deal + 1, u64::from(one.seating) + 1)).collect();
        if (seen.len() as u64) < *count {
            seen.push("…".to_owned());
        }
        text += &format!("{count:>4}  {}  {:<26}{}\n", name(about, entry), spoken(code), seen.join(", "));
    }
    text
}

fn clocks(about: &About, standings: &Standings) -> String {
    let mut text = format!(
        "\n      {:<NAME$}{:>10}{:>11}{:>11}{:>11}{:>11}\n",
        "clock use", "a decision", "half below", "19 in 20", "longest", "processor"
    );
    for row in standings.rows.iter().filter(|row| row.clock.sum.decisions > 0) {
        let clock = &row.clock;
        let cpu = clock.sum.cpu_us / clock.seats.max(1);
        let times =
            [clock.mean_us() as u64, clock.quantile_us(0.5), clock.quantile_us(0.95), clock.most_us, cpu];
        let [each, half, most_of, longest, cpu] = times.map(short_time);
        text += &format!(
            "      {}{each:>10}{half:>11}{most_of:>11}{longest:>11}{cpu:>11}\n",
            name(about, row.entry)
        );
    }
    text += "the time of one seat in a match, on the clock and of the processor\n";
    text
}

fn slowest(about: &About, standings: &Standings) -> String {
    let mut text = String::from("\nslowest decisions, and their matches\n");
    for slow in standings.slowest.iter().take(5) {
        let place = format!("{}.{}", slow.deal + 1, u64::from(slow.seating) + 1);
        text += &format!("{:>10}  {}  {place}\n", short_time(slow.us), name(about, slow.entry));
    }
    text
}

/// `97.5% (82.8 to 100.0)`.
fn percent(Interval { mean, low, high }: Interval) -> String {
    let [mean, low, high] = [mean, low, high].map(|share| 100.0 * share);
    format!("{mean:>5.1}% ({low:.1} to {high:.1})")
}

/// A name that fits its column.
fn name(about: &About, entry: usize) -> String {
    let name = plain_line(&about.entries[entry].name);
    let letters = name.chars().count();
    if letters <= NAME {
        return name + &" ".repeat(NAME - letters);
    }
    name.chars().take(NAME - 1).chain(['…']).collect()
}
