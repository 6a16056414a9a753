"""What a seat of Lords of Scotland sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.games.base import Seat, Viewer
from referee.games.lords_of_scotland.cards import Card, Clan
from referee.games.lords_of_scotland.followers import (
    UP,
    Follower,
    card_of,
    copied_clan,
    is_active,
    is_kept,
    is_known_to,
    is_up,
    known_to,
    mustered_by,
    mustered_in,
)
from referee.games.lords_of_scotland.state import (
    EMPTY_SLOT,
    LordsState,
    Pending,
    Phase,
    Pile,
    Recruit,
    Taken,
    points,
    recruit_card,
)


class SeenFollower(NamedTuple):
    """A follower as a viewer sees it. Who knows a face-down one, and who mustered it when, all have seen."""

    card: Card | None
    up: bool
    active: bool = False
    copies: Clan | None = None
    kept: bool = False
    known_to: tuple[Seat, ...] = ()
    mustered_by: Seat | None = None
    """None for face-up followers, and for those that lay there before the history began."""
    mustered_in: int = 0
    """The turn of that muster; 0 where `mustered_by` is None."""


class SeenRecruit(NamedTuple):
    """A recruit: a card if it is face-up."""

    card: Card | None
    up: bool


@dataclass(frozen=True, slots=True)
class LordsView:
    """Public things, and what `viewer` alone knows: its hand, and face-down followers that it has seen."""

    viewer: Viewer
    to_act: Seat | None
    phase: Phase
    pending: Pending
    """What is being decided: an action of a turn, the follow-up of a clan's power, or a claim."""
    is_copied: bool
    """Whether the pending power is one that a Scott copied; its card is the last of the army."""
    bruce: bool
    clan_activation: bool
    round: int
    turn: int
    initiative: Seat
    hand: Pile
    hand_sizes: tuple[int, ...]
    armies: tuple[tuple[SeenFollower, ...], ...]
    recruits: tuple[SeenRecruit | None, ...]
    """The five slots; None for an empty one."""
    supporters: Pile
    victory: tuple[Pile, ...]
    points: tuple[int, ...]
    draw_size: int
    discard: Pile
    reshuffles: int
    order: tuple[Seat, ...]
    """The claims still to come."""
    final: tuple[Seat, ...]
    """The placed seats, best first, from the end of the round's turns on."""
    taken: tuple[tuple[Taken, ...], ...]
    """By seat, the face-up recruits it took that were not seen since: each is in its hand, or was mustered
    face-down by it in a later turn. A game that was started from a position begins with none."""


def observe(state: LordsState, viewer: Viewer) -> LordsView:
    return LordsView(
        viewer=viewer,
        to_act=state.to_act,
        phase=state.phase,
        pending=state.pending,
        is_copied=state.is_copied,
        bruce=state.bruce,
        clan_activation=state.clan_activation,
        round=state.round,
        turn=state.turn,
        initiative=state.initiative,
        hand=state.hands[viewer] if viewer is not None else (),
        hand_sizes=tuple([len(hand) for hand in state.hands]),
        armies=tuple([tuple([_seen_follower(follower, viewer) for follower in army]) for army in state.armies]),
        recruits=tuple([_seen_recruit(recruit) for recruit in state.recruits]),
        supporters=state.supporters,
        victory=tuple([tuple(sorted(pile)) for pile in state.victory]),
        points=tuple([points(pile) for pile in state.victory]),
        draw_size=len(state.draw),
        discard=tuple(sorted(state.discard)),
        reshuffles=state.reshuffles,
        order=state.order,
        final=state.final,
        taken=state.taken,
    )


def _seen_follower(follower: Follower, viewer: Viewer) -> SeenFollower:
    if is_up(follower):
        return SeenFollower(
            card_of(follower), True, is_active(follower), copied_clan(follower), is_kept(follower)
        )  # fmt: skip
    return SeenFollower(
        card=card_of(follower) if is_known_to(follower, viewer) else None,
        up=False,
        known_to=known_to(follower),
        mustered_by=mustered_by(follower),
        mustered_in=mustered_in(follower),
    )


def _seen_recruit(recruit: Recruit) -> SeenRecruit | None:
    if recruit == EMPTY_SLOT:
        return None
    return SeenRecruit(recruit_card(recruit), True) if recruit & UP else SeenRecruit(None, False)
