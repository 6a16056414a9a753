"""Versions of bots as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.cli.context import print_facts, print_json, print_table


def print_versions(found: Sequence[dict[str, Any]]) -> None:
    if not found:
        print("There are no bots yet: arena bot submit FOLDER takes one in.")
        return
    rows = [[one["bot"], one["status"], ", ".join(one["games"]), _package(one)] for one in found]
    print_table("", ["bot", "status", "games", "digest"], rows)


def _package(facts: dict[str, Any]) -> str:
    if not facts["is_from_afar"]:
        return str(facts["digest"][:12])
    return f"from afar, {'here' if facts['is_here'] else 'away'}"


def print_version(facts: dict[str, Any]) -> None:
    """With its ratings, and with what build and check said of it."""
    lines = {name: facts[name] for name in ("bot", "status", "digest", "created")}
    if facts["is_from_afar"]:
        lines["digest"] = _package(facts)
    print_facts({**lines, "games": ", ".join(facts["games"])})
    if facts["ratings"]:
        _print_ratings(facts["ratings"])
    print(f"\n{facts['report']}".rstrip())


def print_token(facts: dict[str, Any], as_json: bool) -> None:
    """Of a bot from afar. A token is there if one was made."""
    if as_json:
        print_json(facts)
    elif facts["token"] is None:
        print(f"{facts['bot']} has no token any more: nobody plays as it.")
    else:
        print(f"BOTHY_TOKEN={facts['token']}")
        print(f"\nIt is shown this once. {facts['bot']} plays when its owner starts it at home with this variable,")
        door = facts["referee"] or "HOST:PORT"
        print(f"and with BOTHY_REFEREE={door}, the arena's door.")


def handed_in(handin: dict[str, Any]) -> str:
    """What has become of it, and what to do next."""
    slot = "now" if handin["is_free_now"] else handin["next_slot_local"] or "not before it is over"
    return (
        f"{handin['assignment']}: hand-in {handin['id']} of {handin['team']} is {handin['status']}; the next slot is "
        f"free: {slot}\n\nNext:  arena course feedback {handin['id']}"
    )


def print_step(step: dict[str, Any]) -> None:
    print(f"  {'passed' if step['passed'] else 'FAILED'}  {step['step']}: {step['detail']}", flush=True)
    if not step["passed"]:
        print("\n".join(f"        | {line}" for line in step["log"].splitlines()[-20:]), flush=True)


def _print_ratings(ratings: list[dict[str, Any]]) -> None:
    rows = [
        [one["pool"], f"{one['rating']:.0f}", f"{one['low']:.0f} to {one['high']:.0f}", f"{one['elo']:.0f}",
         str(one["games"])]
        for one in ratings
    ]  # fmt: skip
    print_table("\nwhen a tournament last ended", ["pool", "rating>", "95 %>", "Elo>", "games>"], rows)
