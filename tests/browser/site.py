"""A real arena for browsers to visit: `arena up` over a database in which small tournaments were really played."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlmodel import select

from arena.db import reading, writing
from arena.models import Game, Tournament, TournamentStatus, VersionStatus
from arena.packages import keep_package
from arena.store import add_version, owner_named, tournament_named
from arena.submissions import packed
from arena.tournaments import Plan, create, start
from tests.arena.arenas import PATIENT, SAMPLES, Arena, until

ALL_GAMES = ("claim", "lords_of_scotland", "schotten_totten")
CUP, FEAST, SIEGE = "Spring cup", "<b>Feast</b> of & three", "Siege"
"""Tournaments that are over: Claim with a bot that fails, Lords of Scotland for three, Schotten Totten with tactics."""
STRANGER = "Zoë <i>& co"
"""An owner with a name that a careless page would stumble over."""
SECRET = "my secret plan <script>alert(1)</script>"
"""What the bot that fails has printed: nobody's business but its owner's."""
SECONDS = 180


@dataclass(frozen=True)
class Site:
    """An arena that is up, and its address."""

    arena: Arena
    url: str
    pid: int
    """Of `arena up`."""

    @property
    def database(self) -> str:
        return self.arena.database

    def begin(self, name: str, game: str, bots: Sequence[str], **more: Any) -> int:
        """Plan a tournament and have it played; its id."""
        settings: dict[str, Any] = {"blocks": 2, "seed": "the same", "clock": PATIENT}
        tournament = create(self.database, Plan(name, game, bots, **(settings | more)))
        assert tournament.id is not None
        start(self.database, tournament.id)
        return tournament.id

    def tournament(self, name: str) -> Tournament:
        with reading(self.database) as session:
            return tournament_named(session, name)

    def has_ended(self, name: str) -> bool:
        return self.tournament(name).status == TournamentStatus.DONE

    def games(self) -> list[int]:
        """The ids of all games that are stored."""
        with reading(self.database) as session:
            return [game_id for game_id in session.exec(select(Game.id).order_by(Game.id)) if game_id is not None]  # type: ignore[arg-type]

    def stop(self) -> None:
        """In good order, as with Ctrl-C; whoever started it."""
        os.kill(self.pid, signal.SIGINT)
        until(lambda: not self.arena.processes())
        remove(self.arena.root)


def opened(root: Path) -> Site:
    """An arena with bots, up, with all of its tournaments played."""
    arena = Arena.at(root, trust_bots=1)
    for name in ("anna", "bert", "cleo"):
        enter(arena, name)
    enter(arena, "dora", owner=STRANGER)
    enter(
        arena,
        "faulty",
        changes={"index = games": f"print({SECRET!r}, flush=True); os._exit(3)\n            index = games"},
    )
    process = arena.start("up", "--workers", "2", "--port", "0", "--json")
    site = Site(arena, _ready(process)["url"], process.pid)
    site.begin(CUP, "claim", ["anna", "faulty", f"{STRANGER}/dora"])
    site.begin(FEAST, "lords_of_scotland", ["anna", "bert", "cleo"], players=3)
    site.begin(SIEGE, "schotten_totten", ["anna", "cleo"], options={"tactics": True})
    for name in (CUP, FEAST, SIEGE):
        until(lambda name=name: site.has_ended(name), SECONDS)  # type: ignore[misc]
    return site


def enter(arena: Arena, name: str, owner: str = "local", changes: Mapping[str, str] | None = None) -> None:
    """A bot that plays all games at random, from its games' seeds alone; `changes` to its program make others of it."""
    folder = arena.root / "bots" / name
    folder.mkdir(parents=True)
    source = (SAMPLES / "python-raw" / "bot.py").read_text()
    for old, new in (changes or {}).items():
        assert old in source
        source = source.replace(old, new)
    (folder / "bot.py").write_text(source)
    (folder / "bot.toml").write_text(f'name = "{name}"\ngames = {list(ALL_GAMES)}\nrun = ["python3", "bot.py"]\n')
    data = packed(folder)
    digest = sha256(data).hexdigest()
    with writing(arena.database) as session:
        keep_package(session, digest, data)
        version, _ = add_version(session, owner_named(session, owner), name, digest, ALL_GAMES)
        version.status = VersionStatus.ACTIVE
        session.add(version)


def remove(root: Path) -> None:
    """With the packages that a referee holds: their folders are read-only, and we may not be root."""
    for path in root.glob("**/held/**/"):
        path.chmod(0o755)
    shutil.rmtree(root, ignore_errors=True)


def _ready(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What `arena up --json` says when it is: an object over several lines."""
    assert process.stdout is not None
    text = ""
    while not text.endswith("}\n"):
        line = process.stdout.readline()
        assert line, "arena up ended before it was up"
        text += line
    facts: dict[str, Any] = json.loads(text)
    return facts
