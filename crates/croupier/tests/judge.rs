//! `croupier judge` as a user meets it: every contest, good input and bad.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::thread;

use cards::Rng;
use common::{Ran, croupier, examples, problems, run, run_fed};

/// Enough for several batches on several threads, few enough for the slow problems.
const MANY: u64 = 3000;

#[test]
fn one_thread_and_four_give_the_same_bytes() {
    for (game, _) in problems() {
        let input = examples(game, MANY);
        let alone = run(&["judge", game, "--jobs", "1"], input.clone());
        assert_eq!(alone.status, 0, "{game}: {}", alone.err);
        assert!(alone.out.lines().count() >= MANY as usize, "{game}");
        assert_eq!(run(&["judge", game, "--jobs", "4"], input.clone()), alone, "{game}");
        assert_eq!(run(&["judge", game], input), alone, "{game}");
    }
}

#[test]
fn examples_are_the_same_for_the_same_seed() {
    for (game, _) in problems() {
        assert_eq!(examples(game, 20), examples(game, 20));
        let unseeded = run(&["judge", game, "--examples", "1"], "");
        let seed = unseeded.err.strip_prefix("seed ").expect("the seed is told").trim();
        let again = run(&["judge", game, "--examples", "1", "--seed", seed], "");
        assert_eq!(unseeded.out, again.out, "{game}");
    }
}

#[test]
fn foreign_line_ends_and_a_missing_last_one_change_nothing() {
    for (game, _) in problems() {
        let input = examples(game, 30);
        let plain = run(&["judge", game], input.clone());
        assert_eq!(run(&["judge", game], input.replace('\n', "\r\n")), plain, "{game}: CRLF");
        assert_eq!(run(&["judge", game], input.replace('\n', " \t\n\n")), plain, "{game}: blanks");
        assert_eq!(run(&["judge", game], input.trim_end()), plain, "{game}: no last line end");
    }
}

#[test]
fn several_files_are_judged_one_after_another() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, _) in problems() {
        let (first, second) = (examples(game, 3), examples(game, 5));
        let path = folder.path().join(game);
        fs::write(&path, &first).expect("written");
        let path = path.to_str().expect("a plain path");
        let (one, two) = (run(&["judge", game], first), run(&["judge", game], second.clone()));
        let both = run(&["judge", game, path, "-"], second);
        assert_eq!((both.status, both.out), (0, one.out + &two.out), "{game}");
    }
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for (game, problem) in problems() {
        for jobs in ["1", "3"] {
            let mut cases = Vec::new();
            (0..1000).for_each(|seed| problem.example(seed, &mut cases));
            let mut child = croupier(&["judge", game, "--jobs", jobs]).spawn().expect("the binary starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
            let count: &[u8] = if problem.is_counted() { b"1000000000000\n" } else { b"" };
            let feeder = thread::spawn(move || {
                let mut taken = stdin.write_all(count);
                // Goes on until the child is gone: it must end by the closed output alone.
                while taken.is_ok() {
                    taken = stdin.write_all(&cases);
                }
            });
            let mut line = String::new();
            stdout.read_line(&mut line).expect("an answer");
            drop(stdout);
            let ran = Ran::from(child.wait_with_output().expect("the binary ends"));
            feeder.join().expect("the feeder ends");
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game}");
        }
    }
}

#[test]
fn answers_come_before_the_next_case_is_asked_for() {
    for (game, problem) in problems() {
        for jobs in ["1", "4"] {
            let mut child = croupier(&["judge", game, "--jobs", jobs]).spawn().expect("the binary starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
            if problem.is_counted() {
                stdin.write_all(b"5\n").expect("taken");
            }
            for seed in 0..5 {
                let mut case = Vec::new();
                problem.example(seed, &mut case);
                stdin.write_all(&case).expect("taken");
                let mut line = String::new();
                // Would wait for ever if the answer waited for the next case.
                stdout.read_line(&mut line).expect("an answer");
                assert!(!line.is_empty(), "{game}");
            }
            if let Some(word) = problem.closing_word() {
                stdin.write_all(word.as_bytes()).expect("taken");
            }
            drop(stdin);
            std::io::copy(&mut stdout, &mut std::io::sink()).expect("the rest");
            assert!(child.wait().expect("the binary ends").success(), "{game}");
        }
    }
}

#[test]
fn a_line_of_100_megabytes_is_refused_at_once() {
    for (game, _) in problems() {
        for first in ["", "3\n"] {
            let ran = run_fed(&["judge", game], move |mut stdin| {
                let piece = vec![b'x'; 1 << 20];
                let mut taken = stdin.write_all(first.as_bytes());
                for _ in 0..100 {
                    taken = taken.and_then(|()| stdin.write_all(&piece));
                }
                assert!(taken.is_err(), "nobody should read all of this");
            });
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{game}");
            assert!(ran.err.starts_with("error: <stdin>:") && ran.err.len() < 1000, "{game}: {}", ran.err);
        }
    }
}

#[test]
fn an_input_cut_short_anywhere_is_an_error_and_earlier_answers_are_out() {
    for (game, problem) in problems() {
        let input = examples(game, 4);
        let whole = run(&["judge", game], input.clone());
        let ends = input.trim_end().len();
        for len in (0..ends).step_by(ends / 40 + 1) {
            let ran = run(&["judge", game, "--jobs", "1"], &input[..len]);
            assert!(whole.out.starts_with(&ran.out), "{game}: {}", ran.out);
            if problem.is_counted() || problem.closing_word().is_some() {
                assert_eq!(ran.status, 2, "{game} cut at {len}: {ran:?}");
            }
            if ran.status == 2 {
                assert!(ran.err.contains("expected") && ran.err.contains("found"), "{game}: {}", ran.err);
            }
        }
    }
}

#[test]
fn rubbish_is_an_error() {
    let mut rubbish: Vec<u8> = Vec::new();
    let mut word = 1u32;
    for _ in 0..20_000 {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        rubbish.push((word >> 24) as u8);
    }
    for (game, _) in problems() {
        let counted = [b"7\n".as_slice(), &rubbish].concat();
        for input in [rubbish.clone(), counted, b"\0".to_vec(), vec![0xff; 70_000]] {
            let ran = run(&["judge", game], input);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{game}");
            assert!(
                ran.err.bytes().all(|byte| byte == b'\n' || (b' '..0x7f).contains(&byte) || byte >= 0x80)
            );
        }
    }
}

#[test]
fn a_damaged_input_is_judged_alike_by_one_thread_and_many() {
    let mut rng = Rng::new(5);
    for (game, _) in problems() {
        let input = examples(game, 8).into_bytes();
        for _ in 0..30 {
            let mut damaged = input.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(damaged.len() as u32) as usize;
                match rng.below(3) {
                    0 => damaged[at] = rng.below(256) as u8,
                    1 => damaged.insert(at, b"\n 2SRe"[rng.below(6) as usize]),
                    _ => drop(damaged.remove(at)),
                }
            }
            let alone = run(&["judge", game, "--jobs", "1"], damaged.clone());
            assert!([0, 2].contains(&alone.status), "{game}: {alone:?}");
            assert_eq!(alone.status == 2, alone.err.contains("error: "), "{game}: {alone:?}");
            assert_eq!(run(&["judge", game, "--jobs", "3"], damaged), alone, "{game}");
        }
    }
}

#[test]
fn a_huge_count_is_only_a_number() {
    for (game, problem) in problems().into_iter().filter(|(_, problem)| problem.is_counted()) {
        let mut input = b"1000000000000000000\n".to_vec();
        problem.example(1, &mut input);
        let ran = run(&["judge", game], input);
        assert_eq!(ran.status, 2);
        assert!(!ran.out.is_empty());
        assert!(ran.err.contains("expected 1000000000000000000 cases, found "), "{}", ran.err);
        let ran = run(&["judge", game], "99999999999999999999999\n");
        assert!(ran.err.contains("expected the number of cases"), "{}", ran.err);
    }
}

#[test]
fn a_fault_is_shown_at_its_very_place() {
    for (game, problem) in problems() {
        let mut input = if problem.is_counted() { b"3\n".to_vec() } else { Vec::new() };
        problem.example(1, &mut input);
        problem.example(2, &mut input);
        // The last word of the second case becomes another.
        let at = input.trim_ascii_end().iter().rposition(u8::is_ascii_whitespace).expect("two words") + 1;
        let mut broken = [&input[..at], b"@@\n"].concat();
        problem.example(3, &mut broken);
        let line_start = input[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let line = 1 + input[..at].iter().filter(|&&byte| byte == b'\n').count();
        let column = at - line_start + 1;
        let text = String::from_utf8_lossy(&broken).lines().nth(line - 1).expect("the line").to_owned();
        for jobs in ["1", "4"] {
            let ran = run(&["judge", game, "-j", jobs], broken.clone());
            assert_eq!(ran.status, 2, "{game}");
            assert!(!ran.out.is_empty(), "{game}: the first case is answered");
            let place = format!("error: <stdin>:{line}:{column}: case 2: expected ");
            assert!(ran.err.starts_with(&place) && ran.err.contains(", found `@@`\n"), "{game}: {}", ran.err);
            let shown: Vec<&str> = ran.err.lines().collect();
            let (above, below) = (shown[2], shown[3]);
            let carets = below.find("^^").expect("carets");
            assert_eq!(&above[carets..carets + 2], "@@", "{game}: {}", ran.err);
            assert!(text.ends_with("@@") && above.trim_end().ends_with("@@"), "{game}: {}", ran.err);
        }
    }
}

#[test]
fn a_fault_is_told_at_once_even_if_the_input_goes_on() {
    for (game, problem) in problems() {
        for jobs in ["1", "4"] {
            let mut child = croupier(&["judge", game, "--jobs", jobs]).spawn().expect("the binary starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            let mut input = if problem.is_counted() { b"9\n".to_vec() } else { Vec::new() };
            problem.example(1, &mut input);
            // Whole frames of nonsense, so that nobody need wait for more.
            input.extend_from_slice("@@ @@\n".repeat(20_000).as_bytes());
            // The child may be gone before it has taken everything.
            let _ = stdin.write_all(&input);
            let ran = Ran::from(child.wait_with_output().expect("the binary ends"));
            assert_eq!(ran.status, 2, "{game}");
            assert!(!ran.out.is_empty() && ran.err.contains("case 2: expected"), "{game}: {}", ran.err);
            drop(stdin);
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    for (game, _) in problems() {
        let ran = run(&["judge", game, "no/such/file.in"], "");
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        assert_eq!(ran.err, "error: cannot read no/such/file.in: no such file\n");
        let ran = run(&["judge", game, "."], "");
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        assert_eq!(ran.err, "error: cannot read .: Is a directory (os error 21)\n");
    }
}

#[test]
fn durak_has_nothing_to_judge() {
    let ran = run(&["judge", "durak"], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("error: durak has no cases to judge; "), "{}", ran.err);
}

/// However long the input, memory stays flat.
#[cfg(target_os = "linux")]
#[test]
fn sixty_megabytes_of_cases_take_only_a_few_of_memory() {
    const INPUT: usize = 60 << 20;
    let Some((game, problem)) = problems().into_iter().find(|(game, _)| *game == "mau-mau") else { return };
    let mut cases = Vec::new();
    (0..2000).for_each(|seed| problem.example(seed, &mut cases));
    // The program's own pages are about 10 MB of this.
    for (jobs, most) in [("1", 16 << 10), ("4", 32 << 10)] {
        let mut child = croupier(&["judge", game, "--jobs", jobs]).spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut stdout = child.stdout.take().expect("a pipe");
        let reader = thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
        let rounds = INPUT / cases.len() + 1;
        writeln!(stdin, "{}", rounds * 2000).expect("taken");
        for _ in 0..rounds {
            stdin.write_all(&cases).expect("taken");
        }
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("Linux tells");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
        drop(stdin);
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        assert!(child.wait().expect("the binary ends").success(), "{err}");
        assert!(reader.join().expect("read").expect("read") > 0);
        assert!(peak < most, "{peak} kB with {jobs} jobs");
    }
}
