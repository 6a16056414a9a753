"""Courses and what was handed in, as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.cli.context import print_facts, print_table
from arena.cli.versions import print_step


def print_courses(found: Sequence[dict[str, Any]]) -> None:
    if not found:
        print("There are no courses yet: arena course create KEY begins one.")
        return
    rows = [[one["key"], one["title"], str(one["teams"]), str(len(one["assignments"]))] for one in found]
    print_table("", ["course", "title", "teams>", "assignments>"], rows)


def print_course(facts: dict[str, Any]) -> None:
    hidden = "until they are revealed" if facts["revealed"] is None else "revealed"
    lines = {
        facts["key"]: facts["title"],
        "timezone": facts["timezone"],
        "teams": str(facts["teams"]),
        "pseudonyms": hidden if facts["pseudonyms"] else "none",
    }
    print_facts(lines)
    if not facts["assignments"]:
        print("\nThere are no assignments yet: arena course assignment create makes one.")
        return
    rows = [
        [one["assignment"], one["title"], one["state"], one["opens_local"], one["deadline_local"]]
        for one in facts["assignments"]
    ]
    print_table("", ["assignment", "title", "state", "opens", "deadline"], rows)


def print_assignment(facts: dict[str, Any]) -> None:
    late = f", and late until {facts['last_moment_local']}" if facts["late_hours"] else ""
    lines = {
        facts["assignment"]: f"{facts['title']}, {facts['state']}",
        "game": f"{facts['game']}, {facts['players']} players",
        "opens": facts["opens_local"],
        "deadline": f"{facts['deadline_local']}{late}",
        "quota": f"{facts['quota']} within 24 hours, and {facts['failed_quota']} that are refused",
        "meets": f"itself, then {facts['blocks']} blocks against each of: {', '.join(facts['baselines']) or 'nobody'}",
    }
    if facts["late_percent_per_day"]:
        lines["late"] = f"{facts['late_percent_per_day']:g} % off for every day that was begun"
    if facts["freeze"]:
        lines["freeze"] = f"the leaderboard stands still from {facts['freeze_local']}"
    for one in facts["thresholds"]:
        lines[f"{one['points']:g} points"] = f"for more than {one['score']:.1%} against {one['baseline']}"
    print_facts(lines)


def print_handins(found: Sequence[dict[str, Any]]) -> None:
    if not found:
        print("Nothing has been handed in yet.")
        return
    rows = [
        [str(one["id"]), one["team"], one["version"] or "–", one["received_local"], _state(one), one["sentence"]]
        for one in found
    ]
    print_table("", ["id>", "team", "bot", "received", "state", ""], rows)


def print_feedback(facts: dict[str, Any]) -> None:
    late = f", {facts['late_seconds'] / 3600:.1f} hours late" if facts["late_seconds"] else ""
    print_facts(
        {
            f"hand-in {facts['id']}": f"{facts['assignment']} of {facts['team']}",
            "bot": facts["version"] or "–",
            "received": f"{facts['received_local']}{late}",
            "state": f"{_state(facts)}. {facts['sentence']}".rstrip(". "),
            "next slot": "now" if facts["is_free_now"] else facts["next_slot_local"] or "none before it is over",
        }
    )
    for step in facts["steps"]:
        print_step(step)
    if facts["matches"]:
        print_table("", ["against", "blocks>", "score>", "faults>", "state"], [_match(one) for one in facts["matches"]])
    for one in facts["lost"]:
        games = ", ".join(str(game) for game in one["games"])
        print(f"lost {one['score']:.0%} against {one['opponent']}: block {one['block']}, games {games}")
    if facts["faults"]:
        print(f"at fault in games {', '.join(map(str, facts['faults']))}: their logs say why")


def print_leaderboard(facts: dict[str, Any]) -> None:
    names = any("name" in row for row in facts["rows"])
    columns = ["rank>", "team", *(["name"] if names else []), "score>", *(f"{one}>" for one in facts["baselines"])]
    rows = [
        [str(row["rank"] or "–"), row["team"], *([row.get("name", "")] if names else []), _share(row["score"]),
         *(_share(score) for score in row["scores"])]
        for row in facts["rows"]
    ]  # fmt: skip
    notes = [f"It stands still since {facts['frozen_since_local']}."] if facts["frozen_since"] else []
    print_table(facts["assignment"], columns, rows, *notes)


def _state(facts: dict[str, Any]) -> str:
    progress = facts["progress"]
    if progress is None or progress["status"] == "done":
        return str(facts["status"])
    return f"{facts['status']}, {progress['blocks_done']} of {progress['blocks']} blocks played"


def _match(one: dict[str, Any]) -> list[str]:
    trouble = f"{one['status']}: {one['trouble']}" if one["trouble"] else one["status"]
    return [one["opponent"], f"{one['blocks_done']}/{one['blocks']}", _share(one["score"]), str(one["faults"]), trouble]


def _share(score: float | None) -> str:
    return "–" if score is None else f"{score:.1%}"
