//! The batch problem: a name and a deck in, what that player wins or loses with best play out.

use cards::{Game, Rng};

use super::card::{Card, Colour};
use super::exact;
use super::rules::{House, MOST};
use super::types::{Rules, Setup};
use crate::problem::{Fault, NoCase, Output, Problem, Scan, Word};

/// The batch problem "House of Cards".
#[derive(Clone, Copy, Debug, Default)]
pub struct BatchProblem;

impl Problem for BatchProblem {
    fn is_counted(&self) -> bool {
        false
    }

    fn closing_word(&self) -> Option<&'static str> {
        Some("End")
    }

    fn frame(&self, input: &[u8]) -> Option<usize> {
        let mut scan = Scan::new(input);
        let (_, ranks) = (word(&mut scan)?, word(&mut scan)?);
        let mut last = ranks;
        // With a broken number of ranks the end of the case is unknown, so it ends with that line.
        if let Some(rules) = read_ranks(ranks) {
            for _ in 0..2 * rules.ranks() {
                last = word(&mut scan)?;
            }
        }
        // The rest of the line belongs to the case if it is blank; else the next case has begun.
        let end = last.at + last.bytes.len();
        let rest = &input[end..];
        let blank = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r'))?;
        match rest[blank] {
            b'\n' => Some(end + blank + 1),
            _ if blank > 0 => Some(end + blank),
            _ => None,
        }
    }

    fn example(&self, seed: u64, text: &mut Vec<u8>) {
        let mut rng = Rng::new(seed);
        let spread = u32::from(Rules::MOST - Rules::LEAST) + 1;
        let ranks = Rules::LEAST + rng.below(spread) as u8;
        let rules = Rules::new(ranks).expect("the number is in range");
        let name = ["Axel", "Birgit"][rng.below(2) as usize];
        text.extend_from_slice(case(name, &House::deal(&rules, &mut rng)).as_bytes());
    }

    /// The case asks for Axel's result, because a deal names no player.
    fn case(&self, setup: &str) -> Result<Vec<u8>, NoCase> {
        Ok(case("Axel", &setup.parse()?).into_bytes())
    }

    fn answer(&self, number: u64, case: &[u8], output: &mut Output) -> Result<(), Fault> {
        let (asked, setup) = read_case(case)?;
        let house = House::start(&setup, |_| ());
        let red = exact::value(&house);
        let wins = if asked == Colour::Red { red } else { -red };
        let text = &mut output.text;
        text.extend_from_slice(b"Case ");
        push_number(text, number);
        if wins == 0 {
            text.extend_from_slice(b": Axel and Birgit tie\n");
            return Ok(());
        }
        text.extend_from_slice(if asked == Colour::Red { b": Axel " } else { b": Birgit " });
        text.extend_from_slice(if wins > 0 { b"wins " } else { b"loses " });
        push_number(text, wins.unsigned_abs().into());
        text.push(b'\n');
        Ok(())
    }
}

/// A case that asks for what `name` wins.
fn case(name: &str, setup: &Setup) -> String {
    let cards: Vec<String> = setup.cards().iter().map(Card::to_string).collect();
    format!("{name}\n{}\n{}\n", setup.rules.ranks(), cards.join(" "))
}

/// Reads one case: whose result is asked for, and the deck.
pub fn read_case(case: &[u8]) -> Result<(Colour, Setup), Fault> {
    const NAMES: &str = "a name (Axel or Birgit) or the word End";
    const RANKS: &str = "a number of ranks from 5 to 13";
    const CARD: &str = "a card like 7B or 13R";
    let mut scan = Scan::new(case);
    let name = word(&mut scan).ok_or_else(|| scan.nothing(NAMES))?;
    let asked = match name.bytes {
        b"Axel" => Colour::Red,
        b"Birgit" => Colour::Black,
        _ => return Err(Fault::about(name, NAMES)),
    };
    let ranks = word(&mut scan).ok_or_else(|| scan.nothing(RANKS))?;
    let rules = read_ranks(ranks).ok_or_else(|| Fault::about(ranks, RANKS))?;
    let mut deck = [Card::LOWEST; MOST];
    let (mut seen, count) = (0u32, 2 * usize::from(rules.ranks()));
    for (place, before) in deck[..count].iter_mut().zip(0..) {
        let word = word(&mut scan).ok_or_else(|| {
            scan.nothing(format!("{CARD}, the {} of {count} in the deck", ordinal(before + 1)))
        })?;
        let card = Card::read(word.bytes).ok_or_else(|| Fault::about(word, CARD))?;
        if card.rank() > rules.ranks() {
            return Err(Fault::about(word, format!("a card up to rank {}", rules.ranks())));
        }
        if seen >> card.index() & 1 == 1 {
            return Err(Fault::found(word, "every card once", format!("{card} for the second time")));
        }
        seen |= 1 << card.index();
        *place = card;
    }
    if let Some(word) = word(&mut scan) {
        return Err(Fault::about(word, format!("nothing after the {count} cards of the deck")));
    }
    Ok((asked, Setup { rules, deck }))
}

/// The next word, on this line or a later one: the statement does not fix the lines.
#[inline]
fn word<'a>(scan: &mut Scan<'a>) -> Option<Word<'a>> {
    scan.word().or_else(|| if scan.next_line() { scan.word() } else { None })
}

fn read_ranks(word: Word<'_>) -> Option<Rules> {
    let ranks = match *word.bytes {
        [ones @ b'0'..=b'9'] => ones - b'0',
        [b'1', ones @ b'0'..=b'9'] => 10 + ones - b'0',
        _ => return None,
    };
    Rules::new(ranks)
}

fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n / 10) {
        (_, 1) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

fn push_number(text: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let (mut at, mut left) = (digits.len(), number);
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(case: &str) -> Result<String, (usize, String, String)> {
        let mut output = Output::default();
        BatchProblem
            .answer(7, case.as_bytes(), &mut output)
            .map(|()| String::from_utf8(output.text).unwrap())
            .map_err(|fault| (fault.at, fault.expected.into_owned(), fault.found))
    }

    #[test]
    fn the_statements_sample_is_answered_byte_for_byte() {
        let mut rest: &[u8] = include_bytes!("../../tests/data/house/sample.in");
        let (mut number, mut output) = (0, Output::default());
        while let Some(end) = BatchProblem.frame(rest) {
            number += 1;
            BatchProblem.answer(number, &rest[..end], &mut output).unwrap();
            rest = &rest[end..];
        }
        assert_eq!(rest, b"End\n");
        assert_eq!(output.text, include_bytes!("../../tests/data/house/sample.out"));
    }

    #[test]
    fn line_breaks_may_stand_anywhere_in_a_case() {
        let said = Ok("Case 7: Axel wins 1\n".to_owned());
        assert_eq!(judged("Axel\n5\n1R 2R 3R 4R 5R 5B 4B 3B 2B 1B\n"), said);
        assert_eq!(judged("\r\nAxel 5\r\n1R 2R\n\n3R 4R 5R\t5B 4B \r\n3B 2B\n1B"), said);
    }

    #[test]
    fn broken_cases_are_refused_at_the_broken_word() {
        let fault = |case: &str| {
            let (at, expected, found) = judged(case).expect_err(case);
            (at, format!("{expected}; {found}"))
        };
        assert_eq!(fault("Alex 5"), (0, "a name (Axel or Birgit) or the word End; `Alex`".into()));
        assert_eq!(fault("Axel"), (4, "a number of ranks from 5 to 13; the end of the input".into()));
        assert_eq!(fault("Axel 14"), (5, "a number of ranks from 5 to 13; `14`".into()));
        assert_eq!(fault("Axel 05"), (5, "a number of ranks from 5 to 13; `05`".into()));
        assert_eq!(fault("Axel 5 1X"), (7, "a card like 7B or 13R; `1X`".into()));
        assert_eq!(fault("Axel 5 1R 6R"), (10, "a card up to rank 5; `6R`".into()));
        assert_eq!(fault("Axel 5 1R 1R"), (10, "every card once; 1R for the second time".into()));
        assert_eq!(
            fault("Axel 5 1R"),
            (9, "a card like 7B or 13R, the 2nd of 10 in the deck; the end of the input".into())
        );
        let extra = "Axel 5 1R 2R 3R 4R 5R 5B 4B 3B 2B 1B 1B";
        assert_eq!(fault(extra), (37, "nothing after the 10 cards of the deck; `1B`".into()));
    }

    #[test]
    fn a_case_ends_after_its_last_card_whatever_follows() {
        let case = "Axel\n5\n1R 2R 3R 4R 5R 5B 4B 3B 2B 1B";
        let frame = |text: &str| BatchProblem.frame(text.as_bytes());
        assert_eq!(frame(case), None, "the last card might go on");
        assert_eq!(frame(&format!("{case} ")), None, "the line might end here");
        assert_eq!(frame(&format!("{case} \r\nEnd\n")), Some(case.len() + 3));
        assert_eq!(frame(&format!("{case} Birgit 5")), Some(case.len() + 1));
        assert_eq!(frame("Axel\n99\n1R\n"), Some(8), "a broken number ends its case");
        for cut in 0..case.len() {
            assert_eq!(frame(&case[..cut]), None);
        }
    }

    #[test]
    fn examples_are_cases_and_each_is_framed_whole() {
        for seed in 0..100 {
            let mut text = Vec::new();
            BatchProblem.example(seed, &mut text);
            assert_eq!(BatchProblem.frame(&text), Some(text.len()));
            assert!(BatchProblem.answer(1, &text, &mut Output::default()).is_ok());
        }
    }
}
