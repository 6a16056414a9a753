"""What a section found: figures for the table and for JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from rich.table import Table

from tests.benchmarks.harness import Contestant, Effort, Estimate, Rates


class PeerMissing(Exception):
    """Something to compare with is not there; one sentence says how to get it."""


@dataclass(frozen=True, slots=True)
class Must:
    """What a figure must reach, or must not exceed."""

    sign: Literal["≥", "≤"]
    bound: float
    unit: str = "×"

    def is_met_by(self, ratio: Estimate) -> bool:
        return ratio.median >= self.bound if self.sign == "≥" else ratio.median <= self.bound

    def __str__(self) -> str:
        return f"{self.sign} {self.bound:g} {self.unit}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    what: str
    beside: str
    ratio: Estimate
    must: Must | None = None
    extent: tuple[float, float] | None = None
    """Where `beside` is the median of several: the ratio to the fastest of them, and to the slowest."""
    unit: str = "×"
    """Of the ratio; seconds and the like where something must be reached on any machine."""

    def to_json(self) -> dict[str, Any]:
        is_met = None if self.must is None else self.must.is_met_by(self.ratio)
        return {**asdict(self), "met": is_met}


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    unit: str
    """Of the rates: what is done per second."""
    figures: list[Figure]
    contestants: Sequence[Contestant]
    rates: Rates

    def to_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "unit": self.unit,
            "figures": [figure.to_json() for figure in self.figures],
            "rates": {
                contestant.name: {"group": contestant.group, **asdict(Estimate.of(self.rates[contestant.name]))}
                for contestant in self.contestants
            },
        }


def to_json(sections: Sequence[Section], effort: Effort) -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "effort": asdict(effort),
        "sections": [section.to_json() for section in sections],
    }


def table(sections: Sequence[Section]) -> Table:
    """All figures of all sections: ratios only, for rates mean little on another machine."""
    lines = Table("what", "beside", "ratio", "quartiles", "fastest – slowest", "must be", "", pad_edge=False)
    for section in sections:
        lines.add_section()
        lines.add_row(f"[bold]{section.title}[/bold]")
        for figure in section.figures:
            lines.add_row(*_cells(figure))
    return lines


def _cells(figure: Figure) -> tuple[str, ...]:
    must, ratio = figure.must, figure.ratio
    return (
        figure.what,
        figure.beside,
        f"{_number(ratio.median)} {figure.unit}",
        f"{_number(ratio.low)} – {_number(ratio.high)}",
        f"{_number(figure.extent[0])} – {_number(figure.extent[1])}" if figure.extent else "",
        "" if must is None else str(must),
        "" if must is None else "met" if must.is_met_by(ratio) else "[red]missed[/red]",
    )


def _number(value: float) -> str:
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"
