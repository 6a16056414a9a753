"""A bug in a bot of the kit: its owner reads in the log what it was."""

from __future__ import annotations

import pytest

from referee.live_bot import BotProgram
from referee.results import Termination
from tests.e2e.matches import BOTS, fair, games_of, match, play, result_of

LOGS = {
    "index": (Termination.ILLEGAL_ACTION, "The referee says: the bot answered "),
    "text": (Termination.CRASH, "ValueError: 'fly away' is not in list"),
    "exception": (Termination.CRASH, "KeyError: 'the plan'"),
}


def clumsy(bug: str) -> BotProgram:
    return BotProgram("clumsy", BOTS, ("python3", "clumsy.py", bug))


@pytest.mark.parametrize("bug", LOGS)
def test_a_bug_loses_the_game_and_the_log_says_why(bug: str) -> None:
    (block,) = play(match(fair(), clumsy(bug)))
    termination, words = LOGS[bug]
    for game in block.games:
        (log,) = game.logs.values()
        assert result_of(game).termination is termination
        assert words in log


def test_a_bug_after_the_game_costs_no_game() -> None:
    blocks = play(match(fair(), clumsy("game_over"), blocks=1))
    assert {result_of(game).termination for game in games_of(blocks)} == {Termination.NORMAL}
