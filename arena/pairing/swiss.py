"""Swiss: each round those meet who have done equally well, and nobody meets the same opponent twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, log2

from arena.pairing.matching import has_perfect_matching, preferred_matching
from arena.pairing.rounds import (
    Entrant,
    PairingError,
    PlayedRound,
    Round,
    check_entrants,
    check_two_seats,
)
from referee.games.shuffle import shuffled


def usual_rounds(entrants: int) -> int:
    """Enough that one entrant at most can have won all its matches."""
    return max(1, ceil(log2(entrants)))


@dataclass(frozen=True, slots=True)
class Swiss:
    """For two seats. Entrants of equal score are paired upper half against lower half, by rating, then by seed.

    No rematch while there is any way round it; then those meet again who met least. With an odd number the lowest
    who had no bye has one, which counts as a win; nobody has a second before everybody had one. With more than two
    seats tables of equals would soon be rematches, so that is refused.
    """

    entrants: tuple[Entrant, ...]
    total_rounds: int
    seed: bytes
    ratings: Mapping[Entrant, float] = field(default_factory=dict)
    seats: int = 2

    def __post_init__(self) -> None:
        check_two_seats(self.seats, "swiss tournament")
        check_entrants(self.entrants, 2)
        if self.total_rounds < 1:
            raise PairingError("a swiss tournament needs at least one round")

    def next_round(self, played: Sequence[PlayedRound]) -> Round | None:
        if len(played) >= self.total_rounds:
            return None
        scores, met, byes = self.scores(played), _meetings(played), _byes(played)
        order = self.standing(scores)
        for most in range(len(played) + 1):  # the most often that a pair of this round may have met before
            found = _paired(order, scores, met, byes, most)
            if found is not None:
                return found
        raise AssertionError("with every rematch allowed there is a pairing")

    def scores(self, played: Sequence[PlayedRound]) -> dict[Entrant, float]:
        """A match won is a point, a match drawn half of one, a bye a point."""
        scores = dict.fromkeys(self.entrants, 0.0)
        for over in played:
            for bye in over.round.byes:
                scores[bye] += 1
            for (one, other), (mine, theirs) in zip(over.round.pairings, over.points, strict=True):
                won = 0.5 if mine == theirs else float(mine > theirs)
                scores[one] += won
                scores[other] += 1 - won
        return scores

    def standing(self, scores: Mapping[Entrant, float]) -> list[Entrant]:
        """By score, then rating, then as the seed has shuffled them."""
        lots = shuffled(sorted(self.entrants), self.seed, "swiss")
        return sorted(lots, key=lambda entrant: (-scores[entrant], -self.ratings.get(entrant, 0.0)))


def _meetings(played: Sequence[PlayedRound]) -> Counter[frozenset[Entrant]]:
    return Counter(frozenset(pairing) for over in played for pairing in over.round.pairings)


def _byes(played: Sequence[PlayedRound]) -> Counter[Entrant]:
    return Counter(bye for over in played for bye in over.round.byes)


def _paired(
    order: list[Entrant],
    scores: Mapping[Entrant, float],
    met: Counter[frozenset[Entrant]],
    byes: Counter[Entrant],
    most: int,
) -> Round | None:
    """A round in which no pair has met more than `most` times before, if there is one."""
    if len(order) % 2 == 0:
        return _round(order, scores, met, most)
    fewest = min(byes[entrant] for entrant in order)
    for bye in reversed(order):
        rest = [entrant for entrant in order if entrant != bye]
        if byes[bye] == fewest and has_perfect_matching(_allowed(rest, met, most)):
            found = _round(rest, scores, met, most)
            return found and Round(found.pairings, (bye,))
    return None


def _allowed(order: list[Entrant], met: Counter[frozenset[Entrant]], most: int) -> list[set[int]]:
    return [
        {at for at, other in enumerate(order) if other != entrant and met[frozenset((entrant, other))] <= most}
        for entrant in order
    ]


def _round(
    order: list[Entrant], scores: Mapping[Entrant, float], met: Counter[frozenset[Entrant]], most: int
) -> Round | None:
    allowed = _allowed(order, met, most)
    ideal = _ideal_opponents(order, scores)

    def wanted(me: int) -> list[int]:
        return sorted(allowed[me], key=lambda other: (*gap(me, other), abs(other - ideal[me]), other))

    def gap(me: int, other: int) -> tuple[int, float]:
        return met[frozenset((order[me], order[other]))], abs(scores[order[me]] - scores[order[other]])

    pairs = preferred_matching([wanted(me) for me in range(len(order))])
    return None if pairs is None else Round(tuple((order[one], order[other]) for one, other in pairs))


def _ideal_opponents(order: list[Entrant], scores: Mapping[Entrant, float]) -> list[int]:
    """By place in the order: half the size of its score group further down."""
    sizes = Counter(scores[entrant] for entrant in order)
    return [place + max(1, sizes[scores[entrant]] // 2) for place, entrant in enumerate(order)]
