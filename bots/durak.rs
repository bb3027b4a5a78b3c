// A starter bot for Durak: plays its cheapest legal card and throws in no trumps. The protocol is in docs/protocol.md. Rust, no crates.
//   rustc -O --edition 2024 -o durak bots/durak.rs && croupier check-bot durak -- ./durak
use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};

#[derive(Default)]
struct Bot {
    trump: String,          // the trump suit
    hand: BTreeSet<String>, // my cards
    table: Vec<String>,     // the cards of this round
    attack: String,         // the open card: the last one attacked with or thrown in
    i_take: bool,           // did I give up in this round? Then I take its cards
}

fn value(card: &str) -> Option<usize> {
    "6789TJQKA".find(&card[..1])
}

impl Bot {
    fn beats(&self, card: &str, other: &str) -> bool {
        if card[1..] == other[1..] { value(card) > value(other) } else { card[1..] == self.trump }
    }

    fn cheapest(&self, may: impl Fn(&str) -> bool) -> Option<String> {
        let price = |card: &&String| (card[1..] == self.trump, value(card));
        let best = self.hand.iter().filter(|card| may(card)).min_by_key(price);
        Some(best.map_or("NO", String::as_str).to_owned())
    }

    /// Reads a line; answers it if it is a question.
    fn hear(&mut self, line: &str) -> Option<String> {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["trump", suit] => self.trump = suit.to_owned(),
            // I am always player 1.
            ["give", "1", card] => drop(self.hand.insert(card.to_owned())),
            [word @ ("move" | "add"), _, _, card] => {
                if word == "move" {
                    let table = std::mem::take(&mut self.table); // a new round; the last one is over
                    if std::mem::take(&mut self.i_take) {
                        self.hand.extend(table); // taken cards join my hand here; no line lists them
                    }
                }
                self.attack = card.to_owned();
                self.table.push(card.to_owned());
                self.hand.remove(card);
            }
            ["beat", _, card] => {
                self.table.push(card.to_owned());
                self.hand.remove(card);
            }
            ["take", by] => self.i_take = by == "1",
            ["MOVE"] => return self.cheapest(|_| true),
            ["BEAT"] => return self.cheapest(|card| self.beats(card, &self.attack)),
            ["ADD"] => {
                // I keep my trumps.
                let fits = |card: &str| self.table.iter().any(|other| other[..1] == card[..1]);
                return self.cheapest(|card| fits(card) && card[1..] != self.trump);
            }
            _ => (),
        }
        None
    }
}

fn main() -> io::Result<()> {
    let mut bot = Bot::default();
    for line in io::stdin().lock().lines() {
        if let Some(answer) = bot.hear(&line?) {
            println!("{answer}");
            io::stdout().flush()?; // the referee waits for the answer
        }
    }
    Ok(())
}
