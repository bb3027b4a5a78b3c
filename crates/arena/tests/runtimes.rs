//! The languages people write bots in: each starts, reads and answers in the strict sandbox.
//!
//! This file has its own `main`, because it is also the launcher: started with the launcher argument it becomes the bot.

#[cfg(target_os = "linux")]
mod common;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use arena::sandbox::{Cause, Limits, Sandbox, Spec};
    use libtest_mimic::{Failed, Trial};

    use super::common::place::Place;

    /// One line read, one line said, in the languages people write bots in.
    const RUNTIMES: [(&str, &[&str]); 9] = [
        ("python", &["python3", "-c", "print(input())"]),
        ("debian_python", &["/usr/bin/python3", "-c", "print(input())"]),
        ("sh", &["sh", "-c", "read line; echo $line"]),
        ("bash", &["bash", "-c", "read line; echo $line"]),
        ("perl", &["perl", "-e", "print scalar <STDIN>"]),
        (
            "node",
            &[
                "node",
                "-e",
                "require('readline').createInterface({input: process.stdin}).once('line', line => { console.log(line); process.exit() })",
            ],
        ),
        (
            "java",
            &[
                "java",
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                ".",
                "Echo",
            ],
        ),
        ("c", &["cc"]),
        ("threaded_musl", &["musl-gcc"]),
    ];

    fn runs(program: &str) -> bool {
        let spec = Spec::new(Sandbox::None, Limits::default(), vec![program.into()], None);
        spec.to_command(Path::new("")).is_ok() && (program != "java" || runs("javac"))
    }

    fn runtime(command: &[&str]) -> Result<(), Failed> {
        let place = Place::new();
        let compile = |name: &str, text: &str, compiler: &[&str]| -> Result<(), Failed> {
            fs::write(place.folder.0.join(name), text)?;
            let status = Command::new(compiler[0])
                .args(&compiler[1..])
                .arg(name)
                .current_dir(&place.folder.0)
                .status()?;
            if status.success() { Ok(()) } else { Err(format!("cannot compile {name}").into()) }
        };
        let fate = match command[0] {
            "java" => {
                compile("Echo.java", ECHO_JAVA, &["javac"])?;
                place.end_of(place.start(command))
            }
            "cc" => {
                compile("echo.c", ECHO_C, &["cc", "-o", "echo"])?;
                place.end_of(place.start(&["./echo"]))
            }
            // Threads that end: musl then wakes whoever waits for them without the private flag.
            "musl-gcc" => {
                compile("echo.c", ECHO_THREADS_C, &["musl-gcc", "-pthread", "-o", "echo"])?;
                place.end_of(place.start(&["./echo"]))
            }
            _ => place.end_of(place.start(command)),
        };
        match (fate.said.as_str(), &fate.cause) {
            ("trump S\n", Cause::Exit(0)) => Ok(()),
            _ => Err(format!("{}: said `{}` and `{}`", fate.cause, fate.said, fate.stderr).into()),
        }
    }

    const ECHO_JAVA: &str = "public class Echo { public static void main(String[] a) {
        System.out.println(new java.util.Scanner(System.in).nextLine()); } }";
    const ECHO_C: &str = "#include <stdio.h>
        int main(void) { char line[80]; return !fgets(line, 80, stdin) || fputs(line, stdout) < 0; }";

    const ECHO_THREADS_C: &str = "#include <pthread.h>
        #include <stdio.h>
        static char line[80];
        static void *echo(void *unused) { fputs(line, stdout); return unused; }
        static void *rest(void *unused) { return unused; }
        int main(void) {
            if (!fgets(line, 80, stdin)) return 1;
            for (int n = 0; n < 100; n++) {
                pthread_t threads[8];
                for (int t = 0; t < 8; t++)
                    if (pthread_create(&threads[t], NULL, n + t ? rest : echo, NULL)) return 2;
                for (int t = 0; t < 8; t++) if (pthread_join(threads[t], NULL)) return 3;
            }
            return 0; }";

    pub fn trials() -> Vec<Trial> {
        let mut trials = Vec::new();
        for (name, command) in RUNTIMES {
            let present = runs(command[0]);
            let name = match present {
                true => format!("{name}_plays_in_the_strict_sandbox"),
                false => format!("{name}_plays_in_the_strict_sandbox (NOT TESTED: no `{}` here)", command[0]),
            };
            trials.push(Trial::test(name, move || runtime(command)).with_ignored_flag(!present));
        }
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
