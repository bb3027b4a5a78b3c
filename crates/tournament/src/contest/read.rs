//! Reads a contest file. Every error says line, column and key, what was found and what was expected.

use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use arena::entrants::plan;
use arena::sandbox::{Limits, Sandbox};
use cards::{Game, Rules};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use games::levels;
use games::suggest::{instead, nearest, nearest_rule};
use table::clock::{Span, TimeControl};
use table::referee::CAP;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Contest, ContestEntry, Schedule};
use crate::results::{ForfeitCounts, Scoring, TieBreak};

/// The keys of the file.
const KEYS: &[&str] = &[
    "name",
    "game",
    "rules",
    "deals",
    "schedule",
    "self_pairings",
    "challengers",
    "rounds",
    "extra_deals",
    "players",
    "fill",
    "clock",
    "cap",
    "startup",
    "sandbox",
    "namespaces",
    "seatings",
    "memory",
    "cpu",
    "threads",
    "tables",
    "seed",
    "forfeit",
    "bye",
    "tie_breaks",
    "entry",
];
/// The keys of an entry.
const ENTRY_KEYS: &[&str] = &["name", "command", "player"];
/// The keys that belong to one schedule only.
const OWN_KEYS: &[(&str, &str)] = &[
    ("self_pairings", "round-robin"),
    ("challengers", "gauntlet"),
    ("rounds", "swiss"),
    ("extra_deals", "knockout"),
];
const FORFEITS: &[(&str, ForfeitCounts)] = &[("loss", ForfeitCounts::Loss), ("void", ForfeitCounts::Void)];
const SCHEDULES: &[&str] = &["round-robin", "gauntlet", "swiss", "knockout"];
/// Words of a name fit on a line of a table.
const LONGEST_NAME: usize = 60;
/// More entries than any contest has; every pairing of them can be numbered.
const MOST_ENTRIES: usize = 10_000;
/// More deals of a pairing than anybody plays.
const MOST_DEALS: u64 = 1_000_000_000;

/// Deals of all pairings; databases number them.
const MOST_NUMBERED: u64 = 1 << 53;

/// Why a file is no contest, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {why}")]
pub struct ContestError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The key and what is wrong with it.
    pub why: String,
}

type Read<T> = Result<T, ContestError>;

/// One table of the file.
struct Keys<'a> {
    text: &'a str,
    table: &'a DeTable<'a>,
    /// Where the table is, for keys that are missing.
    at: usize,
}

/// A value, its key, and where it is.
struct Found<'a> {
    keys: &'a Keys<'a>,
    key: &'static str,
    value: &'a DeValue<'a>,
    span: Range<usize>,
}

fn error_at(text: &str, at: usize, why: String) -> ContestError {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    ContestError { line, column, why }
}

impl<'a> Keys<'a> {
    /// Refuses keys that are not known.
    fn check(&self, known: &[&str]) -> Read<()> {
        // In the order of the file, so that the first error is the first in it.
        let mut unknown: Vec<_> =
            self.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())).collect();
        unknown.sort_by_key(|key| key.span().start);
        match unknown.first() {
            None => Ok(()),
            Some(key) => {
                let name = key.get_ref().as_ref();
                let hint = instead(name, "keys", known);
                Err(error_at(self.text, key.span().start, format!("{name}: no such key; {hint}")))
            }
        }
    }

    fn find(&'a self, key: &'static str) -> Option<Found<'a>> {
        let value = self.table.get(key)?;
        Some(Found { keys: self, key, value: value.get_ref(), span: value.span() })
    }

    fn need(&'a self, key: &'static str, like: &str) -> Read<Found<'a>> {
        self.find(key).ok_or_else(|| {
            error_at(self.text, self.at, format!("{key} is missing; expected a line like {like}"))
        })
    }

    fn text_or(&'a self, key: &'static str, otherwise: &str) -> Read<String> {
        self.find(key).map_or(Ok(otherwise.to_owned()), |found| found.text().map(str::to_owned))
    }

    fn parse_or<T>(&'a self, key: &'static str, otherwise: T) -> Read<T>
    where
        T: FromStr,
        T::Err: Display,
    {
        let Some(found) = self.find(key) else { return Ok(otherwise) };
        found.text()?.parse().map_err(|error: T::Err| found.wrong(&error.to_string()))
    }

    fn number_or(&'a self, key: &'static str, range: RangeInclusive<u64>, otherwise: u64) -> Read<u64> {
        self.find(key).map_or(Ok(otherwise), |found| found.number(range))
    }

    fn flag_or(&'a self, key: &'static str, otherwise: bool) -> Read<bool> {
        let Some(found) = self.find(key) else { return Ok(otherwise) };
        found.value.as_bool().ok_or_else(|| found.kind("true or false"))
    }

    fn word_or<T: Copy>(&'a self, key: &'static str, words: &[(&str, T)], otherwise: T) -> Read<T> {
        self.find(key).map_or(Ok(otherwise), |found| word(&found, words))
    }
}

/// One of a few words.
fn word<T: Copy>(found: &Found<'_>, words: &[(&str, T)]) -> Read<T> {
    let text = found.text()?;
    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let which = words.iter().find(|(word, _)| *word == text);
    which.map(|(_, value)| *value).ok_or_else(|| found.none_of(text, &known))
}

impl<'a> Found<'a> {
    fn wrong(&self, why: &str) -> ContestError {
        error_at(self.keys.text, self.span.start, format!("{}: {why}", self.key))
    }

    /// The value has another type.
    fn kind(&self, expected: &str) -> ContestError {
        let shown = &self.keys.text[self.span.clone()];
        let shown: String = shown.chars().take_while(|&c| c != '\n').take(40).collect();
        self.wrong(&format!("expected {expected}, found {shown}"))
    }

    fn none_of(&self, text: &str, known: &[&str]) -> ContestError {
        let meant = nearest(text, known.iter().copied());
        let meant = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        self.wrong(&format!("expected {}, found {text:?}{meant}", listed(known)))
    }

    fn text(&self) -> Read<&'a str> {
        self.value.as_str().ok_or_else(|| self.kind("text in quotes"))
    }

    fn number(&self, range: RangeInclusive<u64>) -> Read<u64> {
        let (least, most) = (range.start(), range.end());
        let expected = || match *most {
            u64::MAX => format!("a whole number from {least}"),
            _ => format!("a whole number from {least} to {most}"),
        };
        let number = self.value.as_integer().and_then(|number| {
            u64::from_str_radix(number.as_str().trim_start_matches('+'), number.radix()).ok()
        });
        number.filter(|number| range.contains(number)).ok_or_else(|| self.kind(&expected()))
    }

    /// The texts of a list.
    fn list(&self) -> Read<Vec<Found<'a>>> {
        let items = self.value.as_array().ok_or_else(|| self.kind("a list like [\"…\", \"…\"]"))?;
        let item = |item: &'a Spanned<DeValue<'a>>| Found {
            keys: self.keys,
            key: self.key,
            value: item.get_ref(),
            span: item.span(),
        };
        Ok(items.iter().map(item).collect())
    }
}

/// `a, b or c`.
fn listed(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

impl Contest {
    /// Reads a contest file.
    pub fn read(text: &str) -> Result<Contest, ContestError> {
        let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text);
        let table = DeTable::parse(unmarked).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            error_at(unmarked, at, error.message().replace('\n', ", "))
        })?;
        let keys = Keys { text: unmarked, table: table.get_ref(), at: 0 };
        keys.check(KEYS)?;
        read(&keys, text)
    }
}

fn read(keys: &Keys<'_>, text: &str) -> Read<Contest> {
    let name = line_of_text(&keys.need("name", "name = \"Spring Durak\"")?)?;
    let game = keys.need("game", "game = \"durak\"")?;
    let game_name = game.text()?;
    if !NAMES.contains(&game_name) {
        return Err(game.none_of(game_name, NAMES));
    }
    let rules = rules(keys, game_name)?;
    let table = table::deal(game_name, &rules, cards::Rng::new(0));
    let table = table.expect("rules that were read can be dealt");
    // With the preset's name, as records spell it.
    let (rules, sides) = (table.header().rules.clone(), table.header().sides);
    let entries = entries(keys, game_name)?;
    let at_table = at_table(keys, &sides, entries.len())?;
    let fill = keys.find("fill").map(|found| fill(&found, game_name)).transpose()?;
    let seats = sides.len();
    if fill.is_none() && !seats.is_multiple_of(at_table) {
        let why = format!(
            "{at_table} entries cannot share {seats} seats equally; set `players`, or `fill` with one of our players"
        );
        return Err(match keys.find("players") {
            Some(found) => found.wrong(&why),
            None => error_at(keys.text, keys.at, why),
        });
    }
    let limits = Limits {
        memory: keys.number_or("memory", 1..=1 << 20, 128)? << 20,
        cpu_seconds: keys.number_or("cpu", 1..=1 << 20, 60)?,
        threads: u32::try_from(keys.number_or("threads", 1..=10_000, 64)?).unwrap_or(64),
        ..Limits::default()
    };
    let sandbox: Sandbox = keys.parse_or("sandbox", Sandbox::Strict)?;
    let needs_namespaces = keys.flag_or("namespaces", false)?;
    if needs_namespaces
        && sandbox != Sandbox::Strict
        && let Some(found) = keys.find("namespaces")
    {
        return Err(found.wrong(&format!("the sandbox `{sandbox}` uses none, only strict does")));
    }
    let schedule = schedule(keys, &entries, at_table)?;
    let ranking = schedule.ranking();
    let contest = Contest {
        text: text.to_owned(),
        name,
        game: game_name.to_owned(),
        rules,
        schedule,
        deals: keys.number_or("deals", 1..=MOST_DEALS, 10)?,
        has_one_seating: keys.word_or("seatings", &[("all", false), ("one", true)], false)?,
        at_table,
        fill,
        clock: keys.parse_or("clock", TimeControl::CONTEST)?,
        cap: keys.parse_or("cap", Span(CAP))?,
        startup: keys.parse_or("startup", Span(std::time::Duration::from_secs(10)))?,
        sandbox,
        needs_namespaces,
        limits,
        tables: usize::try_from(keys.number_or("tables", 1..=256, 1)?).unwrap_or(1),
        seed: keys.find("seed").map(|found| found.number(0..=u64::MAX)).transpose()?,
        scoring: Scoring {
            ranking,
            tie_breaks: tie_breaks(keys)?,
            forfeit: keys.word_or("forfeit", FORFEITS, ForfeitCounts::Loss)?,
            bye: share(keys, "bye", Scoring::default().bye)?,
        },
        sides,
        entries,
    };
    let lineups = crate::schedule::lineups(&contest.schedule, contest.entries.len(), at_table);
    let deals = lineups.and_then(|lineups| lineups.checked_mul(contest.deals));
    if deals.is_none_or(|deals| deals > MOST_NUMBERED) {
        let why = format!("more than {MOST_NUMBERED} deals in all; expected fewer deals or fewer entries");
        return Err(keys
            .find("deals")
            .map_or_else(|| error_at(keys.text, 0, why.clone()), |found| found.wrong(&why)));
    }
    Ok(contest)
}

/// Text that fits on a line.
fn line_of_text(found: &Found<'_>) -> Read<String> {
    let text = found.text()?.trim();
    let is_plain = !text.is_empty() && !text.chars().any(char::is_control);
    if is_plain && text.chars().count() <= LONGEST_NAME {
        return Ok(text.to_owned());
    }
    Err(found.kind(&format!("1 to {LONGEST_NAME} printable characters")))
}

struct ReadRules<'a>(&'a str);
impl WithGame for ReadRules<'_> {
    type Out = Result<String, String>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let rules = <<G as Game>::Rules as Rules>::read(self.0);
        rules.map(|rules| rules.to_string()).map_err(|error| {
            let meant = nearest_rule::<G>(&error);
            let meant = meant.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
            format!("{error}{meant}")
        })
    }
}

/// The house rules with every setting.
fn rules(keys: &Keys<'_>, game: &str) -> Read<String> {
    let text = keys.text_or("rules", "")?;
    let read = with_game(game, ReadRules(&text)).expect("the game is in the catalog");
    read.map_err(|why| {
        keys.find("rules")
            .map_or_else(|| error_at(keys.text, keys.at, why.clone()), |found| found.wrong(&why))
    })
}

/// How many entries sit at a table: a team each, or a seat each.
fn at_table(keys: &Keys<'_>, sides: &BySeatSides, entries: usize) -> Read<usize> {
    let mut all: Vec<_> = sides.iter().collect();
    all.sort();
    all.dedup();
    let usual = all.len().min(entries);
    let most = sides.len().min(entries.max(1)) as u64;
    let found = keys.number_or("players", 1..=most, usual as u64)?;
    Ok(usize::try_from(found).unwrap_or(usual))
}
type BySeatSides = cards::BySeat<cards::Side>;

struct PlayerNames;
impl WithGame for PlayerNames {
    type Out = Vec<&'static str>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        levels::names::<G>()
    }
}

/// One of our players.
fn player(found: &Found<'_>, game: &str) -> Read<String> {
    let text = found.text()?;
    match plan(game, text) {
        Some(Ok(_)) => Ok(text.to_owned()),
        Some(Err(why)) => Err(found.wrong(&why.to_string())),
        None => {
            let known = with_game(game, PlayerNames).unwrap_or_default();
            let name = text.split(':').next().unwrap_or_default();
            Err(found.wrong(&format!("no player named {name:?}; {}", instead(name, "players", &known))))
        }
    }
}

fn fill(found: &Found<'_>, game: &str) -> Read<String> {
    player(found, game)
}

fn entries(keys: &Keys<'_>, game: &str) -> Read<Vec<ContestEntry>> {
    let found = keys.need("entry", "[[entry]]")?;
    let tables = found.value.as_array().ok_or_else(|| found.kind("[[entry]] in double brackets"))?;
    let mut entries: Vec<ContestEntry> = Vec::new();
    for item in tables.iter() {
        let at = item.span().start;
        let table = item.get_ref().as_table();
        let table = table.ok_or_else(|| error_at(keys.text, at, "entry: expected [[entry]]".to_owned()))?;
        let own = Keys { text: keys.text, table, at };
        own.check(ENTRY_KEYS)?;
        let name = own.need("name", "name = \"Anna\"")?;
        let called = line_of_text(&name)?;
        if let Some(other) = entries.iter().find(|entry| entry.name == called) {
            return Err(name.wrong(&format!("the entry on line {} is called {called:?} too", other.line)));
        }
        let command = match (own.find("command"), own.find("player")) {
            (Some(command), None) => command_text(&command, game)?,
            (None, Some(ours)) => player(&ours, game)?,
            (Some(_), Some(player)) => {
                return Err(player.wrong("an entry has a command or a player, not both"));
            }
            (None, None) => {
                let why = format!("{called}: expected a command or a player");
                return Err(error_at(keys.text, at, why));
            }
        };
        let line = error_at(keys.text, at, String::new()).line;
        entries.push(ContestEntry { name: called, command, line });
    }
    if !(1..=MOST_ENTRIES).contains(&entries.len()) {
        return Err(found.wrong(&format!("expected 1 to {MOST_ENTRIES} entries, found {}", entries.len())));
    }
    Ok(entries)
}

fn command_text(found: &Found<'_>, game: &str) -> Read<String> {
    let text = found.text()?.trim();
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(found.kind("a command on one line"));
    }
    if plan(game, text).is_some() {
        return Err(found.wrong(&format!("{text:?} is one of our players: write player = {text:?}")));
    }
    Ok(text.to_owned())
}

fn schedule(keys: &Keys<'_>, entries: &[ContestEntry], at_table: usize) -> Read<Schedule> {
    let words: Vec<(&str, &str)> = SCHEDULES.iter().map(|word| (*word, *word)).collect();
    let name = keys.word_or("schedule", &words, "round-robin")?;
    for (key, owner) in OWN_KEYS {
        if *owner != name
            && let Some(found) = keys.find(key)
        {
            return Err(found.wrong(&format!("belongs to schedule = {owner:?}, found schedule = {name:?}")));
        }
    }
    let few = |least: usize| {
        let why = format!("{name} needs at least {least} entries, found {}", entries.len());
        error_at(keys.text, keys.at, why)
    };
    Ok(match name {
        "gauntlet" => {
            let mut challengers = Vec::new();
            match keys.find("challengers") {
                None => challengers.push(0),
                Some(found) => {
                    for item in found.list()? {
                        let text = item.text()?;
                        let known: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
                        let which = known.iter().position(|name| *name == text);
                        let which = which.ok_or_else(|| {
                            item.wrong(&format!(
                                "no entry named {text:?}; {}",
                                instead(text, "entries", &known)
                            ))
                        })?;
                        if challengers.contains(&which) {
                            return Err(item.wrong(&format!("{text:?} is named twice")));
                        }
                        challengers.push(which);
                    }
                    if challengers.is_empty() {
                        return Err(found.wrong("expected at least one entry"));
                    }
                }
            }
            if entries.len() < challengers.len() + at_table.saturating_sub(1) || at_table < 2 {
                return Err(few(challengers.len() + at_table.max(2) - 1));
            }
            Schedule::Gauntlet { challengers }
        }
        "swiss" => {
            if entries.len() < 2 || at_table < 2 {
                return Err(few(2));
            }
            let usual = u64::from(entries.len().next_power_of_two().ilog2()).max(1);
            let rounds = keys.number_or("rounds", 1..=1000, usual)?;
            Schedule::Swiss { rounds: u32::try_from(rounds).unwrap_or(1) }
        }
        "knockout" => {
            if at_table != 2 {
                let why = format!("knockout has two entries at a table, found {at_table}; set `players = 2`");
                return Err(error_at(keys.text, keys.at, why));
            }
            if entries.len() < 2 {
                return Err(few(2));
            }
            Schedule::Knockout { extra_deals: keys.number_or("extra_deals", 0..=MOST_DEALS, 10)? }
        }
        _ => {
            let self_pairings = keys.flag_or("self_pairings", false)?;
            if entries.len() < at_table || (at_table < 2 && !self_pairings) {
                return Err(few(2));
            }
            Schedule::RoundRobin { self_pairings }
        }
    })
}

fn tie_breaks(keys: &Keys<'_>) -> Read<Vec<TieBreak>> {
    let Some(found) = keys.find("tie_breaks") else { return Ok(TieBreak::USUAL.to_vec()) };
    let words = TieBreak::ALL.map(|one| (one.name(), one));
    let mut breaks = Vec::new();
    for item in found.list()? {
        let next = word(&item, &words)?;
        if breaks.contains(&next) {
            return Err(item.wrong(&format!("{next} is named twice")));
        }
        breaks.push(next);
    }
    Ok(breaks)
}

/// A share of points, from 0 to 1.
fn share(keys: &Keys<'_>, key: &'static str, otherwise: f64) -> Read<f64> {
    let Some(found) = keys.find(key) else { return Ok(otherwise) };
    let text = match found.value {
        DeValue::Float(value) => value.as_str(),
        DeValue::Integer(value) => value.as_str(),
        _ => "",
    };
    let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| found.kind("a share of points from 0.0 to 1.0"))
}
