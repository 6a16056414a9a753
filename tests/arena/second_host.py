"""A second host: a network namespace, joined to ours by a wire of its own."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Wire:
    """Our address on the wire, and what a command is started through to run at its other end."""

    address: str
    inside: tuple[str, ...]

    def free_port(self) -> int:
        with socket.socket() as probe:
            probe.bind((self.address, 0))
            port: int = probe.getsockname()[1]
            return port


@contextmanager
def second_host() -> Iterator[Wire]:
    """Needs root."""
    number = os.getpid()
    name, ours, theirs = f"bothy{number}", f"bo{number}", f"bi{number}"
    prefix = f"10.231.{number % 250}"
    _ip("netns", "add", name)
    try:
        _ip("link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", name)
        _ip("address", "add", f"{prefix}.1/24", "dev", ours)
        _ip("link", "set", ours, "up")
        _ip("-n", name, "address", "add", f"{prefix}.2/24", "dev", theirs)
        for device in (theirs, "lo"):
            _ip("-n", name, "link", "set", device, "up")
        yield Wire(f"{prefix}.1", ("ip", "netns", "exec", name))
    finally:
        subprocess.run(["ip", "link", "delete", ours], check=False, stderr=subprocess.DEVNULL)
        _ip("netns", "delete", name)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)
