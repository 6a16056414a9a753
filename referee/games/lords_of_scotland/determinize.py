"""What a seat of Lords of Scotland may imagine behind what it sees."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, TypeAlias

from referee.games.base import Seat
from referee.games.lords_of_scotland.cards import Card, deck
from referee.games.lords_of_scotland.followers import Follower, activated, face_down, face_up, kept, learned_by
from referee.games.lords_of_scotland.legal import at_decision
from referee.games.lords_of_scotland.state import EMPTY_SLOT, LordsState, Pile, Recruit
from referee.games.lords_of_scotland.view import LordsView, SeenFollower, SeenRecruit
from referee.games.shuffle import SEED_BYTES

Place: TypeAlias = tuple[Seat, int]
"""An army and an index in it."""


class Imagined(NamedTuple):
    """Where the hidden cards are thought to be."""

    hands: list[list[Card]]
    followers: dict[Place, Card]


def determinize(view: LordsView, random: Random) -> LordsState:
    """A state behind the view: every deal of the unseen cards that fits what was taken is equally likely."""
    unseen = _unseen(view)
    imagined = _with_taken_cards(view, set(unseen), random)
    placed = {card for hand in imagined.hands for card in hand} | set(imagined.followers.values())
    rest = [card for card in unseen if card not in placed]
    random.shuffle(rest)
    hands = tuple(_filled(hand, size, rest) for hand, size in zip(imagined.hands, view.hand_sizes, strict=True))
    for place in _unknown_followers(view):
        if place not in imagined.followers:
            imagined.followers[place] = rest.pop()
    state = LordsState(
        view.bruce, view.clan_activation, random.randbytes(SEED_BYTES), view.round, view.turn, view.initiative,
        view.to_act, view.pending, view.is_copied, hands, _armies(view, imagined),
        tuple([_recruit(recruit, rest) for recruit in view.recruits]), view.supporters, view.victory,
        tuple([rest.pop() for _ in range(view.draw_size)]), view.discard, view.reshuffles, view.order, view.final,
        view.taken,
    )  # fmt: skip
    return at_decision(state)


def _unseen(view: LordsView) -> Pile:
    seen = {*view.hand, *view.supporters, *view.discard}
    for pile in view.victory:
        seen.update(pile)
    seen.update(follower.card for army in view.armies for follower in army if follower.card is not None)
    seen.update(recruit.card for recruit in view.recruits if recruit is not None and recruit.card is not None)
    return tuple([card for card in deck(view.bruce) if card not in seen])


def _unknown_followers(view: LordsView) -> list[Place]:
    return [
        (seat, at) for seat, army in enumerate(view.armies) for at, follower in enumerate(army) if follower.card is None
    ]


def _with_taken_cards(view: LordsView, unseen: set[Card], random: Random) -> Imagined:
    """Every taken card in the taker's hand, or among the unknown followers that it mustered in later turns.

    The later a card was taken the fewer places it can have, all of them open to earlier ones too: placed from the
    latest to the earliest, each by an even choice, no fitting deal is likelier than another.
    """
    imagined = Imagined([list(view.hand) if seat == view.viewer else [] for seat in range(len(view.armies))], {})
    for seat, row in enumerate(view.taken):
        for taken in sorted(row, key=lambda taken: taken.turn, reverse=True):
            if taken.card in unseen:
                _place_taken(view, seat, taken.card, taken.turn, imagined, random)
    return imagined


def _place_taken(view: LordsView, seat: Seat, card: Card, turn: int, imagined: Imagined, random: Random) -> None:
    in_hand = view.hand_sizes[seat] - len(imagined.hands[seat])
    places = [
        (army, at)
        for army, at in _unknown_followers(view)
        if (army, at) not in imagined.followers
        and view.armies[army][at].mustered_by == seat
        and view.armies[army][at].mustered_in > turn
    ]
    choice = random.randrange(in_hand + len(places))
    if choice < in_hand:
        imagined.hands[seat].append(card)
    else:
        imagined.followers[places[choice - in_hand]] = card


def _filled(hand: list[Card], size: int, rest: list[Card]) -> Pile:
    return tuple(sorted([*hand, *[rest.pop() for _ in range(size - len(hand))]]))


def _armies(view: LordsView, imagined: Imagined) -> tuple[tuple[Follower, ...], ...]:
    return tuple(
        tuple(
            _follower(follower, seat, imagined.followers.get((seat, at), follower.card))
            for at, follower in enumerate(army)
        )
        for seat, army in enumerate(view.armies)
    )


def _follower(seen: SeenFollower, controller: Seat, card: Card | None) -> Follower:
    assert card is not None
    if seen.up:
        return kept(card) if seen.kept else activated(face_up(card), seen.copies) if seen.active else face_up(card)
    by = controller if seen.mustered_by is None else seen.mustered_by
    follower = face_down(card, by, seen.mustered_in)
    for seat in seen.known_to:
        follower = learned_by(follower, seat)
    return follower


def _recruit(seen: SeenRecruit | None, rest: list[Card]) -> Recruit:
    if seen is None:
        return EMPTY_SLOT
    return face_up(seen.card) if seen.card is not None else int(rest.pop())
