//! The batch problem: a deck in, the cards in the order they were played and the scores out.
//!
//! The judge is the live game with the statement's rules of decision in every seat. It passes them the state
//! itself, to save building views, and has no turn limit.

use cards::{Card, CardSet, Game, Rank, Rng, Suit};

use super::policy::decide;
use super::public::{CARDS, DECK, HIDDEN, Phase};
use super::rules::MauMau;
use super::types::Event;
use super::types::{Rules, Setup};
use crate::problem::{Fault, NoCase, Output, Problem, Scan, Word};

/// The batch problem "Mau-Mau".
pub(super) struct BatchProblem;

/// The statement's letters of the ranks from seven to ace.
const RANKS: &[u8; 8] = b"SENTJQKA";
/// The statement's letters of the suits, diamonds to clubs, which are also ours.
const SUITS: &[u8; 4] = b"DHSC";
/// Marks a byte that is not the letter of a suit or rank; no card has this bit in its code.
const BAD: u8 = 0x80;

/// The part of a card's code that its first letter gives.
const BY_SUIT: [u8; 256] = {
    let mut table = [BAD; 256];
    let mut suit = 0;
    while suit < SUITS.len() {
        table[SUITS[suit] as usize] = Card::new(Rank::Two, Suit::ALL[suit]).code();
        suit += 1;
    }
    table
};
/// The part of a card's code that its second letter gives.
const BY_RANK: [u8; 256] = {
    let mut table = [BAD; 256];
    let mut rank = 0;
    while rank < RANKS.len() {
        table[RANKS[rank] as usize] = Rank::Seven as u8 + rank as u8;
        rank += 1;
    }
    table
};
/// The statement's two letters for the card of each code, and a space.
const SPELLING: [[u8; 3]; 64] = {
    let mut table = [[b' '; 3]; 64];
    let mut place = 0;
    while place < CARDS {
        let (suit, rank) = (place / 8, place % 8);
        table[suit * 16 + Rank::Seven as usize + rank] = [SUITS[suit], RANKS[rank], b' '];
        place += 1;
    }
    table
};

#[inline]
fn card(letters: [u8; 2]) -> Option<Card> {
    Card::from_code(BY_SUIT[usize::from(letters[0])] | BY_RANK[usize::from(letters[1])])
}

/// Reads a case that is written exactly as the statement says; for `None`, [`read`] tries again.
#[inline]
fn read_quickly(case: &[u8]) -> Option<Setup> {
    const LINE: usize = 1 + 3 * CARDS;
    let (line, rest) = case.split_at_checked(LINE)?;
    let seats = line[0].wrapping_sub(b'0');
    let mut deck = [HIDDEN; CARDS];
    let mut seen = CardSet::EMPTY;
    for (place, word) in deck.iter_mut().zip(line[1..].chunks_exact(3)) {
        *place = card([word[1], word[2]]).filter(|_| word[0] == b' ')?;
        seen.insert(*place);
    }
    let fine = (2..=4).contains(&seats) && seen == DECK && matches!(rest, [] | [b'\n'] | [b'\r', b'\n']);
    fine.then_some(Setup { rules: rules(seats), deck })
}

/// Reads a case word by word and says what is wrong with it.
#[cold]
fn read(case: &[u8]) -> Result<Setup, Fault> {
    let mut scan = Scan::new(case);
    scan.next_line();
    let seats = scan.number(2, 4, "the number of players (2, 3 or 4)")? as u8;
    let (mut deck, mut seen) = ([HIDDEN; CARDS], CardSet::EMPTY);
    for place in &mut deck {
        let word = scan.expect("a card (there are 32)")?;
        *place = named(word)?;
        if seen.contains(*place) {
            return Err(Fault::found(word, "32 different cards", format!("{} again", word.quoted())));
        }
        seen.insert(*place);
    }
    scan.end_line("nothing after the 32nd card")?;
    if scan.next_line() {
        scan.end_line("one line a game")?;
    }
    Ok(Setup { rules: rules(seats), deck })
}

fn named(word: Word<'_>) -> Result<Card, Fault> {
    let letters = <[u8; 2]>::try_from(word.bytes).ok();
    letters.and_then(card).ok_or_else(|| {
        Fault::about(word, "a card: suit (C, S, H, D), then rank (S, E, N, T, J, Q, K, A), like CN")
    })
}

/// The judge has no turn limit: a game ends by itself, or [`CycleDetector`] finds that it never will.
fn rules(seats: u8) -> Rules {
    Rules { seats, turns: u32::MAX }
}

/// Detects that a game repeats itself (Brent's algorithm): each remembered position is kept twice as long as
/// the last.
struct CycleDetector {
    remembered: MauMau,
    steps: u32,
    period: u32,
}

impl CycleDetector {
    /// Positions are compared only after this many steps: most games have ended by then, and a shorter cycle
    /// comes round again.
    const DELAY: u32 = 512;

    fn new(start: &MauMau) -> CycleDetector {
        CycleDetector { remembered: *start, steps: 0, period: CycleDetector::DELAY }
    }

    /// Is this the remembered position, apart from the turns left?
    #[cold]
    fn is_repeated(&mut self, now: &MauMau) -> bool {
        let now = MauMau { public: now.public.without_limit(), ..*now };
        if self.steps == self.period {
            (self.remembered, self.steps, self.period) = (now, 0, self.period * 2);
            return false;
        }
        now == self.remembered
    }
}

/// Plays a game by the statement's rules of decision and shows every card that is played. Returns the
/// finished match, or one that repeats forever.
#[inline]
fn simulate(setup: &Setup, mut show: impl FnMut(Card)) -> MauMau {
    let mut game = MauMau::start(setup, |_| ());
    let mut repeats = CycleDetector::new(&game);
    show(game.public().top());
    while game.turn().is_some() {
        game.apply(decide(&game.public, game.own_hand()), |event| {
            if let Event::Play { card, .. } = event {
                show(card);
            }
        });
        repeats.steps += 1;
        if repeats.steps >= CycleDetector::DELAY && repeats.is_repeated(&game) {
            break;
        }
    }
    game
}

impl Problem for BatchProblem {
    fn is_counted(&self) -> bool {
        true
    }

    fn frame(&self, input: &[u8]) -> Option<usize> {
        let start = input.iter().position(|byte| !byte.is_ascii_whitespace())?;
        line_end(&input[start..]).map(|end| start + end)
    }

    fn example(&self, seed: u64, text: &mut Vec<u8>) {
        let seats = 2 + (seed % 3) as u8;
        write_case(&MauMau::deal(&rules(seats), &mut Rng::new(seed)), text);
    }

    fn case(&self, setup: &str) -> Result<Vec<u8>, NoCase> {
        let mut text = Vec::new();
        write_case(&setup.parse()?, &mut text);
        Ok(text)
    }

    fn answer(&self, number: u64, case: &[u8], output: &mut Output) -> Result<(), Fault> {
        let setup = match read_quickly(case) {
            Some(setup) => setup,
            None => read(case)?,
        };
        let text = &mut output.text;
        let end = simulate(&setup, |card| write_card(card, text));
        end_cards(text);
        text.extend_from_slice(b"Score:");
        end.scores().iter().for_each(|&score| write_number(score, text));
        text.push(b'\n');
        if end.public().phase() != Phase::Won {
            output.remarks.push((
                number,
                "this game repeats itself and nobody wins; the scores are the cards held".to_owned(),
            ));
        }
        Ok(())
    }
}

fn write_case(setup: &Setup, text: &mut Vec<u8>) {
    text.extend([b'0' + setup.rules.seats, b' ']);
    setup.deck.iter().for_each(|&card| write_card(card, text));
    end_cards(text);
}

#[inline]
fn write_card(card: Card, text: &mut Vec<u8>) {
    text.extend_from_slice(&SPELLING[usize::from(card.code())]);
}

/// Every card ends with a space; the last one becomes the end of the line.
fn end_cards(text: &mut [u8]) {
    if let Some(space) = text.last_mut() {
        *space = b'\n';
    }
}

/// A space and a number of at most three digits: all cards together have fewer than 500 points.
fn write_number(number: u32, text: &mut Vec<u8>) {
    let digit = |place: u32| b'0' + (number / place % 10) as u8;
    text.push(b' ');
    if number >= 100 {
        text.push(digit(100));
    }
    if number >= 10 {
        text.push(digit(10));
    }
    text.push(digit(1));
}

/// The end of the first line, its line feed included. Eight bytes at a time: a byte of `word` that is a line
/// feed becomes zero, and subtracting one from it borrows into its high bit.
fn line_end(input: &[u8]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (chunks, _) = input.as_chunks::<8>();
    let feedless = chunks.iter().take_while(|chunk| {
        let word = u64::from_le_bytes(**chunk) ^ (ONES * b'\n' as u64);
        word.wrapping_sub(ONES) & !word & (ONES << 7) == 0
    });
    let skipped = feedless.count() * 8;
    let at = input[skipped..].iter().position(|&byte| byte == b'\n')?;
    Some(skipped + at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Rng;
    use proptest::prelude::*;

    const CASE: &str =
        "2 SS HA SN HQ CE SQ CA DT CK CQ DJ CN HN DN CS SA CJ DA HJ HS DE HT SE DK HK ST SJ HE DS CT DQ SK";

    /// The place of a fault, what was expected and what was found.
    fn fault(case: &str) -> (usize, String, String) {
        let mut output = Output::default();
        let fault = BatchProblem.answer(1, case.as_bytes(), &mut output).expect_err(case);
        assert!(output.text.is_empty(), "nothing is written on a fault");
        (fault.at, fault.expected.into_owned(), fault.found)
    }

    #[test]
    fn a_fault_says_where_it_is_and_what_was_expected() {
        let card = "a card: suit (C, S, H, D), then rank (S, E, N, T, J, Q, K, A), like CN";
        let about = |at: usize, expected: &str, found: &str| (at, expected.to_owned(), found.to_owned());
        let players = "the number of players (2, 3 or 4)";
        assert_eq!(fault(&CASE.replace("2 SS", "5 SS")), about(0, players, "`5`"));
        assert_eq!(fault(&CASE.replace("2 SS", "SS")), about(0, players, "`SS`"));
        assert_eq!(fault(&CASE.replace("HA", "H1")), about(5, card, "`H1`"));
        assert_eq!(fault(&CASE.replace("HA", "AH")), about(5, card, "`AH`"));
        assert_eq!(fault(&CASE.replace("HA", "HAA")), about(5, card, "`HAA`"));
        assert_eq!(fault(&CASE.replace("SK", "HA")), about(95, "32 different cards", "`HA` again"));
        assert_eq!(
            fault(&CASE.replace(" SK", "")),
            about(94, "a card (there are 32)", "the end of the input")
        );
        assert_eq!(fault(&CASE.replace("HA", "HA\n")).2, "the end of the line");
        assert_eq!(fault(&format!("{CASE} SK")), about(98, "nothing after the 32nd card", "`SK`"));
        assert_eq!(fault(&format!("{CASE}\n{CASE}")).1, "one line a game");
    }

    #[test]
    fn a_game_that_repeats_itself_is_detected() {
        let mut game = MauMau::start(&MauMau::deal(&rules(3), &mut Rng::new(1)), |_| ());
        for period in [1, 7, 511, 600, 5000] {
            // All positions of a period differ: the first hand has other bits each time.
            let positions: Vec<MauMau> = (0..period)
                .map(|n: u64| {
                    let bits = n + (1 << 20);
                    game.hands[cards::Seat::new(0)] = CardSet::from_bits(bits);
                    game
                })
                .collect();
            let mut repeats = CycleDetector::new(&positions[0]);
            let found = positions.iter().cycle().take(100_000).position(|position| {
                repeats.steps += 1;
                repeats.steps >= CycleDetector::DELAY && repeats.is_repeated(position)
            });
            assert!(found.is_some(), "a loop of {period} positions");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_judge_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let _ = (BatchProblem.frame(&bytes), BatchProblem.answer(1, &bytes, &mut Output::default()));
        }

        #[test]
        fn a_damaged_case_is_a_fault_inside_it_or_another_case(at in 0..CASE.len(), byte in any::<u8>()) {
            let mut case = CASE.as_bytes().to_vec();
            case[at] = byte;
            if let Err(fault) = BatchProblem.answer(1, &case, &mut Output::default()) {
                prop_assert!(fault.at + fault.len <= case.len());
            }
        }

        #[test]
        fn the_quick_reading_agrees_with_the_careful_one(seed in any::<u64>()) {
            let mut case = Vec::new();
            BatchProblem.example(seed, &mut case);
            prop_assert_eq!(read_quickly(&case), read(&case).ok());
            prop_assert!(read_quickly(&case).is_some());
        }

        #[test]
        fn a_line_ends_where_its_line_feed_is(text in "[a\\n\u{9}\u{b}]{0,40}") {
            let slow = text.bytes().position(|byte| byte == b'\n').map(|at| at + 1);
            prop_assert_eq!(line_end(text.as_bytes()), slow);
        }
    }
}
