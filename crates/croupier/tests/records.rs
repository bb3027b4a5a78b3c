//! Records as the command line writes, signs and proves them.

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use common::{Ran, run};
use serde_json::Value;
use table::record::Record;

/// The path of a file in a folder, in text.
fn at(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a name in text").to_owned()
}

/// Answers every question with what `printf` makes of its first argument.
const PRINTS: &str = "while read word rest; do case $word in MOVE|BEAT|ADD) printf \"$1\\n\";; esac; done";

#[test]
fn whatever_a_process_answers_its_record_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let (bot, path) = (at(folder.path(), "bot.sh"), at(folder.path(), "match.txt"));
    fs::write(&bot, PRINTS).expect("written");
    // Seat 1 must beat the eight of hearts, and can do so with the eight of diamonds, a trump. What it answers to
    // later questions is wrong.
    for (format, due, actions) in [
        ("8D", "illegal 2 \"8D\"", 2..),
        ("8D%250s", "illegal 2 \"8D\"", 2..),
        ("\\t 8D \\r", "illegal 2 \"8D\"", 2..),
        ("6C", "illegal 2 \"6C\"", 1..),
        ("6C%250s\\r", "illegal 2 \"6C\"", 1..),
        ("", "unparsable 0 \"\"", 1..),
        ("%300s", "unparsable 0 \"\"", 1..),
        ("\\r", "unparsable 0 \"\"", 1..),
        ("\\033[2J\\007", "unparsable 5 \"\\x1b[2J\\x07\"", 1..),
        ("\\000", "unparsable 1 \"\\x00\"", 1..),
        ("\\377\\376", "unparsable 2 \"\\xff\\xfe\"", 1..),
        ("%0200d", "unparsable 200 \"0000", 1..),
        ("%0201d", "unparsable 201 \"0000", 1..),
        ("%01000d", "unparsable 1000 \"0000", 1..),
        ("%01100d", "flood", 1..),
        ("8D\\n8D", "flood", 1..),
    ] {
        let bot = format!("sh {bot} '{format}'");
        let how = ["--seed", "7", "--sandbox", "none", "--record", &path];
        let ran = run(&[&["match", "durak", &bot, "greedy"], &how[..]].concat(), "");
        assert_eq!(ran.status, 0, "{format}: {}", ran.err);
        let record = Record::read(&fs::read(&path).expect("written")).expect("whole");
        let ending = record.ending.to_string();
        assert!(ending.contains(due), "{format}: {ending}");
        assert!(actions.contains(&record.decisions.len()), "{format}: {} actions", record.decisions.len());
        let proved = run(&["verify", &path], "");
        assert_eq!((proved.status, proved.err.as_str()), (0, ""), "{format}");
        assert!(proved.out.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", proved.out);
    }
}

#[test]
fn a_name_with_escape_codes_reaches_no_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = at(folder.path(), "match.txt");
    let name = "Anna\x1b[31m\u{202e}";
    let ran = run(&["play", "durak", "--seed", "1", "--name", name, "--record", &path], "q\n");
    assert_eq!(ran.status, 0, "{ran:?}");
    let proved = run(&["verify", &path], "");
    assert!(proved.status == 0 && proved.out.contains("Anna?[31m?\n"), "{proved:?}");
    // A record with such a name is refused, and the message has no escape codes either.
    let mut record = Record::read(&fs::read(&path).expect("written")).expect("whole");
    record.players[0].name = name.to_owned();
    fs::write(&path, record.to_string()).expect("written");
    for command in ["verify", "replay"] {
        let refused = run(&[command, &path], "");
        assert_eq!(refused.status, 2);
        let is_plain = refused.err.chars().all(|c| c == '\n' || c != '\u{202e}' && !c.is_control());
        assert!(refused.err.contains("line 10: ") && is_plain, "{:?}", refused.err);
    }
}

/// A key in a file, and its public half.
fn key(folder: &Path, name: &str) -> (String, String) {
    let path = at(folder, name);
    let made = run(&["keygen", &path], "");
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    (path, made.out.trim_end().to_owned())
}

fn signed(path: &str, key: &str) -> Ran {
    run(&["match", "durak", "greedy", "random", "--seed", "3", "--record", path, "--sign", key], "")
}

#[test]
fn a_signed_record_says_who_refereed_and_no_other_key_fits() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = at(folder.path(), "match.txt");
    let ((secret, public), (_, other)) = (key(folder.path(), "referee.pem"), key(folder.path(), "other.pem"));
    assert_ne!(public, other);
    let ran = signed(&path, &secret);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let proved = run(&["verify", &path], "");
    assert!(proved.status == 0 && proved.out.contains(&format!("\nsigned by {public}\n")), "{proved:?}");
    let held = at(folder.path(), "referee.pub");
    let pem = run(&["keygen", "--show", "--pem", &secret], "").out;
    assert!(pem.starts_with("-----BEGIN PUBLIC KEY-----\n"), "{pem}");
    for text in [pem.as_str(), &format!("{public}\n")] {
        fs::write(&held, text).expect("written");
        assert_eq!(run(&["verify", &path, "--signer", &held], "").status, 0, "{text}");
    }
    for signer in [&public, &public.to_uppercase()] {
        assert_eq!(run(&["verify", &path, "--signer", signer], "").status, 0, "{signer}");
    }
    let lines = fs::read_to_string(&path).expect("written").lines().count();
    let refused = run(&["verify", &path, "--signer", &other], "");
    assert_eq!(refused.status, 2);
    let why = format!("line {lines}: expected the signature of {other}, found that of {public}");
    assert!(refused.err.contains(&why), "{}", refused.err);
    let line: Value = serde_json::from_str(&run(&["verify", &path, "--json"], "").out).expect("JSON");
    assert_eq!(line["signer"], public);

    // Without its signature the record is still true, but does not say who wrote it.
    let text = fs::read_to_string(&path).expect("written");
    let (unsigned, _) = text.split_once("signature ").expect("a signature");
    fs::write(&path, unsigned).expect("written");
    let proved = run(&["verify", &path], "");
    assert!(proved.status == 0 && proved.out.contains("\nnot signed\n"), "{proved:?}");
    let refused = run(&["verify", &path, "--signer", &public], "");
    assert!(refused.status == 2 && refused.err.contains(", found none"), "{refused:?}");

    // A rewritten record cannot keep the signature.
    let mut record = Record::read(text.as_bytes()).expect("whole");
    record.players[0].name = "champion".to_owned();
    fs::write(&path, record.to_string()).expect("written");
    for words in [&["verify", &path][..], &["replay", &path], &["rerun", &path, "greedy"]] {
        let refused = run(words, "");
        assert_eq!(refused.status, 2, "{words:?}");
        assert!(refused.err.contains("the signature is not valid for the lines above it"), "{}", refused.err);
    }
}

#[test]
fn play_and_rerun_sign_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| at(folder.path(), name);
    let (secret, public) = key(folder.path(), "referee.pem");
    let signs = ["--sign", &secret];
    let played = ["play", "durak", "--seed", "1", "--record", &path("played")];
    assert_eq!(run(&[&played[..], &signs].concat(), "q\n").status, 0);
    assert_eq!(signed(&path("match"), &secret).status, 0);
    let again = ["rerun", &path("match"), "greedy", "random", "--record", &path("again")];
    let ran = run(&[&again[..], &signs].concat(), "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for name in ["played", "match", "again"] {
        assert_eq!(run(&["verify", &path(name), "--signer", &public], "").status, 0, "{name}");
    }
    // Without a record there is nothing to sign.
    let ran = run(&["match", "durak", "greedy", "random", "--sign", &secret], "");
    assert!(ran.status == 2 && ran.err.contains("--record"), "{ran:?}");
}

#[test]
fn every_record_of_a_series_is_signed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (secret, public) = key(folder.path(), "referee.pem");
    let records = at(folder.path(), "records");
    let order =
        ["match", "durak", "greedy", "random", "--seed", "3", "--matches", "2", "--records", &records];
    let ran = run(&[&order[..], &["--sign", &secret]].concat(), "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for seating in 1..=2 {
        let record = at(Path::new(&records), &format!("deal-000001-seating-{seating}.txt"));
        let checked = run(&["verify", &record, "--signer", &public], "");
        assert_eq!(checked.status, 0, "{}", checked.err);
    }
    let missing = run(&[&order[..], &["--sign", "no-such.pem"]].concat(), "");
    assert_eq!(missing.status, 1, "{}", missing.err);
}

#[test]
fn options_without_effect_are_refused() {
    let tables = run(&["match", "durak", "greedy", "random", "--seed", "1", "--tables", "2"], "");
    assert_eq!((tables.status, tables.out.as_str()), (2, ""));
    assert!(
        tables.err.contains("--tables plays several matches at once and needs --matches"),
        "{}",
        tables.err
    );
    let require = run(&["check-bot", "durak", "--require", "namespaces", "--", "true"], "");
    assert_eq!(require.status, 2);
    assert!(require.err.contains("--require is for `croupier match`"), "{}", require.err);
}

#[test]
fn a_key_is_made_once_and_for_its_owner_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (secret, public) = key(folder.path(), "referee.pem");
    let mode = fs::metadata(&secret).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(run(&["keygen", "--show", &secret], "").out, format!("{public}\n"));
    let text = fs::read_to_string(&secret).expect("text");
    let again = run(&["keygen", &secret], "");
    assert!(again.status == 1 && again.err.contains("--show"), "{again:?}");
    assert_eq!(fs::read_to_string(&secret).expect("text"), text);

    let path = at(folder.path(), "match.txt");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o640)).expect("ours");
    let ran = signed(&path, &secret);
    assert!(ran.status == 2 && ran.err.contains("chmod 600"), "{ran:?}");
    assert!(!Path::new(&path).exists(), "no match was played in vain");
    assert_eq!(signed(&path, &at(folder.path(), "nowhere")).status, 1);
    // What is found in a file that is no key may be a secret all the same.
    let wrong = at(folder.path(), "wrong");
    fs::write(&wrong, "hunter2").expect("written");
    fs::set_permissions(&wrong, fs::Permissions::from_mode(0o600)).expect("ours");
    let ran = signed(&path, &wrong);
    assert!(ran.status == 2 && !ran.err.contains("hunter2"), "{ran:?}");
    assert_eq!(run(&["verify", &path, "--signer", &wrong], "").status, 2);
    assert_eq!(run(&["verify", &path, "--signer", &at(folder.path(), "nowhere")], "").status, 1);
}

/// OpenSSL and ours read each other's keys and signatures, where there is an OpenSSL.
#[test]
fn openssl_makes_keys_and_checks_signatures() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| at(folder.path(), name);
    let openssl = |args: &[&str]| Command::new("openssl").args(args).output();
    let Ok(made) = openssl(&["genpkey", "-algorithm", "ed25519", "-out", &path("made")]) else { return };
    if !made.status.success() {
        // An OpenSSL before 1.1.1 knows no such keys.
        return;
    }
    fs::set_permissions(path("made"), fs::Permissions::from_mode(0o600)).expect("ours");
    let (ours, _) = key(folder.path(), "ours");
    for secret in [path("made"), ours] {
        assert_eq!(signed(&path("match"), &secret).status, 0);
        openssl(&["pkey", "-in", &secret, "-pubout", "-out", &path("public")]).expect("it has worked before");
        assert_eq!(run(&["verify", &path("match"), "--signer", &path("public")], "").status, 0);
        let text = fs::read_to_string(path("match")).expect("written");
        let (body, signature) = text.split_once("signature ").expect("a signature");
        let value = signature.trim_end().rsplit(' ').next().expect("a value");
        let byte = |at: usize| u8::from_str_radix(&value[at..at + 2], 16).expect("a digit");
        fs::write(path("body"), body).expect("written");
        fs::write(path("value"), (0..value.len()).step_by(2).map(byte).collect::<Vec<u8>>())
            .expect("written");
        let (public, body, value) = (path("public"), path("body"), path("value"));
        let check =
            ["pkeyutl", "-verify", "-pubin", "-inkey", &public, "-rawin", "-in", &body, "-sigfile", &value];
        let checked = openssl(&check).expect("it has worked before");
        // `-rawin` came with OpenSSL 3.
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        let is_old = String::from_utf8_lossy(&checked.stderr).contains("rawin");
        assert!(is_old || said.contains("Signature Verified Successfully"), "{said}");
    }
}

#[test]
fn however_a_process_ends_its_match_the_record_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = at(folder.path(), "match.txt");
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests/bots");
    let python = |name: &str| format!("cd {} && python3 -B {name}.py", bots.display());
    let bots = [
        (python("chatters"), "unasked "),
        (python("closes_pipes"), "crashed closed-pipe"),
        (python("crashes"), "crashed signal 11"),
        (python("endless_line"), "flood"),
        (python("exits_at_once"), "crashed exit 0"),
        (python("garbage_bytes"), "unparsable "),
        (python("illegal_card"), "illegal "),
        (python("never_answers"), "out-of-time "),
        (python("slow_start"), "stalled-at-start"),
        ("sh -c 'exit 3'".to_owned(), "crashed exit 3"),
        ("sh -c 'read x; exit 3'".to_owned(), "crashed exit 3"),
        ("sh -c 'kill -XCPU $$'".to_owned(), "out-of-cpu"),
        ("sh -c 'kill -SYS $$'".to_owned(), "forbidden-call"),
        ("sh -c 'read x; echo out of memory >&2; exit 1'".to_owned(), "out-of-memory"),
    ];
    for (bot, due) in bots {
        let how = [
            "--seed",
            "7",
            "--sandbox",
            "none",
            "--clock",
            "300ms+50ms",
            "--startup",
            "2s",
            "--record",
            &path,
        ];
        let ran = run(&[&["match", "durak", "greedy", &bot], &how[..]].concat(), "");
        assert_eq!(ran.status, 0, "{bot}: {}", ran.err);
        let proved = run(&["verify", &path], "");
        assert_eq!((proved.status, proved.err.as_str()), (0, ""), "{bot}");
        let ending = Record::read(&fs::read(&path).expect("written")).expect("whole").ending.to_string();
        let is_due = [2, 4].iter().any(|seat| ending.starts_with(&format!("forfeit {seat} {due}")));
        assert!(is_due, "{bot}: {ending}");
    }
}
