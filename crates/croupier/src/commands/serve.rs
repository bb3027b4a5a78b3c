//! `croupier serve`: the tables in the browser.

use std::io::{ErrorKind, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::Context;
use server::quotas::Quotas;
use server::{ServeError, Server, ServerConfig};

use crate::Wrong;
use crate::number::whole;

/// Play in the browser, against the computer or with friends
///
/// Starts a server and prints its address. Without options it can be reached only from this computer. Matches are
/// saved as they are played: after a crash or a restart every table is as it was.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Where to listen: an address and a port. With a network address others can join
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7080")]
    listen: SocketAddr,
    /// The folder of saved tables and matches [default: croupier in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A name by which browsers reach the server, as in cards.example or cards.example:8080; can be repeated
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Browsers reach the server by https, through a proxy
    #[arg(long)]
    https: bool,
    /// Forget tables and matches that nobody has visited for so many days
    #[arg(long, value_name = "DAYS", default_value = "90", value_parser = whole::<u64>(1..=36_500))]
    keep: u64,
    /// Seconds until our player stands in for a person who is away, unless the table sets another time
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = whole::<u64>(5..=86_400))]
    absent: u64,
    /// The most connections from one address, and the most tables that it may make in an hour. More than the usual
    /// number is needed behind a proxy, where all visitors have the same address
    #[arg(long, value_name = "N", default_value = "64", value_parser = whole::<u32>(1..=100_000))]
    per_address: u32,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier                                    on this computer, and the browser opens
  croupier serve                              on this computer
  croupier serve --listen 192.168.1.5:7080    others in the same network can join
  croupier serve --listen 0.0.0.0:7080 --host cards.example --https --data /srv/croupier

Ctrl-C or SIGTERM ends the server: what is being played is saved, and browsers connect again when a
server runs at the same address. So an upgrade is: end it, replace the program, start it.

Exit status:
  0   the server was ended
  1   the address or the folder could not be used
  2   the command line is wrong";

impl Args {
    /// What `croupier` alone means: this computer, and the browser opens.
    pub fn alone() -> Args {
        Args {
            listen: SocketAddr::from(([127, 0, 0, 1], 7080)),
            data: None,
            host: Vec::new(),
            https: false,
            keep: 90,
            absent: 60,
            per_address: 64,
            open: std::io::stdout().is_terminal(),
        }
    }
}

/// Serves until it is ended.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let config = ServerConfig {
        listen: args.listen,
        data: args.data.clone().or_else(data_folder).ok_or_else(|| {
            Wrong("--data: expected a folder, because this user has no home folder".to_owned())
        })?,
        hosts: args.host.clone(),
        is_secure: args.https,
        keep: Duration::from_secs(args.keep * 24 * 3600),
        absent: Duration::from_secs(args.absent),
        retire_after: Duration::from_secs(120),
        quotas: Quotas {
            sockets_per_address: args.per_address as usize,
            tables_per_address: args.per_address,
            ..Quotas::default()
        },
    };
    let saved = config.data.display().to_string();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start the server")?;
    runtime.block_on(async {
        let server = Server::bind(config).await.map_err(|error| advised(error, args.listen))?;
        let address = page(server.address());
        // Only the address goes to standard output, for scripts.
        eprintln!("Croupier: card tables in your browser, saved in {saved}. Ctrl-C ends the server.");
        let mut out = anstream::stdout();
        writeln!(out, "{address}")?;
        out.flush()?;
        if args.open {
            browse(&address);
        }
        Ok(server.run(ended()).await?)
    })
}

/// An error, and what to do about it where we know.
fn advised(error: ServeError, listen: SocketAddr) -> anyhow::Error {
    let is_taken = matches!(&error, ServeError::Listen { error, .. } if error.kind() == ErrorKind::AddrInUse);
    let other = SocketAddr::new(listen.ip(), listen.port().checked_add(1).unwrap_or(7080));
    let error = anyhow::Error::new(error);
    if !is_taken {
        return error;
    }
    anyhow::anyhow!("{error:#}; another program listens there: choose a port with --listen {other}")
}

/// The address of the first page, as a browser on this computer reaches it.
fn page(listening: SocketAddr) -> String {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(ip, listening.port()))
}

/// Where a user's data belongs, by the XDG standard.
fn data_folder() -> Option<PathBuf> {
    let set = std::env::var_os("XDG_DATA_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
    let usual = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share"));
    set.or_else(usual).map(|folder| folder.join("croupier"))
}

/// Opens a page in a browser, if there is one. If not, the printed address is enough.
fn browse(address: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = Command::new(opener)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    drop(quiet);
}

/// Until the user or the system ends the server.
async fn ended() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminated) = signal(SignalKind::terminate()) else {
            let _ = interrupted.await;
            return;
        };
        tokio::select! {
            _ = interrupted => (),
            _ = terminated.recv() => (),
        }
    }
    #[cfg(not(unix))]
    let _ = interrupted.await;
}
