"""`arena --server … tournament …`, `ratings show` and `replay`"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.context import print_json, quoted
from arena.cli.listings import print_games, print_status, print_tournaments, so_far
from arena.cli.plans import plan_of
from arena.cli.tables import print_crosstable, print_standings
from arena.settings import ArenaError

if TYPE_CHECKING:
    from arena.client import Client

LOOK_SECONDS = 1.0


def create(server: Client, as_json: bool, **given: Any) -> None:
    plan = plan_of(**given)
    names = (
        "name",
        "game",
        "bots",
        "format",
        "players",
        "options",
        "blocks",
        "rounds",
        "seed",
        "clock",
        "limits",
        "freeze",
    )
    facts = server.post("/tournaments", {name: getattr(plan, name) for name in names})
    if as_json:
        print_json(facts)
    else:
        print(f"{plan.name} is planned.\n\nNext:  arena tournament run {quoted(plan.name)}")


def run(server: Client, name: str, workers: int | None, as_json: bool) -> None:
    """Have it played there, and follow it."""
    if workers is not None:
        raise ArenaError("the arena there has its own workers: leave out --workers")
    facts = _named(server, name)
    if facts["status"] in ("planned", "cancelled"):
        facts = server.post(f"/tournaments/{facts['id']}/start")
    told = ""
    while facts["status"] == "running":
        if not as_json and (line := so_far(facts)) != told:
            print(f"{name}: {line}", file=sys.stderr, flush=True)
            told = line
        time.sleep(LOOK_SECONDS)
        facts = server.get(f"/tournaments/{facts['id']}")
    standings(server, name, as_json)


def list_tournaments(server: Client, as_json: bool) -> None:
    found = list(server.items("/tournaments"))
    print_json(found) if as_json else print_tournaments(found)


def status(server: Client, name: str, as_json: bool) -> None:
    facts = _named(server, name)
    print_json(facts) if as_json else print_status(facts)


def cancel(server: Client, name: str, as_json: bool) -> None:
    facts = server.post(f"/tournaments/{_named(server, name)['id']}/cancel")
    print_json(facts) if as_json else print(
        f"{name} is cancelled; arena tournament resume {quoted(name)} goes on with it."
    )


def standings(server: Client, name: str, as_json: bool) -> None:
    facts = _named(server, name)
    report = server.get(f"/tournaments/{facts['id']}/standings")
    print_json(report) if as_json else print_standings(report, _title(facts))


def crosstable(server: Client, name: str, as_json: bool) -> None:
    facts = _named(server, name)
    report = server.get(f"/tournaments/{facts['id']}/crosstable")
    print_json(report) if as_json else print_crosstable(report, _title(facts))


def games(server: Client, name: str, as_json: bool) -> None:
    found = list(server.items("/games", tournament=_named(server, name)["id"]))
    print_json(found) if as_json else print_games(found)


def ratings(server: Client, game: str | None, as_json: bool) -> None:
    query = {} if game is None else {"game": game}
    reports = [server.get(f"/pools/{pool['id']}/standings") for pool in server.get("/pools", **query)]
    shown = [{"pool": one["label"], "within_blocks": None, **one["report"], **one} for one in reports]
    if as_json:
        print_json(reports)
        return
    if not reports:
        print("There are no ratings yet: they come with the first tournament.")
    for report in shown:
        print_standings(report, report["pool"])
        print()


def replay(server: Client, game: int, output: Path | None) -> None:
    text = server.text(f"/games/{game}/replay")
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")
        print(f"{output} is written: try  referee show {output}")


def _named(server: Client, name: str) -> dict[str, Any]:
    for found in server.items("/tournaments", name=name):
        facts: dict[str, Any] = found
        return facts
    raise ArenaError(f"there is no tournament {name!r}: see arena tournament list")


def _title(facts: dict[str, Any]) -> str:
    return str(facts["name"]) if facts["status"] == "done" else f"{facts['name']}: {so_far(facts)}"
