//! All tables: makes them, finds them, and opens them again from the journal when they are first touched.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cards::Seat;
use games::text::Language;
use table::key::Key;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::actor::{Actor, INBOX, Mail, ToTable, mailbox};
use crate::journal::{Journal, JournalError, SeatRow};
use crate::table_state::{Broken, Client, TableState, Words};
use crate::terms::Terms;
use crate::thinking::Thinking;
use crate::tokens::{Token, random_id};

/// What all tables share.
pub(crate) struct Shared {
    pub journal: Journal,
    pub thinking: Thinking,
    /// The moment that times are counted from.
    pub start: Instant,
    /// A table without visitors leaves memory after so long.
    pub retire_after: Duration,
}

/// All tables.
#[derive(Clone)]
pub struct Hub {
    shared: Arc<Shared>,
    tables: Arc<Mutex<HashMap<String, mpsc::Sender<ToTable>>>>,
    /// Tables are opened one at a time, so that none is opened twice.
    opening: Arc<tokio::sync::Mutex<()>>,
}

/// Why a table cannot be reached.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// There is none of this name.
    #[error("there is no such table")]
    NoSuchTable,
    /// What is stored cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// What is stored cannot be played.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// It could not be saved.
    #[error("this could not be saved: {0}")]
    NotSaved(String),
    /// No random numbers.
    #[error("the system has no random numbers: {0}")]
    Chance(#[from] getrandom::Error),
    /// The server is about to end.
    #[error("the server is stopping")]
    Stopping,
}

/// A table that was made, and the secrets of its host.
pub struct Made {
    /// Its name in addresses.
    pub id: String,
    /// The host's token for the seat.
    pub token: Token,
}

/// A connection to a table.
pub struct Connection {
    /// Its number at the table.
    pub client: Client,
    /// What it is told.
    pub mail: Mail,
}

impl Hub {
    /// An empty hall; tables come from the journal.
    pub fn new(journal: Journal, retire_after: Duration) -> Hub {
        let shared = Shared { journal, thinking: Thinking::start(), start: Instant::now(), retire_after };
        Hub { shared: Arc::new(shared), tables: Arc::default(), opening: Arc::default() }
    }

    /// The journal.
    pub fn journal(&self) -> &Journal {
        &self.shared.journal
    }

    /// The time since the server started.
    pub fn now(&self) -> Duration {
        self.shared.start.elapsed()
    }

    /// Makes a table; the person with this hash sits in its first place.
    pub async fn make(&self, terms: &Terms, name: &str, person: &Token) -> Result<Made, HubError> {
        let key = Key::secret()?;
        self.make_with(terms, name, person, key).await
    }

    /// The same with a given key, for tests.
    pub async fn make_with(
        &self,
        terms: &Terms,
        name: &str,
        person: &Token,
        key: Key,
    ) -> Result<Made, HubError> {
        let (id, token) = (random_id()?, Token::secret()?);
        let row = |seat: Seat| {
            let is_host = seat == terms.host();
            SeatRow {
                seat,
                invitation: (!is_host).then(|| token.invitation(seat).hash()),
                sitter: is_host.then(|| (token.hash(), person.hash(), name.to_owned())),
            }
        };
        let seats = terms.people().map(row).collect();
        self.shared.journal.make(&id, terms, key, seats).await.map_err(HubError::NotSaved)?;
        Ok(Made { id, token })
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<ToTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are in memory.
    pub fn count(&self) -> usize {
        self.tables().len()
    }

    fn running(&self, id: &str) -> Option<mpsc::Sender<ToTable>> {
        self.tables().get(id).filter(|table| !table.is_closed()).cloned()
    }

    /// The inbox of a table, which is opened if it is not running.
    async fn table(&self, id: &str) -> Result<mpsc::Sender<ToTable>, HubError> {
        if let Some(table) = self.running(id) {
            return Ok(table);
        }
        let _only = self.opening.lock().await;
        if let Some(table) = self.running(id) {
            return Ok(table);
        }
        let (kept, entries) = self.shared.journal.load(id).await?.ok_or(HubError::NoSuchTable)?;
        let state = TableState::open(kept, entries, self.now())?;
        self.shared.journal.visit(id).await.map_err(HubError::NotSaved)?;
        let (sender, inbox) = mpsc::channel(INBOX);
        let actor = Actor::new(state, Arc::clone(&self.shared), sender.downgrade());
        let (tables, name) = (Arc::clone(&self.tables), id.to_owned());
        self.tables().insert(id.to_owned(), sender.clone());
        tokio::spawn(async move {
            actor.run(inbox).await;
            let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
            if tables.get(&name).is_some_and(mpsc::Sender::is_closed) {
                tables.remove(&name);
            }
        });
        Ok(sender)
    }

    async fn ask<T>(&self, id: &str, what: impl Fn(oneshot::Sender<T>) -> ToTable) -> Result<T, HubError> {
        // A table may leave memory between being found and being asked; then it is opened again.
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            if self.table(id).await?.send(what(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
        }
        Err(HubError::Stopping)
    }

    /// Connects to a table.
    pub async fn join(
        &self,
        id: &str,
        seat: Option<Seat>,
        language: &'static Language,
    ) -> Result<Connection, HubError> {
        let mails = Mutex::new(None);
        let join = |reply| {
            let (outbox, mail) = mailbox();
            *mails.lock().unwrap_or_else(PoisonError::into_inner) = Some(mail);
            ToTable::Join(seat, language, outbox, reply)
        };
        let client = self.ask(id, join).await?;
        let mail = mails.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Connection { client, mail: mail.ok_or(HubError::Stopping)? })
    }

    /// Tells a table what a client wants, or that it is gone (`None`).
    pub async fn tell(
        &self,
        id: &str,
        client: Client,
        seat: Option<Seat>,
        words: Option<(&'static Language, Words)>,
    ) {
        let what = match words {
            Some((language, words)) => ToTable::Ask(client, seat, language, words),
            None => ToTable::Part(client),
        };
        // A table that is not running has no clients.
        if let Some(table) = self.running(id) {
            let _ = table.send(what).await;
        }
    }

    /// What a table answers to somebody without a connection.
    pub async fn ask_once(
        &self,
        id: &str,
        seat: Option<Seat>,
        language: &'static Language,
        words: Words,
    ) -> Result<String, HubError> {
        self.ask(id, |reply| ToTable::AskOnce(seat, language, words.clone(), reply)).await
    }

    /// The scene with the whole log, for a page.
    pub async fn look(
        &self,
        id: &str,
        seat: Option<Seat>,
        language: &'static Language,
    ) -> Result<String, HubError> {
        self.ask(id, |reply| ToTable::Look(seat, language, reply)).await
    }

    /// Sits down, or the id of a message that says why not.
    pub async fn sit(
        &self,
        id: &str,
        seat: Seat,
        (token, person): (&Token, &Token),
        name: &str,
    ) -> Result<Result<(), &'static str>, HubError> {
        let hashes = (token.hash(), person.hash());
        self.ask(id, |reply| ToTable::Sit(seat, hashes.clone(), name.to_owned(), reply)).await
    }

    /// Whose seat this token is.
    pub async fn seat_of(&self, id: &str, token: &Token) -> Result<Option<Seat>, HubError> {
        let hash = token.hash();
        let seats = self.shared.journal.seats(id).await?;
        Ok(seats.into_iter().find(|seat| seat.token.as_ref() == Some(&hash)).map(|seat| seat.seat))
    }

    /// The open seat that this invitation is for.
    pub async fn invited(&self, id: &str, token: &Token) -> Result<Option<Seat>, HubError> {
        let hash = token.hash();
        let seats = self.shared.journal.seats(id).await?;
        Ok(seats.into_iter().find(|seat| seat.invitation.as_ref() == Some(&hash)).map(|seat| seat.seat))
    }
}
