"""Which system calls a bot may not make.

Everything is allowed but what reaches outside: other kinds of sockets than unix, namespaces, mounts, other
processes' memory, the kernel's own machinery, and memory that belongs to no process and so counts for nobody.
"""

from __future__ import annotations

import errno
import platform
from dataclasses import dataclass

from referee.sandbox import bpf
from referee.sandbox.errors import Unavailable

AF_UNIX = 1
NEW_NAMESPACES = 0x7E020000
"""The clone flags for new mount, cgroup, uts, ipc, user, pid and network namespaces."""
X32_NUMBERS = 0x40000000

# By name: the numbers on x86-64 and on 64-bit ARM (None: there is no such call).
REFUSED: dict[str, tuple[int | None, int | None]] = {
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
}


@dataclass(frozen=True, slots=True)
class Architecture:
    audit: int
    column: int
    clone: int
    clone3: int
    socket: int
    socketpair: int


ARCHITECTURES = {
    "x86_64": Architecture(audit=0xC000003E, column=0, clone=56, clone3=435, socket=41, socketpair=53),
    "aarch64": Architecture(audit=0xC00000B7, column=1, clone=220, clone3=435, socket=198, socketpair=199),
}


def seccomp_program(machine: str | None = None) -> bytes:
    """The filter for this machine, as `bwrap --seccomp` reads it."""
    machine = machine or platform.machine()
    if machine not in ARCHITECTURES:
        raise Unavailable(f"there is no seccomp filter for {machine}, only for: {', '.join(ARCHITECTURES)}")
    here = ARCHITECTURES[machine]
    no = bpf.refuse(errno.EPERM)
    wrong_family = bpf.refuse(errno.EAFNOSUPPORT)
    numbers = [pair[here.column] for pair in REFUSED.values()]
    return b"".join(
        [
            bpf.unless_architecture(here.audit, bpf.KILL_PROCESS),
            # The x32 calls are the same calls under other numbers.
            bpf.if_number_at_least(X32_NUMBERS, bpf.refuse(errno.ENOSYS)),
            # The flags of clone3 lie in memory, out of a filter's sight; libraries fall back on clone.
            bpf.if_number([here.clone3], bpf.refuse(errno.ENOSYS)),
            bpf.if_number([number for number in numbers if number is not None], no),
            bpf.if_first_argument_has(here.clone, NEW_NAMESPACES, no),
            bpf.unless_first_argument_is(here.socket, AF_UNIX, wrong_family),
            bpf.unless_first_argument_is(here.socketpair, AF_UNIX, wrong_family),
            bpf.end(bpf.ALLOW),
        ]
    )
