"""Davidson's model of one pair: win, draw and loss from the gap in strength and the weight of draws.

With gap d and weight ν the three are to each other as exp(d/2) : ν : exp(−d/2). Without draws, ν = 0, this is the
model of Bradley and Terry. (Davidson 1970; the gap carries the order effect as in Davidson and Beaver 1977.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.ratings.results import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Chances:
    """By pair, how likely each outcome is."""

    win: Floats
    draw: Floats
    loss: Floats
    log_total: Floats
    """The logarithm of exp(d/2) + ν + exp(−d/2)."""

    @property
    def edge(self) -> Floats:
        """Half the expected wins minus losses: the derivative of `log_total` by the gap."""
        return (self.win - self.loss) / 2

    @property
    def gap_information(self) -> Floats:
        return (self.win + self.loss) / 4 - self.edge**2

    @property
    def mixed_information(self) -> Floats:
        """Between the gap and ln ν."""
        return -self.draw * self.edge

    @property
    def draw_information(self) -> Floats:
        """Of ln ν."""
        return self.draw * (1 - self.draw)


def chances(gap: Floats, draw_weight: float) -> Chances:
    half = gap / 2
    largest = np.abs(half)  # taken out before exp, so that no gap overflows
    win, loss, draw = np.exp(half - largest), np.exp(-half - largest), draw_weight * np.exp(-largest)
    total = win + draw + loss
    return Chances(win / total, draw / total, loss / total, largest + np.log(total))
