"""`arena tournament create`, `list`, `status`, `void`"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from tests.arena_cli.commands import Home
from tests.arena_cli.conftest import AUTUMN, SPRING

pytestmark = pytest.mark.slow

STATUS_KEYS = {
    "name", "status", "rounds", "round", "matches", "matches_done", "matches_playing", "matches_waiting", "blocks",
    "blocks_done", "troubles", "game", "players", "options", "format", "bots", "blocks_per_match", "clock", "seed",
    "seed_sha256", "voids", "limits", "freeze",
}  # fmt: skip


def test_a_tournament_comes_from_a_file(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(
        'name = "cup"\ngame = "schotten_totten"\nbots = ["python-raw", "python-random@1"]\nformat = "knockout"\n'
        'blocks = 3\nseed = "cup"\nclock = "grace=50ms,bank=5s"\n[options]\ntactics = true\n'
    )
    planned = home.json("tournament", "create", "--file", file)
    assert set(planned) == STATUS_KEYS
    assert (planned["format"], planned["blocks"], planned["options"]["tactics"]) == ("knockout", 3, True)
    assert planned["clock"] == {"startup_ms": 10_000, "grace_ms": 50, "bank_ms": 5000}


def test_the_command_after_creation_can_be_copied_into_a_shell(home: Home) -> None:
    printed = home.output("tournament", "create", "it's mine", "--game", "claim", "--bots", "python-raw,python-random")
    assert """Next:  arena tournament run 'it'"'"'s mine'""" in printed


def test_a_name_is_taken_once(home: Home) -> None:
    again = ("tournament", "create", AUTUMN, "--game", "claim", "--bots", "python-raw,python-random")
    assert "already" in home.complaint(*again)


def test_all_tournaments_are_listed(home: Home) -> None:
    listed = {one["name"]: one["status"] for one in home.json("tournament", "list")}
    assert (listed[SPRING], listed[AUTUMN]) == ("done", "planned")


def test_a_seed_is_secret_until_the_end_and_then_was_what_its_digest_said(home: Home) -> None:
    planned, over = (home.json("tournament", "status", name) for name in (AUTUMN, SPRING))
    assert planned["seed"] is None
    assert sha256(bytes.fromhex(over["seed"])).hexdigest() == over["seed_sha256"] == planned["seed_sha256"]


def test_what_is_over_cannot_be_cancelled(home: Home) -> None:
    assert "is over" in home.complaint("tournament", "cancel", SPRING)


def test_a_block_that_is_void_counts_no_more_and_stays_where_it_is(home: Home) -> None:
    before = home.output("tournament", "export", SPRING)
    block = ("--match", 1, "--block", 2)
    home.output("tournament", "void", SPRING, *block, "--reason", "the host was swapping")
    assert home.json("tournament", "standings", SPRING)["games"] == 2
    after = home.output("tournament", "export", SPRING)
    assert after.replace("the host was swapping", "") == before
    assert after.count("the host was swapping") == 4
    voids = home.json("tournament", "status", SPRING)["voids"]
    assert voids == [{"match": 1, "block": 2, "reason": "the host was swapping"}]
    assert "void already" in home.complaint("tournament", "void", SPRING, *block, "--reason", "again")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--match", 2, "--block", 1, "--reason", "x"), "no match 2"),
        (("--match", 1, "--block", 3, "--reason", "x"), "has not been played"),
        (("--match", 1, "--block", 1, "--reason", " "), "for a reason"),
    ],
)
def test_only_what_was_played_is_voided_and_for_a_reason(home: Home, arguments: tuple[object, ...], words: str) -> None:
    assert words in home.complaint("tournament", "void", SPRING, *arguments)
