//! `croupier completions`: the script that lets a shell complete our commands.

use std::io::{self, Write};

use clap_complete::Shell;

/// Print the completion script of a shell
///
/// The shell then completes commands, options, games and files after `croupier`.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which shell
    shell: Shell,
}

const AFTER_HELP: &str = "\
Where it goes:
  bash   ~/.local/share/bash-completion/completions/croupier
  zsh    a file named _croupier in a folder of $fpath
  fish   ~/.config/fish/completions/croupier.fish

Examples:
  croupier completions fish > ~/.config/fish/completions/croupier.fish
  source <(croupier completions bash)

Exit status:
  0   the script was printed
  1   the script could not be written
  2   the command line is wrong";

/// Prints the script.
pub fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<()> {
    // Made in memory first, since the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "croupier", &mut script);
    Ok(io::stdout().write_all(&script)?)
}
