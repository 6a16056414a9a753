"""An arena with a door, for tests: services that run, and bots that dial in from processes of their own."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from sqlmodel import col, select

from arena.db import reading, writing
from arena.door.bots import add_from_afar
from arena.door.keeper import tokens_file
from arena.door.models import Remote
from arena.models import Block, Game, Match, MatchStatus, Seat
from arena.queue import connect, queue_of
from arena.reconcile import Reconciler
from arena.services import services
from arena.store import owner_named
from tests.arena.arenas import Arena, until
from tests.e2e.afar import bot_from_afar, free_port, make_certificates

QUICK = {"startup_ms": 20_000, "grace_ms": 20_000, "bank_ms": 120_000}
"""For games that somebody does not come to: they are waited for so long, and no longer."""


@dataclass(frozen=True)
class Door:
    """An arena's door: where bots dial in."""

    arena: Arena
    folder: Path
    port: int

    @classmethod
    def of(cls, root: Path, database: str = "") -> Door:
        arena, port = Arena.at(root, database), free_port()
        make_certificates(root)
        settings = replace(
            arena.settings, door=f"localhost:{port}", door_cert=str(root / "cert.pem"), door_key=str(root / "key.pem")
        )
        return cls(replace(arena, settings=settings), root, port)

    @contextmanager
    def open(self, also: Callable[[], object] = lambda: None) -> Iterator[None]:
        """Everything runs that `arena up` has but the web; `also` is done now and then."""
        over = threading.Event()
        with services(self.arena.settings, workers=1) as ready:
            reconciler = Reconciler(ready.database, queue_of(connect(ready.redis_url)))

            def mend() -> None:
                while not over.wait(0.3):
                    also()
                    reconciler.run_once()

            mending = threading.Thread(target=mend)
            mending.start()
            try:
                yield
            finally:
                over.set()
                mending.join()

    def enter(self, name: str, owner: str = "local", games: tuple[str, ...] = ("claim",)) -> tuple[int, str]:
        """A bot from afar: its version and its token."""
        with writing(self.arena.database) as session:
            version, token = add_from_afar(session, owner_named(session, owner), name, games)
        passes = tokens_file(self.arena.settings)
        if passes.exists():  # the door is open: it hears of it soon
            until(lambda: sha256(token.encode()).hexdigest() in passes.read_text())
        return version.id or 0, token

    def bot(
        self, token: str, program: str = "fair.py", *arguments: str
    ) -> AbstractContextManager[subprocess.Popen[str]]:
        return bot_from_afar(self.folder, self.port, token, program, *arguments)

    def remote(self, version_id: int) -> Remote:
        with reading(self.arena.database) as session:
            return session.get_one(Remote, version_id)

    def is_waited_for(self) -> bool:
        return any(match.waits_since is not None for match in matches(self.arena))


def matches(arena: Arena) -> list[Match]:
    with reading(arena.database) as session:
        return list(session.exec(select(Match).order_by(col(Match.id))))


def blocks(arena: Arena) -> list[Block]:
    with reading(arena.database) as session:
        return list(session.exec(select(Block).order_by(col(Block.id))))


def faults(arena: Arena) -> list[tuple[int, int, str]]:
    """By block and version: how each faulty game ended."""
    query = (
        select(Block.number, Seat.version_id, Game.termination)
        .join(Game, col(Game.block_id) == Block.id)
        .join(Seat, col(Seat.game_id) == Game.id)
        .where(col(Seat.is_faulty))
        .order_by(col(Block.number), col(Game.number))
    )
    with reading(arena.database) as session:
        return [(number, version, ended) for number, version, ended in session.exec(query)]


def until_played(arena: Arena, status: MatchStatus = MatchStatus.DONE) -> None:
    until(lambda: all(match.status == status for match in matches(arena)), 180)
