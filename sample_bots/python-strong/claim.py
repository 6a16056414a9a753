"""Hints for Claim."""

from __future__ import annotations

from collections.abc import Sequence

from hints import Hints

from referee.games.claim.state import ClaimState


class ClaimHints(Hints):
    """Games are short and random play is fair to both seats: the rules alone do."""

    def judge(self, state: ClaimState) -> Sequence[float]:
        return [0.5, 0.5]
