"""The state of Lords of Scotland."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from referee.games.base import Action, Seat
from referee.games.lords_of_scotland.cards import ALL_CARDS, STRENGTHS, Card
from referee.games.lords_of_scotland.followers import CARD, Follower

Pile: TypeAlias = tuple[Card, ...]
Army: TypeAlias = tuple[Follower, ...]
"""Followers in the order of their arrival."""
Recruit: TypeAlias = int
"""A recruit slot: a card, with the bit UP if it is face-up, or EMPTY_SLOT."""
EMPTY_SLOT: Recruit = -1

Phase: TypeAlias = Literal["turns", "claims", "over"]
Pending: TypeAlias = Literal["turn", "makgill", "cockburn", "fergusson", "wemyss", "scott", "claim", "over"]
"""What is being decided: an action, the follow-up of a power, a claim, or nothing any more."""

T = TypeVar("T")


class Taken(NamedTuple):
    """A face-up recruit that a seat took, and that nobody has been shown since."""

    card: Card
    turn: int
    """The turn of this round in which it was taken; 0 if that was in an earlier round."""


@dataclass(slots=True, init=False)
class LordsState:
    """Never changed once `legal` is set: a step makes a copy (`copy`), changes that, and lets go of it."""

    bruce: bool
    clan_activation: bool
    seed: bytes
    """For reshuffling (L4); no observation contains it."""
    round: int
    turn: int
    initiative: Seat
    to_act: Seat | None
    pending: Pending
    is_copied: bool
    """Whether the pending power is one that a Scott copied."""
    hands: tuple[Pile, ...]
    """Sorted."""
    armies: tuple[Army, ...]
    recruits: tuple[Recruit, ...]
    supporters: Pile
    """As they lie, the oldest first."""
    victory: tuple[Pile, ...]
    draw: Pile
    """The top first."""
    discard: Pile
    reshuffles: int
    order: tuple[Seat, ...]
    """The claims still to come."""
    final: tuple[Seat, ...]
    """The placed seats of the round, best first, from its end on."""
    taken: tuple[tuple[Taken, ...], ...]
    """By seat; public, a history that positions do not have."""
    legal: tuple[Action, ...] = field(compare=False)

    # Written out: what a dataclass writes itself stays interpreted where this is compiled.
    def __init__(
        self,
        bruce: bool,
        clan_activation: bool,
        seed: bytes,
        round: int,
        turn: int,
        initiative: Seat,
        to_act: Seat | None,
        pending: Pending,
        is_copied: bool,
        hands: tuple[Pile, ...],
        armies: tuple[Army, ...],
        recruits: tuple[Recruit, ...],
        supporters: Pile,
        victory: tuple[Pile, ...],
        draw: Pile,
        discard: Pile,
        reshuffles: int,
        order: tuple[Seat, ...],
        final: tuple[Seat, ...],
        taken: tuple[tuple[Taken, ...], ...],
        legal: tuple[Action, ...] = (),
    ) -> None:
        self.bruce = bruce
        self.clan_activation = clan_activation
        self.seed = seed
        self.round = round
        self.turn = turn
        self.initiative = initiative
        self.to_act = to_act
        self.pending = pending
        self.is_copied = is_copied
        self.hands = hands
        self.armies = armies
        self.recruits = recruits
        self.supporters = supporters
        self.victory = victory
        self.draw = draw
        self.discard = discard
        self.reshuffles = reshuffles
        self.order = order
        self.final = final
        self.taken = taken
        self.legal = legal

    def copy(self) -> LordsState:
        return LordsState(
            self.bruce, self.clan_activation, self.seed, self.round, self.turn, self.initiative, self.to_act,
            self.pending, self.is_copied, self.hands, self.armies, self.recruits, self.supporters, self.victory,
            self.draw, self.discard, self.reshuffles, self.order, self.final, self.taken,
        )  # fmt: skip

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def phase(self) -> Phase:
        return "claims" if self.pending == "claim" else "over" if self.pending == "over" else "turns"

    @property
    def is_mid_power(self) -> bool:
        return self.pending not in ("turn", "claim", "over")

    @property
    def actor(self) -> Seat:
        """The seat to act, where there is one."""
        assert self.to_act is not None
        return self.to_act


def recruit_card(recruit: Recruit) -> Card:
    """The card in a slot that is not empty."""
    return ALL_CARDS[recruit & CARD]


def points(pile: Pile) -> int:
    """L25: a supporter is worth its strength."""
    return sum([STRENGTHS[card] for card in pile])


def with_entry(row: tuple[T, ...], at: int, entry: T) -> tuple[T, ...]:
    """By way of a list, as below: quicker than to put slices together."""
    entries = list(row)
    entries[at] = entry
    return tuple(entries)


def with_card(hand: Pile, card: Card) -> Pile:
    """A hand with one more card, still sorted."""
    cards = list(hand)
    insort(cards, card)
    return tuple(cards)


def without(row: tuple[T, ...], entry: T) -> tuple[T, ...]:
    rest = list(row)
    rest.remove(entry)
    return tuple(rest)
