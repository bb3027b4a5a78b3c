//! `croupier man`: the help texts as man pages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap_mangen::Man;

/// Print the man page, or write one for every command
///
/// The man pages contain the same text as --help. Without --dir the main page is printed.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Write croupier.1 and a page for each command, like croupier-judge.1, to this folder; it is created if
    /// necessary
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Examples:
  croupier man > croupier.1 && man ./croupier.1
  croupier man --dir ~/.local/share/man/man1

Exit status:
  0   the pages were written
  1   a page could not be written
  2   the command line is wrong";

/// Writes the pages.
pub fn run(args: &Args, command: clap::Command) -> anyhow::Result<()> {
    let mut command = command.disable_help_subcommand(true);
    // Gives every command its full name.
    command.build();
    let Some(dir) = &args.dir else {
        return Ok(io::stdout().write_all(&page(&command)?)?);
    };
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let mut pages = vec![&command];
    // Commands have commands: `croupier tournament run`.
    let mut next = 0;
    while let Some(command) = pages.get(next) {
        pages.extend(command.get_subcommands());
        next += 1;
    }
    for command in pages {
        let path = dir.join(Man::new(command.clone()).get_filename());
        fs::write(&path, page(command)?).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// A page in memory.
fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let version = concat!("croupier ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(version).manual("Croupier");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(text) = command.get_after_long_help().or(command.get_after_help()) {
        page.extend_from_slice(sections(&text.to_string()).as_bytes());
    }
    Ok(page)
}

/// The text below the options, line by line. A first line like `Examples:` becomes the heading of a section.
fn sections(text: &str) -> String {
    let mut page = String::new();
    for paragraph in text.split("\n\n") {
        let (first, rest) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
        let heading = first.strip_suffix(':').filter(|words| words.split(' ').count() <= 3);
        match heading {
            Some(words) => page += &format!(".SH {}\n", words.to_uppercase()),
            None if page.is_empty() => page += ".SH NOTES\n",
            None => page += ".PP\n",
        }
        page += ".nf\n";
        for line in if heading.is_some() { rest } else { paragraph }.lines() {
            // A line must not look like a request to the formatter.
            page += &format!("\\&{}\n", line.replace('\\', "\\e").replace('-', "\\-"));
        }
        page += ".fi\n";
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_begins_a_section_and_lines_stay_as_they_are() {
        let text = "Examples:\n  a --b\n\n.So it is:\nwith \\ and more words than a heading:\nx";
        let page = sections(text);
        assert_eq!(
            page,
            ".SH EXAMPLES\n.nf\n\\&  a \\-\\-b\n.fi\n.SH .SO IT IS\n.nf\n\\&with \\e and more words than a heading:\n\\&x\n.fi\n"
        );
        assert!(sections("just words\nand more").starts_with(".SH NOTES\n.nf\n\\&just words\n"));
    }
}
