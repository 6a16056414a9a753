"""`arena rematch`"""

from __future__ import annotations

import pytest

from tests.arena_cli.commands import SAMPLES, Home

pytestmark = pytest.mark.slow


def test_a_better_bot_does_better_with_the_same_cards_and_asked_again_it_is_known(home: Home) -> None:
    home.output(
        "tournament", "create", "cup", "--game", "claim", "--bots", "python-raw,python-random",
        "--blocks", 12, "--seed", "cup",
    )  # fmt: skip
    home.output("tournament", "run", "cup")
    game = home.json("tournament", "games", "cup")[0]["id"]
    command = ("rematch", game, "--with", SAMPLES / "python-greedy", "--for", "python-raw")
    facts = home.json(*command)
    assert (facts["old"], facts["new"], facts["deals"]) == ("python-raw@1", "python-greedy@1", 12)
    assert facts["low"] > 0
    known = home.run(*command)
    assert "is all played" in known.stderr
    assert "python-greedy@1 does better than python-raw@1 with these cards." in known.stdout
    assert "whose place" in home.complaint("rematch", game, "--with", "python-greedy")
