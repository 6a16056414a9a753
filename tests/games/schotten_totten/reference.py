"""Formations and the proof of S10 by brute force, written from the rules alone: slow and plain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product
from typing import TypeAlias

Troop: TypeAlias = tuple[str, int]
Strength: TypeAlias = tuple[int, int]
"""The type, 4 for a colour run down to 0 for a sum, and the sum."""

COLOURS = "RBGYVN"


def readings(text: str) -> list[Troop]:
    """S19: everything that a card can count as."""
    values = {"joker": range(1, 10), "spy": [7], "shield": [1, 2, 3]}
    if text in values:
        return [(colour, value) for colour in COLOURS for value in values[text]]
    return [(text[0], int(text[1]))]


def strength(side: Sequence[str], is_blind: bool) -> Strength:
    """S13–S17, S19: the best of all readings of a full side."""
    return max(_strength(troops, is_blind) for troops in product(*[readings(text) for text in side]))


def _strength(troops: Sequence[Troop], is_blind: bool) -> Strength:
    values = sorted(value for _, value in troops)
    total = sum(values)
    if is_blind:
        return 0, total
    same_colour = all(colour == troops[0][0] for colour, _ in troops)
    consecutive = all(high == low + 1 for low, high in pairwise(values))
    if same_colour and consecutive:
        return 4, total
    if values[0] == values[-1]:
        return 3, total
    if same_colour:
        return 2, total
    return (1, total) if consecutive else (0, total)


def can_beat(side: Sequence[str], size: int, is_blind: bool, unseen: Iterable[str], target: Strength) -> bool:
    """S10: whether any filling with unseen cards beats the target."""
    fillings = combinations(list(unseen), size - len(side))
    return any(strength([*side, *filling], is_blind) > target for filling in fillings)
