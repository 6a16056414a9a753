"""Whether results hang together: who can be compared with whom by games, and not by the prior alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from arena.ratings.meetings import DRAW, LOSS, WIN, Meetings
from arena.ratings.results import Bot

Group = tuple[Bot, ...]


@dataclass(frozen=True, slots=True)
class Connectivity:
    """Bots are in one island if a chain of games joins them; in one league if wins or draws join them both ways.

    Between islands nothing is known. Between leagues of an island one side always won: only the prior keeps the
    distance finite.
    """

    islands: tuple[Group, ...]
    leagues: tuple[Group, ...]

    @property
    def is_connected(self) -> bool:
        return len(self.leagues) <= 1

    @property
    def warnings(self) -> tuple[str, ...]:
        """One clear sentence for each thing that a reader of standings must know."""
        if len(self.islands) > 1:
            return (f"the bots form {len(self.islands)} groups that never met: {_listed(self.islands)}",)
        if len(self.leagues) > 1:
            return (
                "between these groups all games went one way, so how far apart they are is a guess: "
                f"{_listed(self.leagues)}",
            )
        return ()


def connectivity(bots: Sequence[Bot], met: Meetings) -> Connectivity:
    if not bots:
        return Connectivity((), ())
    graph = _points_taken(len(bots), met)
    islands = connected_components(graph, directed=False)[1]
    leagues = connected_components(graph, directed=True, connection="strong")[1]
    return Connectivity(_groups(bots, islands.tolist()), _groups(bots, leagues.tolist()))


def _points_taken(bots: int, met: Meetings) -> coo_array:
    """An edge from each bot to each that it took a point from."""
    forth = met.counts[:, WIN] + met.counts[:, DRAW] > 0
    back = met.counts[:, LOSS] + met.counts[:, DRAW] > 0
    winners = np.concatenate([met.bots[forth], met.others[back]])
    losers = np.concatenate([met.others[forth], met.bots[back]])
    return coo_array((np.ones(len(winners)), (winners, losers)), shape=(bots, bots))


def _groups(bots: Sequence[Bot], labels: Sequence[int]) -> tuple[Group, ...]:
    """Largest first, then by name: the labels themselves mean nothing."""
    members: dict[int, list[Bot]] = {}
    for bot, label in zip(bots, labels, strict=True):
        members.setdefault(label, []).append(bot)
    return tuple(sorted(map(tuple, members.values()), key=lambda group: (-len(group), group)))


def _listed(groups: Sequence[Group], most: int = 4) -> str:
    named = [_named(group) for group in groups[:most]]
    return "; ".join([*named, f"and {len(groups) - most} more"] if len(groups) > most else named)


def _named(group: Group, most: int = 5) -> str:
    return ", ".join(group[:most]) + (f" and {len(group) - most} more" if len(group) > most else "")
