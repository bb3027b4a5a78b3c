//! Which system calls a bot may make: seccomp.
//!
//! Three kinds. *Allowed* calls are what runtimes need and what Landlock judges by itself. *Killed* calls are
//! those that only somebody who wants out makes: the bot's warden is asked about them, says which it was, and kills;
//! where it cannot be asked, the kernel kills with SIGSYS. Every other call, also one that no kernel has yet, answers ENOSYS: runtimes try such calls (`clone3`, `io_uring_setup`,
//! `memfd_create`) and have another way. Also unknown are calls by which two bots that may read the same files
//! could talk: locks, watches, and questions about the page cache. Two filters are stacked and the kernel takes the harsher answer.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use libc::*;
use seccompiler::{
    BackendError as Error, BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Is,
    SeccompCondition as Condition, SeccompFilter, SeccompRule as Rule, TargetArch,
};

use super::warden::Post;
use super::{Limits, files, kernel};

/// Puts the filters on this process, for good. After it only exec works.
pub fn apply(limits: &Limits, post: &Post) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("seccomp: {error}");
    let rules = |ask| filters(limits.processes, std::process::id(), ask).map_err(|error| failed(&error));
    let [deadly, allowed] = rules(true)?;
    // The kernel knows one listener for each process: inside somebody else's, it kills without a word.
    let [deadly, allowed] = match kernel::filter_with_listener(&asking(&deadly)) {
        Ok(listener) => {
            post.hand_over(&listener).map_err(|error| failed(&error))?;
            [None, Some(allowed)]
        }
        Err(_) => rules(false)?.map(Some),
    };
    for filter in [deadly, allowed].iter().flatten() {
        seccompiler::apply_filter(filter).map_err(|error| failed(&error))?;
    }
    Ok(())
}

/// The program with a question in the place of its traps.
fn asking(program: &BpfProgram) -> Vec<sock_filter> {
    let asks = |k| if k == SECCOMP_RET_TRAP { SECCOMP_RET_USER_NOTIF } else { k };
    let returns = (BPF_RET | BPF_K) as u16;
    let steps = program.iter().map(|step| {
        let k = if step.code == returns { asks(step.k) } else { step.k };
        sock_filter { code: step.code, jt: step.jt, jf: step.jf, k }
    });
    steps.collect()
}

type Rules = BTreeMap<i64, Vec<Rule>>;

/// The deadly calls and the allowed ones. With `ask` the warden is to be asked about the former: they trap, and the
/// second filter lets them through, because its error would be taken before the question.
fn filters(processes: u32, own: u32, ask: bool) -> Result<[BpfProgram; 2], Error> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let unknown = SeccompAction::Errno(ENOSYS as u32);
    let (mut allowed, deadly) = (allowed(processes)?, deadly(processes, own)?);
    let end = if ask { SeccompAction::Trap } else { SeccompAction::KillProcess };
    if ask {
        for (&call, rules) in &deadly {
            match allowed.entry(call) {
                Entry::Vacant(entry) => drop(entry.insert(rules.clone())),
                // An empty list is any argument.
                Entry::Occupied(mut entry) if rules.is_empty() => entry.get_mut().clear(),
                Entry::Occupied(entry) if entry.get().is_empty() => (),
                Entry::Occupied(mut entry) => entry.get_mut().extend(rules.iter().cloned()),
            }
        }
    }
    let deadly = SeccompFilter::new(deadly, SeccompAction::Allow, end, arch)?;
    let allowed = SeccompFilter::new(allowed, unknown, SeccompAction::Allow, arch)?;
    Ok([deadly.try_into()?, allowed.try_into()?])
}

fn deadly(processes: u32, own: u32) -> Result<Rules, Error> {
    let mut rules: Rules = DEADLY.iter().map(|&(call, _)| (call, ALWAYS)).collect();
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
        rules.extend(FORKS.iter().map(|&(call, _)| (call, ALWAYS)));
    }
    // Signals to itself only; exec keeps the number. A bot with children may signal them where the kernel keeps
    // its signals inside the sandbox.
    if processes == 0 || !files::scopes_signals() {
        for &(call, _) in SIGNALS {
            rules.insert(call, vec![when(0, Is::Ne, own.into())?]);
        }
    }
    Ok(rules)
}

fn allowed(processes: u32) -> Result<Rules, Error> {
    let signals = SIGNALS.iter().map(|(call, _)| call);
    let mut rules: Rules = ALLOWED.iter().chain(OLD).chain(signals).map(|&call| (call, ALWAYS)).collect();
    let namespaces = CLONE_NEWUSER
        | CLONE_NEWNS
        | CLONE_NEWPID
        | CLONE_NEWNET
        | CLONE_NEWIPC
        | CLONE_NEWUTS
        | CLONE_NEWCGROUP;
    // A thread shares files and folder with the others: with descriptors of its own it would be beyond the limit on
    // open files, and all that only that limit bounds (pipes, watches).
    let [others, shares] = [namespaces, CLONE_FILES | CLONE_FS].map(|flags| flags as u64);
    let thread = CLONE_THREAD as u64;
    rules.insert(
        SYS_clone,
        vec![
            when(0, Is::MaskedEq(others | thread), 0)?,
            when(0, Is::MaskedEq(others | thread | shares), thread | shares)?,
        ],
    );
    rules.insert(SYS_close_range, vec![when(2, Is::MaskedEq(CLOSE_RANGE_UNSHARE.into()), 0)?]);
    if processes > 0 {
        rules.extend(FORKS.iter().map(|&(call, _)| (call, ALWAYS)));
    }
    // Limits may be read, not set.
    rules.insert(SYS_prlimit64, vec![Rule::new(vec![Condition::new(2, Width::Qword, Is::Eq, 0)?])?]);
    // Reserved huge pages are in nobody's count of what a process holds.
    rules.insert(SYS_mmap, vec![when(3, Is::MaskedEq(MAP_HUGETLB as u64), 0)?]);
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
    // Timers that send a signal of the bot's choice are missing: SIGCONT would continue a bot that was stopped.
    for call in [SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep] {
        rules.insert(call, own_clocks()?);
    }
    // Waking whoever waits on a page of a file that both have mapped would be a covert channel. Runtimes wake with the private
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

/// Calls with their names.
macro_rules! named {
    ($($call:ident),* $(,)?) => { &[$(($call, stringify!($call))),*] };
}

/// The name of a call that kills, with some arguments or with all.
pub fn name(number: i64) -> Option<&'static str> {
    let mut calls = [DEADLY, SOME_DEADLY, FORKS, SIGNALS].into_iter().flatten();
    let (_, name) = calls.find(|(call, _)| *call == number)?;
    name.strip_prefix("SYS_")
}

/// Calls that kill, whatever their arguments: leaving the group, reaching into others, other namespaces, memory
/// that outlives the bot.
#[rustfmt::skip]
const DEADLY: &[(i64, &str)] = named![
    SYS_setsid, SYS_setpgid,
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_send_signal,
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_reboot, SYS_bpf,
    SYS_shmget, SYS_mq_open,
];

/// Calls that kill with some arguments.
const SOME_DEADLY: &[(i64, &str)] = named![SYS_socket, SYS_mmap, SYS_clone];

/// Calls that send a signal to the process in their first argument.
const SIGNALS: &[(i64, &str)] =
    named![SYS_kill, SYS_tgkill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo];

/// Calls that are allowed with any arguments; Landlock and the limits judge those that open or make files.
#[rustfmt::skip]
const ALLOWED: &[i64] = &[
    // what is open
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev,
    SYS_close, SYS_lseek, SYS_dup, SYS_dup3, SYS_fsync,
    SYS_fdatasync, SYS_ftruncate, SYS_pipe2,
    // files and folders
    SYS_fstat, SYS_newfstatat, SYS_statx, SYS_statfs, SYS_fstatfs, SYS_faccessat, SYS_faccessat2,
    SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_chdir, SYS_fchdir, SYS_umask, SYS_mkdirat, SYS_mknodat,
    SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_symlinkat,
    // memory
    SYS_brk, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_msync, SYS_membarrier,
    SYS_get_mempolicy,
    // threads and waiting
    SYS_futex_waitv, SYS_set_tid_address, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_gettid,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_getcpu, SYS_getpriority, SYS_restart_syscall, SYS_wait4, SYS_waitid, SYS_exit,
    SYS_exit_group, SYS_execve, SYS_execveat,
    // events and time
    SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_epoll_pwait2, SYS_eventfd2,
    SYS_signalfd4, SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime, SYS_getitimer, SYS_setitimer,
    SYS_nanosleep,
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
const FORKS: &[(i64, &str)] = named![SYS_fork, SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[(i64, &str)] = &[];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_call_is_both_allowed_and_deadly_by_name_alone() {
        for call in ALLOWED.iter().chain(OLD) {
            assert!(!DEADLY.iter().chain(FORKS).any(|(deadly, _)| deadly == call), "{call}");
        }
    }

    #[test]
    fn both_filters_compile_with_and_without_processes() {
        for (processes, ask) in [(0, true), (4, true), (0, false), (4, false)] {
            assert!(
                filters(processes, 1234, ask)
                    .is_ok_and(|filters| filters.iter().all(|filter| filter.len() < 4096))
            );
        }
    }

    #[test]
    fn every_deadly_call_has_a_name() {
        for processes in [0, 4] {
            for call in deadly(processes, 1234).expect("plain rules").into_keys() {
                assert!(name(call).is_some(), "{call}");
            }
        }
        assert_eq!((name(SYS_socket), name(SYS_read)), (Some("socket"), None));
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
