//! Where the text goes: how wide it may be, and whether colours are shown.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use table::text::english;

use super::draw::Pen;

/// The least and the most columns that lines are made for.
const COLUMNS: (usize, usize) = (40, 200);
/// The number of columns if it is unknown.
const DEFAULT: usize = 80;

/// Standard output as a screen. Everything is written with colours; the screen removes them where they are not
/// wanted.
pub struct Screen {
    out: AutoStream<io::Stdout>,
}

impl Screen {
    /// Standard output, with colours if it is a terminal that shows them and NO_COLOR is empty (no-color.org).
    pub fn stdout() -> Screen {
        let stdout = io::stdout();
        let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let choice = if is_dumb { ColorChoice::Never } else { AutoStream::choice(&stdout) };
        Screen { out: AutoStream::new(stdout, choice) }
    }

    /// A pen for the present width of the screen, which may change between two pictures.
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

/// How many lines of text fit on standard output above a line of input, if it is a terminal.
pub fn height() -> Option<usize> {
    let size = terminal_size::terminal_size_of(io::stdout()).filter(|_| io::stdout().is_terminal());
    size.map(|(_, height)| usize::from(height.0).saturating_sub(2)).filter(|lines| *lines > 0)
}

/// The terminal's own width; if it has none, what the environment says.
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
