//! Signals that end the program: the copies of bots go with it.

use anyhow::Context;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// From here on a signal that ends this program removes the copies of bots first. Ctrl-C is left to a command that
/// has an answer of its own to it.
pub fn tidy_up(with_ctrl_c: bool) -> anyhow::Result<()> {
    let signals: &[i32] = if with_ctrl_c { &[SIGTERM, SIGHUP, SIGINT] } else { &[SIGTERM, SIGHUP] };
    let mut signals = Signals::new(signals).context("cannot wait for signals")?;
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for signal in signals.forever() {
                arena::sandbox::remove_all();
                // Ends the program as if nobody had waited for the signal.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        })
        .context("cannot start a thread")?;
    Ok(())
}
