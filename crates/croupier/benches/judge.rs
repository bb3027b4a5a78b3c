//! End to end: how many cases a second the real binary judges on one thread, reading a file.
//!
//! `cargo bench -p croupier --bench judge [GAME]`. Run as a test it only sees that all works.

#[path = "../tests/common/mod.rs"]
mod common;

use std::fs::File;
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{croupier, problems};

/// The best of so many runs counts: what disturbs a run only ever makes it slower.
const RUNS: usize = 5;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let is_bench = args.iter().any(|arg| arg == "--bench");
    let only = args.iter().find(|arg| !arg.starts_with('-'));
    let folder = tempfile::tempdir().expect("a folder");
    println!(
        "{:<10} {:>9} {:>7} {:>9} {:>13} {:>8}",
        "game", "cases", "MB", "seconds", "cases/second", "MB/s"
    );
    for (game, _) in problems().into_iter().filter(|(game, _)| only.is_none_or(|only| only == game)) {
        let path = folder.path().join(game);
        let mut count = 100;
        loop {
            write_examples(game, count, &path);
            let runs = if is_bench { RUNS } else { 1 };
            let best = (0..runs).map(|_| time(game, &path)).min().expect("at least one run");
            // Long enough that starting the process is not felt.
            if is_bench && best < Duration::from_millis(400) {
                count *= if best < Duration::from_millis(40) { 10 } else { 3 };
                continue;
            }
            let (size, seconds) = (path.metadata().expect("written").len() as f64 / 1e6, best.as_secs_f64());
            let (cases, speed) = (count as f64 / seconds, size / seconds);
            println!("{game:<10} {count:>9} {size:>7.1} {seconds:>9.3} {cases:>13.0} {speed:>8.1}");
            break;
        }
    }
}

fn write_examples(game: &str, count: u64, path: &std::path::Path) {
    let file = File::create(path).expect("a file");
    let mut command = croupier(&["judge", game, "--seed", "1", "--examples", &count.to_string()]);
    assert!(command.stdout(file).status().expect("the binary runs").success());
}

fn time(game: &str, path: &std::path::Path) -> Duration {
    let path = path.to_str().expect("a plain path");
    let mut command = croupier(&["judge", game, "--jobs", "1", path]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    assert!(command.status().expect("the binary runs").success(), "{game}");
    start.elapsed()
}
