//! Judges one input: cases in, answers out in the same order, on one or several threads.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use games::problem::{Output, Problem};

use super::chunk::{Chunk, Owned};
use super::framing::{Cutter, JudgeError};

/// Batches that may wait before and after each worker. So the memory in use is bounded for any length of input.
const QUEUE: usize = 4;

/// The answers to some cases in a row.
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

/// Judges all cases of `input`. `write` gets the answers to some cases at a time, in order, and must write them out
/// before it returns, since the next case may take a long time to arrive.
///
/// With one job everything runs on this thread. With more, the threads started here end with the input; after an
/// error they end with the process at the latest, since one of them may be waiting for input that never comes.
pub fn judge(
    problem: &'static dyn Problem,
    input: Box<dyn Read + Send>,
    jobs: usize,
    mut write: impl FnMut(&Answers) -> io::Result<()>,
) -> Result<(), JudgeError> {
    let cutter = Cutter::new(problem, input);
    if jobs <= 1 { alone(problem, cutter, &mut write) } else { together(problem, cutter, jobs, &mut write) }
}

type Write<'a> = &'a mut dyn FnMut(&Answers) -> io::Result<()>;

fn alone(
    problem: &'static dyn Problem,
    mut cutter: Cutter<Box<dyn Read + Send>>,
    write: Write<'_>,
) -> Result<(), JudgeError> {
    let mut answers = Answers::default();
    while let Some(chunk) = cutter.next_chunk()? {
        answers.output.text.clear();
        answers.output.remarks.clear();
        answers.ends.clear();
        let judged = judge_chunk(problem, &chunk, &mut answers);
        write(&answers).map_err(JudgeError::Write)?;
        judged?;
    }
    Ok(())
}

fn judge_chunk<T: AsRef<[u8]>, E: AsRef<[usize]>>(
    problem: &dyn Problem,
    chunk: &Chunk<T, E>,
    answers: &mut Answers,
) -> Result<(), JudgeError> {
    answers.number = chunk.number;
    let judge = |number, case: &[u8]| {
        problem.answer(number, case, &mut answers.output)?;
        answers.ends.push(answers.output.text.len());
        Ok(())
    };
    chunk.judge(judge).map_err(JudgeError::Bad)
}

/// What the reader hands to the workers.
enum Task {
    Chunk(Owned),
    End(Result<(), JudgeError>),
}

/// What the workers hand to the writer: answers, and how the input ended if it has.
type Done = (Answers, Option<Result<(), JudgeError>>);

/// The reader hands chunks to the workers in turn, and the writer takes answers from them in the same turn. So the
/// answers stay in order without further bookkeeping.
fn together(
    problem: &'static dyn Problem,
    cutter: Cutter<Box<dyn Read + Send>>,
    jobs: usize,
    write: Write<'_>,
) -> Result<(), JudgeError> {
    let (mut queues, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..jobs {
        let (queue, tasks) = sync_channel(QUEUE);
        let (done, answer) = sync_channel(QUEUE);
        start(move || worker(problem, &tasks, &done))?;
        queues.push(queue);
        answers.push(answer);
    }
    start(move || reader(cutter, &queues))?;
    for next in answers.iter().cycle() {
        let (answers, ending) = next.recv().expect("a worker answers until the end of the input");
        write(&answers).map_err(JudgeError::Write)?;
        if let Some(ending) = ending {
            return ending;
        }
    }
    unreachable!("the workers answer in turn until the end of the input")
}

fn start(work: impl FnOnce() + Send + 'static) -> Result<(), JudgeError> {
    thread::Builder::new().spawn(work).map(drop).map_err(JudgeError::Threads)
}

fn reader(mut cutter: Cutter<Box<dyn Read + Send>>, queues: &[SyncSender<Task>]) {
    for queue in queues.iter().cycle() {
        let task = match cutter.next_chunk() {
            Ok(Some(chunk)) => Task::Chunk(chunk.to_owned()),
            Ok(None) => Task::End(Ok(())),
            Err(trouble) => Task::End(Err(trouble)),
        };
        let is_last = matches!(task, Task::End(_));
        // If the worker is gone, the judging has stopped.
        if queue.send(task).is_err() || is_last {
            return;
        }
    }
}

fn worker(problem: &'static dyn Problem, tasks: &Receiver<Task>, done: &SyncSender<Done>) {
    for task in tasks {
        let mut answers = Answers::default();
        let ending = match task {
            Task::Chunk(chunk) => judge_chunk(problem, &chunk, &mut answers).err().map(Err),
            Task::End(ending) => Some(ending),
        };
        if done.send((answers, ending)).is_err() {
            return;
        }
    }
}
