//! The two system calls that have no safe wrapper in the crates used here.
#![allow(unsafe_code)]

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// Marks every descriptor above standard error to be closed by exec.
pub fn close_all_on_exec() -> io::Result<()> {
    let (first, last, flags) = (3u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
    // SAFETY: the call takes three numbers and touches no memory of ours. It only sets a flag, so no descriptor
    // that some Rust value owns is closed under it.
    match unsafe { libc::syscall(libc::SYS_close_range, first, last, flags) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Waits for the child `pid` and takes its status, processor time and peak resident bytes.
pub fn wait(pid: u32) -> io::Result<(ExitStatus, Duration, u64)> {
    let pid = libc::pid_t::try_from(pid).map_err(|_| io::ErrorKind::InvalidInput)?;
    let mut status = 0;
    // SAFETY: rusage is a struct of integers, for which all zeros is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to live locals of the types the call fills; a positive pid names one child.
        let dead = unsafe { libc::wait4(pid, &mut status, 0, &mut usage) };
        if dead == pid {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.unsigned_abs()) + Duration::from_micros(time.tv_usec.unsigned_abs())
    };
    let kilobytes = usage.ru_maxrss.unsigned_abs();
    Ok((ExitStatus::from_raw(status), time(usage.ru_utime) + time(usage.ru_stime), kilobytes << 10))
}
