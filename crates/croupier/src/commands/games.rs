//! `croupier games`: the games, their players and their house rules.

use std::io::{self, Write};

use cards::Rules;
use games::catalog::{CatalogGame, NAMES, WithGame};
use games::levels;
use serde::Serialize;

use super::{Sizes, game_name, with};
use crate::json;
use crate::terminal::markdown::plain;
use crate::terminal::screen::width;

/// List the games, or describe one
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// One game, with its house rules and its rules in full
    #[arg(value_parser = game_name())]
    game: Option<String>,
    /// Print JSON, one object for each game; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
The players are listed from the weakest to the strongest. random, beginner, club,
expert and champion are levels in every game; the others are the game's own simple
players. `croupier duel` measures them: `croupier duel durak steady greedy random`.
A preset is a named set of house rules. The option --rules of the other commands
takes a preset, settings, or both; `croupier games GAME` shows the settings.

Examples:
  croupier games
  croupier games durak
  croupier games --json

Exit status:
  0   the games were listed
  1   the list could not be written
  2   there is no such game";

/// One game as the catalog describes it.
#[derive(Serialize)]
struct GameObject {
    schema: &'static str,
    game: &'static str,
    about: &'static str,
    seats: Sizes,
    players: Vec<&'static str>,
    presets: Vec<PresetObject>,
    is_judged: bool,
    /// The rules in Markdown; only for a single game.
    rules: Option<&'static str>,
}

/// A named set of house rules.
#[derive(Serialize)]
struct PresetObject {
    name: &'static str,
    rules: String,
}

struct DescribeGame;

impl WithGame for DescribeGame {
    type Out = GameObject;
    fn run<G: CatalogGame>(self) -> GameObject {
        let preset =
            |(name, rules): &(&'static str, G::Rules)| PresetObject { name, rules: rules.to_string() };
        GameObject {
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

/// Prints the list, or everything about one game.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let games: Vec<GameObject> = match &args.game {
        Some(name) => vec![with(name, DescribeGame)],
        None => NAMES.iter().map(|name| GameObject { rules: None, ..with(name, DescribeGame) }).collect(),
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

/// A table with one line for each game; each column is as wide as its widest cell.
fn overview(games: &[GameObject]) -> String {
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

fn whole(game: &GameObject) -> String {
    let mut text = format!("{}: {}\n\n", game.game, game.about);
    text += &format!("seats      {}\n", game.seats);
    text += &format!("players    {}\n", game.players.join(", "));
    for (at, PresetObject { name, rules }) in game.presets.iter().enumerate() {
        text += &format!("{:<10} {name}: {rules}\n", if at == 0 { "rules" } else { "" });
    }
    let judge = if game.is_judged { "croupier judge answers its original problem" } else { "-" };
    text + &format!("judge      {judge}\n\n{}", plain(game.rules.unwrap_or_default(), width()))
}
