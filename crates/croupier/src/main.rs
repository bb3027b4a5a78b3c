//! Croupier's one binary: parse, dispatch, exit status.

mod commands;
mod entrants;
mod json;
mod seed;
mod signing;
mod terminal;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Deals, referees, plays and explains five card games.
#[derive(Parser)]
#[command(name = "croupier", version, max_term_width = 100, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  croupier games                        what can be played, and by which rules
  croupier play durak                   sit down at a table
  croupier judge mau-mau < cases.in     answer the original problem's cases
  croupier solve house game.in          what perfect play is worth, and how it goes
  croupier deal uno --seed 7            a deal as one line of text
  croupier match durak greedy ./mybot   a match between a policy of ours and a program of yours

Exit status:
  0   all went well
  1   something could not be read or written
  2   an input, or the command line, is wrong
  3   the output that judge --compare was given is not right";

#[derive(Subcommand)]
enum Command {
    Judge(commands::judge::Args),
    Solve(commands::solve::Args),
    Deal(commands::deal::Args),
    Play(commands::play::Args),
    Games(commands::games::Args),
    Match(commands::match_::Args),
    Duel(commands::duel::Args),
    Bot(commands::bot::Args),
    CheckBot(commands::check_bot::Args),
    Replay(commands::replay::Args),
    Verify(commands::verify::Args),
    Rerun(commands::rerun::Args),
    Keygen(commands::keygen::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

/// An input or a command line that is wrong: exit status 2.
#[derive(Debug)]
struct Wrong(String);

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Wrong {}

/// An output that was compared and is not right: exit status 3. The report has said everything.
#[derive(Debug)]
struct Differs;

impl std::fmt::Display for Differs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the output is not right")
    }
}
impl std::error::Error for Differs {}

fn main() -> ExitCode {
    // The hidden word comes first and is nobody's command: this process is about to become a bot.
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == arena::sandbox::WORD) {
        arena::sandbox::enter(words);
    }
    let done = match Cli::parse().command {
        Command::Judge(args) => commands::judge::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Deal(args) => commands::deal::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Games(args) => commands::games::run(&args),
        Command::Match(args) => commands::match_::run(&args),
        Command::Duel(args) => commands::duel::run(&args),
        Command::Bot(args) => commands::bot::run(&args),
        Command::CheckBot(args) => commands::check_bot::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Rerun(args) => commands::rerun::run(&args),
        Command::Keygen(args) => commands::keygen::run(&args),
        Command::Completions(args) => commands::completions::run(&args, Cli::command()),
        Command::Man(args) => commands::man::run(&args, Cli::command()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough, as in `croupier judge … | head -1`.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Differs>() => ExitCode::from(3),
        Err(error) => {
            // If standard error is closed too, the status has to say it alone.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(if error.is::<Wrong>() { 2 } else { 1 })
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
