//! `croupier verify`: proves a record line by line.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use table::record::{self, BadRecord, Record};
use table::sign::PublicKey;

use crate::entrants::outcome;
use crate::signing::public_key;
use crate::{Wrong, json};

/// Prove the record of a match
///
/// Checks that no byte was changed (but for line ends and a byte-order mark, which editors change), that the key is the one that was committed to and deals these
/// cards, that every action was legal and in time, and that the ending follows from them. Prints who signed it.
/// docs/notation.md lists what a record only claims.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The record; `-` is standard input
    file: PathBuf,
    /// The commitment as it was told before the match, to compare with the record's
    #[arg(long, value_name = "HASH")]
    commitment: Option<String>,
    /// Require a signature by this public key: 64 hexadecimal digits, or a file that holds it
    #[arg(long, value_name = "PUBLICKEY")]
    signer: Option<String>,
    /// Print a JSON object; docs/json.md names its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier match durak greedy random --record match.txt
  croupier verify match.txt
  croupier verify match.txt --signer referee.pub

Exit status:
  0   every line is proved
  1   the file could not be read
  2   a line is wrong, or the command line";

/// Reads a record, or says which line of which file is wrong; `-` is standard input.
pub fn read(path: &Path) -> anyhow::Result<Record> {
    let record = Record::read(&bytes(path)?);
    record.map_err(|refused| Wrong(format!("{}: {refused}", name(path))).into())
}

/// The bytes of a record as the referee wrote them.
fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let unreadable = || format!("cannot read {}", name(path));
    let input: Box<dyn Read> = match is_stdin(path) {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path).with_context(unreadable)?),
    };
    let mut bytes = Vec::new();
    // Enough for the longest record with foreign line ends; what is longer is none.
    let most = 2 * record::LONGEST as u64 + 4;
    input.take(most).read_to_end(&mut bytes).with_context(unreadable)?;
    Ok(plain(&bytes))
}

/// Reads a record that proves itself, or says which line of which file is wrong or false.
pub fn read_true(path: &Path) -> anyhow::Result<Record> {
    let record = read(path)?;
    table::verify::verify(&record).map_err(|refused| Wrong(format!("{}: {refused}", name(path))))?;
    Ok(record)
}

/// Does this path mean standard input?
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What messages call an input.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// The bytes as the referee wrote them: without the byte-order mark and the CRLF line ends that an
/// editor or a mail program may have added.
fn plain(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_foreign = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..bytes.len()).filter(|&at| !is_foreign(at)).map(|at| bytes[at]).collect()
}

/// The line of a record's commitment.
const COMMITMENT: usize = 5;

/// Proves the bytes of a record, or says which line is wrong; `told` is the commitment from before the match.
fn prove(bytes: &[u8], told: Option<&str>, due: Option<PublicKey>) -> Result<Record, BadRecord> {
    let record = Record::read(bytes)?;
    table::verify::verify(&record)?;
    let signer = record.signature.map(|signature| signature.signer);
    if let Some(due) = due.filter(|due| signer != Some(*due)) {
        let found = signer.map_or("none".to_owned(), |signer| format!("that of {signer}"));
        let line = bytes.iter().filter(|&&byte| byte == b'\n').count() + usize::from(signer.is_none());
        return Err(BadRecord { line, why: format!("expected the signature of {due}, found {found}") });
    }
    let found = record.commitment.map_or("no commitment".to_owned(), |hash| hash.to_string());
    match told.filter(|told| !told.eq_ignore_ascii_case(&found)) {
        Some(told) => {
            let why = format!("expected the commitment {told}, found {found}");
            Err(BadRecord { line: COMMITMENT, why })
        }
        None => Ok(record),
    }
}

/// Verifies a record.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let due = args.signer.as_deref().map(public_key).transpose()?;
    let bytes = bytes(&args.file)?;
    let name = name(&args.file);
    let proved = prove(&bytes, args.commitment.as_deref(), due);
    if args.json {
        json::print(&Line::new(&name, &proved))?;
    }
    let record = proved.map_err(|refused| Wrong(format!("{name}: {refused}")))?;
    if !args.json {
        let mut out = io::stdout();
        writeln!(out, "proved: {}, {} actions", record.game, record.decisions.len())?;
        match record.signature {
            Some(signature) => writeln!(out, "signed by {}", signature.signer)?,
            None => writeln!(out, "not signed")?,
        }
        write!(out, "{}", outcome(&record, None))?;
    }
    Ok(())
}

/// The result for programs.
#[derive(Serialize)]
struct Line<'a> {
    schema: &'static str,
    file: &'a str,
    is_proved: bool,
    line: Option<usize>,
    why: Option<&'a str>,
    signer: Option<String>,
    #[serde(rename = "match")]
    played: Option<json::Played<'a>>,
}

impl<'a> Line<'a> {
    fn new(file: &'a str, proved: &'a Result<Record, BadRecord>) -> Line<'a> {
        let refused = proved.as_ref().err();
        Line {
            schema: "croupier/verify/1",
            file,
            is_proved: proved.is_ok(),
            line: refused.map(|refused| refused.line),
            why: refused.map(|refused| refused.why.as_str()),
            signer: proved.as_ref().ok().and_then(|record| Some(record.signature?.signer.to_string())),
            played: proved.as_ref().ok().map(|record| json::Played::new(record, None)),
        }
    }
}
