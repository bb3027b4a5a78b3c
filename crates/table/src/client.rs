//! The other end of the pipes: a player of ours as a program that speaks the protocol.

use std::io::{self, BufRead, Read, Write};

use crate::clock::{Clocks, TimeControl};
use cards::agent::Timer;
use cards::{Agent, Rng, Rules, Seat, TimeLeft, Unexpected, View};
use games::catalog::CatalogGame;
use games::wire::Line;
use search::time_manager::OVERHEAD;

/// No line of any dialect is nearly so long.
const LONGEST_LINE: u64 = 64 * 1024;

/// What went wrong at a bot's end.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// A pipe failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line was not what it should have been.
    #[error("line {number}: {why}")]
    Line {
        /// Its number, from 1.
        number: u64,
        /// What is wrong with it.
        why: String,
    },
}

/// One seat as it plays: what it knows, and its own count of the time.
struct Playing<'a, G: CatalogGame> {
    agent: &'a mut dyn Agent<G>,
    view: G::View,
    clocks: Clocks,
    timer: &'a dyn Timer,
}

/// A bot is seat 1 to itself.
const ME: Seat = Seat::new(0);

impl<'a, G: CatalogGame> Playing<'a, G> {
    fn new(
        agent: &'a mut dyn Agent<G>,
        rules: &G::Rules,
        rng: Rng,
        clock: TimeControl,
        timer: &'a dyn Timer,
    ) -> Playing<'a, G> {
        agent.start(rules, ME, rng);
        let clocks = Clocks::new(clock, rules.seats());
        Playing { agent, view: G::View::seated(rules, ME), clocks, timer }
    }

    fn observe(&mut self, event: G::Event) -> Result<(), Unexpected> {
        self.view.check(&event)?;
        let was_starting = self.view.starts_round();
        self.agent.observe(&self.view, event);
        self.view.observe(event);
        // Everybody's decision that begins a round gives everybody time, also those this seat does not hear.
        if self.view.starts_round() == Some(true) && was_starting != Some(true) {
            self.clocks.decision(ME, Some(true));
        }
        Ok(())
    }

    /// Puts in what was not said before this came.
    fn catch_up(&mut self, next: Line<'_, G::Event>) -> Result<(), Unexpected> {
        while let Some(event) = G::implied_event(&self.view, next) {
            self.observe(event)?;
        }
        Ok(())
    }

    fn decide(&mut self) -> G::Action {
        if self.view.starts_round().is_none() {
            self.clocks.decision(ME, None);
        }
        // As at every table: an agent is asked where it has a choice.
        if self.view.count() == 1 {
            return self.view.nth(0).expect("the only action");
        }
        let begun = self.timer.now();
        let time = TimeLeft { allowed: self.clocks.allowed(ME), timer: self.timer };
        let action = self.agent.decide(&self.view, &time).action;
        // A clock that has run out by our own count may still run at the referee's.
        let _ = self.clocks.charge(ME, self.timer.now().saturating_sub(begun) + OVERHEAD);
        action
    }
}

/// How a bot plays.
pub struct Setting<'a, G: CatalogGame> {
    /// For a game that does not introduce itself.
    pub rules: G::Rules,
    /// All the randomness it has.
    pub rng: Rng,
    /// The clock the referee keeps.
    pub clock: TimeControl,
    /// What tells the time.
    pub timer: &'a dyn Timer,
}

/// Plays one match at the end of two pipes, until the input ends.
pub fn run<G: CatalogGame>(
    agent: &mut dyn Agent<G>,
    setting: Setting<'_, G>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), BotError> {
    let Setting { rules, rng, clock, timer } = setting;
    let mut rules = (!G::HAS_INTRODUCTION).then_some(rules);
    let mut line = String::new();
    let mut count = 0;
    let mut next = |line: &mut String| -> Result<bool, BotError> {
        line.clear();
        count += 1;
        match input.by_ref().take(LONGEST_LINE).read_line(line) {
            Ok(read) => Ok(read > 0),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                let why = "expected text, found bytes that are not text".to_owned();
                Err(BotError::Line { number: count, why })
            }
            Err(error) => Err(error.into()),
        }
    };
    let mut lines = 0;
    if rules.is_none() {
        if !next(&mut line)? {
            return Ok(());
        }
        lines = 1;
        let wrong = |why: String| BotError::Line { number: 1, why };
        rules = Some(introduced::<G>(line.trim_end()).map_err(wrong)?);
    }
    let rules = rules.expect("the rules are known");
    let mut playing = Playing::<G>::new(agent, &rules, rng, clock, timer);
    while next(&mut line)? {
        lines += 1;
        let text = line.trim_end();
        let wrong = |why: String| BotError::Line { number: lines, why };
        let unexpected = |error: Unexpected| wrong(format!("{error}, found {text:?}"));
        match text.as_bytes().first() {
            None => (),
            Some(b'A'..=b'Z') => {
                playing.catch_up(Line::Prompt(text)).map_err(unexpected)?;
                if playing.view.count() == 0 {
                    return Err(wrong(format!(
                        "expected an event, since it is not this seat's turn, found {text:?}"
                    )));
                }
                writeln!(output, "{}", playing.decide())?;
                output.flush()?;
            }
            Some(_) => {
                let event = text.parse().map_err(|error: cards::ParseError| wrong(error.to_string()))?;
                playing.catch_up(Line::Event(event)).map_err(unexpected)?;
                playing.observe(event).map_err(unexpected)?;
            }
        }
    }
    Ok(())
}

/// Reads `game NAME seats N rules …`.
fn introduced<G: CatalogGame>(line: &str) -> Result<G::Rules, String> {
    let rest = line.strip_prefix("game ").and_then(|rest| rest.strip_prefix(G::NAME));
    let rest = rest.and_then(|rest| rest.strip_prefix(" seats ")).and_then(|rest| rest.split_once(" rules "));
    let (seats, rules) =
        rest.ok_or_else(|| format!("expected `game {} seats N rules …`, found {line:?}", G::NAME))?;
    let rules: G::Rules = rules.parse().map_err(|error: cards::ParseError| error.to_string())?;
    if rules.seats().to_string() != seats {
        return Err(format!("expected {} seats, found {seats:?}", rules.seats()));
    }
    Ok(rules)
}
