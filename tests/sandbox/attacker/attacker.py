"""A bot that attacks while it plays: attacker.py ATTACK COMMITMENT [FACT=VALUE…]

It plays as its peaceful self would (ATTACK is `nothing`), but in the game with that commitment it attacks. `attempts`
tries everything that ought to be refused, a few at each question, and says in its notes how that went; any other
attack comes at its fourth question and ends the game. Facts tell it what to aim at on the host.
"""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from hashlib import sha256

from referee.bot import Bot, Question

FACTS = dict(word.split("=", 1) for word in sys.argv[3:] if "=" in word)
AT_ONCE = 3
OWN_SOCKET = os.environ.get("BOTHY_REFEREE", "unix:").removeprefix("unix:")


def call(number: int, *arguments: int | bytes) -> None:
    """A bare system call (numbers of x86-64)."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def read(path: str) -> None:
    with open(path, "rb") as file:
        file.read(100)


def write(path: str) -> None:
    with open(path, "w") as file:
        file.write("x")


def connect(family: int, address: str | tuple[str, int]) -> None:
    with socket.socket(family) as line:
        line.settimeout(1)
        line.connect(address)


def find_text(text: str, paths: list[str]) -> None:
    """Done only if one of the files has the text."""
    for path in paths:
        try:
            with open(path, "rb") as file:
                if text.encode() in file.read():
                    return
        except OSError:
            continue
    raise LookupError("not found")


def control(path: str, command: int, argument: int) -> None:
    opened = os.open(path, os.O_RDONLY)  # a folder, too
    try:
        fcntl.fcntl(opened, command, argument)
    finally:
        os.close(opened)


def secrets_of_processes() -> None:
    find_text("BOTHY_CANARY", [f"/proc/{pid}/{name}" for pid in range(1, 200) for name in ("environ", "cmdline")])


def see_others() -> None:
    pids = [name for name in os.listdir("/proc") if name.isdigit()]
    if len(pids) <= 4:
        raise LookupError("only my own")


def become_root() -> None:
    os.setuid(0)
    read(FACTS["canary"])


def steal_another_seat() -> None:
    folder = os.path.dirname(OWN_SOCKET)
    if os.listdir(folder) == [os.path.basename(OWN_SOCKET)]:
        raise LookupError("only my own")


def seize_the_first_process() -> None:
    """bwrap is process 1 inside: whoever holds its memory is out of the reach of whoever ends it."""
    with open("/proc/1/mem", "r+b", 0) as memory, open("/proc/1/maps") as maps:
        memory.seek(int(maps.read().split("-")[0], 16))
        memory.write(b"x")


def memory_that_nobody_holds() -> None:
    mmap.mmap(-1, 4096)


def the_same_from_a_device() -> None:
    with open("/dev/zero", "r+b", 0) as zero:
        mmap.mmap(zero.fileno(), 4096)


def pages_in_a_pipe() -> None:
    _, writing = os.pipe()
    call(278, writing, 0, 0, 0)


def large_buffer() -> None:
    """Done only if a socket now holds more than it did."""
    with socket.socket(socket.AF_UNIX) as line:
        before = line.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**24)
        if line.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= before:
            raise LookupError("as before")


def many_connections() -> None:
    """To its own referee, which would be out of descriptors in the end. Done only if more than a few stay open."""
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(100)]
        for line in lines:
            line.settimeout(5)
            line.connect(OWN_SOCKET)
            line.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0)))
        deadline = time.monotonic() + 20
        while len(lines) > 10 and time.monotonic() < deadline:
            lines = [line for line in lines if not is_hung_up(line)]
            time.sleep(0.01)
    if len(lines) <= 10:
        raise LookupError("only a few")


def is_hung_up(line: socket.socket) -> bool:
    try:
        return line.recv(10**5, socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def descriptors_for_the_referee() -> None:
    """They are sent; the test looks whether they have come."""
    with ExitStack() as stack, socket.socket(socket.AF_UNIX) as line:
        own = [stack.enter_context(open(__file__)).fileno() for _ in range(100)]
        line.connect(OWN_SOCKET)
        socket.send_fds(line, [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"], own)
    raise LookupError("to be seen")


def second_session() -> None:
    """Every session gets as much of the processors as the opponent's."""
    child = os.fork()
    if child == 0:
        os.setsid()
        os._exit(os.getsid(0) != os.getpid())
    if os.waitpid(child, 0)[1]:
        raise LookupError("only one")


def outlive() -> None:
    """Processes that let go of everything they can. They try; the test looks whether they are gone."""
    program = "import os, time; os.fork() or os.setsid(); os.fork(); time.sleep(600)"
    subprocess.Popen(["python3", "-c", program, FACTS["mark"]], start_new_session=True, stdout=subprocess.DEVNULL)
    raise LookupError("to be seen")


ATTEMPTS: dict[str, Callable[[], None]] = {
    "tcp": lambda: connect(socket.AF_INET, ("127.0.0.1", int(FACTS["port"]))),
    "tcp6": lambda: connect(socket.AF_INET6, ("::1", int(FACTS["port"]))),
    "udp": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close(),
    "netlink": lambda: socket.socket(16, socket.SOCK_RAW).close(),
    "packet": lambda: socket.socket(17, socket.SOCK_RAW).close(),
    "vsock": lambda: socket.socket(40, socket.SOCK_STREAM).close(),
    "abstract socket": lambda: connect(socket.AF_UNIX, "\0" + FACTS["abstract"]),
    "host's unix socket": lambda: connect(socket.AF_UNIX, FACTS["socket"]),
    "host's secrets": lambda: read("/etc/shadow"),
    "host's users": lambda: read("/etc/passwd"),
    "canary": lambda: read(FACTS["canary"]),
    "canary through /proc": lambda: read("/proc/1/root" + FACTS["canary"]),
    "canary through cwd": lambda: read("/proc/1/cwd/../../../.." + FACTS["canary"]),
    "opponent's files": lambda: read(FACTS["opponent"]),
    "own program": lambda: write("/bot/attacker.py"),
    "own folder": lambda: write("/bot/new"),
    "system": lambda: write("/usr/bin/new"),
    "root folder": lambda: write("/new"),
    "devices": lambda: write("/dev/new"),
    "kernel's settings": lambda: write("/proc/sys/kernel/core_pattern"),
    "sysrq": lambda: write("/proc/sysrq-trigger"),
    "unlink own socket": lambda: os.unlink(OWN_SOCKET),
    "chmod own socket": lambda: os.chmod(OWN_SOCKET, 0),
    "socket beside own": lambda: socket.socket(socket.AF_UNIX).bind(OWN_SOCKET + "2"),
    "another seat's socket": steal_another_seat,
    "kill the referee": lambda: os.kill(int(FACTS["referee"]), signal.SIGKILL),
    "see others": see_others,
    "environments": secrets_of_processes,
    "ptrace": lambda: call(101, 16, 1, 0, 0),
    "process_vm_readv": lambda: call(310, 1, 0, 0, 0, 0, 0),
    "user namespace": lambda: call(272, 0x10000000),
    "mount": lambda: call(165, b"none", b"/tmp", b"tmpfs", 0, 0),
    "bpf": lambda: call(321, 0, 0, 0),
    "io_uring": lambda: call(425, 1, 0),
    "keyring": lambda: call(250, 0, 0),
    "hidden memory": lambda: call(319, b"x", 0),
    "memory that nobody holds": memory_that_nobody_holds,
    "the same from a device": the_same_from_a_device,
    "pages in a pipe": pages_in_a_pipe,
    "large buffer": large_buffer,
    "seize the first process": seize_the_first_process,
    "watch files": lambda: call(294, 0),
    "watch a folder": lambda: control("/usr", fcntl.F_NOTIFY, fcntl.DN_ACCESS),
    "lease": lambda: control(__file__, fcntl.F_SETLEASE, fcntl.F_RDLCK),
    "clone3": lambda: call(435, 0, 0),
    "second session": second_session,
    "many connections": many_connections,
    "descriptors for the referee": descriptors_for_the_referee,
    "become root": become_root,
    "raise a limit": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (10**5, 10**5)),
    "outlive": outlive,
}


# --- attacks that end the game -----------------------------------------------------------------


def fork_bomb() -> None:
    while True:
        try:
            os.fork()
        except OSError:
            time.sleep(0.01)


def thread_bomb() -> None:
    while True:
        try:
            threading.Thread(target=time.sleep, args=(60,)).start()
        except RuntimeError:
            time.sleep(0.01)


def memory_bomb() -> None:
    hoard = []
    while True:
        hoard.append(b"x" * 2**22)


def memory_bomb_of_many() -> None:
    for _ in range(3):
        os.fork()
    hoard = [bytearray(b"x" * 2**20) for _ in range(60)]
    time.sleep(60)
    del hoard


def memory_bomb_without_first_thread() -> None:
    """What looks at the first thread sees a dead process without memory."""
    threading.Thread(target=memory_bomb).start()
    ctypes.CDLL(None).syscall(60, 0)


def page_table_bomb() -> None:
    """Pages that are read and never written take no memory, but the tables that tell where they are do."""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    size = 600 * 2**30
    start = libc.mmap(None, ctypes.c_size_t(size), 1, 0x4022, -1, ctypes.c_long(0))
    libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(size), 15)  # no huge pages
    for offset in range(0, size, 2**21):
        ctypes.c_char.from_address(start + offset).value  # noqa: B018
    time.sleep(60)


def crash_of_memory() -> None:
    """It asks for more than it can have, and is gone before anybody sees it hold much."""
    bytearray(2**34)


def disk_bomb() -> None:
    for number in range(10**6):
        try:
            write_much(f"/tmp/{number}")
        except OSError:
            time.sleep(0.01)


def write_much(path: str) -> None:
    with open(path, "wb") as file:
        file.write(bytes(2**20))


def inode_bomb() -> None:
    for number in range(10**9):
        os.mkdir(f"/tmp/{number}")


def inode_bomb_in_shared_memory() -> None:
    for number in range(10**9):
        os.mkdir(f"/dev/shm/{number}")


def socket_bomb() -> None:
    """The memory of full sockets is the kernel's; every process has a few."""
    for _ in range(3):
        os.fork()
    hoard = [socket.socketpair() for _ in range(15)]
    time.sleep(60)
    del hoard


def descriptor_bomb() -> None:
    hoard = []
    while True:
        try:
            hoard.append(os.dup(0))
        except OSError:
            time.sleep(0.01)


def crash_of_descriptors() -> None:
    """It is gone before anybody can count them."""
    try:
        while True:
            os.dup(0)
    except OSError as error:
        os.write(2, str(error).encode())
        os._exit(1)


def long_file() -> None:
    with suppress(OSError), open("/tmp/long", "wb") as file:
        while True:
            file.write(bytes(2**20))
    time.sleep(60)


def crash_of_long_file() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # as in any language but Python
    long_file()


def cpu_bomb() -> None:
    os.fork()
    os.fork()
    while True:
        pass


def output_bomb() -> None:
    while True:
        os.write(1, b"x" * 65536)


def kill_everybody() -> None:
    with suppress(ProcessLookupError):  # nobody there but itself
        os.kill(-1, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


def calls_of_old() -> None:
    """getpid by the calls of 32-bit programs, which have other numbers."""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    code = libc.mmap(None, ctypes.c_size_t(4096), 7, 0x22, -1, ctypes.c_long(0))
    ctypes.memmove(code, bytes.fromhex("b814000000cd80c3"), 8)
    ctypes.CFUNCTYPE(ctypes.c_int)(code)()
    time.sleep(60)


def leave_orphans() -> None:
    try:
        outlive()
    except LookupError:
        time.sleep(0.3)
    os._exit(0)


def stop_itself() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


ENDINGS = {
    ending.__name__: ending
    for ending in (
        *(fork_bomb, thread_bomb, memory_bomb, memory_bomb_of_many, disk_bomb, inode_bomb, cpu_bomb, output_bomb),
        *(memory_bomb_without_first_thread, page_table_bomb, crash_of_memory, inode_bomb_in_shared_memory),
        *(descriptor_bomb, crash_of_descriptors, socket_bomb, long_file, crash_of_long_file),
        *(calls_of_old, kill_everybody, leave_orphans, stop_itself),
    )
}


class Attacker(Bot):
    def __init__(self, attack: str, commitment: str) -> None:
        self._attack, self._commitment = attack, commitment
        self._attempts = list(ATTEMPTS.items()) if attack == "attempts" else []

    def choose(self, question: Question) -> int:
        if question.game.commitment == self._commitment:
            if self._attack in ENDINGS and question.number >= 4:
                ENDINGS[self._attack]()
            now, self._attempts = self._attempts[:AT_ONCE], self._attempts[AT_ONCE:]
            question.note = "; ".join(f"{name}: {outcome(attempt)}" for name, attempt in now)
        known = (question.view, [action.text for action in question.legal])
        return int.from_bytes(sha256(repr(known).encode()).digest()) % len(question.legal)


def outcome(attempt: Callable[[], None]) -> str:
    try:
        attempt()
    except Exception as error:
        return type(error).__name__
    return "DONE"


if __name__ == "__main__":
    Attacker(sys.argv[1], sys.argv[2]).run()
