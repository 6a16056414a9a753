"""Tables at every width, with every kind of name."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len

from arena.cli.tables import likelihood, print_crosstable, print_standings

NAMES = ["[red]bold[/red]@1", ":smile:@2", "日本のボット@3", "e\u0301a/ñandú@4", "x" * 40 + "@5"]


def standings(names: list[str], **more: Any) -> dict[str, Any]:
    row = {
        "rating": 1500.0, "plus_minus": 50.0, "best_rank": 1, "worst_rank": len(names), "los_over_next": 0.5,
        "score": 0.5, "games": 10, "is_provisional": False,
    }  # fmt: skip
    report = {
        "rows": [{**row, "bot": name} for name in names],
        "games": 10,
        "blocks": 5,
        "minimum_blocks": 20,
        "draw_share": 0.1,
        "seats": [{"seat": 0, "advantage": -0.2, "plus_minus": 9.0}, {"seat": 1, "advantage": 0.2, "plus_minus": 9.0}],
        "within_blocks": {"correlation": -0.35, "variance_ratio": 0.65, "saved": 0.35},
        "warnings": ["somebody never met somebody"],
        "faults": {names[0]: 3},
    }
    return {**report, **more}


@pytest.fixture(params=["80", "200"])
def columns(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("COLUMNS", request.param)
    return int(request.param)


def test_names_are_shown_as_they_are_and_nothing_is_too_wide(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(standings(NAMES), "a [title]")
    shown = capsys.readouterr().out
    assert all(cell_len(line) <= columns for line in shown.splitlines())
    assert all(name in shown for name in (*NAMES[:4], "a [title]"))


def test_standings_say_in_words_what_they_mean(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(standings(NAMES), "")
    shown = " ".join(capsys.readouterr().out.split())
    assert "10 games in 5 blocks; 10% of results were draws." in shown
    assert "Correlation within blocks -0.35: duplicate play saved 35% of the games." in shown
    assert "What a seat is worth: seat 0 +0 ± 9, seat 1 +0 ± 9 points." in shown
    assert "Beware: somebody never met somebody." in shown
    assert "LOS: how likely a bot is better than the next one." in shown


def test_duplicate_play_that_saved_nothing_is_not_boasted_of(capsys: pytest.CaptureFixture[str]) -> None:
    print_standings(standings(NAMES, within_blocks={"correlation": 0.4, "variance_ratio": 1.4, "saved": -0.4}), "")
    assert "duplicate play saved no games here" in capsys.readouterr().out


def test_who_has_few_blocks_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    report = standings(["a@1", "b@1"])
    report["rows"][0]["is_provisional"] = True
    print_standings(report, "")
    shown = capsys.readouterr().out
    assert "± 50°" in shown
    assert "° fewer than 20 blocks" in shown


@pytest.mark.parametrize("bots", [2, 30])
def test_a_crosstable_has_every_meeting_at_every_width(
    columns: int, bots: int, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"bot-number-{number}@1" for number in range(bots)]
    cells = [
        {"bot": one, "opponent": other, "score": 0.625, "is_significant": True}
        for one in names
        for other in names
        if one != other
    ]
    print_crosstable({"bots": names, "cells": cells}, "cup")
    shown = capsys.readouterr().out
    assert all(cell_len(line) <= columns for line in shown.splitlines())
    assert shown.count("62.5%*") == bots * (bots - 1)


@pytest.mark.parametrize(("value", "text"), [(1.0, ">99.9%"), (0.0, "<0.1%"), (0.5, "50.0%"), (0.9995, ">99.9%")])
def test_nothing_is_certain(value: float, text: str) -> None:
    assert likelihood(value) == text
