"""Bots from afar, for tests: on this machine, but over TLS with certificates of an authority of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import trustme

from tests.e2e.matches import BOTS


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def make_certificates(folder: Path) -> None:
    """ca.pem, cert.pem and key.pem, for localhost."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    certificate = authority.issue_cert("localhost")
    certificate.private_key_pem.write_to_path(str(folder / "key.pem"))
    certificate.cert_chain_pems[0].write_to_path(str(folder / "cert.pem"))


@contextmanager
def bot_from_afar(
    folder: Path, port: int, token: str, program: str = "fair.py", *arguments: str
) -> Iterator[subprocess.Popen[str]]:
    """A bot in a process of its own, which trusts the certificates in the folder. It is killed at the end."""
    environment = os.environ | {
        "BOTHY_REFEREE": f"localhost:{port}",
        "BOTHY_TOKEN": token,
        "BOTHY_CA": str(folder / "ca.pem"),
    }
    process = subprocess.Popen(
        [sys.executable, program, *arguments], cwd=BOTS, env=environment, stderr=subprocess.PIPE, text=True
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
