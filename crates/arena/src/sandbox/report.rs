//! What a launcher tells the referee, over a socket that the bot never has: exec closes it.
//!
//! One message each: `first PID` and `bot PID` from the launcher that starts the two; `running WORDS` from the process
//! about to become the bot, with the parts of the sandbox in force; `failed WHY` if it could not; `forbidden NUMBER`
//! from the warden, which then ends the bot. The kernel adds who wrote it, as a process number of the reader's own
//! namespace.

use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SocketFlags, SocketType, recvmsg,
    socketpair, sockopt,
};
use rustix::process::Pid;

/// The launcher's end.
pub struct Reporter(OwnedFd);

/// The referee's end.
#[derive(Debug)]
pub struct Listener(OwnedFd);

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// The warden, first process of the bot's namespaces, has this number.
    First(u32),
    /// The process that is to become the bot, if that is not the launcher itself.
    Bot(u32),
    /// The process is about to become the bot, with these parts of the sandbox in force.
    Running(String),
    /// It could not.
    Failed(String),
    /// The bot made this system call, which it may not, and is killed for it.
    Forbidden(i64),
}

/// No message is longer.
const LONGEST: usize = 4096;

/// A connected pair; the launcher's end is still closed by exec.
pub fn pair() -> io::Result<(Listener, OwnedFd)> {
    let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
    sockopt::set_socket_passcred(&ours, true)?;
    Ok((Listener(ours), theirs))
}

impl Reporter {
    /// Over this socket.
    pub fn new(socket: OwnedFd) -> Reporter {
        Reporter(socket)
    }

    /// For `poll`, which says when the referee has closed its end.
    pub fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Sends one message; an error means that the referee is gone.
    pub fn tell(&self, report: &Report) -> io::Result<()> {
        let text = report.to_string();
        let text = &text.as_bytes()[..text.len().min(LONGEST)];
        // Not `send`, which the filter on system calls does not know.
        rustix::io::write(&self.0, text)?;
        Ok(())
    }
}

impl Listener {
    /// The next message and who sent it. Waits at most so long; `None` if there is none, an error once there
    /// will never be one.
    pub fn next(&self, most: Duration) -> io::Result<Option<(Report, Option<Pid>)>> {
        let mut fds = [PollFd::from_borrowed_fd(self.0.as_fd(), PollFlags::IN)];
        let most = Timespec::try_from(most).map_err(|_| io::ErrorKind::InvalidInput)?;
        if poll(&mut fds, Some(&most)).unwrap_or(0) == 0 {
            return Ok(None);
        }
        let mut text = [0; LONGEST];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmCredentials(1))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
        let read = recvmsg(&self.0, &mut [IoSliceMut::new(&mut text)], &mut control, flags)?.bytes;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let sender = control.drain().find_map(|message| match message {
            RecvAncillaryMessage::ScmCredentials(credentials) => Some(credentials.pid),
            _ => None,
        });
        let text = String::from_utf8_lossy(&text[..read]);
        let report = Report::read(&text).ok_or(io::ErrorKind::InvalidData)?;
        Ok(Some((report, sender)))
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Report::First(pid) => write!(f, "first {pid}"),
            Report::Bot(pid) => write!(f, "bot {pid}"),
            Report::Running(words) => write!(f, "running {words}"),
            Report::Failed(why) => write!(f, "failed {why}"),
            Report::Forbidden(number) => write!(f, "forbidden {number}"),
        }
    }
}

impl Report {
    fn read(text: &str) -> Option<Report> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "first" => Some(Report::First(rest.parse().ok()?)),
            "bot" => Some(Report::Bot(rest.parse().ok()?)),
            "running" => Some(Report::Running(rest.to_owned())),
            "failed" => Some(Report::Failed(rest.to_owned())),
            "forbidden" => Some(Report::Forbidden(rest.parse().ok()?)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_arrives_as_it_was_sent_with_its_sender() {
        let (listener, theirs) = pair().expect("sockets can be made");
        assert!(listener.next(Duration::ZERO).is_ok_and(|next| next.is_none()));
        let reporter = Reporter::new(theirs);
        let reports = [
            Report::First(3),
            Report::Bot(4),
            Report::Running("a b".into()),
            Report::Failed("no: x".into()),
            Report::Forbidden(41),
        ];
        for report in reports {
            reporter.tell(&report).expect("somebody listens");
            let (read, sender) = listener.next(Duration::ZERO).expect("a message").expect("a message");
            assert_eq!(read, report);
            let sender = sender.expect("the kernel says who").as_raw_nonzero().get();
            assert_eq!(sender.unsigned_abs(), std::process::id());
        }
        drop(reporter);
        assert!(listener.next(Duration::ZERO).is_err());
    }
}
