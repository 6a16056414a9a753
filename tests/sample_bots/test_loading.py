"""Bots out of their folders, side by side in one process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from referee.loading import bot_class

BOT = "from referee.bot import Bot\nimport taste\nclass Mine(Bot):\n    taste = taste.TASTE\n"


def folder(path: Path, bot: str, taste: str = "") -> Path:
    path.mkdir()
    (path / "bot.py").write_text(bot)
    (path / "taste.py").write_text(f"TASTE = {taste!r}\n")
    return path


def test_two_bots_may_have_modules_of_the_same_name(tmp_path: Path) -> None:
    sweet = bot_class(folder(tmp_path / "one", BOT, "sweet"))
    sour = bot_class(folder(tmp_path / "two", BOT, "sour"))
    assert [vars(bot)["taste"] for bot in (sweet, sour)] == ["sweet", "sour"]


def test_loading_leaves_no_module_behind(tmp_path: Path) -> None:
    bot_class(folder(tmp_path / "one", BOT, "sweet"))
    assert "taste" not in sys.modules


def test_loading_leaves_the_search_path_as_it_was(tmp_path: Path) -> None:
    before = list(sys.path)
    bot_class(folder(tmp_path / "one", BOT, "sweet"))
    assert sys.path == before


def test_a_folder_without_a_bot_says_so(tmp_path: Path) -> None:
    with pytest.raises(ImportError, match="defines 0 bots"):
        bot_class(folder(tmp_path / "none", "from referee.bot import Bot\n"))


def test_a_folder_without_python_says_so(tmp_path: Path) -> None:
    with pytest.raises(ImportError, match="is no Python file"):
        bot_class(tmp_path)
