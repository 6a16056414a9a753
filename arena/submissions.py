"""How a bot enters the arena: packed, kept under its digest, built and checked by a referee, then active."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from bothy.v1 import referee_pb2, referee_pb2_grpc

from arena.db import writing
from arena.models import Version, VersionStatus
from arena.packages import hold_package, hold_packages, keep_package
from arena.settings import ArenaError, Settings
from arena.store import LOCAL_OWNER, add_version, owner_named, version_labels

LEFT_OUT = ("__pycache__", ".git", ".venv", "node_modules", "target", ".mypy_cache", ".ruff_cache", ".pytest_cache")
MOST_BYTES = 64 * 1024 * 1024


@dataclass(slots=True)
class Submission:
    """A version, and what became of it."""

    version: Version
    label: str
    is_new: bool
    steps: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_accepted(self) -> bool:
        return self.version.status == VersionStatus.ACTIVE


def submit(
    settings: Settings,
    source: Path,
    owner: str = LOCAL_OWNER,
    on_step: Callable[[dict[str, Any]], None] = lambda step: None,
) -> Submission:
    """Take a bot in from its folder or archive, and check it. The same package again is the same version."""
    return submit_package(settings, package_of(source), owner, on_step)


def submit_package(
    settings: Settings,
    data: bytes,
    owner: str = LOCAL_OWNER,
    on_step: Callable[[dict[str, Any]], None] = lambda step: None,
) -> Submission:
    """The same for a package that is here already."""
    with grpc.insecure_channel(f"unix:{Path(settings.referee_socket).absolute()}") as channel:
        held = hold_package(referee_pb2_grpc.RefereeServiceStub(channel), data)
    with writing(settings.database) as session:
        keep_package(session, held.digest, data)
        holder = owner_named(session, owner)
        version, is_new = add_version(session, holder, held.name, held.digest, list(held.games))
        assert version.id is not None
        label = version_labels(session, [version.id])[version.id]
    submission = Submission(version, label, is_new)
    if version.status in (VersionStatus.UPLOADED, VersionStatus.BUILT):
        _check(settings, submission, on_step)
    return submission


def _check(settings: Settings, submission: Submission, on_step: Callable[[dict[str, Any]], None]) -> None:
    """Have a referee build and check it; what it says is kept for the owner."""
    with grpc.insecure_channel(f"unix:{Path(settings.referee_socket).absolute()}") as channel:
        stub = referee_pb2_grpc.RefereeServiceStub(channel)
        hold_packages(stub, settings, [submission.version.digest])
        bot = referee_pb2.BotSource(name=submission.label, digest=submission.version.digest)
        for step in stub.CheckBot(referee_pb2.CheckBotRequest(bot=bot)):
            shown = {"step": step.step, "passed": step.passed, "detail": step.detail, "log": step.log}
            submission.steps.append(shown)
            on_step(shown)
    passed = bool(submission.steps) and all(step["passed"] for step in submission.steps)
    with writing(settings.database) as session:
        version = session.get_one(Version, submission.version.id)
        version.status = VersionStatus.ACTIVE if passed else VersionStatus.REFUSED
        version.report = "\n".join(
            f"{'passed' if step['passed'] else 'FAILED'} {step['step']}: {step['detail']}\n{step['log']}".rstrip()
            for step in submission.steps
        )
        session.add(version)
        submission.version = version


def package_of(source: Path) -> bytes:
    """What a folder or an archive is to be submitted as."""
    if not source.exists():
        raise ArenaError(f"{source} is not there: give a folder with a bot.toml, or an archive of one")
    if source.is_dir() and not (source / "bot.toml").is_file():
        raise ArenaError(f"{source} has no bot.toml: referee new-bot makes a folder that has one")
    return packed(source) if source.is_dir() else _read(source)


def packed(folder: Path) -> bytes:
    """A folder as a package: the same files give the same bytes, whenever and wherever they are packed."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and not set(name.parts) & set(LEFT_OUT):
                info = tarfile.TarInfo(name.as_posix())
                info.size = path.stat().st_size
                info.mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
                with path.open("rb") as file:
                    archive.addfile(info, file)
    if raw.tell() > MOST_BYTES:
        raise ArenaError(f"{folder} is too large: a bot has at most {MOST_BYTES // 1024 // 1024} MB")
    return gzip.compress(raw.getvalue(), mtime=0)


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ArenaError(f"{path} is too large: a package has at most {MOST_BYTES // 1024 // 1024} MB")
        return path.read_bytes()
    except OSError as error:
        raise ArenaError(f"{path} cannot be read: {error.strerror}") from None
