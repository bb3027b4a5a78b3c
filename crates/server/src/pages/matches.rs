//! Played matches: the list of a person's own, and a replay that steps forward and back.

use cards::{Seat, Viewer};
use games::text::Language;
use maud::{Markup, html};
use serde_json::Value;
use table::AnyTable;
use table::record::Record;

use super::{Frame, Main, game_name, plain, shell, text_page};
use crate::journal::Played;
use crate::players;
use crate::seat_view::{self, Options, Over, Sitter, Source, Who};

/// A moment of a finished match.
pub struct ReplayPage<'a> {
    /// The table.
    pub id: &'a str,
    /// The number of the match there.
    pub number: u64,
    /// After so many actions.
    pub at: usize,
    /// Who looks.
    pub viewer: Viewer,
    /// The record.
    pub record: &'a Record,
    /// The match at that moment.
    pub table: &'a dyn AnyTable,
    /// How many events there were before the last action.
    pub before: usize,
}

/// A person's matches.
pub fn matches(language: &Language, played: &[Played]) -> Markup {
    let title = language.name("your-matches");
    text_page(
        language,
        &title,
        html! {
            h1 { (title) }
            @if played.is_empty() { p.lead { (language.name("no-matches")) } }
            ul.list { @for one in played { li {
                span.grow { b { (game_name(language, &one.game)) }
                    small { time datetime=(moment(one.started)) { (moment(one.started)) } } }
                @if one.finished.is_some() {
                    a.button href={ "/replay/" (one.table) "/" (one.number) "?seat=" (one.seat) } { (language.name("ui-replay")) }
                    a.button href={ "/t/" (one.table) "/record?match=" (one.number) } { (language.name("ui-record")) }
                } @else {
                    a.button.go href={ "/t/" (one.table) "/" } { (language.name("play-on")) }
                }
            } } }
            p { a.button href="/" { (language.name("to-lobby")) } }
        },
    )
}

/// Unix milliseconds as `2026-11-18T14:03Z`.
fn moment(millis: i64) -> String {
    let minutes = millis.div_euclid(60_000);
    let (days, minute) = (minutes.div_euclid(1440), minutes.rem_euclid(1440));
    // Civil from days: years begin in March, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}Z", minute / 60, minute % 60)
}

/// A moment of a finished match.
pub fn replay(language: &Language, shown: &ReplayPage<'_>) -> Markup {
    let scene = scene(language, shown);
    let value: Value = serde_json::from_str(&scene).unwrap_or_default();
    let last = shown.record.decisions.len();
    let seat = shown.viewer.seat();
    let to = |at: usize, seat: Option<Seat>| match seat {
        Some(seat) => format!("?at={at}&seat={seat}"),
        None => format!("?at={at}"),
    };
    let bar = html! {
        nav.replay-bar aria-label=(language.name("ui-replay")) {
            a.button href=(to(0, seat)) aria-label=(language.name("replay-first")) { "«" }
            @if shown.at > 0 { a.button rel="prev" href=(to(shown.at - 1, seat)) aria-label=(language.name("replay-back")) { "‹" } }
            b { (shown.at) " / " (last) }
            @if shown.at < last { a.button.go rel="next" href=(to(shown.at + 1, seat)) aria-label=(language.name("replay-next")) { "›" } }
            a.button href=(to(last, seat)) aria-label=(language.name("replay-last")) { "»" }
            span.seats {
                a.button href=(to(shown.at, None)) aria-current=[seat.is_none().then_some("true")] { (language.name("replay-open")) }
                @for other in Seat::all(shown.record.players.len()) {
                    a.button href=(to(shown.at, Some(other))) aria-current=[(seat == Some(other)).then_some("true")] { (value["seats"][other.index()]["name"].as_str().unwrap_or_default()) }
                }
            }
        }
    };
    let frame = Frame {
        title: &game_name(language, &shown.record.game),
        main: Some(Main {
            id: shown.id,
            scene: &scene,
            invites: "[]".to_owned(),
            way_back: String::new(),
            is_replay: true,
        }),
        bar: Some(bar),
        again: None,
    };
    shell(language, frame, html! { div.plain { (plain::scene(language, &value)) } })
}

fn scene(language: &Language, shown: &ReplayPage<'_>) -> String {
    // Our players have names by their seats at every table; the record has what they are.
    let sitter = |(seat, named): (Seat, &table::record::Named)| match named.hash {
        Some(_) => Sitter {
            name: players::name(seat).to_owned(),
            who: Who::Agent,
            level: Some(named.name.clone()),
            clock: None,
        },
        None => Sitter { name: named.name.clone(), who: Who::Person, level: None, clock: None },
    };
    let players = &shown.record.players;
    let sitters: Vec<Sitter> = Seat::all(players.len()).zip(players).map(sitter).collect();
    let is_over = shown.table.turn().is_none();
    let source = Source {
        table: shown.table,
        viewer: shown.viewer,
        you: shown.viewer.seat(),
        seq: shown.at as u64,
        number: shown.number,
        sitters: &sitters,
        log_from: 0,
        over: is_over.then(|| Over {
            payoffs: shown.table.payoffs().iter().copied().collect(),
            forfeit: None,
            again: Vec::new(),
        }),
        has_begun: true,
        options: Options::default(),
        hints: None,
        commitment: shown.record.commitment.map(|hash| hash.to_string()).unwrap_or_default(),
        key: None,
    };
    seat_view::scene(&source, language)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_moment_is_a_date_and_a_time() {
        assert_eq!(super::moment(0), "1970-01-01T00:00Z");
        assert_eq!(super::moment(951_782_399_000), "2000-02-28T23:59Z");
        assert_eq!(super::moment(951_868_800_000), "2000-03-01T00:00Z");
        assert_eq!(super::moment(1_795_010_580_000), "2026-11-18T14:03Z");
    }
}
