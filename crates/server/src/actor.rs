//! One task for each table: it steps the state machine and does what it asks for.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cards::Seat;
use games::text::Language;
use table::key::Key;
use table::player::{Thinker, seat_thinker};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::hub::Shared;
use crate::table_state::{Client, Effect, Input, TableState, Think, Words};
use crate::thinking::{Done, Job};

/// How many messages wait for a table. Whoever sends more waits.
pub const INBOX: usize = 64;

/// How many messages wait for a client: the answers to a burst, and some scenes. One that reads slower than this
/// gets a last scene and is let go.
const OUTBOX: usize = 48;

/// The iterations of a hint.
const ADVICE: u32 = 6_000;

/// Where a client's messages go.
pub struct Outbox {
    texts: mpsc::Sender<String>,
    last: Arc<Mutex<Option<String>>>,
}

/// Where they come out. When there are no more, [`Mail::last`] has the scene that a slow client missed.
pub struct Mail {
    texts: mpsc::Receiver<String>,
    last: Arc<Mutex<Option<String>>>,
}

/// A box for the messages to one client.
pub fn mailbox() -> (Outbox, Mail) {
    let (to, texts) = mpsc::channel(OUTBOX);
    let last = Arc::new(Mutex::new(None));
    (Outbox { texts: to, last: Arc::clone(&last) }, Mail { texts, last })
}

impl Mail {
    /// The next message; `None` once the table has let the client go.
    pub async fn next(&mut self) -> Option<String> {
        self.texts.recv().await
    }

    /// The scene for a client that was too slow.
    pub fn last(&self) -> Option<String> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// What is sent to a table.
pub enum ToTable {
    /// A client connects; the answer is its number.
    Join(Option<Seat>, &'static Language, Outbox, oneshot::Sender<Client>),
    /// A client is gone.
    Part(Client),
    /// A client wants something.
    Ask(Client, Option<Seat>, &'static Language, Words),
    /// Somebody without a connection wants something; the answer is a message.
    AskOnce(Option<Seat>, &'static Language, Words, oneshot::Sender<String>),
    /// A page is shown; the answer is the scene with the whole log.
    Look(Option<Seat>, &'static Language, oneshot::Sender<String>),
    /// Somebody sits down: the hashes of the seat's token and of the person's, and the name.
    Sit(Seat, (String, String), String, oneshot::Sender<Result<(), &'static str>>),
    /// A job is done.
    Thought(u64, Done),
}

/// A running table.
pub(crate) struct Actor {
    state: TableState,
    shared: Arc<Shared>,
    own: mpsc::WeakSender<ToTable>,
    outboxes: HashMap<Client, Outbox>,
    /// Who gets the one answer to a request without a connection.
    once: HashMap<Client, oneshot::Sender<String>>,
    clients: Client,
    thinkers: HashMap<Seat, (u64, Box<dyn Thinker>)>,
    jobs: HashMap<u64, (Seat, u64, Arc<AtomicBool>)>,
    wake: Option<Duration>,
}

impl Actor {
    pub(crate) fn new(state: TableState, shared: Arc<Shared>, own: mpsc::WeakSender<ToTable>) -> Actor {
        Actor {
            state,
            shared,
            own,
            outboxes: HashMap::new(),
            once: HashMap::new(),
            clients: 0,
            thinkers: HashMap::new(),
            jobs: HashMap::new(),
            wake: None,
        }
    }

    /// Serves the table until nobody has wanted anything for a while.
    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<ToTable>) {
        // What was due when the server stopped is due now; a record that was not written is written.
        self.step(Input::Wake).await;
        if self.state.is_over() {
            self.finish(self.state.record().to_string()).await;
        }
        loop {
            let idle = Instant::now() + self.shared.retire_after;
            let wake = self.wake.map(|at| self.shared.start + at);
            tokio::select! {
                asked = inbox.recv() => match asked {
                    Some(asked) => self.take(asked).await,
                    None => break,
                },
                () = sleep_until(wake.unwrap_or(idle)) => match wake {
                    Some(_) => {
                        self.wake = None;
                        self.step(Input::Wake).await;
                    }
                    None if self.state.is_deserted() && self.jobs.is_empty() => break,
                    None => (),
                },
            }
        }
        self.jobs.values().for_each(|(_, _, cancel)| cancel.store(true, Ordering::Relaxed));
    }

    fn now(&self) -> Duration {
        self.shared.start.elapsed()
    }

    async fn take(&mut self, asked: ToTable) {
        match asked {
            ToTable::Join(seat, language, outbox, reply) => {
                self.clients += 1;
                let client = self.clients;
                if reply.send(client).is_ok() {
                    self.outboxes.insert(client, outbox);
                    self.step(Input::Joined { client, seat, language }).await;
                }
            }
            ToTable::Part(client) => self.part(client).await,
            ToTable::Ask(client, seat, language, words) => {
                self.step(Input::Asked { client, seat, language, words }).await;
            }
            ToTable::AskOnce(seat, language, words, reply) => {
                self.clients += 1;
                let client = self.clients;
                self.once.insert(client, reply);
                self.step(Input::Asked { client, seat, language, words }).await;
                self.once.remove(&client);
            }
            ToTable::Look(seat, language, reply) => {
                if let Some(seat) = seat {
                    self.step(Input::Seen(seat)).await;
                }
                // Nobody waits any more if the browser has gone on.
                let _ = reply.send(self.state.scene(seat, 0, language, self.now()));
            }
            ToTable::Sit(seat, hashes, name, reply) => {
                let done = self.sit(seat, hashes, name).await;
                let _ = reply.send(done);
            }
            ToTable::Thought(ticket, done) => self.thought(ticket, done).await,
        }
    }

    async fn part(&mut self, client: Client) {
        if self.outboxes.remove(&client).is_some() {
            self.step(Input::Parted(client)).await;
        }
    }

    async fn sit(&mut self, seat: Seat, hashes: (String, String), name: String) -> Result<(), &'static str> {
        if !self.state.is_open(seat) {
            return Err("seat-taken");
        }
        if let Err(why) = self.shared.journal.sit(self.state.id(), seat, hashes, &name).await {
            self.complain(&why);
            return Err("not-saved");
        }
        self.step(Input::Sat(seat, name)).await;
        Ok(())
    }

    async fn thought(&mut self, ticket: u64, done: Done) {
        let Some((seat, epoch, _)) = self.jobs.remove(&ticket) else { return };
        let input = match done {
            Done::Decided(answer, thinker) => {
                self.thinkers.insert(seat, (epoch, thinker));
                Input::Thought(ticket, Some(answer))
            }
            Done::Advised(scored) => Input::Advised(ticket, scored),
            Done::Failed => {
                // If it was advice, there is none; a decision's ticket is no advice's.
                self.step(Input::Advised(ticket, Vec::new())).await;
                Input::Thought(ticket, None)
            }
        };
        self.step(input).await;
    }

    /// Steps the table and does what it asks for, until it asks for nothing more.
    async fn step(&mut self, input: Input) {
        let mut next = Some(input);
        while let Some(input) = next.take() {
            let mut slow = Vec::new();
            for effect in self.state.step(input, self.now()) {
                match effect {
                    Effect::Save(entry) => {
                        let saved = self.shared.journal.append(self.state.id(), entry).await;
                        if let Err(why) = &saved {
                            self.complain(why);
                        }
                        next = Some(if saved.is_ok() { Input::Saved } else { Input::NotSaved });
                    }
                    Effect::Send(client, text) => {
                        if !self.send(client, text) {
                            slow.push(client);
                        }
                    }
                    Effect::Think(think) => self.think(think),
                    Effect::Cancel(ticket) => {
                        if let Some((_, _, cancel)) = self.jobs.remove(&ticket) {
                            cancel.store(true, Ordering::Relaxed);
                        }
                    }
                    Effect::Wake(at) => self.wake = Some(at),
                    Effect::Deal => next = self.deal().await,
                    Effect::Finished(record) => self.finish(record).await,
                }
            }
            for client in slow {
                Box::pin(self.part(client)).await;
            }
        }
    }

    /// Sends a text; false if the client is too slow and is to be let go.
    fn send(&mut self, client: Client, text: String) -> bool {
        if let Some(reply) = self.once.remove(&client) {
            let _ = reply.send(text);
            return true;
        }
        let Some(outbox) = self.outboxes.get(&client) else { return true };
        match outbox.texts.try_send(text) {
            Ok(()) => true,
            // The connection is closing, and says so itself.
            Err(mpsc::error::TrySendError::Closed(_)) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                let scene = self.state.whole_scene(client, self.now());
                *outbox.last.lock().unwrap_or_else(PoisonError::into_inner) = scene;
                false
            }
        }
    }

    fn think(&mut self, think: Think) {
        let Think { ticket, seat, level, most, is_advice } = think;
        let epoch = self.state.epoch();
        let kept = if is_advice { None } else { self.thinkers.remove(&seat) };
        let kept = kept.filter(|(of, _)| *of == epoch).map(|(_, thinker)| thinker);
        let seated = || {
            let purpose = u64::from(is_advice);
            seat_thinker(self.state.table(), &level, seat, self.state.key().agent_rng(purpose, seat)).ok()
        };
        let cancel = Arc::new(AtomicBool::new(false));
        self.jobs.insert(ticket, (seat, epoch, Arc::clone(&cancel)));
        let own = self.own.clone();
        let done = move |done: Done| {
            // A table that is gone needs no answer.
            if let Some(own) = own.upgrade() {
                let _ = own.blocking_send(ToTable::Thought(ticket, done));
            }
        };
        let Some(mut thinker) = kept.or_else(seated) else {
            // A channel must not be waited for here: this task is its reader.
            tokio::task::spawn_blocking(move || done(Done::Failed));
            return;
        };
        thinker.hear(&self.state.events(seat, thinker.heard()));
        let advice = is_advice.then_some(ADVICE);
        let job = Job { thinker, most, advice, cancel, done: Box::new(done) };
        self.shared.thinking.add(self.state.id(), job);
    }

    async fn deal(&mut self) -> Option<Input> {
        let key = Key::secret().map_err(|error| self.complain(&error.to_string())).ok()?;
        let (number, earlier) = (self.state.number() + 1, self.state.seq());
        let saved = self.shared.journal.deal(self.state.id(), number, key, earlier).await;
        saved.map_err(|why| self.complain(&why)).ok()?;
        Some(Input::Dealt(key))
    }

    async fn finish(&mut self, record: String) {
        let saved = self.shared.journal.finish(self.state.id(), self.state.number(), record).await;
        // It is written when the table is opened again.
        saved.unwrap_or_else(|why| self.complain(&why));
    }

    /// For whoever runs the server.
    fn complain(&self, why: &str) {
        eprintln!("table {}: {why}", self.state.id());
    }
}
