"""Building a bot: once for every version, in the same sandbox, without network, with limits of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

from referee.sandbox.launch import Launch, Limits
from referee.sandbox.sandbox import Sandbox

BUILD_SECONDS = 300.0
BUILD_LIMITS = Limits(
    memory_mb=4096, cpu_seconds=600, processes=512, open_files=4096, file_size_mb=512, tmp_mb=1024, log_kb=256
)


async def build(folder: Path, command: tuple[str, ...], sandbox: Sandbox) -> tuple[str, str | None]:
    """Run a build in a folder that it may write to: what it printed, and in a sentence what went wrong, if anything."""
    process = await sandbox.start(Launch(folder, command, limits=BUILD_LIMITS, writable_folder=folder))
    try:
        exit_ = await asyncio.wait_for(process.wait(), BUILD_SECONDS)
    except TimeoutError:
        return process.log, f"the build took longer than {BUILD_SECONDS:g} s"
    finally:
        await process.stop()
    if exit_.code == 0 and exit_.limit is None:
        return process.log, None
    return process.log, f"the build failed: it {exit_.reason}"
