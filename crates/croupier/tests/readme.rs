//! The README's console blocks are true: every command is run and prints what stands below it.
//! Times differ from run to run, so a number before `ms` stands for any; `…` stands for all the rest.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder like the repository's root to whoever follows the README.
struct Place(PathBuf);

impl Place {
    fn new() -> Place {
        let place = std::env::temp_dir().join(format!("croupier-readme-{}", std::process::id()));
        fs::create_dir_all(place.join("bots")).expect("a temporary folder can be made");
        fs::copy(root().join("bots/durak.py"), place.join("bots/durak.py")).expect("the starter is there");
        let contest = Path::new("examples/contest");
        for file in ["contest.toml", "anna/bot.py", "boris/bot.py", "chiara/bot.py", "dora/bot.py"] {
            let to = place.join(contest).join(file);
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder can be made");
            fs::copy(root().join(contest).join(file), to).expect("the sample contest is there");
        }
        Place(place)
    }

    fn run(&self, command: &str) -> String {
        let binary = Path::new(env!("CARGO_BIN_EXE_croupier"));
        let folder = binary.parent().expect("the binary is in a folder");
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command} ; }} 2>&1 < /dev/null")])
            .current_dir(&self.0)
            .env("PATH", path)
            .output()
            .expect("sh runs");
        String::from_utf8(output.stdout).expect("text")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands of a text and what it says they print.
fn commands(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("a block has an end");
        for line in block.lines() {
            match (line.strip_prefix("$ "), all.last_mut()) {
                (Some(command), _) => all.push((command, Vec::new())),
                (None, Some((_, lines))) => lines.push(line),
                (None, None) => panic!("output before the first command: {line}"),
            }
        }
    }
    all
}

/// With every number before `ms` made the same.
fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.trim_end().split(' ').collect();
    for at in 1..words.len() {
        if words[at].trim_end_matches(',') == "ms" {
            words[at - 1] = "#";
        }
    }
    words.join(" ")
}

#[test]
fn every_command_of_the_readme_prints_what_stands_below_it() {
    let text = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let place = Place::new();
    let all = commands(&text);
    // Building and playing for oneself have no output to compare; what writes a file is needed later.
    let is_run = |(command, lines): &(&str, Vec<&str>)| !lines.is_empty() || command.contains(" > ");
    let all: Vec<_> = all.into_iter().filter(is_run).collect();
    assert!(all.len() >= 8, "the README has console blocks");
    for (command, said) in all {
        let printed = place.run(command);
        let mut printed = printed.lines();
        for line in said {
            if line == "…" {
                break;
            }
            let found = printed.next().unwrap_or("the end");
            assert_eq!(timeless(found), timeless(line), "$ {command}");
        }
    }
}
