"""`arena --server … course results` and `course kit`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.afar.courses import path_of
from arena.cli.context import print_json
from arena.cli.listings import print_kit, print_result
from arena.settings import ArenaError

if TYPE_CHECKING:
    from arena.client import Client


def results(server: Client, assignment: str, team: str | None, into: Path | None, as_json: bool) -> None:
    if into is not None:
        raise ArenaError("all teams' results are written on the arena's own machine: leave out --into")
    found = server.get(f"{path_of(assignment)}/results", **({} if team is None else {"team": team}))
    print_json(found) if as_json else print_result(found)


def kit(server: Client, assignment: str, folder: Path, address: str | None, as_json: bool) -> None:
    from arena.courses.kit import make_kit

    files = make_kit(server.get(f"{path_of(assignment)}/kit"), address or server.address, folder)
    print_kit(folder, files, as_json)
