"""Random play in process."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.base import Outcome
from referee.replay import to_text
from referee.simulate import Simulation, Statistics, random_game
from tests.cli.replays import first_of_each_game
from tests.variants import VARIANTS, Variant

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
every_game = pytest.mark.parametrize("variant", first_of_each_game(), ids=lambda variant: variant.game.key)


def simulation(variant: Variant, master: bytes = bytes(32)) -> Simulation:
    return Simulation(variant.game, variant.players, dict(variant.options), master)


def text_of(variant: Variant, number: int, master: bytes = bytes(32)) -> str:
    written = simulation(variant, master).play(number, record=True)
    assert written is not None
    return to_text(written.to_json())


@every_game
def test_the_same_seed_and_number_give_the_same_file(variant: Variant) -> None:
    assert text_of(variant, 3) == text_of(variant, 3)


@every_game
def test_another_number_or_another_seed_gives_another_game(variant: Variant) -> None:
    texts = {text_of(variant, 0), text_of(variant, 1), text_of(variant, 0, b"x" * 32)}
    assert len(texts) == 3


@every_game
def test_a_game_does_not_depend_on_the_games_before_it(variant: Variant) -> None:
    together = simulation(variant)
    together.play(0)
    written = together.play(1, record=True)
    assert written is not None
    assert to_text(written.to_json()) == text_of(variant, 1)


@every_game
def test_recording_does_not_change_the_game(variant: Variant) -> None:
    recorded, silent = simulation(variant), simulation(variant)
    for number in range(3):
        recorded.play(number, record=True)
        assert silent.play(number) is None
    timeless = [{**each.statistics.to_json(), "seconds": 0} for each in (recorded, silent)]
    for summary in timeless:
        del summary["games_per_second"], summary["decisions_per_second"]
    assert timeless[0] == timeless[1]


@every_variant
def test_statistics_agree_with_the_replays(variant: Variant) -> None:
    simulated = simulation(variant)
    steps = []
    for number in range(2):
        written = simulated.play(number, record=True)
        assert written is not None
        steps += written.steps
    summary = simulated.statistics.to_json()
    assert summary["games"] == 2
    assert summary["decisions"] == len(steps)
    assert summary["branching_max"] == max(len(step.legal) for step in steps)
    assert summary["branching_mean"] == pytest.approx(sum(len(step.legal) for step in steps) / len(steps), abs=0.001)
    assert summary["forced_share"] == pytest.approx(sum(step.forced for step in steps) / len(steps), abs=0.0001)


def test_results_are_counted_by_seat() -> None:
    statistics = Statistics(3)
    statistics.count_game([3, 1, 2], Outcome((1, 2, 3), (40, 30, 20), ""))
    statistics.count_game([5], Outcome((1, 1, 3), (41, 41, 10), ""))
    summary = statistics.to_json()
    assert [seat["placings"] for seat in summary["seats"]] == [{"1": 2}, {"1": 1, "2": 1}, {"3": 2}]
    assert [seat["wins"] for seat in summary["seats"]] == [2, 1, 0]
    assert [seat["mean_score"] for seat in summary["seats"]] == [40.5, 35.5, 15.0]
    assert (summary["decisions"], summary["branching_mean"], summary["branching_max"]) == (4, 2.75, 5)
    assert (summary["forced_share"], summary["draw_share"]) == (0.25, 0.5)


def test_statistics_of_no_games_divide_by_nothing() -> None:
    summary = Statistics(2).to_json()
    assert (summary["games"], summary["games_per_second"], summary["decisions_per_game"]) == (0, 0, 0)


@every_game
def test_a_random_game_ends(variant: Variant) -> None:
    assert random_game(variant.game, variant.deal(0), Random(1)).to_act is None
