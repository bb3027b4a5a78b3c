//! `croupier games`: what can be played.

use std::io::{self, Write};

use cards::Rules;
use games::catalog::{CatalogGame, NAMES, WithGame};
use games::levels;
use serde::Serialize;

use super::{Sizes, game_name, with};
use crate::json;
use crate::terminal::markdown::plain;
use crate::terminal::screen::width;

/// List the games, or say what there is to know about one
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// One game, with its settings and our reading of its rules
    #[arg(value_parser = game_name())]
    game: Option<String>,
    /// Print JSON, one object a game; docs/json.md names its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
The first five players are levels, from the weakest to the strongest; then come
the game's own simple players. `ismcts`, the search of the textbook, plays every
game, too. A preset is a named set of house
rules; `--rules` of the other commands takes a preset, single settings, or both.
The settings are shown with a single game.

Examples:
  croupier games
  croupier games durak
  croupier games --json

Exit status: 0, or 2 if there is no such game.";

/// One game in the words of its catalog entry.
#[derive(Serialize)]
struct Described {
    schema: &'static str,
    game: &'static str,
    about: &'static str,
    seats: Sizes,
    players: Vec<&'static str>,
    presets: Vec<Preset>,
    is_judged: bool,
    /// Our reading of the rules in Markdown; not in a list.
    rules: Option<&'static str>,
}

/// A named set of house rules.
#[derive(Serialize)]
struct Preset {
    name: &'static str,
    rules: String,
}

struct Describe;

impl WithGame for Describe {
    type Out = Described;
    fn run<G: CatalogGame>(self) -> Described {
        let preset = |(name, rules): &(&'static str, G::Rules)| Preset { name, rules: rules.to_string() };
        Described {
            schema: "croupier/games/1",
            game: G::NAME,
            about: G::ABOUT,
            seats: Sizes::of::<G>(),
            players: levels::names::<G>(),
            presets: G::Rules::PRESETS.iter().map(preset).collect(),
            is_judged: G::problem().is_some(),
            rules: Some(G::RULES),
        }
    }
}

/// Prints the list, or one game with all there is to say about it.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let games: Vec<Described> = match &args.game {
        Some(name) => vec![with(name, Describe)],
        None => NAMES.iter().map(|name| Described { rules: None, ..with(name, Describe) }).collect(),
    };
    if args.json {
        return Ok(games.iter().try_for_each(json::print)?);
    }
    let text = match (&args.game, &games[..]) {
        (Some(_), [game]) => whole(game),
        _ => overview(&games),
    };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// A table, a line a game, each column as wide as its widest word.
fn overview(games: &[Described]) -> String {
    let heading = ["game", "seats", "players", "presets", "about"].map(str::to_owned);
    let rows = games.iter().map(|game| {
        let presets = game.presets.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
        let (name, about) = (game.game.to_owned(), game.about.to_owned());
        [name, game.seats.to_string(), game.players.join(", "), presets, about]
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
    let mut text = format!("{}: {}\n\n", game.game, game.about);
    text += &format!("seats      {}\n", game.seats);
    text += &format!("players    {}\n", game.players.join(", "));
    for (at, Preset { name, rules }) in game.presets.iter().enumerate() {
        text += &format!("{:<10} {name}: {rules}\n", if at == 0 { "rules" } else { "" });
    }
    let judge = if game.is_judged { "croupier judge answers its original problem" } else { "-" };
    text + &format!("judge      {judge}\n\n{}", plain(game.rules.unwrap_or_default(), width()))
}
