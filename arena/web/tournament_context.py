"""What a tournament's page shows and its live events bring up to date: standings, crosstable, schedule."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session

from arena.facts.names import names_of
from arena.facts.schedule import schedule
from arena.models import Tournament
from arena.progress import Progress
from arena.store import entrants_of
from arena.web.charts import Whisker, whisker, whisker_scale
from arena.web.paging import Paging
from arena.web.tournament_reports import TournamentReports

MATCHES = 100
"""On one page of the schedule."""
MOST_ACROSS = 40
"""Bots in a crosstable on a page: all of them are in the JSON."""
_reports = TournamentReports()


def results_context(session: Session, tournament: Tournament, progress: Progress, pages: Paging) -> dict[str, Any]:
    assert tournament.id is not None
    report = _reports.report(session, tournament, progress)
    names = names_of(session, entrants_of(session, tournament.id))
    return {
        "tournament": tournament,
        "progress": progress,
        "report": report.standings,
        "rows": drawn_rows(report.standings["rows"]),
        "across": report.crosstable["bots"][:MOST_ACROSS],
        "bots_in_all": len(report.crosstable["bots"]),
        "cells": {(cell["bot"], cell["opponent"]): cell for cell in report.crosstable["cells"]},
        "names": {named.label: named for named in names.values()},
        "matches": schedule(session, tournament.id, pages.offset, pages.size),
        "paging": pages,
    }


def drawn_rows(rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], Whisker]]:
    """Each row of standings with its interval as a drawing."""
    scale = whisker_scale(rows)
    average = sum(row["rating"] for row in rows) / len(rows) if rows else 0.0
    return [(row, whisker(row, scale, average)) for row in rows]
