//! Runs the real binary and talks to it through pipes.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::Write;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::thread;

use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use games::problem::Problem;

/// The binary with these arguments, all pipes in our hands.
pub fn croupier(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("NO_COLOR").env_remove("COLUMNS");
    command
}

/// Runs the binary on this input to its end.
pub fn run(args: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    let input = input.into();
    // The child may end before it has read everything, which is its good right.
    run_fed(args, move |mut stdin| drop(stdin.write_all(&input)))
}

/// Runs the binary to its end while `feed` writes its input.
pub fn run_fed(args: &[&str], feed: impl FnOnce(ChildStdin) + Send + 'static) -> Ran {
    let mut child: Child = croupier(args).spawn().expect("the binary starts");
    let stdin = child.stdin.take().expect("stdin is a pipe");
    let feeder = thread::spawn(move || feed(stdin));
    let output = child.wait_with_output().expect("the binary ends");
    feeder.join().expect("the feeder ends");
    Ran::from(output)
}

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            status: output.status.code().expect("the binary was not killed"),
            out: String::from_utf8(output.stdout).expect("answers are text"),
            err: String::from_utf8(output.stderr).expect("messages are text"),
        }
    }
}

/// Every game that has a problem.
pub fn problems() -> Vec<(&'static str, &'static dyn Problem)> {
    struct Find;
    impl WithGame for Find {
        type Out = Option<&'static dyn Problem>;
        fn run<G: CatalogGame>(self) -> Self::Out {
            G::problem()
        }
    }
    let found = NAMES.iter().filter_map(|name| Some((*name, with_game(name, Find)??)));
    found.collect()
}

/// A complete input of `count` valid cases.
pub fn examples(game: &str, count: u64) -> String {
    let ran = run(&["judge", game, "--examples", &count.to_string(), "--seed", "1"], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game}");
    ran.out
}
