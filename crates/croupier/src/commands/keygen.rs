//! `croupier keygen`: makes a key that signs records.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use table::sign::SigningKey;

use crate::Wrong;
use crate::signing::{create_private, signing_key};

/// Make a signing key for records
///
/// Writes a secret ed25519 key to a new file that only you can read, and prints its public key. The option --sign of
/// `match`, `play` and `rerun` signs with the file. Anyone who has the public key can check the signature with
/// `verify --signer`.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The file of the secret key
    #[arg(value_name = "KEYFILE")]
    file: PathBuf,
    /// Print the public key of an existing file
    #[arg(long)]
    show: bool,
    /// Print the public key in PEM, which OpenSSL reads, instead of 64 hexadecimal digits
    #[arg(long)]
    pem: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier keygen referee.pem
  croupier match durak greedy random --record match.txt --sign referee.pem
  croupier verify match.txt --signer $(croupier keygen --show referee.pem)

The file is PKCS#8 in PEM, as `openssl genpkey -algorithm ed25519` writes it. A key that OpenSSL
made, or one of 64 hexadecimal digits, can be used too. Keep it where no bot can read it: outside
the bots' folders, and never with --sandbox limits or none.

Exit status:
  0   the public key was printed
  1   the file could not be read or written, or it exists already
  2   the file contains no key that can sign, or the command line is wrong";

/// Makes or shows a key.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let key = if args.show {
        signing_key(&args.file)?
    } else {
        let key = SigningKey::secret().context("cannot draw a key")?;
        create_private(&args.file, &key.to_pem())?;
        key
    };
    let public = key.public();
    if args.pem {
        let pem = public.to_pem().ok_or_else(|| Wrong(format!("{public} cannot be written as PEM")))?;
        write!(io::stdout(), "{pem}")?;
    } else {
        writeln!(io::stdout(), "{public}")?;
    }
    Ok(())
}
