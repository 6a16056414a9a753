"""Schotten Totten: what to expect of a side that is not full yet, by what a seat may still get.

The same reckoning as in python-greedy, made once for a decision and then asked thousands of times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, prod

from referee.games.base import Seat
from referee.games.schotten_totten.cards import CLAN_CARDS, HIGHEST, Card
from referee.games.schotten_totten.formations import ABOVE_ANY_SUM, COLOUR, COLOUR_RUN, OF_A_KIND, RUN, strength
from referee.games.schotten_totten.state import Pile
from referee.games.schotten_totten.view import SchottenView

IN_HAND, SPARED = 0.5, 0.8
"""The chance that a card goes to one side: one of the hand, which other sides want too, and one that comes later."""
EMPTY = 2.0
"""What to expect of a side without Clan cards: a colour."""
STEEPNESS = 1.5
"""How surely the better outlook wins a stone."""


class Outlook:
    """By what one seat sees. Cards that are played later, in thought, do not change it: thoughts are short."""

    def __init__(self, view: SchottenView) -> None:
        self.chances = [_chances(view, seat) for seat in (0, 1)]
        self.any_colour = [[_at_least(1, row[value::HIGHEST]) for value in range(HIGHEST)] for row in self.chances]
        self.of = cache(self._of)
        self.odds = cache(self._odds)

    def _odds(self, first: Pile, second: Pile, size: int, is_blind: bool) -> float:
        """Seat 0's odds of a stone with these sides."""
        difference = self.of(second, size, is_blind, 1) - self.of(first, size, is_blind, 0)
        return 1 / (1 + exp(STEEPNESS * difference))

    def _of(self, side: Pile, size: int, is_blind: bool, seat: Seat) -> float:
        """From 0, a sum, to 4, a colour run, and a little for the sum."""
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


def _chances(view: SchottenView, seat: Seat) -> list[float]:
    """By Clan card, the chance that the seat has it, or gets it with half of the deck, and can use it."""
    is_me = seat == view.viewer
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
