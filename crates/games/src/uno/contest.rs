//! The original problem: four hands, two piles, four players of fixed tastes; who wins?
//!
//! The judge is the live game with the policy `contest` in every seat.

use cards::{Game, Rng, Seat};

use super::card::Card;
use super::policy::Preference;
use super::public::{Direction, Phase};
use super::{MOST_CARDS, Rules, Setup, Uno};
use crate::contest::{Answer, Contest, Fault, Scan, end_of_lines};

const SEATS: usize = 4;
/// The contest counts no turns. Games that go on for ever are found long before this; it only makes
/// sure that no input whatever keeps the judge busy for more than a moment.
const RULES: Rules = Rules { seats: SEATS as u8, turns: 10_000_000 };
/// Decisions before the judge looks for a repetition: the games of real decks have ended by then.
const PATIENCE: u64 = 1 << 10;

const DIRECTION: &str = "clockwise or counter-clockwise";
const NUMBER: &str = "the number of the player who begins, 1 to 4";
const CARD: &str = "a card like R7, BP or GC";

/// The batch problem "Uno game".
#[derive(Clone, Copy, Debug, Default)]
pub struct UnoContest;

/// How a game of the contest ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    Won(Seat),
    Stuck,
    Repeats,
    Unfinished,
}

impl Contest for UnoContest {
    fn is_counted(&self) -> bool {
        false
    }

    fn frame(&self, input: &[u8]) -> Option<usize> {
        end_of_lines(input, 1 + SEATS + 2)
    }

    fn example(&self, seed: u64, text: &mut Vec<u8>) {
        let mut rng = Rng::new(seed);
        let setup = Setup::deal(&Rules::CONTEST, &mut rng);
        let direction = if rng.below(2) == 0 { Direction::Clockwise } else { Direction::CounterClockwise };
        let first = rng.below(SEATS as u32) + 1;
        text.extend_from_slice(format!("{direction} {first}\n").as_bytes());
        for cards in setup.hands.iter().chain([&setup.discard, &setup.draw]) {
            text.extend_from_slice(cards.len().to_string().as_bytes());
            for card in cards {
                text.extend_from_slice(format!(" {card}").as_bytes());
            }
            text.push(b'\n');
        }
    }

    fn judge(&self, number: u64, case: &[u8], answer: &mut Answer) -> Result<(), Fault> {
        let mut uno = read(case)?;
        let ending = decide(&mut uno);
        write(&uno, ending, &mut answer.text);
        let remark = match ending {
            Ending::Won(_) => return Ok(()),
            Ending::Stuck => "nobody can play or draw any more",
            Ending::Repeats => "the game repeats itself for ever",
            Ending::Unfinished => "the game is not over after 10000000 turns",
        };
        answer.remarks.push((number, remark.to_owned()));
        Ok(())
    }
}

/// Plays to the end.
fn decide(uno: &mut Uno) -> Ending {
    for _ in 0..PATIENCE {
        if let Some(ending) = step(uno) {
            return ending;
        }
    }
    // Brent: keep one earlier position, and a later one after twice as many steps.
    let (mut earlier, mut steps, mut power) = (*uno, 0u64, 1u64);
    loop {
        if let Some(ending) = step(uno) {
            return ending;
        }
        if uno.is_same_position(&earlier) {
            return Ending::Repeats;
        }
        steps += 1;
        if steps == power {
            (earlier, steps, power) = (*uno, 0, power * 2);
        }
    }
}

/// One decision of the seat to move, or how the game has ended.
#[inline]
fn step(uno: &mut Uno) -> Option<Ending> {
    match uno.public.phase {
        Phase::Turn { seat } | Phase::Drawn { seat } => {
            let action = Preference::decide(&uno.public, &uno.hands[seat]);
            uno.apply(action.expect("a seat to move has an action"), |_| ());
            None
        }
        Phase::Over { winner: Some(seat) } => Some(Ending::Won(seat)),
        Phase::Over { winner: None } if uno.public.is_stuck() => Some(Ending::Stuck),
        Phase::Over { winner: None } => Some(Ending::Unfinished),
    }
}

/// Reads a whole case and sets up the table.
fn read(case: &[u8]) -> Result<Uno, Fault> {
    let mut scan = Scan::new(case);
    scan.next_line();
    let word = scan.expect(DIRECTION)?;
    let direction = match word.bytes {
        b"clockwise" => Direction::Clockwise,
        b"counter-clockwise" => Direction::CounterClockwise,
        _ => return Err(Fault::about(word, DIRECTION)),
    };
    let first = Seat::new(scan.number(1, SEATS as u64, NUMBER)? as usize - 1);
    scan.end_line("nothing more after the player's number")?;

    let mut uno = Uno::empty(RULES, direction);
    let mut left = MOST_CARDS;
    for seat in Seat::all(SEATS) {
        let expected = "a hand of at least one card: its count, 1 to 512";
        line(&mut scan, 1, expected, &mut left, |_, card| uno.give(seat, card))?;
    }
    let mut discard = [Card::FIRST; MOST_CARDS];
    let expected = "a discard pile of at least one card: its count, 1 to 512";
    let discarded = line(&mut scan, 1, expected, &mut left, |place, card| discard[place] = card)?;
    // Both piles are given top first and built from the bottom.
    let mut draw = [Card::FIRST; MOST_CARDS];
    let expected = "a draw pile: its count, 0 to 512";
    let drawable = line(&mut scan, 0, expected, &mut left, |place, card| draw[place] = card)?;
    draw[..drawable].iter().rev().for_each(|&card| uno.lay_down(card));
    discard[..discarded].iter().rev().for_each(|&card| uno.lay_open(card));
    if scan.next_line() {
        scan.end_line("nothing more after the draw pile")?;
    }
    uno.begin(first);
    Ok(uno)
}

/// Reads a line of a count and as many cards; `left` is how many more the case may have.
#[inline]
fn line(
    scan: &mut Scan<'_>,
    least: u64,
    expected: &'static str,
    left: &mut usize,
    mut take: impl FnMut(usize, Card),
) -> Result<usize, Fault> {
    scan.next_line();
    let mut start = *scan;
    let count = scan.number(least, MOST_CARDS as u64, expected)? as usize;
    if count > *left {
        let total = "at most 512 cards in all";
        let word = start.expect(total)?;
        return Err(Fault::found(word, total, format!("{count} when {left} are left")));
    }
    *left -= count;
    for place in 0..count {
        let card = match scan.pair() {
            Some(pair) => Card::from_bytes(pair),
            None => None,
        };
        take(place, card.map_or_else(|| slow_card(scan, count, place), Ok)?);
    }
    if let Some(word) = scan.word() {
        return Err(Fault::about(
            word,
            format!("{count} cards on this line, as its count says, and no more"),
        ));
    }
    Ok(count)
}

/// A card that stands alone in no simple way: after more than a blank, or misspelt, or missing.
#[cold]
fn slow_card(scan: &mut Scan<'_>, count: usize, place: usize) -> Result<Card, Fault> {
    let Some(word) = scan.word() else {
        return Err(scan.nothing(format!("{count} cards, as the line's count says, and not {place}")));
    };
    let card = word.bytes.try_into().ok().and_then(Card::from_bytes);
    card.ok_or_else(|| Fault::about(word, CARD))
}

fn write(uno: &Uno, ending: Ending, text: &mut Vec<u8>) {
    match ending {
        Ending::Won(seat) => text.push(b'1' + seat.index() as u8),
        _ => text.extend_from_slice(b"nobody"),
    }
    text.extend_from_slice(b" is the winner\n");
    for seat in Seat::all(SEATS) {
        text.extend_from_slice(&[b'1' + seat.index() as u8, b':', b' ']);
        let size = uno.public.size(seat);
        if size >= 100 {
            text.push(b'0' + (size / 100) as u8);
        }
        if size >= 10 {
            text.push(b'0' + (size / 10 % 10) as u8);
        }
        text.extend_from_slice(&[b'0' + (size % 10) as u8, b'\n']);
    }
}
