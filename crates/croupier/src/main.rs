//! Croupier's one binary: parse, dispatch, exit status.

mod commands;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Deals, referees, plays and explains five card games.
#[derive(Parser)]
#[command(name = "croupier", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(commands::solve::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Solve(args) => commands::solve::run(args),
    };
    done.unwrap_or_else(|error| {
        // If standard error is closed too, the status has to say it alone.
        let _ = writeln!(io::stderr(), "error: {error:#}");
        ExitCode::FAILURE
    })
}
