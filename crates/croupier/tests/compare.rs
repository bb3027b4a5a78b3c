//! `croupier judge --compare` as a contest's judge meets it.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::thread;

use common::{Ran, croupier, examples, problems, run, run_fed};

/// Cases and the right output in files.
struct Compared {
    folder: tempfile::TempDir,
    game: &'static str,
    right: String,
}

impl Compared {
    fn new(game: &'static str, count: u64) -> Compared {
        let folder = tempfile::tempdir().expect("a folder");
        let input = examples(game, count);
        let right = run(&["judge", game], input.clone()).out;
        fs::write(folder.path().join("cases.in"), input).expect("written");
        Compared { folder, game, right }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compares an output that comes from standard input.
    fn compare(&self, output: impl Into<Vec<u8>>) -> Ran {
        self.compare_with(&[], output)
    }

    fn compare_with(&self, options: &[&str], output: impl Into<Vec<u8>>) -> Ran {
        let input = self.path("cases.in");
        run(&[&["judge", self.game, "--compare", "-", plain(&input)], options].concat(), output)
    }
}

fn plain(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn the_right_output_of_every_contest_is_accepted_on_one_thread_and_many() {
    for (game, _) in problems() {
        let compared = Compared::new(game, 1200);
        for output in [compared.right.clone(), compared.right.replace('\n', "\r\n")] {
            for output in [output.trim_end(), &output] {
                for jobs in ["1", "4"] {
                    let ran = compared.compare_with(&["--jobs", jobs], output);
                    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game}");
                    assert_eq!(ran.out, "cases 1 to 1200: accepted\naccepted: 1200 cases\n", "{game}");
                }
            }
        }
    }
}

#[test]
fn a_wrong_answer_is_shown_where_it_is() {
    let compared = Compared::new("mau-mau", 4);
    let mut lines: Vec<&str> = compared.right.lines().collect();
    lines[3] = "Score: 0 1 33";
    let ran = compared.compare(lines.join("\n"));
    assert_eq!((ran.status, ran.err.as_str()), (3, ""));
    insta::assert_snapshot!(ran.out, @"
    case 1: accepted
    case 2: wrong answer
    <stdin>:4:10: case 2: expected `61`, found `1`
       |
     4 | Score: 0 1 33
       |          ^
    cases 3 to 4: accepted
    wrong: 3 of 4 cases accepted, 1 wrong answer
    ");
}

#[test]
fn every_verdict_has_its_line_and_the_last_line_sums_up() {
    let compared = Compared::new("tractor", 9);
    let cases: Vec<String> =
        compared.right.lines().collect::<Vec<_>>().chunks(3).map(|case| case.join("\n")).collect();
    let mut output = cases.clone();
    output[1] = output[1].replacen("Case #2:", "Case #2: ", 1);
    output[2] = "Case #3:\n1\n2 2 Nobody".to_owned();
    output[3] = "Case #4:\n1\n2 2 Nobody".to_owned();
    output[5] = format!("debugging\n{}", output[5]);
    output.remove(8);
    let ran = compared.compare(output.join("\n") + "\n");
    assert_eq!((ran.status, ran.err.as_str()), (3, ""));
    insta::assert_snapshot!(ran.out, @"
    case 1: accepted
    case 2: presentation error
    <stdin>:4:9: case 2: expected the end of the line, found a blank
       |
     4 | Case #2:
       |         ^
    cases 3 to 4: wrong answer
    case 5: accepted
    case 6: wrong answer
    cases 7 to 8: accepted
    case 9: missing
    wrong: 4 of 9 cases accepted, 3 wrong answers, 1 presentation error, 1 missing
    ");
    let ran = compared.compare(compared.right.clone() + "Case #10:\n");
    assert_eq!(ran.status, 3);
    insta::assert_snapshot!(ran.out, @"
    cases 1 to 9: accepted
    <stdin>:28:1: expected the end of the output, found `Case`
        |
     28 | Case #10:
        | ^^^^
    wrong: 9 of 9 cases accepted, extra output after the last case
    ");
    let ran = compared.compare(compared.right.clone() + "\n\n");
    assert_eq!(ran.status, 3);
    insta::assert_snapshot!(ran.out, @"
    cases 1 to 9: accepted
    <stdin>:28:1: expected the end of the output, found an empty line
    wrong: 9 of 9 cases accepted, white space after the last case
    ");
}

#[test]
fn an_empty_output_and_bytes_that_are_no_text_are_only_wrong() {
    for (game, _) in problems() {
        let compared = Compared::new(game, 3);
        let ran = compared.compare("");
        assert_eq!((ran.status, ran.err.as_str()), (3, ""), "{game}");
        assert!(
            ran.out.starts_with("case 1: missing\n<stdin>:1:1: case 1: expected `"),
            "{game}: {}",
            ran.out
        );
        assert!(ran.out.ends_with(
            "found the end of the output\ncases 2 to 3: missing\nwrong: 0 of 3 cases accepted, 3 missing\n"
        ));
        let bytes: Vec<u8> = (0..200_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let ran = compared.compare(bytes);
        assert_eq!((ran.status, ran.err.as_str()), (3, ""), "{game}");
        assert!(ran.out.bytes().all(|byte| byte == b'\n' || (b' '..0x7f).contains(&byte) || byte >= 0x80));
    }
}

#[test]
fn programs_get_an_object_a_case_and_a_summary() {
    let compared = Compared::new("house", 3);
    let output = compared.right.replacen("Case 2:", "Case 9:", 1);
    let ran = compared.compare_with(&["--json"], output + "more\n");
    assert_eq!((ran.status, ran.err.as_str()), (3, ""));
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().all(|line| line["schema"] == "croupier/judge/1"));
    assert_eq!((&lines[0]["case"], &lines[0]["verdict"]), (&1.into(), &"accepted".into()));
    assert!(lines[0]["difference"].is_null());
    assert_eq!((&lines[1]["kind"], &lines[1]["verdict"]), (&"case".into(), &"wrong-answer".into()));
    let place = serde_json::json!({"line": 2, "column": 6, "expected": "`2:`", "found": "`9:`"});
    assert_eq!(lines[1]["difference"], place);
    let place =
        serde_json::json!({"line": 4, "column": 1, "expected": "the end of the output", "found": "`more`"});
    let summary = serde_json::json!({
        "schema": "croupier/judge/1", "kind": "summary", "cases": 3, "accepted": 2, "wrong_answers": 1,
        "presentation_errors": 0, "missing": 0, "is_right": false,
        "rest": {"verdict": "extra-output", "difference": place},
    });
    assert_eq!(lines[3], summary);
    let ran = compared.compare_with(&["--json"], compared.right.clone());
    assert_eq!((ran.status, ran.out.lines().count()), (0, 4));
    assert!(ran.out.ends_with("\"rest\":null,\"is_right\":true}\n"), "{}", ran.out);
}

#[test]
fn several_inputs_have_one_output_and_name_their_cases() {
    let compared = Compared::new("uno", 2);
    let (input, output) = (compared.path("cases.in"), compared.path("team.out"));
    fs::write(&output, compared.right.repeat(2)).expect("written");
    let args = ["judge", "uno", "--compare", plain(&output), plain(&input), "-"];
    let ran = run(&args, fs::read(&input).expect("cases"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let told = ran.out.replace(plain(&input), "cases.in");
    assert_eq!(
        told,
        "cases.in: cases 1 to 2: accepted\n<stdin>: cases 1 to 2: accepted\naccepted: 4 cases\n"
    );
}

#[test]
fn what_is_wrong_with_files_and_the_command_line_is_no_verdict() {
    let compared = Compared::new("uno", 2);
    let (input, output) = (compared.path("cases.in"), compared.path("team.out"));
    fs::write(&output, &compared.right).expect("written");
    let (input, output) = (plain(&input), plain(&output));
    for inputs in [&["-"][..], &[], &[input, "-"]] {
        let ran = run(&[&["judge", "uno", "--compare", "-"], inputs].concat(), "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.starts_with("error: --compare -: standard input is either"), "{}", ran.err);
    }
    let ran = run(&["judge", "uno", "--compare", "no/such.out", input], "");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert_eq!(ran.err, "error: cannot read no/such.out: no such file\n");
    let ran = run(&["judge", "uno", "--compare", ".", input], "");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert_eq!(ran.err, "error: cannot read .: Is a directory (os error 21)\n");
    let ran = run(&["judge", "uno", "--compare", output, "no/such.in"], "");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    let broken = fs::read_to_string(input).expect("cases") + "nonsense\n";
    let ran = run(&["judge", "uno", "--compare", output], broken);
    assert_eq!((ran.status, ran.out.as_str()), (2, "cases 1 to 2: accepted\n"));
    assert!(ran.err.starts_with("error: <stdin>:15:1: case 3: "), "{}", ran.err);
}

#[test]
fn a_closed_pipe_does_not_turn_a_wrong_output_into_a_right_one() {
    let compared = Compared::new("house", 2000);
    let input = compared.path("cases.in");
    let args = ["judge", "house", "--jobs", "1", "--json", "--compare", "-", plain(&input)];
    let mut child = croupier(&args).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = compared.right.clone() + "too much\n";
    let feeder = thread::spawn(move || stdin.write_all(output.as_bytes()).expect("all of it is read"));
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a verdict");
    drop(stdout);
    let ran = Ran::from(child.wait_with_output().expect("the binary ends"));
    feeder.join().expect("the feeder ends");
    assert_eq!((ran.status, ran.err.as_str()), (3, ""));
}

/// However long the output, memory stays flat.
#[cfg(target_os = "linux")]
#[test]
fn sixty_megabytes_of_output_take_only_a_few_of_memory() {
    let compared = Compared::new("mau-mau", 10);
    let input = compared.path("cases.in");
    // One long line, one long word, and blank lines without end.
    for piece in [&b"SA SE "[..], b"x", b"\n"] {
        let args = ["judge", "mau-mau", "--jobs", "1", "--compare", "-", plain(&input)];
        let mut child = croupier(&args).spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let block = piece.repeat((1 << 20) / piece.len());
        for _ in 0..60 {
            stdin.write_all(&block).expect("taken");
        }
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("Linux tells");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
        drop(stdin);
        let ran = Ran::from(child.wait_with_output().expect("the binary ends"));
        assert_eq!(ran.status, 3);
        assert!(peak < 20 << 10, "{peak} kB");
    }
}

#[test]
fn a_long_output_is_compared_as_it_comes() {
    let ran = {
        let compared = Compared::new("mau-mau", 20_000);
        let input = compared.path("cases.in");
        let args = ["judge", "mau-mau", "--compare", "-", plain(&input)];
        let right = compared.right.clone();
        run_fed(&args, move |mut stdin| stdin.write_all(right.as_bytes()).expect("taken"))
    };
    assert_eq!((ran.status, ran.out.as_str()), (0, "cases 1 to 20000: accepted\naccepted: 20000 cases\n"));
}
