//! The batch problem: four hands, two piles, four players with a fixed order of preference; who wins?
//!
//! The judge is the live game with the policy `contest` in every seat.

use cards::{Game, Rng, Seat};

use super::card::Card;
use super::policy::ContestPolicy;
use super::public::{Direction, Phase};
use super::{MOST_CARDS, Rules, Setup, Uno};
use crate::problem::{Fault, NoCase, Output, Problem, Scan, end_of_lines};

const SEATS: usize = 4;
/// The contest has no turn limit. Games that repeat are detected long before this; the limit only ensures
/// that no input keeps the judge busy.
const RULES: Rules = Rules { seats: SEATS as u8, turns: 10_000_000 };
/// Turns before the judge looks for a repetition: games of real decks have ended by then.
const DELAY: u64 = 1 << 10;

const DIRECTION: &str = "clockwise or counter-clockwise";
const NUMBER: &str = "the number of the player who begins, 1 to 4";
const HAND: &str = "a hand of at least one card: its count, 1 to 512";
const DISCARD: &str = "a discard pile of at least one card: its count, 1 to 512";
const DRAW: &str = "a draw pile: its count, 0 to 512";
const CARD: &str = "a card like R7, BP or GC";

/// The batch problem "Uno game".
#[derive(Clone, Copy, Debug, Default)]
pub struct BatchProblem;

/// How a game of the contest ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GameEnd {
    Won(Seat),
    Stuck,
    Repeats { every: u64 },
    Unfinished,
}

impl Problem for BatchProblem {
    fn is_counted(&self) -> bool {
        false
    }

    fn frame(&self, input: &[u8]) -> Option<usize> {
        end_of_lines(input, 1 + SEATS + 2)
    }

    fn example(&self, seed: u64, text: &mut Vec<u8>) {
        let mut rng = Rng::new(seed);
        let mut setup = Setup::deal(&Rules::CONTEST, &mut rng);
        setup.direction = if rng.below(2) == 0 { Direction::Clockwise } else { Direction::CounterClockwise };
        setup.first = Seat::new(rng.below(SEATS as u32) as usize);
        write_case(&setup, text);
    }

    fn case(&self, setup: &str) -> Result<Vec<u8>, NoCase> {
        let setup: Setup = setup.parse()?;
        if setup.hands.len() != SEATS {
            return Err(NoCase::Seats { expected: SEATS, found: setup.hands.len() });
        }
        let mut text = Vec::new();
        write_case(&setup, &mut text);
        Ok(text)
    }

    fn answer(&self, number: u64, case: &[u8], output: &mut Output) -> Result<(), Fault> {
        let mut uno = Uno::empty(RULES);
        read(case, &mut uno)?;
        let ending = decide(&mut uno);
        if let GameEnd::Repeats { every } = ending {
            let mut start = Uno::empty(RULES);
            read(case, &mut start)?;
            uno = first_repeated(start, every);
        }
        write(&uno, ending, &mut output.text);
        let remark = match ending {
            GameEnd::Won(_) => return Ok(()),
            GameEnd::Stuck => "nobody can play or draw any more",
            GameEnd::Repeats { .. } => "the game repeats itself for ever",
            GameEnd::Unfinished => "the game is not over after 10000000 turns",
        };
        output.remarks.push((number, remark.to_owned()));
        Ok(())
    }
}

fn write_case(setup: &Setup, text: &mut Vec<u8>) {
    text.extend_from_slice(format!("{} {}\n", setup.direction, setup.first).as_bytes());
    for cards in setup.hands.iter().chain([&setup.discard, &setup.draw]) {
        text.extend_from_slice(cards.len().to_string().as_bytes());
        for card in cards {
            text.extend_from_slice(format!(" {card}").as_bytes());
        }
        text.push(b'\n');
    }
}

/// Plays until the game ends or repeats.
fn decide(uno: &mut Uno) -> GameEnd {
    if let Some(ending) = run(uno, DELAY) {
        return ending;
    }
    // Brent's algorithm: keep one earlier position, and replace it after twice as many steps each time.
    let (mut earlier, mut steps, mut power) = (*uno, 0, 1);
    loop {
        if let Some(ending) = run(uno, 1) {
            return ending;
        }
        steps += 1;
        if uno.is_same_position(&earlier) {
            return GameEnd::Repeats { every: steps };
        }
        if steps == power {
            (earlier, steps, power) = (*uno, 0, power * 2);
        }
    }
}

/// The first position that comes again, in a game that repeats every `every` turns.
fn first_repeated(start: Uno, every: u64) -> Uno {
    let (mut behind, mut ahead) = (start, start);
    run(&mut ahead, every);
    while !behind.is_same_position(&ahead) {
        run(&mut behind, 1);
        run(&mut ahead, 1);
    }
    behind
}

/// Plays this many turns, or fewer if the game ends; then it returns how it ended.
#[inline(never)]
fn run(uno: &mut Uno, turns: u64) -> Option<GameEnd> {
    let mut left = turns;
    while left > 0
        && let Some(seat) = uno.turn()
    {
        let action = ContestPolicy::decide(&uno.public, &uno.hands[seat]);
        uno.apply(action.expect("a seat to move has an action"), |_| ());
        left -= u64::from(!matches!(uno.public.phase, Phase::Drawn { .. }));
    }
    match uno.public.phase {
        Phase::Over { winner: Some(seat) } => Some(GameEnd::Won(seat)),
        Phase::Over { winner: None } if uno.public.is_stuck() => Some(GameEnd::Stuck),
        Phase::Over { winner: None } => Some(GameEnd::Unfinished),
        _ => None,
    }
}

/// Reads a whole case and sets up the table.
fn read(case: &[u8], uno: &mut Uno) -> Result<(), Fault> {
    let mut scan = Scan::new(case);
    scan.next_line();
    let word = scan.expect(DIRECTION)?;
    uno.public.direction = match word.bytes {
        b"clockwise" => Direction::Clockwise,
        b"counter-clockwise" => Direction::CounterClockwise,
        _ => return Err(Fault::about(word, DIRECTION)),
    };
    let first = Seat::new(scan.number(1, SEATS as u64, NUMBER)? as usize - 1);
    scan.end_line("nothing more after the player's number")?;

    let mut all = [Card::FIRST; MOST_CARDS];
    let mut free = &mut all[..];
    for seat in Seat::all(SEATS) {
        uno.give(seat, line(&mut scan, 1, HAND, &mut free)?);
    }
    uno.lay_open(line(&mut scan, 1, DISCARD, &mut free)?);
    uno.lay_down(line(&mut scan, 0, DRAW, &mut free)?);
    if scan.next_line() {
        scan.end_line("nothing more after the draw pile")?;
    }
    uno.begin(first);
    Ok(())
}

/// Reads a line with a count and that many cards into free places.
#[inline]
fn line<'r>(
    scan: &mut Scan<'_>,
    least: u64,
    expected: &'static str,
    free: &mut &'r mut [Card],
) -> Result<&'r [Card], Fault> {
    scan.next_line();
    let mut start = *scan;
    let count = scan.number(least, MOST_CARDS as u64, expected)? as usize;
    let room = free.len();
    let Some((row, rest)) = std::mem::take(free).split_at_mut_checked(count) else {
        let word = start.expect(expected)?;
        return Err(Fault::found(
            word,
            "at most 512 cards in all",
            format!("{count} where there is room for {room}"),
        ));
    };
    *free = rest;
    // A plain line, with one blank before each card and nothing after the last, is read at once.
    match scan.ahead(3 * count + 1) {
        Some([cards @ .., b'\n']) if Card::read_row(cards, row) => scan.skip(cards.len()),
        _ => read_slowly(scan, row)?,
    }
    Ok(row)
}

/// Reads a line of cards with other spacing, or with a fault.
#[cold]
fn read_slowly(scan: &mut Scan<'_>, row: &mut [Card]) -> Result<(), Fault> {
    let count = row.len();
    for (place, card) in row.iter_mut().enumerate() {
        let Some(word) = scan.word() else {
            let found = format!("{place} before the line ends");
            return Err(Fault { found, ..scan.nothing(format!("{count} cards, as the line's count says")) });
        };
        let known = word.bytes.try_into().ok().and_then(Card::from_bytes);
        *card = known.ok_or_else(|| Fault::about(word, CARD))?;
    }
    match scan.word() {
        None => Ok(()),
        Some(word) => {
            Err(Fault::about(word, format!("no more than {count} cards, as the line's count says")))
        }
    }
}

fn write(uno: &Uno, ending: GameEnd, text: &mut Vec<u8>) {
    match ending {
        GameEnd::Won(seat) => text.push(b'1' + seat.index() as u8),
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

#[cfg(test)]
#[path = "problem_tests.rs"]
mod tests;
