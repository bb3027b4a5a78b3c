//! `croupier tournament export`: results as CSV (RFC 4180), for spreadsheets and other programs.

use std::io::{self, BufWriter, Write};

use tournament::results::{About, MatchResult};
use tournament::standings::{Standings, count, each_deal};

use super::{Opened, WhichArgs};

/// Write results as CSV to standard output
///
/// Fields are separated by commas and quoted where necessary, lines end with CR LF. Deals, seatings, seats and entries
/// are numbered from 1. A text that a spreadsheet would take for a formula gets an apostrophe before it.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,
    /// What is written
    #[arg(long, value_enum, default_value = "matches")]
    table: Sheet,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum Sheet {
    /// A line for each seat of each match
    Matches,
    /// A line for each entry
    Standings,
    /// A line for each two entries that have met
    Cross,
}

const AFTER_HELP: &str = "\
Examples:
  croupier tournament export contest.toml > matches.csv
  croupier tournament export contest.toml --table standings > standings.csv";

/// Writes the table.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Opened { contest, ledger, runtime } = args.which.open()?;
    let mut out = BufWriter::new(io::stdout().lock());
    match args.table {
        Sheet::Matches => runtime.block_on(async {
            let about = tournament::about::about(&ledger, &contest).await?;
            write(&mut out, &MATCHES.map(text))?;
            each_deal(&ledger, |deal| -> anyhow::Result<()> {
                deal.iter().try_for_each(|one| Ok(seats(&mut out, &about, one)?))
            })
            .await
        })?,
        Sheet::Standings => {
            let (about, standings) = runtime.block_on(count(&ledger, &contest, false, |_| ()))?;
            entries(&mut out, &about, &standings)?;
        }
        Sheet::Cross => {
            let (about, standings) = runtime.block_on(count(&ledger, &contest, false, |_| ()))?;
            cross(&mut out, &about, &standings)?;
        }
    }
    out.flush()?;
    Ok(())
}

const MATCHES: [&str; 16] = [
    "deal",
    "seating",
    "round",
    "seat",
    "entry",
    "name",
    "payoff",
    "ending",
    "forfeit",
    "decisions",
    "clock_us",
    "slowest_us",
    "processor_us",
    "lag_us",
    "finished_ms",
    "worker",
];

fn seats(out: &mut impl Write, about: &About, one: &MatchResult) -> io::Result<()> {
    for (at, ((&entry, payoff), used)) in one.entries.iter().zip(&one.payoffs).zip(&one.seats).enumerate() {
        let name = about.entries.get(entry).map_or("", |entry| entry.name.as_str());
        let why = one.forfeit().filter(|(seat, _)| seat.index() == at).map(|(_, why)| why.to_string());
        let ending = if one.forfeit().is_some() { "forfeit" } else { "played" };
        let fields = [
            number(one.deal + 1),
            number(u64::from(one.seating) + 1),
            number(u64::from(one.round) + 1),
            number(at + 1),
            number(entry + 1),
            text(name),
            number(payoff),
            text(ending),
            text(&why.unwrap_or_default()),
            number(used.decisions),
            number(used.clock_us),
            number(used.slowest_us),
            number(used.cpu_us),
            number(used.lag_us),
            number(one.finished),
            text(&one.worker),
        ];
        write(out, &fields)?;
    }
    Ok(())
}

fn entries(out: &mut impl Write, about: &About, standings: &Standings) -> io::Result<()> {
    let heading = [
        "rank",
        "entry",
        "name",
        "command",
        "sha256",
        "deals",
        "matches",
        "won",
        "tied",
        "lost",
        "points",
        "share",
        "share_low",
        "share_high",
        "elo",
        "elo_low",
        "elo_high",
        "score",
        "payoff",
        "byes",
        "forfeits",
        "decisions",
        "clock_us",
        "slowest_us",
        "processor_us",
    ];
    write(out, &heading.map(text))?;
    let maybe = |value: Option<f64>| value.map_or(String::new(), number);
    for row in &standings.rows {
        let info = &about.entries[row.entry];
        let (share, sum) = (row.share, row.clock.sum);
        let rating = Some(row.rating).filter(|rating| rating.games > 0);
        let fields = [
            row.rank.map_or(String::new(), number),
            number(row.entry + 1),
            text(&info.name),
            text(&info.command),
            text(&info.sha256),
            number(row.deals),
            number(row.matches),
            number(row.won),
            number(row.tied),
            number(row.lost),
            number(row.points),
            maybe(share.map(|share| share.mean)),
            maybe(share.map(|share| share.low)),
            maybe(share.map(|share| share.high)),
            maybe(rating.map(|rating| rating.elo)),
            maybe(rating.map(|rating| rating.low)),
            maybe(rating.map(|rating| rating.high)),
            maybe(row.score.map(|score| score.mean)),
            maybe(row.payoff.map(|payoff| payoff.mean)),
            number(row.byes),
            number(row.forfeits),
            number(sum.decisions),
            number(sum.clock_us),
            number(sum.slowest_us),
            number(sum.cpu_us),
        ];
        write(out, &fields)?;
    }
    Ok(())
}

fn cross(out: &mut impl Write, about: &About, standings: &Standings) -> io::Result<()> {
    let heading = [
        "entry",
        "name",
        "other",
        "other_name",
        "deals",
        "won",
        "tied",
        "lost",
        "share",
        "share_low",
        "share_high",
    ];
    write(out, &heading.map(text))?;
    for (entry, other) in standings.cross.pairings() {
        let Some(meeting) = standings.cross.meeting(entry, other) else { continue };
        let fields = [
            number(entry + 1),
            text(&about.entries[entry].name),
            number(other + 1),
            text(&about.entries[other].name),
            number(meeting.deals),
            number(meeting.won),
            number(meeting.tied),
            number(meeting.lost),
            number(meeting.share.mean),
            number(meeting.share.low),
            number(meeting.share.high),
        ];
        write(out, &fields)?;
    }
    Ok(())
}

fn write(out: &mut impl Write, fields: &[String]) -> io::Result<()> {
    write!(out, "{}\r\n", fields.join(","))
}

/// A number as it is: spreadsheets read it as one, with or without a sign.
fn number(value: impl ToString) -> String {
    value.to_string()
}

/// A text, quoted if it must be. A spreadsheet runs texts that begin with certain characters as formulas: an
/// apostrophe before them says that they are texts.
fn text(value: &str) -> String {
    let is_formula = value
        .starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']);
    let value = if is_formula { format!("'{value}") } else { value.to_owned() };
    if value.contains(['"', ',', '\r', '\n', ';', '\t']) {
        return format!("\"{}\"", value.replace('"', "\"\""));
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_no_text_is_a_formula() {
        assert_eq!(text("Anna"), "Anna");
        assert_eq!(text("a,b"), "\"a,b\"");
        assert_eq!(text("say \"hi\""), "\"say \"\"hi\"\"\"");
        assert_eq!(text("two\nlines"), "\"two\nlines\"");
        assert_eq!(text("=1+1"), "'=1+1");
        assert_eq!(text("=HYPERLINK(\"x\",1)"), "\"'=HYPERLINK(\"\"x\"\",1)\"");
        for start in ["+", "-", "@", "\t", "\r", "\u{ff1d}"] {
            assert!(text(&format!("{start}cmd")).trim_start_matches('"').starts_with('\''), "{start:?}");
        }
        assert_eq!(number(-3), "-3");
    }
}
