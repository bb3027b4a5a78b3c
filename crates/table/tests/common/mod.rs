//! Matches between scripted players, run by the real referee, and rewritten records.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cards::{BySeat, Seat};
use sha2::{Digest, Sha256};
use table::clock::{Span, TimeControl, WallTime};
use table::ending::{Ending, Reason};
use table::key::{Hash, Key};
use table::player::Cost;
use table::record::{BadRecord, Conditions, Named, Record};
use table::referee::{CAP, Kind};
use table::verify::verify;
use table::{Answer, AnyTable, Here, Player, Referee, Reply, run};

/// The records of a folder of test data.
pub fn data(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a folder entry").path()).collect();
    files.sort();
    files
}

/// Takes the first legal action until it is asked for the last time, which is answered by the script.
struct Scripted {
    kind: Kind,
    /// How many questions are answered with an action before.
    before: usize,
    last: Option<Reply<String>>,
}

impl Player<Box<dyn AnyTable>> for Scripted {
    fn ask(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> Answer<String> {
        let action = here.legal(1)[0].action.clone();
        let legal = match self.kind {
            Kind::Bot => Reply::Line(action.into_bytes()),
            Kind::Agent | Kind::Person => Reply::Action(action),
        };
        let cost = Cost { wall: 1000, cpu: 700, lag: 100 };
        if self.before > 0 {
            self.before -= 1;
            return legal.costing(cost);
        }
        self.last.take().unwrap_or(legal).costing(cost)
    }
}

/// Under what conditions [`play`] plays, and who plays.
pub struct Match {
    pub game: &'static str,
    pub seed: u64,
    pub kinds: Vec<Kind>,
    pub clock: TimeControl,
    /// The first seat gives this answer at its question of this number, from 0.
    pub last: Option<(usize, Reply<String>)>,
    /// The seat that never starts, and why.
    pub at_start: Option<(Seat, Reason)>,
}

impl Match {
    /// Of this kind in the seat that is asked first, against agents.
    pub fn of(game: &'static str, kind: Kind) -> Match {
        let table = table::deal(game, "", Key::from_seed(1).rng()).expect("a game");
        let first = table.turn().expect("somebody begins").seat;
        let seats = table.header().seats();
        let kinds = Seat::all(seats).map(|seat| if seat == first { kind } else { Kind::Agent }).collect();
        Match { game, seed: 1, kinds, clock: TimeControl::CONTEST, last: None, at_start: None }
    }

    /// The seat that is asked first, whose answers are scripted.
    pub fn first(&self) -> Seat {
        let table = table::deal(self.game, "", Key::from_seed(self.seed).rng()).expect("a game");
        table.turn().expect("somebody begins").seat
    }

    pub fn play(self) -> Record {
        let first = self.first();
        let key = Key::from_seed(self.seed);
        let table = table::deal(self.game, "", key.rng()).expect("a game");
        let seats = table.header().seats();
        let (before, last) = self.last.map_or((usize::MAX, None), |(before, last)| (before, Some(last)));
        let mut script = Some(Scripted { kind: self.kinds[first.index()], before, last });
        let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>>>> = Vec::new();
        for seat in Seat::all(seats) {
            let kind = self.kinds[seat.index()];
            let legal = || Scripted { kind, before: usize::MAX, last: None };
            let player = script.take_if(|_| seat == first).unwrap_or_else(legal);
            players.push(Box::new(player));
        }
        let kinds = BySeat::from_fn(seats, |seat| self.kinds[seat.index()]);
        let mut referee = Referee::new(table, kinds, self.clock, CAP);
        if let Some((seat, why)) = &self.at_start {
            referee.forfeit(*seat, why.clone());
        }
        run(&mut referee, &mut players, &WallTime::start());
        let named = |kind: Kind| match kind {
            Kind::Person => Named::new(kind, None, "Anna"),
            Kind::Agent => Named::new(kind, Some(Hash::of(b"greedy")), "greedy"),
            Kind::Bot => Named::new(kind, Some(Hash::of(b"bot")), "./bot --fast"),
        };
        let has_bots = self.kinds.contains(&Kind::Bot);
        let conditions = Conditions {
            key: Some(key),
            clock: self.clock,
            cap: Span(CAP),
            startup: Span(Duration::from_secs(10)),
            sandbox: if has_bots { "strict landlock=7 seccomp rlimits".to_owned() } else { "-".to_owned() },
        };
        let unstarted = self.at_start.map(|(seat, _)| seat);
        let start =
            |seat: Seat| (self.kinds[seat.index()] == Kind::Bot && unstarted != Some(seat)).then_some(40_000);
        let players = self.kinds.iter().map(|&kind| named(kind)).collect();
        Record::new(&referee, &conditions, players, Seat::all(seats).map(start).collect())
    }
}

/// Reads the record's text back and proves it.
pub fn prove(record: &Record) -> Result<(), BadRecord> {
    prove_text(&record.to_string())
}

/// Reads a record and proves it.
pub fn prove_text(text: &str) -> Result<(), BadRecord> {
    verify(&Record::read(text.as_bytes())?)
}

/// The lines with marks and hash that fit them, as anybody can make them.
pub fn sealed<S: AsRef<str>>(lines: &[S]) -> String {
    let (mut text, mut marks, mut running) = (String::new(), "marks".to_owned(), Sha256::new());
    for line in lines {
        let line = format!("{}\n", line.as_ref());
        running.update(&line);
        text += &line;
        marks += &format!(" {}", &Hash(running.clone().finalize().into()).to_string()[..6]);
    }
    text += &format!("{marks}\n");
    format!("{text}hash {}\n", Hash::of(text.as_bytes()))
}

/// The lines of a record without those that guard the others.
pub fn unsealed(text: &str) -> Vec<String> {
    let guards = ["marks ", "hash ", "signature "];
    let lines = text.lines().filter(|line| !guards.iter().any(|guard| line.starts_with(guard)));
    lines.map(str::to_owned).collect()
}

/// The reason of a forfeit.
pub fn why(record: &Record) -> Option<&Reason> {
    match &record.ending {
        Ending::Forfeit { why, .. } => Some(why),
        Ending::Played => None,
    }
}
