//! Load: 500 connections at 100 tables, and how long it takes from an action to the scene that shows it.
//!
//! `cargo bench -p croupier --bench load [-- SECONDS]`. Each table has two scripted people who play at once,
//! two players of ours of level `club`, and three spectators. The server is a process of its own, so its memory
//! is the server's alone. Then 20 tables with champions: how long after the question does a champion answer?

#[path = "../../server/tests/common/mod.rs"]
mod common;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{Client, http};
use serde_json::{Value, json};

struct Process(Child);
impl Drop for Process {
    fn drop(&mut self) {
        // The measurement is over, however the server ends.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The most memory the server has used so far, in megabytes.
fn peak(process: &Process) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.0.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

fn cookie(head: &str) -> Option<String> {
    let line = head.lines().find(|line| line.to_lowercase().starts_with("set-cookie: seat="))?;
    line.split(['=', ';']).nth(1).map(str::to_owned)
}

/// A table: its name, and the tokens of its people.
async fn table(address: SocketAddr, form: &str) -> (String, Vec<String>) {
    let origin = format!("http://{address}");
    let from = [("Origin", origin.as_str())];
    let (_, head, body) = http(address, "POST", "/tables", &from, form).await;
    let place = head.lines().find_map(|line| line.strip_prefix("location: "));
    let place = place.unwrap_or_else(|| panic!("{head}{body}")).to_owned();
    let mut tokens = vec![cookie(&head).expect("a seat")];
    let cookies = format!("seat={}", tokens[0]);
    let (_, _, page) = http(address, "GET", &place, &[("Cookie", &cookies)], "").await;
    for invitation in page.split("join?k=").skip(1).filter_map(|rest| rest.get(..32)) {
        let form = format!("k={invitation}&name=Bea");
        let (_, head, _) = http(address, "POST", &format!("{place}sit"), &from, &form).await;
        tokens.push(cookie(&head).expect("a seat"));
    }
    (place.trim_start_matches("/t/").trim_end_matches('/').to_owned(), tokens)
}

/// Somebody who plays the first choice at once; answers how long each action took until its scene came.
async fn person(address: SocketAddr, table: String, token: String, end: Arc<AtomicBool>) -> Vec<Duration> {
    let mut client = Client::connect(address, &table, Some(&token)).await.expect("a connection");
    let (mut times, mut sent) = (Vec::new(), None);
    let mut acted = -1;
    while !end.load(Ordering::Relaxed) {
        let next = tokio::time::timeout(Duration::from_millis(500), client.text()).await;
        let Ok(text) = next else { continue };
        let scene: Value = serde_json::from_str(&text.expect("a connection")).expect("JSON");
        if scene["kind"] != "scene" {
            continue;
        }
        let seq = scene["seq"].as_i64().expect("a number");
        if let Some((at, after)) = sent
            && seq > after
        {
            times.push(Instant::elapsed(&at));
            sent = None;
        }
        let words = if !scene["table"]["over"].is_null() {
            json!({ "do": "rematch" })
        } else if !scene["ask"].is_null() && seq > acted {
            (sent, acted) = (Some((Instant::now(), seq)), seq);
            json!({ "do": "act", "n": 1, "seq": seq })
        } else {
            continue;
        };
        client.say(&words.to_string()).await.expect("sent");
    }
    times
}

/// Somebody who only watches; answers how long our players took from question to answer.
async fn watcher(address: SocketAddr, table: String, end: Arc<AtomicBool>) -> Vec<Duration> {
    let mut client = Client::connect(address, &table, None).await.expect("a connection");
    let (mut times, mut last): (Vec<Duration>, Option<(Instant, i64, bool)>) = (Vec::new(), None);
    while !end.load(Ordering::Relaxed) {
        let next = tokio::time::timeout(Duration::from_millis(500), client.text()).await;
        let Ok(text) = next else { continue };
        let scene: Value = serde_json::from_str(&text.expect("a connection")).expect("JSON");
        let Some(seq) = scene["seq"].as_i64() else { continue };
        let seats = scene["seats"].as_array().expect("seats");
        let is_ours = seats.iter().any(|seat| seat["turn"] == true && seat["who"] == "agent");
        if let Some((at, before, true)) = last
            && seq == before + 1
        {
            times.push(at.elapsed());
        }
        if last.is_none_or(|(_, before, _)| seq > before) {
            last = Some((Instant::now(), seq, is_ours));
        }
    }
    times
}

fn told(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at =
        |share: f64| times.get(((times.len() as f64 - 1.0) * share) as usize).copied().unwrap_or_default();
    println!(
        "{what}: {} measured, p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
        times.len(),
        at(0.5).as_secs_f64() * 1e3,
        at(0.99).as_secs_f64() * 1e3,
        at(1.0).as_secs_f64() * 1e3
    );
}

fn main() {
    let seconds = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(30);
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--per-address", "10000", "--data"]).arg(folder.path());
    let mut child = command.stdout(Stdio::piped()).spawn().expect("a server");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("an address");
    let process = Process(child);
    let address: SocketAddr =
        line.trim().trim_start_matches("http://").trim_end_matches('/').parse().expect("an address");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        println!("an empty server: {:.0} MB", peak(&process).unwrap_or_default());
        for (what, tables, form, watchers) in [
            ("100 tables, 500 connections, club", 100, "game=durak&people=2&level=club&name=Ann", 3),
            ("20 tables, champion", 20, "game=durak&people=1&level=champion&name=Ann", 1),
        ] {
            let end = Arc::new(AtomicBool::new(false));
            let (mut people, mut others) = (Vec::new(), Vec::new());
            for _ in 0..tables {
                let (id, tokens) = table(address, form).await;
                for token in tokens {
                    people.push(tokio::spawn(person(address, id.clone(), token, Arc::clone(&end))));
                }
                for _ in 0..watchers {
                    others.push(tokio::spawn(watcher(address, id.clone(), Arc::clone(&end))));
                }
            }
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            end.store(true, Ordering::Relaxed);
            let (mut actions, mut answers) = (Vec::new(), Vec::new());
            for person in people {
                actions.extend(person.await.expect("no panic"));
            }
            for watcher in others {
                answers.extend(watcher.await.expect("no panic"));
            }
            told(&format!("{what}: from a person's action to its scene"), actions);
            told(&format!("{what}: from the question to our player's answer"), answers);
            println!("{what}: the server's memory at its peak: {:.0} MB", peak(&process).unwrap_or_default());
        }
    });
}
