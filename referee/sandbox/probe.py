"""What this host can do, found out by doing it."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.limits import Limits
from referee.sandbox.bubblewrap import LAUNCHER_ENVIRONMENT, wrap
from referee.sandbox.cgroup import CONTROLLERS, Cgroup, new_cgroup
from referee.sandbox.delegation import delegated_cgroup
from referee.sandbox.errors import SandboxError
from referee.sandbox.launch import Launch, Level
from referee.sandbox.programs import host_program
from referee.sandbox.seccomp import ARCHITECTURES

TRY_SECONDS = 30.0
INSTALL = "apt-get install bubblewrap"
ALLOW_NAMESPACES = (
    "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 kernel.unprivileged_userns_clone=1 "
    "user.max_user_namespaces=10000; in a container: --security-opt seccomp=unconfined "
    "--security-opt apparmor=unconfined --security-opt systempaths=unconfined"
)

DELEGATE = (
    "run the referee as a systemd service with Delegate=yes, or as root with a cgroup of its own: "
    "mkdir /sys/fs/cgroup/bothy, and BOTHY_CGROUP=/sys/fs/cgroup/bothy. Where cgroup v1 has the controllers, boot with "
    "cgroup_no_v1=all. Without it, standard is the best level; see deploy/README.md"
)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was tried."""

    name: str
    level: Level
    """The level that needs it."""
    is_ok: bool
    detail: str
    mend: str = ""
    """The command that mends it, or what to do."""


def probe(runtimes: Sequence[Path] = ()) -> list[Check]:
    """Everything that the levels need, the lowest first."""
    return [_kernel(), _tools(), _bubblewrap(), _machine(), _real_flags(runtimes), _cgroup()]


def missing(checks: Sequence[Check], level: Level) -> list[Check]:
    """What stands between this host and the level."""
    return [check for check in checks if check.level <= level and not check.is_ok]


def try_in_sandbox(command: tuple[str, ...], runtimes: Sequence[Path] = ()) -> str | None:
    """Run it with the real flags; None if that went well, otherwise what was said."""
    with tempfile.TemporaryDirectory(prefix="bothy-probe-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        try:
            return _tried(Launch(folder, command), runtimes)
        except (SandboxError, OSError) as error:
            return str(error)
        except subprocess.TimeoutExpired:
            return f"no end after {TRY_SECONDS:.0f} s"


def _tried(launch: Launch, runtimes: Sequence[Path]) -> str | None:
    wrapped = wrap(launch, runtimes)
    ours, theirs = socket.socketpair()
    try:
        ours.send(b"go\n")
        done = subprocess.run(
            wrapped.command,
            env=LAUNCHER_ENVIRONMENT,
            cwd="/",
            stdin=theirs.fileno(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=wrapped.fds,
            timeout=TRY_SECONDS,
            start_new_session=True,
        )
    finally:
        for end in (ours, theirs):
            end.close()
        wrapped.close()
        wrapped.bury_first()
        os.close(wrapped.information)
    if done.returncode == 0:
        return None
    return " ".join(done.stdout.decode(errors="replace").split()[-40:]) or f"exit code {done.returncode}"


def _kernel() -> Check:
    is_ok = hasattr(os, "pidfd_open") and os.path.exists("/proc/self/stat")
    return Check("Linux 5.3 or later, with /proc", Level.NONE, is_ok, platform.release(), "use a newer Linux")


def _tools() -> Check:
    return _found(
        "limits and users", Level.NONE, ("prlimit", "setpriv", "unshare", "mount"), "apt-get install util-linux"
    )


def _bubblewrap() -> Check:
    return _found("bubblewrap", Level.STANDARD, ("bwrap",), INSTALL)


def _found(name: str, level: Level, programs: Sequence[str], mend: str) -> Check:
    try:
        return Check(name, level, True, ", ".join(host_program(program) for program in programs), mend)
    except SandboxError as error:
        return Check(name, level, False, str(error), mend)


def _machine() -> Check:
    machine, known = platform.machine(), ", ".join(ARCHITECTURES)
    return Check("a seccomp filter", Level.STANDARD, machine in ARCHITECTURES, machine, f"use one of: {known}")


def _real_flags(runtimes: Sequence[Path]) -> Check:
    said = try_in_sandbox(("true",), runtimes)
    return Check(
        "the sandbox itself",
        Level.STANDARD,
        said is None,
        said or "ran `true` with the real flags",
        _first_mend(ALLOW_NAMESPACES),
    )


def _first_mend(mend: str) -> str:
    """What is to be done, unless there is something to be done first."""
    return next((check.mend for check in (_tools(), _bubblewrap()) if not check.is_ok), mend)


def python_bots(runtimes: Sequence[Path] = ()) -> Check:
    """No level hangs on it, but most bots do."""
    said = try_in_sandbox(("python3", "-c", "import grpc, referee"), runtimes)
    mend = "pip install grpcio, and make the folder of this Python readable: chmod -R o+rX"
    found = said or "found Python, gRPC and the bot kit"
    return Check("Python bots", Level.STANDARD, said is None, found, _first_mend(mend))


def _cgroup() -> Check:
    """Make one, put a process into it, and see the kernel end it."""
    name = "a cgroup v2 of our own"
    try:
        folder = delegated_cgroup()
        cgroup = new_cgroup(folder, Limits())
    except SandboxError as error:
        return Check(name, Level.STRICT, False, str(error), DELEGATE)
    said = _tried_cgroup(cgroup)
    return Check(name, Level.STRICT, said is None, said or f"{folder}, with {', '.join(CONTROLLERS)}", DELEGATE)


def _tried_cgroup(cgroup: Cgroup) -> str | None:
    sleeper = subprocess.Popen(["sleep", "60"], env=LAUNCHER_ENVIRONMENT, cwd="/")
    try:
        cgroup.add(sleeper.pid)
        cgroup.freeze()
        cgroup.kill()
        sleeper.wait(5)
    except (SandboxError, subprocess.TimeoutExpired) as error:
        return str(error)
    finally:
        sleeper.kill()
        sleeper.wait()
        cgroup.remove()
    return None
