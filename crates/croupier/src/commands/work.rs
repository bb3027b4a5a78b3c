//! `croupier work`: plays deals of the tournaments in a PostgreSQL store, on as many machines as you like.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use store::{Store, StoreError};
use table::clock::Span;
use tokio::sync::watch;
use tournament::artifact::Cache;
use tournament::worker::{self, Ends, Kit, News, WINDOW};

use crate::entrants::launcher;
use crate::number::{counted, whole};

/// Play deals of the tournaments in a PostgreSQL store
///
/// Any number of workers on any number of machines share the work. A worker may be killed at any time: its deals are
/// played by others, and none is counted twice. Before its first deal it proves its sandbox and compares itself with
/// what the tournament pins; if anything differs, it refuses and says what.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The store, as in postgres://worker@db.example.org/contest. The variable CROUPIER_STORE keeps a password out
    /// of the list of processes
    #[arg(long, value_name = "URL", env = "CROUPIER_STORE", hide_env_values = true)]
    store: String,
    /// How many matches are played at the same time; by default one for each CPU
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=256))]
    tables: Option<usize>,
    /// Who this worker is, in results and logs; by default the machine's name and the number of the process
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Where bots are unpacked
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// End when every tournament of the store is finished, instead of waiting for the next
    #[arg(long, conflicts_with = "idle")]
    until_done: bool,
    /// End when there was nothing to play for this time, like 60s
    #[arg(long, value_name = "TIME")]
    idle: Option<Span>,
    /// Put deals that were given up back into the queue, and end
    #[arg(long)]
    retry: bool,
    /// How long a deal is reserved for a worker that shows no sign of life
    #[arg(long, value_name = "TIME", default_value = "30s", hide = true)]
    lease: Span,
}

const AFTER_HELP: &str = "\
Examples:
  croupier tournament run contest.toml --store postgres://owner@db/contest --workers
  croupier work --store postgres://worker@db/contest
  croupier work --store postgres://worker@db/contest --until-done --tables 8

docs/scale.md shows the database's roles, and how to start workers with systemd, Slurm and Kubernetes.

Exit status:
  0   stopped (Ctrl-C or SIGTERM), or everything is done
  1   this machine cannot play: it differs from what a tournament pins, or matches do not start
  2   the command line is wrong";

/// Works until it is stopped.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.context("cannot start threads")?.block_on(serve(args))
}

async fn serve(args: &Args) -> anyhow::Result<()> {
    let stop = signals()?;
    let Some(store) = open(&args.store, stop.clone()).await? else { return Ok(()) };
    if args.retry {
        let queue = store.queue().context("only a PostgreSQL store has a queue")?;
        let deals = queue.forget_archived().await?;
        writeln!(io::stdout(), "{} will be queued again", counted(deals, "deal", "deals"))?;
        return Ok(());
    }
    let kit = kit(args)?;
    let (name, tables) = (kit.name.clone(), kit.tables.get());
    writeln!(io::stderr(), "worker {name}: {}", counted(tables, "table", "tables"))?;
    let ends = match (args.until_done, args.idle) {
        (true, _) => Ends::Done,
        (false, Some(Span(time))) => Ends::Idle(time),
        (false, None) => Ends::Never,
    };
    let began = Instant::now();
    let matches = worker::work(&store, kit, ends, stop, say).await?;
    let seconds = began.elapsed().as_secs_f64();
    writeln!(io::stderr(), "worker {name}: {} in {seconds:.0} s", counted(matches, "match", "matches"))?;
    Ok(())
}

fn kit(args: &Args) -> anyhow::Result<Kit> {
    let host = nix_host();
    let name = args.name.clone().unwrap_or_else(|| format!("{host}-{}", std::process::id()));
    let tables = args.tables.and_then(NonZeroUsize::new);
    let tables = tables.map_or_else(std::thread::available_parallelism, Ok);
    let cache = args.cache.clone().unwrap_or_else(Cache::usual_place);
    let Span(lease) = args.lease;
    Ok(Kit {
        name,
        host,
        tables: tables.context("cannot count the CPUs; name --tables")?,
        lease: lease.max(Duration::from_secs(1)),
        window: WINDOW,
        cache: Cache::open(&cache)?,
        launcher: launcher()?,
        prover: super::sandbox::prover(),
    })
}

/// The machine's name.
fn nix_host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "worker".to_owned() } else { name.to_owned() }
}

/// True once Ctrl-C or SIGTERM came; the next one ends the worker at once, and others play its deals.
fn signals() -> anyhow::Result<watch::Receiver<bool>> {
    let (tell, stop) = watch::channel(false);
    // Nobody listens if the worker has ended.
    crate::interrupt::tell_first(move || {
        let _ = tell.send(true);
    })?;
    Ok(stop)
}

/// Opens the store, and waits for a server that is not there yet. `None` if somebody stops the worker.
async fn open(url: &str, mut stop: watch::Receiver<bool>) -> anyhow::Result<Option<Store>> {
    let mut is_told = false;
    loop {
        let error: StoreError = match Store::join(url).await {
            Ok(store) => return Ok(Some(store)),
            Err(error) if error.is_passing() => error,
            Err(error) => return Err(error.into()),
        };
        if !is_told {
            writeln!(io::stderr(), "waiting for the database: {error}")?;
            is_told = true;
        }
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return Ok(None),
            () = tokio::time::sleep(Duration::from_secs(1)) => (),
        }
    }
}

fn say(news: News) {
    let text = match news {
        News::Matches(matches) => counted(matches, "match", "matches") + " played",
        News::Kept(kept) if kept == worker::Kept::default() => return,
        News::Kept(kept) => {
            let refused =
                if kept.refused > 0 { format!(", {} refused", kept.refused) } else { String::new() };
            format!(
                "keeper: {} queued, {} counted{refused}",
                counted(kept.queued, "deal", "deals"),
                kept.counted
            )
        }
    };
    // A worker whose standard error is gone works on.
    let _ = writeln!(io::stderr(), "{text}");
}
