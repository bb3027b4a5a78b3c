//! The system calls that have no safe wrapper in the crates used here, each with the reason why it is sound.
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// Marks every descriptor above standard error to be closed by exec.
pub fn close_all_on_exec() -> io::Result<()> {
    close_range(3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC)
}

fn close_range(first: u32, last: u32, flags: u32) -> io::Result<()> {
    // SAFETY: the call takes three numbers and touches no memory of ours. With the flag it closes nothing; without it
    // the callers below say why no Rust value owns what is closed.
    match unsafe { libc::syscall(libc::SYS_close_range, first, last, flags) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// The descriptor that the referee left open for its launcher. To be called once, first of all, by a launcher that
/// has opened nothing itself: closes every other descriptor above standard error.
pub fn inherited(fd: RawFd) -> io::Result<OwnedFd> {
    let number = u32::try_from(fd).ok().filter(|&fd| fd > 2).ok_or(io::ErrorKind::InvalidInput)?;
    // Nothing above standard error is owned by a Rust value yet, as the caller promises.
    if number > 3 {
        close_range(3, number - 1, 0)?;
    }
    close_range(number + 1, u32::MAX, 0)?;
    // SAFETY: as nothing owned it, this is its only owner from here on; a number that is not open fails at its
    // first use.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Closes standard input, output and error of a process that uses none of them again.
pub fn close_streams() -> io::Result<()> {
    // Rust's handles of the three streams own no descriptor: what they write from here on is lost, as to a pipe
    // that nobody reads.
    close_range(0, 2, 0)
}

/// Which of the two a process is after a fork.
pub enum Forked {
    /// The one that called, and its child's number in its own namespace.
    Parent(u32),
    /// The new one.
    Child,
}

/// Forks, into new namespaces if the flags say so. The process must have one thread only.
pub fn fork(flags: libc::c_int) -> io::Result<Forked> {
    let flags = libc::c_long::from(flags | libc::SIGCHLD);
    let none: libc::c_long = 0;
    // SAFETY: without CLONE_VM and with a stack of zero the call is fork: the child has a copy of all memory and
    // goes on from here. As there is one thread, no lock is held by another that the child does not have.
    match unsafe { libc::syscall(libc::SYS_clone, flags, none, none, none, none) } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Forked::Child),
        pid => Ok(Forked::Parent(u32::try_from(pid).expect("a process number"))),
    }
}

/// Makes this process a member of new namespaces, or changes nothing; of a new PID namespace its next child is the
/// first process. The process must have one thread only.
pub fn unshare(namespaces: libc::c_int) -> io::Result<()> {
    // SAFETY: the call takes a number and touches no memory; flags of namespaces change what names mean to this
    // process and its credentials, not the descriptors that Rust values own.
    match unsafe { libc::unshare(namespaces) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Puts a filter on this process, for good; whoever has the descriptor is asked about the calls that the filter does
/// not decide.
pub fn filter_with_listener(program: &[libc::sock_filter]) -> io::Result<OwnedFd> {
    let len = u16::try_from(program.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    let program = libc::sock_fprog { len, filter: program.as_ptr().cast_mut() };
    let (mode, flags) = (libc::SECCOMP_SET_MODE_FILTER, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER);
    // SAFETY: the pointer is to a live struct whose length is that of the slice; the kernel copies both and writes to
    // neither.
    match unsafe { libc::syscall(libc::SYS_seccomp, mode, flags, &raw const program) } {
        -1 => Err(io::Error::last_os_error()),
        // SAFETY: the call has just made this descriptor, so nothing else owns it.
        fd => Ok(unsafe { OwnedFd::from_raw_fd(fd as RawFd) }),
    }
}

/// The number of the next call that a listener is asked about. Waits for one; an error if its caller is gone.
pub fn asked_about(listener: &OwnedFd) -> io::Result<i64> {
    // SAFETY: a struct of integers, for which all zeros is a value, and the one the kernel demands.
    let mut asked: libc::seccomp_notif = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is to a live local of the type that this request fills.
    let done = unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut asked) };
    if done == 0 { Ok(asked.data.nr.into()) } else { Err(io::Error::last_os_error()) }
}

/// The kernel's `struct mount_attr`.
#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

const READ_ONLY: u64 = 1;
const NO_SUID: u64 = 2;

/// Makes the mount at `path` and all those below it read-only and deaf to set-user-ID.
pub fn set_read_only(path: &CStr) -> io::Result<()> {
    let attributes =
        MountAttributes { set: READ_ONLY | NO_SUID, clear: 0, propagation: 0, user_namespace: 0 };
    let size = size_of::<MountAttributes>();
    let (here, flags) = (libc::AT_FDCWD, libc::AT_RECURSIVE);
    // SAFETY: the path ends in a zero byte, the struct lives through the call and its true size is given.
    let done = unsafe {
        libc::syscall(libc::SYS_mount_setattr, here, path.as_ptr(), flags, &raw const attributes, size)
    };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// What a dead child had used.
pub struct Used {
    /// How it ended.
    pub status: ExitStatus,
    /// Processor time, of children it waited for too.
    pub cpu: Duration,
    /// Peak resident bytes.
    pub peak: u64,
}

/// Waits for the child `pid` to end. Its number may be given to another process afterwards.
pub fn wait(pid: u32) -> io::Result<Used> {
    let pid = libc::pid_t::try_from(pid).map_err(|_| io::ErrorKind::InvalidInput)?;
    // SAFETY: both are structs of integers, for which all zeros is a value.
    let (mut info, mut usage): (libc::siginfo_t, libc::rusage) = unsafe { std::mem::zeroed() };
    let options = libc::WEXITED;
    loop {
        // SAFETY: both pointers are to live locals of the types the call fills; a positive pid names one child.
        let done = unsafe {
            libc::syscall(libc::SYS_waitid, libc::P_PID, pid, &raw mut info, options, &raw mut usage)
        };
        if done == 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: the call has filled the fields of a child's end.
    let status = unsafe { info.si_status() };
    let raw = if info.si_code == libc::CLD_EXITED { status << 8 } else { status & 0x7f };
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.unsigned_abs()) + Duration::from_micros(time.tv_usec.unsigned_abs())
    };
    Ok(Used {
        status: ExitStatus::from_raw(raw),
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        peak: usage.ru_maxrss.unsigned_abs() << 10,
    })
}
