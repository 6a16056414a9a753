"""`arena tournament standings`, `crosstable`, `export`, and `arena replay`"""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.arena_cli.commands import Home
from tests.arena_cli.conftest import AUTUMN, SPRING

pytestmark = pytest.mark.slow

STANDINGS_KEYS = {
    "tournament", "status", "rows", "games", "blocks", "minimum_blocks", "draw_share", "seats", "within_blocks",
    "warnings", "faults", "void_blocks",
}  # fmt: skip


@pytest.mark.parametrize("name", [SPRING, AUTUMN], ids=["over", "not begun"])
def test_standings_have_the_same_keys_at_every_moment(home: Home, name: str) -> None:
    assert set(home.json("tournament", "standings", name)) == STANDINGS_KEYS


@pytest.mark.parametrize("columns", [80, 200])
def test_standings_fit_and_say_what_they_mean(home: Home, columns: int) -> None:
    shown = home.output("tournament", "standings", SPRING, COLUMNS=str(columns))
    lines = shown.splitlines()
    assert lines[0] == SPRING
    assert lines[1].split()[:3] == ["rank", "bot", "rating"]
    assert max(map(cell_len, lines)) <= columns
    assert "4 games in 2 blocks" in shown
    assert "duplicate play saved" in shown


def test_a_tournament_that_nobody_has_played_says_so(home: Home) -> None:
    for view in ("standings", "crosstable"):
        shown = home.output("tournament", view, AUTUMN)
        assert "planned, 0 of 2 blocks" in shown
        assert "Nobody has played yet." in shown


def test_the_two_halves_of_a_crosstable_mirror_each_other(home: Home) -> None:
    table = home.json("tournament", "crosstable", SPRING)
    one, other = table["cells"]
    assert (one["bot"], one["opponent"]) == (other["opponent"], other["bot"])
    assert (one["wins"], one["losses"], one["draws"]) == (other["losses"], other["wins"], other["draws"])


def test_an_export_has_a_line_for_each_seat_of_each_game(home: Home) -> None:
    rows = list(csv.DictReader(io.StringIO(home.output("tournament", "export", SPRING))))
    places = {(row["match"], row["block"], row["game"], row["seat"]) for row in rows}
    assert len(rows) == len(places) == 8
    assert {row["block"] for row in rows} == {"1", "2"}


def test_an_export_as_json_has_everything(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "spring.json"
    home.output("tournament", "export", SPRING, "--json", "--output", file)
    everything = json.loads(file.read_text(encoding="utf-8"))
    assert set(everything) == {"standings", "crosstable", "seats"}
    assert len(everything["seats"]) == 8


def test_exported_replays_are_true_and_one_of_them_is_what_replay_prints(home: Home, tmp_path: Path) -> None:
    assert home.json("tournament", "export", SPRING, "--replays", tmp_path)["replays"] == 4
    files = sorted(tmp_path.iterdir())
    verify = [sys.executable, "-m", "referee.cli", "verify", *map(str, files)]
    verified = subprocess.run(verify, capture_output=True, encoding="utf-8", check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    first = next(csv.DictReader(io.StringIO(home.output("tournament", "export", SPRING))))
    assert home.output("replay", first["game_id"]) == files[0].read_text(encoding="utf-8")


def test_replays_are_not_for_those_who_still_play(home: Home, tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    assert "is not over" in home.complaint("tournament", "export", AUTUMN, "--replays", folder)
    assert not folder.exists()
