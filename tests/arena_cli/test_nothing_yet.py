"""Every command in an arena where nothing has happened, and every mistake: one sentence, code 2, no traceback."""

from __future__ import annotations

import pytest

from tests.arena_cli.commands import Home

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("bot list", "There are no bots yet"),
        ("tournament list", "There are no tournaments yet"),
        ("ladder list", "There are no ladders yet"),
        ("ratings show", "There are no ratings yet"),
    ],
)
def test_an_empty_arena_says_so(empty: Home, command: str, words: str) -> None:
    assert words in empty.output(*command.split())


def test_an_empty_arena_is_an_empty_list_in_json(empty: Home) -> None:
    assert empty.json("tournament", "list") == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tournament", "standings", "x"), "there is no tournament 'x'"),
        (("tournament", "create", "x", "--game", "claim", "--bots", "a,b"), "local/a has no active version"),
        (("tournament", "create", "x", "--game", "claim", "--bots", "a@99999999999,b"), "a bot is written"),
        (("tournament", "create", "x", "--game", "claim", "--bots", "a,b", "-o", "x"), "name=value"),
        (("tournament", "standings", b"\xff"), "not valid Unicode"),
        (("compare", "a", "b", "--game", "claim", "--sprt", "20,0"), "elo0 below elo1"),
        (("compare", "a", "b"), "Missing option '--game' (see arena compare --help)"),
        (("bot", "submit", "/nowhere"), "/nowhere is not there"),
        (("replay", "1"), "there is no game 1"),
        (("ladder", "status", "x"), "there is no ladder 'x'"),
        (("ladder", "create", "x", "--game", "chess"), "chess"),
        (("ladder", "create", "x", "--game", "claim", "-n", "4", "--per-hour", "3"), "fewer in an hour"),
        (("ladder", "create", "x", "--game", "claim", "--anchors", "nobody"), "has no active version"),
        (("replay", "99999999999999999999"), "(see arena replay --help)"),
        (("worker",), "ARENA_REDIS_URL"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_mistake_is_one_sentence(empty: Home, arguments: tuple[str | bytes, ...], words: str) -> None:
    typed = [word if isinstance(word, str) else word.decode("utf-8", "surrogateescape") for word in arguments]
    assert words in empty.complaint(*typed)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("ARENA_HOME", "/proc/nowhere", "/proc/nowhere"),
        ("ARENA_DATABASE_URL", "postgresql://127.0.0.1:1/arena", "the database does not answer"),
        ("ARENA_DATABASE_URL", "mysql://db/arena", "use SQLite or PostgreSQL"),
    ],
)
def test_a_wrong_setting_is_one_sentence(empty: Home, name: str, value: str, words: str) -> None:
    assert words in empty.complaint("bot", "list", **{name: value})
