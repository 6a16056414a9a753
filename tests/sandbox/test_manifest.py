"""bot.toml: what it says, and one clear sentence for each mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.sandbox.errors import ManifestError
from referee.sandbox.manifest import Manifest, parse_manifest, read_manifest

GOOD = """
name = "greedy-2"
games = ["claim"]
run = ["python3", "bot.py"]
"""


def test_a_manifest_says_name_games_and_command() -> None:
    assert parse_manifest(GOOD.encode()) == Manifest("greedy-2", ("claim",), ("python3", "bot.py"))


def test_a_manifest_may_say_how_to_build() -> None:
    assert parse_manifest((GOOD + 'build = ["make", "bot"]').encode()).build == ("make", "bot")


def test_a_manifest_is_read_from_the_bots_folder(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(GOOD)
    assert read_manifest(tmp_path).name == "greedy-2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'name is missing; write, for example: name = "greedy"'),
        (GOOD.replace("greedy-2", "Greedy"), "name is 'Greedy', but must be made of the letters a to z"),
        (GOOD.replace("greedy-2", "a/../b"), "must be made of the letters"),
        (GOOD.replace("greedy-2", "greedy\\n"), "must be made of the letters"),
        (GOOD.replace("greedy-2", ""), "must be made of the letters"),
        (GOOD.replace("greedy-2", "x" * 41), "name is 41 characters long, but 40 is the most"),
        (GOOD.replace('"greedy-2"', "7"), "name is 7"),
        (GOOD.replace('["claim"]', "[]"), "games must be a list of texts"),
        (GOOD.replace('["claim"]', '"claim"'), "games must be a list of texts"),
        (GOOD.replace('["claim"]', '["bridge"]'), "there is no game 'bridge'; there are: claim"),
        (GOOD.replace('["claim"]', '["claim", "claim"]'), "games names a game twice"),
        (GOOD.replace('["python3", "bot.py"]', '"python3 bot.py"'), 'as in: run = ["python3", "bot.py"]'),
        (GOOD.replace('["python3", "bot.py"]', "[1]"), "run must be a list of texts"),
        (GOOD.replace('["python3", "bot.py"]', '[""]'), "the first word of run, the program, is empty"),
        (GOOD.replace("bot.py", "b\\u0000t"), "run has a NUL character in it"),
        (GOOD + "build = []", "build must be a list of texts"),
        (GOOD + 'author = "me"', "there is no key 'author'; there are: name, games, run, build"),
        ("name =", "it is not TOML"),
        ("x = " + "[" * 5000, "it is not TOML"),
        (GOOD + "#" * 70_000, "it is longer than 64 KB"),
    ],
)
def test_a_mistake_is_one_clear_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ManifestError) as caught:
        parse_manifest(text.encode())
    assert sentence in str(caught.value)


def test_a_manifest_that_is_no_text_is_refused() -> None:
    with pytest.raises(ManifestError, match="not UTF-8"):
        parse_manifest(b"\xff\xfe")


def test_a_folder_without_a_manifest_is_no_bot(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match=r"has no bot\.toml"):
        read_manifest(tmp_path)


def test_a_mistake_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text("")
    with pytest.raises(ManifestError, match=f"{tmp_path}/bot.toml: name is missing"):
        read_manifest(tmp_path)
