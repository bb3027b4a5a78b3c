//! The server as a process: kill -9 in the middle of matches loses nothing.

#[path = "../../server/tests/common/mod.rs"]
mod common;

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cards::Rng;
use common::{Client, http};
use serde_json::{Value, json};
use table::record::Record;
use table::verify::verify;
use tokio::sync::{Notify, watch};

/// A server process. It ends with the test.
struct Process(Child);

impl Process {
    fn start(data: &Path, listen: &str) -> (Process, SocketAddr) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(["serve", "--listen", listen, "--per-address", "10000", "--data"]).arg(data);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("a server");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("an address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
        let address = address.parse().unwrap_or_else(|_| panic!("expected an address, found {line:?}"));
        (Process(child), address)
    }

    /// SIGKILL: it cannot save anything any more.
    fn kill(&mut self) {
        self.0.kill().expect("killed");
        self.0.wait().expect("ended");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have been killed before.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn cookie(head: &str, name: &str) -> String {
    let line = head.lines().find(|line| line.to_lowercase().starts_with(&format!("set-cookie: {name}=")));
    let line = line.unwrap_or_else(|| panic!("no cookie {name} in {head}"));
    line.split(['=', ';']).nth(1).expect("a value").to_owned()
}

/// Two people at a table: its name and their tokens.
async fn table_for_two(address: SocketAddr) -> (String, [String; 2]) {
    let origin = format!("http://{address}");
    let from = [("Origin", origin.as_str())];
    let form = "game=mau-mau&seats=2&people=2&name=Ann";
    let (status, head, _) = http(address, "POST", "/tables", &from, form).await;
    assert_eq!(status, 303, "{head}");
    let place = head.lines().find_map(|line| line.strip_prefix("location: ")).expect("a table").to_owned();
    let host = cookie(&head, "seat");
    let cookies = format!("seat={host}");
    let (_, _, page) = http(address, "GET", &place, &[("Cookie", &cookies)], "").await;
    let invitation =
        page.split("join?k=").nth(1).expect("an invitation").get(..32).expect("a token").to_owned();
    let form = format!("k={invitation}&name=Bea");
    let (status, head, _) = http(address, "POST", &format!("{place}sit"), &from, &form).await;
    assert_eq!(status, 303, "{head}");
    let id = place.trim_start_matches("/t/").trim_end_matches('/').to_owned();
    (id, [host, cookie(&head, "seat")])
}

/// What all parts of the test share.
struct Shared {
    address: SocketAddr,
    table: String,
    /// Actions that were acknowledged.
    acknowledged: AtomicUsize,
    more: Notify,
    /// Nobody begins another match.
    is_ending: AtomicBool,
    /// How often the server has been started.
    starts: watch::Sender<usize>,
}

/// A person who plays at random and never gives up; answers its acknowledged actions by match.
async fn person(shared: Arc<Shared>, token: String, seat: u64) -> HashMap<String, Vec<String>> {
    let mut rng = Rng::new(seat);
    let mut done: HashMap<String, Vec<String>> = HashMap::new();
    // The request that has no answer yet: the match, the action and the message.
    let mut open: Option<(String, String, Value)> = None;
    let (mut ids, mut starts) = (1000 * seat, shared.starts.subscribe());
    // The scene that was answered last.
    let mut acted = None;
    loop {
        starts.mark_unchanged();
        let Ok(mut client) = Client::connect(shared.address, &shared.table, Some(&token)).await else {
            // The server is down, until it is started again.
            starts.changed().await.expect("the test starts the server");
            continue;
        };
        loop {
            if let Some((game, action, request)) = &open {
                let Some(answer) = client.ask(request.clone()).await else { break };
                assert_eq!(answer["ok"], true, "{request}: {answer}");
                done.entry(game.clone()).or_default().push(action.clone());
                open = None;
                shared.acknowledged.fetch_add(1, Ordering::SeqCst);
                shared.more.notify_one();
            }
            // A scene may have come before an answer.
            let mut scene = std::mem::take(&mut client.scene);
            if scene.is_null() {
                let Some(text) = client.text().await else { break };
                scene = serde_json::from_str(&text).expect("JSON");
            }
            if scene["kind"] != "scene" || scene["seq"].as_i64() <= acted {
                continue;
            }
            assert_eq!(scene["you"], seat, "back in the same seat");
            let game = scene["commitment"].as_str().expect("a commitment").to_owned();
            if !scene["table"]["over"].is_null() {
                if shared.is_ending.load(Ordering::SeqCst) {
                    return done;
                }
                if client.ask(json!({ "do": "rematch" })).await.is_none() {
                    break;
                }
                continue;
            }
            if let Some(choices) = scene["ask"]["choices"].as_array() {
                let choice = &choices[rng.below(choices.len() as u32) as usize];
                let action = choice["action"].as_str().expect("an action").to_owned();
                (ids, acted) = (ids + 1, scene["seq"].as_i64());
                let request = json!({ "id": ids, "do": "act", "actions": [action], "seq": scene["seq"] });
                open = Some((game, action, request));
            }
        }
    }
}

#[test]
fn kill_9_in_the_middle_of_matches_loses_nothing() {
    let kills = if std::env::var_os("CROUPIER_LONG_TESTS").is_some() { 50 } else { 10 };
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (mut process, address) = Process::start(folder.path(), "127.0.0.1:0");
    runtime.block_on(async {
        let (table, tokens) = table_for_two(address).await;
        let shared = Arc::new(Shared {
            address,
            table: table.clone(),
            acknowledged: AtomicUsize::new(0),
            more: Notify::new(),
            is_ending: AtomicBool::new(false),
            starts: watch::Sender::new(1),
        });
        let people: Vec<_> = (1..)
            .zip(tokens)
            .map(|(seat, token)| tokio::spawn(person(Arc::clone(&shared), token, seat)))
            .collect();
        let mut rng = Rng::new(9);
        for _ in 0..kills {
            let wanted = shared.acknowledged.load(Ordering::SeqCst) + 1 + rng.below(12) as usize;
            while shared.acknowledged.load(Ordering::SeqCst) < wanted {
                shared.more.notified().await;
            }
            process.kill();
            process = Process::start(folder.path(), &address.to_string()).0;
            shared.starts.send_modify(|starts| *starts += 1);
        }
        shared.is_ending.store(true, Ordering::SeqCst);
        let mut done = Vec::new();
        for person in people {
            let ended = tokio::time::timeout(5 * common::PATIENCE, person).await;
            done.push(ended.expect("the last match ends").expect("no panic"));
        }
        // Every match is on record, can be verified, and has what was acknowledged: no more, no less.
        let (mut number, mut actions) = (0, 0);
        loop {
            number += 1;
            let path = format!("/t/{table}/record?match={number}");
            let (status, _, body) = http(address, "GET", &path, &[], "").await;
            if status == 404 {
                break;
            }
            let record = Record::read(body.as_bytes()).expect("a record");
            assert_eq!(verify(&record), Ok(()));
            let commitment = record.commitment.expect("a commitment").to_string();
            for (seat, done) in done.iter_mut().enumerate() {
                let played = record.decisions.iter().filter(|decision| decision.seat.index() == seat);
                let played: Vec<String> = played.map(|decision| decision.action.clone()).collect();
                actions += played.len();
                assert_eq!(
                    done.remove(&commitment).unwrap_or_default(),
                    played,
                    "match {number}, seat {seat}"
                );
            }
        }
        assert!(done.iter().all(HashMap::is_empty), "a match is missing: {done:?}");
        assert_eq!(actions, shared.acknowledged.load(Ordering::SeqCst));
        println!("{kills} kills, {} matches, {actions} actions", number - 1);
    });
}

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, _) = Process::start(folder.path(), "127.0.0.1:0");
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.path());
    let refused = command.output().expect("a process");
    assert_eq!(refused.status.code(), Some(1));
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(why.contains("another process works on this store"), "{why}");
}

#[cfg(unix)]
#[test]
fn sigterm_ends_the_server_cleanly_and_tells_clients_to_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut process, address) = Process::start(folder.path(), "127.0.0.1:0");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let (table, [token, _]) = table_for_two(address).await;
        let mut client = Client::connect(address, &table, Some(&token)).await.expect("a connection");
        client.scene_text().await;
        let pid = process.0.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
        assert_eq!(client.text().await, None, "the connection is closed");
    });
    let ended = process.0.wait().expect("the server ends");
    assert_eq!(ended.code(), Some(0));
}

#[test]
fn a_port_in_use_is_named_with_a_way_out() {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let (_process, address) = Process::start(folders[0].path(), "127.0.0.1:0");
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(["serve", "--listen", &address.to_string(), "--data"]).arg(folders[1].path());
    let refused = command.output().expect("a process");
    assert_eq!((refused.status.code(), refused.stdout), (Some(1), Vec::new()));
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(why.contains("another program listens there: choose a port with --listen 127.0.0.1:"), "{why}");
}
