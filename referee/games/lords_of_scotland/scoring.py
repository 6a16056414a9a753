"""The strength of armies and how they are placed."""

from __future__ import annotations

from referee.games.base import Seat
from referee.games.lords_of_scotland.cards import BRUCE, CLANS, COCHRANE, RANKS, STRENGTHS
from referee.games.lords_of_scotland.followers import ACTIVE, CARD, lasting_power
from referee.games.lords_of_scotland.state import Army


def strength(army: Army) -> int:
    """L23: the sum of its cards, doubled if they are more than one and all of one clan."""
    total = sum([STRENGTHS[follower & CARD] for follower in army])
    return 2 * total if len(army) > 1 and _is_of_one_clan(army) else total


def _is_of_one_clan(army: Army) -> bool:
    """L23, L20: active Bruces, and Scotts that copy Bruce, fit any clan; another Bruce is of clan Bruce."""
    clans = {CLANS[follower & CARD] for follower in army if not _is_wild(follower)}
    return len(clans) <= 1


def _is_wild(follower: int) -> bool:
    return follower & ACTIVE != 0 and lasting_power(follower) is BRUCE


def placed(armies: tuple[Army, ...]) -> tuple[Seat, ...]:
    """L24: the seats with an army by its strength, then by its highest-ranked card, best first."""
    seats = [seat for seat, army in enumerate(armies) if army]
    return tuple(sorted(seats, key=lambda seat: _standing(armies[seat]), reverse=True))


def _standing(army: Army) -> tuple[int, int]:
    return strength(army), max([RANKS[follower & CARD] for follower in army])


def claims(armies: tuple[Army, ...], final: tuple[Seat, ...], supporters: int) -> tuple[Seat, ...]:
    """L25: who claims in which order, as long as there are supporters."""
    order = [seat for seat in final for _ in range(2 if _claims_two(armies[seat]) else 1)]
    return tuple(order[:supporters])


def _claims_two(army: Army) -> bool:
    """L21: an active Cochrane, or a Scott that copies one; several are not more."""
    return any([follower & ACTIVE and lasting_power(follower) is COCHRANE for follower in army])
