"""Grades without luck: what a hand-in's blocks against the baselines prove, and what that is worth. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil
from statistics import fmean

from arena.ratings.crosstable import block_interval

DAY_SECONDS = 86_400


class State(StrEnum):
    """Of a threshold."""

    MET = "met"
    NOT_MET = "not met"
    PENDING = "pending"
    """Not all declared blocks are played yet, whatever those that are may say."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """What earns points: a score against a baseline."""

    baseline: int
    score: float
    points: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the blocks against one baseline say. Before the first there is no score, and anything may be."""

    blocks: int
    declared: int
    score: float | None
    low: float
    high: float

    @property
    def is_complete(self) -> bool:
        return self.blocks >= self.declared


@dataclass(frozen=True, slots=True)
class Verdict:
    """A threshold, and whether it is met."""

    threshold: Threshold
    evidence: Evidence
    state: State

    @property
    def points(self) -> float:
        return self.threshold.points if self.state is State.MET else 0.0


@dataclass(frozen=True, slots=True)
class Grade:
    """What a hand-in is worth."""

    verdicts: tuple[Verdict, ...]
    late_days: int
    late_percent: float
    """That all its points lose."""

    @property
    def points(self) -> float:
        """Without what is pending still."""
        return round(sum(verdict.points for verdict in self.verdicts) * (1 - self.late_percent / 100), 2)

    @property
    def most(self) -> float:
        """What could be had in time."""
        return round(sum(verdict.threshold.points for verdict in self.verdicts), 2)

    @property
    def is_pending(self) -> bool:
        return any(verdict.state is State.PENDING for verdict in self.verdicts)


def evidence_of(scores: Sequence[float], declared: int) -> Evidence:
    """From the scores of the blocks against a baseline, each from 0 to 1: the block is the unit, because its games
    share a deal and say less together than as many of different deals would.
    """
    score = fmean(scores) if scores else None
    low, high = block_interval(scores) if scores else (0.0, 1.0)
    return Evidence(len(scores), declared, score, low, high)


def verdict(threshold: Threshold, evidence: Evidence) -> Verdict:
    """Met only by all the declared blocks, and only if their *lower* bound is above it: who stops while ahead, or was
    lucky, has not met it.
    """
    if not evidence.is_complete:
        return Verdict(threshold, evidence, State.PENDING)
    return Verdict(threshold, evidence, State.MET if evidence.low > threshold.score else State.NOT_MET)


def grade(
    thresholds: Sequence[Threshold],
    scores: Mapping[int, Sequence[float]],
    declared: int,
    late_seconds: float = 0.0,
    late_percent_per_day: float = 0.0,
) -> Grade:
    """Of a hand-in, from its blocks' scores by baseline."""
    found = {baseline: evidence_of(blocks, declared) for baseline, blocks in scores.items()}
    nothing = evidence_of((), declared)
    verdicts = tuple(verdict(one, found.get(one.baseline, nothing)) for one in thresholds)
    return Grade(verdicts, late_days(late_seconds), late_percent(late_seconds, late_percent_per_day))


def late_days(late_seconds: float) -> int:
    """Days that were begun after the deadline; exactly at the deadline is none."""
    return ceil(late_seconds / DAY_SECONDS) if late_seconds > 0 else 0


def late_percent(late_seconds: float, per_day: float) -> float:
    """What it takes off: never more than there is."""
    return min(100.0, late_days(late_seconds) * per_day)


def highest_bound(blocks: int) -> float:
    """The lower bound of whoever wins so many blocks outright: a threshold that is not below it cannot be met."""
    return block_interval([1.0] * blocks)[0]
