//! `croupier games`: what can be played.

use std::io::{self, Write};

use cards::Rules;
use games::catalog::{Entry, NAMES, WithGame};

use super::{game_name, table_sizes, with};
use crate::terminal::markdown::plain;
use crate::terminal::screen::width;

/// List the games, or say what there is to know about one
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// One game, with its settings and our reading of its rules
    #[arg(value_parser = game_name())]
    game: Option<String>,
}

const AFTER_HELP: &str = "\
Policies go from the weakest to the strongest. A preset is a named set of house
rules; `--rules` of the other commands takes a preset, single settings, or both.
The settings are shown with a single game.

Examples:
  croupier games
  croupier games durak

Exit status: 0, or 2 if there is no such game.";

/// One game in the words of its catalog entry.
struct Described {
    name: &'static str,
    about: &'static str,
    seats: String,
    policies: String,
    presets: Vec<(&'static str, String)>,
    is_judged: bool,
    rules: &'static str,
}

struct Describe;

impl WithGame for Describe {
    type Out = Described;
    fn run<G: Entry>(self) -> Described {
        Described {
            name: G::NAME,
            about: G::ABOUT,
            seats: table_sizes::<G>(),
            policies: ::games::levels::names::<G>().join(", "),
            presets: G::Rules::PRESETS.iter().map(|(name, rules)| (*name, rules.to_string())).collect(),
            is_judged: G::contest().is_some(),
            rules: G::RULES,
        }
    }
}

/// Prints the list, or one game with all there is to say about it.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let text = match &args.game {
        Some(name) => whole(&with(name, Describe)),
        None => overview(&NAMES.iter().map(|name| with(name, Describe)).collect::<Vec<_>>()),
    };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// A table, a line a game, each column as wide as its widest word.
fn overview(games: &[Described]) -> String {
    let heading = ["game", "seats", "policies", "presets", "about"].map(str::to_owned);
    let rows = games.iter().map(|game| {
        let presets = game.presets.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        [game.name.to_owned(), game.seats.clone(), game.policies.clone(), presets, game.about.to_owned()]
    });
    let rows: Vec<[String; 5]> = std::iter::once(heading).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: [usize; 4] = std::array::from_fn(width);
    let mut text = String::new();
    for row in &rows {
        for (word, width) in row.iter().zip(widths) {
            text += &format!("{word:<width$}   ");
        }
        text += &format!("{}\n", row[4]);
    }
    text
}

fn whole(game: &Described) -> String {
    let mut text = format!("{}: {}\n\n", game.name, game.about);
    text += &format!("seats      {}\n", game.seats);
    text += &format!("policies   {}\n", game.policies);
    for (at, (name, rules)) in game.presets.iter().enumerate() {
        text += &format!("{:<10} {name}: {rules}\n", if at == 0 { "rules" } else { "" });
    }
    let judge = if game.is_judged { "croupier judge answers its original problem" } else { "-" };
    text + &format!("judge      {judge}\n\n{}", plain(game.rules, width()))
}
