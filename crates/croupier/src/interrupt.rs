//! Signals that end the program: bots and their copies go with it.
//!
//! One thread waits for Ctrl-C, SIGTERM and SIGHUP. A command that has something to finish is told of the first Ctrl-C or
//! SIGTERM; the next one, or a SIGHUP, ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// From here on a signal ends this program at once, and with it its bots and their copies.
pub fn end_at_once() -> anyhow::Result<()> {
    listen(None)
}

/// From here on the first Ctrl-C or SIGTERM sets the flag; whatever comes next ends this program at once.
pub fn finish_first() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    tell_first(move || flag.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// The same with a call instead of a flag.
pub fn tell_first(first: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    listen(Some(Box::new(first)))
}

type First = Option<Box<dyn FnOnce() + Send>>;

#[cfg(unix)]
fn listen(mut first: First) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT]);
    let mut signals = signals.context("cannot wait for signals")?;
    let wait = move || {
        for signal in signals.forever() {
            match first.take() {
                Some(first) if signal != SIGHUP => first(),
                _ => {
                    arena::sandbox::end_all();
                    // Ends the program as if nobody had waited for the signal.
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).context("cannot start a thread")?;
    Ok(())
}

/// Elsewhere Ctrl-C ends a program as it always does.
#[cfg(not(unix))]
fn listen(_first: First) -> anyhow::Result<()> {
    Ok(())
}
