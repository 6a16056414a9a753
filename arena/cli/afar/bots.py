"""`arena --server … bot …`"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arena.cli.context import print_json
from arena.cli.versions import handed_in, print_step, print_token, print_version, print_versions
from arena.settings import ArenaError
from arena.store import LOCAL_OWNER
from arena.submissions import package_of

if TYPE_CHECKING:
    from arena.client import Client

LOOK_SECONDS = 0.5


def submit(server: Client, sources: list[Path], owner: str, assignment: str | None, as_json: bool) -> None:
    if owner != LOCAL_OWNER:
        raise ArenaError("the token says whose bot it is: leave out --owner")
    results = [_submitted(server, source, assignment, as_json) for source in sources]
    if as_json:
        print_json(results)
    if any(result["status"] == "refused" for result in results):
        raise typer.Exit(1)


def _submitted(server: Client, source: Path, assignment: str | None, as_json: bool) -> dict[str, Any]:
    """Upload it, and tell what its check says as it says it."""
    state = server.send("/submissions", package_of(source), **({"assignment": assignment} if assignment else {}))
    told = 0
    while True:
        for step in state["steps"][told:]:
            None if as_json else print_step(step)
        told = len(state["steps"])
        if state["is_over"]:
            break
        time.sleep(LOOK_SECONDS)
        state = server.get(f"/submissions/{state['id']}")
    if not as_json:
        print(f"{source}: {state['sentence'] or state['status']}", flush=True)
    facts = {"bot": state["version"], **{name: state[name] for name in ("status", "sentence", "steps")}}
    return facts if assignment is None else facts | _handed_in(server, state["handin_id"], as_json)


def _handed_in(server: Client, handin_id: int, as_json: bool) -> dict[str, Any]:
    """What the course says of it."""
    handin = server.get(f"/handins/{handin_id}")
    if not as_json:
        print(handed_in(handin), flush=True)
    return {"status": handin["status"], "sentence": handin["sentence"], "handin_id": handin_id}


def add_from_afar(server: Client, name: str, games: str, owner: str, as_json: bool) -> None:
    if owner != LOCAL_OWNER:
        raise ArenaError("the token says whose bot it is: leave out --owner")
    print_token(server.post("/bots/afar", {"name": name, "games": games.split(",")}), as_json)


def token(server: Client, bot: str, revoke: bool, as_json: bool) -> None:
    change = "revoke" if revoke else "token"
    print_token(server.post(f"/versions/{_version(server, bot)['id']}/{change}"), as_json)


def list_versions(server: Client, as_json: bool) -> None:
    found = list(server.items("/versions"))
    print_json(found) if as_json else print_versions(found)


def show(server: Client, bot: str, as_json: bool) -> None:
    facts = server.get(f"/versions/{_version(server, bot)['id']}")
    facts["report"] = facts["report"] or ""
    print_json(facts) if as_json else print_version(facts)


def retire(server: Client, bot: str, as_json: bool) -> None:
    _change(server, bot, "retire", as_json)


def activate(server: Client, bot: str, as_json: bool) -> None:
    _change(server, bot, "activate", as_json)


def _change(server: Client, bot: str, change: str, as_json: bool) -> None:
    facts = server.post(f"/versions/{_version(server, bot, change == 'retire')['id']}/{change}")
    print_json(facts) if as_json else print(f"{facts['bot']} is {facts['status']}")


def _version(server: Client, bot: str, must_be_active: bool = False) -> dict[str, Any]:
    """The one that is named; else the newest, or the newest that is active."""
    found = [
        one
        for one in server.items("/versions", bot=bot)
        if "@" in bot or not must_be_active or one["status"] == "active"
    ]
    if not found:
        raise ArenaError(f"there is no {'active version of ' if must_be_active else 'bot '}{bot!r}: see arena bot list")
    newest: dict[str, Any] = max(found, key=lambda one: one["number"])
    return newest
