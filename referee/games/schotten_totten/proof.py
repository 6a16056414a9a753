"""S10: can an open side still beat a formation? Decided type by type, without trying fillings.

Each type has a function for the highest sum with which the side can reach it, 0 if it cannot. A filling
may then be of a better type still: it beats all the more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from referee.games.schotten_totten.cards import CLAN_CARDS, COLOURS, ELITE_VALUES, HIGHEST, MEMBERS
from referee.games.schotten_totten.formations import COLOUR, COLOUR_RUN, OF_A_KIND, RUN, SUM
from referee.games.schotten_totten.state import Pile

ALL_VALUES: Final = (1 << HIGHEST) - 1
"""Sets of values are bit sets: bit v − 1 is the value v."""
ONE_VALUE: Final = sum(1 << colour * HIGHEST for colour in range(len(COLOURS)))
"""The cards of value 1; shifted, those of any value."""


@dataclass(slots=True)
class OpenSide:
    """What the cards of a side that is not full still allow."""

    colours: tuple[int, ...]
    """The colours that it can have throughout."""
    run_values: tuple[int, ...]
    """The sets of different values that its cards can take; none if two Clan cards have the same."""
    kinds: int
    """The values that all its cards can have."""
    total: int
    """Its highest sum."""


@lru_cache(maxsize=1 << 14)
def open_side(side: Pile) -> OpenSide:
    clan = [card for card in side if card < CLAN_CARDS]
    choices = [ELITE_VALUES[card] for card in side if card >= CLAN_CARDS]  # S11, S19
    values = [card % HIGHEST + 1 for card in clan]
    colours = {card // HIGHEST for card in clan}
    sets = {_value_set((*values, *chosen)) for chosen in product(*choices)}
    kinds = ALL_VALUES
    for options in (*[(value,) for value in values], *choices):
        kinds &= _value_set(options)
    return OpenSide(
        colours=tuple(range(len(COLOURS))) if not clan else tuple(colours) if len(colours) == 1 else (),
        run_values=tuple(sorted(values for values in sets if values.bit_count() == len(side))),
        kinds=kinds,
        total=sum(values) + sum(max(options) for options in choices),
    )


def _value_set(values: tuple[int, ...]) -> int:
    return sum({1 << value - 1 for value in values})


def _highest_sums(count: int) -> tuple[int, ...]:
    return tuple(sum([value + 1 for value in values[-count:]]) if len(values) >= count else 0 for values in MEMBERS)


HIGHEST_SUMS = {count: _highest_sums(count) for count in (1, 2, 3, 4)}
"""By how many of them and a set of values: the sum of the highest, or 0 where the set has too few."""


def _starts_around(size: int) -> tuple[int, ...]:
    windows = [(1 << start, ((1 << size) - 1) << start) for start in range(HIGHEST - size + 1)]
    return tuple(sum(start for start, window in windows if not held & ~window) for held in range(1 << HIGHEST))


STARTS_AROUND = {size: _starts_around(size) for size in (3, 4)}
"""By the size and a set of values: the first values of all runs that contain the set."""


def can_beat(side: Pile, size: int, is_blind: bool, unseen: int, target: int) -> bool:
    """Whether filling `side` up to `size` with unseen Clan cards can give more strength than `target`."""
    missing = size - len(side)
    if unseen.bit_count() < missing:
        return False  # S10: with too few cards to fill it nothing can beat the claimer.
    its = open_side(side)
    # S13: types below the target's own cannot beat it. The lowest that may comes first: mostly it can, and a sum is
    # quickly told. S14: to equal the target is not enough.
    if target < RUN and SUM + _sum(its, missing, unseen) > target:
        return True
    if is_blind:
        return False  # S16
    if target < COLOUR and _beats(RUN, _run(its, size, unseen), target):
        return True
    if target < OF_A_KIND and _beats(COLOUR, _colour(its, missing, unseen), target):
        return True
    if target < COLOUR_RUN and _beats(OF_A_KIND, _of_a_kind(its, size, missing, unseen), target):
        return True
    return _beats(COLOUR_RUN, _colour_run(its, size, unseen), target)


def _beats(kind: int, total: int, target: int) -> bool:
    """A total of 0 means that the type cannot be reached."""
    return total > 0 and kind + total > target


def _colour_run(its: OpenSide, size: int, unseen: int) -> int:
    return max([_highest_run(its, size, unseen >> colour * HIGHEST & ALL_VALUES) for colour in its.colours], default=0)


def _of_a_kind(its: OpenSide, size: int, missing: int, unseen: int) -> int:
    for value in reversed(MEMBERS[its.kinds]):
        if (unseen >> value & ONE_VALUE).bit_count() >= missing:
            return size * (value + 1)
    return 0


def _colour(its: OpenSide, missing: int, unseen: int) -> int:
    sums = HIGHEST_SUMS[missing]
    highest = max([sums[unseen >> colour * HIGHEST & ALL_VALUES] for colour in its.colours], default=0)
    return its.total + highest if highest else 0


def _run(its: OpenSide, size: int, unseen: int) -> int:
    folded = unseen | unseen >> 3 * HIGHEST
    return _highest_run(its, size, (folded | folded >> HIGHEST | folded >> 2 * HIGHEST) & ALL_VALUES)


def _highest_run(its: OpenSide, size: int, unseen_values: int) -> int:
    best = 0
    for held in its.run_values:
        values = unseen_values | held
        starts = values & values >> 1 & values >> 2
        if size == 4:
            starts &= values >> 3
        best = max(best, (starts & STARTS_AROUND[size][held]).bit_length())
    # The highest bit of a set of first values is the highest first value, and sets the sum.
    return size * best + size * (size - 1) // 2 if best else 0


def _sum(its: OpenSide, missing: int, unseen: int) -> int:
    total = its.total
    for value in range(HIGHEST, 0, -1):
        taken = min(missing, (unseen >> value - 1 & ONE_VALUE).bit_count())
        total += taken * value
        missing -= taken
        if not missing:
            break
    return total
