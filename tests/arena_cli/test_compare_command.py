"""`arena compare`"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena.compare import Stopping, Wanted
from tests.arena_cli.commands import SAMPLES, Home
from tests.arena_cli.test_running_commands import progress, stop_when_something_is_played

pytestmark = pytest.mark.slow

KEYS = {
    "tournament", "status", "new", "old", "game", "options", "blocks", "games", "block_scores", "score", "elo", "los",
    "llr", "lower", "upper", "elo0", "elo1", "alpha", "beta", "max_blocks", "verdict",
}  # fmt: skip
EQUALS = ("compare", "python-raw", "python-random", "--game", "claim", "--sprt=-5,5", "--seed", "equals")


def test_a_better_bot_from_a_folder_is_found_better_and_asked_again_it_is_known(home: Home) -> None:
    better = ("compare", SAMPLES / "python-greedy", "python-random", "--game", "claim", "--sprt", "0,300")
    report = home.json(*better, "--batch", 5, "--max-blocks", 60)
    assert set(report) == KEYS
    assert (report["new"], report["verdict"], report["status"]) == ("python-greedy@1", "accept_h1", "done")
    assert report["llr"] > report["upper"]
    assert report["blocks"] % 5 == 0
    again = home.run(*better, "--batch", 5, "--max-blocks", 60)
    assert "is all played" in again.stderr
    assert "Yes: python-greedy@1 is better than python-random@1" in again.stdout


def test_equals_are_undecided_and_more_blocks_can_be_asked_for(home: Home) -> None:
    few = home.run(*EQUALS, "--batch", 2, "--max-blocks", 3)
    assert few.returncode == 0, few.stderr
    assert "Undecided after 3 blocks" in few.stdout
    assert "LLR" in few.stderr
    more = home.json(*EQUALS, "--batch", 2, "--max-blocks", 6)
    assert (more["blocks"], more["max_blocks"], more["verdict"]) == (6, 6, "continue")
    assert home.json("tournament", "standings", more["tournament"])["games"] == 12


def test_a_comparison_that_is_stopped_goes_on_where_it_was(home: Home) -> None:
    command = (*EQUALS, "--batch", 30, "--max-blocks", 30)
    name = Wanted("python-raw@1", "python-random@1", "claim", {}, Stopping(-5, 5), 30, "equals").name
    process = home.start(*command)
    stop_when_something_is_played(home, process, name)
    assert process.returncode == 130
    assert 0 < progress(home, name).blocks_done < 30
    report = home.json(*command)
    assert (report["tournament"], report["blocks"]) == (name, 30)


def test_a_bot_is_not_compared_with_itself(home: Home, tmp_path: Path) -> None:
    folder = shutil.copytree(SAMPLES / "python-raw", tmp_path / "the-same")
    assert "nothing to compare" in home.complaint("compare", folder, "python-raw@1", "--game", "claim")
