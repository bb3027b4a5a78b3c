//! The sandbox on its own: hostile programs are started in it, and nothing of them gets out or stays behind.
//!
//! This file has its own `main`, because it is also the launcher: started with the launcher argument it becomes the bot.

#[cfg(target_os = "linux")]
mod common;

// Bots are reaped by `sandbox::wait`; one that a failing test leaves behind dies with this program.
#[allow(clippy::zombie_processes)]
#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsString;
    use std::fs;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::path::{Path, PathBuf};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::common::place::{Fate, Place, begin, end_of, group_lives};
    use arena::sandbox::{BotProcess, Cause, Limits, Sandbox, Spec};
    use libtest_mimic::{Failed, Trial};
    use rustix::process::Signal;

    fn expect(script: &str, arguments: &[&str], due: Cause) -> Result<Fate, Failed> {
        let place = Place::new();
        let before = place.folder.contents();
        let fate = place.ask(script, arguments);
        if fate.cause != due {
            return Err(
                format!("{script}: expected {due}, found {}; it said {}", fate.cause, fate.stderr).into()
            );
        }
        assert_eq!(place.folder.contents(), before, "{script} changed its folder");
        Ok(fate)
    }

    /// Ways out that are refused with an error the bot sees, and may survive.
    #[rustfmt::skip]
    const REFUSED: [&str; 83] = [
        "thread_with_own_descriptors", "own_descriptors", "many_descriptors",
        "processes_of_all", "own_filter", "timer_signal", "pipe_size", "set_clock", "temporary_file", "device",
        "descriptor_of_first", "swap", "module", "file_system",
        "chmod", "unlink", "truncate", "touch", "xattr", "mkdir", "rename", "symlink", "append", "shadow",
        "list_root", "list_tmp", "list_processes", "referee_command", "referee_environment",
        "through_proc_root", "own_memory_file", "terminal", "raise_limit", "outlive_referee",
        "become_somebody", "memfd", "unix_socket", "socket_pair", "pidfd", "nice", "io_uring", "file_lock",
        "record_lock", "signal_by_owner", "lease", "watch", "set_version", "type_into_terminal",
        "open_and_empty", "open_strangely_and_empty", "page_map", "page_sharing", "page_sharing_sum",
        "page_sharing_of_a_task", "descriptor_numbers", "open_files_of_all", "load_of_all", "uptime",
        "frequency", "memory_of_nodes", "cgroups", "shared_memory_folder", "foreign_clock", "access_times",
        "page_out", "message_queue", "semaphore", "keyring", "user_faults", "counters", "scheduler",
        "affinity", "personality", "page_cache", "page_cache_advice", "splice", "file_handle", "lock_memory",
        "wake_many", "timer_slack", "kernel_log", "through_descriptor_root", "own_environment_of_first",
    ];

    /// Ways out that are deadly, and the call that is named for it.
    const DEADLY: [(&str, &str); 15] = [
        ("kill_first", "kill"),
        ("signal_by_queue", "rt_sigqueueinfo"),
        ("udp", "socket"),
        ("netlink", "socket"),
        ("ptrace", "ptrace"),
        ("unshare", "unshare"),
        ("vfork", "clone"),
        ("group", "setpgid"),
        ("session", "setsid"),
        ("signal_all", "kill"),
        ("signal_group", "kill"),
        ("signal_thread", "tgkill"),
        ("system_v_memory", "shmget"),
        ("shared_memory", "mmap"),
        ("growing_memory", "mmap"),
    ];

    /// Those of both kinds that any user of any Linux can go: refusing them is the sandbox's work.
    #[rustfmt::skip]
    const OPEN: [&str; 24] = [
        "chmod", "unlink", "truncate", "touch", "mkdir", "rename", "symlink", "append", "list_root",
        "list_processes", "referee_command", "memfd", "unix_socket", "socket_pair", "file_lock", "record_lock",
        "signal_by_owner", "outlive_referee", "udp", "group", "shared_memory", "system_v_memory",
        "growing_memory", "signal_thread",
    ];

    /// Bots whose end is the sandbox's business alone, and what it must be.
    const ENDS: [(&str, Cause); 12] = [
        ("honest", Cause::Exit(0)),
        ("exits_at_once", Cause::Exit(0)),
        ("crashes", Cause::Signal(11)),
        ("forks", Cause::ForbiddenCall(Some("clone"))),
        ("fork_bomb", Cause::ForbiddenCall(Some("clone"))),
        ("setsid_escape", Cause::ForbiddenCall(Some("setsid"))),
        ("memory_hog", Cause::OutOfMemory),
        ("shared_memory", Cause::ForbiddenCall(Some("mmap"))),
        ("opens_socket", Cause::ForbiddenCall(Some("socket"))),
        ("kills_neighbour", Cause::ForbiddenCall(Some("kill"))),
        ("garbage_bytes", Cause::Exit(0)),
        ("never_answers", Cause::Exit(0)),
    ];

    pub fn trials() -> Vec<Trial> {
        let mut trials = Vec::new();
        for (script, due) in ENDS {
            let name = format!("{script}_ends_as_it_should_and_leaves_nothing");
            trials.push(Trial::test(name, move || expect(script, &[], due).map(|_| ())));
        }
        for (way, call) in DEADLY {
            trials.push(Trial::test(format!("{way}_is_deadly"), move || {
                expect("way_out", &[way], Cause::ForbiddenCall(Some(call))).map(|_| ())
            }));
        }
        for way in REFUSED {
            trials.push(Trial::test(format!("{way}_is_refused"), move || {
                let fate = expect("way_out", &[way], Cause::Exit(0))?;
                if fate.stderr.trim() == "done" { Err("it worked".into()) } else { Ok(()) }
            }));
        }
        let mut sentence = |name: &str, test: fn() -> Result<(), Failed>| {
            trials.push(Trial::test(name, test));
        };
        sentence("without_a_sandbox_the_ways_out_are_open", ways_are_open);
        sentence("an_honest_bot_answers", || {
            let fate = expect("honest", &[], Cause::Exit(0))?;
            same(&fate.said, "6S\n")
        });
        sentence("threads_work", || same(&way("threads")?, "done"));
        // Where none are reserved, the kernel would say that it has no memory.
        sentence("reserved_huge_pages_are_refused", || {
            same(&way("huge_memory")?, "Function not implemented")
        });
        // 0 would let dumps through to a program that the machine has for them.
        sentence("a_crash_leaves_no_dump_of_either_kind", || same(&way("core_limits")?, "1 1"));
        sentence("a_bot_reads_its_own_clocks", || same(&way("own_clocks")?, "done"));
        sentence("a_bot_sees_no_process_but_itself", sees_nobody);
        sentence("roots_bots_are_users_of_their_own", own_users);
        sentence("a_bot_does_not_read_its_neighbours_clock", neighbours_clock);
        sentence("what_is_told_of_the_machine_stands_still", || {
            same(&way("machine_stands_still")?, "stands still")
        });
        sentence("older_landlock_empties_no_file", older_landlock);
        sentence("a_program_started_by_a_second_thread_dies_with_the_referee", || {
            dies_with_referee("thread")
        });
        sentence("a_bot_may_signal_itself", || same(&way("signal_itself")?, "done"));
        sentence("the_environment_is_empty_but_for_three_words", || {
            same(&way("environment")?, "HOME LANG PATH")
        });
        sentence("even_root_has_no_capabilities", || {
            same(&way("capabilities")?, "CapEff:\t0000000000000000")
        });
        sentence("a_bot_leads_its_own_group", || same(&way("alone")?, "leads its group"));
        sentence("nothing_is_open_but_the_three_pipes", only_three_descriptors);
        sentence("a_spinning_bot_runs_out_of_processor_time", spin);
        sentence("a_bot_cannot_write_anywhere", write_nowhere);
        sentence("a_bot_cannot_read_its_neighbours_folder", read_no_neighbour);
        sentence("a_folder_may_be_named_from_where_the_referee_runs", relative_folder);
        sentence("without_a_folder_a_bot_reads_only_the_files_its_command_names", named_files_only);
        sentence("a_neighbour_survives_its_killer", neighbour_survives);
        sentence("sigterm_may_be_ignored_but_the_group_is_killed", ignore_sigterm);
        sentence("closed_pipes_are_noticed_and_the_group_is_killed", closed_pipes);
        sentence("a_bot_dies_with_its_referee", || dies_with_referee("first"));
        sentence("strict_without_landlock_starts_nothing", no_landlock);
        sentence("without_namespaces_the_ways_out_are_closed_and_the_report_says_so", no_namespaces);
        sentence(
            "without_a_user_namespace_the_ways_out_are_closed_and_the_report_says_so",
            no_user_namespace,
        );
        sentence("required_namespaces_that_are_missing_start_nothing", required_namespaces);
        sentence("a_user_namespace_without_rights_is_not_used", no_maps);
        sentence("a_missing_program_is_said_before_anything_starts", missing_program);
        sentence("a_program_that_is_none_is_not_started", not_a_program);
        sentence("limits_alone_leave_files_open_but_not_memory", limits_alone);
        sentence("none_is_the_command_as_it_is", none);
        sentence("processes_if_allowed_stay_in_the_group", allowed_processes);
        trials
    }

    /// With namespaces most of the machine is not there at all, without them it is closed.
    fn is_refusal(words: &str) -> bool {
        let refusals = ["Permission denied", "No such file or directory", "Read-only file system"];
        refusals.iter().any(|refusal| words.ends_with(refusal))
    }

    fn same(found: &str, expected: &str) -> Result<(), Failed> {
        match found == expected {
            true => Ok(()),
            false => Err(format!("expected `{expected}`, found `{found}`").into()),
        }
    }

    fn way(name: &str) -> Result<String, Failed> {
        Ok(expect("way_out", &[name], Cause::Exit(0))?.stderr.trim().to_owned())
    }

    fn ways_are_open() -> Result<(), Failed> {
        for way in OPEN {
            let mut place = Place::new();
            place.sandbox = Sandbox::None;
            let found = place.ask("way_out", &[way]).stderr;
            same(found.trim(), "done").map_err(|_| format!("{way} is no way out: {found}"))?;
        }
        Ok(())
    }

    /// The kernel counts pipes, watches and more for each user: no two bots share one, where that can be.
    fn own_users() -> Result<(), Failed> {
        let place = Place::new();
        let script = place.folder.script("honest");
        let bots = [place.start(&["python3", &script]), place.start(&["python3", &script])];
        let mut users = Vec::new();
        for bot in &bots {
            let status = fs::read_to_string(format!("/proc/{}/status", bot.number().ok_or("no bot")?))?;
            users.push(status.lines().find_map(|line| line.strip_prefix("Uid:")).map(str::to_owned));
        }
        let is_root = rustix::process::getuid().is_root();
        assert!(users[0].is_some() && (users[0] != users[1]) == is_root, "{users:?}");
        Ok(())
    }

    fn only_three_descriptors() -> Result<(), Failed> {
        let leak = fs::File::open("/dev/null")?;
        rustix::io::fcntl_setfd(&leak, rustix::io::FdFlags::empty())?;
        let found = way("descriptors");
        drop(leak);
        same(&found?, "0 1 2")
    }

    fn spin() -> Result<(), Failed> {
        let mut place = Place::new();
        place.limits.cpu_seconds = 1;
        same(&place.ask("cpu_spin", &[]).cause.to_string(), "out of processor time")
    }

    fn write_nowhere() -> Result<(), Failed> {
        let other = Place::new();
        let elsewhere = other.folder.0.to_str().ok_or("a plain name")?;
        let tag = elsewhere.rsplit('-').next().ok_or("a number")?.to_owned()
            + "-"
            + &std::process::id().to_string();
        let before = other.folder.contents();
        let fate = expect("writes_file", &[elsewhere, &tag], Cause::Exit(1))?;
        let refused = fate.stderr.lines().filter(|line| is_refusal(line)).count();
        assert_eq!(refused, 5, "{}", fate.stderr);
        assert_eq!(other.folder.contents(), before);
        for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
            assert!(!Path::new(folder).join(format!("note-{tag}")).exists());
        }
        Ok(())
    }

    fn read_no_neighbour() -> Result<(), Failed> {
        let other = Place::new();
        let secret = other.folder.0.join("secret.txt");
        fs::write(&secret, "always lead trumps")?;
        let fate = expect("reads_neighbour", &[secret.to_str().ok_or("a plain name")?], Cause::Exit(1))?;
        if is_refusal(fate.stderr.trim()) { Ok(()) } else { Err(fate.stderr.into()) }
    }

    fn relative_folder() -> Result<(), Failed> {
        let place = Place::new();
        let here = std::env::current_dir()?;
        let up: std::path::PathBuf = here.components().skip(1).map(|_| "..").collect();
        let folder = up.join(place.folder.0.strip_prefix("/")?);
        let command = ["python3", "-B", "honest.py"].map(OsString::from).to_vec();
        let spec = Spec::new(Sandbox::Strict, Limits::default(), command, Some(folder));
        let fate = end_of(begin(&spec), &spec.limits);
        if fate.cause == Cause::Exit(0) { Ok(()) } else { Err(fate.stderr.into()) }
    }

    fn named_files_only() -> Result<(), Failed> {
        let place = Place::new();
        let (own, secret) = (place.folder.0.join("own.txt"), place.folder.0.join("secret.txt"));
        fs::write(&own, "mine")?;
        fs::write(&secret, "not mine")?;
        // The name of the secret is put together by the bot, so that its command does not name it.
        let program = "cat \"$1\"; cat \"${1%own.txt}secret.txt\"";
        let command =
            ["sh", "-c", program, "sh"].map(OsString::from).into_iter().chain([own.into_os_string()]);
        let limits = Limits { processes: 4, ..Limits::default() };
        let spec = Spec::new(Sandbox::Strict, limits, command.collect(), None);
        let fate = end_of(begin(&spec), &spec.limits);
        same(&fate.said, "mine")?;
        if is_refusal(fate.stderr.trim()) { Ok(()) } else { Err(fate.stderr.into()) }
    }

    fn neighbour_survives() -> Result<(), Failed> {
        let place = Place::new();
        let mut neighbour = place.start(&["cat"]);
        let number = neighbour.process().ok_or("it runs")?.as_raw_nonzero().to_string();
        expect("kills_neighbour", &[&number], Cause::ForbiddenCall(Some("kill")))?;
        let mut stdin = neighbour.stdin.take().ok_or("a pipe")?;
        stdin.write_all(b"still here\n")?;
        drop(stdin);
        let mut said = String::new();
        neighbour.stdout.take().ok_or("a pipe")?.read_to_string(&mut said)?;
        neighbour.wait().ok_or("it ended")?;
        same(&said, "still here\n")
    }

    fn ignore_sigterm() -> Result<(), Failed> {
        let place = Place::new();
        let script = place.folder.0.join("ignores_sigterm.py");
        let mut bot = place.start(&["python3", "-B", script.to_str().ok_or("a plain name")?]);
        let mut lines = BufReader::new(bot.stderr.take().ok_or("a pipe")?).lines();
        let mut next = || lines.next().and_then(Result::ok).unwrap_or_default();
        same(&next(), "ready")?;
        bot.signal(Signal::TERM);
        same(&next(), "ignored")?;
        end(bot)
    }

    fn closed_pipes() -> Result<(), Failed> {
        let place = Place::new();
        let script = place.folder.0.join("closes_pipes.py");
        let mut bot = place.start(&["python3", "-B", script.to_str().ok_or("a plain name")?]);
        bot.stdin.as_mut().ok_or("a pipe")?.write_all(b"trump S\nMOVE\n")?;
        let mut said = String::new();
        // Ends because the pipe is closed, while the bot lives.
        bot.stdout.take().ok_or("a pipe")?.read_to_string(&mut said)?;
        assert!(bot.process().is_some_and(group_lives));
        end(bot)
    }

    /// Ends a bot and all its processes, as a referee does.
    fn end(mut bot: BotProcess) -> Result<(), Failed> {
        let group = bot.process().ok_or("it runs")?;
        bot.reap();
        // A killed grandchild is reaped by init, in its own time.
        let deadline = Instant::now() + Duration::from_secs(10);
        while group_lives(group) {
            assert!(Instant::now() < deadline, "a process of the bot survived");
            std::thread::yield_now();
        }
        Ok(())
    }

    /// A second referee (this program again) starts a bot and is killed; the bot's end of the pipe closes.
    fn dies_with_referee(who: &str) -> Result<(), Failed> {
        let mut referee = Command::new(std::env::current_exe()?)
            .args([super::REFEREE, who])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut stdout = BufReader::new(referee.stdout.take().ok_or("a pipe")?);
        let mut line = String::new();
        stdout.read_line(&mut line)?;
        let (number, said) = line.split_once(' ').ok_or("a number and a word")?;
        same(said, "ready\n")?;
        let bot = rustix::process::Pid::from_raw(number.parse()?).ok_or("a number")?;
        assert!(group_lives(bot));
        referee.kill()?;
        referee.wait()?;
        let deadline = Instant::now() + Duration::from_secs(10);
        while group_lives(bot) {
            assert!(Instant::now() < deadline, "the bot survived its referee");
            std::thread::yield_now();
        }
        Ok(())
    }

    /// The second referee: a bot that outlives everything unless it is killed.
    pub fn referee(who: Option<OsString>) {
        let stays = "echo ready; while :; do kill -STOP $$; done";
        // The death signal is the calling thread's, and a second thread has none.
        let thread = format!(
            "import os, threading\nthreading.Thread(target=lambda: os.execv('/bin/sh', ['sh', '-c', {stays:?}])).start()"
        );
        let command = match who {
            Some(who) if who == "thread" => ["python3", "-c", &thread],
            _ => ["sh", "-c", stays],
        };
        let command = command.map(OsString::from).to_vec();
        let mut bot = begin(&Spec::new(Sandbox::Strict, Limits::default(), command, None));
        let mut line = String::new();
        let mut stdout = BufReader::new(bot.stdout.take().expect("a pipe"));
        stdout.read_line(&mut line).expect("it says a line");
        let own = bot.process().expect("it runs").as_raw_nonzero();
        println!("{own} {line}");
        bot.wait();
    }

    /// A launcher that this program is with another first word, as on a machine that lacks something.
    fn elsewhere(word: &str, place: &Place, command: &[&str]) -> Result<Fate, Failed> {
        let mut bot = place.spec(command).to_command(&launcher(word, place)?)?.spawn()?;
        bot.listen(Duration::from_secs(10));
        Ok(end_of(bot, &place.limits))
    }

    fn launcher(word: &str, place: &Place) -> Result<PathBuf, Failed> {
        let launcher = place.folder.0.join(word);
        let script =
            format!("#!/bin/sh\nexec {:?} {word} \"$@\"\n", std::env::current_exe()?.display().to_string());
        fs::write(&launcher, script)?;
        fs::set_permissions(&launcher, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        Ok(launcher)
    }

    /// Asks for strict where there is no Landlock: nothing may start half protected.
    fn no_landlock() -> Result<(), Failed> {
        let fate = elsewhere(super::OLD_KERNEL, &Place::new(), &["sh", "-c", "echo started"])?;
        same(&fate.said, "")?;
        same(&fate.cause.to_string(), "not started")?;
        same(&fate.stderr, "the kernel has no Landlock (Linux 5.13 or later, enabled)")
    }

    /// Everything that a user of any Linux could do is refused without namespaces as well, and the report says so.
    fn no_namespaces() -> Result<(), Failed> {
        ways_out_are_closed(super::NO_NAMESPACES, "no-namespaces")
    }

    /// A hardened machine, or a chroot: no user namespace. Root has the other ones, and the report names what is missing.
    fn no_user_namespace() -> Result<(), Failed> {
        let is_root = rustix::process::getuid().is_root();
        let due = if is_root { "namespaces=pid,ipc,net,mount no-user" } else { "no-namespaces" };
        ways_out_are_closed(super::NO_USER_NAMESPACE, due)
    }

    fn ways_out_are_closed(kernel: &str, due: &str) -> Result<(), Failed> {
        let place = Place::new();
        let script = place.folder.script("way_out");
        // Only a file system that is read-only keeps no access times.
        let is_read_only = due.contains("mount");
        let held =
            REFUSED.iter().filter(|way| is_read_only || **way != "access_times").map(|way| (*way, None));
        // A kernel without user namespaces refuses this one before our filter kills for it.
        let is_ours = |(way, _): &(&str, &str)| kernel != super::NO_USER_NAMESPACE || *way != "unshare";
        let deadly = DEADLY.into_iter().filter(is_ours).map(|(way, call)| (way, Some(call)));
        for (way, deadly) in held.chain(deadly) {
            let fate = elsewhere(kernel, &place, &["python3", "-B", &script, way])?;
            let is_held = match deadly {
                Some(call) => fate.cause == Cause::ForbiddenCall(Some(call)),
                None => fate.cause == Cause::Exit(0) && fate.stderr.trim() != "done",
            };
            assert!(is_held, "{way}: {} {}", fate.cause, fate.stderr);
            assert!(fate.in_force.contains(&format!(" {due} ")), "{}", fate.in_force);
        }
        Ok(())
    }

    /// Ubuntu 24.04 lets a user namespace be made and refuses to map a user in it; root needs no such map there.
    fn no_maps() -> Result<(), Failed> {
        let place = Place::new();
        let fate = elsewhere(super::NO_MAPS, &place, &["python3", "-B", &place.folder.script("honest")])?;
        same(&fate.said, "6S\n")?;
        if !rustix::process::getuid().is_root() {
            assert!(fate.in_force.contains(" no-namespaces "), "{}", fate.in_force);
        }
        Ok(())
    }

    /// Takes writing to `/proc` from this process, then does what it was asked to.
    pub fn no_maps_kernel(words: impl Iterator<Item = OsString>) {
        use landlock::{ABI, AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, path_beneath_rules};
        if !rustix::process::getuid().is_root() {
            let all = AccessFs::from_write(ABI::V1);
            let ruleset = Ruleset::default().handle_access(all).expect("Landlock works");
            let ruleset = ruleset.create().expect("Landlock works");
            let elsewhere = path_beneath_rules(["/dev", "/tmp", "/sys"], all);
            ruleset.add_rules(elsewhere).expect("they are there").restrict_self().expect("Landlock works");
        }
        arena::sandbox::enter(words.skip(1))
    }

    /// Linux 5.19 and before, as in Debian 12's first kernels: Landlock does not know truncation.
    fn older_landlock() -> Result<(), Failed> {
        let place = Place::new();
        let before = place.folder.contents();
        let script = place.folder.script("way_out");
        for (way, word) in [("open_and_empty", super::OLDER_LANDLOCK), ("truncate", super::OLDER_LANDLOCK)] {
            let fate = elsewhere(word, &place, &["python3", "-B", &script, way])?;
            assert!(fate.in_force.contains("landlock=2 "), "{}", fate.in_force);
            assert_ne!(fate.stderr.trim(), "done");
        }
        let after: Vec<_> = place.folder.contents();
        assert!(before.iter().all(|file| after.contains(file)), "{before:?} {after:?}");
        Ok(())
    }

    fn sees_nobody() -> Result<(), Failed> {
        let place = Place::new();
        let neighbour = place.start(&["cat"]);
        let number = neighbour.process().ok_or("it runs")?.as_raw_nonzero().to_string();
        let fate = end_of(
            place.start(&["python3", "-B", &place.folder.script("way_out"), "others_in_proc", &number]),
            &place.limits,
        );
        same(fate.stderr.trim(), "sees nobody")
    }

    fn neighbours_clock() -> Result<(), Failed> {
        let place = Place::new();
        let neighbour = place.start(&["cat"]);
        let number = neighbour.process().ok_or("it runs")?.as_raw_nonzero().to_string();
        let command = ["python3", "-B", &place.folder.script("way_out"), "foreign_clock", &number];
        for fate in
            [end_of(place.start(&command), &place.limits), elsewhere(super::NO_NAMESPACES, &place, &command)?]
        {
            same(&fate.cause.to_string(), "exit code 0")?;
            assert_ne!(fate.stderr.trim(), "done");
        }
        Ok(())
    }

    fn required_namespaces() -> Result<(), Failed> {
        let place = Place::new();
        let launcher = launcher(super::NO_NAMESPACES, &place)?;
        let spec = Spec { needs_namespaces: true, ..place.spec(&["true"]) };
        let mut bot = spec.to_command(&launcher)?.spawn()?;
        bot.listen(Duration::from_secs(10));
        let fate = end_of(bot, &place.limits);
        same(&fate.cause.to_string(), "not started")?;
        same(&fate.stderr, "no namespaces: Operation not permitted (os error 1)")?;
        // What the machine lacks is nobody's forfeit: no match is played.
        let named = table::record::Named::new(table::referee::Kind::Bot, None, "bot");
        let bot = arena::entrants::Entrant { who: arena::entrants::Who::Bot(spec), named };
        let key = table::key::Key::from_seed(1);
        let conditions = arena::Conditions {
            clock: "1s/move".parse()?,
            cap: "1s".parse()?,
            startup: "5s".parse()?,
            launcher: launcher.clone(),
            key: None,
            agent_key: key,
        };
        let table = table::deal("durak", "", key.rng())?;
        let refused = arena::play(table, &vec![bot; 4], &conditions).err().map(|error| error.to_string());
        let due = "the bot of seat 1 is not started: no namespaces: Operation not permitted (os error 1)";
        same(&refused.unwrap_or_default(), due)
    }

    /// Takes new namespaces away from this process, as a container does, then does what it was asked to.
    pub fn no_namespace_kernel(flag: i32, words: impl Iterator<Item = OsString>) {
        use seccompiler::SeccompCmpArgLen::Qword;
        use seccompiler::SeccompCmpOp::MaskedEq;
        use seccompiler::{BpfProgram, SeccompAction, SeccompCondition, SeccompFilter, SeccompRule};
        let flag = flag as u64;
        let condition = SeccompCondition::new(0, Qword, MaskedEq(flag), flag).expect("a plain condition");
        let rule = vec![SeccompRule::new(vec![condition]).expect("a plain rule")];
        let rules = [(libc::SYS_clone, rule.clone()), (libc::SYS_unshare, rule)].into();
        let arch = std::env::consts::ARCH.try_into().expect("a known machine");
        let refused = SeccompAction::Errno(libc::EPERM as u32);
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, arch).expect("a plain rule");
        let filter: BpfProgram = filter.try_into().expect("a short program");
        seccompiler::apply_filter(&filter).expect("seccomp works");
        arena::sandbox::enter(words.skip(1))
    }

    /// Takes the Landlock calls away from this process, then does what it was asked to.
    pub fn old_kernel(words: impl Iterator<Item = OsString>) {
        use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
        let calls = [libc::SYS_landlock_create_ruleset, libc::SYS_landlock_restrict_self];
        let rules = calls.map(|call| (call, Vec::new())).into();
        let arch = std::env::consts::ARCH.try_into().expect("a known machine");
        let missing = SeccompAction::Errno(libc::ENOSYS as u32);
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, missing, arch).expect("two plain rules");
        let filter: BpfProgram = filter.try_into().expect("a short program");
        seccompiler::apply_filter(&filter).expect("seccomp works");
        arena::sandbox::enter(words.skip(1))
    }

    fn missing_program() -> Result<(), Failed> {
        let command = vec!["no-such-program".into()];
        let spec = Spec::new(Sandbox::Strict, Limits::default(), command, None);
        let why = spec.to_command(&std::env::current_exe()?).err().map(|error| error.to_string());
        same(&why.unwrap_or_default(), "expected a program to run, found none called `no-such-program`")
    }

    fn not_a_program() -> Result<(), Failed> {
        let place = Place::new();
        let script = place.folder.0.join("broken");
        fs::write(&script, "#!/no/such/interpreter\n")?;
        fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        let fate = place.end_of(place.start(&["./broken"]));
        assert!(fate.stderr.contains("cannot run"), "{}", fate.stderr);
        same(&fate.cause.to_string(), "not started")
    }

    fn limits_alone() -> Result<(), Failed> {
        let mut place = Place::new();
        place.sandbox = Sandbox::Limits;
        same(&place.ask("memory_hog", &[]).cause.to_string(), "out of memory")?;
        let fate = place.ask("way_out", &["list_root"]);
        same(fate.stderr.trim(), "done")?;
        same(place.ask("way_out", &["environment"]).stderr.trim(), "HOME LANG PATH")?;
        // A file may be made but not filled.
        let fate = place.end_of(place.start(&["sh", "-c", "echo note > note"]));
        same(&fate.cause.to_string(), "file too large")
    }

    fn none() -> Result<(), Failed> {
        let mut place = Place::new();
        place.sandbox = Sandbox::None;
        let fate = place.end_of(place.start(&["sh", "-c", "echo note > note; cat note"]));
        same(&fate.said, "note\n")
    }

    fn allowed_processes() -> Result<(), Failed> {
        let mut place = Place::new();
        place.limits.processes = 4;
        let marker = place.folder.0.to_str().ok_or("a plain name")?.to_owned();
        let mut bot = place.start(&["sh", "-c", "exec 3<&0; cat <&3 & echo started; wait; : $0", &marker]);
        let mut line = String::new();
        BufReader::new(bot.stdout.as_mut().ok_or("a pipe")?).read_line(&mut line)?;
        same(&line, "started\n")?;
        end(bot)?;
        assert_eq!(place.folder.processes(), 0);
        same(&place.ask("setsid_escape", &[]).cause.to_string(), "forbidden system call setsid")
    }

    /// Said at the head of the run, so that a report shows what was tested.
    pub fn banner() -> String {
        let place = Place::new();
        place.end_of(place.start(&["true"])).in_force
    }
}

/// The word with which this program is a referee that is about to be killed.
#[cfg(target_os = "linux")]
const REFEREE: &str = "__referee";
/// The word with which it is a launcher on a kernel without Landlock.
#[cfg(target_os = "linux")]
const OLD_KERNEL: &str = "__old_kernel";
/// The word with which it is a launcher where Landlock has its second version.
#[cfg(target_os = "linux")]
const OLDER_LANDLOCK: &str = "__older_landlock";
/// The word with which it is a launcher where namespaces are forbidden.
#[cfg(target_os = "linux")]
const NO_NAMESPACES: &str = "__no_namespaces";
/// The word with which this program is a launcher on a machine without user namespaces.
#[cfg(target_os = "linux")]
const NO_USER_NAMESPACE: &str = "__no_user_namespace";
/// The word with which it is a launcher where user namespaces have no rights.
#[cfg(target_os = "linux")]
const NO_MAPS: &str = "__no_maps";

#[cfg(target_os = "linux")]
fn main() {
    let mut words = std::env::args_os().skip(1);
    match words.next() {
        Some(word) if word == arena::sandbox::LAUNCHER_ARGUMENT => arena::sandbox::enter(words),
        Some(word) if word == REFEREE => linux::referee(words.next()),
        Some(word) if word == OLD_KERNEL => linux::old_kernel(words),
        Some(word) if word == OLDER_LANDLOCK => {
            arena::sandbox::landlock_at_most(2);
            arena::sandbox::enter(words.skip(1))
        }
        Some(word) if word == NO_NAMESPACES => linux::no_namespace_kernel(libc::CLONE_NEWPID, words),
        Some(word) if word == NO_USER_NAMESPACE => linux::no_namespace_kernel(libc::CLONE_NEWUSER, words),
        Some(word) if word == NO_MAPS => linux::no_maps_kernel(words),
        _ => {
            println!("{}", linux::banner());
            let mut trials = linux::trials();
            trials.extend(common::as_ordinary_user());
            libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit()
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("no sandbox on this system: nothing tested");
}
