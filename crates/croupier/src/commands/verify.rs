//! `croupier verify`: checks a record line by line.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use table::record::{self, BadRecord, Record};
use table::sign::PublicKey;

use crate::entrants::outcome;
use crate::number::counted;
use crate::signing::public_key;
use crate::{Wrong, files, json};

/// Check that the record of a match is valid
///
/// Checks the checksums (they find accidents, not forgery: for that use --signer), that the key fits the commitment
/// and deals these cards, that every action was legal and in time, and that the ending follows. Prints
/// who signed the record. docs/notation.md lists what a record only claims.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The record; `-` is standard input
    file: PathBuf,
    /// The commitment that was printed before the match, to compare with the record's
    #[arg(long, value_name = "HASH")]
    commitment: Option<String>,
    /// Require a signature by this public key: 64 hexadecimal digits, or a file that holds it
    #[arg(long, value_name = "PUBLICKEY")]
    signer: Option<String>,
    /// Print a JSON object; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier match durak greedy random --record match.txt
  croupier verify match.txt
  croupier verify match.txt --signer referee.pub

Exit status:
  0   the record is valid
  1   the file could not be read
  2   the record or the command line is wrong";

/// The bytes of a record as the referee wrote them.
fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let unreadable = || format!("cannot read {}", name(path));
    let input: Box<dyn Read> = match is_stdin(path) {
        true => Box::new(io::stdin()),
        false => Box::new(files::open(path)?),
    };
    let mut bytes = Vec::new();
    // Enough for the longest record with CRLF line ends; anything longer is not a record.
    let most = 2 * record::LONGEST as u64 + 4;
    input.take(most).read_to_end(&mut bytes).with_context(unreadable)?;
    Ok(plain(&bytes))
}

/// Reads a valid record, or says which line of which file is wrong.
pub fn read_valid(path: &Path) -> anyhow::Result<Record> {
    check(&bytes(path)?, None, None).map_err(|refused| refused.about(&name(path)).into())
}

/// Why a file is refused.
enum Refused {
    /// It is some other file.
    NotARecord,
    /// It is a record with a wrong line.
    Line(BadRecord),
}

impl Refused {
    fn about(&self, name: &str) -> Wrong {
        Wrong(match self {
            Refused::NotARecord => format!("{name} is not a croupier record"),
            Refused::Line(bad) => format!("{name}: {bad}"),
        })
    }
}

/// Does this path mean standard input?
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What messages call an input.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// The bytes as the referee wrote them, without the byte-order mark and the CRLF line ends that an editor or a mail
/// program may have added.
fn plain(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_foreign = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..bytes.len()).filter(|&at| !is_foreign(at)).map(|at| bytes[at]).collect()
}

/// How every record begins.
const BEGINNING: &[u8] = b"croupier record ";

/// The line of a record's commitment.
const COMMITMENT: usize = 5;

/// Checks the bytes of a record; `told` is the commitment from before the match, `due` is who must have signed.
fn check(bytes: &[u8], told: Option<&str>, due: Option<PublicKey>) -> Result<Record, Refused> {
    if !bytes.starts_with(BEGINNING) {
        return Err(Refused::NotARecord);
    }
    let record = Record::read(bytes).map_err(Refused::Line)?;
    table::verify::verify(&record).map_err(Refused::Line)?;
    let signer = record.signature.map(|signature| signature.signer);
    if let Some(due) = due.filter(|due| signer != Some(*due)) {
        let found = signer.map_or("none".to_owned(), |signer| format!("that of {signer}"));
        let line = bytes.iter().filter(|&&byte| byte == b'\n').count() + usize::from(signer.is_none());
        let why = format!("expected the signature of {due}, found {found}");
        return Err(Refused::Line(BadRecord { line, why }));
    }
    let found = record.commitment.map_or("no commitment".to_owned(), |hash| hash.to_string());
    match told.filter(|told| !told.eq_ignore_ascii_case(&found)) {
        Some(told) => {
            let why = format!("expected the commitment {told}, found {found}");
            Err(Refused::Line(BadRecord { line: COMMITMENT, why }))
        }
        None => Ok(record),
    }
}

/// Verifies a record.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let due = args.signer.as_deref().map(public_key).transpose()?;
    let bytes = bytes(&args.file)?;
    let name = name(&args.file);
    let checked = check(&bytes, args.commitment.as_deref(), due);
    if args.json {
        json::print(&VerifyObject::new(&name, &checked))?;
    }
    let record = checked.map_err(|refused| refused.about(&name))?;
    if !args.json {
        let mut out = io::stdout();
        let actions = counted(record.decisions.len(), "action", "actions");
        writeln!(out, "valid record: {}, {actions}", record.game)?;
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
struct VerifyObject<'a> {
    schema: &'static str,
    file: &'a str,
    is_proved: bool,
    line: Option<usize>,
    why: Option<&'a str>,
    signer: Option<String>,
    #[serde(rename = "match")]
    played: Option<json::MatchObject<'a>>,
}

impl<'a> VerifyObject<'a> {
    fn new(file: &'a str, checked: &'a Result<Record, Refused>) -> VerifyObject<'a> {
        let (line, why) = match checked {
            Ok(_) => (None, None),
            Err(Refused::NotARecord) => (Some(1), Some("not a croupier record")),
            Err(Refused::Line(bad)) => (Some(bad.line), Some(bad.why.as_str())),
        };
        VerifyObject {
            schema: "croupier/verify/1",
            file,
            is_proved: checked.is_ok(),
            line,
            why,
            signer: checked.as_ref().ok().and_then(|record| Some(record.signature?.signer.to_string())),
            played: checked.as_ref().ok().map(|record| json::MatchObject::new(record, None)),
        }
    }
}
