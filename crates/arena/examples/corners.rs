//! Finds deals for `corners.txt`: for each corner of a game that the tests name, the deal in which a bot that
//! plays at random reaches it most often.
//!
//! cargo run --release -p arena --example corners -- GAME DEALS [all]
//!
//! Deals that the file has already are kept, unless `all` is given.

#[path = "../tests/corners/durak.rs"]
mod durak;
#[path = "../tests/corners/house.rs"]
mod house;
#[path = "../tests/corners/mau_mau.rs"]
mod mau_mau;
#[path = "../tests/corners/tractor.rs"]
mod tractor;
#[path = "../tests/corners/transcript.rs"]
mod transcript;
#[path = "../tests/corners/uno.rs"]
mod uno;

use std::cmp::Reverse;

use cards::{Rng, Rules, Seat};
use games::catalog::{CatalogGame, WithGame, with_game};
use games::corners::corners;
use transcript::{Seating, Transcript, play};

type Corner = (&'static str, fn(&Transcript) -> bool);

/// So often a deal is played at first, and so often if that gives hope.
const FIRST: u64 = 3;
const MORE: u64 = 100;
/// So many exchanges of two cards are tried to make a deal better.
const CLIMB: u32 = 1200;
/// Matches of so many lines are short enough.
const LONG: usize = 80;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, deals, ..] = &words[..] else { panic!("expected GAME DEALS [all]") };
    let named = match game.as_str() {
        "tractor" => tractor::CORNERS,
        "mau-mau" => mau_mau::CORNERS,
        "durak" => durak::CORNERS,
        "house" => house::CORNERS,
        _ => uno::CORNERS,
    };
    let deals = deals.parse().expect("a number of deals");
    let search = Search { named, deals, all: words.len() > 2 };
    with_game(game, search).expect("a game");
}

struct Search {
    named: &'static [Corner],
    deals: u64,
    all: bool,
}

/// The best deal found for a corner: how often it was reached, and how long the matches were.
#[derive(Clone)]
struct Best {
    reached: u64,
    lines: usize,
    deal: Deal,
}

impl Best {
    /// Plays a deal many times and counts in how many matches the corner is reached.
    fn of(game: &str, corner: &Corner, deal: Deal) -> Best {
        let plays: Vec<_> = (100..100 + MORE).map(|seed| deal.play(game, seed)).collect();
        let reached = plays.iter().filter(|seats| seats.iter().any(corner.1)).count() as u64;
        let lines = plays.iter().map(|seats| seats[0].lines().count()).sum::<usize>() / plays.len();
        Best { reached, lines, deal }
    }

    fn is_better(&self, other: &Best) -> bool {
        (self.reached, Reverse(self.lines)) > (other.reached, Reverse(other.lines))
    }

    /// Swaps cards of the deck as long as that does no harm.
    fn climb(mut self, game: &str, corner: &Corner, rng: &mut Rng) -> Best {
        for _ in 0..CLIMB {
            let (head, deck) = self.deal.setup.split_once(" deck ").expect("a deck");
            let mut cards: Vec<&str> = deck.split(' ').collect();
            let mut place = || rng.below(cards.len() as u32) as usize;
            let (one, two) = (place(), place());
            cards.swap(one, two);
            let setup = format!("{head} deck {}", cards.join(" "));
            let next = Best::of(game, corner, Deal { setup, ..self.deal });
            if next.reached >= self.reached {
                self = next;
            }
            if self.reached == MORE {
                break;
            }
        }
        self
    }
}

impl WithGame for Search {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let kept = corners::<G>().expect("the file is right");
        let kept = |about: &str| kept.iter().find(|corner| corner.about == about && !self.all);
        let mut best: Vec<Option<Best>> = vec![None; self.named.len()];
        for number in 0..self.deals {
            let deal = Deal::random::<G>(number);
            let first: Vec<_> = (1..=FIRST).map(|seed| deal.play(G::NAME, seed)).collect();
            for (corner, best) in self.named.iter().zip(&mut best) {
                let reached = first.iter().filter(|seats| seats.iter().any(corner.1)).count() as u64;
                let is_hopeful = match &best {
                    None => reached > 0,
                    Some(best) => reached == FIRST && (best.reached < MORE || best.lines > LONG),
                };
                if is_hopeful && kept(corner.0).is_none() {
                    let found = Best::of(G::NAME, corner, deal.clone());
                    if best.as_ref().is_none_or(|best| found.is_better(best)) {
                        *best = Some(found);
                    }
                }
            }
        }
        for (corner, best) in self.named.iter().zip(best) {
            let about = corner.0;
            match (kept(about), best) {
                (Some(kept), _) => {
                    println!("# {about}\n{} {} {}", kept.seat, kept.against, kept.setup);
                }
                (None, Some(best)) => {
                    let best = best.climb(G::NAME, corner, &mut Rng::new(1));
                    eprintln!("{} of {MORE}, {} lines: {about}", best.reached, best.lines);
                    println!("# {about}\n{} {} {}", best.deal.seat, best.deal.against, best.deal.setup);
                }
                (None, None) => eprintln!("not found: {about}"),
            }
        }
    }
}

/// A deal and who plays it.
#[derive(Clone)]
struct Deal {
    setup: String,
    seat: Seat,
    against: &'static str,
}

impl Deal {
    fn random<G: CatalogGame>(number: u64) -> Deal {
        let mut rng = Rng::new(number);
        let variants = G::Rules::variants();
        let rules = variants[number as usize % variants.len()];
        let setup = deal::<G>(&rules, &mut rng);
        let seat = Seat::new(rng.below(rules.seats() as u32) as usize);
        let against = G::POLICIES[rng.below(G::POLICIES.len() as u32) as usize];
        Deal { setup, seat, against }
    }

    fn play(&self, game: &str, seed: u64) -> Vec<Transcript> {
        play(game, &self.setup, Seating { seat: self.seat, against: self.against, bot: "random", seed })
    }
}

/// A deal of the game. Two of three in Tractor are made so that tractors are led and must be followed.
fn deal<G: CatalogGame>(rules: &G::Rules, rng: &mut Rng) -> String {
    let text = G::deal(rules, rng).to_string();
    match G::NAME {
        "tractor" if rng.below(3) > 0 => with_tractors(&text, rng),
        _ => text,
    }
}

/// The same levels, main suit and dealer. The dealer gets a few pairs in a row, sometimes with a gap, and the next seat
/// most of the same group.
fn with_tractors(text: &str, rng: &mut Rng) -> String {
    let (head, deck) = text.split_once(" deck ").expect("a deck");
    let group = group(head, rng);
    let (from, len) = (rng.below(group.len() as u32 - 3) as usize, 3 + rng.below(5) as usize);
    let mut left: Vec<&str> = deck.split(' ').collect();
    rng.shuffle(&mut left);
    let gap = from + rng.below(2 * len as u32) as usize;
    // So many of five cards of the next seat have a second copy there; in some deals only every other card may.
    let (paired, parted) = (1 + rng.below(5), 1 + rng.below(2) as usize);
    // The dealer's hand has 33 cards, the others 25.
    let mut hands: [Vec<&str>; 4] = [const { Vec::new() }; 4];
    for (number, card) in group.iter().enumerate() {
        let hand = match number {
            _ if (from..from + len).contains(&number) && number != gap => 0,
            _ if rng.below(5) > 0 => 1,
            _ => continue,
        };
        let copies = if hand == 0 || number.is_multiple_of(parted) && rng.below(5) < paired { 2 } else { 1 };
        for _ in 0..copies.min(25 - hands[hand].len()) {
            let at = left.iter().position(|other| other == card).expect("two of each card");
            hands[hand].push(left.remove(at));
        }
    }
    for (hand, size) in hands.iter_mut().zip([33, 25, 25, 25]) {
        let missing = size - hand.len();
        hand.extend(left.drain(..missing));
    }
    let dealt = (0..100).map(|number| hands[number % 4][number / 4]);
    let deck: Vec<&str> = dealt.chain(hands[0][25..].iter().copied()).collect();
    format!("{head} deck {}", deck.join(" "))
}

/// The cards of a plain suit or, half the time, the trumps: from the lowest to the highest.
fn group(head: &str, rng: &mut Rng) -> Vec<String> {
    let value = |key: &str| head.split(' ').find_map(|word| word.strip_prefix(key)).expect("a setting");
    let levels: Vec<&str> = value("ranks=").split('/').collect();
    let dealer: usize = value("dealer=").parse().expect("a seat");
    let (rank, main) = (levels[(dealer + 1) % 2], value("main="));
    let suit = ["D", "H", "S", "C"][rng.below(4) as usize];
    let is_trumps = rng.below(2) == 0 || suit == main;
    let suit = if is_trumps { main } else { suit };
    let mut group: Vec<String> = "23456789TJQKA"
        .chars()
        .map(|other| format!("{other}{suit}"))
        .filter(|card| !card.starts_with(rank))
        .collect();
    if main == "O" && is_trumps {
        group.clear();
    }
    if is_trumps {
        let others = ["D", "H", "S", "C"].into_iter().filter(|other| *other != main);
        group.extend(others.map(|other| format!("{rank}{other}")));
        group.extend((main != "O").then(|| format!("{rank}{main}")));
        group.extend(["BJ", "RJ"].map(str::to_owned));
    }
    group
}
