"""What can go wrong in the sandbox.

    SandboxError          the platform's fault: never a bot's
     ├─ Unavailable       the host cannot give the level that was asked for; the message says what to install
     ├─ NotStarted        the sandbox could not be set up, so the bot never ran
     ├─ ManifestError     a bot.toml that cannot be read or used
     ├─ PackageError      an archive that is refused
     └─ BuildError        a build that failed, with its output

The last three are the owner's mistakes. What a bot does once it runs is no exception: it is an `Exit`.
"""

from __future__ import annotations


class SandboxError(Exception):
    """The root; its message is one clear sentence."""


class Unavailable(SandboxError):
    """The host cannot give this level."""


class NotStarted(SandboxError):
    """The sandbox could not be set up, and the bot never ran: do not hold it against the bot."""


class ManifestError(SandboxError):
    """A bot.toml that cannot be read or used."""


class PackageError(SandboxError):
    """An archive that is refused."""


class BuildError(SandboxError):
    """A build that failed."""

    def __init__(self, message: str, output: str = "") -> None:
        super().__init__(message)
        self.output = output
        """What the build printed, for the bot's owner."""
