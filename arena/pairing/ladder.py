"""A ladder: who meets whom next, for ever. Pure: the same scene and seed give the same table.

Whoever had less than half of a fair share lately goes first; then challenges; then new versions, which meet the
anchors. All other tables are those that teach most, but for one in five, which is drawn by lot.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from arena.pairing.reasons import Reason
from arena.pairing.rounds import Entrant, Pairing
from arena.pairing.shares import fair_shares, most_of_fair
from arena.pairing.teaching import Knowledge
from referee.games.shuffle import below, derive_seed, shuffled, words

FEWEST_RECENT = 50
LOT = 1 << 20
AVERAGE = 1500.0
"""Of a pool, as `arena.ratings` has it, which takes a second to load."""


@dataclass(frozen=True, slots=True)
class Contestant:
    name: Entrant
    owner: str
    rating: float = AVERAGE
    is_anchor: bool = False
    is_new: bool = False
    """It has not been through its gauntlet."""
    is_here: bool = True
    """Whoever is away is paired with nobody."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A challenge that waits."""

    number: int
    challenger: Entrant
    opponent: Entrant


@dataclass(frozen=True, slots=True)
class Rules:
    seats: int
    blocks: int = 1
    """In every match."""
    gauntlet_blocks: int = 10
    uniform_share: float = 0.2


@dataclass(frozen=True, slots=True)
class Table:
    entrants: Pairing
    reason: Reason
    wish: int | None = None
    """The number of the challenge that it answers."""


@dataclass(frozen=True)
class Scene:
    """A ladder as it stands, with what is planned counted as played."""

    rules: Rules
    contestants: tuple[Contestant, ...]
    met: Mapping[frozenset[Entrant], int] = field(default_factory=dict)
    """By pair, the blocks in which they met."""
    recent: tuple[Pairing, ...] = ()
    """The last tables, the newest last: `window` of them."""
    owners: Mapping[Entrant, str] = field(default_factory=dict)
    """Of those at the last tables who are not on the ladder any more."""
    wishes: tuple[Wish, ...] = ()
    """The oldest first."""

    @property
    def window(self) -> int:
        return window(len(self.contestants))

    def after(self, table: Table) -> Scene:
        """The same with one more table."""
        met = dict(self.met)
        for pair in combinations(table.entrants, 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + self.rules.blocks
        recent = (*self.recent, table.entrants)[-self.window :]
        wishes = tuple(wish for wish in self.wishes if wish.number != table.wish)
        return replace(self, met=met, recent=recent, wishes=wishes)


def window(contestants: int) -> int:
    """How many tables count as lately: in so many, everybody's fair share is several."""
    return max(FEWEST_RECENT, 10 * contestants)


def next_tables(scene: Scene, seed: bytes, first: int, count: int) -> Iterator[Table]:
    """The tables from the `first`-th on; fewer than `count` if they cannot be filled."""
    for number in range(first, first + count):
        table = next_table(scene, derive_seed(seed, "ladder", number))
        if table is None:
            return
        yield table
        scene = scene.after(table)


def next_table(scene: Scene, seed: bytes) -> Table | None:
    """None if there are not enough contestants for a table."""
    order = shuffled([one for one in scene.contestants if one.is_here], seed, "lot")
    if len(order) < scene.rules.seats:
        return None
    return _Choice(scene, tuple(order), seed).table()


@dataclass(frozen=True)
class _Choice:
    scene: Scene
    here: tuple[Contestant, ...]
    """In an order drawn by lot, which decides where nothing else does."""
    seed: bytes

    def table(self) -> Table:
        first = self.overdue
        if first is not None:
            own = [wish for wish in self.scene.wishes if first.name in (wish.challenger, wish.opponent)]
            return self._challenge(own) or self._gauntlet([first]) or self._free(first.name)
        return self._challenge(self.scene.wishes) or self._gauntlet(self._new) or self._free()

    # --- who had how much -----------------------------------------------------------------------

    @cached_property
    def regulars(self) -> dict[Entrant, str]:
        """Those whose shares are to be fair, with their owners. Anchors serve the others."""
        regulars = {one.name: one.owner for one in self.here if not one.is_anchor}
        return regulars or {one.name: one.owner for one in self.here}

    @cached_property
    def fair(self) -> dict[Entrant, float]:
        return fair_shares(self.regulars, self.scene.rules.seats)

    @cached_property
    def had(self) -> Counter[Entrant]:
        return Counter(name for table in self.scene.recent for name in table)

    @cached_property
    def owners(self) -> dict[Entrant, str]:
        """Of the regulars, and of those who are not here any more but were lately."""
        return {**self.scene.owners, **self.regulars}

    @cached_property
    def total(self) -> int:
        """Seats that were no anchors'."""
        return sum(times for name, times in self.had.items() if name in self.owners)

    def part(self, name: Entrant) -> float:
        """What it had as a multiple of its fair share."""
        return self.had[name] / (self.fair[name] * self.total) if self.total else 1.0

    @cached_property
    def owner_parts(self) -> dict[str, float]:
        """The same by owner, with what was played by bots that are not here any more."""
        had: dict[str, int] = defaultdict(int)
        fair: dict[str, float] = defaultdict(float)
        for name, owner in self.owners.items():
            had[owner] += self.had[name]
        for name, owner in self.regulars.items():
            fair[owner] += self.fair[name]
        return {owner: had[owner] / (fair[owner] * self.total) if self.total else 1.0 for owner in fair}

    @cached_property
    def overdue(self) -> Contestant | None:
        """Who had less than half of a fair share: of the owner who had least, the bot that had least."""
        late = [one for one in self.here if one.name in self.regulars and self.part(one.name) < 0.5]
        return min(late, key=lambda one: (self.owner_parts[one.owner], self.part(one.name)), default=None)

    def is_sated(self, name: Entrant) -> bool:
        """Whether it had so much that others are seated in its place."""
        if name not in self.regulars:
            return False
        return self.had[name] >= 1 + most_of_fair(self.scene.rules.seats) * self.fair[name] * self.total

    # --- tables ---------------------------------------------------------------------------------

    def _challenge(self, wishes: Sequence[Wish]) -> Table | None:
        here = {one.name for one in self.here}
        for wish in wishes:
            pair = (wish.challenger, wish.opponent)
            if here.issuperset(pair) and not any(self.is_sated(name) for name in pair):
                return Table(self._filled(pair), Reason.CHALLENGE, wish.number)
        return None

    @cached_property
    def _new(self) -> list[Contestant]:
        """Who is to go through the gauntlet, the one that had least first; within what its owner may have."""
        most = most_of_fair(self.scene.rules.seats)
        waiting = [one for one in self.here if one.is_new and one.name in self.regulars]
        waiting = [one for one in waiting if not self.is_sated(one.name) and self.owner_parts[one.owner] <= most]
        return sorted(waiting, key=lambda one: self.part(one.name))

    def _gauntlet(self, candidates: Sequence[Contestant]) -> Table | None:
        for one in candidates:
            if ahead := self._anchors_ahead_of(one):
                return Table(self._filled((one.name, *ahead[: self.scene.rules.seats - 1])), Reason.GAUNTLET)
        return None

    def _anchors_ahead_of(self, one: Contestant) -> list[Entrant]:
        """Those it has not met often enough, the ones it met least first."""
        if not one.is_new or one.is_anchor:
            return []
        met = {anchor.name: self._met(one.name, anchor.name) for anchor in self.here if anchor.is_anchor}
        return sorted((name for name, blocks in met.items() if blocks < self.scene.rules.gauntlet_blocks), key=met.get)  # type: ignore[arg-type]

    def _free(self, *table: Entrant) -> Table:
        if below(words(self.seed, "uniform"), LOT) < self.scene.rules.uniform_share * LOT:
            drawn = shuffled(self._pool(table), self.seed, "table")
            return Table((*table, *drawn)[: self.scene.rules.seats], Reason.UNIFORM)
        return Table(self._filled(table), Reason.TEACHING)

    def _filled(self, table: Pairing) -> Pairing:
        """With those who teach most in the seats that are left."""
        if len(table) == self.scene.rules.seats:
            return table
        names = [one.name for one in self.here]
        ratings = {one.name: one.rating for one in self.here}
        knowledge = Knowledge(names, ratings, self.scene.met, self.scene.rules.seats)
        return knowledge.best_table(table, self._pool(table), self.scene.rules.seats)

    def _pool(self, table: Pairing) -> list[Entrant]:
        """Who may take the other seats: nobody who is sated or has a gauntlet ahead, as long as there are others."""
        others = [one for one in self.here if one.name not in table]
        free = [one.name for one in others if not self.is_sated(one.name) and not self._anchors_ahead_of(one)]
        return free if len(free) + len(table) >= self.scene.rules.seats else [one.name for one in others]

    def _met(self, one: Entrant, other: Entrant) -> int:
        return self.scene.met.get(frozenset((one, other)), 0)
