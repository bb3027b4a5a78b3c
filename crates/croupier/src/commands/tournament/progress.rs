//! How far a tournament is: a bar on a terminal, now and then a line elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// Lines come this often where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// Shows how far it is, on standard error.
pub struct Meter {
    bar: Option<ProgressBar>,
    begun: Instant,
    said: Instant,
    /// Deals played in this run.
    here: u64,
    /// Deals played, and those that are left.
    played: u64,
    left: u64,
}

impl Meter {
    /// Nothing is known yet.
    pub fn new() -> Meter {
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} deals, {per_sec}, {eta} left");
        let bar = io::stderr()
            .is_terminal()
            .then(|| ProgressBar::new(0).with_style(style.expect("the template is correct")));
        Meter { bar, begun: Instant::now(), said: Instant::now(), here: 0, played: 0, left: 0 }
    }

    /// So many are played and left.
    pub fn set(&mut self, played: u64, left: u64) {
        (self.played, self.left) = (played, left);
        if let Some(bar) = &self.bar {
            bar.set_length(played + left);
            bar.set_position(played);
            // What an earlier run played says nothing about the rate of this one.
            bar.reset_eta();
        }
    }

    /// One more is played. `line` is worth saying, if there is one.
    pub fn played(&mut self, line: &str) -> io::Result<()> {
        self.here += 1;
        self.played += 1;
        self.left = self.left.saturating_sub(1);
        self.say(line)?;
        if let Some(bar) = &self.bar {
            bar.inc(1);
        } else if self.said.elapsed() >= EVERY && self.left > 0 {
            self.said = Instant::now();
            writeln!(io::stderr(), "{}", self.line(self.begun.elapsed()))?;
        }
        Ok(())
    }

    /// How far it is after so much time.
    fn line(&self, elapsed: Duration) -> String {
        let rate = self.here as f64 / elapsed.as_secs_f64().max(1e-3);
        let rest = Duration::try_from_secs_f64(self.left as f64 / rate).unwrap_or(Duration::MAX);
        let all = self.played + self.left;
        format!("{} of {all} deals, {rate:.1} a second, about {} left", self.played, HumanDuration(rest))
    }

    /// Prints lines above the bar.
    pub fn say(&self, lines: &str) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let print = || {
            let mut out = io::stdout();
            out.write_all(lines.as_bytes())?;
            out.flush()
        };
        self.bar.as_ref().map_or_else(print, |bar| bar.suspend(print))
    }

    /// Deals that are left, as far as is known.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_rate_of_this_run_and_the_time_that_is_left() {
        let now = Instant::now();
        // An earlier run played 40 of them.
        let meter = Meter { bar: None, begun: now, said: now, here: 20, played: 60, left: 240 };
        let line = meter.line(Duration::from_secs(10));
        assert_eq!(line, "60 of 300 deals, 2.0 a second, about 2 minutes left");
        let none = Meter { here: 0, ..meter };
        assert!(none.line(Duration::from_secs(10)).starts_with("60 of 300 deals, 0.0 a second, "));
    }
}
