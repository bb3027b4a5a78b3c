//! Paths that the author of an entry chooses: links and `#!` lines that lead to another entry or to private files.
//!
//! This file has its own `main`, because it is also the launcher: started with the launcher argument it becomes the bot.

#[cfg(target_os = "linux")]
mod common;

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsString;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;
    use std::process::Command;

    use arena::entrants::{Entrant, Who};
    use arena::sandbox::{Cause, Limits, Sandbox, Spec};
    use libtest_mimic::{Failed, Trial};
    use table::key::Hash;

    use super::common::Folder;
    use super::common::place::{Fate, begin, end_of};

    const SECRET: &str = "always lead trumps";

    /// Two entries, a folder that only its owner may enter, and a folder of nobody's.
    struct Contest {
        /// Removes it in the end.
        _folder: Folder,
        root: PathBuf,
    }

    impl Contest {
        fn new() -> Result<Contest, Failed> {
            let folder = Folder::new();
            let root = folder.0.canonicalize()?;
            let contest = Contest { _folder: folder, root };
            for name in ["anna", "boris/venv/bin", "boris/venv/lib/python3", "private", "outside"] {
                fs::create_dir_all(contest.at(name))?;
            }
            symlink("/usr/bin/python3", contest.at("boris/venv/bin/python"))?;
            fs::write(contest.at("boris/venv/lib/python3/brain.py"), SECRET)?;
            contest.program("boris/play", "#!/bin/sh\necho boris plays\n")?;
            fs::write(contest.at("private/weights.bin"), SECRET)?;
            fs::set_permissions(contest.at("private/weights.bin"), fs::Permissions::from_mode(0o600))?;
            fs::set_permissions(contest.at("private"), fs::Permissions::from_mode(0o700))?;
            Ok(contest)
        }

        fn at(&self, name: &str) -> PathBuf {
            self.root.join(name)
        }

        fn program(&self, name: &str, text: &str) -> Result<(), Failed> {
            fs::write(self.at(name), text)?;
            Ok(fs::set_permissions(self.at(name), fs::Permissions::from_mode(0o755))?)
        }

        /// A command in which `@` is the folder of the contest.
        fn read(&self, command: &str) -> Result<Entrant, String> {
            let command = command.replace('@', &self.root.display().to_string());
            Entrant::read("durak", &command, Sandbox::Strict, Limits::default())
                .map_err(|error| error.to_string())
        }

        fn play(&self, command: &str) -> Result<Fate, Failed> {
            Ok(fate(&self.read(command)?))
        }

        /// Neither an entry nor a bot that is tried out is started by this command; `why` is said, with `@` as above.
        fn refuses(&self, command: &str, why: &str) -> Result<(), Failed> {
            let why = why.replace('@', &self.root.display().to_string());
            let said = match self.read(command) {
                Ok(entrant) => {
                    let Fate { said, stderr, .. } = fate(&entrant);
                    return Err(format!("{command} is not refused: it said `{said}` and `{stderr}`").into());
                }
                Err(said) => said,
            };
            if !said.contains(&why) {
                return Err(format!("{command}: expected `{why}`, found `{said}`").into());
            }
            let command = command.replace('@', &self.root.display().to_string());
            let command = arena::entrants::Command::read(&command)?;
            let words = command.words.iter().map(OsString::from).collect();
            let spec = Spec::new(Sandbox::Strict, Limits::default(), words, command.folder);
            let started = spec.to_command(&std::env::current_exe()?);
            assert!(started.is_err_and(|error| error.to_string().contains(&why)), "{why}");
            Ok(())
        }
    }

    fn fate(entrant: &Entrant) -> Fate {
        let Who::Bot(spec) = &entrant.who else { panic!("a bot") };
        end_of(begin(spec), &spec.limits)
    }

    fn hash(entrant: &Entrant) -> Option<Hash> {
        entrant.named.hash
    }

    fn interpreter_of_another() -> Result<(), Failed> {
        let contest = Contest::new()?;
        let line = format!("#!{}/boris/venv/bin/python\n", contest.root.display());
        contest.program("anna/bot", &line)?;
        let why = "`@/anna/bot`: its `#!` line leads to `@/boris/venv/bin/python`; expected a path beneath `@/anna`, or of a runtime";
        for command in ["cd @/anna && ./bot", "@/anna/bot"] {
            contest.refuses(command, why)?;
        }
        // The same through a folder of one's own that is a link.
        symlink("../boris/venv", contest.at("anna/venv"))?;
        contest.program("anna/bot", &line.replace("boris", "anna"))?;
        contest.refuses("cd @/anna && ./bot", "`@/boris/venv/bin/python`; expected a path beneath `@/anna`")
    }

    fn program_of_another() -> Result<(), Failed> {
        let contest = Contest::new()?;
        contest.program("anna/borrowed", &format!("#!{}/boris/play 100\n", contest.root.display()))?;
        symlink("../boris/play", contest.at("anna/bot"))?;
        symlink("../boris", contest.at("anna/lib"))?;
        let why =
            "`@/anna/borrowed`: its `#!` line leads to `@/boris/play`; expected a path beneath `@/anna`";
        for command in ["cd @/anna && ./borrowed", "@/anna/borrowed"] {
            contest.refuses(command, why)?;
        }
        let why = "`@/anna/bot`: the link leads to `@/boris/play`; expected a path beneath `@/anna`";
        for command in ["cd @/anna && ./bot", "@/anna/bot", "cd @/anna && sh bot", "sh @/anna/bot"] {
            contest.refuses(command, why)?;
        }
        let why = "`@/anna/lib`: the link leads to `@/boris/play`; expected a path beneath `@/anna`";
        for command in ["cd @/anna && lib/play", "@/anna/lib/play", "sh @/anna/lib/play"] {
            contest.refuses(command, why)?;
        }
        Ok(())
    }

    fn link_on_the_way() -> Result<(), Failed> {
        let contest = Contest::new()?;
        fs::write(contest.at("anna/bot.py"), "import sys\nprint(open(sys.argv[1]).read())\n")?;
        symlink("../private", contest.at("anna/data"))?;
        let why =
            "`@/anna/data`: the link leads to `@/private/weights.bin`; expected a path beneath `@/anna`";
        contest.refuses("python3 @/anna/bot.py @/anna/data/weights.bin", why)?;
        contest.refuses("cd @/anna && python3 bot.py data/weights.bin", why)?;
        // A link that stays where it stands is followed, and so is one that the organiser has above the entries.
        fs::remove_file(contest.at("anna/data"))?;
        fs::create_dir(contest.at("anna/v2"))?;
        fs::write(contest.at("anna/v2/weights.bin"), "my own")?;
        symlink("v2", contest.at("anna/data"))?;
        symlink("anna", contest.at("entry"))?;
        for command in [
            "python3 @/entry/bot.py @/entry/data/weights.bin",
            "cd @/entry && python3 bot.py data/weights.bin",
        ] {
            let fate = contest.play(command)?;
            assert_eq!(fate.said, "my own\n", "{command}: {}", fate.stderr);
        }
        Ok(())
    }

    /// What is a folder when the entry is read, and a link when the bot is started.
    fn link_made_later() -> Result<(), Failed> {
        let contest = Contest::new()?;
        let script = "import sys\ntry: print(open(sys.argv[2] + '/private/weights.bin').read())\n\
                      except OSError: print(open(sys.argv[1]).read())\n";
        fs::write(contest.at("anna/bot.py"), script)?;
        fs::create_dir(contest.at("anna/data"))?;
        fs::write(contest.at("anna/data/weights.bin"), "my own")?;
        let entrant = contest.read("python3 @/anna/bot.py @/anna/data/weights.bin @")?;
        fs::rename(contest.at("anna/data"), contest.at("anna/was"))?;
        symlink("../private", contest.at("anna/data"))?;
        let found = fate(&entrant);
        assert!(!found.said.contains(SECRET), "{}", found.said);
        // Nor does a `#!` line that is written afterwards open anything.
        let contest = Contest::new()?;
        let brain = contest.at("boris/venv/lib/python3/brain.py");
        contest.program("anna/bot", &format!("#!/bin/sh\nexec /bin/cat {}\n", brain.display()))?;
        let entrant = contest.read("cd @/anna && ./bot")?;
        contest.program("anna/bot", &format!("#!{}/boris/venv/bin/python\n", contest.root.display()))?;
        let found = fate(&entrant);
        assert!(!found.said.contains(SECRET), "{}", found.said);
        assert!(found.stderr.contains("brain.py"), "it tried: {}", found.stderr);
        Ok(())
    }

    /// A `#!` line that names a program beside the script, without a folder of the bot's own: hashed and copied.
    fn exchanged_interpreter() -> Result<(), Failed> {
        let contest = Contest::new()?;
        fs::copy("/bin/echo", contest.at("outside/prog"))?;
        contest.program("anna/bot", &format!("#!{}/outside/prog first\n", contest.root.display()))?;
        for command in ["cd @/anna && ./bot", "@/anna/bot"] {
            contest.refuses(
                command,
                "its `#!` line leads to `@/outside/prog`; expected a path beneath `@/anna`",
            )?;
        }
        fs::copy("/bin/echo", contest.at("anna/prog"))?;
        contest.program("anna/bot", &format!("#!{}/anna/prog first\n", contest.root.display()))?;
        for command in ["cd @/anna && ./bot", "@/anna/bot"] {
            fs::copy("/bin/echo", contest.at("anna/prog"))?;
            let before = contest.read(command)?;
            fs::remove_file(contest.at("anna/prog"))?;
            fs::copy("/bin/cat", contest.at("anna/prog"))?;
            let after = contest.read(command)?;
            assert_ne!(hash(&before), hash(&after), "{command}");
            let found = fate(&before);
            assert!(found.said.starts_with("first "), "{command}: {} {}", found.said, found.stderr);
        }
        Ok(())
    }

    /// The word with which this program looks for runtimes along another PATH.
    pub const WITH_PATH: &str = "__with_path";

    /// A virtual environment, a `#!` line and a link to a Python that the organiser's PATH finds, or pyenv has.
    fn runtime_on_the_path() -> Result<(), Failed> {
        let contest = Contest::new()?;
        let python = contest.at("home/versions/3.99/bin/python3");
        fs::create_dir_all(python.with_file_name(""))?;
        fs::create_dir_all(contest.at("home/shims"))?;
        fs::create_dir_all(contest.at("anna/venv/bin"))?;
        fs::copy(fs::canonicalize("/usr/bin/python3")?, &python)?;
        fs::set_permissions(contest.at("home"), fs::Permissions::from_mode(0o700))?;
        symlink(&python, contest.at("anna/venv/bin/python"))?;
        let says = "print(input())\n";
        fs::write(contest.at("anna/bot.py"), says)?;
        contest
            .program("anna/bot", &format!("#!{}\n{says}", contest.at("anna/venv/bin/python").display()))?;
        contest.program("anna/plain", &format!("#!{}\n{says}", python.display()))?;
        let commands = [
            "cd @/anna && venv/bin/python bot.py",
            "@/anna/venv/bin/python @/anna/bot.py",
            "cd @/anna && ./bot",
            "@/anna/bot",
            "cd @/anna && ./plain",
            "@/anna/plain",
        ];
        for command in commands {
            let refused = contest.read(command).err().unwrap_or_default();
            let why = "or of a runtime: in /usr, /bin, /sbin, /lib, /lib32, /lib64, /nix/store, or a program in a folder of PATH";
            assert!(refused.contains(&python.display().to_string()) && refused.contains(why), "{refused}");
        }
        for found in [python.with_file_name(""), contest.at("home/shims")] {
            let path = format!("{}:{}", found.display(), std::env::var("PATH")?);
            let output = Command::new(std::env::current_exe()?)
                .args([WITH_PATH, &contest.root.display().to_string()])
                .args(commands)
                .env("PATH", path)
                .output()?;
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{said}");
        }
        Ok(())
    }

    /// The second part of the test above, in a process with that PATH.
    pub fn with_path(mut words: impl Iterator<Item = OsString>) {
        let root = PathBuf::from(words.next().expect("a folder"));
        // Removed by the first part.
        let contest = Contest { _folder: Folder(root.join("gone")), root };
        let python = contest.at("home/versions/3.99/bin/python3");
        for command in words {
            let command = command.to_str().expect("plain words");
            let entrant = contest.read(command).expect("it leads to a runtime");
            let found = fate(&entrant);
            assert_eq!((found.said.as_str(), found.cause), ("trump S\n", Cause::Exit(0)), "{}", found.stderr);
            let bytes = fs::read(&python).expect("it is there");
            let other = [&bytes[..], b"."].concat();
            fs::write(&python, other).expect("it can be written");
            let after = contest.read(command).expect("it leads to a runtime");
            assert_ne!(hash(&entrant), hash(&after), "{command}");
            fs::write(&python, bytes).expect("it can be written");
        }
    }

    /// What the organiser's command names may be anywhere.
    fn organisers_words() -> Result<(), Failed> {
        let contest = Contest::new()?;
        fs::create_dir_all(contest.at("home/python/bin"))?;
        let python = contest.at("home/python/bin/python3.99");
        fs::copy(fs::canonicalize("/usr/bin/python3")?, &python)?;
        symlink("python3.99", contest.at("home/python/bin/python3"))?;
        fs::set_permissions(contest.at("home"), fs::Permissions::from_mode(0o700))?;
        fs::write(contest.at("anna/bot.py"), "import sys\nprint(*map(len, sys.argv[1:]), input())\n")?;
        fs::write(contest.at("outside/book"), "")?;
        for command in [
            "cd @/anna && @/home/python/bin/python3 bot.py",
            "cd @/anna && ../home/python/bin/python3 bot.py",
            "@/home/python/bin/python3 @/anna/bot.py",
        ] {
            let fate = contest.play(command)?;
            assert_eq!(fate.said, "trump S\n", "{command}: {}", fate.stderr);
        }
        let fate = contest.play("python3 @/anna/bot.py @/outside/book")?;
        assert_eq!(fate.said, format!("{} trump S\n", contest.at("outside/book").as_os_str().len()));
        Ok(())
    }

    /// What cannot be copied is named.
    fn named_errors() -> Result<(), Failed> {
        let contest = Contest::new()?;
        contest.program("anna/bot", "#!/bin/sh\n")?;
        // Its path is too long from where it is copied to, and can be read here only from within.
        let long = "x".repeat(255);
        let mut folder = rustix::fs::open(
            contest.at("anna"),
            rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::DIRECTORY,
            rustix::fs::Mode::empty(),
        )?;
        for _ in 0..20 {
            rustix::fs::mkdirat(&folder, &long, rustix::fs::Mode::from_raw_mode(0o755))?;
            folder = rustix::fs::openat(
                &folder,
                &long,
                rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::DIRECTORY,
                rustix::fs::Mode::empty(),
            )?;
        }
        let error = contest.read("cd @/anna && ./bot").err().unwrap_or_default();
        let start = format!("{}/anna/xxx", contest.root.display());
        assert!(error.contains(&start) && error.contains("File name too long"), "{error}");
        if !rustix::process::getuid().is_root() {
            let contest = Contest::new()?;
            contest.program("anna/bot", "#!/bin/sh\n")?;
            for name in ["anna/book", "anna/bot"] {
                fs::write(contest.at(name), "")?;
                fs::set_permissions(contest.at(name), fs::Permissions::from_mode(0o100))?;
                let error = contest.read("cd @/anna && ./bot").err().unwrap_or_default();
                let due = format!("{}: Permission denied", contest.at(name).display());
                assert!(error.contains(&due), "{error}");
                fs::remove_file(contest.at(name))?;
            }
        }
        Ok(())
    }

    pub fn trials() -> Vec<Trial> {
        let mut trials = Vec::new();
        let mut sentence = |name: &str, test: fn() -> Result<(), Failed>| {
            trials.push(Trial::test(name, test));
        };
        sentence("the_interpreter_of_another_entry_is_refused", interpreter_of_another);
        sentence("the_program_of_another_entry_is_refused", program_of_another);
        sentence("a_link_in_the_middle_of_a_path_stays_in_its_entry", link_on_the_way);
        sentence("what_becomes_a_link_after_the_entry_was_read_opens_nothing", link_made_later);
        sentence("an_interpreter_exchanged_after_the_fingerprint_does_not_run", exchanged_interpreter);
        sentence("a_runtime_on_the_organisers_path_plays_and_is_fingerprinted", runtime_on_the_path);
        sentence("what_the_organisers_command_names_may_be_anywhere", organisers_words);
        sentence("a_file_that_cannot_be_copied_is_named", named_errors);
        trials
    }
}

#[cfg(target_os = "linux")]
fn main() {
    let mut words = std::env::args_os().skip(1);
    match words.next() {
        Some(word) if word == linux::WITH_PATH => linux::with_path(words),
        _ => common::run(linux::trials),
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("no sandbox on this system: nothing tested");
}
