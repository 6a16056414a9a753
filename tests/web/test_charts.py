"""Drawings as numbers: whiskers on a common scale, curves that stay on their paper."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from arena.facts.bots import Moment
from arena.web.charts import CHART_HEIGHT, CHART_WIDTH, WHISKER_WIDTH, rating_chart, whisker, whisker_scale
from arena.web.filters import likelihood, moment, rank_range, signed

RATINGS = st.floats(-4000, 4000)
AT = datetime(2026, 1, 1, tzinfo=UTC)


def row(rating: float, plus_minus: float, is_provisional: bool = False) -> dict[str, Any]:
    return {"rating": rating, "plus_minus": plus_minus, "is_provisional": is_provisional}


@given(st.lists(st.builds(row, RATINGS, st.floats(0, 500), st.booleans()), min_size=1, max_size=20))
def test_whiskers_stay_on_their_paper_and_in_order(rows: list[dict[str, Any]]) -> None:
    scale = whisker_scale(rows)
    for one in rows:
        drawn = whisker(one, scale)
        assert 0 <= drawn.low <= drawn.point <= drawn.high <= WHISKER_WIDTH


def test_a_bot_with_too_few_blocks_does_not_squeeze_the_others() -> None:
    rows = [row(1600, 50), row(1400, 50), row(1500, 3000, is_provisional=True)]
    scale = whisker_scale(rows)
    assert whisker(rows[0], scale).point - whisker(rows[1], scale).point > WHISKER_WIDTH / 3
    assert whisker(rows[2], scale).is_cut_low
    assert not whisker(rows[0], scale).is_cut_high


@given(st.lists(st.tuples(st.integers(0, 10**7), RATINGS, st.floats(0, 900), st.sampled_from([7, 8])), min_size=1))
def test_curves_stay_on_their_paper(facts: list[tuple[int, float, float, int]]) -> None:
    moments = [
        Moment(1, version, AT + timedelta(seconds=seconds), rating, rating - reach, rating + reach, 10)
        for seconds, rating, reach, version in sorted(facts)
    ]
    chart = rating_chart(moments, {7: 1, 8: 2})
    points = [point for curve in chart.curves for point in curve.points]
    assert len(points) == len(moments)
    for point in points:
        assert 0 <= point.x <= CHART_WIDTH
        assert 0 <= point.high <= point.y <= point.low <= CHART_HEIGHT  # paper counts downwards
    assert {curve.label for curve in chart.curves} == {f"@{one - 6}" for *_, one in facts}


def test_nothing_is_ever_certain() -> None:
    assert [likelihood(value) for value in (1.0, 0.5, 0.0, None)] == ["> 99.9 %", "50.0 %", "< 0.1 %", "–"]


def test_numbers_and_times_as_people_read_them() -> None:
    assert (signed(-16.4), signed(3.0)) == ("−16", "+3")
    assert (rank_range(1, 1), rank_range(2, 5)) == ("1", "2–5")
    assert moment(AT) == '<time datetime="2026-01-01T00:00:00+00:00">1 Jan 2026, 00:00 UTC</time>'
