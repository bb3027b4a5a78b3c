//! The corners of Mau-Mau, as the bot meets them.

use super::Corner;
use super::transcript::{Asked, Transcript};

/// A card of the bot's hand, and how it came there.
#[derive(Clone, PartialEq, Eq)]
struct Held {
    card: String,
    from: From,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Deal,
    /// Drawn, as the card of this number in its turn.
    Draw(usize),
    /// Drawn from a turned pile.
    Take,
}

/// What a bot must remember.
#[derive(Default)]
struct State {
    seats: usize,
    hand: Vec<Held>,
    top: String,
    wish: Option<String>,
    /// Is the open card the opening card?
    is_opening: bool,
    /// Is the open card a seven that nobody has paid for?
    is_active: bool,
    /// Turns that ended without a play since the open card was laid.
    passes: usize,
    /// Cards drawn in this turn.
    drawn: usize,
    is_turned: bool,
}

impl State {
    fn read(&mut self, words: &[&str]) {
        match *words {
            ["game", _, "seats", seats, ..] => self.seats = seats.parse().expect("a number"),
            ["give", "1", card] => self.hold(card, From::Deal),
            ["open", card] => {
                (self.is_opening, self.top) = (true, card.to_owned());
                self.is_active = card.starts_with('7');
            }
            ["play", seat, card, ref wish @ ..] => {
                if seat == "1" {
                    self.hand.retain(|held| held.card != card);
                }
                (self.top, self.is_active) = (card.to_owned(), card.starts_with('7'));
                self.wish = wish.get(1).map(|suit| (*suit).to_owned());
                (self.is_opening, self.passes, self.drawn) = (false, 0, 0);
            }
            ["draw", seat, card] => {
                self.drawn += 1;
                if seat == "1" {
                    self.hold(card, From::Draw(self.drawn));
                }
            }
            ["take", seat, card] => {
                self.drawn += 1;
                if seat == "1" {
                    self.hold(card, From::Take);
                }
            }
            ["pass", _] => {
                self.drawn = 0;
                self.passes += 1;
                self.is_active = false;
            }
            ["turn-over"] => self.is_turned = true,
            _ => (),
        }
    }

    fn hold(&mut self, card: &str, from: From) {
        self.hand.push(Held { card: card.to_owned(), from });
    }

    /// Does the hand have a card with this rank or suit?
    fn has(&self, sign: &str) -> bool {
        self.hand.iter().any(|held| held.card.contains(sign))
    }

    fn suit(&self) -> &str {
        &self.top[1..]
    }
}

fn has(transcript: &Transcript, is_it: impl FnMut(&State, &Asked) -> bool) -> bool {
    transcript.has(State::read, is_it)
}

/// Can only cards be played whose first letter, or any letter, is this?
fn only(asked: &Asked, sign: &str) -> bool {
    asked.prompt == "PLAY" && asked.legal.iter().all(|action| action.starts_with(&format!("play {sign}")))
}

fn must(asked: &Asked, action: &str) -> bool {
    asked.prompt == "PLAY" && asked.legal == [action]
}

/// Must the bot play a card that came to its hand like this?
fn needs(state: &State, asked: &Asked, from: impl Fn(From) -> bool) -> bool {
    let is_one = |action: &String| {
        let card = action.split(' ').nth(1).unwrap_or_default();
        state.hand.iter().any(|held| held.card == card && from(held.from))
    };
    asked.prompt == "PLAY" && asked.legal.iter().all(is_one)
}

/// The most cards that the bot draws in one turn.
fn penalty(transcript: &Transcript) -> usize {
    let (mut drawn, mut most) = (0, 0);
    for line in transcript.lines() {
        let is_drawn = line.starts_with("draw 1 ") || line.starts_with("take 1 ");
        drawn = if is_drawn {
            drawn + 1
        } else if line == "turn-over" {
            drawn
        } else {
            0
        };
        most = most.max(drawn);
    }
    most
}

pub const CORNERS: &[Corner] = &[
    ("an opening seven costs the bot two cards", |t| {
        has(t, |s, q| s.is_opening && s.is_active && must(q, "draw") && s.has(s.suit()))
    }),
    ("the bot must put a seven on an opening seven", |t| {
        has(t, |s, q| s.is_opening && s.is_active && only(q, "7") && s.has(s.suit()))
    }),
    ("an opening eight skips the bot", |t| t.tells(&["first 1", "open", "skip 1", "play"])),
    ("the bot holds no card of an opening jack's suit and may play anything", |t| {
        has(t, |s, q| s.is_opening && s.top.starts_with('J') && q.prompt == "PLAY" && !s.has(s.suit()))
    }),
    ("a jack may not go on an opening jack", |t| {
        has(t, |s, q| {
            s.is_opening && s.top.starts_with('J') && q.prompt == "PLAY" && s.has("J") && s.hand.len() > 3
        })
    }),
    ("the bot must answer a seven with a seven", |t| {
        has(t, |s, q| !s.is_opening && s.is_active && only(q, "7") && s.has(s.suit()) && s.hand.len() > 2)
    }),
    ("the bot holds a jack and cards that fit, and must pay for a seven", |t| {
        has(t, |s, q| !s.is_opening && s.is_active && must(q, "draw") && s.has(s.suit()) && s.has("J"))
    }),
    ("a penalty of four falls on the bot", |t| penalty(t) == 4),
    ("a penalty of six falls on the bot", |t| penalty(t) == 6),
    ("the bot must play a card that a penalty of four or more brought it last", |t| {
        has(t, |s, q| needs(s, q, |from| matches!(from, From::Draw(3..))))
    }),
    ("a seven that is paid for is a card like any other", |t| {
        has(t, |s, q| {
            s.top.starts_with('7') && !s.is_active && q.prompt == "PLAY" && !s.has("7") && q.legal != ["draw"]
        })
    }),
    ("a seven that is paid for and another seven of the bot's is all that fits", |t| {
        has(t, |s, q| s.top.starts_with('7') && !s.is_active && only(q, "7"))
    }),
    ("a wish keeps the bot from playing a card of the jack's suit", |t| {
        has(t, |s, q| s.wish.is_some() && must(q, "draw") && s.has(s.suit()))
    }),
    ("a wish keeps the bot from playing a jack", |t| {
        has(t, |s, q| s.wish.is_some() && must(q, "draw") && s.has("J"))
    }),
    ("the bot must follow a wish with a card that does not fit the jack", |t| {
        has(t, |s, q| {
            let wish = s.wish.as_deref().unwrap_or_default();
            !wish.is_empty() && wish != s.suit() && only(q, "") && q.legal != ["draw"]
        })
    }),
    ("a wish still binds after a seat has drawn and passed", |t| {
        has(t, |s, q| s.wish.is_some() && s.passes > 0 && must(q, "draw") && (s.has(s.suit()) || s.has("J")))
    }),
    ("a jack of another suit is the only card that fits", |t| {
        has(t, |s, q| only(q, "J") && !q.legal.iter().any(|action| action[5..7].ends_with(s.suit())))
    }),
    ("the bot draws a jack and may play or keep it", |t| {
        has(t, |_, q| q.prompt == "KEEP" && q.legal.iter().any(|action| action.starts_with("play J")))
    }),
    ("the bot draws a card that fits and may play or keep it", |t| {
        has(t, |_, q| q.prompt == "KEEP" && q.legal.len() == 2)
    }),
    ("the bot draws a card that does not fit and must keep it", |t| {
        has(t, |_, q| q.prompt == "KEEP" && q.legal == ["pass"])
    }),
    ("the bot must play a card that it drew and kept", |t| {
        has(t, |s, q| needs(s, q, |from| from == From::Draw(1)))
    }),
    ("the pile is turned, and the bot must play a card that it took from it", |t| {
        has(t, |s, q| needs(s, q, |from| from == From::Take))
    }),
    ("the pile is turned while the bot pays a penalty", |t| {
        let lines: Vec<&str> = t.lines().collect();
        lines.windows(3).any(|three| {
            three[0].starts_with("draw 1 ") && three[1] == "turn-over" && three[2].starts_with("take 1 ")
        })
    }),
    ("the pile is turned, and the bot needs a card that it drew before", |t| {
        has(t, |s, q| s.is_turned && needs(s, q, |from| matches!(from, From::Draw(_))))
    }),
    ("there is nothing to draw, and the bot must pass", |t| has(t, |_, q| must(q, "pass"))),
    ("the last card is a jack and still needs a wish", |t| has(t, |s, q| s.hand.len() == 1 && only(q, "J"))),
    ("the bot plays an eight against one other and goes on", |t| {
        has(t, |s, q| {
            s.seats == 2 && s.top.starts_with('8') && s.passes == 0 && !s.is_opening && q.prompt == "PLAY"
        }) && t.tells(&["play 1", "skip 2"])
    }),
    ("an eight skips the bot at a table of three", |t| t.tells(&["game mau-mau seats 3", "play", "skip 1"])),
    ("an eight skips the bot at a table of four", |t| t.tells(&["game mau-mau seats 4", "play", "skip 1"])),
    ("the turns are used up and nobody wins", |t| t.tells(&["nobody"])),
];
