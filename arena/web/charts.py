"""Drawings worked out as numbers; templates make SVG of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil, floor
from typing import Any

from arena.facts.bots import Moment

WHISKER_WIDTH, WHISKER_MARGIN = 180.0, 6.0
CHART_WIDTH, CHART_HEIGHT = 640.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 56.0, 16.0, 34.0
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to places on paper. What is beyond the ends is put at them."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / ((self.high - self.low) or 1.0)
        return round(self.start + share * (self.end - self.start), 1)

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Whisker:
    """A rating and its interval, on the scale that all rows share."""

    point: float
    low: float
    high: float
    is_cut_low: bool
    is_cut_high: bool
    middle: float | None
    """Where the average rating of the pool is."""


def whisker_scale(rows: Sequence[dict[str, Any]]) -> Scale:
    """Of all rows; those with too few blocks would squeeze the others, and count only if there are no others."""
    trusted = [row for row in rows if not row["is_provisional"]] or rows
    low = min((row["rating"] - row["plus_minus"] for row in trusted), default=0.0)
    high = max((row["rating"] + row["plus_minus"] for row in trusted), default=1.0)
    return Scale(low, high, WHISKER_MARGIN, WHISKER_WIDTH - WHISKER_MARGIN)


def whisker(row: dict[str, Any], scale: Scale, average: float = 0.0) -> Whisker:
    low, high = row["rating"] - row["plus_minus"], row["rating"] + row["plus_minus"]
    middle = scale(average) if scale.holds(average) else None
    return Whisker(
        scale(row["rating"]), scale(low), scale(high), not scale.holds(low), not scale.holds(high), middle
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float
    low: float
    high: float
    moment: Moment


@dataclass(frozen=True, slots=True)
class Curve:
    """One version's."""

    label: str
    points: tuple[Point, ...]

    @property
    def line(self) -> str:
        return " ".join(f"{point.x},{point.y}" for point in self.points)

    @property
    def band(self) -> str:
        there = [f"{point.x},{point.high}" for point in self.points]
        back = [f"{point.x},{point.low}" for point in reversed(self.points)]
        return " ".join([*there, *back])


@dataclass(frozen=True, slots=True)
class Mark:
    """A line across the chart, or a place along it, with its label."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    curves: tuple[Curve, ...]
    heights: tuple[Mark, ...]
    days: tuple[Mark, ...]
    width: float = CHART_WIDTH
    height: float = CHART_HEIGHT
    left: float = LEFT
    right: float = CHART_WIDTH - RIGHT


def rating_chart(moments: Sequence[Moment], numbers: dict[int, int]) -> Chart:
    """Ratings over time in one pool, a curve for each version; `numbers` are those of the versions."""
    times = [_seconds(moment.at) for moment in moments]
    across = Scale(min(times), max(times), LEFT, CHART_WIDTH - RIGHT)
    if min(times) == max(times):  # one moment only: in the middle
        across = Scale(min(times) - 1, min(times) + 1, LEFT, CHART_WIDTH - RIGHT)
    heights = _rules(min(moment.low for moment in moments), max(moment.high for moment in moments))
    up = Scale(heights[0], heights[-1], CHART_HEIGHT - BOTTOM, TOP)
    curves = []
    for version in sorted({moment.version_id for moment in moments}, key=numbers.__getitem__):
        points = tuple(_point(one, across, up) for one in moments if one.version_id == version)
        curves.append(Curve(f"@{numbers[version]}", points))
    ends = sorted({min(times), max(times)})
    days = tuple(Mark(across(at), _day(at)) for at in ends)
    return Chart(tuple(curves), tuple(Mark(up(value), f"{value:g}") for value in heights), days)


def _point(moment: Moment, across: Scale, up: Scale) -> Point:
    x = across(_seconds(moment.at))
    return Point(x, up(moment.rating), up(moment.low), up(moment.high), moment)


def _rules(low: float, high: float) -> list[float]:
    """Round numbers around the values, about five of them."""
    step = next((step for step in STEPS if (high - low) / step <= 5), STEPS[-1])
    first, last = floor(low / step), ceil(high / step)
    return [float(number * step) for number in range(first, max(last, first + 1) + 1)]


def _seconds(at: datetime) -> float:
    return (at.replace(tzinfo=UTC) if at.tzinfo is None else at).timestamp()


def _day(seconds: float) -> str:
    at = datetime.fromtimestamp(seconds, UTC)
    return f"{at.day} {at:%b %Y}"
