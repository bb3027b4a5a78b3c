//! The corners of Durak, as the bot meets them.

use super::Corner;
use super::transcript::{Asked, Transcript};

/// How a card came to the bot's hand.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum From {
    #[default]
    Deal,
    /// Given after the first six.
    Stock,
    /// Taken up.
    Take,
    /// Thrown in after the bot had said that it takes.
    Added,
}

/// What a bot must remember.
#[derive(Default)]
struct State {
    trump: String,
    given: usize,
    hand: Vec<(String, From)>,
    /// The cards of the round, and how many of them lay there when the bot gave up.
    table: Vec<String>,
    taken: Option<usize>,
    /// The first card of the round, and the last one laid under somebody.
    first: String,
    open: String,
    /// Who attacked, and whom.
    attack: String,
    /// Ranks of earlier rounds.
    old: String,
    out: Vec<String>,
}

impl State {
    fn read(&mut self, words: &[&str]) {
        match *words {
            ["trump", suit] => self.trump = suit.to_owned(),
            ["give", seat, card] => {
                self.end_round();
                if seat == "1" {
                    self.given += 1;
                    self.hand.push((card.to_owned(), if self.given > 6 { From::Stock } else { From::Deal }));
                }
            }
            ["move", by, to, card] => {
                self.end_round();
                self.attack = format!("{by} {to}");
                self.first = card.to_owned();
                self.lay(by, card);
                self.open = card.to_owned();
            }
            ["add", by, _, card] => {
                self.lay(by, card);
                self.open = card.to_owned();
            }
            ["beat", by, card] => self.lay(by, card),
            ["take", "1"] => self.taken = Some(self.table.len()),
            ["out", seat] => self.out.push(seat.to_owned()),
            _ => (),
        }
    }

    fn lay(&mut self, by: &str, card: &str) {
        self.table.push(card.to_owned());
        if by == "1" {
            self.hand.retain(|(held, _)| held != card);
        }
    }

    fn end_round(&mut self) {
        self.old.extend(self.table.iter().filter_map(|card| card.chars().next()));
        let taken = self.taken.take();
        for (number, card) in std::mem::take(&mut self.table).into_iter().enumerate() {
            if let Some(taken) = taken {
                self.hand.push((card, if number < taken { From::Take } else { From::Added }));
            }
        }
    }

    fn beats(&self, card: &str, other: &str) -> bool {
        let rank = |card: &str| "6789TJQKA".find(&card[..1]);
        if card[1..] == other[1..] { rank(card) > rank(other) } else { card[1..] == self.trump }
    }

    fn holds(&self, mut is_it: impl FnMut(&str) -> bool) -> bool {
        self.hand.iter().any(|(card, _)| is_it(card))
    }

    fn is_out(&self, seat: &str) -> bool {
        self.out.iter().any(|out| out == seat)
    }
}

fn has(transcript: &Transcript, mut is_it: impl FnMut(&State, &Asked) -> bool) -> bool {
    // A round that has ended without a word has ended by the time the bot is to attack.
    transcript.has(State::read, |state: &State, asked| is_it(state, asked))
}

/// Must the bot attack with a card that came to its hand like this?
fn attacks_with(state: &State, asked: &Asked, from: &[From]) -> bool {
    asked.prompt == "MOVE" && state.hand.iter().all(|(_, other)| from.contains(other))
}

/// The most cards in one round against the bot, and what became of them.
fn rounds(transcript: &Transcript) -> Vec<(usize, bool)> {
    let mut rounds: Vec<(usize, bool)> = Vec::new();
    for line in transcript.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["move", _, to, _] => rounds.push((usize::from(to == "1"), false)),
            ["add", _, "1", _] => rounds.last_mut().expect("a round").0 += 1,
            ["take", "1"] => rounds.last_mut().expect("a round").1 = true,
            _ => (),
        }
    }
    rounds
}

pub const CORNERS: &[Corner] = &[
    ("the bot attacks first", |t| t.asked.first().is_some_and(|q| q.prompt == "MOVE" && q.lines.len() == 25)),
    ("the bot is attacked first", |t| {
        t.asked.first().is_some_and(|q| q.prompt == "BEAT" && q.lines.len() == 26)
    }),
    ("six cards are laid under the bot in one round", |t| rounds(t).iter().any(|round| round.0 == 6)),
    ("the bot beats a second card and could have beaten only the first", |t| {
        has(t, |s, q| {
            q.prompt == "BEAT"
                && s.open != s.first
                && q.legal.len() > 1
                && s.holds(|card| s.beats(card, &s.first) && !s.beats(card, &s.open))
        })
    }),
    ("the bot holds trumps that do not beat a higher trump", |t| {
        has(t, |s, q| {
            let is_trump = |card: &str| card[1..] == s.trump;
            q.prompt == "BEAT"
                && is_trump(&s.open)
                && s.holds(|card| is_trump(card) && !s.beats(card, &s.open))
        })
    }),
    ("the bot holds higher cards of other suits that do not beat", |t| {
        has(t, |s, q| {
            let is_higher = |card: &str| {
                "6789TJQKA".find(&card[..1]) > "6789TJQKA".find(&s.open[..1])
                    && card[1..] != s.open[1..]
                    && card[1..] != s.trump
            };
            q.prompt == "BEAT" && q.legal.len() > 1 && s.holds(is_higher)
        })
    }),
    ("the bot may throw in, and holds ranks of earlier rounds", |t| {
        has(t, |s, q| {
            let on_table = |card: &str| s.table.iter().any(|other| other[..1] == card[..1]);
            q.prompt == "ADD" && s.holds(|card| !on_table(card) && s.old.contains(&card[..1]))
        })
    }),
    ("the bot may throw in under a defender who takes", |t| {
        has(t, |_, q| q.prompt == "ADD" && q.lines.last().is_some_and(|line| line.starts_with("take")))
    }),
    ("the bot is asked again after it threw in under a defender who takes", |t| {
        let is_add =
            |q: &Asked| q.prompt == "ADD" && q.lines.last().is_some_and(|line| line.starts_with("add 1"));
        t.asked.iter().any(is_add)
    }),
    ("the bot may throw in what its partner attacks with", |t| {
        has(t, |s, q| q.prompt == "ADD" && s.attack.starts_with("3 "))
    }),
    ("the bot takes eight cards or more", |t| {
        has(t, |s, _| s.hand.iter().filter(|(_, from)| matches!(from, From::Take | From::Added)).count() >= 8)
    }),
    ("the partner takes, and the bot plays on with its own cards", |t| t.tells(&["take 3", "move 1"])),
    ("the bot must attack with a card from the stock", |t| has(t, |s, q| attacks_with(s, q, &[From::Stock]))),
    ("the bot must attack with a card that it took", |t| {
        has(t, |s, q| attacks_with(s, q, &[From::Take, From::Added]))
    }),
    ("the bot must attack with cards that it took, one of them thrown in after it gave up", |t| {
        has(t, |s, q| {
            let is_added = |(_, from): &(String, From)| *from == From::Added;
            attacks_with(s, q, &[From::Take, From::Added]) && s.hand.iter().any(is_added)
        })
    }),
    ("the bot must attack with a trump", |t| {
        has(t, |s, q| q.prompt == "MOVE" && s.hand.iter().all(|(card, _)| card[1..] == s.trump))
    }),
    ("the bot attacks with its last card", |t| has(t, |s, q| q.prompt == "MOVE" && s.hand.len() == 1)),
    ("the bot is out in the middle of a round, and its partner plays on", |t| {
        t.tells(&["out 1", "move"]) && !t.tells(&["out 3", "out 1"])
    }),
    ("the partner is out, and an attack aimed at it goes to the bot", |t| {
        has(t, |s, q| q.prompt == "BEAT" && s.is_out("3") && s.attack == "2 1")
    }),
    ("the partner is out, and the bot attacks in its place", |t| t.tells(&["out 3", "move 1 4"])),
    ("an opponent is out, and the bot attacks the other in its place", |t| t.tells(&["out 2", "move 1 4"])),
    ("an opponent is out, and the other attacks the bot in its place", |t| t.tells(&["out 4", "move 2 1"])),
    ("two seats are out, one of each team", |t| has(t, |s, _| s.out.len() == 2)),
    ("the match ends with an open card under the bot", |t| {
        let lines: Vec<&str> = t.lines().collect();
        matches!(lines[..], [.., attack, out] if out.starts_with("out") && attack.contains(" 1 ")
            && (attack.starts_with("move") || attack.starts_with("add")))
    }),
];
