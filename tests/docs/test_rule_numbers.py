"""Every rule is stated once on its game's page, cited where it is implemented, and cited by a test."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

RULES = {"claim": ("C", 20), "schotten_totten": ("S", 26), "lords_of_scotland": ("L", 30)}
CITATION = re.compile(r"\b([CSL])(\d{1,2})(?:[–-]\1(\d{1,2}))?\b")

every_game = pytest.mark.parametrize("key", RULES)


def numbers_of(key: str) -> list[str]:
    letter, last = RULES[key]
    return [f"{letter}{number}" for number in range(1, last + 1)]


def cited(files: Iterable[Path]) -> set[str]:
    """The rules that are named anywhere in the files; `L23–L25` names three."""
    return {
        f"{found[1]}{number}"
        for path in files
        for found in CITATION.finditer(path.read_text(encoding="utf-8"))
        for number in range(int(found[2]), int(found[3] or found[2]) + 1)
    }


@every_game
def test_a_games_page_states_every_rule_once_and_in_order(key: str) -> None:
    page = (ROOT / "referee" / "games" / key / "RULES.md").read_text(encoding="utf-8")
    letter, _ = RULES[key]
    assert re.findall(rf"^- \*\*({letter}\d+)\b", page, re.MULTILINE) == numbers_of(key)


@every_game
def test_every_rule_is_cited_in_the_code(key: str) -> None:
    missing = set(numbers_of(key)) - cited((ROOT / "referee" / "games" / key).glob("*.py"))
    assert not missing


@every_game
def test_every_rule_is_cited_in_a_test(key: str) -> None:
    missing = set(numbers_of(key)) - cited((ROOT / "tests" / "games" / key).glob("test_*.py"))
    assert not missing


@every_game
def test_no_rule_is_cited_that_there_is_not(key: str) -> None:
    letter, _ = RULES[key]
    folders = [ROOT / "referee" / "games" / key, ROOT / "tests" / "games" / key]
    files = [path for folder in folders for ending in ("*.py", "*.md") for path in folder.glob(ending)]
    assert {rule for rule in cited(files) if rule.startswith(letter)} <= set(numbers_of(key))
