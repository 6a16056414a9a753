"""`arena bot …`"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena_cli.commands import SAMPLES, Home

pytestmark = pytest.mark.slow


def test_a_list_of_bots_has_every_version(home: Home) -> None:
    bots = home.json("bot", "list")
    assert [(bot["bot"], bot["status"]) for bot in bots] == [("python-random@1", "active"), ("python-raw@1", "active")]
    keys = {"bot", "status", "games", "digest", "is_from_afar", "is_here", "created", "report"}
    assert set(bots[0]) == keys


def test_a_bot_is_shown_with_its_ratings_and_what_the_check_said(home: Home) -> None:
    shown = home.json("bot", "show", "python-raw")
    assert "passed plays claim" in shown["report"]
    assert [(rating["pool"], rating["games"]) for rating in shown["ratings"]] == [("claim, 2 players", 4)]


def test_the_page_of_a_bot_fits_into_80_columns(home: Home) -> None:
    page = home.output("bot", "show", "python-raw", COLUMNS="80").split("passed")[0]
    assert "claim, 2 players" in page
    assert max(map(len, page.splitlines())) <= 80


def test_the_same_package_again_is_the_same_version(home: Home) -> None:
    (result,) = home.json("bot", "submit", SAMPLES / "python-raw")
    assert (result["bot"], result["new"], result["status"]) == ("python-raw@1", False, "active")


def test_a_bot_that_does_not_start_is_refused_with_its_own_words(home: Home, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "dud"\ngames = ["claim"]\nrun = ["python3", "bot.py"]\n')
    (tmp_path / "bot.py").write_text('raise SystemExit("no cards today")\n')
    done = home.run("bot", "submit", tmp_path)
    assert done.returncode == 1
    assert "no cards today" in done.stdout
    assert "dud@1 is refused" in done.stdout


def test_a_folder_without_a_manifest_is_refused_in_one_sentence(home: Home, tmp_path: Path) -> None:
    assert "has no bot.toml" in home.complaint("bot", "submit", tmp_path)


def test_an_owner_whose_name_would_confuse_is_refused(home: Home) -> None:
    assert "owner's name" in home.complaint("bot", "submit", SAMPLES / "python-raw", "--owner", "a/b")


def test_a_retired_version_enters_no_tournament(home: Home) -> None:
    assert home.json("bot", "retire", "python-random@1")["status"] == "retired"
    bots = ("--bots", "python-random@1,python-raw")
    assert "is retired" in home.complaint("tournament", "create", "late", "--game", "claim", *bots)
    assert "no active version" in home.complaint("bot", "retire", "python-random")
    assert home.json("bot", "activate", "python-random@1")["status"] == "active"
