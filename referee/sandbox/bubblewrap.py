"""The command that shuts a bot in: bubblewrap, with namespaces for everything and a filter on system calls."""

from __future__ import annotations

import itertools
import json
import os
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from referee.sandbox import proc
from referee.sandbox.errors import NotStarted
from referee.sandbox.interpreter import search_path
from referee.sandbox.launch import Launch
from referee.sandbox.memory_file import file_with
from referee.sandbox.mounts import BOT, Mount, mounts_of, system_flags
from referee.sandbox.programs import host_program
from referee.sandbox.rlimits import prlimit_command
from referee.sandbox.seccomp import seccomp_program
from referee.sandbox.spawn import awaiting_word
from referee.sandbox.staging import staged

MEGABYTE = 1 << 20
SHARED_MEMORY_BYTES = 8 * MEGABYTE
SPARE_PROCESSES = 8
"""For the sandbox itself, beyond twice the limit: the watchdog is to see who goes over it before fork fails."""
FIRST_UID, UIDS = 40000, 20000
LAUNCHER_ENVIRONMENT = {"PATH": "/usr/bin:/bin"}
"""All that a bot can read in /proc/1/environ."""

_slots = itertools.count(random.randrange(UIDS))


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A command that starts a bot shut in, and the descriptors that it needs. Close them once it has started."""

    command: list[str]
    fds: list[int]
    information: int
    """Where bwrap writes the pid of the first process inside, as JSON."""

    def close(self) -> None:
        for fd in self.fds:
            os.close(fd)

    def first_process(self) -> int:
        """Its pid; known once the sandbox is ready."""
        return int(json.loads(os.pread(self.information, 4096, 0))["child-pid"])

    def bury_first(self) -> None:
        """When all is over: bwrap does not wait for its first process, and we have adopted it."""
        with suppress(OSError, ValueError):
            pid = self.first_process()
            while (first := proc.stat(pid)) is not None and first.parent == os.getpid():
                proc.bury(first)
                time.sleep(0.0005)  # its last moments


def wrap(launch: Launch, runtimes: Sequence[Path] = ()) -> Wrapped:
    outside = prlimit_command(launch.limits)
    mounts = mounts_of(launch, runtimes)
    if os.geteuid() == 0:
        stage = staged(mounts)
        outside += [*stage.command, *_as_nobody(launch)]
        mounts = stage.mounts
    # Not a pipe: bwrap would die of writing to one that nobody reads any more, and leave its first process waiting.
    information = file_with(b"")
    informant = os.dup(information)
    program = file_with(seccomp_program(is_build=launch.writable_folder is not None))
    flags = [*_flags(launch, mounts, runtimes), "--seccomp", str(program), "--info-fd", str(informant)]
    # Flags in a file are not in /proc/1/cmdline, where the bot could read the host's paths.
    arguments = file_with(b"".join(os.fsencode(flag) + b"\0" for flag in flags))
    processes = 2 * launch.limits.processes + SPARE_PROCESSES
    inside = [host_program("prlimit"), f"--nproc={processes}", "--", *launch.command]
    command = [*outside, host_program("bwrap"), "--args", str(arguments), "--", *awaiting_word(inside)]
    return Wrapped(command, [program, informant, arguments], information)


def _flags(launch: Launch, mounts: Sequence[Mount], runtimes: Sequence[Path]) -> Iterator[str]:
    yield from ("--unshare-user", "--unshare-all", "--disable-userns", "--uid", "1000", "--gid", "1000")
    yield from ("--hostname", "bot", "--die-with-parent", "--new-session", "--cap-drop", "ALL")
    yield from _environment(launch, runtimes)
    yield from system_flags()
    # What bwrap makes itself, / and /dev, has no size limit unless it is read-only.
    yield from ("--proc", "/proc", "--dev", "/dev")
    # bwrap itself is process 1: with a hold on its memory a bot would be out of reach of the signal for its
    # parent's death, and of the watchdog.
    yield from ("--size", "4096", "--perms", "0555", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1")
    # It reads the same, but cannot be mapped: that would be memory that counts for nobody.
    yield from ("--dev-bind", "/dev/full", "/dev/zero")
    yield from ("--size", str(SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm", "--remount-ro", "/dev")
    yield from ("--size", str(launch.limits.tmp_mb * MEGABYTE), "--perms", "0700", "--tmpfs", "/tmp")
    for mount in mounts:
        yield from ("--bind" if mount.is_writable else "--ro-bind", str(mount.source), mount.target)
    yield from ("--chdir", BOT, "--remount-ro", "/")


def _environment(launch: Launch, runtimes: Sequence[Path]) -> Iterator[str]:
    path = ":".join([*(f"{folder}/bin" for folder in runtimes), "/usr/local/bin", "/usr/bin", "/bin"])
    own = {"PATH": search_path(launch.command, path), "HOME": "/tmp", "LANG": "C.UTF-8"}
    yield "--clearenv"
    for name, value in {**own, **launch.environment}.items():
        yield from ("--setenv", name, value)


def _as_nobody(launch: Launch) -> list[str]:
    """Under a uid of its own, to which belongs what is the bot's alone."""
    uid = FIRST_UID + next(_slots) % UIDS
    _check_readable(launch.folder)
    for folder in (launch.socket_folder, launch.writable_folder):
        if folder is not None:
            _give_away(folder, uid)
    nobody = ["--reuid", str(uid), "--regid", str(uid), "--clear-groups"]
    powerless = ["--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"]
    return [host_program("setpriv"), *nobody, *powerless, "--"]


def _check_readable(folder: Path) -> None:
    if folder.is_dir() and folder.stat().st_mode & 0o005 != 0o005:
        raise NotStarted(f"a bot started by root is nobody, and cannot read its folder: chmod o+rx {folder}")


def _give_away(folder: Path, uid: int) -> None:
    for path, _, files in os.walk(folder):
        for name in (path, *(os.path.join(path, file) for file in files)):
            os.chown(name, uid, uid, follow_symlinks=False)
