"""A sense for Lords of Scotland: plan this round's army, of one clan if possible, and spend what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp
from typing import TypeAlias

from referee.games.base import Action, Seat
from referee.games.lords_of_scotland import actions
from referee.games.lords_of_scotland.cards import Card, Clan
from referee.games.lords_of_scotland.turns import TURNS
from referee.games.lords_of_scotland.view import LordsView, SeenFollower

Cards: TypeAlias = Sequence[Card]

UNKNOWN = 6.5
"""The strength of a card that one does not see."""
REINFORCEMENT = 3.5
"""What an opponent's army is expected to gain in every turn to come."""
STEEPNESS = 0.15
"""How surely the stronger army comes first."""
KEPT = 0.2
"""What a card kept for later rounds is worth, in points for each of its strength."""
SECRECY = 0.01
"""What it is worth that nobody sees a follower."""
POWERS = dict.fromkeys(Clan, 0.5) | {Clan.MACDONNELL: 2.0, Clan.FORSYTH: 2.0, Clan.COCHRANE: 2.0, Clan.WEMYSS: 1.5}
"""What the use of a clan's power is worth, in points, besides what it does to one's own army."""


class LordsSense:
    def __init__(self, view: LordsView) -> None:
        assert view.viewer is not None
        self.view, self.me = view, view.viewer
        self.turns_left = TURNS - view.turn
        self.army = _known(view.armies[self.me])
        self.prizes = [*sorted([card.strength for card in view.supporters], reverse=True), *[0] * len(view.armies)]
        self.rivals = [self._rival(army) for seat, army in enumerate(view.armies) if seat != self.me]
        self.points = cache(self._points)

    def worth(self, action: Action) -> float:
        """In points: what to expect of the round, and what the cards left are worth in later ones."""
        match action:
            case actions.ClaimSupporter(card=card):
                return card.strength
            case actions.TakeSupporter(card=card):
                return self._outlook([*self.army[:-1], card], self.view.hand)
            case actions.RecruitSlot(slot=slot):
                recruit = self.view.recruits[slot - 1]
                if recruit is None or recruit.card is None:
                    return self._outlook(self.army, self.view.hand) + KEPT * UNKNOWN
                return self._outlook(self.army, [*self.view.hand, recruit.card])
            case actions.MusterFollower(card=card, way=way):
                hand = [other for other in self.view.hand if other != card]
                if way == "active":
                    return self._with_power(card, hand) + POWERS[card.clan]
                return self._outlook([*self.army, card], hand) + (SECRECY if way == "down" else 0)
            case actions.TargetFollower(seat=seat, place=place):
                return self._target(seat, self.view.armies[seat][place - 1])
        return 0.0

    def _with_power(self, card: Card, hand: Cards) -> float:
        """What to expect after a muster with a power that changes one's own army."""
        if card.clan is Clan.MAKGILL:
            return self._outlook([*self.army, card], hand, free_musters=1)
        joining: Cards = [card]
        if card.clan is Clan.COCKBURN:
            joining = self.view.supporters
        elif card.clan is Clan.FERGUSSON:
            rivals = [army for seat, army in enumerate(self.view.armies) if seat != self.me]
            joining = [other for army in rivals for other in _known(army)] or [card]
        return max([self._outlook([*self.army, other], hand) for other in joining])

    def _target(self, seat: Seat, target: SeenFollower) -> float:
        if target.card is None:
            return UNKNOWN
        if self.view.pending == "scott":
            return POWERS[target.card.clan]
        if self.view.pending == "fergusson":
            return self._outlook([*self.army[:-1], target.card], self.view.hand)
        return -target.card.strength if seat == self.me else target.card.strength

    def _outlook(self, army: Cards, hand: Cards, free_musters: int = 0) -> float:
        """The best that can come of it: to add the strongest cards, or those of one clan, as many as are worth it."""
        base, kept = _sum(army), _sum(hand)
        best = self.points(_strength(army)) + KEPT * kept
        for plan, factor in _plans(army, sorted(hand, key=lambda card: -card.strength)):
            total = 0
            for count, card in enumerate(plan[: self.turns_left + free_musters], start=len(army) + 1):
                total += card.strength
                strength = (base + total) * (factor if count > 1 else 1)
                best = max(best, self.points(strength) + KEPT * (kept - total))
        return best

    def _points(self, strength: int) -> float:
        """The supporter that an army is expected to win; between two places, some of each."""
        if not strength:
            return 0.0
        ahead = sum([1 / (1 + exp(STEEPNESS * (strength - rival))) for rival in self.rivals])
        place = int(ahead)
        return self.prizes[place] + (ahead - place) * (self.prizes[place + 1] - self.prizes[place])

    def _rival(self, army: tuple[SeenFollower, ...]) -> float:
        known = _known(army)
        return _strength(known) + UNKNOWN * (len(army) - len(known)) + REINFORCEMENT * self.turns_left


def _plans(army: Cards, hand: list[Card]) -> Iterator[tuple[list[Card], int]]:
    """What could be added to an army, and by how much its strength is then multiplied."""
    yield hand, 1
    clans = {card.clan for card in army} - {Clan.BRUCE}
    if len(clans) < 2:
        for clan in clans or {card.clan: None for card in hand}:
            yield [card for card in hand if card.clan in (clan, Clan.BRUCE)], 2


def _known(army: tuple[SeenFollower, ...]) -> list[Card]:
    return [follower.card for follower in army if follower.card is not None]


def _sum(cards: Cards) -> int:
    return sum([card.strength for card in cards])


def _strength(army: Cards) -> int:
    """Twice the sum if it is of one clan; a Bruce is taken to fit any."""
    is_of_one_clan = len({card.clan for card in army} - {Clan.BRUCE}) <= 1
    return _sum(army) * (2 if is_of_one_clan and len(army) > 1 else 1)
