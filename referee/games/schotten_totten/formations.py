"""What a full side is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from referee.games.schotten_totten.cards import CLAN_CARDS, ELITE_VALUES, HIGHEST
from referee.games.schotten_totten.state import Pile

# S13, from low to high. The types leave room below them for a sum: strengths compare by type, then by sum (S14).
SUM: Final = 0 << 6
RUN: Final = 1 << 6
COLOUR: Final = 2 << 6
OF_A_KIND: Final = 3 << 6
COLOUR_RUN: Final = 4 << 6
ABOVE_ANY_SUM: Final = 1 << 6


@lru_cache(maxsize=1 << 14)
def strength(side: Pile, is_blind: bool) -> int:
    """Type and sum of a full side as one number, its elite troops at their best (S19)."""
    clan = [card for card in side if card < CLAN_CARDS]
    values = [card % HIGHEST + 1 for card in clan]
    is_one_colour = len({card // HIGHEST for card in clan}) <= 1
    if len(clan) == len(side):
        return _strength(values, is_one_colour, is_blind)
    choices = product(*[ELITE_VALUES[card] for card in side if card >= CLAN_CARDS])
    return max([_strength([*values, *chosen], is_one_colour, is_blind) for chosen in choices])


def _strength(values: Sequence[int], is_one_colour: bool, is_blind: bool) -> int:
    """S13, S17: the five formations are the same for three cards and for four."""
    total = sum(values)
    if is_blind:
        return SUM + total  # S16
    kinds = len(set(values))
    if kinds == 1:
        return OF_A_KIND + total
    is_run = kinds == len(values) == max(values) - min(values) + 1
    if is_one_colour:
        return (COLOUR_RUN if is_run else COLOUR) + total
    return (RUN if is_run else SUM) + total
