//! The judging of one input: cases in, answers out in the same order, on one thread or many.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use games::problem::{Output, Problem};

use super::batch::{Batch, Owned};
use super::framing::{Cutter, Trouble};

/// Batches that may wait before and behind each worker. What is in flight is bounded by this,
/// however long the input is.
const QUEUE: usize = 4;

/// What some cases in a row are answered.
#[derive(Default, Debug)]
pub struct Answers {
    /// The answers, one after another, and the remarks about them.
    pub output: Output,
    /// The number of the first case.
    pub number: u64,
    /// Where each case's answer ends in the text.
    pub ends: Vec<usize>,
}

impl Answers {
    /// Each case's number and answer, in order.
    pub fn cases(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        (self.number..).zip(starts.zip(&self.ends).map(|(start, &end)| &self.output.text[start..end]))
    }
}

/// Judges everything `input` holds. `write` gets the answers of some cases at a time, in order, and
/// must have passed them on when it returns: the next input may be long in coming.
///
/// With one job everything happens on this thread. With more, the threads started here end when
/// the input does; after trouble they end with the process at the latest, since one of them may be
/// waiting for input that never comes.
pub fn judge(
    problem: &'static dyn Problem,
    input: Box<dyn Read + Send>,
    jobs: usize,
    mut write: impl FnMut(&Answers) -> io::Result<()>,
) -> Result<(), Trouble> {
    let cutter = Cutter::new(problem, input);
    if jobs <= 1 { alone(problem, cutter, &mut write) } else { together(problem, cutter, jobs, &mut write) }
}

type Write<'a> = &'a mut dyn FnMut(&Answers) -> io::Result<()>;

fn alone(
    problem: &'static dyn Problem,
    mut cutter: Cutter<Box<dyn Read + Send>>,
    write: Write<'_>,
) -> Result<(), Trouble> {
    let mut answers = Answers::default();
    while let Some(batch) = cutter.next_batch()? {
        answers.output.text.clear();
        answers.output.remarks.clear();
        answers.ends.clear();
        let verdict = judge_batch(problem, &batch, &mut answers);
        write(&answers).map_err(Trouble::Write)?;
        verdict?;
    }
    Ok(())
}

fn judge_batch<T: AsRef<[u8]>, E: AsRef<[usize]>>(
    problem: &dyn Problem,
    batch: &Batch<T, E>,
    answers: &mut Answers,
) -> Result<(), Trouble> {
    answers.number = batch.number;
    let judge = |number, case: &[u8]| {
        problem.answer(number, case, &mut answers.output)?;
        answers.ends.push(answers.output.text.len());
        Ok(())
    };
    batch.judge(judge).map_err(Trouble::Bad)
}

/// What the reader deals to the workers.
enum Work {
    Batch(Owned),
    End(Result<(), Trouble>),
}

/// What the workers hand to the writer: answers, and how the input ended if it has.
type Done = (Answers, Option<Result<(), Trouble>>);

/// The reader deals batches to the workers in turn, and the writer takes answers from them in the
/// same turn; so they stay in order without any book-keeping.
fn together(
    problem: &'static dyn Problem,
    cutter: Cutter<Box<dyn Read + Send>>,
    jobs: usize,
    write: Write<'_>,
) -> Result<(), Trouble> {
    let (mut desks, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..jobs {
        let (desk, work) = sync_channel(QUEUE);
        let (done, answer) = sync_channel(QUEUE);
        start(move || worker(problem, &work, &done))?;
        desks.push(desk);
        answers.push(answer);
    }
    start(move || reader(cutter, &desks))?;
    for next in answers.iter().cycle() {
        let (answers, ending) = next.recv().expect("a worker answers until the end of the input");
        write(&answers).map_err(Trouble::Write)?;
        if let Some(ending) = ending {
            return ending;
        }
    }
    unreachable!("there is at least one worker, and the turn goes round for ever")
}

fn start(work: impl FnOnce() + Send + 'static) -> Result<(), Trouble> {
    thread::Builder::new().spawn(work).map(drop).map_err(Trouble::Threads)
}

fn reader(mut cutter: Cutter<Box<dyn Read + Send>>, desks: &[SyncSender<Work>]) {
    for desk in desks.iter().cycle() {
        let work = match cutter.next_batch() {
            Ok(Some(batch)) => Work::Batch(batch.to_owned()),
            Ok(None) => Work::End(Ok(())),
            Err(trouble) => Work::End(Err(trouble)),
        };
        let is_last = matches!(work, Work::End(_));
        // A desk that takes nothing more belongs to a judging that has ended.
        if desk.send(work).is_err() || is_last {
            return;
        }
    }
}

fn worker(problem: &'static dyn Problem, work: &Receiver<Work>, done: &SyncSender<Done>) {
    for work in work {
        let mut answers = Answers::default();
        let ending = match work {
            Work::Batch(batch) => judge_batch(problem, &batch, &mut answers).err().map(Err),
            Work::End(ending) => Some(ending),
        };
        if done.send((answers, ending)).is_err() {
            return;
        }
    }
}
