from __future__ import annotations

import pytest

from arena.db import reading, writing
from arena.models import VersionStatus
from arena.packages import keep_package, kept_package
from arena.settings import ArenaError
from arena.store import BotName, add_version, find_version, owner_named, pool_of, version_labels
from tests.arena.arenas import Arena


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("greedy", BotName("local", "greedy", None)),
        ("greedy@2", BotName("local", "greedy", 2)),
        ("anna/greedy@12", BotName("anna", "greedy", 12)),
    ],
)
def test_a_bot_is_named_with_or_without_owner_and_version(text: str, name: BotName) -> None:
    assert BotName.parse(text, "local") == name


@pytest.mark.parametrize("text", ["", "@1", "/greedy", "greedy@", "greedy@x"])
def test_what_names_no_bot_is_refused(text: str) -> None:
    with pytest.raises(ArenaError, match="a bot is written"):
        BotName.parse(text, "local")


def test_the_same_package_is_the_same_version(arena: Arena) -> None:
    assert add(arena, "a" * 64) == (1, True)
    assert add(arena, "a" * 64) == (1, False)


def test_another_package_is_the_next_version(arena: Arena) -> None:
    add(arena, "a" * 64)
    assert add(arena, "b" * 64) == (2, True)


def test_a_name_without_a_version_means_the_newest_active_one(arena: Arena) -> None:
    for letter in "abc":
        add(arena, letter * 64)
    with writing(arena.database) as session:
        for number in (1, 2):
            find_version(session, BotName("local", "greedy", number)).status = VersionStatus.ACTIVE
    with reading(arena.database) as session:
        assert find_version(session, BotName("local", "greedy", None)).number == 2


def test_a_bot_enters_no_game_that_it_does_not_play(arena: Arena) -> None:
    add(arena, "a" * 64)
    with reading(arena.database) as session, pytest.raises(ArenaError, match="does not play"):
        find_version(session, BotName("local", "greedy", 1), "schotten_totten")


def test_the_local_owner_is_not_shown(arena: Arena) -> None:
    add(arena, "a" * 64)
    add(arena, "a" * 64, owner="anna")
    with reading(arena.database) as session:
        assert version_labels(session) == {1: "greedy@1", 2: "anna/greedy@1"}


def test_a_pool_is_there_once_in_whatever_order_its_options_come(arena: Arena) -> None:
    with writing(arena.database) as session:
        one = pool_of(session, "schotten_totten", {"tactics": True, "a": 1}, 2)
        other = pool_of(session, "schotten_totten", {"a": 1, "tactics": True}, 2)
        assert one.id == other.id


def test_a_package_is_kept_in_the_database(arena: Arena) -> None:
    for _ in range(2):
        with writing(arena.database) as session:
            keep_package(session, "a" * 64, b"\0bytes\xff")
    assert kept_package(arena.settings, "a" * 64) == b"\0bytes\xff"


def test_a_package_from_before_the_database_kept_them_moves_there(arena: Arena) -> None:
    file = arena.settings.packages / f"{'a' * 64}.package"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"old")
    assert kept_package(arena.settings, "a" * 64) == b"old"
    file.unlink()
    assert kept_package(arena.settings, "a" * 64) == b"old"


def add(arena: Arena, digest: str, owner: str = "local") -> tuple[int, bool]:
    with writing(arena.database) as session:
        version, is_new = add_version(session, owner_named(session, owner), "greedy", digest, ["claim"])
        return version.number, is_new
