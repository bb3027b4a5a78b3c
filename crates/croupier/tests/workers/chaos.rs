//! Four workers, killed and frozen at random moments, on a server whose postmaster is killed too: at the end there
//! is exactly what an uninterrupted run has.

use std::process::{Child, Stdio};
use std::time::Duration;

use cards::Rng;
use cluster::Cluster;
use rustix::process::{Pid, Signal, kill_process};

use super::harness::{Contest, RESULTS, changed, enter, play_out, worker};

/// Shorter than a freeze.
const LEASE: &str = "--lease=1s";
const FREEZE: Duration = Duration::from_millis(2500);

fn start(url: &str) -> Child {
    worker(url, &["--until-done", LEASE]).stderr(Stdio::null()).spawn().expect("it starts")
}

fn signal(worker: &Child, signal: Signal) {
    // It may have ended by itself, when everything is done.
    let _ = kill_process(Pid::from_child(worker), signal);
}

#[test]
fn no_deal_is_lost_or_doubled_whatever_is_killed() {
    let (kills, deals) =
        if std::env::var_os("CROUPIER_LONG_TESTS").is_some() { (100, 240) } else { (20, 60) };
    let changes = format!("deals={deals}");
    let calm = Contest::enter("a_calm", &changes);
    play_out(&calm, 2);
    let expected = calm.sql(RESULTS);
    assert_eq!(expected.lines().count(), 3 * deals * 2);

    let mut cluster = Cluster::start();
    let url = cluster.database("cup");
    enter(&url, &changed(&changes));
    let mut workers: Vec<Child> = (0..4).map(|_| start(&url)).collect();
    let mut rng = Rng::new(kills);
    let (mut killed, mut frozen, mut crashed) = (0, 0, 0);
    for _ in 0..kills {
        // The moments are what is random here: nothing could be awaited instead.
        std::thread::sleep(Duration::from_millis(u64::from(rng.below(400))));
        let which = rng.below(4) as usize;
        match rng.below(10) {
            0 => {
                cluster.kill();
                cluster.restart();
                crashed += 1;
            }
            1 | 2 => {
                signal(&workers[which], Signal::STOP);
                std::thread::sleep(FREEZE);
                signal(&workers[which], Signal::CONT);
                frozen += 1;
            }
            _ => {
                signal(&workers[which], Signal::KILL);
                workers[which].wait().expect("it is dead");
                workers[which] = start(&url);
                killed += 1;
            }
        }
    }
    let mut rounds = 0;
    while cluster.sql("cup", "select count(*) from tournament where finished is null") != "0" {
        for worker in &mut workers {
            if worker.try_wait().expect("it can be asked").is_some() {
                *worker = start(&url);
            }
        }
        // A deal that was begun more than three times has gone aside, with a word why; somebody looks and retries.
        let aside = "select count(*) from pgmq.a_croupier_deals";
        if cluster.sql("cup", aside) != "0" {
            let troubles =
                cluster.sql("cup", "select count(distinct deal) from trouble where what like 'given up:%'");
            assert!(troubles != "0", "nothing goes aside in silence");
            assert!(worker(&url, &["--retry"]).status().expect("it runs").success());
        }
        std::thread::sleep(Duration::from_millis(500));
        rounds += 1;
        assert!(rounds < 600, "it does not end; {}", cluster.sql("cup", "select * from trouble"));
    }
    for worker in &mut workers {
        assert!(worker.wait().expect("it ends").success());
    }
    println!("{killed} workers killed, {frozen} frozen, {crashed} postmasters killed");
    assert_eq!(cluster.sql("cup", RESULTS), expected);
    assert_eq!(cluster.sql("cup", "select count(*) from submission"), "0");
    assert_eq!(cluster.sql("cup", "select count(*) from trouble where what like 'refused%'"), "0");
}
