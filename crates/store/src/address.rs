//! Which store: a path, `sqlite://PATH` or `postgres://…`.

use std::fmt;
use std::path::{Path, PathBuf};

/// Which database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A file.
    Sqlite,
    /// A server.
    Postgres,
}

/// Where a store is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// An SQLite file.
    File(PathBuf),
    /// A PostgreSQL database, by its URL.
    Server(String),
}

impl Address {
    /// Reads a path, `sqlite://PATH` or `postgres://…`.
    pub fn read(text: &str) -> Address {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Address::Server(text.to_owned());
        }
        let path = text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:")).unwrap_or(text);
        Address::File(PathBuf::from(path))
    }

    /// Which database it is.
    pub fn kind(&self) -> Kind {
        match self {
            Address::File(_) => Kind::Sqlite,
            Address::Server(_) => Kind::Postgres,
        }
    }

    /// The URL as sqlx reads it.
    pub(crate) fn url(&self, mode: &str) -> String {
        match self {
            Address::File(path) => format!("sqlite://{}?{mode}", escaped(path)),
            Address::Server(url) => url.clone(),
        }
    }
}

/// For people: without a password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::File(path) => write!(f, "{}", path.display()),
            Address::Server(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                // A password may contain an @, a host may not.
                let Some((account, host)) = rest.rsplit_once('@') else { return f.write_str(url) };
                let user = account.split(':').next().unwrap_or_default();
                write!(f, "{scheme}://{user}@{host}")
            }
        }
    }
}

/// Every byte that could mean something in a URL as `%XX`.
fn escaped(path: &Path) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let escape = |&byte: &u8| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    path.as_os_str().as_encoded_bytes().iter().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_path_or_a_url() {
        let file = |path: &str| Address::File(path.into());
        assert_eq!(Address::read("a/b.croupier"), file("a/b.croupier"));
        assert_eq!(Address::read("sqlite://b"), file("b"));
        assert_eq!(Address::read("sqlite:///a/b"), file("/a/b"));
        assert_eq!(Address::read("postgresql://h/d").kind(), Kind::Postgres);
        assert_eq!(
            Address::read("/a b/50%?#ü").url("mode=rwc"),
            "sqlite:///a%20b/50%25%3F%23%C3%BC?mode=rwc"
        );
    }

    #[test]
    fn a_password_is_not_shown() {
        let shown = |url: &str| Address::read(url).to_string();
        assert_eq!(shown("postgres://eva:p@ss@db/cup"), "postgres://eva@db/cup");
        assert_eq!(shown("postgres:///cup?host=/run/pg"), "postgres:///cup?host=/run/pg");
    }
}
