//! `croupier sandbox`: what this machine enforces on bots, tried for real.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use arena::meter::CpuMeter;
use arena::sandbox::{BotProcess, Cause, Limits, Sandbox, Spec, Start, cause};
use serde::Serialize;
use tournament::worker::{Proof, Prover};

use crate::entrants::launcher;
use crate::{Differs, json};

/// Check what this machine enforces on bots
///
/// Starts small hostile programs in the strict sandbox and prints a table of what it holds. For scripts the exit
/// status is enough.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Print a JSON object; docs/json.md names its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier sandbox
  croupier sandbox && croupier match durak ./mybot greedy --require namespaces

docs/sandbox.md says what each part is for and what an organiser can do where one is missing.

Exit status:
  0   everything is enforced
  1   the strict sandbox does not work on this machine
  2   the command line is wrong
  3   the strict sandbox works; namespaces are missing, and with them what only they enforce";

/// The hidden word with which this program is a hostile bot.
pub const ATTEMPT: &str = "__attempt";

/// Who enforces a part.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum By {
    /// The strict sandbox, wherever it works.
    Strict,
    /// Namespaces.
    Namespaces,
}

/// Something that a bot tries, and what must come of it.
struct Attempt {
    word: &'static str,
    what: &'static str,
    by: By,
    due: Due,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    /// It plays on.
    Works,
    /// It is refused with an error.
    Refused,
    /// It dies of it.
    Forbidden,
    /// The referee ends it for its memory.
    OutOfMemory,
}

const ATTEMPTS: [Attempt; 12] = [
    Attempt { word: "honest", what: "an ordinary bot runs", by: By::Strict, due: Due::Works },
    Attempt { word: "write", what: "cannot write files", by: By::Strict, due: Due::Refused },
    Attempt { word: "read", what: "cannot read other files", by: By::Strict, due: Due::Refused },
    Attempt {
        word: "referee",
        what: "cannot read the referee's command line",
        by: By::Strict,
        due: Due::Refused,
    },
    Attempt {
        word: "empty",
        what: "cannot truncate a file with O_RDONLY|O_TRUNC",
        by: By::Strict,
        due: Due::Refused,
    },
    Attempt { word: "network", what: "cannot use the network", by: By::Strict, due: Due::Forbidden },
    Attempt { word: "fork", what: "cannot start processes", by: By::Strict, due: Due::Forbidden },
    Attempt { word: "memory", what: "memory limit works", by: By::Strict, due: Due::OutOfMemory },
    Attempt { word: "stop", what: "stopped between questions", by: By::Strict, due: Due::Works },
    Attempt { word: "first", what: "own PID namespace", by: By::Namespaces, due: Due::Works },
    Attempt { word: "root", what: "own root and /proc", by: By::Namespaces, due: Due::Works },
    Attempt { word: "machine", what: "/proc/stat is a frozen copy", by: By::Namespaces, due: Due::Works },
];

#[derive(Serialize)]
struct Row {
    part: &'static str,
    by: By,
    is_enforced: bool,
    found: String,
}

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    in_force: String,
    is_strict: bool,
    is_complete: bool,
    parts: Vec<Row>,
}

/// Tries everything.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let (in_force, parts) = probe()?;
    let holds = |by: By| parts.iter().filter(|row| row.by == by).all(|row| row.is_enforced);
    let is_strict = holds(By::Strict);
    let is_complete = is_strict && holds(By::Namespaces) && !in_force.contains(" no-user");
    if args.json {
        json::print(&Object { schema: "croupier/sandbox/1", in_force, is_strict, is_complete, parts })?;
    } else {
        let mut out = io::stdout();
        for row in &parts {
            let mark = if row.is_enforced { "ok" } else { "FAIL" };
            let found = if row.is_enforced { String::new() } else { format!("  {}", row.found) };
            writeln!(out, "{mark:<4} {}{found}", row.part)?;
        }
        writeln!(out, "\nin force: {in_force}")?;
        for (part, advice) in ADVICE {
            if in_force.split(' ').any(|word| word == part) {
                writeln!(out, "{advice}")?;
            }
        }
    }
    match (is_strict, is_complete) {
        (_, true) => Ok(()),
        (true, _) => Err(Differs.into()),
        _ => Err(anyhow::anyhow!("the strict sandbox does not work on this machine")),
    }
}

/// Tries everything in a folder of its own.
fn probe() -> anyhow::Result<(String, Vec<Row>)> {
    let folder = std::env::temp_dir().join(format!("croupier-sandbox-{}", std::process::id()));
    fs::create_dir(&folder)?;
    let tried = try_all(&launcher()?, &folder);
    // What cannot be removed is a file of ten bytes among the temporary ones.
    let _ = fs::remove_dir_all(&folder);
    tried
}

/// What the strict sandbox holds on this machine, for a worker that must prove it.
pub fn prover() -> Prover {
    Prover::new(|| prove().map_err(|error| format!("{error:#}")))
}

fn prove() -> anyhow::Result<Proof> {
    let (in_force, parts) = probe()?;
    let failures = parts.iter().filter(|row| !row.is_enforced);
    let failures = failures.map(|row| format!("{}: {}", row.part, row.found)).collect();
    Ok(Proof { in_force, failures })
}

/// What can be done about a part that is missing.
const ADVICE: [(&str, &str); 4] = [
    (
        "no-namespaces",
        "Namespaces are missing: containers and Ubuntu 24.04 forbid them (docs/sandbox.md says how to allow them).",
    ),
    (
        "no-mount",
        "The mount namespace is missing: bots see the machine's own files where Landlock lets them.",
    ),
    ("no-proc", "A /proc of the bot's own is missing: a container hides parts of it."),
    ("no-cgroup", "No cgroup could be made: memory and threads are limited by other means."),
];

fn try_all(launcher: &Path, folder: &Path) -> anyhow::Result<(String, Vec<Row>)> {
    let secret = folder.join("secret");
    fs::write(&secret, "always lead trumps")?;
    let own = folder.join("own");
    fs::write(&own, "my opening book")?;
    let mut rows = Vec::new();
    let mut in_force = String::new();
    for attempt in &ATTEMPTS {
        let command = [launcher.as_os_str(), ATTEMPT.as_ref(), attempt.word.as_ref(), own.as_os_str()];
        let limits = Limits { memory: 64 << 20, ..Limits::default() };
        let spec = Spec::new(Sandbox::Strict, limits, command.map(OsString::from).to_vec(), None);
        let start: Start = spec.to_command(launcher)?;
        let mut bot = start.spawn()?;
        bot.listen(Duration::from_secs(10));
        if in_force.is_empty() {
            in_force = bot.in_force().to_owned();
        }
        let found = if attempt.word == "stop" { stands_still(&mut bot) } else { outcome(bot, &limits) };
        let due = match attempt.due {
            Due::Works => "works",
            Due::Refused => "refused",
            Due::Forbidden => "forbidden system call",
            Due::OutOfMemory => "out of memory",
        };
        let is_enforced = found == due;
        rows.push(Row { part: attempt.what, by: attempt.by, is_enforced, found });
    }
    Ok((in_force, rows))
}

/// How a small program ended.
fn outcome(mut bot: BotProcess, limits: &Limits) -> String {
    drop(bot.stdin.take());
    let mut stderr = Vec::new();
    if let Some(mut pipe) = bot.stderr.take() {
        // An error is an end, too.
        let _ = pipe.by_ref().take(4096).read_to_end(&mut stderr);
    }
    if !bot.has_ended(Duration::from_secs(10)) {
        return "it does not end".to_owned();
    }
    if let Some(why) = bot.failure() {
        return why.to_owned();
    }
    let Some((status, spent)) = bot.reap() else { return "it does not end".to_owned() };
    match cause(status, &spent, limits, &stderr) {
        Cause::Exit(0) => "works".to_owned(),
        Cause::Exit(REFUSED) => "refused".to_owned(),
        Cause::Exit(LET) => "it could".to_owned(),
        Cause::ForbiddenCall(_) => "forbidden system call".to_owned(),
        other => other.to_string(),
    }
}

/// A bot that spins is stopped: its processor time must stand.
fn stands_still(bot: &mut BotProcess) -> String {
    let Some(process) = bot.number() else { return bot.failure().unwrap_or("it did not start").to_owned() };
    let mut meter = CpuMeter::of(process);
    std::thread::sleep(Duration::from_millis(20));
    bot.stop();
    // It may finish the slice it runs in, which takes long on a slow machine.
    let stopped = Instant::now();
    while !bot.is_still() && stopped.elapsed() < Duration::from_secs(2) {
        std::thread::sleep(Duration::from_millis(1));
    }
    meter.lap();
    std::thread::sleep(Duration::from_millis(50));
    let worked = meter.lap();
    if worked.is_zero() { "works".to_owned() } else { format!("it worked {} us", worked.as_micros()) }
}

/// A bot was refused what it tried.
const REFUSED: i32 = 10;
/// It could.
const LET: i32 = 11;

/// This program as a hostile bot: tries one thing and says by its exit code what came of it.
pub fn attempt(word: Option<OsString>) -> ! {
    let own = std::env::args_os().nth(3).map(std::path::PathBuf::from).unwrap_or_default();
    let beside = own.with_file_name("secret");
    let done = match word.as_ref().and_then(|word| word.to_str()) {
        Some("honest") => std::process::exit(if fs::read(&own).is_ok() { 0 } else { 12 }),
        Some("write") => fs::write(own.with_file_name("note"), "x").or_else(|_| fs::write(&own, "x")),
        Some("read") => fs::read(beside).map(drop).or_else(|_| fs::read_dir("/tmp").map(drop)),
        Some("referee") => {
            let parent = std::os::unix::process::parent_id();
            fs::read(format!("/proc/{parent}/cmdline")).map(drop)
        }
        Some("empty") => empty(&own),
        Some("network") => std::net::UdpSocket::bind("127.0.0.1:0").map(drop),
        Some("fork") => std::process::Command::new("/bin/true").status().map(drop),
        Some("memory") => {
            let mut hoard = Vec::new();
            loop {
                hoard.push(std::hint::black_box(vec![1u8; 1 << 20]));
            }
        }
        Some("stop") => loop {
            std::hint::spin_loop();
        },
        Some("first") => {
            // Its parent, the referee, is outside.
            let is_first = std::process::id() < 10 && std::os::unix::process::parent_id() == 0;
            std::process::exit(if is_first { 0 } else { LET })
        }
        Some("root") => {
            let is_own = !Path::new("/home").exists() && !Path::new("/proc/1").exists();
            std::process::exit(if is_own { 0 } else { LET })
        }
        Some("machine") => {
            let read = || fs::read("/proc/stat").unwrap_or_default();
            let before = read();
            std::thread::sleep(Duration::from_millis(50));
            std::process::exit(if read() == before { 0 } else { LET })
        }
        _ => std::process::exit(2),
    };
    std::process::exit(if done.is_ok() { LET } else { REFUSED })
}

/// Opens a file to read it, and empties it on the way.
fn empty(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    const O_TRUNC: i32 = 0o1000;
    fs::OpenOptions::new().read(true).custom_flags(O_TRUNC).open(path).map(drop)
}
