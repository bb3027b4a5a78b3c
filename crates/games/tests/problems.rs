//! Every `data/<game>/*.in` must give its `*.out`. Adding a case needs no Rust.

use std::fs;
use std::path::{Path, PathBuf};

use cards::Rng;
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use games::problem::{NoCase, Output, Problem, Scan};

struct FindProblem;
impl WithGame for FindProblem {
    type Out = Option<&'static dyn Problem>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        G::problem()
    }
}

/// The slow twin of the `judge` command's pipeline.
fn answers(problem: &dyn Problem, input: &[u8]) -> Output {
    let mut rest = input.to_vec();
    rest.push(b'\n');
    let mut rest = &rest[..];
    if problem.is_counted() {
        let mut scan = Scan::new(rest);
        scan.next_line();
        scan.number(0, u64::MAX, "the number of cases").expect("a count");
        let skipped = games::problem::end_of_lines(rest, 1).expect("a line");
        rest = &rest[skipped..];
    }
    let mut output = Output::default();
    for number in 1.. {
        let text = rest.trim_ascii();
        if text.is_empty() || problem.closing_word().is_some_and(|word| text == word.as_bytes()) {
            break;
        }
        let len = problem.frame(rest).expect("a whole case");
        problem.answer(number, &rest[..len], &mut output).expect("a valid case");
        rest = &rest[len..];
    }
    output
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut named: Vec<PathBuf> = all
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    named.sort();
    named
}

#[test]
fn every_stored_input_gives_its_output() {
    for name in NAMES {
        let Some(problem) = with_game(name, FindProblem).expect("a game of the catalog") else { continue };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        let inputs = files(&folder, "in");
        assert!(!inputs.is_empty(), "{name} has a batch problem and needs its sample");
        for path in inputs {
            let input = fs::read(&path).expect("a readable file");
            let expected =
                fs::read_to_string(path.with_extension("out")).expect("an answer beside the input");
            let found = String::from_utf8(answers(problem, &input).text).expect("answers are text");
            assert_eq!(found, expected, "{}", path.display());
        }
    }
}

#[test]
fn examples_are_valid_cases_that_read_alike_with_any_white_space() {
    for name in NAMES {
        let Some(problem) = with_game(name, FindProblem).expect("a game of the catalog") else { continue };
        let mut text = Vec::new();
        if problem.is_counted() {
            text.extend(b"50\n");
        }
        (0..50).for_each(|seed| problem.example(seed, &mut text));
        text.extend(problem.closing_word().unwrap_or_default().bytes());
        let plain = String::from_utf8(text).expect("cases are text");
        let expected = answers(problem, plain.as_bytes()).text;
        for untidy in
            [plain.replace('\n', "\r\n"), plain.replace('\n', "  \n\n"), plain.trim_end().to_owned()]
        {
            assert_eq!(answers(problem, untidy.as_bytes()).text, expected, "{name}");
        }
    }
}

/// A dealt setup in text.
struct Dealt;
impl WithGame for Dealt {
    type Out = String;
    fn run<G: CatalogGame>(self) -> String {
        G::deal(&Default::default(), &mut Rng::new(3)).to_string()
    }
}

#[test]
fn a_deal_becomes_a_case_if_the_problem_is_about_deals() {
    for name in NAMES {
        let Some(problem) = with_game(name, FindProblem).expect("a game of the catalog") else { continue };
        let setup = with_game(name, Dealt).expect("a game of the catalog");
        match problem.case(&setup) {
            Ok(case) => {
                assert_eq!(problem.frame(&case), Some(case.len()), "{name}");
                assert_eq!(problem.answer(1, &case, &mut Output::default()), Ok(()), "{name}");
                assert!(matches!(problem.case("no deal"), Err(NoCase::Parse(_))), "{name}");
            }
            Err(why) => assert!(matches!(why, NoCase::NotADeal(_)), "{name}: {why}"),
        }
    }
    let uno = with_game("uno", FindProblem).flatten().expect("uno has a problem");
    let three = "seats=3 turns=9 first=1 direction=clockwise hand R1 hand R2 hand R3 discard R4 draw";
    match uno.case(three) {
        Err(NoCase::Seats { expected: 4, found: 3 }) => {}
        other => panic!("{other:?}"),
    }
}

/// A truncated case is a fault, unless only white space is missing.
#[test]
fn a_truncated_case_is_a_fault_and_never_a_panic() {
    for name in NAMES {
        let Some(problem) = with_game(name, FindProblem).expect("a game of the catalog") else { continue };
        let mut case = Vec::new();
        problem.example(7, &mut case);
        let whole = case.trim_ascii_end().len();
        for end in 0..whole {
            let mut output = Output::default();
            let judged = problem.answer(1, &case[..end], &mut output);
            let fault = judged.expect_err(&format!("{name} cut after {end} bytes"));
            assert!(fault.at <= end, "{name}: {fault:?} lies in the {end} bytes there were");
            assert!(output.text.is_empty(), "{name}: nothing is written on a fault");
        }
        assert_eq!(problem.answer(1, &case[..whole], &mut Output::default()), Ok(()), "{name}");
    }
}
