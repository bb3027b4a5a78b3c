//! The corners of House of Cards, as the bot meets them.

use super::Corner;
use super::transcript::{Asked, Transcript};

/// What a bot must remember.
#[derive(Default)]
struct State {
    ranks: usize,
    deck: Vec<String>,
    drawn: usize,
    held: [Option<String>; 2],
    /// Did the bot lay its held card as a floor and hold the drawn one instead?
    has_exchanged: bool,
    /// Peaks set since the first four.
    peaks: Vec<String>,
    scores: Vec<i32>,
}

impl State {
    fn read(&mut self, words: &[&str]) {
        let at = |seat: &str| usize::from(seat == "2");
        let front = self.deck.get(self.drawn).cloned();
        match *words {
            ["game", .., ranks] => {
                self.ranks = ranks.trim_start_matches("ranks=").parse().expect("a number");
            }
            ["deck", ref cards @ ..] => {
                self.deck = cards.iter().map(|card| (*card).to_owned()).collect();
                self.drawn = 8;
            }
            ["hold", seat, card] => {
                self.held[at(seat)] = Some(card.to_owned());
                self.drawn += 1;
            }
            ["floor", seat, _, card] => {
                if self.held[at(seat)].as_deref() == Some(card) {
                    self.held[at(seat)] = front;
                    self.has_exchanged |= seat == "1";
                }
                self.drawn += 1;
            }
            ["peak", seat, place, ..] => {
                self.held[at(seat)] = None;
                self.peaks.push(place.to_owned());
                self.drawn += 1;
            }
            ["score", _, points] => self.scores.push(points.parse().expect("a number")),
            _ => (),
        }
    }
}

fn has(transcript: &Transcript, is_it: impl FnMut(&State, &Asked) -> bool) -> bool {
    transcript.has(State::read, is_it)
}

fn may(asked: &Asked, action: &str) -> bool {
    asked.legal.iter().any(|legal| legal.starts_with(action))
}

/// Does a held card count at the end, below zero or above?
fn settles(transcript: &Transcript, is_it: fn(i32) -> bool) -> bool {
    let scores = || transcript.lines().filter_map(|line| line.strip_prefix("score 1 "));
    let last = scores().last().and_then(|points| points.parse().ok());
    last.is_some_and(is_it)
}

pub const CORNERS: &[Corner] = &[
    ("five ranks leave two cards", |t| has(t, |s, q| s.ranks == 5 && q.prompt == "BUILD")),
    ("nine ranks are played", |t| has(t, |s, _| s.ranks == 9)),
    ("the bot begins and is red", |t| t.tells(&["red 1"]) && t.asked[0].lines.len() == 3),
    ("the bot begins and is black", |t| t.tells(&["red 2"]) && t.asked[0].lines.len() == 3),
    ("the other begins and is red", |t| t.tells(&["red 2"]) && t.asked[0].lines.len() > 3),
    ("the other begins and is black", |t| t.tells(&["red 1"]) && t.asked[0].lines.len() > 3),
    ("the bot holds a card and may not hold another", |t| {
        has(t, |s, q| s.held[0].is_some() && !may(q, "hold"))
    }),
    ("the other holds a card, and the bot may hold one too", |t| {
        has(t, |s, q| s.held == [None, s.held[1].clone()] && s.held[1].is_some() && may(q, "hold"))
    }),
    ("the bot laid its held card and holds the drawn one instead", |t| {
        has(t, |s, q| {
            s.has_exchanged
                && s.held[0]
                    .as_ref()
                    .is_some_and(|held| may(q, "floor") && q.legal.iter().any(|a| a.ends_with(held.as_str())))
        })
    }),
    ("the bot may set a peak, either way round", |t| {
        has(t, |_, q| q.legal.iter().filter(|a| a.starts_with("peak")).count() >= 2)
    }),
    ("the bot set a peak and holds nothing", |t| t.tells(&["peak 1", "hold 1"])),
    ("floors lie side by side, with no valley between them", |t| {
        has(t, |s, q| s.peaks.is_empty() && may(q, "peak 1") && may(q, "peak 3") && !may(q, "floor 2"))
    }),
    ("there is no valley, and the bot must set a peak", |t| {
        has(t, |_, q| q.legal.iter().all(|action| action.starts_with("peak")))
    }),
    ("there is no floor, and the bot must lay one or hold", |t| {
        has(t, |s, q| s.held[0].is_some() && q.legal.iter().all(|action| action.starts_with("floor")))
    }),
    ("a valley opens on the second storey", |t| has(t, |_, q| may(q, "floor 2") || may(q, "floor 4"))),
    ("the only valleys are on the second storey", |t| {
        has(t, |s, q| {
            s.held[0].is_some()
                && q.legal.iter().all(|a| a.starts_with("floor 2") || a.starts_with("floor 4"))
        })
    }),
    ("a valley opens on the third storey", |t| {
        has(t, |s, q| {
            s.peaks.iter().any(|p| p == "2") && s.peaks.iter().any(|p| p == "4") && may(q, "floor 3")
        })
    }),
    ("the last card is the bot's", |t| has(t, |s, q| s.drawn + 1 == s.deck.len() && q.prompt == "BUILD")),
    ("a card held at the end counts against the bot", |t| settles(t, |points| points < 0)),
    ("ranks of two digits are built in", |t| {
        has(t, |s, q| s.ranks == 13 && q.legal.iter().any(|a| a.contains("13")))
    }),
];
