//! A Python function as a bot: it speaks the protocol over standard input and output.

use std::io::{self, BufRead};

use cards::Rng;
use cards::agent::Stopped as StoppedClock;
use games::catalog::{CatalogGame, WithGame};
use pyo3::prelude::*;
use table::client::{self, BotError, Setting};
use table::clock::TimeControl;

use crate::errors::wrong;
use crate::players::Stopped;
use crate::policy::Policy;
use crate::spec::{read_rules, with_game};

struct Serve<'a, 'py> {
    choose: &'a Bound<'py, PyAny>,
    rules: &'a str,
}

impl WithGame for Serve<'_, '_> {
    type Out = PyResult<()>;
    fn run<G: CatalogGame>(self) -> PyResult<()> {
        let rules = read_rules::<G>(self.rules)?;
        let policy = Policy::read::<G>(self.choose)?;
        let stopped = Stopped::default();
        let mut agent = policy.agent::<G>(&stopped)?;
        let setting =
            Setting::<G> { rules, rng: Rng::new(0), clock: TimeControl::None, timer: &StoppedClock };
        let ended = self.choose.py().detach(|| {
            let output = UntilStopped { output: io::stdout().lock(), stopped: &stopped };
            client::run::<G>(agent.as_mut(), setting, io::stdin().lock(), output)
        });
        stopped.check()?;
        match ended {
            // The referee has gone, as it does at the end of a match.
            Err(BotError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            ended => ended.map_err(wrong),
        }
    }
}

/// Writes answers until the function has failed: then the next answer would not be its own.
struct UntilStopped<'a, W> {
    output: W,
    stopped: &'a Stopped,
}

impl<W: io::Write> io::Write for UntilStopped<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stopped.is_stopped() {
            return Err(io::Error::other("the policy has failed"));
        }
        self.output.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Plays one match as a bot, until the input ends. `choose` is a function from a View to a token. The first line of the
/// input names the game, unless it is a game with its own protocol, which must be given.
#[pyfunction]
#[pyo3(signature = (choose, game = None, rules = ""))]
pub fn serve(choose: &Bound<'_, PyAny>, game: Option<&str>, rules: &str) -> PyResult<()> {
    let introduced = choose.py().detach(|| -> io::Result<Option<String>> {
        let mut input = io::stdin().lock();
        // Looks at the first line without reading it.
        let first = String::from_utf8_lossy(input.fill_buf()?).into_owned();
        Ok(first.strip_prefix("game ").and_then(|rest| rest.split(' ').next()).map(str::to_owned))
    })?;
    let game = introduced.as_deref().or(game).ok_or_else(|| {
        wrong("the input does not begin with `game …`: expected the game's name as an argument")
    })?;
    with_game(game, Serve { choose, rules })?
}
