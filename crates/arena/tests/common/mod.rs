//! What the tests of hostile bots share: a folder of their own, and a look around for what is left of them.
// Each test is a program of its own and uses a part of this.
#![allow(dead_code)]

pub mod place;

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// What a test program does: its tests, or, started again by them, a bot's entrance into the sandbox.
#[cfg(target_os = "linux")]
pub fn run(trials: impl FnOnce() -> Vec<libtest_mimic::Trial>) {
    let mut words = std::env::args_os().skip(1);
    match words.next() {
        Some(word) if word == arena::sandbox::LAUNCHER_ARGUMENT => arena::sandbox::enter(words),
        _ => {
            let mut trials = trials();
            trials.extend(as_ordinary_user());
            libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit()
        }
    }
}

/// Where the bots are, for a run that cannot read the source.
const BOTS: &str = "CROUPIER_TEST_BOTS";

/// A test that runs this whole program again as an ordinary user, where it is root's and can become one.
#[cfg(target_os = "linux")]
pub fn as_ordinary_user() -> Option<libtest_mimic::Trial> {
    let works =
        |mut command: Command| command.stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    let mut version = Command::new("setpriv");
    version.arg("--version");
    if !rustix::process::getuid().is_root() || !works(version) {
        return None;
    }
    Some(libtest_mimic::Trial::test("all_of_this_as_an_ordinary_user", || {
        let folder = Folder::new();
        // The user may be able to enter neither the source nor the build folder.
        let program = folder.0.join("tests");
        fs::copy(std::env::current_exe()?, &program)?;
        fs::copy(bots().join("hostile.c"), folder.0.join("hostile.c"))?;
        let output = Command::new("setpriv")
            .args(["--reuid=54321", "--regid=54321", "--clear-groups"])
            .arg(&program)
            .env_clear()
            .envs([("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/")])
            .env(BOTS, &folder.0)
            .current_dir("/")
            .output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        match output.status.success() && said.contains("test result: ok") {
            true => Ok(()),
            false => Err(format!("{said}{}", String::from_utf8_lossy(&output.stderr)).into()),
        }
    }))
}

/// The folder of the bots' sources.
fn bots() -> PathBuf {
    let source = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots");
    std::env::var_os(BOTS).map_or_else(source, PathBuf::from)
}

/// Is there a C compiler?
pub fn has_cc() -> bool {
    let mut compiler = Command::new("cc");
    compiler.arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// A folder with the scripts in it, whose name is nowhere else on the machine. Removed in the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("croupier-bots-{}-{number}", std::process::id()));
        fs::create_dir(&folder).expect("a temporary folder can be made");
        for file in fs::read_dir(bots()).expect("the bots are there").flatten() {
            if file.path().extension().is_some_and(|end| end == "py") {
                fs::copy(file.path(), folder.join(file.file_name())).expect("a bot can be copied");
            }
        }
        Folder(folder)
    }

    /// With the hostile bots in C beside the scripts.
    pub fn with_hostile() -> Folder {
        static COMPILED: OnceLock<Vec<u8>> = OnceLock::new();
        let folder = Folder::new();
        let program = COMPILED.get_or_init(|| {
            let source = bots().join("hostile.c");
            let output = folder.0.join("hostile");
            let mut compiler = Command::new("cc");
            let status = compiler.args(["-O1", "-pthread", "-o"]).arg(&output).arg(source).status();
            assert!(status.is_ok_and(|status| status.success()), "hostile.c compiles");
            fs::read(output).expect("the compiler wrote it")
        });
        let path = folder.0.join("hostile");
        fs::write(&path, program).expect("a temporary file can be written");
        fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("and made a program");
        folder
    }

    pub fn script(&self, name: &str) -> String {
        format!("{}/{name}.py", self.0.display())
    }

    /// Every file with its length.
    pub fn contents(&self) -> Vec<(OsString, u64)> {
        let mut files: Vec<_> = fs::read_dir(&self.0)
            .expect("the folder is there")
            .flatten()
            .map(|file| (file.file_name(), file.metadata().map_or(0, |meta| meta.len())))
            .collect();
        files.sort();
        files
    }

    /// How many processes name it in their command line: those of the bots in it, wherever they went.
    pub fn processes(&self) -> usize {
        let needle = self.0.to_str().expect("temporary folders have plain names").as_bytes();
        let names = |line: &[u8]| line.windows(needle.len()).any(|window| window == needle);
        let processes = fs::read_dir("/proc").expect("/proc is there").flatten();
        processes
            .filter(|entry| fs::read(entry.path().join("cmdline")).is_ok_and(|line| names(&line)))
            .count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What a failing test leaves in the temporary folder harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}
