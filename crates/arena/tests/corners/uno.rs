//! The corners of Uno, as the bot meets them.

use super::Corner;
use super::transcript::{Asked, Transcript};

/// How a card came to the bot's hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Deal,
    Draw,
    Open,
}

/// What a bot must remember.
#[derive(Default)]
struct State {
    hand: Vec<(String, From)>,
    top: String,
    discards: Vec<String>,
    is_turned: bool,
    has_played: bool,
}

impl State {
    fn read(&mut self, words: &[&str]) {
        match *words {
            ["give", "1", card] => self.hand.push((card.to_owned(), From::Deal)),
            ["draw", "1", card] => self.hand.push((card.to_owned(), From::Draw)),
            ["draw-open", "1", card] => self.hand.push((card.to_owned(), From::Open)),
            ["discard", card] => {
                self.discards.push(card.to_owned());
                self.top = card.to_owned();
            }
            ["play", seat, card] => {
                (self.top, self.has_played) = (card.to_owned(), true);
                if seat == "1" {
                    let at = self.hand.iter().position(|(held, _)| held == card).expect("the card is held");
                    self.hand.remove(at);
                }
            }
            ["turn-over"] => self.is_turned = true,
            _ => (),
        }
    }

    fn fits(&self, card: &str, top: &str) -> bool {
        card[..1] == top[..1] || card[1..] == top[1..]
    }
}

fn has(transcript: &Transcript, is_it: impl FnMut(&State, &Asked) -> bool) -> bool {
    transcript.has(State::read, is_it)
}

fn must(asked: &Asked, action: &str) -> bool {
    asked.prompt == "PLAY" && asked.legal == [action]
}

/// Must the bot play a card that came to its hand like this?
fn needs(state: &State, asked: &Asked, from: From) -> bool {
    let is_one = |action: &String| {
        action.strip_prefix("play ").is_some_and(|card| {
            let mut copies = state.hand.iter().filter(|(held, _)| held == card).peekable();
            copies.peek().is_some() && copies.all(|(_, other)| *other == from)
        })
    };
    asked.prompt == "PLAY" && asked.legal.iter().all(is_one)
}

/// Must the bot play a card with this symbol on one of another colour?
fn by_symbol(transcript: &Transcript, symbol: &str) -> bool {
    has(transcript, |s, q| {
        let is_one = |action: &String| {
            action.starts_with("play ") && action.ends_with(symbol) && action[5..6] != s.top[..1]
        };
        q.prompt == "PLAY" && q.legal.iter().all(is_one)
    })
}

pub const CORNERS: &[Corner] = &[
    ("the opening discard pile has several cards, and the last one named is on top", |t| {
        has(t, |s, q| {
            let first = s.discards.first().map_or("", String::as_str);
            s.discards.len() > 1
                && !s.has_played
                && q.prompt == "PLAY"
                && s.hand.iter().any(|(card, _)| s.fits(card, first) && !s.fits(card, &s.top))
        })
    }),
    ("a pass on top of the opening pile does nothing", |t| {
        t.tells(&["first 1"]) && has(t, |s, q| !s.has_played && s.top.ends_with('P') && q.prompt == "PLAY")
    }),
    ("a change-direction on top of the opening pile does nothing", |t| {
        t.tells(&["first 1"]) && has(t, |s, q| !s.has_played && s.top.ends_with('C') && q.prompt == "PLAY")
    }),
    ("the turn goes counter-clockwise from the start", |t| {
        t.tells(&["direction counter-clockwise", "play 1"])
    }),
    ("another seat than the first begins", |t| t.tells(&["first 3", "play 1"])),
    ("a pass of another colour is all that fits", |t| by_symbol(t, "P")),
    ("a change-direction of another colour is all that fits", |t| by_symbol(t, "C")),
    ("a number of another colour is all that fits", |t| by_symbol(t, "5")),
    ("a pass skips the bot", |t| t.tells(&["game uno seats 4", "first 4", "play 4 BP", "play 2", "play 1"])),
    ("a change-direction takes the turn back to the bot", |t| {
        t.tells(&["game uno seats 3", "first 1", "play 1 R5", "play 2 RC", "play 1"])
    }),
    ("the bot plays a pass against one other and goes on", |t| {
        t.tells(&["game uno seats 2", "play 1 RP", "play 1"])
    }),
    ("a change-direction against one other gives it the turn", |t| {
        t.tells(&["game uno seats 2", "play 1 RC", "play 2", "play 1"])
    }),
    ("the bot holds a card twice and must play both", |t| {
        let twice = |s: &State| s.hand.len() == 2 && s.hand[0].0 == s.hand[1].0;
        has(t, |s, q| twice(s) && q.prompt == "PLAY")
            && t.lines().filter(|line| line.starts_with("play 1")).count() > 1
    }),
    ("the bot draws a card that fits and may play or keep it", |t| {
        has(t, |_, q| q.prompt == "KEEP" && q.legal.len() == 2)
    }),
    ("the bot draws a card that does not fit and must keep it", |t| {
        has(t, |_, q| q.prompt == "KEEP" && q.legal == ["pass"])
    }),
    ("the bot must play a card that it drew and kept", |t| has(t, |s, q| needs(s, q, From::Draw))),
    ("the pile is turned, and the bot must play a card that it drew from it", |t| {
        has(t, |s, q| needs(s, q, From::Open))
    }),
    ("the pile is turned, and the open card stays", |t| {
        has(t, |s, q| s.is_turned && q.prompt == "KEEP" && s.hand.len() > 2)
    }),
    ("the face-down pile is empty from the start", |t| t.tells(&["stock 0", "turn-over", "draw-open 1"])),
    ("there is nothing to draw, and the bot must pass", |t| has(t, |_, q| must(q, "pass"))),
    ("nobody can play or draw, and the match ends without a winner", |t| t.tells(&["stuck"])),
    ("the turns are used up, and the match ends without a winner", |t| t.tells(&["limit"])),
    ("the deck is not the usual one", |t| t.tells(&["deck", "play 1"])),
    ("the bot wins with a pass", |t| t.tells(&["play 1 YP", "win 1"])),
];
