"""Perfect matchings: everybody paired, along allowed pairs only. Edmonds' blossoms find one wherever there is one."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

NOBODY = -1


def has_perfect_matching(allowed: Sequence[set[int]]) -> bool:
    return _perfect(allowed) is not None


def preferred_matching(preferences: Sequence[Sequence[int]]) -> list[tuple[int, int]] | None:
    """Everybody in turn has the best of its preferences with which all others can still be paired.

    A preference counts if it is mutual. None if not all can be paired.
    """
    allowed = [{other for other in wanted if me in preferences[other]} for me, wanted in enumerate(preferences)]
    mate = _perfect(allowed)
    if mate is None:
        return None
    pairs = []
    for me, wanted in enumerate(preferences):
        if not allowed[me]:
            continue  # already somebody's
        partner = next(other for other in wanted if other in allowed[me] and _rearranged(allowed, mate, me, other))
        pairs.append((me, partner))
        _leave(allowed, me)
        _leave(allowed, partner)
    return pairs


def _perfect(allowed: Sequence[set[int]]) -> list[int] | None:
    mate = [NOBODY] * len(allowed)
    for vertex in range(len(allowed)):
        if mate[vertex] == NOBODY and not _augmented(allowed, mate, vertex):
            return None
    return mate


def _leave(allowed: Sequence[set[int]], vertex: int) -> None:
    for other in allowed[vertex]:
        allowed[other].discard(vertex)
    allowed[vertex].clear()


def _rearranged(allowed: Sequence[set[int]], mate: list[int], me: int, other: int) -> bool:
    """Whether all can be paired with these two a pair; if so, `mate` is such a pairing."""
    if mate[me] == other:
        return True
    trial = mate.copy()
    jilted = trial[me]
    trial[trial[me]] = trial[trial[other]] = NOBODY
    trial[me], trial[other] = other, me
    others = [set() if vertex in (me, other) else near - {me, other} for vertex, near in enumerate(allowed)]
    if not _augmented(others, trial, jilted):
        return False
    mate[:] = trial
    return True


def _augmented(allowed: Sequence[set[int]], mate: list[int], root: int) -> bool:
    """One more pair, by a path of alternate pairs from `root` to somebody else who is alone."""
    search = _Search(allowed, mate, root)
    end = search.end()
    while end != NOBODY:
        before = search.parent[end]
        mate[end], end, mate[before] = before, mate[before], end
    return mate[root] != NOBODY


class _Search:
    """A breadth-first search that shrinks odd rings (blossoms) to one vertex as it meets them."""

    def __init__(self, allowed: Sequence[set[int]], mate: Sequence[int], root: int) -> None:
        self.allowed, self.mate, self.root = allowed, mate, root
        self.parent = [NOBODY] * len(allowed)
        self.base = list(range(len(allowed)))
        self.reached = {root}
        self.queue = deque([root])

    def end(self) -> int:
        """The far end of a path that can be flipped, or NOBODY."""
        while self.queue:
            vertex = self.queue.popleft()
            for other in sorted(self.allowed[vertex]):
                if self.base[vertex] == self.base[other] or self.mate[vertex] == other:
                    continue
                if other == self.root or (self.mate[other] != NOBODY and self.parent[self.mate[other]] != NOBODY):
                    self._shrink(vertex, other)
                elif self.parent[other] == NOBODY:
                    self.parent[other] = vertex
                    if self.mate[other] == NOBODY:
                        return other
                    self._reach(self.mate[other])
        return NOBODY

    def _reach(self, vertex: int) -> None:
        if vertex not in self.reached:
            self.reached.add(vertex)
            self.queue.append(vertex)

    def _shrink(self, one: int, other: int) -> None:
        stem = self._common_base(one, other)
        ring = self._mark(one, stem, other) | self._mark(other, stem, one)
        for vertex, base in enumerate(self.base):
            if base in ring:
                self.base[vertex] = stem
                self._reach(vertex)

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        vertex = self.base[one]
        seen.add(vertex)
        while self.mate[vertex] != NOBODY and self.parent[self.mate[vertex]] != NOBODY:
            vertex = self.base[self.parent[self.mate[vertex]]]
            seen.add(vertex)
        vertex = self.base[other]
        while vertex not in seen:
            vertex = self.base[self.parent[self.mate[vertex]]]
        return vertex

    def _mark(self, vertex: int, stem: int, child: int) -> set[int]:
        """The ring from `vertex` down to its stem, with parents set so that paths can go round it."""
        ring = set()
        while self.base[vertex] != stem:
            ring |= {self.base[vertex], self.base[self.mate[vertex]]}
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[child]
        return ring
