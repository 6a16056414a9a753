"""`arena --server … course results` and `course kit`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from arena.cli.context import print_json
from arena.cli.listings import print_kit, print_result
from arena.settings import ArenaError

if TYPE_CHECKING:
    from arena.client import Client


def results(server: Client, assignment: str, team: str | None, into: Path | None, as_json: bool) -> None:
    if into is not None:
        raise ArenaError("all teams' results are written on the arena's own machine: leave out --into")
    found = server.get(f"{_path(assignment)}/results", **({} if team is None else {"team": team}))
    print_json(found) if as_json else print_result(found)


def kit(server: Client, assignment: str, folder: Path, address: str | None, as_json: bool) -> None:
    from arena.courses.kit import make_kit

    files = make_kit(server.get(f"{_path(assignment)}/kit"), address or server.address, folder)
    print_kit(folder, files, as_json)


def _path(assignment: str) -> str:
    course, slash, key = assignment.partition("/")
    if not course or not slash or not key:
        raise ArenaError(f"an assignment is written COURSE/KEY, like cs101/hw1, not {assignment!r}")
    return f"/courses/{quote(course, safe='')}/assignments/{quote(key, safe='')}"
