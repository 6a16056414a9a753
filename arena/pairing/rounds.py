"""The words of all formats: who meets whom, in rounds that are known at once or follow from results.

And the order in which matches are played: shuffled, so that standings at half-time mean something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from referee.games.shuffle import shuffled

Entrant: TypeAlias = str

Pairing: TypeAlias = tuple[Entrant, ...]
"""The entrants of one match, as many as the game has seats. Blocks balance the seats: the order means little."""


Job = TypeVar("Job")


class PairingError(Exception):
    """Entrants that a format cannot pair; the message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class Round:
    """Matches that can be played at the same time, and who sits out."""

    pairings: tuple[Pairing, ...]
    byes: tuple[Entrant, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round and how it went."""

    round: Round
    points: tuple[tuple[float, ...], ...]
    """By pairing and entrant, the points of the match: only who has more matters."""


@runtime_checkable
class Planned(Protocol):
    """A format whose rounds are known at once."""

    @property
    def rounds(self) -> tuple[Round, ...]: ...


@runtime_checkable
class Progressive(Protocol):
    """A format whose next round follows from the results so far, and from nothing else."""

    def next_round(self, played: Sequence[PlayedRound]) -> Round | None:
        """None when the tournament is over."""


Format: TypeAlias = Planned | Progressive


def rounds_to_plan(form: Format, planned: int, played: Sequence[PlayedRound]) -> tuple[Round, ...]:
    """What can be added now to `planned` rounds, with `played` of them over: all the rest, the next one, or none."""
    if isinstance(form, Planned):
        return form.rounds[planned:]
    if len(played) < planned:
        return ()
    following = form.next_round(played)
    return () if following is None else (following,)


def job_order(jobs: Sequence[Job], seed: bytes) -> list[Job]:
    """The jobs as the tournament's seed shuffles them: the same on every machine."""
    return shuffled(jobs, seed, "job order")


def check_entrants(entrants: Sequence[Entrant], least: int) -> None:
    if len(set(entrants)) != len(entrants):
        raise PairingError("an entrant is named twice")
    if len(entrants) < least:
        raise PairingError(f"this tournament needs at least {least} entrants, not {len(entrants)}")


def check_seats(seats: int) -> None:
    if not 2 <= seats <= 5:
        raise PairingError(f"tables have 2 to 5 seats, not {seats}")


def check_two_seats(seats: int, form: str) -> None:
    if seats != 2:
        raise PairingError(f"a {form} is for two seats, not {seats}: use a round robin or a gauntlet")
