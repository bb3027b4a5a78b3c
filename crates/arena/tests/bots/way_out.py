"""Tries one way out of the sandbox, named by its argument, and says on standard error how it went."""
import ctypes
import fcntl
import mmap
import os
import resource
import signal
import socket
import sys
import threading

libc = ctypes.CDLL(None, use_errno=True)
HERE = sys.path[0]
SELF = os.path.abspath(sys.argv[0])
REFEREE = os.getppid()


def call(function, *arguments):
    result = getattr(libc, function)(*arguments)
    if result == -1 or result == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def map_growing():
    libc.mmap.restype = ctypes.c_void_p
    call("mmap", None, ctypes.c_size_t(1 << 30), 3, 0x122, -1, ctypes.c_long(0))


def threads():
    done = []
    workers = [threading.Thread(target=lambda: done.append(1)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if len(done) != 4:
        raise OSError(0, "a thread was lost")


def environment():
    raise OSError(0, " ".join(sorted(os.environ)))


def capabilities():
    raise OSError(0, [line for line in open("/proc/self/status") if line.startswith("CapEff")][0].strip())


def descriptors():
    raise OSError(0, " ".join(fd for fd in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + fd)))


def alone():
    raise OSError(0, "leads its group" if os.getpgrp() == os.getpid() else "is in another's group")


WAYS = {
    "chmod": lambda: os.chmod(SELF, 0o777),
    "unlink": lambda: os.unlink(SELF),
    "truncate": lambda: os.truncate(SELF, 0),
    "touch": lambda: os.utime(SELF),
    "xattr": lambda: os.setxattr(SELF, "user.note", b"x"),
    "mkdir": lambda: os.mkdir(HERE + "/folder"),
    "rename": lambda: os.rename(SELF, SELF + ".old"),
    "symlink": lambda: os.symlink(SELF, HERE + "/link"),
    "append": lambda: open(SELF, "a"),
    "shadow": lambda: open("/etc/shadow"),
    "list_root": lambda: os.listdir("/"),
    "list_tmp": lambda: os.listdir("/tmp"),
    "list_processes": lambda: os.listdir("/proc"),
    "referee_command": lambda: open("/proc/%d/cmdline" % REFEREE).read(),
    "referee_environment": lambda: open("/proc/%d/environ" % REFEREE).read(),
    "through_proc_root": lambda: os.listdir("/proc/self/root/tmp"),
    "own_memory_file": lambda: open("/proc/self/mem", "r+b"),
    "terminal": lambda: open("/dev/tty"),
    "raise_limit": lambda: resource.setrlimit(resource.RLIMIT_DATA, (resource.RLIM_INFINITY,) * 2),
    "outlive_referee": lambda: call("prctl", 1, 0, 0, 0, 0),
    "become_somebody": lambda: os.setuid(65534),
    "memfd": lambda: os.memfd_create("hoard"),
    "unix_socket": lambda: socket.socket(socket.AF_UNIX),
    "socket_pair": lambda: socket.socketpair(),
    "pidfd": lambda: os.pidfd_open(REFEREE),
    "nice": lambda: os.nice(-5),
    "io_uring": lambda: call("syscall", 425, 8, ctypes.create_string_buffer(128)),
    "file_lock": lambda: fcntl.flock(os.open(SELF, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB),
    "record_lock": lambda: fcntl.lockf(os.open(SELF, os.O_RDONLY), fcntl.LOCK_SH | fcntl.LOCK_NB),
    "signal_by_owner": lambda: fcntl.fcntl(0, fcntl.F_SETOWN, REFEREE),
    "lease": lambda: fcntl.fcntl(os.open(SELF, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK),
    "watch": lambda: call("inotify_init1", 0),
    "udp": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
    "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "ptrace": lambda: call("ptrace", 0, 0, 0, 0),
    "unshare": lambda: call("unshare", 0x10000000),
    "vfork": lambda: os.posix_spawn("/bin/true", ["true"], {}),
    "group": lambda: os.setpgid(0, 0),
    "session": lambda: os.setsid(),
    "signal_all": lambda: os.kill(-1, 0),
    "signal_group": lambda: os.killpg(os.getpgid(REFEREE), 0),
    "signal_thread": lambda: call("syscall", 234, REFEREE, REFEREE, 0),
    "system_v_memory": lambda: call("shmget", 0, ctypes.c_size_t(1 << 20), 0o1600),
    "shared_memory": lambda: mmap.mmap(-1, 1 << 20),
    "growing_memory": map_growing,
    "threads": threads,
    "environment": environment,
    "capabilities": capabilities,
    "descriptors": descriptors,
    "alone": alone,
    "signal_itself": lambda: os.kill(os.getpid(), signal.SIGCONT),
}

try:
    WAYS[sys.argv[1]]()
    print("done", file=sys.stderr)
except OSError as error:
    print(error.strerror, file=sys.stderr)
