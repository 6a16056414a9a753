"""S13–S17, S19: what formations are worth."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.schotten_totten.cards import CARDS, CLAN_TEXTS
from referee.games.schotten_totten.formations import ABOVE_ANY_SUM
from referee.games.schotten_totten.formations import strength as coded_strength

from . import reference


def strength(side: str, is_blind: bool = False) -> tuple[int, int]:
    return divmod(coded_strength(tuple(CARDS[text] for text in side.split()), is_blind), ABOVE_ANY_SUM)


LADDER = ["R1 R2 R3", "R1 B1 G1", "R1 R2 R4", "R1 R2 B3", "R9 B9 G8"]
FOUR_LADDER = ["R1 R2 R3 R4", "R1 B1 G1 V1", "R1 R2 R3 R5", "R1 R2 R3 B4", "R9 B9 G9 Y8"]


@pytest.mark.parametrize("ladder", [LADDER, FOUR_LADDER])
def test_formations_rank_colour_run_of_a_kind_colour_run_sum(ladder: list[str]) -> None:
    """S13, and S17 for the four-card versions: the type comes before the sum."""
    assert [strength(side)[0] for side in ladder] == [4, 3, 2, 1, 0]


def test_the_order_of_play_does_not_matter() -> None:
    """S13."""
    assert strength("R6 R4 R5") == strength("R4 R5 R6") == (4, 15)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [("R7 R8 R9", "B6 B7 B8"), ("R5 B5 G5", "R4 B4 G4"), ("R1 R5 R9", "B1 B5 B8"), ("R7 B8 G9", "R6 B7 G8"),
     ("R9 B9 G1", "R9 B7 G1")],
)  # fmt: skip
def test_of_the_same_type_the_higher_sum_wins(higher: str, lower: str) -> None:
    """S14."""
    assert strength(higher) > strength(lower)
    assert strength(higher)[0] == strength(lower)[0]


def test_only_the_sum_breaks_a_tie_of_types_not_the_highest_card() -> None:
    """S14."""
    assert strength("R9 B2 G1") == strength("V6 B4 G2") == (0, 12)


def test_three_of_four_consecutive_values_are_no_run_in_the_mud() -> None:
    """S17: all four cards count."""
    assert strength("R4 B5 G6 Y6") == (0, 21)


def test_blind_mans_bluff_compares_sums_only() -> None:
    """S16."""
    assert strength("R1 R2 R3", is_blind=True) == (0, 6)


def test_under_both_modes_four_cards_count_by_their_sum() -> None:
    """S17."""
    assert strength("R1 R2 R3 R4", is_blind=True) == (0, 10)


@pytest.mark.parametrize(
    ("side", "best"),
    [
        ("R4 R5 joker", (4, 15)),  # the higher end of the run
        ("R8 R9 joker", (4, 24)),
        ("R4 R6 joker", (4, 15)),  # the gap
        ("R4 B4 joker", (3, 12)),
        ("R1 R9 joker", (2, 19)),
        ("R1 B2 joker", (1, 6)),
        ("R1 B9 joker", (0, 19)),
        ("R6 R8 spy", (4, 21)),
        ("R7 B7 spy", (3, 21)),
        ("R1 R2 spy", (2, 10)),
        ("R8 B9 spy", (1, 24)),
        ("R1 B2 spy", (0, 10)),
        ("R4 R5 shield", (4, 12)),
        ("R2 B2 shield", (3, 6)),
        ("R4 R9 shield", (2, 16)),
        ("R1 B2 shield", (1, 6)),
        ("R9 B9 shield", (0, 21)),
        ("R8 joker spy", (4, 24)),
        ("joker spy shield", (2, 19)),
        ("R4 joker shield", (4, 12)),
        ("R2 R5 joker shield", (4, 14)),
        ("R3 joker spy shield", (2, 22)),
    ],
)
def test_elite_troops_count_at_their_best(side: str, best: tuple[int, int]) -> None:
    """S19: the highest type, then the highest sum."""
    assert strength(side) == best


def test_under_blind_mans_bluff_elite_troops_take_their_highest_value() -> None:
    """S19."""
    assert strength("joker spy shield", is_blind=True) == (0, 19)


def test_a_joker_may_repeat_a_card_of_its_own_side() -> None:
    """S19: a value may repeat a card seen elsewhere; here R9, as red beats a mere sum."""
    assert strength("R1 R9 joker") == (2, 19)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_formations_agree_with_brute_force(data: st.DataObject) -> None:
    """S13–S17, S19: against every reading of every elite troop."""
    size = data.draw(st.sampled_from([3, 4]))
    colours = data.draw(st.sampled_from(["R", "RB", "RBGYVN"]))
    elite = data.draw(st.sets(st.sampled_from(["joker", "spy", "shield"])))
    pool = [text for text in CLAN_TEXTS if text[0] in colours]
    clan = data.draw(
        st.lists(st.sampled_from(pool), min_size=size - len(elite), max_size=size - len(elite), unique=True)
    )
    is_blind = data.draw(st.booleans())
    assert strength(" ".join([*clan, *elite]), is_blind) == reference.strength([*clan, *elite], is_blind)
