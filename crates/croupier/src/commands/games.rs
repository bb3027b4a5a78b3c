//! `croupier games`: what can be played.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use cards::Rules;
use games::catalog::{Entry, NAMES, WithGame};

use super::{game_name, with};

/// List the games with their seats, policies and house rules
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Only this game
    #[arg(value_parser = game_name())]
    game: Option<String>,
}

const AFTER_HELP: &str = "\
Each game is shown with its presets of house rules, every setting spelt out; `--rules` of the other
commands takes a preset, settings, or both. Policies go from the weakest to the strongest.

Examples:
  croupier games
  croupier games durak

Exit status: 0, or 2 if there is no such game.";

struct Describe;

impl WithGame for Describe {
    type Out = String;
    fn run<G: Entry>(self) -> String {
        let mut seats: Vec<usize> = G::Rules::variants().iter().map(Rules::seats).collect();
        seats.sort_unstable();
        seats.dedup();
        let seats = match (seats.first(), seats.last()) {
            (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
            (Some(only), _) => only.to_string(),
            _ => G::Rules::default().seats().to_string(),
        };
        let judged = if G::contest().is_some() { "yes" } else { "no" };
        let mut text = format!("{}\n  {}\n", G::NAME, G::ABOUT);
        let mut line = |name: &str, value: &str| {
            writeln!(text, "  {name:<9} {value}").expect("a String takes everything");
        };
        line("seats", &seats);
        line("policies", &G::POLICIES.join(", "));
        line("judge", judged);
        for (at, (name, rules)) in G::Rules::PRESETS.iter().enumerate() {
            line(if at == 0 { "rules" } else { "" }, &format!("{name}: {rules}"));
        }
        text
    }
}

/// Prints the list.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let all: Vec<String> = match &args.game {
        Some(name) => vec![with(name, Describe)],
        None => NAMES.iter().map(|name| with(name, Describe)).collect(),
    };
    Ok(write!(io::stdout(), "{}", all.join("\n"))?)
}
