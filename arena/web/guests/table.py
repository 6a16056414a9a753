"""A visitor's table: a match with a guest, from its start to the replay that is kept of it."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import grpc
from bothy.v1 import bot_pb2, referee_pb2, referee_pb2_grpc
from sqlalchemy.exc import DBAPIError

from arena.db import writing
from arena.exhibitions import store_exhibition
from arena.jobs import option_to_wire
from arena.packages import hold_packages
from arena.settings import ArenaError, Settings
from arena.web.guests.seat import GuestSeat

VISITOR = "visitor"
CLOCK = bot_pb2.Clock(startup_ms=30_000, grace_ms=60_000, bank_ms=1_800_000)
"""A minute for every decision, and half an hour for the whole game beyond that."""
AWAY_SECONDS = 600.0
"""A visitor who has not been heard of for so long has gone away."""
MOST_WAITING = 3
"""Requests that wait for one table: each holds a thread that others need."""
CLOSED_SECONDS = 150.0
"""The same for a page that says by itself that it is still open."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a visitor wants to play."""

    game: str
    options: Mapping[str, Any]
    seat: int
    opponents: Sequence[tuple[str, str]]
    """In the order of the other seats: a version's label and its digest."""

    @property
    def names(self) -> list[str]:
        names = [label for label, _ in self.opponents]
        return [*names[: self.seat], VISITOR, *names[self.seat :]]


class Table:
    """One game. Its threads end with it, and it ends with the visitor."""

    def __init__(self, settings: Settings, wanted: Wanted) -> None:
        self._settings, self.wanted = settings, wanted
        self.seat = GuestSeat(wanted.game)
        self.trouble = ""
        """Why it could not be played to its end; nobody's fault who sits at it."""
        self.exhibition: int | None = None
        """The replay."""
        self._call: Any = None
        self._ended = threading.Event()
        self._patience = AWAY_SECONDS
        self._waiting = threading.BoundedSemaphore(MOST_WAITING)
        self._heard = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def open(self) -> None:
        self._thread.start()

    @property
    def is_over(self) -> bool:
        return self._ended.is_set()

    def hear(self, by_itself: bool = False) -> None:
        """The visitor is there; or the page said so by itself, which it will do again."""
        self._heard = time.monotonic()
        if by_itself:
            self._patience = CLOSED_SECONDS

    @property
    def is_left(self) -> bool:
        return not self.is_over and time.monotonic() - self._heard > self._patience

    def wait(self, seconds: float) -> None:
        """Until it is the visitor's turn, or the game is over and its replay is kept. Not if too many do already."""
        if not self._waiting.acquire(blocking=False):
            return
        try:
            self._wait(seconds)
        finally:
            self._waiting.release()

    def _wait(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        self.seat.wait(seconds)
        if self.seat.question is None:
            self._ended.wait(max(0.0, deadline - time.monotonic()))

    def leave(self) -> None:
        """Stand up from the table: the game is lost, and kept as it was."""
        self.seat.leave()

    def close(self) -> None:
        """End everything at once."""
        self.seat.leave()
        if self._call is not None:
            self._call.cancel()

    def _run(self) -> None:
        try:
            with grpc.insecure_channel(f"unix:{Path(self._settings.referee_socket).absolute()}") as channel:
                self._play(channel)
        except ArenaError as error:
            self.trouble = str(error)
        except DBAPIError:
            self.trouble = "the database does not answer"
        except grpc.RpcError as error:
            self.trouble = f"the referee: {error.details() if isinstance(error, grpc.Call) else error}"
        finally:
            self.seat.leave()
            self._ended.set()

    def _play(self, channel: grpc.Channel) -> None:
        stub, token = referee_pb2_grpc.RefereeServiceStub(channel), secrets.token_urlsafe(32)
        hold_packages(stub, self._settings, [digest for _, digest in self.wanted.opponents])
        self._call = stub.PlayMatch(self._request(token))
        options: dict[str, Any] = {}
        for response in self._call:
            if response.HasField("started"):
                options = {name: _option(value) for name, value in response.started.options.items()}
                self.seat.dial(channel, token)
            else:
                with writing(self._settings.database) as session:
                    self.exhibition = store_exhibition(
                        session, self.wanted.game, options, self.wanted.names, response.block
                    )

    def _request(self, token: str) -> referee_pb2.PlayMatchRequest:
        bots = [referee_pb2.BotSource(name=label, digest=digest) for label, digest in self.wanted.opponents]
        bots.insert(
            self.wanted.seat, referee_pb2.BotSource(name=VISITOR, guest=sha256(token.encode()).hexdigest())
        )  # fmt: skip
        return referee_pb2.PlayMatchRequest(
            game=self.wanted.game,
            options={name: option_to_wire(value) for name, value in self.wanted.options.items()},
            bots=bots,
            blocks=1,
            seed=secrets.token_bytes(32),
            clock=CLOCK,
            seatings=referee_pb2.SEATINGS_AS_LISTED,
        )


def _option(value: Any) -> Any:
    return getattr(value, value.WhichOneof("value"))
