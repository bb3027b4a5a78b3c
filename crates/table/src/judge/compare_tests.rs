//! Small outputs held against small answers, and large ones against the memory they may take.

use std::io::{self, Read};

use super::Verdict::{Accepted, ExtraOutput, Missing, PresentationError, WrongAnswer};
use super::*;

/// The verdicts about an output, and the first difference as a person sees it.
fn judged(answers: &[&str], output: impl Read) -> (Vec<Verdict>, String) {
    let (mut verdicts, mut first) = (Vec::new(), None);
    let mut tell = |judged: Judged| {
        assert_eq!(judged.verdict == Accepted, judged.difference.is_none());
        let number = verdicts.len() as u64 + 1;
        assert_eq!(
            judged.case,
            (number <= answers.len() as u64).then_some(number),
            "in order, none left out"
        );
        verdicts.push(judged.verdict);
        first = first.take().or(judged.difference);
    };
    let mut comparison = Comparison::new(output);
    for (answer, number) in answers.iter().zip(1..) {
        comparison.case(number, answer.as_bytes(), &mut tell).unwrap();
    }
    comparison.finish(&mut tell).unwrap();
    (verdicts, first.map_or_else(String::new, |first| first.about("out").to_string()))
}

fn verdicts(answers: &[&str], output: &str) -> Vec<Verdict> {
    judged(answers, output.as_bytes()).0
}

fn first(answers: &[&str], output: &str) -> String {
    judged(answers, output.as_bytes()).1
}

const THREE: [&str; 3] = ["Case 1:\n5 7\n", "Case 2:\n6 6\n", "Case 3:\n1 9\n"];
const RIGHT: &str = "Case 1:\n5 7\nCase 2:\n6 6\nCase 3:\n1 9\n";

#[test]
fn the_right_output_is_accepted_with_any_line_ends_and_without_the_last() {
    for output in [RIGHT.to_owned(), RIGHT.replace('\n', "\r\n"), format!("\u{feff}{RIGHT}")] {
        assert_eq!(verdicts(&THREE, &output), [Accepted; 3], "{output:?}");
        assert_eq!(verdicts(&THREE, output.trim_end()), [Accepted; 3], "{output:?}");
    }
    assert_eq!(verdicts(&[], ""), []);
}

#[test]
fn a_wrong_word_spoils_its_case_alone_and_is_shown() {
    let output = RIGHT.replace("6 6", "6 7");
    assert_eq!(verdicts(&THREE, &output), [Accepted, WrongAnswer, Accepted]);
    insta::assert_snapshot!(first(&THREE, &output), @"
    out:4:3: case 2: expected `6`, found `7`
       |
     4 | 6 7
       |   ^
    ");
}

#[test]
fn white_space_alone_is_an_error_of_presentation_in_the_case_it_belongs_to() {
    let spoiled = |from: &str, to: &str| RIGHT.replacen(from, to, 1);
    for (output, case, why) in [
        (spoiled("5 7", "5  7"), 1, "out:2:3: case 1: expected `7`, found a blank\n"),
        (spoiled("5 7", "5\t7"), 1, "out:2:2: case 1: expected a blank, found a tab\n"),
        (spoiled("6 6\n", "6 6 \n"), 2, "out:4:4: case 2: expected the end of the line, found a blank\n"),
        (spoiled("6 6\n", "6 6\n\n"), 3, "out:5:1: case 3: expected `Case`, found an empty line"),
        (spoiled("2:\n6 6", "2: 6 6"), 2, "out:3:8: case 2: expected the end of the line, found a blank\n"),
        (spoiled("6 6\n", "6 6 "), 2, "out:4:4: case 2: expected the end of the line, found a blank\n"),
        (spoiled("6 6", "6\n6"), 2, "out:4:2: case 2: expected a blank, found the end of the line\n"),
        (format!("\r\n{RIGHT}"), 1, "out:1:1: case 1: expected `Case`, found an empty line"),
        (spoiled("6 6", "6 \r6"), 2, "out:4:3: case 2: expected `6`, found a carriage return\n"),
        (format!("{RIGHT}\n"), 4, "out:7:1: expected the end of the output, found an empty line"),
        (format!("{RIGHT} \t"), 4, "out:7:1: expected the end of the output, found a blank"),
        (
            format!("{}  ", RIGHT.trim_end()),
            3,
            "out:6:4: case 3: expected the end of the line, found a blank\n",
        ),
    ] {
        let mut expected = vec![Accepted; 3.max(case)];
        expected[case - 1] = PresentationError;
        let (verdicts, first) = judged(&THREE, output.as_bytes());
        assert_eq!(verdicts, expected, "{output:?}");
        assert!(first.starts_with(why), "{output:?}: {first}");
    }
    // Everything on one line.
    assert_eq!(verdicts(&THREE, &RIGHT.replace('\n', " ")), [PresentationError; 3]);
}

#[test]
fn what_the_output_lacks_at_its_end_is_missing() {
    assert_eq!(verdicts(&THREE, ""), [Missing; 3]);
    assert_eq!(first(&THREE, ""), "out:1:1: case 1: expected `Case`, found the end of the output");
    assert_eq!(verdicts(&THREE, "Case 1:\n5 7\nCase 2:\n6 "), [Accepted, Missing, Missing]);
    insta::assert_snapshot!(first(&THREE, "Case 1:\n5 7\nCase 2:\n6 "), @"
    out:4:2: case 2: expected `6`, found the end of the output
       |
     4 | 6
       |  ^
    ");
}

#[test]
fn what_follows_the_last_case_is_extra() {
    let output = format!("{RIGHT}\nCase 4:\n");
    assert_eq!(verdicts(&THREE, &output), [Accepted, Accepted, Accepted, ExtraOutput]);
    insta::assert_snapshot!(first(&THREE, &output), @"
    out:8:1: expected the end of the output, found `Case`
       |
     8 | Case 4:
       | ^^^^
    ");
}

#[test]
fn lines_too_few_or_too_many_spoil_one_case() {
    let without = RIGHT.replace("6 6\n", "");
    assert_eq!(verdicts(&THREE, &without), [Accepted, WrongAnswer, Accepted]);
    let debugging = RIGHT.replace("6 6\n", "here\nand here\n6 6\n");
    assert_eq!(verdicts(&THREE, &debugging), [Accepted, WrongAnswer, Accepted]);
    let left_out = RIGHT.replace("Case 2:\n6 6\n", "");
    assert_eq!(verdicts(&THREE, &left_out), [Accepted, Missing, Accepted]);
    assert_eq!(verdicts(&THREE, &format!("hello\n{RIGHT}")), [WrongAnswer, Accepted, Accepted]);
    // Nothing fits any more: each case has as many lines as it should have.
    assert_eq!(verdicts(&THREE, "a\nb\nc\nd\ne\nf\n"), [WrongAnswer; 3]);
    assert_eq!(verdicts(&THREE, "a\nb\nc\n"), [WrongAnswer, WrongAnswer, Missing]);
}

#[test]
fn the_answers_after_several_wrong_and_missing_ones_are_found_again() {
    let answers: Vec<String> = (1..=40).map(|case| format!("Case {case}: {}\n", case * 7 % 5)).collect();
    let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
    // Cases 5 to 11 are left out, 12 is wrong.
    let mut lines = answers.clone();
    lines.drain(4..11);
    lines[4] = "Case 12: x\n";
    let told = verdicts(&answers, &lines.concat());
    assert!(told[4..12].iter().all(|verdict| matches!(verdict, WrongAnswer | Missing)), "{told:?}");
    assert!(told[..4].iter().chain(&told[12..]).all(|verdict| *verdict == Accepted), "{told:?}");
    assert_eq!(told.len(), 40);
    // The same at the end of the output.
    let mut lines = answers.clone();
    lines.drain(34..39);
    let told = verdicts(&answers, &lines.concat());
    assert_eq!((told[33], told[39], told.len()), (Accepted, Accepted, 40), "{told:?}");
    assert!(told[34..39].iter().all(|verdict| matches!(verdict, WrongAnswer | Missing)), "{told:?}");
    // Everything wrong, and then a few lines too many.
    let mut lines = vec!["x\n"; 30];
    lines.extend(["y\n"; 6]);
    lines.extend(&answers[30..]);
    let told = verdicts(&answers, &lines.concat());
    assert_eq!(told, [vec![WrongAnswer; 30], vec![Accepted; 10]].concat());
}

#[test]
fn answers_without_numbers_that_are_like_one_another_stay_in_their_places() {
    let answers = ["1 wins\n", "2 wins\n", "1 wins\n", "2 wins\n"];
    // Each is what the next one should be, and wrong in its own place.
    assert_eq!(verdicts(&answers, "2 wins\n1 wins\n2 wins\n1 wins\n"), [WrongAnswer; 4]);
    assert_eq!(
        verdicts(&answers, "2 wins\n2 wins\n2 wins\n2 wins\n"),
        [WrongAnswer, Accepted, WrongAnswer, Accepted]
    );
    // A line of another shape moves what follows.
    assert_eq!(
        verdicts(&answers, "now comes 1\n1 wins\n2 wins\n1 wins\n2 wins\n"),
        [WrongAnswer, Accepted, Accepted, Accepted]
    );
}

#[test]
fn several_inputs_are_settled_one_after_another() {
    let mut comparison = Comparison::new(&b"x\nb\n"[..]);
    let mut told = Vec::new();
    comparison.case(1, b"a\n", |judged| told.push(judged.verdict)).unwrap();
    assert_eq!(told, [], "where the wrong answer ends shows only with the next");
    comparison.settle(|judged| told.push(judged.verdict)).unwrap();
    comparison.case(1, b"b\n", |judged| told.push(judged.verdict)).unwrap();
    comparison.finish(|judged| told.push(judged.verdict)).unwrap();
    assert_eq!(told, [WrongAnswer, Accepted]);
}

#[test]
fn bytes_that_are_no_text_are_wrong_and_printable() {
    let (verdicts, first) = judged(&["5 7\n"], &b"5 \x00\xff\xfe\n"[..]);
    assert_eq!(verdicts, [WrongAnswer]);
    insta::assert_snapshot!(first, @r"
    out:1:3: case 1: expected `7`, found `\x00\xff\xfe`
       |
     1 | 5 \x00\xff\xfe
       |   ^^^^^^^^^^^^
    ");
}

/// The obvious way, for outputs that fit into memory and answers that end with a line.
fn slow_twin(answers: &[&str], output: &str) -> (bool, bool) {
    let right = answers.concat();
    let output = output.replace("\r\n", "\n");
    let is_equal = output == right || right.strip_suffix('\n') == Some(&output);
    (is_equal, output.split_ascii_whitespace().eq(right.split_ascii_whitespace()))
}

#[test]
fn every_short_output_is_judged_as_the_slow_twin_does() {
    const PIECES: [&str; 6] = ["a", "b", " ", "\n", "\r\n", "\t"];
    let all_answers: [&[&str]; 4] =
        [&["a\n", "b a\n"], &["a\nb\n", "a\n"], &["a\n\n", "b\n"], &["", "a b\n"]];
    for answers in all_answers {
        for code in 0..6usize.pow(6) {
            let pieces = (0..6).map(|place| PIECES[code / 6usize.pow(place) % 6]);
            // The first pieces stand for everything shorter too.
            let output: String = pieces.skip(code % 5).collect();
            let told = verdicts(answers, &output);
            let (is_equal, is_alike) = slow_twin(answers, &output);
            let context = format!("{answers:?} {output:?} {told:?}");
            assert_eq!(told.iter().all(|verdict| *verdict == Accepted), is_equal, "{context}");
            let alike = |verdict: &Verdict| matches!(verdict, Accepted | PresentationError);
            assert_eq!(told.iter().all(alike), is_alike, "{context}");
        }
    }
}

/// An input of `len` equal bytes between two texts.
fn padded(before: &'static str, byte: u8, len: u64, after: &'static str) -> impl Read {
    before.as_bytes().chain(io::repeat(byte).take(len)).chain(after.as_bytes())
}

#[test]
fn words_lines_and_white_space_without_end_take_no_room() {
    const LONG: u64 = 50 << 20;
    let mut comparison = Comparison::new(padded("5 ", b'x', LONG, "\nCase 2:\n6 6\n"));
    let mut told = Vec::new();
    comparison.case(1, b"5 7\n", |judged| told.push(judged)).unwrap();
    comparison.case(2, b"Case 2:\n6 6\n", |judged| told.push(judged)).unwrap();
    assert!(comparison.output.room() < 1 << 20, "{}", comparison.output.room());
    assert_eq!(told.iter().map(|judged| judged.verdict).collect::<Vec<_>>(), [WrongAnswer, Accepted]);
    assert_eq!(told[0].difference.as_ref().unwrap().column(), 3);

    for byte in [b' ', b'\n'] {
        let mut comparison = Comparison::new(padded("5", byte, LONG, "7 8\n6 6\n"));
        let mut told = Vec::new();
        comparison.case(1, b"5 7 9\n", |judged| told.push(judged)).unwrap();
        comparison.case(2, b"6 6\n", |judged| told.push(judged)).unwrap();
        assert!(comparison.output.room() < 1 << 20);
        assert_eq!(told[0].verdict, WrongAnswer);
        let place = told[0].difference.as_ref().unwrap();
        let right = if byte == b' ' { (1, LONG as usize + 4) } else { (LONG + 1, 3) };
        assert_eq!((place.line(), place.column()), right);
        assert_eq!(told[1].verdict, Accepted);
    }

    // A line of many words, all of them wrong.
    let output = format!("{}\nb\n", "x ".repeat(1 << 20));
    let mut comparison = Comparison::new(output.as_bytes());
    let mut told = Vec::new();
    comparison.case(1, b"a\n", |judged| told.push(judged.verdict)).unwrap();
    comparison.case(2, b"b\n", |judged| told.push(judged.verdict)).unwrap();
    assert_eq!(told, [WrongAnswer, Accepted]);
}

#[test]
fn however_the_output_arrives_the_verdicts_are_the_same() {
    struct Slow<'a>(&'a [u8]);
    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(1);
            self.0.read(&mut buffer[..len])
        }
    }
    for output in [RIGHT.to_owned(), RIGHT.replace("6 6", "6 \r\n"), RIGHT.replace('7', " \r\n\r\n8")] {
        assert_eq!(judged(&THREE, Slow(output.as_bytes())), judged(&THREE, output.as_bytes()));
    }
}

#[test]
fn an_output_that_cannot_be_read_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is on fire"))
        }
    }
    let mut comparison = Comparison::new(Broken);
    assert!(comparison.case(1, b"a\n", |_| panic!("nothing to tell")).is_err());
}
