"""`arena ladder …` on the arena's own machine."""

from __future__ import annotations

import pytest

from arena.ladders.scheduler import top_up
from tests.arena_cli.commands import Home
from tests.ladders.ladders import play

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def hill(home: Home) -> Home:
    """A ladder on which a little was played."""
    begun = home.output("ladder", "create", "hill", "--game", "claim", "--blocks", 1, "--anchors", "python-raw@1")
    assert "Next:  arena ladder run hill   or   arena up" in begun
    play(home.database, 2)
    return home


def test_a_ladder_is_listed_and_shown(hill: Home) -> None:
    assert "hill    active  claim        2     2" in hill.output("ladder", "list")
    shown = hill.output("ladder", "status", "hill")
    assert "python-random@1, python-raw@1" in shown
    assert hill.json("ladder", "status", "hill")["anchors"] == ["python-raw@1"]
    assert "hill, season 1 (running, so far)" in hill.output("ladder", "standings", "hill")


def test_a_challenge_is_made_within_the_quota(hill: Home) -> None:
    words = ("ladder", "challenge", "hill", "python-random", "python-raw@1")
    assert "python-random@1 has challenged python-raw@1 on hill" in hill.output(*words)
    assert "has challenged python-raw@1 already" in hill.complaint(*words)
    assert "local/nobody is not on hill" in hill.complaint("ladder", "challenge", "hill", "nobody", "python-raw")


def test_anchors_and_invitations_are_given_and_taken(hill: Home) -> None:
    assert hill.json("ladder", "anchor", "hill", "python-raw", "--remove")["anchors"] == []
    assert "python-random is an anchor." in hill.output("ladder", "anchor", "hill", "python-random")
    assert "python-raw is invited." in hill.output("ladder", "invite", "hill", "python-raw")
    assert "there is no bot local/nobody" in hill.complaint("ladder", "invite", "hill", "nobody")


def test_a_ladder_is_paused_resumed_and_begins_another_season(hill: Home) -> None:
    assert hill.json("ladder", "pause", "hill")["waits_for"] == "it is paused"
    assert top_up(hill.database) == 0
    assert hill.output("ladder", "resume", "hill") == "hill goes on.\n"
    assert hill.json("ladder", "season", "hill")["season"]["number"] == 2
    final = hill.json("ladder", "standings", "hill", "--season", 1)
    assert (final["is_final"], final["games"] > 0) == (True, True)
    assert "hill has no season 3" in hill.complaint("ladder", "standings", "hill", "--season", 3)


def test_a_ladder_that_has_ended_stays_ended(hill: Home) -> None:
    hill.output("ladder", "create", "low", "--game", "claim", "--joins", "invited")
    assert "2 bots are needed for a table, and 0 are on it" in hill.output("ladder", "status", "low")
    assert hill.output("ladder", "end", "low") == "low has ended.\n"
    assert hill.json("ladder", "standings", "low")["is_final"] is True
    assert "has ended" in hill.complaint("ladder", "resume", "low")
    assert "low has ended" in hill.output("ladder", "run", "low")
    assert "there is a ladder 'low' already" in hill.complaint("ladder", "create", "low", "--game", "claim")
