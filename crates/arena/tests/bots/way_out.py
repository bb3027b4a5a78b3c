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
import time

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


def map_huge():
    libc.mmap.restype = ctypes.c_void_p
    call("mmap", None, ctypes.c_size_t(2 << 20), 3, 0x40022, -1, ctypes.c_long(0))


def core_limits():
    raise OSError(0, "%d %d" % resource.getrlimit(resource.RLIMIT_CORE))


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


def system_call(number, *arguments):
    """A system call of x86-64 by its number; elsewhere it counts as refused."""
    if os.uname().machine != "x86_64":
        raise OSError(38, "not tried here")
    return call("syscall", number, *arguments)


def others_in_proc():
    numbers = [1] + list(range(3, 40)) + [int(word) for word in sys.argv[2:]]
    seen = [n for n in numbers if n != os.getpid() and os.path.exists("/proc/%d" % n)]
    raise OSError(0, "sees %s" % seen if seen else "sees nobody")


def foreign_clock():
    for pid in [1, REFEREE] + [int(word) for word in sys.argv[2:]]:
        if pid != os.getpid() and pid > 0:
            time.clock_gettime(~pid << 3 | 2)


def own_clocks():
    for clock in (0, 1, 2, 3, 4, 5, 6, 7, time.pthread_getcpuclockid(threading.get_ident()), ~0 << 3 | 2):
        time.clock_gettime(clock)


def machine_stands_still():
    """What is told about the machine must not change with what anybody does."""
    names = ["/proc/meminfo", "/proc/stat", "/proc/cpuinfo"]
    before = [open(name).read() for name in names]
    hoard = bytearray(64 << 20)
    begun = time.process_time()
    while time.process_time() - begun < 0.05:
        hoard[0] = 1
    changed = [name for name, text in zip(names, before) if open(name).read() != text]
    raise OSError(0, "changes: %s" % changed if changed else "stands still")


def access_times():
    name = "/usr/share/zoneinfo/tzdata.zi" if os.path.exists("/usr/share/zoneinfo/tzdata.zi") else "/etc/passwd"
    before = os.stat(name).st_atime_ns
    open(name).read()
    if os.stat(name).st_atime_ns == before:
        raise OSError(0, "reading leaves no trace")


def page_out():
    with open(SELF, "rb") as file:
        libc.mmap.restype = ctypes.c_void_p
        at = call("mmap", None, ctypes.c_size_t(4096), 1, 2, file.fileno(), ctypes.c_long(0))
        call("madvise", ctypes.c_void_p(at), ctypes.c_size_t(4096), 21)


WAYS = {
    "huge_memory": map_huge,
    "core_limits": core_limits,
    "processes_of_all": lambda: system_call(99, ctypes.create_string_buffer(256)),
    "own_filter": lambda: system_call(317, 1, 8, ctypes.create_string_buffer(16)),
    "timer_signal": lambda: system_call(222, 1, None, ctypes.create_string_buffer(8)),
    "pipe_size": lambda: fcntl.fcntl(0, 1031, 1 << 20),
    "set_clock": lambda: time.clock_settime(time.CLOCK_REALTIME, 0),
    "temporary_file": lambda: os.open(HERE, os.O_TMPFILE | os.O_RDWR),
    "device": lambda: os.mknod(HERE + "/disk", 0o60600, os.makedev(8, 0)),
    "descriptor_of_first": lambda: os.open("/proc/1/fd/3", os.O_RDWR),
    "swap": lambda: system_call(167, SELF.encode(), 0),
    "module": lambda: system_call(313, 0, b"", 0),
    "file_system": lambda: system_call(430, b"tmpfs", 0),
    "kill_first": lambda: os.kill(1, signal.SIGKILL),
    "signal_by_queue": lambda: system_call(129, 1, 9, ctypes.create_string_buffer(128)),
    "set_version": lambda: fcntl.ioctl(os.open(SELF, os.O_RDONLY), 0x40087602, b"\x11" * 8),
    "type_into_terminal": lambda: fcntl.ioctl(0, 0x5412, b"x"),
    "open_and_empty": lambda: os.open(SELF, os.O_RDONLY | os.O_TRUNC),
    "open_strangely_and_empty": lambda: os.open(SELF, 3 | os.O_TRUNC),
    "page_map": lambda: open("/proc/self/pagemap", "rb").read(8),
    "page_sharing": lambda: open("/proc/self/smaps").read(),
    "page_sharing_sum": lambda: open("/proc/self/smaps_rollup").read(),
    "page_sharing_of_a_task": lambda: open("/proc/self/task/%d/smaps" % os.getpid()).read(),
    "descriptor_numbers": lambda: open("/proc/self/fdinfo/0").read(),
    "open_files_of_all": lambda: open("/proc/sys/fs/file-nr").read(),
    "load_of_all": lambda: open("/proc/loadavg").read(),
    "uptime": lambda: open("/proc/uptime").read(),
    "frequency": lambda: os.listdir("/sys/devices/system/cpu/cpu0"),
    "memory_of_nodes": lambda: open("/sys/devices/system/node/node0/meminfo").read(),
    "cgroups": lambda: os.listdir("/sys/fs/cgroup"),
    "shared_memory_folder": lambda: open("/dev/shm/note", "w"),
    "foreign_clock": foreign_clock,
    "access_times": access_times,
    "page_out": page_out,
    "message_queue": lambda: system_call(68, 0, 0o1600),
    "semaphore": lambda: system_call(64, 0, 1, 0o1600),
    "keyring": lambda: system_call(250, 0, -3, 1, 0, 0),
    "user_faults": lambda: system_call(323, 1),
    "counters": lambda: system_call(298, ctypes.create_string_buffer(128), 0, -1, -1, 0),
    "scheduler": lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
    "affinity": lambda: os.sched_setaffinity(0, {0, 1}),
    "personality": lambda: system_call(135, 0x40000),
    "page_cache": lambda: system_call(27, 0, 0, 0),
    "page_cache_advice": lambda: os.posix_fadvise(os.open(SELF, os.O_RDONLY), 0, 0, 4),
    "splice": lambda: os.splice(0, 1, 1),
    "file_handle": lambda: system_call(303, -100, SELF.encode(), ctypes.create_string_buffer(256), 0, 0),
    "lock_memory": lambda: call("mlock", ctypes.create_string_buffer(4096), 4096),
    "wake_many": lambda: system_call(202, ctypes.create_string_buffer(8), 1, 2**31 - 1, 0, 0, 0),
    "timer_slack": lambda: call("prctl", 29, 1, 0, 0, 0),
    "kernel_log": lambda: system_call(103, 3, ctypes.create_string_buffer(4096), 4096),
    "through_descriptor_root": lambda: os.listdir("/proc/self/root/home"),
    "own_environment_of_first": lambda: open("/proc/1/environ").read(),
    "others_in_proc": others_in_proc,
    "own_clocks": own_clocks,
    "machine_stands_still": machine_stands_still,
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
    "thread_with_own_descriptors": lambda: call("syscall", 56, 0x10900, 0, 0, 0, 0),
    "own_descriptors": lambda: call("syscall", 436, 100, 200, 2),
    "many_descriptors": lambda: [os.dup(0) for _ in range(64)],
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
