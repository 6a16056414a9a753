"""Perft: the number of action sequences of each length, pinned. A rule that changes changes a number."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.base import AnyGame
from tests.variants import VARIANTS, Variant

FROM_THE_DEAL: dict[str, list[int]] = {
    "claim-2": [12, 86, 977, 6537, 68754],
    "lords_of_scotland-2": [18, 318, 4885, 78055],
    "lords_of_scotland-2-clan_activation": [18, 340, 5352, 92065],
    "lords_of_scotland-2-bruce": [19, 348, 5460, 87514],
    "lords_of_scotland-2-bruce-clan_activation": [19, 366, 5914, 104048],
    "lords_of_scotland-3": [18, 318, 5138, 81778],
    "lords_of_scotland-3-clan_activation": [18, 340, 5698, 99164],
    "lords_of_scotland-3-bruce": [19, 348, 5836, 87132],
    "lords_of_scotland-3-bruce-clan_activation": [19, 366, 6408, 99225],
    "lords_of_scotland-4": [18, 318, 5149, 85549],
    "lords_of_scotland-4-clan_activation": [18, 340, 5716, 104469],
    "lords_of_scotland-4-bruce": [19, 348, 5860, 85676],
    "lords_of_scotland-4-bruce-clan_activation": [19, 366, 6446, 106727],
    "lords_of_scotland-5": [18, 318, 5160, 85736],
    "lords_of_scotland-5-clan_activation": [18, 340, 5734, 104827],
    "lords_of_scotland-5-bruce": [19, 348, 5884, 86741],
    "lords_of_scotland-5-bruce-clan_activation": [19, 366, 6484, 108343],
    "schotten_totten-2": [54, 2916, 157464],
    "schotten_totten-2-expert": [54, 2916, 157464],
    "schotten_totten-2-tactics": [63, 126, 7938, 15876, 1000188],
    "schotten_totten-2-tactics-expert": [63, 126, 7938, 15876, 1000188],
}
"""Of length 1, 2, 3, … from the deal of seed zero."""

FROM_THE_MIDDLE: dict[str, list[int]] = {
    "claim-2": [12, 50, 566, 2112, 22196],
    "lords_of_scotland-2": [15, 234, 592, 810, 7396, 105188],
    "lords_of_scotland-2-clan_activation": [16, 162, 2486, 24634],
    "lords_of_scotland-2-bruce": [1, 8, 106, 904, 10727, 102861],
    "lords_of_scotland-2-bruce-clan_activation": [20, 354, 6046, 100641],
    "lords_of_scotland-3": [11, 121, 847, 9163, 99582],
    "lords_of_scotland-3-clan_activation": [17, 177, 1659, 26004],
    "lords_of_scotland-3-bruce": [7, 108, 1928, 16582, 210728],
    "lords_of_scotland-3-bruce-clan_activation": [5, 35, 385, 2898, 24687],
    "lords_of_scotland-4": [2, 2, 16, 290, 5118, 73600],
    "lords_of_scotland-4-clan_activation": [11, 178, 2695, 19161, 204340],
    "lords_of_scotland-4-bruce": [1, 15, 214, 2009, 19724, 252841],
    "lords_of_scotland-4-bruce-clan_activation": [6, 58, 346, 3714, 30367],
    "lords_of_scotland-5": [18, 311, 3456, 61028],
    "lords_of_scotland-5-clan_activation": [2, 2, 14, 182, 1782, 21116],
    "lords_of_scotland-5-bruce": [9, 189, 1655, 24696],
    "lords_of_scotland-5-bruce-clan_activation": [15, 146, 1721, 9745, 87741],
    "schotten_totten-2": [54, 1980, 92556],
    "schotten_totten-2-expert": [54, 2916, 113232],
    "schotten_totten-2-tactics": [45, 1710, 70501],
    "schotten_totten-2-tactics-expert": [40, 1520, 57262],
}
"""The same half-way through a game, where cards lie on the table."""


def sequences(game: AnyGame, state: Any, length: int) -> int:
    """How many sequences of `length` actions there are; a game that ends earlier counts as one."""
    if state.to_act is None or length == 0:
        return 1
    if length == 1:
        return len(state.legal)
    return sum(sequences(game, game.advance(state, action), length - 1) for action in state.legal)


def dealt(variant: Variant) -> Any:
    return variant.game.deal(bytes(32), variant.players, dict(variant.options))


def half_way(variant: Variant) -> Any:
    """The state in the middle of a game in which every choice is as good as arbitrary, and always the same."""
    state = dealt(variant)
    course = [state]
    while state.to_act is not None:
        state = variant.game.advance(state, state.legal[(31 * len(course) + 7) % len(state.legal)])
        course.append(state)
    return course[len(course) // 2]


def counts(variant: Variant, state: Any, lengths: int) -> list[int]:
    return [sequences(variant.game, state, length) for length in range(1, lengths + 1)]


every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)


@every_variant
def test_the_number_of_openings_is_as_it_was(variant: Variant) -> None:
    pinned = FROM_THE_DEAL[variant.name]
    assert counts(variant, dealt(variant), len(pinned)) == pinned


@every_variant
def test_the_number_of_ways_on_from_the_middle_is_as_it_was(variant: Variant) -> None:
    pinned = FROM_THE_MIDDLE[variant.name]
    assert counts(variant, half_way(variant), len(pinned)) == pinned


def test_the_first_numbers_follow_from_the_set_up() -> None:
    """C1: 13 cards, two of them G0. S1: 6 or 7 cards to nine stones. L2: 5 recruits, 5 cards in two or three ways."""
    assert FROM_THE_DEAL["claim-2"][0] == 12
    assert FROM_THE_DEAL["schotten_totten-2"][:2] == [6 * 9, (6 * 9) ** 2]
    assert FROM_THE_DEAL["schotten_totten-2-tactics"][:3] == [7 * 9, 7 * 9 * 2, (7 * 9) ** 2 * 2]
    assert 5 + 5 * 2 <= FROM_THE_DEAL["lords_of_scotland-2"][0] <= 5 + 5 * 3
