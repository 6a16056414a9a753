"""Arenas for tests: a home, a database, bots that play the same every time, and what is left of it all."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import sample_bots
from arena.db import reading, upgrade, writing
from arena.models import Format, Tournament, VersionStatus
from arena.packages import keep_package
from arena.replays import tournament_replays
from arena.reports import tournament_standings
from arena.settings import Settings
from arena.store import add_version, owner_named, tournament_named
from arena.submissions import packed
from arena.tournaments import Plan, create
from referee.replay import to_text
from tests.arena.processes import Process, living

SAMPLES = Path(next(iter(sample_bots.__path__)))
PATIENT = {"startup_ms": 120_000, "grace_ms": 20_000, "bank_ms": 120_000}
"""For bots that do nothing wrong on a machine that is busy."""
TRIO = ("anna", "bert", "cleo")


@dataclass(frozen=True)
class Arena:
    """A home of its own under a root of its own: whatever runs for it has the root in its command or environment."""

    root: Path
    settings: Settings

    @classmethod
    def at(cls, root: Path, database: str = "", lease_seconds: int = 10, trust_bots: int = 0) -> Arena:
        (root / "tmp").mkdir(parents=True, exist_ok=True)
        settings = Settings(
            home=root / "home", database_url=database, lease_seconds=lease_seconds, trust_bots=trust_bots
        )
        upgrade(settings.database)
        return cls(root, settings)

    @property
    def database(self) -> str:
        return self.settings.database

    def with_redis(self, url: str) -> Arena:
        return replace(self, settings=replace(self.settings, redis_url=url))

    @property
    def environment(self) -> dict[str, str]:
        given = {
            "ARENA_HOME": str(self.settings.home),
            "ARENA_DATABASE_URL": self.database,
            "ARENA_REDIS_URL": self.settings.redis_url,
            "ARENA_TRUST_BOTS": str(self.settings.trust_bots),
            "ARENA_LEASE_SECONDS": str(self.settings.lease_seconds),
            "TMPDIR": str(self.root / "tmp"),
        }
        return os.environ | given

    def start(self, *arguments: str, inside: Sequence[str] = ()) -> subprocess.Popen[str]:
        """An `arena` command in a process of its own; `inside` is what it is started through."""
        command = [*inside, sys.executable, "-c", "from arena.cli import main; main()", *arguments]
        log = (self.root / "command.log").open("a")
        return subprocess.Popen(
            command, env=self.environment, cwd=self.root, stdout=subprocess.PIPE, stderr=log, text=True
        )

    def run(self, name: str, workers: int = 1, seconds: float = 240) -> dict[str, Any]:
        """Run a tournament to its end; the standings that it prints."""
        process = self.start("tournament", "run", name, "--workers", str(workers), "--json")
        out, _ = process.communicate(timeout=seconds)
        assert process.returncode == 0, (self.root / "command.log").read_text()
        shown: dict[str, Any] = json.loads(out)
        return shown

    def processes(self) -> list[Process]:
        return living(str(self.root))


def enter(arena: Arena, name: str, program: str | None = None) -> None:
    """A bot without the ceremony of a submission; by default one that plays at random, from its games' seeds alone."""
    folder = arena.root / "bots" / name
    folder.mkdir(parents=True)
    source = (SAMPLES / "python-raw" / "bot.py").read_text() if program is None else program
    (folder / "bot.py").write_text(source)
    (folder / "bot.toml").write_text(f'name = "{name}"\ngames = ["claim"]\nrun = ["python3", "bot.py"]\n')
    data = packed(folder)
    digest = sha256(data).hexdigest()
    with writing(arena.database) as session:
        keep_package(session, digest, data)
        version, _ = add_version(session, owner_named(session, "local"), name, digest, ["claim"])
        version.status = VersionStatus.ACTIVE
        session.add(version)


def plan(arena: Arena, name: str = "cup", bots: Sequence[str] = TRIO, **more: Any) -> int:
    """A tournament of Claim, planned; its id."""
    settings: dict[str, Any] = {"blocks": 2, "seed": "the same", "clock": PATIENT, "format": Format.ROUND_ROBIN}
    tournament = create(arena.database, Plan(name, "claim", bots, **(settings | more)))
    assert tournament.id is not None
    return tournament.id


def with_trio(arena: Arena, **more: Any) -> Arena:
    """A round robin of three matches, with enough blocks to be in the middle of one at most moments."""
    for name in TRIO:
        enter(arena, name)
    plan(arena, **({"blocks": 20} | more))
    return arena


# --- what came of it ---------------------------------------------------------------------------


def tournament(arena: Arena, name: str = "cup") -> Tournament:
    with reading(arena.database) as session:
        return tournament_named(session, name)


def outcome(arena: Arena, name: str = "cup") -> dict[str, str]:
    """All replays, times aside, and the standings: the same bytes whoever played what when."""
    with reading(arena.database) as session:
        found = tournament_named(session, name)
        texts = {
            label: without_times(to_text(replay.to_json())) for label, replay in tournament_replays(session, found)
        }
        return texts | {"standings": json.dumps(tournament_standings(session, found))}


def without_times(text: str) -> str:
    return re.sub(r', "cpu_ms": [0-9.e-]+', "", re.sub(r'"ms": [0-9.e-]+', '"ms": 0', text))


def until(is_so: Callable[[], Any], seconds: float = 60.0) -> None:
    """Wait for something; the bound is generous, because the machine may be busy."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)


def kill(processes: Sequence[Process]) -> int:
    """How many it were."""
    for process in processes:
        process.send(signal.SIGKILL)
    return len(processes)
