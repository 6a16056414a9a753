"""The benchmark runs and gives all its figures. How fast anything is, is no matter of tests."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import one_table, open_spiel_games, random_play, rlcard_games
from tests.benchmarks.__main__ import SECTIONS
from tests.benchmarks.compiled_rules import COMPILED
from tests.benchmarks.harness import Contestant, Effort, Estimate, measured, ratio, typical
from tests.benchmarks.report import Must
from tests.benchmarks.whole_match import PEERS_PYTHON

pytest.importorskip("pyspiel", reason="the bench extra is not installed")
pytest.importorskip("rlcard", reason="the bench extra is not installed")


NEEDS = {"match": PEERS_PYTHON, "compiled": COMPILED}
"""What `make peers` makes; a section is left out where it is not there."""


@pytest.fixture(scope="module")
def quick_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """What the command prints, and what it writes."""
    file = tmp_path_factory.mktemp("bench") / "figures.json"
    names = [name for name in SECTIONS if name not in NEEDS or NEEDS[name].exists()]
    only = [word for name in names for word in ("--only", name)]
    return bench("--quick", "--json", str(file), *only).stdout, json.loads(file.read_text())


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.benchmarks", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2])


def section(quick_run: tuple[str, dict[str, Any]], title: str) -> dict[str, Any]:
    (found,) = [section for section in quick_run[1]["sections"] if section["title"] == title]
    assert isinstance(found, dict)
    return found


def test_every_section_has_figures(quick_run: tuple[str, dict[str, Any]]) -> None:
    sections = quick_run[1]["sections"]
    assert len(sections) >= len(SECTIONS) - len(NEEDS)
    assert all(section["figures"] for section in sections)


def test_every_variant_is_measured_beside_every_library(quick_run: tuple[str, dict[str, Any]]) -> None:
    names = [figure["what"] for figure in section(quick_run, random_play.TITLE)["figures"]]
    assert len(names) == len(random_play.VARIANTS) * len(random_play.MUSTS)
    assert len(set(names)) == len(random_play.VARIANTS)
    assert {name.split(",")[0] for name in names} == {"claim", "lords_of_scotland", "schotten_totten"}


def test_a_table_is_measured_beside_both_floors(quick_run: tuple[str, dict[str, Any]]) -> None:
    figures = section(quick_run, one_table.TITLE)["figures"]
    assert {figure["beside"] for figure in figures} == {"bare gRPC ping-pong", "JSON lines ping-pong"}


def test_every_figure_has_its_spread_and_what_it_must_reach(quick_run: tuple[str, dict[str, Any]]) -> None:
    figures = [figure for section in quick_run[1]["sections"] for figure in section["figures"]]
    for figure in figures:
        ratio = figure["ratio"]
        assert -math.inf < ratio["low"] <= ratio["median"] <= ratio["high"] < math.inf
        assert (figure["must"] is None) == (figure["met"] is None)
    for figure in section(quick_run, random_play.TITLE)["figures"]:
        assert 0 < figure["extent"][0] <= figure["extent"][1] < math.inf


def test_every_game_has_a_rate(quick_run: tuple[str, dict[str, Any]]) -> None:
    rates = section(quick_run, random_play.TITLE)["rates"]
    games = len(random_play.VARIANTS) + len(open_spiel_games.GAMES) + 2 * len(rlcard_games.GAMES)
    assert len(rates) == games
    assert all(rate["median"] > 0 for rate in rates.values())


def test_every_figure_is_in_the_table(quick_run: tuple[str, dict[str, Any]]) -> None:
    printed, written = quick_run
    for figure in [figure for section in written["sections"] for figure in section["figures"]]:
        assert any(figure["what"] in line and figure["beside"] in line for line in printed.splitlines())


def test_a_section_that_is_not_there_is_one_sentence() -> None:
    answer = bench("--only", "chess")
    assert answer.returncode != 0
    assert answer.stderr == f"Error: there is no section 'chess'; there are: {', '.join(SECTIONS)}\n"


@pytest.mark.parametrize("name", open_spiel_games.GAMES)
def test_at_the_chance_nodes_of_open_spiels_games_all_outcomes_are_equally_likely(name: str) -> None:
    """So that choosing among them as among actions is right."""
    state, nodes = open_spiel_games.load(name).new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            nodes += 1
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            assert list(actions) == state.legal_actions()
            assert max(chances) == pytest.approx(min(chances))
        state.apply_action(state.legal_actions()[nodes % len(state.legal_actions())])
    assert nodes


def test_contestants_take_turns_and_each_is_first_at_times() -> None:
    course: list[str] = []

    def work(name: str) -> int:
        course.append(name)
        return 1

    names = ("a", "b", "c")
    contestants = [Contestant(name, "", lambda name=name: work(name)) for name in names]  # type: ignore[misc]
    rates = measured(contestants, Effort(repetitions=3, seconds=0.0), clock=lambda: len(course))
    assert "".join(course[-9:]) == "abcbcacab"
    assert rates == {name: [1.0] * 3 for name in names}


def test_a_ratio_is_taken_within_each_repetition() -> None:
    assert ratio([10.0, 1.0, 30.0], [5.0, 0.5, 15.0]) == Estimate(2.0, 2.0, 2.0)


def test_the_typical_rate_is_a_median_in_each_repetition() -> None:
    assert typical([[1.0, 9.0], [2.0, 8.0], [3.0, 1.0]]) == [2.0, 8.0]


def test_a_must_is_a_bound_for_the_median() -> None:
    ratio = Estimate(0.5, 0.1, 0.9)
    assert Must("≥", 0.5).is_met_by(ratio)
    assert not Must("≥", 0.6).is_met_by(ratio)
    assert Must("≤", 0.5).is_met_by(ratio)
    assert not Must("≤", 0.4).is_met_by(ratio)
