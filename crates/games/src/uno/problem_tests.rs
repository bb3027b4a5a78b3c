//! The batch problem: the statement's sample, games without an end, and faults.

use proptest::prelude::*;

use super::*;

const SAMPLE: &str = include_str!("../../tests/data/uno/1-sample.in");
const SAMPLE_ANSWER: &str = include_str!("../../tests/data/uno/1-sample.out");

fn judge(input: &[u8]) -> Result<Output, Fault> {
    let (mut output, mut rest, mut number) = (Output::default(), input, 0);
    while !rest.trim_ascii().is_empty() {
        number += 1;
        let (case, more) = rest.split_at(BatchProblem.frame(rest).unwrap_or(rest.len()));
        BatchProblem.answer(number, case, &mut output)?;
        rest = more;
    }
    Ok(output)
}

fn text_of(input: &str) -> String {
    String::from_utf8(judge(input.as_bytes()).expect("valid cases").text).expect("a text")
}

/// The fault of a case made from the sample's first by one change, and the text it is about.
fn fault(from: &str, to: &str) -> (String, String, String) {
    let first = SAMPLE.split_inclusive('\n').take(7).collect::<String>();
    assert!(first.contains(from));
    let case = first.replacen(from, to, 1);
    let mut output = Output::default();
    let fault = BatchProblem.answer(1, case.as_bytes(), &mut output).expect_err("a fault");
    assert!(output.text.is_empty(), "nothing is written on a fault");
    let about = case[fault.at..fault.at + fault.len].to_owned();
    (fault.expected.into_owned(), fault.found, about)
}

#[test]
fn the_sample_is_answered_byte_for_byte() {
    assert_eq!(text_of(SAMPLE), SAMPLE_ANSWER);
}

#[test]
fn spacing_does_not_matter() {
    let loose = SAMPLE.replace('\n', " \r\n\r\n").replace(' ', "  \t");
    assert_eq!(text_of(&loose), SAMPLE_ANSWER);
    assert_eq!(text_of(SAMPLE.trim_end()), SAMPLE_ANSWER);
}

#[test]
fn a_game_in_which_nobody_can_play_has_no_winner_and_the_next_case_follows() {
    let stuck = "clockwise 2\n1 Y1\n2 B1 B2\n1 G1\n1 Y3\n1 R5\n0\n";
    let output = judge(format!("{stuck}{SAMPLE}").as_bytes()).expect("valid cases");
    let text = String::from_utf8(output.text).expect("a text");
    assert_eq!(text, format!("nobody is the winner\n1: 1\n2: 2\n3: 1\n4: 1\n{SAMPLE_ANSWER}"));
    assert_eq!(output.remarks, [(1, "nobody can play or draw any more".to_owned())]);
}

#[test]
fn a_game_that_repeats_itself_has_no_winner() {
    let endless = include_str!("../../tests/data/uno/2-nobody.in").lines().skip(7).collect::<Vec<_>>();
    let output = judge(endless.join("\n").as_bytes()).expect("a valid case");
    assert_eq!(output.remarks, [(1, "the game repeats itself for ever".to_owned())]);
}

#[test]
fn a_fault_says_what_was_expected_and_what_was_found_and_where() {
    let three = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
    assert_eq!(fault("clockwise 1", "clockwize 1"), three(DIRECTION, "`clockwize`", "clockwize"));
    assert_eq!(fault("clockwise 1", "clockwise 5"), three(NUMBER, "`5`", "5"));
    assert_eq!(fault("clockwise 1", "clockwise"), three(NUMBER, "the end of the line", ""));
    assert_eq!(
        fault("clockwise 1", "clockwise 1 2"),
        three("nothing more after the player's number", "`2`", "2")
    );
    assert_eq!(fault("GC", "XC"), three(CARD, "`XC`", "XC"));
    assert_eq!(fault("GC", "GC7"), three(CARD, "`GC7`", "GC7"));
    assert_eq!(fault("3 RP GC Y2", "0"), three(HAND, "`0`", "0"));
    assert_eq!(fault("1 R2", "0"), three(DISCARD, "`0`", "0"));
    assert_eq!(
        fault("3 RP GC Y2", "3 RP GC"),
        three("3 cards, as the line's count says", "2 before the line ends", "")
    );
    assert_eq!(
        fault("3 RP GC Y2", "2 RP GC Y2"),
        three("no more than 2 cards, as the line's count says", "`Y2`", "Y2")
    );
    let vast = "1000000000000000000";
    assert_eq!(fault("20 R2", &format!("{vast} R2")), three(DRAW, &format!("`{vast}`"), vast));
    assert_eq!(
        fault("20 R2", "512 R2"),
        three("at most 512 cards in all", "512 where there is room for 499", "512")
    );
}

#[test]
fn a_case_of_512_cards_is_judged() {
    let case = format!("clockwise 1\n1 R1\n1 R1\n1 R1\n1 R1\n1 B2\n507{}\n", " Y3".repeat(507));
    assert_eq!(text_of(&case).lines().count(), 5);
}

#[test]
fn the_example_is_a_valid_case() {
    for seed in 0..100 {
        let mut text = Vec::new();
        BatchProblem.example(seed, &mut text);
        assert_eq!(BatchProblem.frame(&text), Some(text.len()));
        assert!(judge(&text).expect("a valid case").remarks.is_empty());
    }
}

proptest! {
    #[test]
    fn no_input_makes_the_judge_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = judge(&bytes);
    }

    #[test]
    fn no_damage_to_a_case_makes_the_judge_panic(
        at in 0..SAMPLE.len(), byte in any::<u8>(), cut in 0..SAMPLE.len(),
    ) {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        bytes[at] = byte;
        let _ = judge(&bytes);
        let _ = judge(&bytes[..cut]);
    }
}
