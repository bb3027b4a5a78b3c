//! The referee and the sandbox together: every bad bot loses by the right verdict, and harms nobody.
//!
//! This file has its own `main`, because it is also the launcher: started with the launcher argument it becomes the bot.

#[cfg(target_os = "linux")]
mod common;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    use arena::entrants::{Entrant, Who};
    use arena::sandbox::{Limits, Sandbox, Spec};
    use arena::{Conditions, Played, play};
    use cards::Seat;
    use libtest_mimic::{Failed, Trial};
    use table::clock::{Span, TimeControl};
    use table::ending::Ending;
    use table::key::{Hash, Key};
    use table::record::Named;
    use table::referee::Kind;

    use super::common::Folder;

    /// Every bad bot and the beginning of the verdict it deserves.
    const BAD: [(&str, &str); 24] = [
        ("illegal_card", "illegal "),
        ("card_not_held", "illegal "),
        ("garbage_bytes", "unparsable "),
        ("endless_line", "flood"),
        ("output_flood", "flood"),
        ("chatters", "unasked "),
        ("never_reads", "stalled-at-start"),
        ("never_answers", "out-of-time "),
        ("too_late", "out-of-time "),
        ("slow_start", "stalled-at-start"),
        ("exits_at_once", "crashed exit 0"),
        ("crashes", "crashed signal 11"),
        ("closes_pipes", "crashed closed-pipe"),
        ("forks", "forbidden-call clone"),
        ("fork_bomb", "forbidden-call clone"),
        ("setsid_escape", "forbidden-call setsid"),
        ("memory_hog", "out-of-memory"),
        ("shared_memory", "forbidden-call mmap"),
        ("cpu_spin", "out-of-time "),
        ("opens_socket", "forbidden-call socket"),
        ("writes_file", "crashed exit 1"),
        ("reads_neighbour", "crashed exit 1"),
        ("kills_neighbour", "forbidden-call kill"),
        ("ignores_sigterm", "out-of-time "),
    ];

    /// Where the bad bot sits; its partner is seat 4.
    const GUILTY: Seat = Seat::new(1);

    /// A file that is nobody's business but its owner's.
    struct Secret(Folder);

    impl Secret {
        fn new() -> Secret {
            let folder = Folder::new();
            fs::write(folder.0.join("secret.txt"), "always lead trumps").expect("a folder can be written to");
            Secret(folder)
        }

        /// What the bad bot is told on its command line.
        fn arguments(&self, bot: &str, folder: &Folder) -> Vec<String> {
            let tag = folder.0.file_name().expect("it has a name").to_string_lossy().into_owned();
            match bot {
                "writes_file" => vec![self.0.0.display().to_string(), tag],
                "reads_neighbour" => vec![self.0.0.join("secret.txt").display().to_string()],
                _ => Vec::new(),
            }
        }
    }

    fn bot(folder: &Folder, name: &str, arguments: Vec<String>) -> Entrant {
        let command = ["python3".into(), "-B".into(), folder.script(name)].into_iter().chain(arguments);
        let spec = Spec::new(
            Sandbox::Strict,
            Limits::default(),
            command.map(Into::into).collect(),
            Some(folder.0.clone()),
        );
        Entrant { who: Who::Bot(spec), named: Named::new(Kind::Bot, Some(Hash::of(b"")), name) }
    }

    fn greedy() -> Entrant {
        Entrant::read("durak", "greedy", Sandbox::Strict, Limits::default()).expect("a player of ours")
    }

    fn conditions(clock: TimeControl, startup: Duration) -> Conditions {
        let launcher = std::env::current_exe().expect("a running program has a file");
        let (cap, startup) = (Span(Duration::from_secs(600)), Span(startup));
        Conditions { clock, cap, startup, launcher, key: None, agent_key: Key::from_seed(1) }
    }

    fn durak(seed: u64, players: &[Entrant], conditions: &Conditions) -> Played {
        let table = table::deal("durak", "", Key::from_seed(seed).rng()).expect("Durak is a game");
        play(table, players, conditions).expect("every bot can be started")
    }

    /// One match of a bad bot against policies, and a look around after it.
    fn bad_match(name: &str, due: &str, conditions: &Conditions) -> Result<(), Failed> {
        let (folder, secret) = (Folder::new(), Secret::new());
        let (before, secrets) = (folder.contents(), secret.0.contents());
        let bad = bot(&folder, name, secret.arguments(name, &folder));
        let Played { record: report, stderr, .. } =
            durak(7, &[greedy(), bad, greedy(), greedy()], conditions);
        let verdict = report.ending.to_string();
        let stderr = String::from_utf8_lossy(&stderr[GUILTY.index()]).into_owned();
        if !verdict.starts_with(&format!("forfeit {GUILTY} {due}")) {
            return Err(format!("{name}: expected {due}, found {verdict}; it said {stderr}").into());
        }
        let payoffs: Vec<i32> = report.payoffs.iter().copied().collect();
        assert_eq!(payoffs, [1, -1, 1, -1], "the forfeit costs the team the match");
        assert_eq!(folder.processes(), 0, "{name} survived its match");
        assert_eq!((folder.contents(), secret.0.contents()), (before, secrets), "{name} left a file");
        assert!(!stderr.contains("always lead trumps") && !stderr.contains("wrote "), "{name}: {stderr}");
        for public in ["/tmp", "/var/tmp", "/dev/shm"] {
            let tag = folder.0.file_name().expect("it has a name").to_string_lossy();
            assert!(
                !Path::new(public).join(format!("note-{tag}")).exists(),
                "{name} left a file in {public}"
            );
        }
        Ok(())
    }

    fn alone(name: &str, due: &str) -> Result<(), Failed> {
        // The shortest start-up allowance that a loaded machine keeps, for bots that never start.
        let startup = if due == "stalled-at-start" { 500 } else { 10_000 };
        let clock = TimeControl::PerMove(Duration::from_millis(1500));
        bad_match(name, due, &conditions(clock, Duration::from_millis(startup)))
    }

    fn without_a_clock() -> Result<(), Failed> {
        let folder = Folder::new();
        let mut bad = bot(&folder, "cpu_spin", Vec::new());
        if let Who::Bot(spec) = &mut bad.who {
            spec.limits.cpu_seconds = 1;
        }
        let conditions = conditions(TimeControl::None, Duration::from_secs(10));
        let verdict = durak(7, &[greedy(), bad, greedy(), greedy()], &conditions).record.ending.to_string();
        if verdict == "forfeit 2 out-of-cpu" { Ok(()) } else { Err(verdict.into()) }
    }

    fn never_without_a_clock() -> Result<(), Failed> {
        let folder = Folder::new();
        let bad = bot(&folder, "never_answers", Vec::new());
        let cap = Span(Duration::from_millis(300));
        let conditions = Conditions { cap, ..conditions(TimeControl::None, Duration::from_secs(10)) };
        let verdict = durak(7, &[greedy(), bad, greedy(), greedy()], &conditions).record.ending.to_string();
        let is_capped = verdict.starts_with("forfeit 2 out-of-time ") && verdict.ends_with(" had 300000us");
        if is_capped { Ok(()) } else { Err(verdict.into()) }
    }

    fn honest_match(seed: u64, folder: &Folder) -> Ending {
        let honest = || bot(folder, "honest", Vec::new());
        let conditions = conditions(TimeControl::CONTEST, Duration::from_secs(30));
        durak(seed, &[honest(), honest(), honest(), honest()], &conditions).record.ending
    }

    fn honest_bots_play_to_the_end() -> Result<(), Failed> {
        let folder = Folder::new();
        let ending = honest_match(1, &folder);
        assert_eq!(folder.processes(), 0);
        if ending == Ending::Played { Ok(()) } else { Err(ending.to_string().into()) }
    }

    /// Every bad bot at a table of its own, all at once; beside them honest matches, one after the other.
    fn all_at_once() -> Result<(), Failed> {
        let begun = Instant::now();
        let is_over = AtomicBool::new(false);
        let bad = conditions(TimeControl::CONTEST, Duration::from_secs(10));
        let (bad, honest) = std::thread::scope(|scope| {
            let tables: Vec<_> =
                BAD.iter().map(|(name, due)| scope.spawn(|| bad_match(name, due, &bad))).collect();
            let honest = scope.spawn(|| {
                let folder = Folder::new();
                let mut endings = Vec::new();
                while !is_over.load(Ordering::Relaxed) || endings.is_empty() {
                    endings.push(honest_match(endings.len() as u64, &folder));
                }
                endings
            });
            let bad: Vec<_> = tables.into_iter().map(|table| table.join()).collect();
            is_over.store(true, Ordering::Relaxed);
            (bad, honest.join().expect("the honest table stands"))
        });
        for outcome in bad {
            outcome.map_err(|_| "a bad bot left something behind")??;
        }
        eprintln!("{} honest matches beside {} bad bots, {:?}", honest.len(), BAD.len(), begun.elapsed());
        match honest.iter().find(|&ending| *ending != Ending::Played) {
            None => Ok(()),
            Some(ending) => Err(format!("an honest match was harmed: {ending}").into()),
        }
    }

    pub fn trials() -> Vec<Trial> {
        let mut trials: Vec<Trial> = BAD
            .iter()
            .map(|&(name, due)| {
                let sentence = format!("{name}_forfeits_with_{}", due.trim().replace(['-', ' '], "_"));
                Trial::test(sentence, move || alone(name, due))
            })
            .collect();
        trials.extend([
            Trial::test("without_a_clock_processor_time_still_ends", without_a_clock),
            Trial::test("without_a_clock_a_bot_that_never_answers_still_forfeits", never_without_a_clock),
            Trial::test("honest_bots_play_to_the_end", honest_bots_play_to_the_end),
            Trial::test("all_bad_bots_at_once_harm_no_honest_match", all_at_once),
        ]);
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
