"""Hints for Lords of Scotland: a round is enough to look ahead, and an army of one clan is worth twice as much."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from hints import Hints

from referee.games.base import Action
from referee.games.lords_of_scotland.actions import ClaimSupporter, MusterFollower, RecruitSlot, TakeSupporter
from referee.games.lords_of_scotland.cards import STRENGTHS
from referee.games.lords_of_scotland.followers import CARD, UP
from referee.games.lords_of_scotland.scoring import strength
from referee.games.lords_of_scotland.state import LordsState, points

KEPT = 0.2
"""What a card in the hand is worth, in points for each of its strength."""
SHARPNESS = 0.1
LOOKS = 3
SCALE = 8.0


class LordsHints(Hints):
    def weights(self, state: LordsState) -> Sequence[float]:
        return [exp(SHARPNESS * worth(state, action)) for action in state.legal]

    def pick(self, state: LordsState, random: Random) -> Action:
        legal = state.legal
        if state.pending == "claim":
            return max(legal, key=lambda action: worth(state, action))
        count = len(legal)
        looked_at = [legal[int(random.random() * count)] for _ in range(LOOKS)]
        return max(looked_at, key=lambda action: worth(state, action))

    def is_far_enough(self, state: LordsState, root: LordsState) -> bool:
        return state.round > root.round

    def judge(self, state: LordsState) -> Sequence[float]:
        values = [
            points(pile) + KEPT * sum([STRENGTHS[card] for card in hand])
            for pile, hand in zip(state.victory, state.hands, strict=True)
        ]
        others = len(values) - 1
        return [(sum([1 / (1 + exp((v - mine) / SCALE)) for v in values]) - 0.5) / others for mine in values]


def worth(state: LordsState, action: Action) -> float:
    if isinstance(action, MusterFollower):
        seat = state.to_act
        assert seat is not None
        army = state.armies[seat]
        gained = strength((*army, action.card | UP)) - (strength(army) if army else 0)
        return gained - 0.3 * STRENGTHS[action.card] + (3.0 if action.way == "active" else 0.0)
    if isinstance(action, RecruitSlot):
        recruit = state.recruits[action.slot - 1]
        return STRENGTHS[recruit & CARD] if recruit & UP else 6.5
    if isinstance(action, ClaimSupporter | TakeSupporter):
        return STRENGTHS[action.card]
    return 5.0
