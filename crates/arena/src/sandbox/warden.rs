//! The bot's warden: a process of ours beside it, which it cannot reach.
//!
//! With namespaces it is the first process of the bot's PID namespace: when it dies, the kernel kills everything in
//! it. It is asked by the kernel about system calls that bots may not make, tells the referee which call it was, and
//! kills the bot. It never lets such a call happen, and without it the kernel refuses them all.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair, sockopt,
};
use rustix::process::{Pid, Signal, kill_process_group, set_parent_process_death_signal, setpgid};

use super::kernel;
use super::launch_channel::{LaunchMessage, LaunchSender};

/// An end of the socket over which the process that becomes the bot hands over what the warden listens to.
pub struct Post(OwnedFd);

/// The warden's end and the bot's; both are closed by exec.
pub fn pair() -> io::Result<(Post, Post)> {
    let (warden, bot) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
    sockopt::set_socket_passcred(&warden, true)?;
    Ok((Post(warden), Post(bot)))
}

impl Post {
    /// Hands the listener of this process's filter to the warden.
    pub fn hand_over(&self, listener: &OwnedFd) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        let listener = [listener.as_fd()];
        control.push(SendAncillaryMessage::ScmRights(&listener));
        sendmsg(&self.0, &[IoSlice::new(b"l")], &mut control, SendFlags::empty())?;
        Ok(())
    }

    /// Takes the listener; the kernel says whose it is.
    fn take(&self) -> io::Result<(OwnedFd, Pid)> {
        let mut byte = [0];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1), ScmCredentials(1))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
        recvmsg(&self.0, &mut [IoSliceMut::new(&mut byte)], &mut control, flags)?;
        let (mut listener, mut bot) = (None, None);
        for message in control.drain() {
            match message {
                RecvAncillaryMessage::ScmRights(mut fds) => listener = fds.next(),
                RecvAncillaryMessage::ScmCredentials(credentials) => bot = Some(credentials.pid),
                _ => (),
            }
        }
        listener.zip(bot).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }
}

/// The warden's life: until the referee is done with the bot.
pub fn serve(report: &LaunchSender, post: &Post) -> ! {
    // Signals to the bot's group are not meant for it. Neither can fail in a process that was just forked.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let _ = setpgid(None, None);
    // The bot's pipes are the bot's alone: when it closes them, they are closed.
    let _ = kernel::close_streams();
    let mut charge = None;
    loop {
        let asked =
            charge.as_ref().map_or_else(|| post.0.as_fd(), |(listener, _): &(OwnedFd, Pid)| listener.as_fd());
        let mut fds = [
            PollFd::from_borrowed_fd(report.as_fd(), PollFlags::empty()),
            PollFd::from_borrowed_fd(asked, PollFlags::IN),
        ];
        match poll(&mut fds, None) {
            Ok(_) => (),
            Err(Errno::INTR) => continue,
            Err(_) => break,
        }
        let [referee, asked] = [&fds[0], &fds[1]].map(PollFd::revents);
        // The referee has closed its end.
        if !referee.is_empty() {
            break;
        }
        match &charge {
            None if asked.contains(PollFlags::IN) => match post.take() {
                Ok(taken) => charge = Some(taken),
                Err(_) => break,
            },
            Some((listener, bot)) if asked.contains(PollFlags::IN) => {
                // A caller that a signal has called away is not asked about.
                if let Ok(call) = kernel::asked_about(listener) {
                    // A referee that is gone needs to know nothing.
                    let _ = report.tell(&LaunchMessage::Forbidden(call));
                    let _ = kill_process_group(*bot, Signal::KILL);
                }
            }
            // Nobody is left under the filter, or nobody will hand one over.
            _ => {
                wait_for_referee(report);
                break;
            }
        }
    }
    std::process::exit(0)
}

/// Nothing more to guard: as the first process of a namespace it stays until the referee has read everything.
fn wait_for_referee(report: &LaunchSender) {
    let mut fds = [PollFd::from_borrowed_fd(report.as_fd(), PollFlags::empty())];
    while poll(&mut fds, None) == Err(Errno::INTR) {}
}
