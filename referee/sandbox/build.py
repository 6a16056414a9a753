"""Building a bot: once for every version, in the same sandbox, without network, with limits of its own."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from referee.limits import Limits
from referee.sandbox.folders import size_of
from referee.sandbox.launch import Exit, Launch
from referee.sandbox.process import BotProcess
from referee.sandbox.sandbox import Sandbox

LOOK_SECONDS = 0.1
BUILD_LIMITS = Limits(
    memory_mb=4096, cpu_seconds=600, processes=512, open_files=4096, file_size_mb=512, tmp_mb=1024, log_mb=64
)


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """What a build may take."""

    seconds: float = 300.0
    limits: Limits = BUILD_LIMITS
    folder_mb: int = 1024
    """The bot's folder, with what the build writes into it: it lies on the host's disk."""
    folder_files: int = 50_000


@dataclass(frozen=True, slots=True)
class Built:
    """How a build went."""

    output: str
    problem: str | None
    """In a sentence, if it failed."""


async def build(folder: Path, command: tuple[str, ...], sandbox: Sandbox, settings: BuildSettings) -> Built:
    """Run a build in a folder that it may write to. Whatever it started is gone when this returns."""
    process = await sandbox.start(Launch(folder, command, limits=settings.limits, writable_folder=folder))
    try:
        problem = await _problem(process, folder, settings)
    finally:
        await process.stop()
    # Only now has it written its last.
    return Built(process.log, problem or _size_problem(folder, settings))


async def _problem(process: BotProcess, folder: Path, settings: BuildSettings) -> str | None:
    ended = asyncio.ensure_future(process.wait())
    deadline = asyncio.get_running_loop().time() + settings.seconds
    while not ended.done():
        if asyncio.get_running_loop().time() > deadline:
            return f"the build took longer than {settings.seconds:g} s"
        if problem := await asyncio.to_thread(_size_problem, folder, settings):
            return problem
        await asyncio.wait([ended], timeout=LOOK_SECONDS)
    return _failure(ended.result())


def _failure(exit_: Exit) -> str | None:
    return None if exit_ == Exit(code=0) else f"the build failed: it {exit_.reason}"


def _size_problem(folder: Path, settings: BuildSettings) -> str | None:
    size = size_of(folder, settings.folder_files)
    if size.bytes > settings.folder_mb * 1024 * 1024:
        return f"the build wrote more than {settings.folder_mb} MB into its folder"
    if size.files > settings.folder_files:
        return f"the build wrote more than {settings.folder_files} files into its folder"
    return "the build nested folders too deep" if size.is_too_deep else None
