//! Croupier's one binary: parse, dispatch, exit status.

mod commands;
mod entrants;
mod files;
#[cfg(unix)]
mod interrupt;
mod json;
mod number;
mod seed;
mod signing;
mod terminal;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use table::plain;

/// Deals, referees, plays and explains five card games.
#[derive(Parser)]
#[command(name = "croupier", version, max_term_width = 100, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const AFTER_HELP: &str = "\
Examples:
  croupier                              play in the browser
  croupier games                        the games, their players and their house rules
  croupier play durak                   play against the computer in the terminal
  croupier judge mau-mau < cases.in     answer the cases of the original problem
  croupier solve house game.in          the result of perfect play, and the actions that lead to it
  croupier deal uno --seed 7            a deal as one line of text
  croupier match durak greedy ./mybot   a match between a computer player and your program

Exit status:
  0   success
  1   a file or program could not be used
  2   the input or the command line is wrong
  3   the output given to judge --compare is wrong, or the sandbox lacks namespaces";

#[derive(Subcommand)]
enum Command {
    Judge(commands::judge::Args),
    Solve(commands::solve::Args),
    Deal(commands::deal::Args),
    Play(commands::play::Args),
    Serve(commands::serve::Args),
    Games(commands::games::Args),
    Match(commands::match_::Args),
    Duel(commands::duel::Args),
    Tournament(commands::tournament::Args),
    Work(commands::work::Args),
    Bot(commands::bot::Args),
    CheckBot(commands::check_bot::Args),
    Replay(commands::replay::Args),
    Verify(commands::verify::Args),
    Rerun(commands::rerun::Args),
    Sandbox(commands::sandbox::Args),
    Keygen(commands::keygen::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

/// A wrong input or command line: exit status 2.
#[derive(Debug)]
struct Wrong(String);

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Wrong {}

/// A compared output that is wrong: exit status 3. The report has said everything.
#[derive(Debug)]
struct Differs;

impl std::fmt::Display for Differs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the output is wrong")
    }
}
impl std::error::Error for Differs {}

fn main() -> ExitCode {
    // The hidden first word is not a command: with it, this process is about to become a bot.
    let mut words = std::env::args_os().skip(1);
    match words.next() {
        Some(word) if word == arena::sandbox::LAUNCHER_ARGUMENT => arena::sandbox::enter(words),
        Some(word) if word == commands::sandbox::ATTEMPT => commands::sandbox::attempt(words.next()),
        _ => (),
    }
    // Without a command: sit down and play.
    let command = Cli::parse().command.unwrap_or_else(|| Command::Serve(commands::serve::Args::alone()));
    let done = match command {
        Command::Judge(args) => commands::judge::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Deal(args) => commands::deal::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Games(args) => commands::games::run(&args),
        Command::Match(args) => commands::match_::run(&args),
        Command::Duel(args) => commands::duel::run(&args),
        Command::Tournament(args) => commands::tournament::run(&args),
        Command::Work(args) => commands::work::run(&args),
        Command::Bot(args) => commands::bot::run(&args),
        Command::CheckBot(args) => commands::check_bot::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Rerun(args) => commands::rerun::run(&args),
        Command::Sandbox(args) => commands::sandbox::run(&args),
        Command::Keygen(args) => commands::keygen::run(&args),
        Command::Completions(args) => commands::completions::run(&args, Cli::command()),
        Command::Man(args) => commands::man::run(&args, Cli::command()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has seen enough, as in `croupier judge … | head -1`.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Differs>() => ExitCode::from(3),
        Err(error) => {
            // If standard error is closed too, only the status can say it.
            let _ = writeln!(io::stderr(), "error: {}", plain::plain(&format!("{error:#}")));
            ExitCode::from(if error.is::<Wrong>() { 2 } else { 1 })
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
