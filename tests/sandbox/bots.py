"""Small programs to start, and what is left of them."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from textwrap import dedent
from typing import TypeVar

from referee.sandbox import BotProcess, Exit, Launch, Limits, Sandbox

T = TypeVar("T")


def bot_folder(folder: Path) -> Path:
    """A folder that others may read, as bots' folders must be."""
    bot = folder / "bot"
    bot.mkdir(exist_ok=True)
    return bot


def python_bot(folder: Path, source: str, limits: Limits | None = None, **environment: str) -> Launch:
    """A bot that is this Python program."""
    folder = bot_folder(folder)
    (folder / "bot.py").write_text(dedent(source))
    return Launch(folder, ("python3", "bot.py"), environment=environment, limits=limits or Limits())


def shell_bot(folder: Path, script: str, limits: Limits | None = None) -> Launch:
    return Launch(bot_folder(folder), ("sh", "-c", dedent(script)), limits=limits or Limits())


def run(sandbox: Sandbox, launch: Launch, seconds: float = 20.0) -> tuple[Exit, str]:
    """Start it and wait for its end by itself."""

    async def to_the_end() -> tuple[Exit, str]:
        process = await sandbox.start(launch)
        try:
            async with asyncio.timeout(seconds):
                return await process.wait(), process.log
        finally:
            await process.stop()

    return asyncio.run(to_the_end())


def use(sandbox: Sandbox, launch: Launch, act: Callable[[BotProcess], Awaitable[T]]) -> T:
    """Start it, do something with it, and stop it."""

    async def acting() -> T:
        process = await sandbox.start(launch)
        try:
            return await act(process)
        finally:
            await process.stop()

    return asyncio.run(acting())


async def until(condition: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait for something that a bot is about to do."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        await asyncio.sleep(0.005)


def processes_with(text: str) -> list[int]:
    """Whoever has this text in its command line, zombies left out (they have none)."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            try:
                if text.encode() in Path(f"/proc/{name}/cmdline").read_bytes():
                    found.append(int(name))
            except OSError:
                continue
    return found


def zombies() -> list[int]:
    """Dead children of ours that nobody has waited for."""
    found = []
    for name in os.listdir("/proc"):
        try:
            text = Path(f"/proc/{name}/stat").read_text()
        except OSError:
            continue
        state, parent = text.rpartition(")")[2].split()[:2]
        if state == "Z" and int(parent) == os.getpid():
            found.append(int(name))
    return found


def open_descriptors() -> set[str]:
    return {f"{name} {os.readlink(f'/proc/self/fd/{name}')}" for name in os.listdir("/proc/self/fd") if _exists(name)}


def _exists(name: str) -> bool:
    return os.path.lexists(f"/proc/self/fd/{name}")


def made(cgroups: Path) -> list[Path]:
    """The cgroups in this one."""
    return [path for path in cgroups.iterdir() if path.is_dir()]


PYTHON = sys.executable
