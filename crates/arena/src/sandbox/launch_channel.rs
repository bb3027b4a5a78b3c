//! What a launcher tells the referee, over a socket that the bot never has: exec closes it.
//!
//! One message each: `init PID` and `bot PID` from the launcher that starts the two; `running WORDS` from the process
//! about to become the bot, with the parts of the sandbox in force; `failed WHY` if it could not; `forbidden NUMBER`
//! from the warden, which then ends the bot. The kernel adds the sender's process
//! number, as the reader's PID namespace counts.

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
pub struct LaunchSender(OwnedFd);

/// The referee's end.
#[derive(Debug)]
pub struct LaunchReceiver(OwnedFd);

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LaunchMessage {
    /// The warden, first process of the bot's namespaces, has this number.
    Init(u32),
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
pub fn pair() -> io::Result<(LaunchReceiver, OwnedFd)> {
    let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
    sockopt::set_socket_passcred(&ours, true)?;
    Ok((LaunchReceiver(ours), theirs))
}

impl LaunchSender {
    /// Over this socket.
    pub fn new(socket: OwnedFd) -> LaunchSender {
        LaunchSender(socket)
    }

    /// For `poll`, which says when the referee has closed its end.
    pub fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Sends one message; an error means that the referee is gone.
    pub fn tell(&self, report: &LaunchMessage) -> io::Result<()> {
        let text = report.to_string();
        let text = &text.as_bytes()[..text.len().min(LONGEST)];
        // Not `send`, which the filter on system calls does not know.
        rustix::io::write(&self.0, text)?;
        Ok(())
    }
}

impl LaunchReceiver {
    /// The next message and who sent it. Waits at most this long: `None` if no message comes, an
    /// error once the other end is closed.
    pub fn next(&self, timeout: Duration) -> io::Result<Option<(LaunchMessage, Option<Pid>)>> {
        let mut fds = [PollFd::from_borrowed_fd(self.0.as_fd(), PollFlags::IN)];
        let timeout = Timespec::try_from(timeout).map_err(|_| io::ErrorKind::InvalidInput)?;
        if poll(&mut fds, Some(&timeout)).unwrap_or(0) == 0 {
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
        let report = LaunchMessage::read(&text).ok_or(io::ErrorKind::InvalidData)?;
        Ok(Some((report, sender)))
    }
}

impl std::fmt::Display for LaunchMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LaunchMessage::Init(pid) => write!(f, "init {pid}"),
            LaunchMessage::Bot(pid) => write!(f, "bot {pid}"),
            LaunchMessage::Running(words) => write!(f, "running {words}"),
            LaunchMessage::Failed(why) => write!(f, "failed {why}"),
            LaunchMessage::Forbidden(number) => write!(f, "forbidden {number}"),
        }
    }
}

impl LaunchMessage {
    fn read(text: &str) -> Option<LaunchMessage> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "init" => Some(LaunchMessage::Init(rest.parse().ok()?)),
            "bot" => Some(LaunchMessage::Bot(rest.parse().ok()?)),
            "running" => Some(LaunchMessage::Running(rest.to_owned())),
            "failed" => Some(LaunchMessage::Failed(rest.to_owned())),
            "forbidden" => Some(LaunchMessage::Forbidden(rest.parse().ok()?)),
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
        let reporter = LaunchSender::new(theirs);
        let reports = [
            LaunchMessage::Init(3),
            LaunchMessage::Bot(4),
            LaunchMessage::Running("a b".into()),
            LaunchMessage::Failed("no: x".into()),
            LaunchMessage::Forbidden(41),
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
