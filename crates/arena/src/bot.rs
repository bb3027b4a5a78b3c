//! The other end of the pipes: a policy of ours as a program that speaks the protocol.

use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use cards::{Policy, Rng, Rules, Seat, View};
use games::catalog::{Entry, Next};

/// No line of any dialect is nearly so long.
const LONGEST_LINE: u64 = 64 * 1024;

/// The line that is being read, from 1. A view trusts its events, so a referee that tells what cannot
/// happen may make it panic; whoever reports that can say where.
pub static LINE: AtomicU64 = AtomicU64::new(0);

/// What went wrong at a bot's end.
#[derive(Debug)]
pub enum BotError {
    /// A pipe failed.
    Io(io::Error),
    /// A line was not what it should have been.
    Line {
        /// Its number, from 1.
        number: u64,
        /// What is wrong with it.
        why: String,
    },
}
impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotError::Io(error) => error.fmt(f),
            BotError::Line { number, why } => write!(f, "line {number}: {why}"),
        }
    }
}
impl std::error::Error for BotError {}
impl From<io::Error> for BotError {
    fn from(error: io::Error) -> BotError {
        BotError::Io(error)
    }
}

/// Plays one match at the end of two pipes, until the input ends.
///
/// `rules` are for a game that does not introduce itself.
pub fn run<G: Entry>(
    policy: &mut dyn Policy<G>,
    rules: G::Rules,
    mut rng: Rng,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), BotError> {
    let me = Seat::new(0);
    let mut view = (!G::INTRODUCED).then(|| G::View::seated(&rules, me));
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let read = input.by_ref().take(LONGEST_LINE).read_line(&mut line)?;
        if read == 0 {
            break;
        }
        LINE.store(number, Ordering::Relaxed);
        let wrong = |why: String| BotError::Line { number, why };
        let text = line.trim_end();
        let Some(view) = &mut view else {
            let rules = introduced::<G>(text).map_err(wrong)?;
            view = Some(G::View::seated(&rules, me));
            continue;
        };
        let next = match text.as_bytes().first() {
            None => continue,
            Some(b'A'..=b'Z') => Next::Asked(text),
            _ => Next::Told(text.parse().map_err(|error: cards::ParseError| wrong(error.to_string()))?),
        };
        while let Some(event) = G::unsaid(view, next) {
            policy.saw(view, event);
            view.observe(event);
        }
        match next {
            Next::Told(event) if !G::is_possible(view, &event) => {
                return Err(wrong(format!("expected what can happen here, found {text:?}")));
            }
            Next::Told(event) => {
                policy.saw(view, event);
                view.observe(event);
            }
            Next::Asked(prompt) if view.count() == 0 => {
                return Err(wrong(format!(
                    "expected an event, for this seat is not to move, found {prompt:?}"
                )));
            }
            Next::Asked(_) => {
                writeln!(output, "{}", policy.choose(view, &mut rng))?;
                output.flush()?;
            }
        }
    }
    Ok(())
}

/// Reads `game NAME seats N rules …`.
fn introduced<G: Entry>(line: &str) -> Result<G::Rules, String> {
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
