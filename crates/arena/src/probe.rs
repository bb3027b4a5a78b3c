//! Tries a bot out and says in plain words what is wrong with it.
//!
//! The bot plays one team, our policies play the rest. Unlike the referee, the probe takes its time: it
//! listens for more lines after an answer, and when no answer comes it finds out why.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use cards::{BySeat, Seat};
use games::levels::PlayerSpec;
use table::clock::{Span, TimeControl, WallTime};
use table::ending::{Quoted, Reason};
use table::key::Key;
use table::player::{Cost, seat_agent};
use table::referee::{CAP, Kind};
use table::text::english;
use table::{Answer, AnyTable, Here, PlayError, Player, Referee, Reply, run};

use crate::play::{FAREWELL, StartError};
use crate::player::death;
use crate::process::{Bot, LONGEST_ANSWER, Received, STDERR_MOST};
use crate::sandbox::{Sandbox, Spec};

/// How long a bot has for its last words.
const PATIENCE: Duration = Duration::from_millis(500);
/// A bot that waits for a line reads it within this time.
const NOTICE: Duration = Duration::from_millis(200);
/// How long to listen for more lines after an answer, and after how many answers of a match.
const LISTEN: Duration = Duration::from_millis(10);
const LISTENED: u32 = 4;

/// What is wrong with a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Complaint {
    /// It broke a rule, and no more precise reason is known; with what is wrong about its answer, if it gave one.
    Rule(Reason, Option<Box<PlayError>>),
    /// No answer in time.
    Late {
        /// The start-up time, which is added before the first answer.
        startup: Option<Duration>,
        /// The time for each answer.
        time: Duration,
    },
    /// The answer is right except for its spelling.
    Spelling {
        /// What it wrote.
        answer: Quoted,
        /// What it should have written.
        right: String,
    },
    /// The answer came after one more line was sent, and the bot went on.
    ReadsTooMuch,
    /// The answer came when the bot ended.
    DoesNotFlush,
    /// It wrote this besides its answer.
    Chatters(Quoted),
    /// It wrote this and did not end the line.
    HalfLine(Quoted),
    /// It wrote more to standard error than it may.
    FloodsStderr,
    /// It did not read its input at all.
    DoesNotRead,
    /// It did not end when its input did.
    Stays,
}

impl Complaint {
    /// For programs: one word. A broken rule has the word that a record has for it.
    pub fn code(&self) -> &'static str {
        match self {
            Complaint::Rule(why, _) => why.code(),
            Complaint::Late { .. } => "out-of-time",
            Complaint::Spelling { .. } => "spelling",
            Complaint::ReadsTooMuch => "reads-too-much",
            Complaint::DoesNotFlush => "does-not-flush",
            Complaint::Chatters(_) => "chatters",
            Complaint::HalfLine(_) => "half-line",
            Complaint::FloodsStderr => "floods-stderr",
            Complaint::DoesNotRead => "does-not-read",
            Complaint::Stays => "stays",
        }
    }

    /// For the author: what happened, and what to do about it.
    pub fn in_words(&self) -> String {
        match self {
            Complaint::Rule(why, None) => format!("it {}", english().say(&why.message(), None)),
            Complaint::Rule(why, Some(because)) => {
                format!("it {}: {because}", english().say(&why.message(), None))
            }
            Complaint::Late { startup: None, time } => format!("no answer within {}", spaced(*time)),
            Complaint::Late { startup: Some(startup), time } => format!(
                "no first answer within {} ({} start-up + {} clock)",
                spaced(*startup + *time),
                spaced(*startup),
                spaced(*time)
            ),
            Complaint::Spelling { answer, right } => {
                let answer = answer.in_quotes();
                format!("wrong spelling: it answered {answer}; the protocol spells that {right}")
            }
            Complaint::ReadsTooMuch => "it reads too much: it answered only after one more line had come. \
                Answer as soon as you have read the line with the question"
                .to_owned(),
            Complaint::DoesNotFlush => "no flush: its answer came only when it ended. Flush standard \
                output after every line, and do not read the input to its end before you answer"
                .to_owned(),
            Complaint::Chatters(said) => {
                let said = said.in_quotes();
                format!("chatter: it wrote {said} besides its answer. Debug output belongs on standard error")
            }
            Complaint::HalfLine(said) => format!(
                "half a line: it wrote {} and did not end the line in time. End every answer with a line \
                break and flush it",
                said.in_quotes()
            ),
            Complaint::FloodsStderr => {
                format!("it wrote more than {} MB to standard error in one match", STDERR_MOST >> 20)
            }
            Complaint::DoesNotRead => "it never read its input, and did not answer in time".to_owned(),
            Complaint::Stays => "it did not end within half a second when its input ended".to_owned(),
        }
    }
}

/// `10 s`, `300 ms`.
fn spaced(time: Duration) -> String {
    let text = Span(time).to_string();
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    format!("{digits} {}", &text[digits.len()..])
}

/// What a bot did in a match in which nothing was wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Answers it gave.
    pub answers: u32,
    /// The longest it took for one.
    pub slowest: Duration,
    /// Processor time it used.
    pub cpu: Duration,
    /// Did its team win?
    pub won: bool,
}

/// A bot to try out, and how long it may take.
#[derive(Clone, Debug)]
pub struct Probe<'a> {
    /// The bot.
    pub spec: &'a Spec,
    /// See [`Spec::to_command`].
    pub launcher: &'a Path,
    /// For its start and its first answer.
    pub startup: Duration,
    /// For each further answer.
    pub time: Duration,
}

/// How a match ended: what the bot did, or the complaint with the position it arose in and the end of its
/// standard error.
pub type ProbeResult = Result<Tally, Box<Failure>>;

/// What went wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What.
    pub complaint: Complaint,
    /// The seat at the table of the bot that did it: with partners, several bots are tried at once.
    pub seat: Seat,
    /// How many answers the bot had given in this match before.
    pub answers: u32,
    /// The question it arose from, and the last lines the bot had been sent.
    pub after: Vec<String>,
    /// The end of its standard error.
    pub stderr: Vec<u8>,
}

impl Probe<'_> {
    /// Plays one match with the bot in `seat` and its partners' seats, and a player of ours in the others.
    ///
    /// # Errors
    /// If the bot cannot be started at all, or the plan's player cannot sit at this table.
    pub fn play(
        &self,
        table: Box<dyn AnyTable>,
        seat: Seat,
        plan: &PlayerSpec,
        key: &Key,
    ) -> Result<ProbeResult, StartError> {
        let sides = table.header().sides;
        let is_bot = |other: Seat| sides[other] == sides[seat];
        let mut watched = Vec::new();
        for other in sides.seats() {
            let start = || Bot::start(self.spec.to_command(self.launcher)?);
            watched.push(if is_bot(other) {
                let mut bot = start().map_err(|error| StartError::Bot { seat: other, error })?;
                if self.spec.sandbox != Sandbox::None {
                    bot.watch(self.spec.limits);
                }
                Some(Watched::new(self, bot))
            } else {
                None
            });
        }
        let kinds = BySeat::from_fn(sides.len(), |other| if is_bot(other) { Kind::Bot } else { Kind::Agent });
        let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>> + '_>> = Vec::new();
        for (other, watched) in sides.seats().zip(&mut watched) {
            players.push(match watched {
                Some(watched) => Box::new(watched),
                None => seat_agent(table.as_ref(), plan, other, key.agent_rng(0, other))
                    .map_err(|why| StartError::Agent { seat: other, why })?,
            });
        }
        let mut referee = Referee::new(table, kinds, TimeControl::None, CAP);
        run(&mut referee, &mut players, &WallTime::start());
        drop(players);
        let mut tally = Tally { won: referee.payoffs()[seat] > 0, ..Tally::default() };
        // What a bot did wrong says more than that its partner, which was not asked, does not end.
        if let Some(failure) = watched.iter_mut().flatten().find_map(|watched| watched.failure.take()) {
            return Ok(Err(failure));
        }
        for (seat, watched) in sides.seats().zip(&mut watched) {
            let Some(watched) = watched else { continue };
            tally.answers += watched.answers;
            tally.slowest = tally.slowest.max(watched.slowest);
            tally.cpu += watched.bot.cpu.total();
            if watched.bot.wait(FAREWELL) == Received::Late {
                let after = vec!["the end of its input".to_owned()];
                let (complaint, answers, stderr) = (Complaint::Stays, watched.answers, watched.bot.stderr());
                return Ok(Err(Box::new(Failure { complaint, seat, answers, after, stderr })));
            }
        }
        Ok(Ok(tally))
    }
}

/// A bot in one seat, watched.
struct Watched<'a> {
    probe: &'a Probe<'a>,
    bot: Bot,
    /// How many events it has been told.
    told: usize,
    answers: u32,
    slowest: Duration,
    failure: Option<Box<Failure>>,
}

impl<'a> Watched<'a> {
    fn new(probe: &'a Probe<'a>, bot: Bot) -> Watched<'a> {
        Watched { probe, bot, told: 0, answers: 0, slowest: Duration::ZERO, failure: None }
    }

    fn tell(&mut self, here: &Here<'_, Box<dyn AnyTable>>) {
        for line in here.wire(self.told) {
            writeln!(self.bot.outgoing(), "{line}").expect("memory takes all");
        }
        self.told = here.event_count();
    }

    /// The answer, or what is wrong with the bot.
    fn hear(
        &mut self,
        here: &Here<'_, Box<dyn AnyTable>>,
        heard: Received,
        late: Complaint,
    ) -> Result<Vec<u8>, Complaint> {
        let bot = &mut self.bot;
        match heard {
            Received::Line => {
                let answer = bot.answer().to_vec();
                if let Err(error) = check(here, &answer) {
                    let complaint = respell(here, &answer, &error);
                    // A line that is not an action may come before the answer.
                    let is_banner = matches!(complaint, Complaint::Rule(Reason::Unparsable { .. }, _))
                        && bot.wait(PATIENCE) == Received::Line
                        && check(here, bot.answer()).is_ok();
                    return Err(if is_banner {
                        Complaint::Chatters(Quoted::new(&answer))
                    } else {
                        complaint
                    });
                }
                if self.answers < LISTENED && matches!(bot.wait(LISTEN), Received::Line | Received::Flood) {
                    return Err(Complaint::Chatters(Quoted::new(bot.answer())));
                }
                Ok(answer)
            }
            Received::Unasked => Err(Complaint::Chatters(Quoted::new(bot.answer()))),
            Received::Flood if bot.floods_stderr() => Err(Complaint::FloodsStderr),
            // A second or third line is chatter; a full buffer is worse.
            Received::Flood if (1..LONGEST_ANSWER / 2).contains(&bot.excess().len()) => {
                let (first, rest) = (bot.answer(), bot.excess().trim_ascii_end());
                // The answer may come after a line that is not an action.
                let last = rest.rsplit(|&byte| byte == b'\n').next().unwrap_or(rest);
                let is_banner = check(here, first).is_err() && check(here, last).is_ok();
                Err(Complaint::Chatters(Quoted::new(if is_banner { first } else { rest })))
            }
            Received::Flood => Err(Complaint::Rule(Reason::Flood, None)),
            Received::Gone => Err(Complaint::Rule(death(bot, &self.probe.spec.limits), None)),
            Received::Late => {
                let question = here.turn().map_or("", |turn| turn.prompt);
                Err(why_late(bot, question, late))
            }
        }
    }
}

impl Player<Box<dyn AnyTable>> for &mut Watched<'_> {
    fn ask(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> Answer<String> {
        self.tell(here);
        let prompt = here.turn().map_or("", |turn| turn.prompt);
        writeln!(self.bot.outgoing(), "{prompt}").expect("memory takes all");
        let sent = self.bot.outgoing().clone();
        let is_first = self.answers == 0;
        let (startup, time) = (is_first.then_some(self.probe.startup), self.probe.time);
        let (heard, took) = self.bot.ask(Some(time + startup.unwrap_or_default()));
        let heard = self.hear(here, heard, Complaint::Late { startup, time });
        // As in a match: it is looked at after each answer, and stands still while others are asked.
        let heard = heard.and_then(|answer| {
            if !self.bot.stop(time).0 {
                return Err(Complaint::Late { startup: None, time });
            }
            match self.bot.exceeded() {
                Some(exceeded) => Err(Complaint::Rule(exceeded.reason(), None)),
                None => Ok(answer),
            }
        });
        match heard {
            Ok(answer) => {
                self.answers += 1;
                if !is_first {
                    self.slowest = self.slowest.max(took);
                }
                Reply::Line(answer).costing(Cost::wall(took))
            }
            Err(complaint) => {
                self.bot.read_stderr();
                let text = String::from_utf8_lossy(&sent);
                let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                let after = lines[lines.len().saturating_sub(6)..].to_vec();
                let (seat, answers, stderr) = (here.seat(), self.answers, self.bot.stderr());
                self.failure = Some(Box::new(Failure { complaint, seat, answers, after, stderr }));
                // The complaint says why the match ends.
                Reply::Gone(Reason::Left).costing(Cost::wall(took))
            }
        }
    }

    fn end(&mut self, here: &Here<'_, Box<dyn AnyTable>>) {
        self.tell(here);
        // A bot that does not read the end has missed nothing else.
        let _ = self.bot.flush();
        self.bot.hang_up();
    }
}

/// What would be wrong with an answer.
fn check(here: &Here<'_, Box<dyn AnyTable>>, answer: &[u8]) -> Result<(), PlayError> {
    here.check(&String::from_utf8_lossy(answer.trim_ascii()))
}

/// No answer came in time. Does one come later, when the bot is asked again, or when there are no more lines? If the
/// bot is simply slow, the complaint is `late`.
///
/// The line it is sent is the question once more. A bot need not understand anything else, and its own error about
/// another line would mislead its author.
fn why_late(bot: &mut Bot, question: &str, late: Complaint) -> Complaint {
    let is_unread = |bot: &Bot| bot.unread().is_some_and(|unread| unread > 0);
    let was_unread = is_unread(bot);
    // What comes while nothing is sent comes late.
    if bot.wait_on(PATIENCE) != Received::Late {
        return late;
    }
    if !bot.answer().is_empty() {
        return Complaint::HalfLine(Quoted::new(bot.answer()));
    }
    if was_unread && is_unread(bot) {
        return Complaint::DoesNotRead;
    }
    writeln!(bot.outgoing(), "{question}").expect("memory takes all");
    let mut heard = if bot.flush() { bot.wait(NOTICE) } else { Received::Gone };
    if heard == Received::Late {
        if is_unread(bot) {
            // It does not wait for a line, so it is still thinking.
            return late;
        }
        heard = bot.wait_on(PATIENCE);
    }
    if matches!(heard, Received::Line | Received::Flood) {
        // What it wrote may have been flushed only because it ended.
        return match bot.wait(PATIENCE) {
            Received::Gone => Complaint::DoesNotFlush,
            _ => Complaint::ReadsTooMuch,
        };
    }
    bot.hang_up();
    match bot.wait_on(PATIENCE) {
        Received::Line | Received::Flood => Complaint::DoesNotFlush,
        _ => late,
    }
}

/// Would the answer be right in another spelling?
fn respell(here: &Here<'_, Box<dyn AnyTable>>, answer: &[u8], error: &PlayError) -> Complaint {
    let quoted = Quoted::new(answer);
    if matches!(error, PlayError::Parse(_)) {
        let text = String::from_utf8_lossy(answer).into_owned();
        let upper = text.to_uppercase();
        let turned: String = upper.chars().rev().collect();
        let unquoted = upper.trim_matches(['"', '\'', '[', ']', '(', ')', '.', ',']).to_owned();
        let guesses = [text.to_lowercase(), upper.replace("10", "T"), unquoted, turned, upper];
        // An action that is legal here is what the author meant.
        if let Some(guess) = guesses.iter().map(|guess| guess.trim()).find(|guess| here.check(guess).is_ok())
        {
            return Complaint::Spelling { answer: quoted, right: guess.to_owned() };
        }
    }
    Complaint::Rule(Reason::refusing(quoted, error), Some(Box::new(error.clone())))
}
