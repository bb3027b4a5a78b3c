//! `croupier solve` as a person meets it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn solve(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["solve", "house"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // It may end before it has read everything, as where the command line is wrong.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

const DECK: &str = "Birgit 5\n1R 2R 3R 4R 5R 5B 4B 3B 2B 1B\n";

const PAGE: &str = r#"Case 1: Birgit loses 1

   1R/\2R  3R/\4R  5R/\5B  4B/\3B
         1   2   3   4   5
  Axel (red)         0 points, keeps nothing
  Birgit (black)     0 points, keeps nothing
  row: 2B 1B

The value of each action (Axel to move, drawing 2B)
  floor 3 2B         Birgit loses 1  best
  floor 1 2B         Birgit wins 3
  hold               Birgit wins 12
  floor 5 2B         Birgit wins 12

Perfect play by both
   1. Axel   draws 2B   floor 3 2B           11 : 0
   2. Birgit draws 1B   floor 5 1B           11 : 10

               __2B__  __1B__
   1R/\2R  3R/\4R  5R/\5B  4B/\3B
         1   2   3   4   5
  Axel (red)        11 points, keeps nothing
  Birgit (black)    10 points, keeps nothing

5 positions searched for the result, 8 for all values; transposition table 256 KiB

"#;

const OBJECT: &str = concat!(
    r#"{"schema":"croupier/solve/1","case":1,"asked":"Birgit","ranks":5,"deck":["1R","2R","3R","4R","5R","5B","4B","3B","2B","#,
    r#""1B"],"after":[],"turn":"Axel","axel":1,"line":["floor 3 2B","floor 5 1B"],"#,
    r#""actions":[{"action":"hold","axel":-12},{"action":"floor 1 2B","#,
    r#""axel":-3},{"action":"floor 3 2B","axel":1},{"action":"floor 5 2B","axel":-12}],"nodes":5,"#,
    r#""hits":0}"#,
);

const FAULT: &str = r#"error: <stdin>:4:19: case 2: expected a card like 7B or 13R, found `4X`
   |
 4 | 1R 2R 3R 4R 5R 5B 4X 3B 2B 1B
   |                   ^^
"#;

#[test]
fn a_case_is_solved_shown_and_drawn() {
    let (status, page, errors) = told(&solve(&[], &format!("{DECK}End\n")));
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert_eq!(page, PAGE);
}

#[test]
fn a_position_in_the_middle_is_solved_too() {
    let (status, page, _) = told(&solve(&["--after", "hold"], &format!("{DECK}End\n")));
    assert_eq!(status, Some(0));
    assert!(page.contains("(Birgit to move, drawing 1B)"), "{page}");
    let (status, _, errors) = told(&solve(&["--after", "hold, floor 2 1B"], &format!("{DECK}End\n")));
    assert_eq!(status, Some(2));
    assert!(errors.starts_with(
        "error: <stdin>:1:1: case 1: expected a position in which the actions of --after can be played, \
         found `floor 2 1B`, which is not allowed: there is no valley at place 2; there are valleys at 1, 3, 5\n"
    ));
    let (status, page, errors) = told(&solve(&["--after", "hold, jump"], DECK));
    assert_eq!((status, page.as_str()), (Some(2), ""));
    assert!(errors.starts_with("error: --after: \"jump\": expected "), "{errors}");
}

#[test]
fn programs_get_one_json_object_a_case() {
    let (status, json, _) = told(&solve(&["--json"], &format!("{DECK}{DECK}End\n")));
    assert_eq!((status, json.lines().count()), (Some(0), 2));
    assert_eq!(json.lines().next(), Some(OBJECT));
}

#[test]
fn a_broken_input_is_shown_with_its_place() {
    let broken = DECK.replace("4B", "4X");
    let (status, page, errors) = told(&solve(&[], &format!("{DECK}{broken}End\n")));
    assert_eq!(status, Some(2));
    assert!(page.starts_with("Case 1: Birgit loses 1\n"), "the cases before it are answered");
    assert_eq!(errors, FAULT);
}

#[test]
fn the_closing_word_is_asked_for_and_nothing_may_follow_it() {
    let (status, _, errors) = told(&solve(&[], DECK));
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("expected a case or the closing word `End`, found the end of the input"),
        "{errors}"
    );
    let (status, _, errors) = told(&solve(&[], "End\nAxel\n"));
    assert_eq!(status, Some(2));
    assert!(
        errors.starts_with("error: <stdin>:2:1: expected nothing after the closing word `End`"),
        "{errors}"
    );
}

#[test]
fn a_case_without_end_is_refused_with_its_place_and_the_pages_before_it_are_out() {
    let (status, page, errors) = told(&solve(&[], &format!("{DECK}Axel 13\n{}", "7R ".repeat(10_000))));
    assert_eq!(status, Some(2));
    assert!(page.starts_with("Case 1: Birgit loses 1\n"), "{page}");
    assert!(errors.starts_with("error: <stdin>:4:"), "{errors}");
}
