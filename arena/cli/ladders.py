"""Ladders as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.cli.context import print_facts, print_table


def print_ladders(found: Sequence[dict[str, Any]]) -> None:
    if not found:
        print("There are no ladders yet: arena ladder create NAME --game GAME begins one.")
        return
    rows = [
        [one["name"], one["status"], one["game"], str(one["players"]), str(len(one["bots"])),
         str(one["season"]["number"]), str(one["season"]["blocks_done"])]
        for one in found
    ]  # fmt: skip
    print_table("", ["ladder", "status", "game", "players>", "bots>", "season>", "blocks>"], rows)


def print_ladder(facts: dict[str, Any]) -> None:
    options = "".join(f", {key}={str(value).lower()}" for key, value in facts["options"].items())
    season, budget = facts["season"], facts["blocks_per_hour"]
    lines = {
        facts["name"]: facts["status"] if facts["waits_for"] is None else f"{facts['status']}: {facts['waits_for']}",
        "game": f"{facts['game']}, {facts['players']} players{options}",
        "season": f"{season['number']}, since {season['started']}: {season['blocks_done']} blocks",
        "bots": ", ".join(facts["bots"]) or "none yet",
        "anchors": ", ".join(facts["anchors"]) or "none",
        "in the gauntlet": ", ".join(facts["in_gauntlet"]) or "nobody",
        "joins": "everybody's newest version" if facts["joins"] == "all" else "only who is invited",
        "ready": f"{facts['matches_ahead']} of {facts['ahead']} matches of {facts['blocks_per_match']} blocks",
        "in the last hour": f"{facts['blocks_lately']} blocks{'' if budget is None else f' of {budget} at most'}",
        "challenges": f"{facts['challenges_waiting']} waiting; {facts['challenge_quota']} for each owner in 24 hours",
    }
    print_facts(lines)


def print_challenge(facts: dict[str, Any], ladder: str) -> None:
    print(f"{facts['challenger']} has challenged {facts['opponent']} on {ladder}: the match is played in its turn.")


def season_title(report: dict[str, Any]) -> str:
    state = "final" if report["is_final"] else f"{report['status']}, so far"
    return f"{report['ladder']}, season {report['season']} ({state})"
