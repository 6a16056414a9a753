"""Which bot sits where: the seatings at which a block plays its deal."""

from __future__ import annotations

from enum import StrEnum

Seating = tuple[int, ...]
"""By seat, the index of the bot that sits there."""


class Seatings(StrEnum):
    ROTATIONS = "rotations"
    """Every bot once in every seat: n games."""
    BALANCED = "balanced"
    """Every ordered pair of bots once in every ordered pair of seats: n·(n−1) games."""

    def of(self, players: int) -> list[Seating]:
        if self is Seatings.ROTATIONS:
            return [tuple((seat + shift) % players for seat in range(players)) for shift in range(players)]
        # The maps x → ax + b over the field with n elements, a not zero.
        return [
            tuple(_sum(players, _product(players, factor, seat), shift) for seat in range(players))
            for factor in range(1, players)
            for shift in range(players)
        ]


class AsListed:
    """One game, every bot in the seat of its place in the list: for a guest, who plays once. Nothing is measured so."""

    def of(self, players: int) -> list[Seating]:
        return [tuple(range(players))]


AS_LISTED = AsListed()


def _sum(size: int, one: int, other: int) -> int:
    return one ^ other if size == 4 else (one + other) % size


def _product(size: int, one: int, other: int) -> int:
    """Four elements are 0, 1, 2 = x, 3 = x + 1 with x² = x + 1; two, three and five are plain remainders."""
    if size != 4:
        return one * other % size
    return 0 if 0 in (one, other) else (one - 1 + other - 1) % 3 + 1
