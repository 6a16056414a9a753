"""Starts a stranger's program where it can do no harm, and ends it without a trace.

sandbox = choose(Level.STANDARD)
launch = Launch(folder, ("python3", "bot.py"), socket_folder, {"BOTHY_REFEREE": f"unix:{sandbox.inside(socket)}"})
process = await sandbox.start(launch)
...
await process.stop()
print(process.log, (await process.wait()).reason)
"""

from __future__ import annotations

from referee.limits import Limit, Limits
from referee.sandbox.choice import choose
from referee.sandbox.errors import BuildError, ManifestError, NotStarted, PackageError, SandboxError, Unavailable
from referee.sandbox.launch import Exit, Launch, Level
from referee.sandbox.process import BotProcess
from referee.sandbox.sandbox import Sandbox

__all__ = [
    "BotProcess",
    "BuildError",
    "Exit",
    "Launch",
    "Level",
    "Limit",
    "Limits",
    "ManifestError",
    "NotStarted",
    "PackageError",
    "Sandbox",
    "SandboxError",
    "Unavailable",
    "choose",
]
