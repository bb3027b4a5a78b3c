//! What a tournament pins of the machines that play it: the croupier, the sandbox, the limits and the runtimes.
//!
//! Matches on machines that differ are not matches of one tournament. Whoever enters it writes down what its machine
//! has, and a worker with anything else refuses and says what differs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use arena::entrants::Command;
use arena::sandbox::Limits;
use table::key::Hash;

use crate::contest::Contest;
use crate::ledger::BUILD;

/// How long a runtime may take to say its version.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the strict sandbox is on this machine, proved with bots that try to break it.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// The parts in force, in the words of a record.
    pub in_force: String,
    /// What a bot could do that it should not, in words.
    pub failures: Vec<String>,
}

/// The proof of a machine, made when it is first needed: a tournament without programs needs none.
#[derive(Clone)]
pub struct Prover {
    prove: Arc<dyn Fn() -> Result<Proof, String> + Send + Sync>,
    proved: Arc<OnceLock<Result<Proof, String>>>,
}

impl Prover {
    /// Proves it like this.
    pub fn new(prove: impl Fn() -> Result<Proof, String> + Send + Sync + 'static) -> Prover {
        Prover { prove: Arc::new(prove), proved: Arc::default() }
    }

    /// What the sandbox holds here; tried once.
    pub fn proof(&self) -> Proof {
        let failed = |why: &String| Proof { in_force: "unproved".to_owned(), failures: vec![why.clone()] };
        self.proved.get_or_init(|| (self.prove)()).as_ref().map_or_else(failed, Proof::clone)
    }

    /// The parts in force, if anybody asked so far.
    pub fn in_force(&self) -> &str {
        self.proved.get().and_then(|proof| proof.as_ref().ok()).map_or("-", |proof| &proof.in_force)
    }
}

/// What is pinned, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pins(pub BTreeMap<String, String>);

/// How a machine differs from what a tournament pins.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "this machine differs from what the tournament {tournament:?} pins: {what}: expected `{expected}`, found `{found}`"
)]
pub struct Differs {
    /// The tournament.
    pub tournament: String,
    /// What differs.
    pub what: String,
    /// What is pinned.
    pub expected: String,
    /// What is here.
    pub found: String,
}

impl Pins {
    /// What this machine would pin for a contest with these programs. `launcher` is the croupier itself.
    pub fn here(contest: &Contest, programs: &[Command], prover: &Prover, launcher: &Path) -> Pins {
        let mut pins = BTreeMap::from([("build".to_owned(), build(launcher))]);
        if !programs.is_empty() {
            pins.insert("sandbox".to_owned(), sandbox(contest, &prover.proof()));
            pins.insert("limits".to_owned(), limits(&contest.limits));
        }
        let runtimes: BTreeSet<&str> = programs.iter().filter_map(runtime).collect();
        pins.extend(runtimes.into_iter().map(|name| (format!("runtime {name}"), version(name))));
        Pins(pins)
    }

    /// The first thing in which `here` differs.
    pub fn check(&self, tournament: &str, here: &Pins) -> Result<(), Differs> {
        let names: BTreeSet<&String> = self.0.keys().chain(here.0.keys()).collect();
        for name in names {
            let value = |pins: &Pins| pins.0.get(name).cloned().unwrap_or_else(|| "-".to_owned());
            let (expected, found) = (value(self), value(here));
            if expected != found {
                return Err(Differs {
                    tournament: tournament.to_owned(),
                    what: name.clone(),
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }
}

/// The croupier: its version and its very bytes, read once.
fn build(launcher: &Path) -> String {
    static HASHES: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());
    let mut hashes = HASHES.lock().unwrap_or_else(PoisonError::into_inner);
    let hash = hashes.entry(launcher.to_owned()).or_insert_with(|| {
        let hash = std::fs::read(launcher).map(|bytes| Hash::of(&bytes).to_string());
        hash.unwrap_or_else(|error| format!("unreadable: {error}"))
    });
    format!("{BUILD} {hash}")
}

/// The level that the contest asks for, and what of it this machine enforces.
fn sandbox(contest: &Contest, proof: &Proof) -> String {
    use arena::sandbox::Sandbox;
    match contest.sandbox {
        Sandbox::Strict if proof.failures.is_empty() => proof.in_force.clone(),
        Sandbox::Strict => format!("{}, but: {}", proof.in_force, proof.failures.join("; ")),
        level => level.to_string(),
    }
}

fn limits(limits: &Limits) -> String {
    let Limits { memory, cpu_seconds, threads, processes, open_files, file_size, stack } = limits;
    format!(
        "memory {memory}, processor {cpu_seconds} s, threads {threads}, processes {processes}, files {open_files}, \
         file size {file_size}, stack {stack}"
    )
}

/// The program of the machine that runs a bot; `None` if the bot brings its own.
fn runtime(command: &Command) -> Option<&str> {
    let first = command.words.first()?;
    let is_own =
        first.contains('/') && !["/usr/", "/bin/", "/nix/"].iter().any(|place| first.starts_with(place));
    (!is_own).then_some(first)
}

/// What a runtime says of itself.
fn version(program: &str) -> String {
    let mut asked = Process::new(program);
    asked.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match asked.spawn() {
        Ok(child) => child,
        Err(error) => return format!("missing: {error}"),
    };
    let (tell, hear) = channel();
    let pipes = (child.stdout.take(), child.stderr.take());
    std::thread::spawn(move || {
        let mut text = Vec::new();
        // What cannot be read is not said.
        let _ = pipes.0.map(|pipe| pipe.take(4096).read_to_end(&mut text));
        let _ = pipes.1.map(|pipe| pipe.take(4096).read_to_end(&mut text));
        let _ = tell.send(text);
    });
    let said = hear.recv_timeout(PATIENCE).unwrap_or_default();
    // A runtime that says nothing in time is ended; that it has ended already is no error.
    let _ = child.kill();
    let _ = child.wait();
    let said = String::from_utf8_lossy(&said);
    said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("says nothing").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_is_the_machines_and_a_program_of_its_own_is_the_bots() {
        let command = |text: &str| Command::read(text).expect("a command");
        assert_eq!(runtime(&command("cd anna && python3 bot.py")), Some("python3"));
        assert_eq!(runtime(&command("/usr/bin/node bot.js")), Some("/usr/bin/node"));
        assert_eq!(runtime(&command("cd anna && ./bot")), None);
        assert!(version("sh-that-is-not-there").starts_with("missing: "));
    }

    #[test]
    fn what_differs_is_named_on_either_side() {
        let pins = |pairs: &[(&str, &str)]| {
            Pins(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
        };
        let pinned = pins(&[("build", "1"), ("runtime python3", "Python 3.13.1")]);
        assert_eq!(pinned.check("Spring", &pinned), Ok(()));
        let error = pinned.check("Spring", &pins(&[("build", "1"), ("runtime python3", "Python 3.11")]));
        let text = "this machine differs from what the tournament \"Spring\" pins: runtime python3: \
                    expected `Python 3.13.1`, found `Python 3.11`";
        assert_eq!(error.expect_err("it differs").to_string(), text);
        let error = pinned.check("Spring", &pins(&[("build", "1")])).expect_err("it differs");
        assert_eq!(error.found, "-");
    }
}
