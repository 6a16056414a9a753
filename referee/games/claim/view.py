"""What a seat of Claim sees, and what it may imagine behind it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Literal

from referee.games.base import Seat, Viewer
from referee.games.claim.cards import DECK, Card
from referee.games.claim.rules import at_decision
from referee.games.claim.state import ClaimState, Pile, Trick, with_seat


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
    prizes: tuple[Pile, Pile]
    """The prizes each seat won in phase one: they are, or were, among its followers."""
    scored: tuple[Pile, Pile]
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
    known = [_known_of(view, seat) for seat in (0, 1)]
    seen = Counter([*view.scored[0], *view.scored[1], *view.discard, *known[0], *known[1]])
    seen.update(card for card in (view.led, view.prize) if card is not None)
    unseen = list((Counter(DECK) - seen).elements())
    random.shuffle(unseen)

    def filled(cards: Pile, size: int) -> Pile:
        missing = size - len(cards)
        drawn = [unseen.pop() for _ in range(missing)]
        return tuple(sorted([*cards, *drawn]))

    hands: tuple[Pile, Pile] = ((), ())
    followers: tuple[Pile, Pile] = ((), ())
    for seat in (0, 1):
        in_hand = view.hand if seat == view.viewer else known[seat] if view.phase == 2 else ()
        following = view.followers if seat == view.viewer else known[seat] if view.phase == 1 else ()
        hands = with_seat(hands, seat, filled(in_hand, view.hand_sizes[seat]))
        followers = with_seat(followers, seat, filled(following, view.follower_counts[seat]))
    stock = tuple(unseen.pop() for _ in range(view.stock_size))
    return at_decision(
        ClaimState(
            view.phase, view.leader, view.led, view.prize, hands, stock, followers,
            view.prizes, view.scored, view.discard, view.tricks,
        )
    )  # fmt: skip


def _known_of(view: ClaimView, seat: Seat) -> Pile:
    """The cards that the viewer knows to be in the hand or among the followers of a seat."""
    if seat == view.viewer:
        return view.hand + view.followers
    prizes = Counter(view.prizes[seat])
    if view.phase == 2:
        prizes -= _gone(view, seat)
    return tuple(sorted(prizes.elements()))


def _gone(view: ClaimView, seat: Seat) -> Counter[Card]:
    """What can no longer be in the seat's hand: with a history what it played, else what anybody did."""
    second = [trick for trick in view.tricks if trick.prize is None]
    gone = Counter(trick.lead if trick.leader == seat else trick.reply for trick in second)
    if len(second) + view.tricks_left < 13:
        gone = Counter([*view.scored[0], *view.scored[1]])
    if view.led is not None and view.leader == seat:
        gone[view.led] += 1
    return gone
