"""`arena --server … course …`"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.cli.context import print_json
from arena.cli.course_tables import (
    print_assignment,
    print_course,
    print_courses,
    print_feedback,
    print_handins,
    print_leaderboard,
)
from arena.settings import ArenaError

if TYPE_CHECKING:
    from arena.client import Client


def list_courses(server: Client, as_json: bool) -> None:
    found = server.get("/courses")
    print_json(found) if as_json else print_courses(found)


def show(server: Client, course: str, as_json: bool) -> None:
    facts = server.get(f"/courses/{course}")
    print_json(facts) if as_json else print_course(facts)


def show_assignment(server: Client, name: str, as_json: bool) -> None:
    facts = server.get(path_of(name))
    print_json(facts) if as_json else print_assignment(facts)


def submissions(server: Client, name: str, as_json: bool) -> None:
    found = list(server.items(f"{path_of(name)}/handins"))
    print_json(found) if as_json else print_handins(found)


def show_feedback(server: Client, handin: int, as_json: bool) -> None:
    facts = server.get(f"/handins/{handin}")
    print_json(facts) if as_json else print_feedback(facts)


def show_leaderboard(server: Client, name: str, as_json: bool) -> None:
    facts = server.get(f"{path_of(name)}/leaderboard")
    print_json(facts) if as_json else print_leaderboard(facts)


def path_of(name: str) -> str:
    """`cs101/hw1`, where the API has it."""
    course, slash, key = name.partition("/")
    if not slash or not course or not key or "/" in key or not name.isascii():
        raise ArenaError(f"an assignment is written COURSE/KEY, like cs101/hw1, not {name!r}")
    return f"/courses/{course}/assignments/{key}"
