//! The match as a state machine without input or output: who is asked what, with how much time, what an
//! answer means, when it is over.
//!
//! The blocking loop ([`crate::run()`]), `verify` and whoever serves people over a network drive this one
//! machine, so clocks, forced actions, forfeits and records exist once.

use std::fmt;
use std::time::Duration;

use cards::agent::Allowed;
use cards::{BySeat, Message, Seat};

use crate::clock::{Clocks, TimeControl};
use crate::ending::{Ending, Quoted, Reason};
use crate::player::{Answer, Cost, Reply, micros};
use crate::table::{Board, PlayError, Turn};
use crate::text::english;

/// Who sits in a seat: what it is asked, and what a wrong answer means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Code of ours. It is not asked where it has no choice; a wrong answer forfeits.
    Agent,
    /// A program. It is asked as its wire says; a wrong answer forfeits.
    Bot,
    /// A person. Not asked without a choice either; told why an answer is wrong, and asked again. So is
    /// a stand-in.
    Person,
}

/// Who decided an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// Code of ours.
    Agent,
    /// A program.
    Bot,
    /// A person.
    Person,
    /// Code of ours in a person's place.
    StandIn,
    /// Nobody: there was nothing to choose.
    Forced,
}

/// How an action came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided {
    /// Whose action.
    pub seat: Seat,
    /// Who decided it.
    pub by: By,
    /// What it cost; `None` where nobody was asked.
    pub cost: Option<Cost>,
    /// How many iterations of search it took.
    pub iterations: u32,
}

/// Something besides an action that a record keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// How many actions came before.
    pub after: usize,
    /// Whose.
    pub seat: Seat,
    /// What.
    pub what: Noted,
}

/// What is noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noted {
    /// The seat asked for a hint.
    Hint,
    /// The seat took back its last action.
    Undo,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A seat must be asked.
    Ask {
        /// Which.
        seat: Seat,
        /// How much time it has.
        allowed: Allowed,
        /// How long to wait for its answer.
        limit: Duration,
    },
    /// The seat's action is forced: see [`Referee::force`].
    Forced(Seat),
    /// The match is over.
    Over,
}

/// An answer that changes nothing; the seat may answer again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// This seat was not asked.
    NotAsked,
    /// The action cannot be played.
    Play(PlayError),
    /// The last action cannot be taken back: somebody has seen it, or the seat has learned something by it.
    TooLateToUndo,
    /// The seat has decided nothing that could be taken back.
    NothingToUndo,
}

impl Refused {
    /// For people.
    pub fn message(&self) -> Message {
        match self {
            Refused::NotAsked => Message::new("not-asked"),
            Refused::Play(error) => error.message(),
            Refused::TooLateToUndo => Message::new("too-late-to-undo"),
            Refused::NothingToUndo => Message::new("nothing-to-undo"),
        }
    }
}
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&english().say(&self.message(), None))
    }
}
impl std::error::Error for Refused {}

/// A match and its referee.
#[derive(Clone, Debug)]
pub struct Referee<T> {
    table: T,
    kinds: BySeat<Kind>,
    clocks: Clocks,
    /// How long to wait for a seat that has no clock.
    cap: Duration,
    /// Who is to move, and what it is asked.
    turn: Option<Turn>,
    /// What the seat that is asked has used for answers that were refused.
    used: Duration,
    decided: Vec<Decided>,
    notes: Vec<Note>,
    ending: Option<Ending>,
    /// Why the answer that forfeited the match was wrong.
    because: Option<Message>,
}

/// Why a line is no action.
enum Unread {
    /// It is more than a line, or longer than any line may be.
    Flood,
    /// It is longer than any action, so many bytes without the blanks around it.
    TooLong(usize),
    /// It cannot be read.
    NoAction(PlayError),
}

/// A longer line is no answer but a flood.
pub const LONGEST_LINE: usize = 1024;

/// Without a clock a seat that never answers forfeits after so long.
pub const CAP: Duration = Duration::from_secs(600);

impl<T: Board> Referee<T> {
    /// A match that is about to begin, between players of these kinds.
    ///
    /// # Panics
    /// If there is not one kind for each seat.
    pub fn new(table: T, kinds: BySeat<Kind>, control: TimeControl, cap: Duration) -> Referee<T> {
        let seats = table.sides().len();
        assert_eq!(seats, kinds.len(), "one player for each seat");
        let mut referee = Referee {
            table,
            kinds,
            clocks: Clocks::new(control, seats),
            cap,
            turn: None,
            used: Duration::ZERO,
            decided: Vec::new(),
            notes: Vec::new(),
            ending: None,
            because: None,
        };
        let turn = referee.table.turn();
        referee.turn_to(turn);
        referee
    }

    /// The match itself.
    pub fn table(&self) -> &T {
        &self.table
    }

    /// How every action so far came about.
    pub fn decided(&self) -> &[Decided] {
        &self.decided
    }

    /// What was noted besides.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// How the match ended; `None` while it goes on.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Why the answer that forfeited the match was wrong, if that is how it ended.
    pub fn because(&self) -> Option<&Message> {
        self.because.as_ref()
    }

    /// What comes next.
    pub fn next(&self) -> Step {
        let Some(turn) = self.turn.filter(|_| self.ending.is_none()) else { return Step::Over };
        if self.is_forced(turn) {
            return Step::Forced(turn.seat);
        }
        self.ask(turn)
    }

    /// The same, but a person is asked also where there is no choice. Whoever seats several people asks like
    /// this, because an answer that comes by itself shows the others that it was forced.
    pub fn asked(&self) -> Step {
        match self.turn.filter(|turn| self.ending.is_none() && self.kinds[turn.seat] == Kind::Person) {
            Some(turn) => self.ask(turn),
            None => self.next(),
        }
    }

    fn ask(&self, turn: Turn) -> Step {
        let allowed = match self.clocks.allowed(turn.seat) {
            Allowed::Unlimited => Allowed::Unlimited,
            Allowed::Move(each) => Allowed::Move(each.saturating_sub(self.used)),
            Allowed::Match { left, increment } => {
                Allowed::Match { left: left.saturating_sub(self.used), increment }
            }
        };
        let limit = self.had(turn.seat).saturating_sub(self.used);
        Step::Ask { seat: turn.seat, allowed, limit }
    }

    /// The time on a seat's clock.
    pub fn allowed(&self, seat: Seat) -> Allowed {
        self.clocks.allowed(seat)
    }

    /// How much time the seat has for its decision, answers that were refused included. A record, which does
    /// not keep those answers, proves this much.
    fn had(&self, seat: Seat) -> Duration {
        match self.clocks.allowed(seat) {
            Allowed::Unlimited => self.cap,
            Allowed::Move(each) => each,
            Allowed::Match { left, .. } => left,
        }
    }

    /// Has the seat to move no choice that it would be asked about? The one rule of who is asked.
    fn is_forced(&self, turn: Turn) -> bool {
        match self.kinds[turn.seat] {
            Kind::Bot => self.table.unasked().is_some(),
            Kind::Agent | Kind::Person => turn.count == 1,
        }
    }

    /// Plays the forced action of the seat to move, if it is one; answers the action.
    pub fn force(&mut self) -> Option<T::Action> {
        let Step::Forced(seat) = self.next() else { return None };
        let action = match self.kinds[seat] {
            Kind::Bot => self.table.unasked(),
            Kind::Agent | Kind::Person => self.table.first(),
        };
        let action = action.expect("a forced action is there");
        self.table.play(seat, &action).expect("a forced action is legal");
        self.decided.push(Decided { seat, by: By::Forced, cost: None, iterations: 0 });
        self.turn_to(self.table.turn());
        Some(action)
    }

    /// Takes an answer. Programs forfeit by a wrong one; people are told why and asked again.
    pub fn answer(&mut self, seat: Seat, answer: Answer<T::Action>) -> Result<(), Refused> {
        let by = match self.kinds[seat] {
            Kind::Agent => By::Agent,
            Kind::Bot => By::Bot,
            Kind::Person => By::Person,
        };
        self.answer_by(seat, by, answer)
    }

    /// The same for a person whose place somebody else takes.
    pub fn answer_by(&mut self, seat: Seat, by: By, answer: Answer<T::Action>) -> Result<(), Refused> {
        let Step::Ask { seat: asked, .. } = self.asked() else { return Err(Refused::NotAsked) };
        if asked != seat {
            return Err(Refused::NotAsked);
        }
        let Answer { reply, cost, iterations, hints } = answer;
        let hint = Note { after: self.decided.len(), seat, what: Noted::Hint };
        self.notes.extend((0..hints).map(|_| hint));
        // Answers that were refused are part of the decision that comes of them.
        let cost = Cost { wall: cost.wall.saturating_add(micros(self.used)), ..cost };
        let (had, spent) = (self.had(seat), Duration::from_micros(cost.charged()));
        let is_late = self.clocks.allowed(seat) != Allowed::Unlimited && spent > had;
        let had = micros(had);
        match reply {
            Reply::Gone(why) => self.forfeit(seat, why),
            Reply::Late => {
                let took = cost.charged().max(had.saturating_add(1));
                self.forfeit(seat, Reason::OutOfTime { took, had });
            }
            _ if is_late => self.forfeit(seat, Reason::OutOfTime { took: cost.charged(), had }),
            Reply::Undo => {
                self.used = spent;
                if !self.undo(seat, T::undo) {
                    let has_decided = self.decided.iter().any(|one| one.seat == seat && one.by != By::Forced);
                    return Err(if has_decided { Refused::TooLateToUndo } else { Refused::NothingToUndo });
                }
                self.notes.push(Note { after: self.decided.len(), seat, what: Noted::Undo });
            }
            Reply::Line(line) => match self.read(&line) {
                Ok(action) => self.play(seat, by, vec![action], (cost, iterations), Some(&line))?,
                Err(Unread::NoAction(error)) if self.kinds[seat] == Kind::Person => {
                    self.used = spent;
                    return Err(Refused::Play(error));
                }
                Err(Unread::NoAction(error)) => self.wrong(seat, line.trim_ascii(), &error),
                Err(Unread::TooLong(count)) => {
                    self.because = Some(Message::new("answer-too-long").with("count", count));
                    let answer = Quoted::new(line.trim_ascii());
                    self.forfeit(seat, Reason::Unparsable { answer, because: None });
                }
                Err(Unread::Flood) => self.forfeit(seat, Reason::Flood),
            },
            Reply::Action(action) => self.play(seat, by, vec![action], (cost, iterations), None)?,
            Reply::Actions(actions) => self.play(seat, by, actions, (cost, iterations), None)?,
        }
        Ok(())
    }

    /// Takes back the last decision of a person who plays against our players alone, although they have seen it,
    /// as long as nobody has answered it and the person has learned nothing from it.
    pub fn take_back(&mut self, seat: Seat) -> Result<(), Refused> {
        let is_alone = self
            .kinds
            .seats()
            .all(|other| self.kinds[other] == if other == seat { Kind::Person } else { Kind::Agent });
        if !is_alone || self.ending.is_some() || !self.undo(seat, T::take_back) {
            return Err(Refused::TooLateToUndo);
        }
        self.notes.push(Note { after: self.decided.len(), seat, what: Noted::Undo });
        Ok(())
    }

    /// Takes back the seat's last decision, and with it what was forced after it. The time it took is not
    /// given back: it becomes part of the next decision.
    fn undo(&mut self, seat: Seat, undo: fn(&mut T, Seat) -> bool) -> bool {
        let mut is_undone = false;
        while undo(&mut self.table, seat) {
            is_undone = true;
            if let Some(turn) = self.turn {
                self.clocks.revoke(turn.seat, turn.starts_round);
            }
            self.turn = self.table.turn();
            let Some(decided) = self.decided.pop() else { break };
            if let Some(cost) = decided.cost {
                let charged = Duration::from_micros(cost.charged());
                self.clocks.refund(seat, charged);
                self.used += charged;
            }
            if decided.by != By::Forced {
                break;
            }
        }
        // Hints about what was taken back are hints about what comes in its place.
        let decided = self.decided.len();
        self.notes.iter_mut().for_each(|note| note.after = note.after.min(decided));
        is_undone
    }

    /// Reads a line. Blanks around an answer do no harm, however many there are.
    fn read(&self, line: &[u8]) -> Result<T::Action, Unread> {
        let answer = line.trim_ascii();
        if line.len() > LONGEST_LINE || answer.contains(&b'\n') {
            return Err(Unread::Flood);
        }
        if answer.len() > Quoted::LONGEST {
            return Err(Unread::TooLong(answer.len()));
        }
        let text = std::str::from_utf8(answer).map_err(|_| Unread::NoAction(PlayError::NoText))?;
        self.table.read(text).map_err(Unread::NoAction)
    }

    /// A program's answer cannot be played.
    fn wrong(&mut self, seat: Seat, answer: &[u8], error: &PlayError) {
        self.because = Some(error.message());
        self.forfeit(seat, Reason::refusing(Quoted::new(answer), error));
    }

    /// Plays all of the actions or none; `line` is what a program wrote.
    fn play(
        &mut self,
        seat: Seat,
        by: By,
        actions: Vec<T::Action>,
        (cost, iterations): (Cost, u32),
        line: Option<&[u8]>,
    ) -> Result<(), Refused> {
        let turns = match self.table.play_all(seat, &actions) {
            Ok(turns) => turns,
            Err(error) if self.kinds[seat] == Kind::Person => {
                self.used = Duration::from_micros(cost.charged());
                return Err(Refused::Play(error));
            }
            Err(error) => {
                let spelt =
                    || actions.iter().map(|action| self.table.spell(action)).collect::<Vec<_>>().join(", ");
                let answer = line.map_or_else(|| spelt().into_bytes(), |line| line.trim_ascii().to_vec());
                self.wrong(seat, &answer, &error);
                return Ok(());
            }
        };
        // The clock was asked before whether it has so much.
        let _ = self.clocks.charge(seat, Duration::from_micros(cost.charged()));
        for (number, turn) in turns.into_iter().enumerate() {
            // Of a batch the first action took the time, and what had no choice was nobody's decision.
            let decided = match self.turn {
                Some(asked) if number > 0 && asked.count == 1 => {
                    Decided { seat, by: By::Forced, cost: None, iterations: 0 }
                }
                _ => {
                    let cost = if number == 0 { cost } else { Cost::default() };
                    Decided { seat, by, cost: Some(cost), iterations }
                }
            };
            self.decided.push(decided);
            self.turn_to(turn);
        }
        Ok(())
    }

    /// Gives out the time that the next decision brings, and sees whether there is one.
    fn turn_to(&mut self, turn: Option<Turn>) {
        self.used = Duration::ZERO;
        self.turn = turn;
        match turn {
            Some(turn) => self.clocks.decision(turn.seat, turn.starts_round),
            None => self.ending = self.ending.take().or(Some(Ending::Played)),
        }
    }

    /// Ends the match by a seat's fault.
    pub fn forfeit(&mut self, seat: Seat, why: Reason) {
        if self.ending.is_none() {
            self.ending = Some(Ending::Forfeit { seat, why });
        }
    }

    /// What each seat has won. A forfeit costs the whole side: everybody else wins one, the side pays.
    pub fn payoffs(&self) -> BySeat<i32> {
        let Some(Ending::Forfeit { seat: guilty, .. }) = self.ending else { return self.table.payoffs() };
        let sides = self.table.sides();
        let side = sides.iter().filter(|side| **side == sides[guilty]).count();
        let price = ((sides.len() - side) / side) as i32;
        BySeat::from_fn(sides.len(), |seat| if sides[seat] == sides[guilty] { -price } else { 1 })
    }
}
