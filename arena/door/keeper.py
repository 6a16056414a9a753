"""Keeps a host's door: tells the referee who may come in, and the database who is here."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path

import grpc
from bothy.v1 import referee_pb2, referee_pb2_grpc
from sqlmodel import select

from arena import leases
from arena.db import AWAY, reading, writing
from arena.door.bots import caller_of, digests
from arena.door.models import Remote
from arena.door.presence import begin_waiting_anew, keep_waiting, note_who_is_here
from arena.settings import ArenaError, Settings
from referee.tokens import Tokens

LOOK_SECONDS = 1.0
ANSWER_SECONDS = 5.0


def door_options(settings: Settings) -> list[str]:
    """What a referee is started with so that it has this door."""
    files = [(name, getattr(settings, name)) for name in ("door_cert", "door_key")]
    for name, path in files:
        if not path:
            raise ArenaError(f"bots from afar come over TLS: a door needs {name} (a PEM file)")
        if not Path(path).is_file():
            raise ArenaError(f"{name}: {path} is not there")
    (_, cert), (_, key) = files
    return ["--listen", settings.door, "--cert", cert, "--key", key, "--tokens", str(tokens_file(settings))]


def tokens_file(settings: Settings) -> Path:
    """For `referee serve --tokens`: written here, and read anew whenever somebody dials in. It has digests only."""
    return settings.home.absolute() / "door-tokens.txt"


@contextmanager
def keeping_door(settings: Settings) -> Iterator[None]:
    """Look at the door of this host's referee until the end."""
    keeper = DoorKeeper(settings)
    keeper.open()
    over = threading.Event()
    thread = threading.Thread(target=keeper.keep, args=(over,), name="door", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        with suppress(*AWAY):  # then it is known as soon as nobody has looked for a while
            keeper.close()


class DoorKeeper:
    """Right however often it looks, and from however many hosts: each speaks of its own door."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._here: set[int] = set()

    def open(self) -> None:
        with writing(self._settings.database) as session:
            begin_waiting_anew(session)

    def close(self) -> None:
        with writing(self._settings.database) as session:
            note_who_is_here(session, (), self._here, leases.clock(session))

    def keep(self, over: threading.Event) -> None:
        with grpc.insecure_channel(f"unix:{Path(self._settings.referee_socket).absolute()}") as channel:
            stub = referee_pb2_grpc.RefereeServiceStub(channel)
            while not over.wait(LOOK_SECONDS):
                # Whoever is away for a moment is found back at the next look.
                with suppress(grpc.RpcError, *AWAY, OSError):
                    write_tokens(self._settings)
                    self.look(stub)

    def look(self, stub: referee_pb2_grpc.RefereeServiceStub) -> None:
        answer = stub.FindCallers(referee_pb2.FindCallersRequest(), timeout=ANSWER_SECONDS)
        callers = {caller.name for caller in answer.callers}
        with writing(self._settings.database) as session:
            at = leases.clock(session)
            here = {one for one in session.exec(select(Remote.version_id)) if caller_of(one) in callers}
            note_who_is_here(session, here, self._here, at)
            keep_waiting(session, at, timedelta(minutes=self._settings.patience_minutes))
        self._here = here


def write_tokens(settings: Settings) -> None:
    with reading(settings.database) as session:
        good = digests(session)
    Tokens(tokens_file(settings)).hold(good)
