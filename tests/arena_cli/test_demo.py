"""`arena demo`"""

from __future__ import annotations

import pytest

from tests.arena_cli.commands import Home

pytestmark = pytest.mark.slow


def test_a_demo_plays_all_three_games_and_run_again_says_that_it_is_all_played(home: Home) -> None:
    reports = home.json("demo", "--blocks", 1)
    assert [report["tournament"] for report in reports] == [
        "demo-claim-1",
        "demo-lords_of_scotland-1",
        "demo-schotten_totten-1",
    ]
    assert [report["games"] for report in reports] == [6, 6, 6]
    (home.folder / "home" / "logs" / "referee.log").unlink()
    again = home.run("demo", "--blocks", 1)
    assert again.returncode == 0, again.stderr
    assert again.stderr.count("is all played.") == 3
    assert not (home.folder / "home" / "logs" / "referee.log").exists(), "nothing had to be started"
    assert again.stdout.count("score against") == 3
