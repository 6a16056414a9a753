"""What a user finds without a manual: help with examples, completion, and what the first commands say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from arena.cli.app import app
from tests.arena_cli.commands import Home
from tests.arena_cli.conftest import AUTUMN

NO_JSON = ("replay",)
"""What it prints is JSON already."""


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


EVERY = dict(commands(typer.main.get_command(app)))
every_command = pytest.mark.parametrize("name", EVERY)


@every_command
def test_every_command_has_an_example_of_itself(name: str) -> None:
    assert f"arena {name}" in EVERY[name].epilog


@every_command
def test_every_command_says_what_it_does_and_takes(name: str) -> None:
    assert EVERY[name].help
    for parameter in EVERY[name].params:
        assert parameter.name == "help" or parameter.help, parameter.name


@every_command
def test_every_command_has_json(name: str) -> None:
    flags = [flag for parameter in EVERY[name].params for flag in parameter.opts]
    assert ("--json" in flags) != (name in NO_JSON)


def test_the_commands_are_those_that_were_promised() -> None:
    promised = ["init", "demo", "up", "serve", "worker", "doctor", "compare", "rematch", "replay"]
    promised += [f"bot {name}" for name in ["submit", "afar", "token", "list", "show", "retire", "activate"]]
    views = [
        "games",
        "create",
        "run",
        "resume",
        "list",
        "status",
        "cancel",
        "void",
        "standings",
        "crosstable",
        "export",
    ]
    promised += [f"tournament {name}" for name in views] + ["ratings show", "ratings rebuild"]
    course = ["create", "list", "show", "tokens", "revoke", "submissions", "feedback", "leaderboard", "reveal"]
    course += [
        "grades",
        "results",
        "final",
        "kit",
        "roster import",
        "roster show",
        *(f"assignment {name}" for name in ["create", "change", "show"]),
    ]
    promised += [f"course {name}" for name in course]
    ladder = ["create", "list", "status", "standings", "run", "pause", "resume", "season", "end"]
    promised += [f"ladder {name}" for name in [*ladder, "challenge", "invite", "anchor"]]
    promised += ["user add", "user list", "token create", "token list", "token revoke"]
    assert sorted(EVERY) == sorted(promised)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("arena tournament create --game cl", ["claim"]),
        ("arena tournament run au", [AUTUMN]),
        ("arena tournament create --bots python-raw,python-ran", ["python-raw,python-random@1"]),
    ],
)
def test_a_shell_completes_what_is_there(home: Home, typed: str, found: list[str]) -> None:
    words = {"_ARENA_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    process = home.start(**words)
    out, _ = process.communicate(timeout=60)
    assert out.split() == found


@pytest.mark.slow
def test_an_arena_begins_with_init(empty: Home) -> None:
    facts = empty.json("init")
    assert facts["database"] == f"sqlite:///{empty.folder}/home/arena.db"
    assert (empty.folder / "home" / "arena.db").exists()


@pytest.mark.slow
def test_a_doctor_looks_at_everything(empty: Home) -> None:
    done = empty.json("doctor")
    assert [(check["what"], check["ok"]) for check in done] == [
        ("a home", True),
        ("a database", True),
        ("a queue", True),
        ("a sandbox for bots", True),
    ]


@pytest.mark.slow
def test_a_doctor_names_what_is_missing(empty: Home) -> None:
    done = empty.run("doctor", ARENA_REDIS_URL="redis://127.0.0.1:1")
    assert done.returncode == 1
    assert "MISSING" in done.stdout
    assert "see ARENA_REDIS_URL" in done.stdout
