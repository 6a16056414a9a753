"""Tournaments and games as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.cli.context import print_facts, print_json, print_table


def print_tournaments(found: Sequence[dict[str, Any]]) -> None:
    if not found:
        print("There are no tournaments yet: arena tournament create --help tells how to plan one.")
        return
    rows = [
        [one["name"], one["status"], one["game"], one["format"], f"{one['blocks_done']}/{one['blocks']}"]
        for one in found
    ]
    print_table("", ["tournament", "status", "game", "format", "blocks>"], rows)


def print_status(facts: dict[str, Any]) -> None:
    options = "".join(f", {key}={str(value).lower()}" for key, value in facts["options"].items())
    lines = {
        facts["name"]: so_far(facts),
        "game": f"{facts['game']}, {facts['players']} players{options}",
        "format": facts["format"],
        "bots": ", ".join(facts["bots"]),
        "being played": f"{facts['matches_playing']} matches",
        **({"waiting": f"{facts['matches_waiting']} matches, for bots from afar"} if facts["matches_waiting"] else {}),
        "seed": facts["seed"] or f"secret until it is over; its SHA-256 is {facts['seed_sha256']}",
    }
    print_facts(lines)
    for void in facts["voids"]:
        print(f"void: match {void['match']}, block {void['block']}: {void['reason']}")
    for trouble in facts["troubles"]:
        print(f"trouble, to be tried again: {trouble}")


def so_far(facts: dict[str, Any]) -> str:
    rounds = f", round {facts['round']} of {facts['rounds']}" if facts["rounds"] > 1 else ""
    return (
        f"{facts['status']}, {facts['blocks_done']} of {facts['blocks']} blocks, "
        f"{facts['matches_done']} of {facts['matches']} matches{rounds}"
    )


def print_games(found: Sequence[dict[str, Any]]) -> None:
    if not found:
        print("No game of it has been played yet.")
        return
    rows = [
        [str(one["id"]), " – ".join(seat["bot"] for seat in one["seats"]),
         " : ".join(str(seat["score"]) for seat in one["seats"]), one["termination"], one["void"] or ""]
        for one in found
    ]  # fmt: skip
    print_table("", ["game>", "bots", "scores", "end", "void"], rows)


def print_result(found: dict[str, Any]) -> None:
    """What a team has earned, threshold by threshold."""
    for test in found["tests"]:
        print(f"{test['score']:g} of {test['max_score']:g} points: {test['name']}; {test['output']}")
    print(found["output"])


def print_kit(folder: Path, files: list[str], as_json: bool) -> None:
    if as_json:
        print_json({"folder": str(folder), "files": files})
        return
    print(f"{folder} is ready: {len(files)} files, and a README.md that says what they are.")
