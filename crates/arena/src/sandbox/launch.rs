//! The steps from the launcher argument to the bot, and back from its death.
//!
//! In the strict sandbox the launcher starts the bot's warden (`warden.rs`). With namespaces that is the first process of
//! them and builds the bot's file system; the launcher then starts the process that puts the limits on itself and
//! becomes the bot. Both are made children of the referee, which alone is told when the bot has stopped or ended.
//! Without namespaces the launcher itself becomes the bot.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    DumpableBehavior, Gid, Pid, PidfdFlags, Signal, Uid, getgid, getppid, getuid, pidfd_open,
    set_dumpable_behavior, set_parent_process_death_signal, setpgid,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs, set_thread_groups, set_thread_res_gid,
    set_thread_res_uid,
};

use super::kernel::Forked;
use super::launch_channel::{LaunchMessage, LaunchSender};
use super::reach::Reach;
use super::snapshot::{Copied, copy_of};
use super::spec::LauncherArguments;
use super::warden::{self, Post};
use super::{Sandbox, Spec, Spent};
use super::{cgroup, files, kernel, limits, root, syscalls};

/// All the environment a bot gets. A home keeps runtimes from asking the user database for one.
const ENVIRONMENT: [(&str, &str); 3] =
    [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/"), ("LANG", "C.UTF-8")];

/// Whom root's bots run as: a user who owns nothing.
const NOBODY: u32 = 65534;
/// Root's bots are users from here on, each another one.
const BOTS: u32 = 0x7000_0000;

/// Puts the limits on this very process and becomes the bot. `words` are the arguments after
/// [`LAUNCHER_ARGUMENT`](super::LAUNCHER_ARGUMENT). On failure it tells the referee why and exits with 126 (the sandbox
/// could not be built) or 127 (the program could not be run).
pub fn enter(mut words: impl Iterator<Item = OsString>) -> ! {
    let number = words.next().and_then(|word| word.to_str()?.parse().ok());
    let Some(Ok(report)) = number.map(kernel::inherited) else {
        eprintln!("croupier {}: expected to be started by a referee", super::LAUNCHER_ARGUMENT);
        std::process::exit(126)
    };
    let report = LaunchSender::new(report);
    let failed = |code: i32, why: String| -> ! {
        // A referee that is gone needs to know nothing.
        let _ = report.tell(&LaunchMessage::Failed(why));
        std::process::exit(code)
    };
    let launcher_arguments = LauncherArguments::read(words).unwrap_or_else(|why| failed(126, why));
    match launch(&launcher_arguments, &report) {
        Err(why) => failed(126, why),
        Ok(spec) => failed(127, become_the_bot(&spec)),
    }
}

/// What a step could not do, for a person.
fn step<E: Into<io::Error>>(what: &'static str) -> impl Fn(E) -> String {
    move |error| format!("{what}: {}", error.into())
}

/// Answers the command in the process that is to become the bot, and in no other.
fn launch(launcher_arguments: &LauncherArguments, report: &LaunchSender) -> Result<Spec, String> {
    let spec = &launcher_arguments.spec;
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(step("death signal"))?;
    // The referee may have died before the signal was asked for.
    if getppid().map(|parent| parent.as_raw_nonzero().get().unsigned_abs())
        != Some(launcher_arguments.referee)
    {
        return Err("the referee is gone".into());
    }
    let has_cgroup = cgroup::enter(&spec.limits).map_err(step("cgroup"))?;
    let mut force = Force { has_cgroup, ..Force::default() };
    let mut spec = Spec { command: spec.command.clone(), folder: spec.folder.clone(), ..spec.clone() };
    let reach = Reach::of(&spec);
    let mut post = None;
    if spec.sandbox == Sandbox::Strict {
        let (theirs, ours) = warden::pair().map_err(step("warden"))?;
        match namespaces(launcher_arguments, &reach, report, &theirs) {
            Ok(parts) => force = Force { has_cgroup, ..parts },
            Err(why) if spec.needs_namespaces => return Err(format!("no namespaces: {why}")),
            Err(_) => alone(report, &theirs)?,
        }
        post = Some(ours);
    }
    if !force.mount {
        // The copy is run where it is.
        spec = in_place(&spec, &launcher_arguments.copies);
    }
    close_the_box(&spec, &launcher_arguments.copies, &force, report, post.as_ref())?;
    Ok(spec)
}

/// The parts of the sandbox that are not in force everywhere.
#[derive(Clone, Copy, Default)]
struct Force {
    /// PID, IPC, network and host name.
    namespaces: bool,
    /// A user namespace, in which the bot's tasks are counted by themselves.
    user: bool,
    /// A root of its own.
    mount: bool,
    /// A `/proc` of its own.
    proc: bool,
    has_cgroup: bool,
}

impl Force {
    /// As words, for the record.
    fn words(self, sandbox: Sandbox) -> String {
        let cgroup = if self.has_cgroup { "cgroup" } else { "no-cgroup" };
        if sandbox != Sandbox::Strict {
            return format!("{sandbox} rlimits {cgroup}");
        }
        let (user, no_user) = if self.user { ("user,", "") } else { ("", " no-user") };
        let namespaces = match self {
            Force { namespaces: false, .. } => "no-namespaces".to_owned(),
            Force { mount: false, .. } => format!("namespaces={user}pid,ipc,net{no_user} no-mount"),
            Force { proc: false, .. } => format!("namespaces={user}pid,ipc,net,mount{no_user} no-proc"),
            _ => format!("namespaces={user}pid,ipc,net,mount{no_user}"),
        };
        format!("{sandbox} landlock={} seccomp {namespaces} rlimits {cgroup}", files::version())
    }
}

/// Starts the bot's warden where there are no namespaces.
fn alone(report: &LaunchSender, post: &Post) -> Result<(), String> {
    match kernel::fork(libc::CLONE_PARENT).map_err(step("fork"))? {
        Forked::Parent(first) => report.tell(&LaunchMessage::Init(first)).map_err(step("report")),
        Forked::Child => warden::serve(report, post),
    }
}

/// Goes on in a process of new namespaces. Three processes leave this function: the warden and the launcher never
/// return from it, the one that will become the bot does. An error means that nothing has changed.
fn namespaces(
    launcher_arguments: &LauncherArguments,
    reach: &Reach,
    report: &LaunchSender,
    post: &Post,
) -> Result<Force, String> {
    let is_root = getuid().is_root();
    // No other living bot has it.
    let number = std::process::id();
    let (user, group) = (getuid(), getgid());
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let common = libc::CLONE_NEWPID
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWUTS
        | libc::CLONE_NEWCGROUP;
    // Root does without a user namespace until the file system stands: it can reach what others cannot.
    let flags = if is_root { common } else { common | libc::CLONE_NEWUSER };
    let has_user = if is_root {
        match in_a_child(|| become_nobody(number)) {
            Err(why) if launcher_arguments.spec.needs_namespaces => {
                return Err(format!("no user namespace: {why}"));
            }
            tried => tried.is_ok(),
        }
    } else {
        in_a_child(|| {
            kernel::unshare(libc::CLONE_NEWUSER).and_then(|()| map_user((user, group), (user, group)))
        })?;
        true
    };
    let (built, building) = pipe_with(PipeFlags::CLOEXEC).map_err(|error| error.to_string())?;
    kernel::unshare(flags).map_err(|error| error.to_string())?;
    let failed = |why: String| -> ! {
        // A referee that is gone needs to know nothing.
        let _ = report.tell(&LaunchMessage::Failed(why));
        std::process::exit(126)
    };
    if !is_root {
        map_user((user, group), (user, group))
            .unwrap_or_else(|error| failed(format!("user namespace: {error}")));
    }
    let folder = launcher_arguments.spec.folder.as_deref().unwrap_or(&here);
    // The next child is the first process of the namespace; only such a one can mount a `/proc` of it.
    match kernel::fork(libc::CLONE_PARENT) {
        Ok(Forked::Parent(first)) => {
            if report.tell(&LaunchMessage::Init(first)).is_err() {
                std::process::exit(126);
            }
        }
        Ok(Forked::Child) => {
            let (mount, proc) = match root::build(reach, &launcher_arguments.copies, folder) {
                Ok(proc) => (true, proc),
                Err(why) if launcher_arguments.spec.needs_namespaces => {
                    failed(format!("no mount namespace: {why}"))
                }
                Err(_) => (false, false),
            };
            // A launcher that is gone leaves a pipe without a reader, and a warden without a bot.
            let _ = rustix::io::write(&building, &[u8::from(mount), u8::from(proc)]);
            drop((built, building));
            warden::serve(report, post)
        }
        Err(error) => failed(format!("fork: {error}")),
    }
    drop(building);
    let mut parts = [0; 2];
    // Nothing to read means that the first process has failed and said why.
    if rustix::io::read(&built, &mut parts) != Ok(parts.len()) {
        std::process::exit(126);
    }
    let (mount, proc) = (parts[0] != 0, parts[1] != 0);
    // Without a root of its own the bot runs where only the referee's user may enter.
    let has_user = has_user && (mount || !is_root);
    let force = Force { namespaces: true, user: has_user, mount, proc, has_cgroup: false };
    match kernel::fork(libc::CLONE_PARENT) {
        Ok(Forked::Parent(bot)) => {
            let told = report.tell(&LaunchMessage::Bot(bot));
            std::process::exit(if told.is_ok() { 0 } else { 126 })
        }
        Ok(Forked::Child) => (),
        Err(error) => failed(format!("fork: {error}")),
    }
    // With a user namespace this comes before the new root, in which none could be made; without one after it, because
    // only root may change the root.
    if is_root && has_user {
        become_nobody(number).unwrap_or_else(|error| failed(format!("another user: {error}")));
    }
    if force.mount {
        root::enter(folder).unwrap_or_else(|error| failed(format!("new root: {error}")));
    }
    if is_root && !has_user && mount {
        leave_root(number).unwrap_or_else(|error| failed(format!("another user: {error}")));
    }
    // A change of the user takes this signal away, so it comes after.
    set_parent_process_death_signal(Some(Signal::KILL))
        .unwrap_or_else(|error| failed(format!("death signal: {error}")));
    // A group of its own, which is stopped and continued as one.
    setpgid(None, None).unwrap_or_else(|error| failed(format!("process group: {error}")));
    Ok(force)
}

/// Tries it in a child. Whether a user namespace can be used is known only then: Ubuntu 24.04 lets one be made and then
/// takes its rights away, hardened machines and a chroot refuse it to everybody but root, or to all.
fn in_a_child(attempt: impl FnOnce() -> io::Result<()>) -> Result<(), String> {
    match kernel::fork(0).map_err(|error| error.to_string())? {
        Forked::Child => std::process::exit(
            attempt().map_or_else(|error| error.raw_os_error().unwrap_or(libc::EPERM), |()| 0),
        ),
        Forked::Parent(child) => {
            match kernel::wait(child).map_err(|error| error.to_string())?.status.code() {
                Some(0) => Ok(()),
                code => Err(io::Error::from_raw_os_error(code.unwrap_or(libc::EPERM)).to_string()),
            }
        }
    }
}

/// Says who this process's user is in its new user namespace.
fn map_user(inside: (Uid, Gid), outside: (Uid, Gid)) -> io::Result<()> {
    std::fs::write("/proc/self/setgroups", "deny")?;
    std::fs::write("/proc/self/uid_map", format!("{} {} 1", inside.0.as_raw(), outside.0.as_raw()))?;
    std::fs::write("/proc/self/gid_map", format!("{} {} 1", inside.1.as_raw(), outside.1.as_raw()))
}

/// Root's bots run as a user who owns nothing, in a user namespace of their own that counts their tasks.
fn become_nobody(number: u32) -> io::Result<()> {
    let outside = leave_root(number)?;
    kernel::unshare(libc::CLONE_NEWUSER)?;
    map_user((Uid::from_raw(NOBODY), Gid::from_raw(NOBODY)), outside)
}

/// From root to a user who owns nothing and is nobody else: the kernel counts pipes, watches and more for each user, and
/// two bots that share one could starve each other or talk by it.
fn leave_root(number: u32) -> io::Result<(Uid, Gid)> {
    set_thread_groups(&[])?;
    let turn_into = |id: u32| -> io::Result<(Uid, Gid)> {
        let (user, group) = (Uid::from_raw(id), Gid::from_raw(id));
        set_thread_res_gid(group, group, group)?;
        set_thread_res_uid(user, user, user)?;
        Ok((user, group))
    };
    // A container may have few users; then all bots are the same one.
    let became = turn_into(BOTS + number).or_else(|_| turn_into(NOBODY))?;
    // A process that changes its user cannot open its own `/proc` files until it allows that again.
    set_dumpable_behavior(DumpableBehavior::Dumpable)?;
    Ok(became)
}

fn close_the_box(
    spec: &Spec,
    copies: &[Copied],
    force: &Force,
    report: &LaunchSender,
    post: Option<&Post>,
) -> Result<(), String> {
    limits::apply(&spec.limits, force.user).map_err(step("limits"))?;
    kernel::close_all_on_exec().map_err(step("open files"))?;
    set_no_new_privs(true).map_err(step("no new privileges"))?;
    // Root without capabilities cannot lift its own limits; with no new privileges exec does not return them.
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    set_capabilities(None, sets).map_err(step("capabilities"))?;
    if spec.sandbox == Sandbox::Strict {
        let mut reach = Reach::of(spec);
        if !force.mount {
            reach.programs.extend(copies.iter().map(|copy| copy.from.clone()));
        }
        files::apply(&reach)?;
    }
    // Before the filter, which knows no sockets.
    report.tell(&LaunchMessage::Running(force.words(spec.sandbox))).map_err(step("report"))?;
    if let Some(post) = post {
        syscalls::apply(&spec.limits, post)?;
    }
    Ok(())
}

/// The same bot with the copies in the place of its files, where they cannot be bound at the author's path.
fn in_place(spec: &Spec, copies: &[Copied]) -> Spec {
    let word = |word: &OsString| {
        // The author's own file may be gone.
        let copy = std::path::absolute(word).ok().and_then(|path| copy_of(copies, &path));
        let copy = copy.filter(|copy| copy.is_file());
        copy.map_or_else(|| word.clone(), PathBuf::into_os_string)
    };
    let folder = spec.folder.as_deref().and_then(|folder| copy_of(copies, folder));
    if let Some(folder) = &folder {
        // Where it cannot be entered, the bot stays where it is and finds the same names.
        let _ = std::env::set_current_dir(folder);
    }
    let command = spec.command.iter().map(word).collect();
    Spec { command, folder: folder.or_else(|| spec.folder.clone()), ..spec.clone() }
}

/// Returns only if the program could not be run.
fn become_the_bot(spec: &Spec) -> String {
    let (program, rest) = spec.command.split_first().expect("launcher_arguments end in a program");
    let error = Command::new(program).args(rest).env_clear().envs(ENVIRONMENT).exec();
    format!("cannot run `{}`: {error}", Path::new(program).display())
}

/// Waits until a child is dead and reaps it.
pub fn wait(child: Pid) -> io::Result<()> {
    kernel::wait(plain(child)).map(|_| ())
}

/// Waits until the bot is dead that the launcher became, and says what it had used.
pub fn wait_for_launcher(child: Child) -> io::Result<(ExitStatus, Spent)> {
    let used = kernel::wait(child.id())?;
    // A child inherits the high-water mark of the process that spawned it.
    let own_peak = own_peak().unwrap_or(u64::MAX);
    let peak_resident = (used.peak > own_peak).then_some(used.peak);
    Ok((used.status, Spent { cpu: used.cpu, peak_resident, ..Spent::default() }))
}

/// Waits until a bot is dead that a launcher started, and says what it had used.
pub fn wait_for(bot: Pid) -> io::Result<(ExitStatus, Spent)> {
    let used = kernel::wait(plain(bot))?;
    Ok((used.status, Spent { cpu: used.cpu, peak_resident: Some(used.peak), ..Spent::default() }))
}

/// Waits until a child is dead and not yet reaped, at most `timeout`; may return early.
pub fn await_end(child: Pid, timeout: Duration) {
    let timeout = Timespec::try_from(timeout).ok();
    match pidfd_open(child, PidfdFlags::empty()) {
        // Interrupted or not, the caller looks for itself.
        Ok(process) => drop(poll(&mut [PollFd::new(&process, PollFlags::IN)], timeout.as_ref())),
        Err(_) => std::thread::sleep(Duration::from_millis(1)),
    }
}

/// The name of a system call that bots may not make.
pub fn call_name(number: i64) -> Option<&'static str> {
    syscalls::name(number)
}

fn plain(process: Pid) -> u32 {
    process.as_raw_nonzero().get().unsigned_abs()
}

/// Removes the cgroup of the bot that this launcher started; true if the kernel killed for its memory.
pub fn clear_away(launcher: Pid) -> bool {
    cgroup::leave(plain(launcher))
}

/// The most memory this process itself has held.
fn own_peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
