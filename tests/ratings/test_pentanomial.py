"""Two bots against each other: the numbers that fastchess publishes, and blocks counted from games."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.pentanomial import Sample, block_sample, elo_difference, pentanomial, trinomial
from arena.ratings.results import Game, RatingError, Results
from tests.ratings.games import block


def test_single_games_elo_and_los() -> None:
    sample = trinomial(136, 96, 111)
    assert (sample.elo.value, sample.elo.plus_minus) == pytest.approx((40.70, 30.43), abs=0.005)
    assert (sample.nelo.value, sample.nelo.plus_minus) == pytest.approx((49.77, 36.77), abs=0.005)
    assert sample.los == pytest.approx(0.9960, abs=5e-5)


@pytest.mark.parametrize(
    ("record", "nelo", "plus_minus"), [((76, 89, 123), -20.76, 40.13), ((34, 356, 0), -508.44, 34.48)]
)
def test_single_games_normalised(record: tuple[int, int, int], nelo: float, plus_minus: float) -> None:
    found = trinomial(*record).nelo
    assert (found.value, found.plus_minus) == pytest.approx((nelo, plus_minus), abs=0.005)


def test_los_below_one_half_for_the_weaker() -> None:
    assert trinomial(76, 89, 123).los == pytest.approx(0.1553, abs=5e-5)


@pytest.mark.parametrize(
    ("record", "elo", "plus_minus"),
    [
        ((34, 54, 31, 32, 64, 75), 55.58, 27.65),
        ((332, 433, 457, 41, 333, 334), -8.64, 10.33),
        ((7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95),
    ],
)
def test_blocks_elo(record: tuple[int, int, int, int, int, int], elo: float, plus_minus: float) -> None:
    found = pentanomial(*record).elo
    assert (found.value, found.plus_minus) == pytest.approx((elo, plus_minus), abs=0.005)


def test_blocks_normalised_and_los() -> None:
    found = pentanomial(34, 54, 31, 32, 64, 75).nelo
    assert (found.value, found.plus_minus) == pytest.approx((57.94, 28.28), abs=0.005)
    assert pentanomial(332, 433, 457, 41, 333, 334).los == pytest.approx(0.0505, abs=5e-5)


def test_an_even_score_is_no_difference() -> None:
    assert elo_difference(0.5) == 0


def test_a_clean_sweep_is_without_bound() -> None:
    sample = trinomial(5, 0, 0)
    assert (sample.elo.value, sample.elo.plus_minus) == (inf, inf)
    assert (sample.nelo.value, sample.los) == (inf, 1.0)
    assert trinomial(0, 5, 0).elo.value == -inf


def test_no_games_tell_nothing() -> None:
    sample = trinomial(0, 0, 0)
    assert (sample.elo.value, sample.elo.plus_minus, sample.los) == (0, inf, 0.5)


BLOCKS = [
    *block(1, "a", "b", (1, 2), (1, 2)),
    *block(2, "a", "b", (1, 2), (2, 1)),
    *block(3, "a", "b", (1, 1), (1, 2)),
    *block(4, "a", "b", (1, 1), (2, 1)),
    *block(5, "a", "b", (2, 1), (2, 1)),
    *block(6, "a", "b", (1, 1), (1, 1)),
]


def test_blocks_of_two_games_are_a_pentanomial() -> None:
    assert block_sample(Results.of_games(BLOCKS), "a", "b") == pentanomial(ll=1, ld=1, wl=1, dd=1, wd=1, ww=1)


def test_blocks_of_others_do_not_count() -> None:
    others = [*block(7, "a", "c", (1, 2), (1, 2)), *block(8, "c", "b", (1, 2), (1, 2))]
    assert block_sample(Results.of_games([*BLOCKS, *others]), "a", "b").units == 6


def test_blocks_of_three_players_have_seven_scores() -> None:
    bots, placings = ("a", "b", "c"), (1, 2, 3)
    games = [Game(1, (*bots[turn:], *bots[:turn]), (*placings[turn:], *placings[:turn])) for turn in range(3)]
    sample = block_sample(Results.of_games(games), "a", "c")
    assert sample == Sample(tuple(step / 6 for step in range(7)), (0, 0, 0, 0, 0, 0, 1), games_per_unit=3)


def test_half_a_block_is_refused() -> None:
    with pytest.raises(RatingError, match="blocks must be complete"):
        block_sample(Results.of_games(BLOCKS[:-1]), "a", "b")


counts = st.integers(0, 200)


@given(counts, counts, counts, counts, counts, counts)
def test_seen_from_the_other_side_everything_turns_round(ll: int, ld: int, wl: int, dd: int, wd: int, ww: int) -> None:
    one, other = pentanomial(ll, ld, wl, dd, wd, ww), pentanomial(ww, wd, wl, dd, ld, ll)
    assert one.los + other.los == pytest.approx(1)
    assert one.elo.value == pytest.approx(-other.elo.value, abs=1e-6)
    assert one.nelo.plus_minus == pytest.approx(other.nelo.plus_minus)


@given(counts, counts, counts)
def test_blocks_of_independent_games_say_what_single_games_say(wins: int, losses: int, draws: int) -> None:
    """With every pair of games as often as chance has it, both ways of counting agree."""
    total = wins + losses + draws
    if not total:
        return
    single = trinomial(wins * total, losses * total, draws * total)
    paired = pentanomial(
        losses * losses, 2 * losses * draws, 2 * wins * losses, draws * draws, 2 * wins * draws, wins * wins
    )
    assert paired.mean == pytest.approx(single.mean)
    assert 2 * paired.variance == pytest.approx(single.variance)
