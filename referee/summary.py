"""What a match says about its bots, with honest error bars: the block is the unit, because the games of a
block share their deal."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import NormalDist, fmean, variance
from typing import Any

from referee.match import Block
from referee.table import GameRecord

Z95 = NormalDist().inv_cdf(0.975)


@dataclass(slots=True)
class BotSummary:
    """One bot's part in a match."""

    name: str
    block_scores: list[float] = field(default_factory=list)
    placings: dict[int, int] = field(default_factory=dict)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    decisions: int = 0
    think_ms: float = 0.0
    think_max_ms: float = 0.0
    cpu_ms: float | None = None
    """The CPU time of its decisions, where the host could tell."""

    @property
    def score(self) -> float:
        """The share of points: 1 for everybody it was placed before, ½ for a tie; over the others."""
        return fmean(self.block_scores) if self.block_scores else 0.5

    @property
    def margin(self) -> float | None:
        """Half the width of the score's 95 % interval; None if there are too few blocks to tell."""
        if len(self.block_scores) < 2:
            return None
        return Z95 * math.sqrt(variance(self.block_scores) / len(self.block_scores))

    @property
    def elo(self) -> tuple[float | None, float | None, float | None]:
        """The Elo difference to the others, and its 95 % interval; None where it is without bounds."""
        margin = self.margin
        if margin is None:
            return elo_of(self.score), None, None
        return elo_of(self.score), elo_of(self.score - margin), elo_of(self.score + margin)

    @property
    def los(self) -> float | None:
        """The likelihood that the bot is better than the others."""
        margin = self.margin
        if margin is None:
            return None
        if margin == 0:
            return 0.5 if self.score == 0.5 else float(self.score > 0.5)
        return NormalDist().cdf((self.score - 0.5) / (margin / Z95))

    @property
    def think_mean_ms(self) -> float:
        return self.think_ms / self.decisions if self.decisions else 0.0

    @property
    def cpu_mean_ms(self) -> float | None:
        return None if self.cpu_ms is None else self.cpu_ms / self.decisions

    def to_json(self) -> dict[str, Any]:
        elo, low, high = self.elo
        return {
            "name": self.name,
            "score": round(self.score, 4),
            "score_margin": _rounded(self.margin, 4),
            "elo": _rounded(elo, 1),
            "elo_low": _rounded(low, 1),
            "elo_high": _rounded(high, 1),
            "los": _rounded(self.los, 4),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "placings": {str(place): count for place, count in sorted(self.placings.items())},
            "think_mean_ms": round(self.think_mean_ms, 3),
            "think_max_ms": round(self.think_max_ms, 3),
            "cpu_mean_ms": _rounded(self.cpu_mean_ms, 3),
            "faults": self.faults,
        }


class MatchSummary:
    """Grows block by block."""

    def __init__(self, names: Iterable[str]) -> None:
        self.bots = [BotSummary(name) for name in names]
        self.blocks = 0
        self.games = 0

    def count(self, block: Block) -> None:
        self.blocks += 1
        scores: list[list[float]] = [[] for _ in self.bots]
        for game in block.games:
            self.games += 1
            for bot, score in self._count_game(game):
                scores[bot].append(score)
        for bot, summary in enumerate(self.bots):
            summary.block_scores.append(fmean(scores[bot]))

    def _count_game(self, game: GameRecord) -> list[tuple[int, float]]:
        result = game.replay.result
        assert result is not None
        assert result.placings is not None
        for step in game.replay.steps:
            if not step.forced and not step.autopilot:
                summary = self.bots[game.seating[step.seat]]
                summary.decisions += 1
                summary.think_ms += step.ms
                summary.think_max_ms = max(summary.think_max_ms, step.ms)
                if step.cpu_ms is not None:
                    summary.cpu_ms = (summary.cpu_ms or 0.0) + step.cpu_ms
        for seat in result.offenders:
            faults = self.bots[game.seating[seat]].faults
            faults[str(result.termination)] = faults.get(str(result.termination), 0) + 1
        return [(bot, self._count_placing(bot, seat, result.placings)) for seat, bot in enumerate(game.seating)]

    def _count_placing(self, bot: int, seat: int, placings: tuple[int, ...]) -> float:
        summary, place = self.bots[bot], placings[seat]
        summary.placings[place] = summary.placings.get(place, 0) + 1
        if place > 1:
            summary.losses += 1
        elif placings.count(1) > 1:
            summary.draws += 1
        else:
            summary.wins += 1
        others = [other for at, other in enumerate(placings) if at != seat]
        return fmean((other > place) + (other == place) / 2 for other in others)

    def to_json(self) -> dict[str, Any]:
        return {"blocks": self.blocks, "games": self.games, "bots": [bot.to_json() for bot in self.bots]}


def elo_of(score: float) -> float | None:
    """The difference in Elo that a share of points stands for; None where it has no bounds."""
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else None


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
