"""Hints for Schotten Totten: where a card may go, and how a border that is still open is likely to end."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from hints import Hints
from outlook import Outlook

from referee.games.base import Action
from referee.games.schotten_totten import actions, cards
from referee.games.schotten_totten.cards import HIGHEST, STONES, Card
from referee.games.schotten_totten.state import Pile, SchottenState, without
from referee.games.schotten_totten.view import SchottenView

SHARPNESS = 12.0
"""How strongly a good-looking action is preferred in the tree."""
LOOKS = 8
"""How many actions quick play compares."""
TURNS_AHEAD = 6
"""How far a thought goes before the border is judged."""
LEAD, ADJACENT = 0.5, 1.0
"""What a stone more is worth, and three adjacent ones."""
RUSES = {cards.BANSHEE: 0.3, cards.TRAITOR: 0.3, cards.RECRUITER: 0.1, cards.STRATEGIST: 0.0}
"""What a ruse is worth, in stones."""


class SchottenHints(Hints):
    def __init__(self, view: SchottenView) -> None:
        super().__init__(view)
        self.odds = Outlook(view).odds

    def weights(self, state: SchottenState) -> Sequence[float]:
        return [exp(SHARPNESS * self.worth(state, action)) for action in state.legal]

    def pick(self, state: SchottenState, random: Random) -> Action:
        legal = state.legal
        if isinstance(legal[0], actions.ClaimStone):
            return legal[0]
        count = len(legal)
        looked_at = [legal[int(random.random() * count)] for _ in range(min(LOOKS, count))]
        return max(looked_at, key=lambda action: self.worth(state, action))

    def is_far_enough(self, state: SchottenState, root: SchottenState) -> bool:
        return state.turn - root.turn >= TURNS_AHEAD

    def judge(self, state: SchottenState) -> Sequence[float]:
        odds = [self.stone_odds(state, stone) for stone in range(STONES)]
        threes = list(zip(odds, odds[1:], odds[2:], strict=False))
        lead = LEAD * (2 * sum(odds) - STONES)
        lead += ADJACENT * sum([a * b * c - (1 - a) * (1 - b) * (1 - c) for a, b, c in threes])
        first = 1 / (1 + exp(-lead))
        return [first, 1 - first]

    def stone_odds(self, state: SchottenState, stone: int) -> float:
        """Seat 0's odds of a stone, claimed or not."""
        if state.unclaimed >> stone & 1:
            return self.odds(*border_at(state, stone))
        return float(state.owned[0] >> stone & 1)

    def worth(self, state: SchottenState, action: Action) -> float:
        """By how many stones an action helps whose turn it is."""
        kind = type(action)
        if kind is actions.PlayCard:
            return self.joining(state, action.card, action.stone)  # type: ignore[attr-defined]
        match action:
            case actions.ClaimStone():
                return 1.0
            case actions.PlayMode(card=mode, stone=stone):
                first, second, size, is_blind = border_at(state, stone)
                after = (first, second, 4 if mode == cards.MUD else size, is_blind or mode == cards.BLIND)
                return self.gain(state, stone, after)
            case actions.PlayRuse(card=card):
                return RUSES[card]
            case actions.TakeCard(card=card, stone=stone) if state.pending is not None:
                is_own = state.pending.card == cards.STRATEGIST
                return self.leaving(state, card, stone, state.seat if is_own else 1 - state.seat)
            case actions.MoveTo(stone=stone) if state.pending is not None and state.pending.taken is not None:
                return self.joining(state, state.pending.taken, stone)
            case actions.ReturnCard(card=card):
                return -(card.value or HIGHEST) / HIGHEST
        return 0.0

    def joining(self, state: SchottenState, card: Card, stone: int) -> float:
        first, second, size, is_blind = border_at(state, stone)
        if state.seat == 0:
            return self.gain(state, stone, ((*first, card), second, size, is_blind))
        return self.gain(state, stone, (first, (*second, card), size, is_blind))

    def leaving(self, state: SchottenState, card: Card, stone: int, seat: int) -> float:
        first, second, size, is_blind = border_at(state, stone)
        if seat == 0:
            return self.gain(state, stone, (without(first, card), second, size, is_blind))
        return self.gain(state, stone, (first, without(second, card), size, is_blind))

    def gain(self, state: SchottenState, stone: int, after: tuple[Pile, Pile, int, bool]) -> float:
        more = self.odds(*after) - self.odds(*border_at(state, stone))
        return more if state.seat == 0 else -more


def border_at(state: SchottenState, stone: int) -> tuple[Pile, Pile, int, bool]:
    """Both sides of a stone, how many cards fill one, and whether formations do not count (S16, S17)."""
    return (
        state.sides[stone],
        state.sides[STONES + stone],
        4 if stone == state.mud else 3,
        stone == state.blind,
    )
