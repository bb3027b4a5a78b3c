//! A private PostgreSQL for tests and benches: on a unix socket, with fsync, killed and restarted at will.
//!
//! It uses Debian's package and touches no cluster of the system. Everything is removed when the [`Cluster`] is
//! dropped; the server ends with the process that started it, however that ends.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use rustix::process::{Pid, Signal, getuid, kill_process};
use tempfile::TempDir;

/// The owner of everything in a cluster, who needs no password.
pub const OWNER: &str = "croupier";

/// A cluster with one database for each name that is asked for.
pub struct Cluster {
    place: TempDir,
    programs: PathBuf,
    server: Option<Server>,
}

/// A running postmaster. The thread lives as long as it, since the kernel ends it with that thread; when the thread
/// is over, the postmaster is reaped and all its backends have closed their end of the pipe.
struct Server {
    pid: Pid,
    thread: JoinHandle<()>,
}

impl Cluster {
    /// Makes and starts a cluster.
    ///
    /// # Panics
    /// If PostgreSQL is not there or does not start: a test can do nothing else.
    pub fn start() -> Cluster {
        let programs = programs().expect(
            "PostgreSQL: expected its programs in /usr/lib/postgresql/*/bin (Debian: apt-get install postgresql)",
        );
        // A socket's path may have 107 bytes.
        let place = tempfile::Builder::new().prefix("pg-").tempdir_in("/tmp").expect("a temporary folder");
        if let Some((user, group)) = other_user() {
            chown(place.path(), Some(user), Some(group)).expect("root may give a folder away");
        }
        let mut cluster = Cluster { place, programs, server: None };
        let mut initdb = cluster.command("initdb");
        initdb.args([
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "--username",
            OWNER,
            "-D",
        ]);
        let made = initdb.arg(cluster.data()).output().expect("initdb can be run");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        cluster.restart();
        cluster
    }

    /// Makes a database and answers its URL.
    pub fn database(&self, name: &str) -> String {
        self.sql("postgres", &format!("create database {name}"));
        self.url(OWNER, name)
    }

    /// The URL of a database for this role.
    pub fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}@localhost/{database}?host={}", self.place.path().display())
    }

    /// Runs statements as the owner and answers what psql prints: values alone, one row a line.
    ///
    /// # Panics
    /// If one of them fails.
    pub fn sql(&self, database: &str, statements: &str) -> String {
        self.sql_as(OWNER, database, statements).unwrap_or_else(|said| panic!("{statements}: {said}"))
    }

    /// Runs statements as this role.
    ///
    /// # Errors
    /// What psql said of the first that failed.
    pub fn sql_as(&self, role: &str, database: &str, statements: &str) -> Result<String, String> {
        let done = Command::new(self.programs.join("psql"))
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", role, "-d", database, "-h"])
            .arg(self.place.path())
            .args(["-c", statements])
            .output()
            .expect("psql can be run");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
        if done.status.success() { Ok(text(&done.stdout)) } else { Err(text(&done.stderr)) }
    }

    /// Kills the postmaster as a loss of power would; its backends notice and leave. Waits until all are gone.
    pub fn kill(&mut self) {
        self.end(Signal::KILL);
    }

    /// Starts the server again, which recovers from its log where it was killed.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restart(&mut self) {
        self.end(Signal::INT);
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(self.place.path());
        command.args(["-c", "listen_addresses=", "-c", "fsync=on", "-c", "max_connections=200"]);
        let (tell, hear) = channel();
        let thread = std::thread::spawn(move || serve(command, &tell));
        let pid = ready(&hear).unwrap_or_else(|said| panic!("PostgreSQL does not start:\n{said}"));
        self.server = Some(Server { pid, thread });
    }

    /// The processes of the server: the postmaster and its children.
    pub fn processes(&self) -> Vec<u32> {
        let Some(server) = &self.server else { return Vec::new() };
        let first = server.pid.as_raw_nonzero().get().unsigned_abs();
        let children = fs::read_to_string(format!("/proc/{first}/task/{first}/children")).unwrap_or_default();
        let children = children.split_whitespace().filter_map(|pid| pid.parse().ok());
        std::iter::once(first).chain(children).collect()
    }

    fn end(&mut self, signal: Signal) {
        let Some(server) = self.server.take() else { return };
        // It may have ended by itself; then there is nothing to kill.
        let _ = kill_process(server.pid, signal);
        server.thread.join().expect("the thread only reads");
    }

    fn data(&self) -> PathBuf {
        self.place.path().join("data")
    }

    /// One of PostgreSQL's programs, as a user that is not root, ended with the thread that starts it.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new("setpriv");
        if let Some((user, group)) = other_user() {
            command.args([&format!("--reuid={user}"), &format!("--regid={group}"), "--clear-groups"]);
        }
        // PostgreSQL refuses to start where it may not enter its working folder.
        command.args(["--pdeathsig=INT", "--"]).arg(self.programs.join(program)).current_dir("/");
        command.stdin(Stdio::null());
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.end(Signal::INT);
    }
}

/// What the thread of a server tells.
enum Told {
    Ready(Pid),
    Over(String),
}

/// Runs a server to its end and reads its log.
fn serve(mut command: Command, tell: &Sender<Told>) {
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("setpriv can be run (Debian: util-linux)");
    let pid = Pid::from_child(&child);
    let log = child.stderr.take().expect("it is piped");
    let mut said = String::new();
    for line in BufReader::new(log).lines().map_while(Result::ok) {
        if line.contains("database system is ready to accept connections") {
            // Nobody hears it after the first time.
            let _ = tell.send(Told::Ready(pid));
        }
        if said.len() < 1 << 16 {
            said += &line;
            said.push('\n');
        }
    }
    // The log ends with the last process of the server.
    let _ = child.wait();
    let _ = tell.send(Told::Over(said));
}

fn ready(hear: &Receiver<Told>) -> Result<Pid, String> {
    match hear.recv() {
        Ok(Told::Ready(pid)) => Ok(pid),
        Ok(Told::Over(said)) => Err(said),
        Err(_) => Err("its thread ended".to_owned()),
    }
}

/// The newest PostgreSQL of this machine.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let number = |path: &Path| path.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok());
    let newest = versions.map(|entry| entry.path()).max_by_key(|path| number(path))?;
    Some(newest.join("bin")).filter(|bin| bin.join("postgres").is_file())
}

/// Who runs the server where we are root, which it refuses to be.
fn other_user() -> Option<(u32, u32)> {
    if !getuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let line = users.lines().find(|line| line.starts_with("postgres:"))?;
    let mut numbers = line.split(':').skip(2).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// The processor time of a process so far, in clock ticks of a hundredth of a second.
///
/// # Errors
/// If it is gone.
pub fn ticks(process: u32) -> io::Result<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name in parentheses may contain anything.
    let rest = stat.rsplit(')').next().unwrap_or_default();
    let number = |at: usize| rest.split_whitespace().nth(at).and_then(|word| word.parse::<u64>().ok());
    Ok(number(11).unwrap_or(0) + number(12).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_committed_is_there_after_a_kill() {
        let mut cluster = Cluster::start();
        cluster.database("one");
        cluster.sql("one", "create table t (n bigint); insert into t values (7)");
        assert!(cluster.processes().len() > 1);
        cluster.kill();
        assert!(cluster.processes().is_empty());
        cluster.restart();
        assert_eq!(cluster.sql("one", "select n from t"), "7");
        assert_eq!(cluster.sql("one", "show fsync"), "on");
        let place = cluster.place.path().to_owned();
        drop(cluster);
        assert!(!place.exists());
    }
}
