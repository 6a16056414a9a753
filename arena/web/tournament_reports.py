"""Standings and crosstables of tournaments for pages that many look at: computed once for all, and not too often."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from arena.models import Tournament
from arena.progress import Progress
from arena.reports import tournament_crosstable, tournament_standings
from arena.voids import voids_of

MOST = 64
REST = 20.0
"""After a computation it rests for so many times as long: at most a twentieth of the time goes into it."""


@dataclass(frozen=True, slots=True)
class Report:
    standings: dict[str, Any]
    crosstable: dict[str, Any]
    state: tuple[Any, ...]
    """What it was computed from."""
    rests_until: float


class TournamentReports:
    """By tournament, the newest report."""

    def __init__(self) -> None:
        self._reports: OrderedDict[tuple[str, int], Report] = OrderedDict()
        self._lock = threading.Lock()

    def report(self, session: Session, tournament: Tournament, progress: Progress) -> Report:
        """The newest if it is right, or too young to be computed again while more is being played."""
        assert tournament.id is not None
        state = (progress.status, progress.blocks_done, len(voids_of(session, tournament)))
        # By database as well: one process may serve several, in tests.
        key = (str(session.get_bind().engine.url), tournament.id)
        with self._lock:  # whoever else wants one waits, and finds it computed
            known = self._reports.get(key)
            if known is not None and (known.state == state or self._is_young(known, progress)):
                self._reports.move_to_end(key)
                return known
            return self._computed(session, tournament, key, state)

    def _computed(
        self, session: Session, tournament: Tournament, key: tuple[str, int], state: tuple[Any, ...]
    ) -> Report:
        begun = time.monotonic()
        standings, crosstable = tournament_standings(session, tournament), tournament_crosstable(session, tournament)
        ended = time.monotonic()
        report = Report(standings, crosstable, state, ended + REST * (ended - begun))
        self._reports[key] = report
        while len(self._reports) > MOST:
            self._reports.popitem(last=False)
        return report

    def _is_young(self, known: Report, progress: Progress) -> bool:
        return not progress.is_over and time.monotonic() < known.rests_until
