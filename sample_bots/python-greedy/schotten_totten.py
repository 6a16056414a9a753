"""A sense for Schotten Totten: play where the odds of winning a stone rise most, and claim what can be claimed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, prod

from referee.games.base import Action, Seat
from referee.games.schotten_totten import actions, cards
from referee.games.schotten_totten.cards import CLAN_CARDS, HIGHEST, Card
from referee.games.schotten_totten.formations import ABOVE_ANY_SUM, COLOUR, COLOUR_RUN, OF_A_KIND, RUN, strength
from referee.games.schotten_totten.state import Pile, Stone, without
from referee.games.schotten_totten.view import SchottenView

IN_HAND, SPARED = 0.5, 0.8
"""The chance that a card goes to one side: one of the hand, which other sides want too, and one that comes later."""
EMPTY = 2.0
"""What to expect of a side without Clan cards: a colour."""
STEEPNESS = 1.5
"""How surely the better outlook wins a stone."""
RUSES = {cards.BANSHEE: 0.3, cards.TRAITOR: 0.3, cards.RECRUITER: 0.1, cards.STRATEGIST: 0.0}
"""What a ruse is worth, in stones."""


class SchottenSense:
    def __init__(self, view: SchottenView) -> None:
        assert view.viewer is not None
        self.view = view
        self.me, self.they = view.viewer, 1 - view.viewer
        self.chances = [self._chances(seat) for seat in (0, 1)]
        self.any_colour = [[_at_least(1, row[value::HIGHEST]) for value in range(HIGHEST)] for row in self.chances]
        self.outlook = cache(self._outlook)

    def worth(self, action: Action) -> float:
        """By how many stones an action is expected to help."""
        view, ruse = self.view, self.view.ruse
        match action:
            case actions.ClaimStone():
                return 1.0
            case actions.PlayCard(card=card, stone=at):
                return self._gain(at, self._joined(card, at))
            case actions.PlayMode(card=mode, stone=at):
                return self._gain(at, view.stones[at]._replace(modes=(*view.stones[at].modes, mode)))
            case actions.PlayRuse(card=card):
                return RUSES[card]
            case actions.TakeCard(card=card, stone=at) if ruse is not None:
                return self._gain(at, self._left(card, at, self.me if ruse.card == cards.STRATEGIST else self.they))
            case actions.MoveTo(stone=at) if ruse is not None and ruse.taken is not None:
                return self._gain(at, self._joined(ruse.taken, at))
            case actions.ReturnCard(card=card):
                return -(card.value or HIGHEST)
            case actions.DrawFrom(deck=deck):
                return float((deck == cards.TACTIC) == (view.tactics_in_hand[self.me] == 0))
        return 0.0

    def _joined(self, card: Card, at: int) -> Stone:
        return self._with_side(at, self.me, (*self.view.stones[at].sides[self.me], card))

    def _left(self, card: Card, at: int, seat: Seat) -> Stone:
        return self._with_side(at, seat, without(self.view.stones[at].sides[seat], card))

    def _with_side(self, at: int, seat: Seat, side: Pile) -> Stone:
        first, second = self.view.stones[at].sides
        return self.view.stones[at]._replace(sides=(side, second) if seat == 0 else (first, side))

    def _gain(self, at: int, after: Stone) -> float:
        return self._odds(after) - self._odds(self.view.stones[at])

    def _odds(self, stone: Stone) -> float:
        """The odds of winning a stone that nobody has claimed."""
        mine, theirs = (self.outlook(stone.sides[seat], stone.modes, seat) for seat in (self.me, self.they))
        return 1 / (1 + exp(STEEPNESS * (theirs - mine)))

    def _outlook(self, side: Pile, modes: Pile, seat: Seat) -> float:
        """What to expect of a side once it is full: from 0, a sum, to 4, a colour run, and a little for the sum."""
        size, is_blind = 4 if cards.MUD in modes else 3, cards.BLIND in modes
        if len(side) == size:
            return strength(side, is_blind) / ABOVE_ANY_SUM
        clan = [card for card in side if card < CLAN_CARDS]
        expected, otherwise = sum([card % HIGHEST - 4 for card in clan]) / ABOVE_ANY_SUM, 1.0
        if is_blind or not clan:
            return expected + (0 if is_blind else EMPTY)
        for kind, chance in self._formations(clan, size, size - len(side), seat):
            expected += otherwise * chance * kind / ABOVE_ANY_SUM
            otherwise *= 1 - chance
        return expected

    def _formations(self, clan: list[Card], size: int, missing: int, seat: Seat) -> Iterator[tuple[int, float]]:
        """The formations above a sum from the best down, each with the chance to get its missing cards."""
        chances = self.chances[seat]
        values, colour = {card % HIGHEST for card in clan}, clan[0] // HIGHEST
        of_colour = chances[colour * HIGHEST : (colour + 1) * HIGHEST]
        is_one_colour = all([card // HIGHEST == colour for card in clan])
        if is_one_colour:
            yield COLOUR_RUN, _run_chance(values, size, missing, of_colour)
        if len(values) == 1:
            yield OF_A_KIND, _at_least(missing, chances[min(values) :: HIGHEST])
        if is_one_colour:
            yield COLOUR, _at_least(missing, of_colour)
        if len(values) == len(clan):
            yield RUN, _run_chance(values, size, missing, self.any_colour[seat])

    def _chances(self, seat: Seat) -> list[float]:
        """By Clan card, the chance that the seat has it, or gets it with half of the deck, and can use it."""
        view, is_me = self.view, seat == self.me
        seen = {*view.hand, *view.discard, *[card for stone in view.stones for side in stone.sides for card in side]}
        hand = {*view.hand} if is_me else set()
        unseen = CLAN_CARDS - sum(card < CLAN_CARDS for card in seen)
        hidden = view.clan_deck_size / 2 + (0 if is_me else view.hand_sizes[seat])
        chance = SPARED * hidden / max(1, unseen)
        return [IN_HAND if card in hand else 0.0 if card in seen else chance for card in range(CLAN_CARDS)]


def _run_chance(values: set[int], size: int, missing: int, chances: Sequence[float]) -> float:
    """The chance to fill up any of the runs around some values; an elite troop stands for the hardest card."""
    first, last = max(0, max(values) - size + 1), min(min(values), HIGHEST - size)
    runs = [range(start, start + size) for start in range(first, last + 1)]
    wanted = [sorted([chances[value] for value in run if value not in values]) for run in runs]
    return _at_least(1, [prod(row[-missing:]) for row in wanted])


def _at_least(count: int, chances: Sequence[float]) -> float:
    """The chance that so many of these come true."""
    exactly = [1.0] + [0.0] * count
    for chance in chances:
        exactly[count] += exactly[count - 1] * chance
        for fewer in range(count - 1, 0, -1):
            exactly[fewer] += (exactly[fewer - 1] - exactly[fewer]) * chance
        exactly[0] *= 1 - chance
    return exactly[count]
