"""What a seat of Claim sees, and what it may imagine behind it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Literal

from referee.games.base import Seat, Viewer
from referee.games.claim.cards import DECK, FACTIONS, Card, Faction
from referee.games.claim.rules import at_decision
from referee.games.claim.state import ClaimState, Pile, Piles, Trick, with_seat


@dataclass(frozen=True, slots=True)
class ClaimView:
    """Public things, and what `viewer` alone knows: its hand and all its followers."""

    viewer: Viewer
    to_act: Seat | None
    pending: Literal["lead", "reply", "over"]
    phase: int
    tricks_left: int
    """Tricks of this phase that are not finished, the current one counted."""
    leader: Seat
    led: Card | None
    prize: Card | None
    hand: Pile
    followers: Pile
    hand_sizes: tuple[int, int]
    follower_counts: tuple[int, int]
    stock_size: int
    prizes: Piles
    """The prizes each seat won in phase one: they are, or were, among its followers."""
    scored: Piles
    discard: Pile
    tricks: tuple[Trick, ...]
    """Every finished trick; a game that was started from a position begins with none."""


def observe(state: ClaimState, viewer: Viewer) -> ClaimView:
    return ClaimView(
        viewer=viewer,
        to_act=state.to_act,
        pending="over" if state.to_act is None else "lead" if state.led is None else "reply",
        phase=state.phase,
        tricks_left=state.tricks_left,
        leader=state.leader,
        led=state.led,
        prize=state.prize,
        hand=state.hands[viewer] if viewer is not None else (),
        followers=_sorted(state.followers[viewer]) if viewer is not None else (),
        hand_sizes=(len(state.hands[0]), len(state.hands[1])),
        follower_counts=(len(state.followers[0]), len(state.followers[1])),
        stock_size=len(state.stock),
        prizes=(_sorted(state.prizes[0]), _sorted(state.prizes[1])),
        scored=(_sorted(state.scored[0]), _sorted(state.scored[1])),
        discard=_sorted(state.discard),
        tricks=state.tricks,
    )


def _sorted(pile: Pile) -> Pile:
    return tuple(sorted(pile))


def determinize(view: ClaimView, random: Random) -> ClaimState:
    """A state behind the view: the unseen cards are dealt at random to what the viewer cannot see."""
    known_hands = _known_hand(view, 0), _known_hand(view, 1)
    known_followers = _known_followers(view, 0), _known_followers(view, 1)
    unseen = _unseen(view, [*known_hands[0], *known_hands[1], *known_followers[0], *known_followers[1]])
    random.shuffle(unseen)
    hands, rest = _deal_hands(view, known_hands, unseen)
    followers: Piles = ((), ())
    for seat in (0, 1):
        missing = view.follower_counts[seat] - len(known_followers[seat])
        followers = with_seat(followers, seat, _sorted((*known_followers[seat], *rest[:missing])))
        rest = rest[missing:]
    return at_decision(
        ClaimState(
            view.phase, view.leader, view.led, view.prize, hands, tuple(rest[: view.stock_size]), followers,
            view.prizes, view.scored, view.discard, view.tricks,
        )
    )  # fmt: skip


def _unseen(view: ClaimView, known: list[Card]) -> list[Card]:
    seen = Counter([*known, *view.scored[0], *view.scored[1], *view.discard])
    seen.update(card for card in (view.led, view.prize) if card is not None)
    return list((Counter(DECK) - seen).elements())


def _known_followers(view: ClaimView, seat: Seat) -> Pile:
    if seat == view.viewer:
        return view.followers
    return view.prizes[seat] if view.phase == 1 else ()


def _known_hand(view: ClaimView, seat: Seat) -> Pile:
    """In phase two every prize that the seat won is in its hand until it is played."""
    if seat == view.viewer:
        return view.hand
    if view.phase == 1:
        return ()
    return tuple(sorted((Counter(view.prizes[seat]) - _played_by(view, seat)).elements()))


def _played_by(view: ClaimView, seat: Seat) -> Counter[Card]:
    """What the seat may have played in phase two: all that was scored, but for what the other seat is known to have."""
    played = Counter([*view.scored[0], *view.scored[1]])
    played.subtract(trick.card_of(1 - seat) for trick in view.tricks if trick.phase == 2)
    if view.led is not None and view.leader == seat:
        played[view.led] += 1
    return played


def _deal_hands(view: ClaimView, known: Piles, unseen: list[Card]) -> tuple[Piles, list[Card]]:
    """Both hands, filled with unseen cards as they come, and the cards that are left."""
    missing = [view.hand_sizes[seat] - len(known[seat]) for seat in (0, 1)]
    lacked = [_lacked_factions(view, seat) for seat in (0, 1)]
    # Before a spectator both hands are hidden: seat 0 must leave enough of what seat 1 can hold.
    spare = sum(FACTIONS[card] not in lacked[1] for card in unseen) - missing[1]
    drawn: tuple[list[Card], list[Card]] = ([], [])
    rest: list[Card] = []
    for card in unseen:
        suits = [FACTIONS[card] not in lacked[seat] and len(drawn[seat]) < missing[seat] for seat in (0, 1)]
        contested = FACTIONS[card] not in lacked[1]
        if suits[0] and (spare > 0 or not contested):
            drawn[0].append(card)
            spare -= contested
        elif suits[1]:
            drawn[1].append(card)
        else:
            rest.append(card)
    return (_sorted((*known[0], *drawn[0])), _sorted((*known[1], *drawn[1]))), rest


def _lacked_factions(view: ClaimView, seat: Seat) -> set[Faction]:
    """C4: a reply of neither the led faction nor a Doppelgänger proves a lack, which lasts as long as the phase."""
    return {
        FACTIONS[trick.lead]
        for trick in view.tricks
        if trick.leader != seat
        and trick.phase == view.phase
        and FACTIONS[trick.reply] not in (FACTIONS[trick.lead], Faction.DOPPELGANGERS)
    }
