//! A made-up problem, cut in every way an input can arrive.
//!
//! A case is two lines: how many numbers, and the numbers; the answer is their sum.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::mpsc;

use games::problem::{Fault, LONGEST_CASE, Output, Problem, Scan, end_of_lines};

use super::*;
use crate::judge::pipeline;

#[derive(Default)]
struct Sums {
    is_counted: bool,
    closing_word: Option<&'static str>,
}

static COUNTED: Sums = Sums { is_counted: true, closing_word: None };
static CLOSED: Sums = Sums { is_counted: false, closing_word: Some("End") };
static OPEN: Sums = Sums { is_counted: false, closing_word: None };

impl Problem for Sums {
    fn is_counted(&self) -> bool {
        self.is_counted
    }
    fn closing_word(&self) -> Option<&'static str> {
        self.closing_word
    }
    fn frame(&self, input: &[u8]) -> Option<usize> {
        end_of_lines(input, 2)
    }
    fn example(&self, seed: u64, text: &mut Vec<u8>) {
        text.extend_from_slice(format!("2\n{} 1\n", seed % 1000).as_bytes());
    }
    fn answer(&self, number: u64, case: &[u8], output: &mut Output) -> Result<(), Fault> {
        let mut scan = Scan::new(case);
        scan.next_line();
        let count = scan.number(0, 1 << 40, "how many numbers there are")?;
        scan.end_line("the numbers on a line of their own")?;
        if count > 0 && !scan.next_line() {
            return Err(scan.nothing("a line of numbers"));
        }
        let mut sum = 0;
        for _ in 0..count {
            sum += scan.number(0, 999, "a number below 1000")?;
        }
        scan.end_line("no more numbers")?;
        if sum == 0 {
            output.remarks.push((number, "nothing in it".to_owned()));
        }
        output.text.extend_from_slice(format!("{sum}\n").as_bytes());
        Ok(())
    }
}

/// An input that arrives in the pieces it is made of.
struct Pieces(VecDeque<Vec<u8>>);

impl Pieces {
    fn of(text: &[u8], len: usize) -> Pieces {
        Pieces(text.chunks(len).map(<[u8]>::to_vec).collect())
    }
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(mut piece) = self.0.pop_front() else { return Ok(0) };
        let len = piece.len().min(buffer.len());
        buffer[..len].copy_from_slice(&piece[..len]);
        if len < piece.len() {
            self.0.push_front(piece.split_off(len));
        }
        Ok(len)
    }
}

/// Output, warnings and how it ended, with the error as a person sees it.
fn judged(
    problem: &'static Sums,
    input: impl Read + Send + 'static,
    jobs: usize,
) -> (String, usize, Result<(), String>) {
    let (mut text, mut remarks) = (Vec::new(), 0);
    let ending = pipeline::judge(problem, Box::new(input), jobs, |answers| {
        let (mut cases, before) = (0, text.len());
        for (number, answer) in answers.cases() {
            assert!(answer.ends_with(b"\n"), "case {number} has an answer of its own");
            text.extend_from_slice(answer);
            cases += 1;
        }
        assert_eq!((cases, &text[before..]), (answers.ends.len(), &answers.output.text[..]));
        remarks += answers.output.remarks.len();
        Ok(())
    });
    let ending = ending.map_err(|trouble| match trouble {
        JudgeError::Bad(diagnosis) => diagnosis.about("sums.in").to_string(),
        other => format!("{other:?}"),
    });
    (String::from_utf8(text).unwrap(), remarks, ending)
}

/// Judges a text in pieces of several sizes and on several threads; all must agree.
fn every_way(problem: &'static Sums, text: &str) -> (String, usize, Result<(), String>) {
    let whole = judged(problem, Pieces::of(text.as_bytes(), usize::MAX), 1);
    for (len, jobs) in [(1, 1), (2, 3), (7, 1), (64, 2), (usize::MAX, 4)] {
        assert_eq!(judged(problem, Pieces::of(text.as_bytes(), len), jobs), whole, "pieces of {len}");
    }
    whole
}

fn answers(problem: &'static Sums, text: &str) -> String {
    let (text, _, ending) = every_way(problem, text);
    assert_eq!(ending, Ok(()));
    text
}

fn error(problem: &'static Sums, text: &str) -> (String, String) {
    let (text, _, ending) = every_way(problem, text);
    (text, ending.expect_err("a broken input"))
}

#[test]
fn a_counted_input_has_exactly_that_many_cases() {
    assert_eq!(answers(&COUNTED, "2\n2\n1 2\n1\n7\n"), "3\n7\n");
    assert_eq!(answers(&COUNTED, "0\n"), "");
    let (out, text) = error(&COUNTED, "3\n2\n1 2\n1\n7\n");
    assert_eq!(out, "3\n7\n");
    assert_eq!(text, "sums.in:6:1: case 3: expected 3 cases, found the end of the input after 2");
    let (out, text) = error(&COUNTED, "1\n2\n1 2\n\n1\n7\n");
    assert_eq!(out, "3\n");
    insta::assert_snapshot!(text, @"
    sums.in:5:1: expected nothing after 1 case, found `1`
       |
     5 | 1
       | ^
    ");
}

#[test]
fn a_count_must_be_a_number_alone_on_its_line() {
    insta::assert_snapshot!(error(&COUNTED, "\n two\n1\n7\n").1, @"
    sums.in:2:2: expected the number of cases, found `two`
       |
     2 |  two
       |  ^^^
    ");
    insta::assert_snapshot!(error(&COUNTED, "1 1\n7\n").1, @"
    sums.in:1:3: expected nothing after the number of cases, found `1`
       |
     1 | 1 1
       |   ^
    ");
    assert_eq!(
        error(&COUNTED, " \n\n").1,
        "sums.in:3:1: expected the number of cases, found the end of the input"
    );
    let huge = "1000000000000000000\n1\n7\n";
    assert_eq!(error(&COUNTED, huge).0, "7\n");
    assert!(error(&COUNTED, "100000000000000000000\n").1.contains("expected the number of cases"));
}

#[test]
fn a_closing_word_ends_the_input_and_may_not_be_missing() {
    assert_eq!(answers(&CLOSED, "1\n7\n\nEnd"), "7\n");
    assert_eq!(answers(&CLOSED, "End\n\n"), "");
    assert_eq!(
        error(&CLOSED, "1\n7\n"),
        (
            "7\n".to_owned(),
            "sums.in:3:1: expected a case or the closing word `End`, found the end of the input".to_owned()
        )
    );
    let (out, text) = error(&CLOSED, "1\n7\nEnd\n1\n8\n");
    assert_eq!(out, "7\n");
    assert!(text.starts_with("sums.in:4:1: expected nothing after the closing word `End`, found `1`"));
}

#[test]
fn an_open_input_ends_where_it_ends() {
    assert_eq!(answers(&OPEN, ""), "");
    assert_eq!(answers(&OPEN, "\n \n\n"), "");
    assert_eq!(answers(&OPEN, "1\n7\n2\n1 1"), "7\n2\n");
}

#[test]
fn blank_lines_and_foreign_line_ends_are_nothing() {
    assert_eq!(answers(&COUNTED, "\r\n 2 \r\n\r\n2\r\n1 2\t\r\n \n1\n\n\n7\r\n   "), "3\n7\n");
}

#[test]
fn a_byte_order_mark_is_nothing_and_moves_no_column() {
    assert_eq!(answers(&COUNTED, "\u{feff}1\r\n1\r\n7\r\n"), "7\n");
    assert_eq!(answers(&CLOSED, "\u{feff}End\n"), "");
    assert_eq!(answers(&OPEN, "\u{feff}"), "");
    insta::assert_snapshot!(error(&COUNTED, "\u{feff}two\n").1, @"
    sums.in:1:1: expected the number of cases, found `two`
       |
     1 | two
       | ^^^
    ");
    let (_, elsewhere) = error(&OPEN, "1\n\u{feff}7\n");
    assert!(elsewhere.contains(r"found `\xef\xbb\xbf7`"), "{elsewhere}");
}

#[test]
fn a_fault_is_shown_in_its_line() {
    let (out, text) = error(&OPEN, "1\n7\n\n3\n5 six 7\n1\n8\n");
    assert_eq!(out, "7\n");
    insta::assert_snapshot!(text, @"
    sums.in:5:3: case 2: expected a number below 1000, found `six`
       |
     5 | 5 six 7
       |   ^^^
    ");
}

#[test]
fn a_truncated_case_is_shown_where_it_stops() {
    insta::assert_snapshot!(error(&OPEN, "1\n7\n3\n5 6").1, @"
    sums.in:4:4: case 2: expected a number below 1000, found the end of the input
       |
     4 | 5 6
       |    ^
    ");
    insta::assert_snapshot!(error(&OPEN, "1\n7\n3\n\n").1, @"
    sums.in:3:2: case 2: expected a line of numbers, found the end of the input
       |
     3 | 3
       |  ^
    ");
    // The frame asks for a second line, the judge does not: still not all there.
    assert!(error(&OPEN, "1\n7\n0\n").1.contains("expected the rest of the case"));
}

#[test]
fn rubbish_is_printable_in_messages() {
    let (_, _, ending) = judged(&OPEN, &b"1\n\x00\xff\x1b[2J\tx\n"[..], 1);
    insta::assert_snapshot!(ending.unwrap_err(), @r"
    sums.in:2:1: case 1: expected a number below 1000, found `\x00\xff\x1b[2J`
       |
     2 | \x00\xff\x1b[2J x
       | ^^^^^^^^^^^^^^^
    ");
}

#[test]
fn a_long_line_is_shown_around_the_place() {
    let line = format!("{}x {}", "7 ".repeat(300), "8 ".repeat(300));
    insta::assert_snapshot!(error(&OPEN, &format!("601\n{line}\n")).1, @"
    sums.in:2:601: case 1: expected a number below 1000, found `x`
       |
     2 | ...7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 x 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8...
       |                                                ^
    ");
}

#[test]
fn a_case_without_end_is_refused_and_not_stored() {
    let endless = io::repeat(b'x').take(1 << 40);
    let (_, _, ending) = judged(&OPEN, endless, 1);
    assert!(ending.unwrap_err().starts_with("sums.in:1:1: case 1: expected how many numbers there are"));
    let (_, _, ending) = judged(&COUNTED, io::repeat(b'7').take(1 << 40), 2);
    assert!(ending.unwrap_err().starts_with("sums.in:1:1: expected the number of cases, found `7777"));
    // Nothing wrong with it but its length.
    let endless = io::Cursor::new(*b"1000000000\n").chain(Pieces::of(&b"1 ".repeat(LONGEST_CASE), 1000));
    let (_, _, ending) = judged(&OPEN, endless, 1);
    insta::assert_snapshot!(ending.unwrap_err(), @"
    sums.in:1:1: case 1: expected a case of at most 65536 bytes, found a longer one
       |
     1 | 1000000000
       | ^
    ");
}

#[test]
fn a_case_is_too_long_however_it_arrives() {
    let count = LONGEST_CASE / 2 - 4;
    let fits = format!("{count}\n{}\n", "1 ".repeat(count));
    assert!(fits.len() <= LONGEST_CASE);
    assert_eq!(answers_in(&fits, &[1000, usize::MAX]), Ok(format!("{count}\n")));
    let long = format!("{count}\n{}{}\n", "1 ".repeat(count), " ".repeat(LONGEST_CASE));
    assert!(answers_in(&long, &[1000, usize::MAX]).unwrap_err().contains("at most 65536 bytes"));
}

fn answers_in(text: &str, pieces: &[usize]) -> Result<String, String> {
    let run = |len| {
        let (text, _, ending) = judged(&OPEN, Pieces::of(text.as_bytes(), len), 1);
        ending.map(|()| text)
    };
    let first = run(pieces[0]);
    pieces.iter().for_each(|&len| assert_eq!(run(len), first));
    first
}

#[test]
fn blank_lines_without_end_take_no_room() {
    let blank = io::repeat(b'\n').take(10 * BUFFER as u64);
    let input = io::Cursor::new(*b"1\n1\n7\n").chain(blank);
    assert_eq!(judged(&COUNTED, input, 1), ("7\n".to_owned(), 0, Ok(())));
    let blank = io::repeat(b' ').take(10 * BUFFER as u64);
    assert_eq!(judged(&COUNTED, io::Cursor::new(*b"1\n1\n7\n").chain(blank), 1).2, Ok(()));
}

#[test]
fn many_threads_answer_in_order() {
    let mut text = b"20000\n".to_vec();
    (0..20_000).for_each(|seed| COUNTED.example(seed * 7, &mut text));
    let text = String::from_utf8(text).unwrap();
    let alone = judged(&COUNTED, Pieces::of(text.as_bytes(), 5000), 1);
    assert_eq!(alone.0.lines().count(), 20_000);
    for jobs in 2..6 {
        assert_eq!(judged(&COUNTED, Pieces::of(text.as_bytes(), 5000), jobs), alone);
    }
}

#[test]
fn warnings_stop_nothing() {
    assert_eq!(every_way(&OPEN, "1\n0\n1\n7\n2\n0 0\n"), ("0\n7\n0\n".to_owned(), 2, Ok(())));
}

/// An input that gives the next piece only when asked to.
struct OnDemand(mpsc::Receiver<Vec<u8>>);

impl Read for OnDemand {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(piece) = self.0.recv() else { return Ok(0) };
        buffer[..piece.len()].copy_from_slice(&piece);
        Ok(piece.len())
    }
}

#[test]
fn an_answer_does_not_wait_for_the_next_case() {
    for jobs in [1, 3] {
        let (input, source) = mpsc::channel();
        input.send(b"1\n1\n".to_vec()).unwrap();
        let (mut input, mut seen) = (Some(input), 0);
        let ending = pipeline::judge(&OPEN, Box::new(OnDemand(source)), jobs, |answers| {
            if !answers.output.text.is_empty() {
                seen += 1;
                // Only this answer brings the next case; were it kept back, both would wait for ever.
                match input.take() {
                    Some(source) if seen < 5 => {
                        source.send(b"1\n1\n".to_vec()).unwrap();
                        input = Some(source);
                    }
                    _ => {}
                }
            }
            Ok(())
        });
        assert!(ending.is_ok());
        assert_eq!(seen, 5);
    }
}

#[test]
fn trouble_with_reading_and_writing_is_told() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is on fire"))
        }
    }
    for jobs in [1, 2] {
        assert!(judged(&OPEN, Broken, jobs).2.unwrap_err().contains("the disk is on fire"));
        let refuse = |_: &pipeline::Answers| Err(io::Error::from(io::ErrorKind::BrokenPipe));
        let ending = pipeline::judge(&OPEN, Box::new(&b"1\n1\n"[..]), jobs, refuse);
        assert!(matches!(ending, Err(JudgeError::Write(_))));
    }
}
