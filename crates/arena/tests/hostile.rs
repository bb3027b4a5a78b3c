//! Whole matches against bots that attack the contest: other bots' time, the clock, the memory limit, the referee.
//!
//! This file has its own `main`, because it is also the launcher: started with the launcher argument it becomes the bot.

#[cfg(target_os = "linux")]
mod common;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::num::NonZero;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::time::{Duration, Instant};

    use arena::entrants::{Entrant, Who};
    use arena::sandbox::{Limits, Sandbox, Spec};
    use arena::{Conditions, Played, play};
    use libtest_mimic::{Failed, Trial};
    use table::clock::{Span, TimeControl};
    use table::key::{Hash, Key};
    use table::record::Named;
    use table::referee::Kind;

    use super::common::Folder;

    fn entrant(folder: &Folder, command: Vec<String>) -> Entrant {
        let command = command.into_iter().map(Into::into).collect();
        let folder = Some(folder.0.clone());
        let (sandbox, limits) = (Sandbox::Strict, Limits::default());
        let named = Named::new(Kind::Bot, Some(Hash::of(b"")), "bot");
        Entrant { who: Who::Bot(Spec::new(sandbox, limits, command, folder)), named }
    }

    /// A hostile bot in C in this mode.
    fn hostile(folder: &Folder, mode: &str, number: u64) -> Entrant {
        entrant(folder, vec!["./hostile".into(), mode.into(), number.to_string()])
    }

    fn python(folder: &Folder, name: &str) -> Entrant {
        entrant(folder, vec!["python3".into(), "-B".into(), folder.script(name)])
    }

    fn limit(mut entrant: Entrant, change: impl FnOnce(&mut Limits)) -> Entrant {
        if let Who::Bot(spec) = &mut entrant.who {
            change(&mut spec.limits);
        }
        entrant
    }

    fn greedy() -> Entrant {
        Entrant::read("durak", "greedy", Sandbox::None, Limits::default()).expect("a player of ours")
    }

    fn conditions(clock: &str) -> Conditions {
        Conditions {
            clock: clock.parse::<TimeControl>().expect("a clock"),
            cap: Span(Duration::from_secs(600)),
            startup: Span(Duration::from_secs(20)),
            launcher: std::env::current_exe().expect("a running program has a file"),
            key: None,
            agent_key: Key::from_seed(1),
        }
    }

    fn durak(seed: u64, players: &[Entrant], conditions: &Conditions) -> Played {
        let table = table::deal("durak", "", Key::from_seed(seed).rng()).expect("Durak is a game");
        play(table, players, conditions).expect("every bot can be started")
    }

    /// The verdict on one hostile bot in seat 2 among players of ours, and what it said to standard error.
    fn verdict(bot: Entrant, conditions: &Conditions) -> (String, String) {
        let played = durak(7, &[greedy(), bot, greedy(), greedy()], conditions);
        let stderr = String::from_utf8_lossy(&played.stderr[1]).into_owned();
        (played.record.ending.to_string(), stderr)
    }

    fn expect(due: &str, found: &(String, String)) -> Result<(), Failed> {
        match found.0.starts_with(due) {
            true => Ok(()),
            false => Err(format!("expected `{due}`, found `{}`; it said {}", found.0, found.1).into()),
        }
    }

    fn hog_takes_no_time() -> Result<(), Failed> {
        let _quiet = quietly();
        let folder = Folder::with_hostile();
        let victim = || python(&folder, "works");
        let hog = || hostile(&folder, "hog", 60);
        let conditions = conditions("2s/move");
        for seed in 0..1 {
            let played = durak(seed, &[victim(), hog(), victim(), hog()], &conditions);
            let ending = played.record.ending.to_string();
            // The hog's own threads take the hog's own time, which is its affair.
            if ending != "played" && !ending.starts_with("forfeit 2") && !ending.starts_with("forfeit 4") {
                return Err(ending.into());
            }
            let seats = played.record.decisions.iter().filter(|decision| decision.seat.index() % 2 == 0);
            let slowest = seats.filter_map(|decision| decision.cost).map(|cost| cost.wall - cost.lag).max();
            assert!(slowest.is_some_and(|slowest| slowest < 250_000), "12 ms of work took {slowest:?} us");
        }
        Ok(())
    }

    /// One at a time: those that measure time, and those that use it up.
    fn quietly() -> MutexGuard<'static, ()> {
        static ONE: Mutex<()> = Mutex::new(());
        ONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Work that a bot did between two of its decisions shows in the second one: on one core it cannot have used more
    /// processor time than has passed since it was asked. From its second decision on, because the first bears the start.
    fn stood_still(played: &Played, seat: usize) -> Result<(), Failed> {
        let of = played.record.decisions.iter().filter(|decision| decision.seat.index() == seat);
        for cost in of.filter_map(|decision| decision.cost).skip(1) {
            if cost.cpu > cost.wall + 5_000 {
                return Err(format!("seat {} worked while it was not asked: {cost:?}", seat + 1).into());
            }
        }
        Ok(())
    }

    /// System calls that go on after SIGSTOP, and a timer that continues whoever is stopped.
    fn nobody_works_on() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        // Read from the page cache: copying it takes long, and no disk is asked.
        fs::File::create(folder.0.join("book"))?.set_len(128 << 20)?;
        fs::set_permissions(folder.0.join("book"), fs::Permissions::from_mode(0o644))?;
        for (mode, number) in [("reads-on", 8), ("populates", 1), ("barriers", 8), ("wakes-itself", 8)] {
            let victim = || python(&folder, "works");
            let bad = hostile(&folder, mode, number);
            let played = durak(1, &[victim(), bad, victim(), greedy()], &conditions("10s/move"));
            let ending = played.record.ending.to_string();
            if ending != "played" && !ending.starts_with("forfeit 2") {
                return Err(format!("{mode}: {ending}").into());
            }
            stood_still(&played, 1)
                .map_err(|why| format!("{mode}: {}", why.message().unwrap_or_default()))?;
        }
        Ok(())
    }

    fn start_hog() -> Result<(), Failed> {
        let _quiet = quietly();
        let folder = Folder::with_hostile();
        let (hog, victim) = (|| hostile(&folder, "hog-at-start", 60), || python(&folder, "works"));
        let played = durak(1, &[hog(), victim(), hog(), victim()], &conditions("2s/move"));
        for seat in [1, 3] {
            let start = played.record.starts[seat].ok_or("it starts")?;
            assert!(start < 1_500_000, "seat {seat} took {start} us to start");
        }
        Ok(())
    }

    fn start_hoard() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        expect("played", &verdict(hostile(&folder, "hoard-at-start", 64), &conditions("2s/move")))?;
        let found = verdict(hostile(&folder, "hoard-at-start", 1024), &conditions("2s/move"));
        expect("forfeit 2 out-of-memory", &found)
    }

    fn named_calls() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        for mode in ["interrupted-calls", "calls-in-a-thread"] {
            let found = verdict(hostile(&folder, mode, 0), &conditions("2s/move"));
            expect("forfeit 2 forbidden-call socket", &found)?;
            assert!(!found.1.contains("a socket") && !found.1.contains("it goes on"), "{}", found.1);
        }
        if cfg!(target_arch = "x86_64") {
            let found = verdict(hostile(&folder, "foreign-calls", 0), &conditions("2s/move"));
            // Kernels without 32-bit programs answer with SIGSEGV.
            expect("forfeit 2 crashed signal 11", &found).or_else(|_| {
                let is_it = found.0 == "forfeit 2 forbidden-call";
                if is_it { Ok(()) } else { Err(format!("{found:?}")) }
            })?;
            assert!(!found.1.contains("works") && !found.1.contains("32 bits"), "{}", found.1);
        }
        Ok(())
    }

    /// On a busy core a bot that wakes the referee all the time is not let off the time that others take from it, no
    /// more than a silent one: only the referee's delay in reading the answer is.
    fn chatter_pays() -> Result<(), Failed> {
        let _quiet = quietly();
        let folder = Folder::with_hostile();
        let is_over = AtomicBool::new(false);
        let played = std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let bot = || hostile(&folder, "chatter", 5000);
            let played = durak(1, &[bot(), greedy(), bot(), greedy()], &conditions("10s/move"));
            is_over.store(true, Ordering::Relaxed);
            played
        });
        let costs = played.record.decisions.iter().filter_map(|decision| decision.cost);
        // Of 20 ms of work each.
        let costs: Vec<_> = costs.filter(|cost| cost.cpu > 10_000).collect();
        let waited: u64 = costs.iter().map(|cost| cost.wall.saturating_sub(cost.cpu)).sum();
        let lag: u64 = costs.iter().map(|cost| cost.lag).sum();
        assert!(waited > 10_000 * costs.len() as u64, "the core was busy: {costs:?}");
        assert!(lag * 2 < waited, "of {waited} us in which others ran, {lag} us are not charged");
        Ok(())
    }

    /// A bot that is not asked uses no processor time: all it uses is within its decisions and its start.
    fn stopped_bots_stand_still() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        let victim = || python(&folder, "works");
        let hog = || hostile(&folder, "hog", 2);
        let played = durak(3, &[victim(), hog(), victim(), hog()], &conditions("1s/move"));
        expect("played", &(played.record.ending.to_string(), String::new()))?;
        stood_still(&played, 1)?;
        stood_still(&played, 3)
    }

    fn cards_come_with_the_question() -> Result<(), Failed> {
        let folder = Folder::new();
        let thinker = || python(&folder, "free_thinker");
        let players = [thinker(), thinker(), thinker(), thinker()];
        let played = durak(5, &players, &conditions("2s/move"));
        for stderr in &played.stderr {
            let said = String::from_utf8_lossy(stderr);
            if !said.is_empty() {
                return Err(said.into_owned().into());
            }
        }
        expect("played", &(played.record.ending.to_string(), String::new()))
    }

    fn many_threads() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        let conditions = conditions("2s/move");
        expect("played", &verdict(hostile(&folder, "idle", 60), &conditions))?;
        expect("forfeit 2 too-many-threads", &verdict(hostile(&folder, "idle", 70), &conditions))?;
        expect("forfeit 2 too-many-threads", &verdict(hostile(&folder, "late-threads", 70), &conditions))?;
        let more = limit(hostile(&folder, "idle", 70), |limits| limits.threads = 100);
        expect("played", &verdict(more, &conditions))
    }

    fn read_only_memory() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        let conditions = conditions("5s/move");
        for mode in ["hoard", "hoard-alone"] {
            expect("played", &verdict(hostile(&folder, mode, 64), &conditions))?;
            expect("forfeit 2 out-of-memory", &verdict(hostile(&folder, mode, 1024), &conditions))?;
        }
        Ok(())
    }

    fn self_stop() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        let begun = Instant::now();
        for mode in ["stops-itself", "stopped-by-a-thread"] {
            expect("played", &verdict(hostile(&folder, mode, 0), &conditions("none")))?;
        }
        assert!(begun.elapsed() < Duration::from_secs(100), "{:?}", begun.elapsed());
        Ok(())
    }

    /// An entry is read, then its program is exchanged: what was read plays.
    fn exchanged_program() -> Result<(), Failed> {
        let folder = Folder::new();
        let before = fs::read(folder.script("honest"))?;
        let path = folder.0.display();
        for text in [format!("cd {path} && python3 -B honest.py"), format!("python3 -B {path}/honest.py")] {
            fs::write(folder.script("honest"), &before)?;
            // Without a folder only the files that the command names can be read.
            let text = if text.starts_with("cd") { text } else { text.replace("honest.py", "alone.py") };
            fs::write(folder.script("alone"), "import sys\nfor line in sys.stdin:\n  pass\n")?;
            let entrant = Entrant::read("durak", &text, Sandbox::Strict, Limits::default())?;
            for name in ["honest", "alone"] {
                fs::write(
                    folder.script(name),
                    "import sys\nprint('exchanged', file=sys.stderr, flush=True)\n",
                )?;
            }
            let (_, said) = verdict(entrant, &conditions("300ms/move"));
            assert!(!said.contains("exchanged"), "{text}: {said}");
        }
        Ok(())
    }

    /// What only its owner may read is read by the bot through its copy, also where root's bots are nobody.
    fn private_files() -> Result<(), Failed> {
        let folder = Folder::new();
        for file in fs::read_dir(&folder.0)?.flatten() {
            fs::set_permissions(file.path(), fs::Permissions::from_mode(0o600))?;
        }
        fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o700))?;
        let text = format!("cd {} && python3 -B honest.py", folder.0.display());
        let entrant = Entrant::read("durak", &text, Sandbox::Strict, Limits::default())?;
        expect("played", &verdict(entrant, &conditions("2s/move")))
    }

    /// A Python whose home only its owner may enter. Virtual environments that link to one are in `entry_paths.rs`.
    fn runtime_in_a_private_home() -> Result<(), Failed> {
        let folder = Folder::new();
        let home = folder.0.join("home");
        fs::create_dir_all(home.join("python/bin"))?;
        let python = fs::canonicalize("/usr/bin/python3")?;
        fs::copy(&python, home.join("python/bin/python3"))?;
        fs::create_dir_all(folder.0.join("bot"))?;
        for name in ["honest.py", "table.py"] {
            fs::copy(folder.0.join(name), folder.0.join("bot").join(name))?;
        }
        fs::set_permissions(&home, fs::Permissions::from_mode(0o700))?;
        let (bot, program) = (folder.0.join("bot"), home.join("python/bin/python3"));
        let text = format!("cd {} && {} -B honest.py", bot.display(), program.display());
        let entrant = Entrant::read("durak", &text, Sandbox::Strict, Limits::default())?;
        expect("played", &verdict(entrant, &conditions("2s/move")))
    }

    /// Links in the bot's own folder to the whole machine, as library, as data and as interpreter's share.
    fn links_to_everything() -> Result<(), Failed> {
        let folder = Folder::new();
        let secret = folder.0.join("secret.txt");
        fs::write(&secret, "always lead trumps")?;
        let bot = folder.0.join("bot");
        for sub in ["bin", "data"] {
            fs::create_dir_all(bot.join(sub))?;
        }
        symlink("/", bot.join("lib"))?;
        symlink("/", bot.join("share"))?;
        symlink(&secret, bot.join("data/book"))?;
        let root = fs::canonicalize(&folder.0)?.display().to_string();
        let script = format!(
            "#!/bin/sh\ncat {root}/secret.txt {root}/bot/lib{root}/secret.txt {root}/bot/data/book >&2\n\
             cat /proc/$PPID/cmdline /proc/1/cmdline >&2\nread line\n"
        );
        fs::write(bot.join("bin/bot"), script)?;
        fs::set_permissions(bot.join("bin/bot"), fs::Permissions::from_mode(0o755))?;
        for text in [format!("{}/bin/bot", bot.display()), format!("cd {} && bin/bot", bot.display())] {
            let limits = Limits { processes: 8, ..Limits::default() };
            let entrant = Entrant::read("durak", &text, Sandbox::Strict, limits)?;
            let (_, said) = verdict(entrant, &conditions("300ms/move"));
            assert!(!said.contains("trumps") && !said.contains("hostile"), "{text}: {said}");
            assert!(said.contains("secret.txt: "), "it tried: {said}");
        }
        Ok(())
    }

    /// A bot that speaks in the launcher's name has crashed like any other.
    fn launchers_words() -> Result<(), Failed> {
        let folder = Folder::new();
        let lie = "read line; read line; echo 'croupier __bot: no such program' >&2; exit 126";
        let bot = entrant(&folder, ["sh", "-c", lie].map(str::to_owned).to_vec());
        expect("forfeit 2 crashed exit 126", &verdict(bot, &conditions("2s/move")))
    }

    fn queued_signals() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        let found = verdict(hostile(&folder, "signals", 100_000), &conditions("2s/move"));
        expect("played", &found)?;
        expect("128 signals", &(found.1.clone(), String::new()))
    }

    fn page_tables() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        let found = verdict(hostile(&folder, "page-tables", 1000), &conditions("5s/move"));
        // 16 GB of addresses need at most 32 MB of page tables.
        let gigabytes: u64 =
            found.1.split(' ').next().and_then(|word| word.parse().ok()).ok_or(found.1.clone())?;
        assert!(gigabytes <= 16, "{found:?}");
        Ok(())
    }

    fn starving_neighbour() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        // As many as the kernel lets it have, beside honest bots with threads of their own.
        let greedy_bot = limit(hostile(&folder, "idle", 800), |limits| limits.threads = 10_000);
        let honest = || hostile(&folder, "idle", 20);
        let played = durak(3, &[honest(), greedy_bot, honest(), honest()], &conditions("2s/move"));
        expect("played", &(played.record.ending.to_string(), format!("{:?}", played.stderr)))
    }

    fn tiny_memory() -> Result<(), Failed> {
        let folder = Folder::new();
        for megabytes in [1, 2, 4] {
            let bot = limit(python(&folder, "honest"), |limits| limits.memory = megabytes << 20);
            expect("forfeit 2 out-of-memory", &verdict(bot, &conditions("2s/move")))?;
        }
        Ok(())
    }

    pub fn trials() -> Vec<Trial> {
        let has_cc = super::common::has_cc();
        let mut trials = Vec::new();
        let mut sentence = |name: &str, test: fn() -> Result<(), Failed>| {
            let name = if has_cc { name.to_owned() } else { format!("{name} (NOT TESTED: no `cc` here)") };
            trials.push(Trial::test(name, test).with_ignored_flag(!has_cc));
        };
        sentence("sixty_spinning_threads_take_no_time_from_others", hog_takes_no_time);
        sentence("a_bot_that_is_not_asked_stands_still", stopped_bots_stand_still);
        sentence("long_system_calls_and_timers_take_no_time_from_others", nobody_works_on);
        sentence("threads_that_spin_at_the_start_take_no_time_from_others", start_hog);
        sentence("memory_filled_at_the_start_counts", start_hoard);
        sentence("a_forbidden_call_is_named_whenever_and_however_it_is_made", named_calls);
        sentence("a_bot_that_writes_much_to_standard_error_is_charged_as_a_silent_one", chatter_pays);
        sentence("cards_come_with_the_first_question_and_not_before", cards_come_with_the_question);
        sentence("more_threads_than_allowed_forfeit", many_threads);
        sentence("memory_made_read_only_counts_also_without_a_first_thread", read_only_memory);
        sentence("a_program_exchanged_after_its_fingerprint_does_not_run", exchanged_program);
        sentence("files_that_only_their_owner_may_read_play", private_files);
        sentence("a_runtime_in_a_private_home_plays", runtime_in_a_private_home);
        sentence("links_to_the_whole_machine_open_nothing", links_to_everything);
        sentence("the_launchers_words_in_a_bots_mouth_mean_nothing", launchers_words);
        sentence("signals_queue_up_to_a_limit", queued_signals);
        sentence("page_tables_are_bounded", page_tables);
        sentence("eight_hundred_threads_starve_nobody", starving_neighbour);
        sentence("too_little_memory_to_start_is_out_of_memory", tiny_memory);
        sentence("a_bot_that_stops_itself_does_not_hang_the_referee", self_stop);
        trials
    }
}

#[cfg(target_os = "linux")]
fn main() {
    common::run(linux::trials);
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("no sandbox on this system: nothing tested");
}
