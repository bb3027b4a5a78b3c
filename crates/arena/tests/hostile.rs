//! Whole matches against bots that attack the contest: other bots' time, the clock, the memory limit, the referee.
//!
//! This file has its own `main`, for it is also the launcher: started with the hidden word it becomes the bot.

#[cfg(target_os = "linux")]
mod common;

#[cfg(target_os = "linux")]
mod linux {
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
            chance: Key::from_seed(1),
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

    /// A bot that is not asked uses no processor time: all it uses is within its decisions and its start.
    fn stopped_bots_stand_still() -> Result<(), Failed> {
        let folder = Folder::with_hostile();
        let victim = || python(&folder, "works");
        let hog = || hostile(&folder, "hog", 2);
        let played = durak(3, &[victim(), hog(), victim(), hog()], &conditions("1s/move"));
        expect("played", &(played.record.ending.to_string(), String::new()))?;
        let costs = |seat: usize| {
            let of = played.record.decisions.iter().filter(move |decision| decision.seat.index() == seat);
            of.filter_map(|decision| decision.cost)
        };
        for seat in [1, 3] {
            // From the second decision on: the first one bears the start.
            for cost in costs(seat).skip(1) {
                assert!(cost.cpu <= cost.wall + 5_000, "seat {seat} worked while it was not asked: {cost:?}");
            }
        }
        Ok(())
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
        for mode in ["stops-itself", "stopped-by-timer"] {
            expect("played", &verdict(hostile(&folder, mode, 0), &conditions("none")))?;
        }
        assert!(begun.elapsed() < Duration::from_secs(100), "{:?}", begun.elapsed());
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
        sentence("cards_come_with_the_first_question_and_not_before", cards_come_with_the_question);
        sentence("more_threads_than_allowed_forfeit", many_threads);
        sentence("memory_made_read_only_counts_also_without_a_first_thread", read_only_memory);
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
