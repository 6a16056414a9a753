"""Which system calls a bot may not make.

Everything is allowed but what reaches outside: other kinds of sockets than unix, namespaces, mounts, other
processes' memory, the kernel's own machinery, and memory that belongs to no process and so counts for nobody.

Files that all sandboxes see are the same to the kernel, read-only or not. A lock on one, or word of its being opened,
would tell one table of a bot what another has seen. A bot that runs gets no such word, and its locks hold nothing:
they seem to succeed, because libraries lock what is theirs alone, such as a book of openings that only they read.
"""

from __future__ import annotations

import errno
import platform
from collections.abc import Mapping
from dataclasses import dataclass

from referee.sandbox import bpf
from referee.sandbox.errors import Unavailable

AF_UNIX = 1
NEW_NAMESPACES = 0x7E020000
"""The clone flags for new mount, cgroup, uts, ipc, user, pid and network namespaces."""
X32_NUMBERS = 0x40000000
MAP_KIND_AND_ANONYMOUS, MAP_HUGETLB = 0x2F, 0x40000
SHARED_ANONYMOUS = (0x21, 0x23)
LOCKS = (6, 7, 37, 38)
"""fcntl's F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW."""
WATCHES = (1024, 1026)
"""fcntl's F_SETLEASE, F_NOTIFY."""
SO_SNDBUF = 7

NO, PRETEND = bpf.refuse(errno.EPERM), bpf.refuse(0)

Calls = Mapping[str, tuple[int | None, int | None]]
# By name: the numbers on x86-64 and on 64-bit ARM (None: there is no such call).
REFUSED: Calls = {
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    # mounts and namespaces
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # the kernel's machinery
    "bpf": (321, 280),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "fanotify_init": (300, 262),
    "personality": (135, 92),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "syslog": (103, 116),
    "iopl": (172, None),
    "ioperm": (173, None),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    # memory that no process holds
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "vmsplice": (278, 75),
}
WATCHING: Calls = {"inotify_init": (253, None), "inotify_init1": (294, 26)}
PRETENDED: Calls = {
    # all disks of the host
    "sync": (162, 81),
    "syncfs": (306, 267),
    # Linux shares out its processors among sessions: a bot has one, and no more of them than its opponent
    "setsid": (112, 157),
}


@dataclass(frozen=True, slots=True)
class Architecture:
    audit: int
    column: int
    clone: int
    clone3: int
    socket: int
    socketpair: int
    setsockopt: int
    fcntl: int
    flock: int
    mmap: int


ARCHITECTURES = {
    "x86_64": Architecture(
        audit=0xC000003E,
        column=0,
        clone=56,
        clone3=435,
        socket=41,
        socketpair=53,
        setsockopt=54,
        fcntl=72,
        flock=73,
        mmap=9,
    ),
    "aarch64": Architecture(
        audit=0xC00000B7,
        column=1,
        clone=220,
        clone3=435,
        socket=198,
        socketpair=199,
        setsockopt=208,
        fcntl=25,
        flock=32,
        mmap=222,
    ),
}


def seccomp_program(machine: str | None = None, is_build: bool = False) -> bytes:
    """The filter for this machine, as `bwrap --seccomp` reads it. A build knows no game, and may lock files."""
    machine = machine or platform.machine()
    if machine not in ARCHITECTURES:
        raise Unavailable(f"there is no seccomp filter for {machine}, only for: {', '.join(ARCHITECTURES)}")
    here = ARCHITECTURES[machine]
    wrong_family = bpf.refuse(errno.EAFNOSUPPORT)
    return b"".join(
        [
            bpf.unless_architecture(here.audit, bpf.KILL_PROCESS),
            # The x32 calls are the same calls under other numbers.
            bpf.if_number_at_least(X32_NUMBERS, bpf.refuse(errno.ENOSYS)),
            # The flags of clone3 lie in memory, out of a filter's sight; libraries fall back on clone.
            bpf.if_number([here.clone3], bpf.refuse(errno.ENOSYS)),
            bpf.if_number(_numbers(REFUSED, here), NO),
            bpf.if_number(_numbers(PRETENDED, here), PRETEND),
            bpf.if_argument_has(here.clone, 0, NEW_NAMESPACES, NO),
            bpf.unless_argument_is(here.socket, 0, AF_UNIX, wrong_family),
            bpf.unless_argument_is(here.socketpair, 0, AF_UNIX, wrong_family),
            # A socket's buffer is the kernel's memory: it stays as small as it is.
            bpf.if_argument_is(here.setsockopt, 2, [SO_SNDBUF], PRETEND),
            bpf.if_argument_is(here.mmap, 3, SHARED_ANONYMOUS, NO, mask=MAP_KIND_AND_ANONYMOUS),
            bpf.if_argument_has(here.mmap, 3, MAP_HUGETLB, bpf.refuse(errno.ENOMEM)),
            b"" if is_build else _without_word_of_others(here),
            bpf.end(bpf.ALLOW),
        ]
    )


def _without_word_of_others(here: Architecture) -> bytes:
    return b"".join(
        [
            bpf.if_number(_numbers(WATCHING, here), NO),
            bpf.if_argument_is(here.fcntl, 1, WATCHES, NO),
            bpf.if_argument_is(here.fcntl, 1, LOCKS, PRETEND),
            bpf.if_number([here.flock], PRETEND),
        ]
    )


def _numbers(calls: Calls, here: Architecture) -> list[int]:
    return [number for pair in calls.values() if (number := pair[here.column]) is not None]
