//! The corners of Tractor, as the bot meets them.

use super::Corner;
use super::transcript::{Asked, Transcript};

const RANKS: &str = "23456789TJQKA";
/// Where all cards of the current rank outside the main suit stand in the order of the trumps.
const CROWD: usize = 12;

/// What a bot must remember.
#[derive(Default)]
struct State {
    levels: [String; 2],
    dealer: usize,
    main: String,
    hand: Vec<String>,
    /// The cards that were led to this trick.
    lead: Vec<String>,
}

/// A group of cards: a plain suit, or the trumps.
#[derive(Clone, PartialEq, Eq)]
enum Group {
    Plain(String),
    Trumps,
}

impl State {
    fn read(&mut self, words: &[&str]) {
        match *words {
            ["level", seat, rank] => self.levels[usize::from(matches!(seat, "2" | "4"))] = rank.to_owned(),
            ["dealer", seat] => self.dealer = seat.parse().expect("a seat"),
            ["main", suit] => self.main = suit.to_owned(),
            ["give", "1", card] => self.hand.push(card.to_owned()),
            ["bury", "1", card] => self.remove(card),
            ["play", seat, ref cards @ ..] => {
                if self.lead.is_empty() {
                    self.lead = cards.iter().map(|card| (*card).to_owned()).collect();
                }
                if seat == "1" {
                    cards.iter().for_each(|card| self.remove(card));
                }
            }
            ["win", ..] => self.lead.clear(),
            _ => (),
        }
    }

    fn remove(&mut self, card: &str) {
        let at = self.hand.iter().position(|held| held == card).expect("the card is held");
        self.hand.remove(at);
    }

    /// The current rank.
    fn rank(&self) -> &str {
        &self.levels[usize::from(self.dealer.is_multiple_of(2))]
    }

    fn is_joker(card: &str) -> bool {
        card.ends_with('J') && (card == "BJ" || card == "RJ")
    }

    fn group(&self, card: &str) -> Group {
        if State::is_joker(card) || &card[..1] == self.rank() || card[1..] == self.main {
            Group::Trumps
        } else {
            Group::Plain(card[1..].to_owned())
        }
    }

    fn led(&self) -> Option<Group> {
        self.lead.first().map(|card| self.group(card))
    }

    /// The bot's cards of the led group.
    fn held(&self) -> Vec<&str> {
        let led = self.led();
        self.hand.iter().map(String::as_str).filter(|card| Some(self.group(card)) == led).collect()
    }

    /// Where a card stands in its group.
    fn step(&self, card: &str) -> usize {
        let place = |rank: &str| RANKS.find(rank).expect("a rank");
        match card {
            "RJ" => 15,
            "BJ" => 14,
            _ if &card[..1] == self.rank() && card[1..] == self.main => 13,
            // Without a main suit they stand right under the jokers.
            _ if &card[..1] == self.rank() => {
                if self.main == "O" {
                    13
                } else {
                    CROWD
                }
            }
            _ => place(&card[..1]) - usize::from(place(&card[..1]) > place(self.rank())),
        }
    }

    /// The steps of the pairs, one for each pair.
    fn pairs<'a>(&self, cards: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
        let mut cards: Vec<&str> = cards.into_iter().collect();
        cards.sort_unstable();
        let mut steps: Vec<usize> =
            cards.windows(2).filter(|two| two[0] == two[1]).map(|two| self.step(two[0])).collect();
        steps.sort_unstable();
        steps
    }

    fn led_pairs(&self) -> Vec<usize> {
        self.pairs(self.lead.iter().map(String::as_str))
    }

    fn held_pairs(&self) -> Vec<usize> {
        self.pairs(self.held())
    }
}

/// The most pairs in a row.
fn longest(steps: &[usize]) -> usize {
    let is_next = |step: usize| steps.contains(&step);
    let run = |&from: &usize| (from..).take_while(|&step| is_next(step)).count();
    steps.iter().map(run).max().unwrap_or(0)
}

/// The lengths of the tractors, the longest first.
fn tractors(steps: &[usize]) -> Vec<usize> {
    let mut left = steps.to_vec();
    let mut found = Vec::new();
    loop {
        let length = longest(&left);
        if length < 2 {
            return found;
        }
        found.push(length);
        let starts = |from: usize| (from..from + length).all(|step| left.contains(&step));
        let from = left.iter().copied().find(|&from| starts(from)).expect("the longest begins somewhere");
        for step in from..from + length {
            let at = left.iter().position(|&other| other == step).expect("a step of the tractor");
            left.remove(at);
        }
    }
}

fn has(transcript: &Transcript, is_it: impl FnMut(&State, &Asked) -> bool) -> bool {
    transcript.has(State::read, is_it)
}

/// Is there a follow like this, with more cards of the group held than were led?
fn chooses(transcript: &Transcript, mut is_it: impl FnMut(&State) -> bool) -> bool {
    has(transcript, |s, q| q.prompt == "FOLLOW" && s.held().len() > s.lead.len() && is_it(s))
}

/// Is the lead one tractor and nothing else?
fn leads_tractor(state: &State) -> bool {
    let pairs = state.led_pairs();
    pairs.len() >= 2 && longest(&pairs) == pairs.len() && state.lead.len() == 2 * pairs.len()
}

/// Does the bot owe a tractor, and hold other pairs that are none?
fn owes_tractor(state: &State) -> bool {
    let (led, held) = (longest(&state.led_pairs()), state.held_pairs());
    led >= 2 && longest(&held) >= led && held.len() > led
}

pub const CORNERS: &[Corner] = &[
    ("the bot deals and buries", |t| t.asked[0].prompt == "BURY" && t.tells(&["main", "bury 1", "play 1"])),
    ("the bot deals and buries without a main suit", |t| {
        t.asked[0].prompt == "BURY" && t.tells(&["main O", "bury 1", "play 1"])
    }),
    ("the partner deals and buries", |t| t.tells(&["dealer 3", "bury 3 ??", "play 3"])),
    ("a single card is led, and the bot holds a trump that looks like its suit", |t| {
        chooses(t, |s| {
            s.lead.len() == 1
                && s.led() == Some(Group::Plain(s.lead[0][1..].to_owned()))
                && s.hand.iter().any(|card| card[..1] == *s.rank() && card[1..] == s.lead[0][1..])
        })
    }),
    ("trumps are led, and the bot's only trumps are of the current rank in other suits", |t| {
        has(t, |s, q| {
            let held = s.held();
            let is_one = |card: &&str| card[..1] == *s.rank() && card[1..] != s.main;
            q.prompt == "FOLLOW"
                && s.led() == Some(Group::Trumps)
                && !held.is_empty()
                && held.iter().all(is_one)
                && s.hand.len() > held.len() + 3
                && s.main != "O"
        })
    }),
    ("trumps are led, and the bot's only trumps are jokers", |t| {
        has(t, |s, q| {
            let held = s.held();
            q.prompt == "FOLLOW"
                && s.led() == Some(Group::Trumps)
                && !held.is_empty()
                && held.iter().all(|card| State::is_joker(card))
                && s.hand.len() > held.len() + 3
        })
    }),
    ("a card of the current rank is led in a plain suit that the bot holds", |t| {
        has(t, |s, q| {
            q.prompt == "FOLLOW"
                && s.lead.len() == 1
                && s.lead[0][..1] == *s.rank()
                && s.lead[0][1..] != s.main
                && !s.held().is_empty()
                && s.hand.iter().any(|card| s.group(card) == Group::Plain(s.lead[0][1..].to_owned()))
        })
    }),
    ("there is no main suit, and the bot must follow trumps with its only ones", |t| {
        let many = |s: &State, suit: &str| s.hand.iter().filter(|card| card.ends_with(suit)).count() >= 3;
        has(t, |s, q| {
            s.main == "O"
                && q.prompt == "FOLLOW"
                && s.led() == Some(Group::Trumps)
                && (1..=s.lead.len()).contains(&s.held().len())
                && ["D", "H", "S", "C"].iter().all(|suit| many(s, suit))
        })
    }),
    ("the declarers are the others, and their level counts", |t| {
        has(t, |s, q| {
            s.dealer.is_multiple_of(2)
                && s.levels[0] != s.levels[1]
                && q.prompt == "FOLLOW"
                && s.led() == Some(Group::Trumps)
                && s.held().iter().all(|card| card[..1] == *s.levels[1])
                && !s.held().is_empty()
                && s.hand.len() > s.held().len() + 3
        })
    }),
    ("the declarers are the bot's team, and its own level counts", |t| {
        has(t, |s, q| {
            !s.dealer.is_multiple_of(2)
                && s.levels[0] != s.levels[1]
                && q.prompt == "FOLLOW"
                && s.led() == Some(Group::Trumps)
                && s.held().iter().all(|card| card[..1] == *s.levels[0])
                && !s.held().is_empty()
                && s.hand.len() > s.held().len() + 3
        })
    }),
    ("a pair is led, and the bot must play one of its pairs", |t| {
        chooses(t, |s| {
            s.lead.len() == 2 && s.led_pairs().len() == 1 && s.held_pairs().len() == 1 && s.held().len() > 3
        })
    }),
    ("a pair is led, and the bot has none", |t| {
        chooses(t, |s| s.lead.len() == 2 && s.led_pairs().len() == 1 && s.held_pairs().is_empty())
    }),
    ("two single cards are thrown, and the bot may break its pair", |t| {
        chooses(t, |s| s.lead.len() == 2 && s.led_pairs().is_empty() && !s.held_pairs().is_empty())
    }),
    ("a tractor is led, and the bot must play a tractor though it has other pairs", |t| {
        chooses(t, |s| leads_tractor(s) && owes_tractor(s))
    }),
    ("a tractor is led, and the bot has pairs but no tractor", |t| {
        chooses(t, |s| leads_tractor(s) && s.held_pairs().len() >= 2 && longest(&s.held_pairs()) < 2)
    }),
    ("a tractor is led, and the bot has one pair", |t| {
        chooses(t, |s| leads_tractor(s) && s.held_pairs().len() == 1)
    }),
    ("a tractor is led, and the bot holds too few cards of its group", |t| {
        has(t, |s, q| q.prompt == "FOLLOW" && leads_tractor(s) && (1..s.lead.len()).contains(&s.held().len()))
    }),
    ("a throw with a pair is led, and the bot must play a pair", |t| {
        chooses(t, |s| s.led_pairs().len() == 1 && s.lead.len() > 2 && s.held_pairs().len() == 1)
    }),
    ("a throw with a tractor is led, and the bot must play a tractor though it has other pairs", |t| {
        chooses(t, |s| s.lead.len() > 2 * s.led_pairs().len() && owes_tractor(s))
    }),
    ("a throw with two tractors is led, and the bot must play two though it has other pairs", |t| {
        chooses(t, |s| {
            let (led, held) = (tractors(&s.led_pairs()), tractors(&s.held_pairs()));
            let is_owed = held.iter().zip(&led).all(|(held, led)| held >= led);
            led.len() >= 2 && held.len() >= 2 && is_owed && s.held_pairs().len() > s.led_pairs().len() + 1
        })
    }),
    ("a tractor of trumps is led, and the bot must play one with jokers or the current rank", |t| {
        chooses(t, |s| {
            let below: Vec<usize> = s.held_pairs().into_iter().filter(|&step| step < CROWD).collect();
            s.led() == Some(Group::Trumps) && owes_tractor(s) && longest(&below) < longest(&s.led_pairs())
        })
    }),
    ("a tractor is led, and the bot's own passes over the current rank", |t| {
        chooses(t, |s| {
            let gap = RANKS.find(s.rank()).expect("a rank");
            let (below, above): (Vec<usize>, Vec<usize>) =
                s.held_pairs().into_iter().partition(|&step| step < gap);
            let led = longest(&s.led_pairs());
            s.led() != Some(Group::Trumps) && owes_tractor(s) && longest(&below).max(longest(&above)) < led
        })
    }),
    ("a tractor of trumps is led, and two pairs of the current rank are none", |t| {
        chooses(t, |s| {
            let crowd = s.held_pairs().into_iter().filter(|&step| step == CROWD).count();
            s.led() == Some(Group::Trumps) && s.main != "O" && owes_tractor(s) && crowd >= 2
        })
    }),
    ("the bot has none of the led suit and may play anything", |t| {
        has(t, |s, q| q.prompt == "FOLLOW" && s.held().is_empty() && s.lead.len() == 1 && s.hand.len() > 5)
    }),
    ("a throw is led, and the bot fills up with other cards", |t| {
        has(t, |s, q| {
            q.prompt == "FOLLOW"
                && s.lead.len() > 2
                && (1..s.lead.len()).contains(&s.held().len())
                && s.hand.len() > s.lead.len()
        })
    }),
    ("the current rank is the ace", |t| has(t, |s, q| s.rank() == "A" && q.prompt == "FOLLOW")),
    ("the current rank is the ten", |t| has(t, |s, q| s.rank() == "T" && q.prompt == "FOLLOW")),
];
