//! What the referee costs a move, beside the floor: a question and an answer over two bare pipes.
//!
//! `cargo bench -p arena --bench overhead`. Both sides are measured in the same run, in processor time
//! of the referee's thread; the bots' own work is not in it. First wherever the kernel puts them, then on
//! one core, where waking a bot is a change of processes: waking a sleeping core costs the waker too,
//! under some hypervisors more than everything else together, over bare pipes as much as over ours.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use arena::client::{self, Setting};
use arena::entrants::{Entrant, Who};
use arena::meter::thread_cpu;
use arena::sandbox::{Limits, Sandbox, Spec};
use arena::{Conditions, play};
use cards::Rng;
use games::catalog::CatalogGame;
use games::durak::{Durak, Rules};
use table::clock::{Span, TimeControl, WallTime};
use table::ending::Ending;
use table::key::{Hash, Key};
use table::record::Named;
use table::referee::Kind;

const PARTS: u64 = 12;
/// Without a sandbox, and with all of it.
const LEVELS: [Sandbox; 2] = [Sandbox::None, Sandbox::Strict];
/// In each part.
const MATCHES: u64 = 50;
const ROUND_TRIPS: u32 = 20_000;

fn main() -> io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some(word) if word == arena::sandbox::LAUNCHER_ARGUMENT => {
            arena::sandbox::enter(std::env::args_os().skip(2))
        }
        Some("bot") => play_durak(),
        Some("echo") => echo(),
        _ => measure(),
    }
}

/// This very program as a bot.
fn play_durak() -> io::Result<()> {
    let mut agent = Durak::policy("greedy").expect("durak has a greedy player");
    let (timer, rng, clock) = (WallTime::start(), Rng::new(1), TimeControl::CONTEST);
    let setting = Setting { rules: Rules::default(), rng, clock, timer: &timer };
    let played = client::run::<Durak>(agent.as_mut(), setting, io::stdin().lock(), io::stdout().lock());
    played.map_err(io::Error::other)
}

/// This very program as the other end of two bare pipes.
fn echo() -> io::Result<()> {
    let (mut input, mut output) = (BufReader::new(io::stdin().lock()), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        // As in the protocol, only the question is answered.
        if line[0].is_ascii_uppercase() {
            output.write_all(b"7S\n")?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

fn measure() -> io::Result<()> {
    println!("microseconds of the referee's processor time             best  median  worst of {PARTS} parts");
    for place in ["on any core", "on one core"] {
        if place == "on one core" && !stay_on_one_core()? {
            break;
        }
        // Interleaved, so that a busy machine is busy for both.
        let mut floor = Vec::new();
        let mut cost = [const { (Vec::new(), Vec::new()) }; 2];
        for part in 0..PARTS {
            floor.push(ping_pong()?);
            for (level, (decision, start)) in LEVELS.into_iter().zip(&mut cost) {
                let measured = matches(part, level)?;
                decision.push(measured.0);
                start.push(measured.1);
            }
        }
        show(&format!("two bare pipes, a round trip, {place}"), &mut floor);
        for (level, (decision, start)) in LEVELS.into_iter().zip(&mut cost) {
            show(&format!("a decision of Durak, sandbox {level}, {place}"), decision);
            show(&format!("(wall) start of a bot, sandbox {level}, {place}"), start);
        }
    }
    Ok(())
}

/// This thread and whoever it starts from here on; false where that is not to be had.
#[cfg(target_os = "linux")]
fn stay_on_one_core() -> io::Result<bool> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let allowed = sched_getaffinity(None)?;
    let mut one = CpuSet::new();
    one.set((0..CpuSet::MAX_CPU).find(|&core| allowed.is_set(core)).expect("we run somewhere"));
    sched_setaffinity(None, &one)?;
    Ok(true)
}

#[cfg(not(target_os = "linux"))]
fn stay_on_one_core() -> io::Result<bool> {
    Ok(false)
}

/// All three, because the best part alone says what the machine can do, not what it does.
fn show(what: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let (best, median, worst) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    println!("{what:<55} {best:6.2} {median:7.2} {worst:6.2}");
}

fn ping_pong() -> io::Result<f64> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg("echo")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut to = child.stdin.take().expect("a pipe");
    let mut from = child.stdout.take().expect("a pipe");
    let mut answer = [0; 64];
    let mut used = Duration::ZERO;
    for trip in 0..ROUND_TRIPS {
        // The first ones warm up.
        if trip == ROUND_TRIPS / 10 {
            used = thread_cpu();
        }
        to.write_all(b"move 2 3 6D\nbeat 3 7D\nADD\n".as_slice())?;
        let read = from.read(&mut answer)?;
        assert_eq!(&answer[..read], b"7S\n");
    }
    let used = thread_cpu() - used;
    drop(to);
    child.wait()?;
    Ok(used.as_secs_f64() * 1e6 / f64::from(ROUND_TRIPS - ROUND_TRIPS / 10))
}

/// Microseconds of the referee's processor time for a decision, and of wall time for the start of a bot.
fn matches(part: u64, level: Sandbox) -> io::Result<(f64, f64)> {
    let launcher = std::env::current_exe()?;
    let spec = Spec::new(level, Limits::default(), vec![launcher.clone().into(), "bot".into()], None);
    let named = Named::new(Kind::Bot, Some(Hash::of(b"")), "bot");
    let players = vec![Entrant { who: Who::Bot(spec), named }; 4];
    let (mut used, mut decisions, mut starts) = (Duration::ZERO, 0, Vec::new());
    for number in 0..MATCHES {
        let key = Key::from_seed(part * MATCHES + number);
        let conditions = Conditions {
            clock: TimeControl::CONTEST,
            cap: Span(Duration::from_secs(600)),
            startup: Span(Duration::from_secs(10)),
            launcher: launcher.clone(),
            key: Some(key),
            agent_key: key,
        };
        let table = table::deal("durak", "", key.rng()).expect("durak is in the catalog");
        let played = play(table, &players, &conditions).map_err(io::Error::other)?;
        assert_eq!(played.record.ending, Ending::Played);
        used += played.own_cpu;
        starts.extend(played.record.starts.iter().flatten().map(|&start| start as f64));
        decisions += played.record.decisions.iter().filter(|decision| decision.cost.is_some()).count();
    }
    let start = starts.iter().sum::<f64>() / starts.len() as f64;
    Ok((used.as_secs_f64() * 1e6 / f64::from(decisions as u32), start))
}
