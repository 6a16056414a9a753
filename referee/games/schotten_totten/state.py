"""Schotten Totten's state."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from referee.games.base import Action, Seat
from referee.games.schotten_totten.cards import ALL_CLAN, ALL_STONES, STONES, Card

Pile: TypeAlias = tuple[Card, ...]
"""Cards. Hands and the discard are kept sorted; decks lie top first, sides oldest first."""
Piles: TypeAlias = tuple[Pile, ...]
Step: TypeAlias = Literal["play", "claim", "draw", "over"]
Seats: TypeAlias = tuple[Seat, ...]
T = TypeVar("T")

# S3, by `expert`: without it claims follow the play, with it they come first.
FIRST_STEP: dict[bool, Step] = {False: "play", True: "claim"}
AFTER_PLAYING: dict[bool, Step] = {False: "claim", True: "draw"}
AFTER_CLAIMING: dict[bool, Step] = {False: "draw", True: "play"}

NO_SIDES: Piles = ((),) * (2 * STONES)
NEVER_FULL = (0,) * (2 * STONES)


class Stone(NamedTuple):
    """A boundary stone; both seats' things in the order of seats."""

    sides: tuple[Pile, Pile]
    """Oldest card first."""
    modes: Pile
    owner: Seat | None
    full_since: tuple[int | None, int | None]
    """The turn on which each side was filled, the lower one first (S15)."""


class Ruse(NamedTuple):
    """A ruse that is being carried out, and how far it is."""

    card: Card
    draws_left: int = 0
    returns_left: int = 0
    taken: Card | None = None
    taken_from: int | None = None
    """The stone that the taken card lay at."""


@dataclass(slots=True, init=False)
class SchottenState:
    """Never changed once `legal` is set: a step makes a copy (`copy`), changes that, and lets go of it."""

    tactics: bool
    expert: bool
    hands: Piles
    clan_deck: Pile
    tactic_deck: Pile
    turn: int
    step: Step
    discard: Pile
    sides: Piles
    """Seat 0's side of each stone, then seat 1's: seat · 9 + stone."""
    full_since: tuple[int, ...]
    """As `sides`: the turn on which a side was filled, 0 while it is not full (S15)."""
    owned: tuple[int, ...]
    """The set of stones that each seat has claimed."""
    blind: int | None
    """The stone that Blind-Man's Bluff lies on."""
    mud: int | None
    """The stone that Mud Fight lies on."""
    tactics_played: tuple[int, int]
    jokers_played: tuple[bool, bool]
    passes: int
    passed: bool
    claimed: bool
    clan_under: Seats
    """Who put the bottom cards of the Clan deck there, the bottom one last."""
    tactic_under: Seats
    pending: Ruse | None
    room: tuple[int, ...]
    """The set of unclaimed stones at which each seat has room; follows from the rest."""
    unseen: int
    """The set of Clan cards that are neither on a stone nor in the discard (S10); follows from the rest."""
    to_act: Seat | None
    legal: tuple[Action, ...] = field(compare=False)

    # Written out: what a dataclass writes itself stays interpreted where this is compiled.
    def __init__(
        self,
        tactics: bool,
        expert: bool,
        hands: Piles,
        clan_deck: Pile,
        tactic_deck: Pile = (),
        turn: int = 1,
        step: Step = "play",
        discard: Pile = (),
        sides: Piles = NO_SIDES,
        full_since: tuple[int, ...] = NEVER_FULL,
        owned: tuple[int, ...] = (0, 0),
        blind: int | None = None,
        mud: int | None = None,
        tactics_played: tuple[int, int] = (0, 0),
        jokers_played: tuple[bool, bool] = (False, False),
        passes: int = 0,
        passed: bool = False,
        claimed: bool = False,
        clan_under: Seats = (),
        tactic_under: Seats = (),
        pending: Ruse | None = None,
        room: tuple[int, ...] = (ALL_STONES, ALL_STONES),
        unseen: int = ALL_CLAN,
        to_act: Seat | None = None,
        legal: tuple[Action, ...] = (),
    ) -> None:
        self.tactics = tactics
        self.expert = expert
        self.hands = hands
        self.clan_deck = clan_deck
        self.tactic_deck = tactic_deck
        self.turn = turn
        self.step = step
        self.discard = discard
        self.sides = sides
        self.full_since = full_since
        self.owned = owned
        self.blind = blind
        self.mud = mud
        self.tactics_played = tactics_played
        self.jokers_played = jokers_played
        self.passes = passes
        self.passed = passed
        self.claimed = claimed
        self.clan_under = clan_under
        self.tactic_under = tactic_under
        self.pending = pending
        self.room = room
        self.unseen = unseen
        self.to_act = to_act
        self.legal = legal

    def copy(self) -> SchottenState:
        return SchottenState(
            self.tactics,
            self.expert,
            self.hands,
            self.clan_deck,
            self.tactic_deck,
            self.turn,
            self.step,
            self.discard,
            self.sides,
            self.full_since,
            self.owned,
            self.blind,
            self.mud,
            self.tactics_played,
            self.jokers_played,
            self.passes,
            self.passed,
            self.claimed,
            self.clan_under,
            self.tactic_under,
            self.pending,
            self.room,
            self.unseen,
        )

    @property
    def seat(self) -> Seat:
        """Whose turn it is: seat 0 has the odd turns."""
        return 1 - self.turn % 2

    @property
    def hand_limit(self) -> int:
        """S2."""
        return 7 if self.tactics else 6

    @property
    def unclaimed(self) -> int:
        """The set of stones that nobody has claimed."""
        return ALL_STONES & ~(self.owned[0] | self.owned[1])

    def required(self, stone: int) -> int:
        """How many cards make a side of the stone full (S4, S17)."""
        return 4 if stone == self.mud else 3


def pair_with(pair: Piles, seat: Seat, pile: Pile) -> Piles:
    return (pile, pair[1]) if seat == 0 else (pair[0], pile)


def with_card(hand: Pile, card: Card) -> Pile:
    """A hand with one more card, still sorted."""
    cards = list(hand)
    insort(cards, card)
    return tuple(cards)


def without(pile: Pile, card: Card) -> Pile:
    rest = list(pile)
    rest.remove(card)
    return tuple(rest)


def with_entry(row: tuple[T, ...], at: int, entry: T) -> tuple[T, ...]:
    """By way of a list, as above: quicker than to put slices together."""
    entries = list(row)
    entries[at] = entry
    return tuple(entries)
