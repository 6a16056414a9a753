"""`arena --server … ladder …`"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.cli.context import print_json, quoted
from arena.cli.ladders import print_challenge, print_ladder, print_ladders, season_title
from arena.cli.tables import print_standings
from arena.settings import ArenaError

if TYPE_CHECKING:
    from arena.client import Client

NAMES = (
    "name", "game", "players", "options", "blocks", "clock", "limits", "freeze", "joins", "anchors", "blocks_per_hour",
    "gauntlet_blocks", "uniform_share", "challenge_quota", "ahead",
)  # fmt: skip


def create(server: Client, as_json: bool, **given: Any) -> None:
    from arena.cli.ladder import wanted

    plan = wanted(**given)
    facts = server.post("/ladders", {name: getattr(plan, name) for name in NAMES})
    if as_json:
        print_json(facts)
    else:
        print(f"{plan.name} has begun.\n\nNext:  arena ladder status {quoted(plan.name)}")


def list_ladders(server: Client, as_json: bool) -> None:
    found = list(server.items("/ladders"))
    print_json(found) if as_json else print_ladders(found)


def status(server: Client, name: str, as_json: bool) -> None:
    facts = _named(server, name)
    print_json(facts) if as_json else print_ladder(facts)


def standings(server: Client, name: str, season: int | None, as_json: bool) -> None:
    query = {} if season is None else {"season": season}
    report = server.get(f"/ladders/{_named(server, name)['id']}/standings", **query)
    print_json(report) if as_json else print_standings(report, season_title(report))


def pause(server: Client, name: str, as_json: bool) -> None:
    _change(server, name, "pause", f"{name} is paused.", as_json)


def resume(server: Client, name: str, as_json: bool) -> None:
    _change(server, name, "resume", f"{name} goes on.", as_json)


def season(server: Client, name: str, as_json: bool) -> None:
    _change(server, name, "season", f"{name} begins a new season.", as_json)


def end(server: Client, name: str, as_json: bool) -> None:
    _change(server, name, "end", f"{name} has ended.", as_json)


def challenge(server: Client, name: str, mine: str, other: str, as_json: bool) -> None:
    body = {"challenger": mine, "opponent": other}
    facts = server.post(f"/ladders/{_named(server, name)['id']}/challenges", body)
    print_json(facts) if as_json else print_challenge(facts, name)


def invite(server: Client, name: str, bot: str, withdraw: bool, as_json: bool) -> None:
    sentence = f"{bot} is {'not invited any more' if withdraw else 'invited'}."
    _change(server, name, "invitations", sentence, as_json, {"bot": bot, "is_invited": not withdraw})


def anchor(server: Client, name: str, bot: str, remove: bool, as_json: bool) -> None:
    sentence = f"{bot} is {'no anchor any more' if remove else 'an anchor'}."
    _change(server, name, "anchors", sentence, as_json, {"bot": bot, "is_anchor": not remove})


def _change(server: Client, name: str, what: str, sentence: str, as_json: bool, body: Any = None) -> None:
    facts = server.post(f"/ladders/{_named(server, name)['id']}/{what}", body)
    print_json(facts) if as_json else print(sentence)


def _named(server: Client, name: str) -> dict[str, Any]:
    for found in server.items("/ladders", name=name):
        facts: dict[str, Any] = found
        return facts
    raise ArenaError(f"there is no ladder {name!r}: see arena ladder list")
