//! Which system calls a bot may make: seccomp.
//!
//! Three kinds. *Allowed* calls are what runtimes need and what Landlock judges by itself. *Deadly* calls are
//! those that only somebody who wants out makes: they kill with SIGSYS, so the verdict is certain. Every other
//! call, also one that no kernel has yet, answers ENOSYS: runtimes try such calls (`clone3`, `io_uring_setup`,
//! `memfd_create`) and have another way. Also unknown are calls by which two bots that may read the same files
//! could talk: locks, watches, and questions about the page cache. Two filters are stacked and the kernel takes the harsher answer.

use std::collections::BTreeMap;

use libc::*;
use seccompiler::{
    BackendError as Error, BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Is,
    SeccompCondition as Condition, SeccompFilter, SeccompRule as Rule, TargetArch,
};

use super::{Limits, files};

/// Puts the filters on this process, for good. After it only exec works.
pub fn apply(limits: &Limits) -> Result<(), String> {
    let [deadly, allowed] =
        filters(limits.processes, std::process::id()).map_err(|error| format!("seccomp: {error}"))?;
    for filter in [deadly, allowed] {
        seccompiler::apply_filter(&filter).map_err(|error| format!("seccomp: {error}"))?;
    }
    Ok(())
}

type Rules = BTreeMap<i64, Vec<Rule>>;

fn filters(processes: u32, own: u32) -> Result<[BpfProgram; 2], Error> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let kill = SeccompAction::KillProcess;
    let unknown = SeccompAction::Errno(ENOSYS as u32);
    let deadly = SeccompFilter::new(deadly(processes, own)?, SeccompAction::Allow, kill, arch)?;
    let allowed = SeccompFilter::new(allowed(processes)?, unknown, SeccompAction::Allow, arch)?;
    Ok([deadly.try_into()?, allowed.try_into()?])
}

fn deadly(processes: u32, own: u32) -> Result<Rules, Error> {
    let mut rules: Rules = DEADLY.iter().map(|&call| (call, ALWAYS)).collect();
    // The user database is asked over a local socket; that one is refused without death. All others are a way out.
    rules.insert(SYS_socket, vec![when(0, Is::Ne, AF_UNIX as u64)?]);
    // Memory that no limit counts: shared anonymous, and mappings that pose as a stack.
    let [shared, growing] = [MAP_SHARED | MAP_ANONYMOUS, MAP_GROWSDOWN].map(|flags| flags as u64);
    rules.insert(
        SYS_mmap,
        vec![when(3, Is::MaskedEq(shared), shared)?, when(3, Is::MaskedEq(growing), growing)?],
    );
    if processes == 0 {
        let thread = CLONE_THREAD as u64;
        rules.insert(SYS_clone, vec![when(0, Is::MaskedEq(thread), 0)?]);
        rules.extend(FORKS.iter().map(|&call| (call, ALWAYS)));
    }
    // Signals to itself only; exec keeps the number. A bot with children may signal them where the kernel keeps
    // its signals inside the sandbox.
    if processes == 0 || !files::scopes_signals() {
        for &call in SIGNALS {
            rules.insert(call, vec![when(0, Is::Ne, own.into())?]);
        }
    }
    Ok(rules)
}

fn allowed(processes: u32) -> Result<Rules, Error> {
    let mut rules: Rules = [ALLOWED, OLD, SIGNALS].concat().into_iter().map(|call| (call, ALWAYS)).collect();
    let namespaces = CLONE_NEWUSER
        | CLONE_NEWNS
        | CLONE_NEWPID
        | CLONE_NEWNET
        | CLONE_NEWIPC
        | CLONE_NEWUTS
        | CLONE_NEWCGROUP;
    rules.insert(SYS_clone, vec![when(0, Is::MaskedEq(namespaces as u64), 0)?]);
    if processes > 0 {
        rules.extend(FORKS.iter().map(|&call| (call, ALWAYS)));
    }
    // Limits may be read, not set.
    rules.insert(SYS_prlimit64, vec![Rule::new(vec![Condition::new(2, Width::Qword, Is::Eq, 0)?])?]);
    // Descriptors may be copied and made non-blocking. Locks and leases would let two bots talk, and the owner of
    // a descriptor is sent signals.
    let plain = [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETPIPE_SZ];
    rules.insert(SYS_fcntl, any_of(1, &plain)?);
    // What terminals and pipes are asked for. Others store bits on files (FS_IOC_SETVERSION), type into terminals
    // (TIOCSTI) or show what others do.
    rules.insert(
        SYS_ioctl,
        any_of(
            1,
            &[TCGETS as c_int, FIONREAD as c_int, FIONBIO as c_int, FIOCLEX as c_int, TIOCGWINSZ as c_int],
        )?,
    );
    // Opening a file to read it and emptying it on the way: Landlock knows that from its third version on only.
    let empties = O_TRUNC as u64;
    for (call, flags) in OPENS {
        rules.insert(
            *call,
            vec![
                when(*flags, Is::MaskedEq(empties), 0)?,
                when(*flags, Is::MaskedEq(O_ACCMODE as u64), O_WRONLY as u64)?,
                when(*flags, Is::MaskedEq(O_ACCMODE as u64), O_RDWR as u64)?,
            ],
        );
    }
    // A process may read its own clocks, not another's: how much that one works is a message.
    for call in [SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_timer_create] {
        rules.insert(call, own_clocks()?);
    }
    // Waking whoever waits on a page of a file that both have mapped would be a wire. Runtimes wake with the private
    // form; musl's thread exit does not, and wakes one.
    let private = FUTEX_PRIVATE_FLAG as u64;
    let command = !(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME) as u32 as u64;
    let op = |number: c_int| when(1, Is::MaskedEq(command), number as u64);
    let one = Condition::new(2, Width::Dword, Is::Eq, 1)?;
    let wake = Condition::new(1, Width::Dword, Is::MaskedEq(command), FUTEX_WAKE as u64)?;
    rules.insert(
        SYS_futex,
        vec![
            when(1, Is::MaskedEq(private), private)?,
            op(FUTEX_WAIT)?,
            op(FUTEX_WAIT_BITSET)?,
            Rule::new(vec![wake, one])?,
        ],
    );
    // Memory advice that drops or merges pages of files shows in how fast the other reads them. Populating and
    // collapsing gigabytes goes on after SIGSTOP and would take the next bot's time.
    let advice = [
        MADV_NORMAL,
        MADV_RANDOM,
        MADV_SEQUENTIAL,
        MADV_WILLNEED,
        MADV_DONTNEED,
        MADV_FREE,
        MADV_DONTFORK,
        MADV_DOFORK,
        MADV_HUGEPAGE,
        MADV_NOHUGEPAGE,
        MADV_DONTDUMP,
        MADV_DODUMP,
        MADV_WIPEONFORK,
        MADV_KEEPONFORK,
    ];
    rules.insert(SYS_madvise, any_of(2, &advice)?);
    // Naming threads and mappings, asking about itself; never the death signal.
    let harmless = [PR_SET_NAME, PR_GET_NAME, PR_SET_VMA, PR_GET_DUMPABLE, PR_CAPBSET_READ, PR_GET_SECCOMP];
    rules.insert(SYS_prctl, any_of(0, &harmless)?);
    Ok(rules)
}

/// Clocks of the machine, of the calling thread and process, and of threads, which the kernel keeps inside a process.
fn own_clocks() -> Result<Vec<Rule>, Error> {
    // A negative number is a process (its complement, shifted) with three bits that say what is counted.
    const DYNAMIC: u64 = 1 << 31;
    const OF_THREAD: u64 = 4;
    let own_process = !0u32 << 3;
    let own = [0, 1, 2].map(|what| when(0, Is::Eq, u64::from(own_process | what)));
    let mut rules = vec![
        when(0, Is::MaskedEq(DYNAMIC), 0)?,
        when(0, Is::MaskedEq(DYNAMIC | OF_THREAD), DYNAMIC | OF_THREAD)?,
    ];
    for rule in own {
        rules.push(rule?);
    }
    Ok(rules)
}

/// A rule list that matches whatever the arguments are.
const ALWAYS: Vec<Rule> = Vec::new();

/// One condition on one argument, read as the 32 bits the kernel takes of it.
fn when(argument: u8, is: Is, value: u64) -> Result<Rule, Error> {
    Rule::new(vec![Condition::new(argument, Width::Dword, is, value)?])
}

/// The argument is one of these words.
fn any_of(argument: u8, words: &[c_int]) -> Result<Vec<Rule>, Error> {
    words.iter().map(|&word| when(argument, Is::Eq, word as u64)).collect()
}

/// Calls that kill, whatever their arguments: leaving the group, reaching into others, other namespaces, memory
/// that outlives the bot.
#[rustfmt::skip]
const DEADLY: &[i64] = &[
    SYS_setsid, SYS_setpgid,
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_send_signal,
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_reboot, SYS_bpf,
    SYS_shmget, SYS_mq_open,
];

/// Calls that send a signal to the process in their first argument.
const SIGNALS: &[i64] = &[SYS_kill, SYS_tgkill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo];

/// Calls that are allowed with any arguments; Landlock and the limits judge those that open or make files.
#[rustfmt::skip]
const ALLOWED: &[i64] = &[
    // what is open
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev,
    SYS_close, SYS_close_range, SYS_lseek, SYS_dup, SYS_dup3, SYS_fsync,
    SYS_fdatasync, SYS_ftruncate, SYS_pipe2,
    // files and folders
    SYS_fstat, SYS_newfstatat, SYS_statx, SYS_statfs, SYS_fstatfs, SYS_faccessat, SYS_faccessat2,
    SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_chdir, SYS_fchdir, SYS_umask, SYS_mkdirat, SYS_mknodat,
    SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_symlinkat,
    // memory
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_msync, SYS_membarrier,
    SYS_get_mempolicy,
    // threads and waiting
    SYS_futex_waitv, SYS_set_tid_address, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_gettid,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_getcpu, SYS_getpriority, SYS_restart_syscall, SYS_wait4, SYS_waitid, SYS_exit,
    SYS_exit_group, SYS_execve, SYS_execveat,
    // events and time
    SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_epoll_pwait2, SYS_eventfd2,
    SYS_signalfd4, SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime, SYS_timer_settime,
    SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete, SYS_getitimer, SYS_setitimer, SYS_nanosleep,
    SYS_gettimeofday, SYS_times,
    // signals received
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigtimedwait,
    SYS_rt_sigsuspend, SYS_sigaltstack,
    // questions about itself and the machine
    SYS_getpid, SYS_getppid, SYS_getpgid, SYS_getsid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_capget, SYS_getrusage, SYS_uname, SYS_getrandom,
];

/// What older x86-64 programs say instead.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const OLD: &[i64] = &[
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_mkdir, SYS_rmdir,
    SYS_mknod, SYS_unlink, SYS_rename, SYS_renameat, SYS_link, SYS_symlink, SYS_pipe, SYS_dup2, SYS_poll, SYS_select,
    SYS_epoll_create, SYS_epoll_wait, SYS_eventfd, SYS_signalfd, SYS_arch_prctl, SYS_time, SYS_alarm, SYS_pause,
    SYS_getpgrp, SYS_getrlimit,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[i64] = &[];

/// Calls that open files, and which argument says how.
#[cfg(target_arch = "x86_64")]
const OPENS: &[(i64, u8)] = &[(SYS_openat, 2), (SYS_open, 1)];
#[cfg(not(target_arch = "x86_64"))]
const OPENS: &[(i64, u8)] = &[(SYS_openat, 2)];

/// Other ways than `clone` to start a process.
#[cfg(target_arch = "x86_64")]
const FORKS: &[i64] = &[SYS_fork, SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[i64] = &[];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_call_is_both_allowed_and_deadly_by_name_alone() {
        for call in [ALLOWED, OLD].concat() {
            assert!(!DEADLY.contains(&call) && !FORKS.contains(&call), "{call}");
        }
    }

    #[test]
    fn both_filters_compile_with_and_without_processes() {
        for processes in [0, 4] {
            assert!(
                filters(processes, 1234)
                    .is_ok_and(|filters| filters.iter().all(|filter| filter.len() < 4096))
            );
        }
    }

    #[test]
    fn clone3_is_unknown_so_that_runtimes_fall_back_to_clone() {
        assert!(
            [0, 4]
                .into_iter()
                .all(|processes| !allowed(processes).is_ok_and(|rules| rules.contains_key(&SYS_clone3)))
        );
    }
}
