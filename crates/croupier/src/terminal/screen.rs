//! Where the terminal's text goes: how wide it may be, and whether colours reach it.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use table::text::english;

use super::draw::Pen;

/// No line is made for less or more columns than these.
const COLUMNS: (usize, usize) = (40, 200);
/// So many columns where nobody says how many there are.
const DEFAULT: usize = 80;

/// Standard output as a screen. Everything is written with colours; they are taken out again where they
/// are not wanted.
pub struct Screen {
    out: AutoStream<io::Stdout>,
}

impl Screen {
    /// Standard output. Colours are for terminals that know them and owners who do not mind them
    /// (no-color.org).
    pub fn stdout() -> Screen {
        let stdout = io::stdout();
        let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let choice = if is_dumb { ColorChoice::Never } else { AutoStream::choice(&stdout) };
        Screen { out: AutoStream::new(stdout, choice) }
    }

    /// A pen for the screen as wide as it is now; a window may be resized between two pictures.
    pub fn pen(&self) -> Pen<'static> {
        Pen { width: width(), language: english() }
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// How many columns standard output has.
pub fn width() -> usize {
    let is_terminal = io::stdout().is_terminal();
    let size = is_terminal.then(|| terminal_size::terminal_size_of(io::stdout())).flatten();
    columns(size.map(|(width, _)| width.0), env::var_os("COLUMNS").as_deref())
}

/// The terminal's own width before what the environment says.
fn columns(terminal: Option<u16>, variable: Option<&OsStr>) -> usize {
    let said = || variable?.to_str()?.trim().parse().ok();
    let columns = terminal.filter(|&width| width > 0).map(usize::from).or_else(said);
    columns.unwrap_or(DEFAULT).clamp(COLUMNS.0, COLUMNS.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_knows_its_width_better_than_the_environment() {
        let said = |text: &'static str| Some(OsStr::new(text));
        assert_eq!(columns(Some(120), said("60")), 120);
        assert_eq!(columns(None, said("60")), 60);
        assert_eq!(columns(Some(0), said("60")), 60, "some terminals do not know");
        assert_eq!(columns(None, said("wide")), 80);
        assert_eq!(columns(None, None), 80);
        assert_eq!(columns(Some(10), None), 40);
        assert_eq!(columns(None, said("5000")), 200);
    }
}
