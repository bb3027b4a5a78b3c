//! Tries a bot out and says in plain words what is wrong with it.
//!
//! The bot plays a team, policies of ours play the rest. Unlike the referee this takes its time: it
//! listens after an answer for chatter, and when no answer comes it finds out why.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use cards::{PlayError, Rng, Seat};

use crate::process::{Bot, Heard, LONGEST_ANSWER, STDERR_MOST};
use crate::referee::judge;
use crate::sandbox::Spec;
use crate::table::Table;
use crate::verdict::{Crash, Quoted, Reason};

/// How long a bot has to say what it still has to say.
const PATIENCE: Duration = Duration::from_millis(500);
/// How soon a bot that waits for a line reads the one it is sent.
const NOTICE: Duration = Duration::from_millis(200);
/// How long to listen for chatter after an answer, and after how many answers of a match.
const LISTEN: Duration = Duration::from_millis(10);
const LISTENED: u32 = 4;

/// What is wrong with a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Complaint {
    /// It broke a rule, and no nearer reason is known.
    Rule(Reason),
    /// The answer is right but for its spelling.
    Spelling {
        /// What it wrote.
        answer: Quoted,
        /// What it should have written.
        right: String,
    },
    /// The answer came once one more line was sent, and the bot went on.
    ReadsTooMuch,
    /// The answer came when the bot ended.
    DoesNotFlush,
    /// It wrote this besides its answer.
    Chatters(Quoted),
    /// It wrote this and did not end the line.
    HalfLine(Quoted),
    /// It wrote more to standard error than anybody will read.
    FloodsStderr,
    /// It did not read its input at all.
    DoesNotRead,
    /// It did not end when its input did.
    Stays,
}

impl Complaint {
    /// For the author: what happened, and what to do about it.
    pub fn in_words(&self) -> String {
        match self {
            Complaint::Rule(why) => format!("it {}", why.in_words()),
            Complaint::Spelling { answer, right } => {
                format!("wrong spelling: it answered {answer}; the protocol spells that {right}")
            }
            Complaint::ReadsTooMuch => "it reads too much: it answered only after one more line had come. \
                Answer as soon as the line with the question has been read"
                .to_owned(),
            Complaint::DoesNotFlush => "no flush: its answer came only when it ended. Flush standard \
                output after every line, and do not read the input to its end before you answer"
                .to_owned(),
            Complaint::Chatters(said) => {
                format!("chatter: it wrote {said} besides its answer. Debug output belongs on standard error")
            }
            Complaint::HalfLine(said) => format!(
                "half a line: it wrote {said} and did not end the line in time. End every answer with a line \
                break and flush it"
            ),
            Complaint::FloodsStderr => {
                format!("it wrote more than {} MB to standard error in one match", STDERR_MOST >> 20)
            }
            Complaint::DoesNotRead => "it never read its input, and did not answer in time".to_owned(),
            Complaint::Stays => "it did not end within half a second when its input ended".to_owned(),
        }
    }
}

/// What a bot did well in a match.
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

/// A bot to be tried out, and how long it may take.
#[derive(Clone, Debug)]
pub struct Trial<'a> {
    /// The bot.
    pub spec: &'a Spec,
    /// See [`Spec::to_command`].
    pub launcher: &'a Path,
    /// For its start and its first answer.
    pub startup: Duration,
    /// For each further answer.
    pub time: Duration,
}

/// The end of a match on trial: what the bot did, or the complaint with the position it arose in
/// and the end of its standard error.
pub type Outcome = Result<Tally, Box<Failure>>;

/// What went wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What.
    pub complaint: Complaint,
    /// How many answers the bot that did it had given in this match.
    pub answers: u32,
    /// The question it arose from, and the last lines the bot had been sent.
    pub after: Vec<String>,
    /// The end of its standard error.
    pub stderr: Vec<u8>,
}

impl Trial<'_> {
    /// Plays one match with the bot in `seat` and its partners' seats, and `policy` in the others.
    ///
    /// # Errors
    /// If the bot cannot be started at all.
    pub fn play(
        &self,
        table: &mut dyn Table,
        seat: Seat,
        policy: &str,
        rng: &mut Rng,
    ) -> io::Result<Outcome> {
        let seats = table.game().seats();
        let mut bots = Vec::new();
        for other in Seat::all(seats) {
            let is_ours = table.are_partners(other, seat);
            bots.push(if is_ours { Some(Bot::start(self.spec.to_command(self.launcher)?)?) } else { None });
        }
        let mut sent = vec![Vec::new(); seats];
        let mut answers = vec![0u32; seats];
        let mut tally = Tally::default();
        while let Some(turn) = table.game().turn() {
            if let Some(action) = table.unasked() {
                table.game_mut().play(&action).expect("what nobody is asked for is legal");
                continue;
            }
            let here = turn.index();
            let Some(bot) = &mut bots[here] else {
                let action = table.advise(policy, rng).expect("the policy was looked up before");
                table.game_mut().play(&action).expect("policies play by the rules");
                continue;
            };
            table.tell(turn, bot.outgoing());
            writeln!(bot.outgoing(), "{}", table.game().prompt()).expect("memory takes all");
            sent[here] = bot.outgoing().clone();
            let time = self.time + if answers[here] == 0 { self.startup } else { Duration::ZERO };
            let (heard, took) = bot.ask(Some(time));
            let late = Late { took, had: time };
            let fine = self.hear(table, bot, heard, late, answers[here] < LISTENED);
            if let Err(complaint) = fine {
                bot.read_stderr();
                let text = String::from_utf8_lossy(&sent[here]);
                let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                let after = lines[lines.len().saturating_sub(6)..].to_vec();
                let answers = answers[here];
                return Ok(Err(Box::new(Failure { complaint, answers, after, stderr: bot.stderr() })));
            }
            answers[here] += 1;
            tally.answers += 1;
            if answers[here] > 1 {
                tally.slowest = tally.slowest.max(took);
            }
        }
        tally.won = table.game().payoffs()[seat] > 0;
        for (here, bot) in bots.iter_mut().enumerate() {
            let Some(bot) = bot else { continue };
            table.tell(Seat::new(here), bot.outgoing());
            let _ = bot.flush();
            tally.cpu += bot.cpu.total();
            bot.hang_up();
            if bot.wait(PATIENCE) == Heard::Late {
                let after = vec!["the end of its input".to_owned()];
                return Ok(Err(Box::new(Failure {
                    complaint: Complaint::Stays,
                    answers: answers[here],
                    after,
                    stderr: bot.stderr(),
                })));
            }
        }
        Ok(Ok(tally))
    }

    fn hear(
        &self,
        table: &mut dyn Table,
        bot: &mut Bot,
        heard: Heard,
        late: Late,
        listens: bool,
    ) -> Result<(), Complaint> {
        match heard {
            Heard::Line => {
                let answer = bot.answer().to_vec();
                if let Err(why) = judge(table, &answer) {
                    let complaint = respell(table, why);
                    // What is no action may stand before one.
                    let is_banner = matches!(complaint, Complaint::Rule(Reason::Unparsable { .. }))
                        && bot.wait(PATIENCE) == Heard::Line
                        && judge(table, bot.answer()).is_ok();
                    return Err(if is_banner {
                        Complaint::Chatters(Quoted::new(&answer))
                    } else {
                        complaint
                    });
                }
                if listens {
                    return match bot.wait(LISTEN) {
                        Heard::Line | Heard::Flood => Err(Complaint::Chatters(Quoted::new(bot.answer()))),
                        _ => Ok(()),
                    };
                }
                Ok(())
            }
            Heard::Unasked => Err(Complaint::Chatters(Quoted::new(bot.answer()))),
            Heard::Flood if bot.floods_stderr() => Err(Complaint::FloodsStderr),
            // A second line or two are chatter; a full buffer is worse.
            Heard::Flood if (1..LONGEST_ANSWER / 2).contains(&bot.excess().len()) => {
                let (first, rest) = (bot.answer(), bot.excess().trim_ascii_end());
                // The answer may stand behind what is none.
                let last = rest.rsplit(|&byte| byte == b'\n').next().unwrap_or(rest);
                let is_banner = judge(table, first).is_err() && judge(table, last).is_ok();
                Err(Complaint::Chatters(Quoted::new(if is_banner { first } else { rest })))
            }
            Heard::Flood => Err(Complaint::Rule(Reason::Flood)),
            Heard::Gone => Err(Complaint::Rule(match bot.autopsy() {
                None => Reason::Crashed(Crash::ClosedPipe),
                Some((status, spent)) => crate::referee::reason(&crate::sandbox::cause(
                    status,
                    &spent,
                    &self.spec.limits,
                    &bot.stderr(),
                )),
            })),
            Heard::Late => Err(why_late(bot, late)),
        }
    }
}

/// How long a bot took, and how long it might have.
#[derive(Clone, Copy)]
struct Late {
    took: Duration,
    had: Duration,
}

/// No answer came in time. Does one come later, after another line, or when there are no more lines?
fn why_late(bot: &mut Bot, Late { took, had }: Late) -> Complaint {
    let begun = Instant::now();
    let out_of_time = || {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        Complaint::Rule(Reason::OutOfTime { took: micros(took + begun.elapsed()), had: micros(had) })
    };
    let is_unread = |bot: &Bot| bot.unread().is_some_and(|unread| unread > 0);
    let was_unread = is_unread(bot);
    // Whatever comes while nothing is sent comes late.
    if bot.wait_on(PATIENCE) != Heard::Late {
        return out_of_time();
    }
    if !bot.answer().is_empty() {
        return Complaint::HalfLine(Quoted::new(bot.answer()));
    }
    if was_unread && is_unread(bot) {
        return Complaint::DoesNotRead;
    }
    bot.outgoing().push(b'\n');
    let mut heard = if bot.flush() { bot.wait(NOTICE) } else { Heard::Gone };
    if heard == Heard::Late {
        if is_unread(bot) {
            // It does not wait for a line, so it thinks.
            return out_of_time();
        }
        heard = bot.wait_on(PATIENCE);
    }
    if matches!(heard, Heard::Line | Heard::Flood) {
        // A bot may take the empty line for the end of its input, and what it wrote goes out as it ends.
        return match bot.wait(PATIENCE) {
            Heard::Gone => Complaint::DoesNotFlush,
            _ => Complaint::ReadsTooMuch,
        };
    }
    bot.hang_up();
    match bot.wait_on(PATIENCE) {
        Heard::Line | Heard::Flood => Complaint::DoesNotFlush,
        _ => out_of_time(),
    }
}

/// Would the answer be right in another spelling?
fn respell(table: &mut dyn Table, why: Reason) -> Complaint {
    let Reason::Unparsable { answer, .. } = &why else { return Complaint::Rule(why) };
    let text = String::from_utf8_lossy(answer.bytes()).into_owned();
    let upper = text.to_uppercase();
    let turned: String = upper.chars().rev().collect();
    let unquoted = upper.trim_matches(['"', '\'', '[', ']', '(', ')', '.', ',']).to_owned();
    let guesses = [text.to_lowercase(), upper.replace("10", "T"), unquoted, turned, upper];
    for guess in guesses {
        // An action that is legal here is what the author meant.
        match table.game_mut().play(guess.trim()) {
            Ok(()) => return Complaint::Spelling { answer: answer.clone(), right: guess.trim().to_owned() },
            Err(PlayError::Illegal(_) | PlayError::Parse(_) | PlayError::Over) => (),
        }
    }
    Complaint::Rule(why)
}
