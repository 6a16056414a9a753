"""Everything that was played in a tournament, to take home: CSV, JSON, replays."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response, StreamingResponse

from arena.db import reading
from arena.exports import COLUMNS, seat_rows
from arena.facts.sight import EVERYTHING, tournament_with
from arena.models import Tournament, TournamentStatus
from arena.replays import tournament_replays
from arena.reports import tournament_crosstable, tournament_standings
from arena.settings import ArenaError
from arena.web.deps import SessionDep, SettingsDep, SightDep
from arena.web.ids import Id
from referee.replay import to_text

router = APIRouter()
AT_ONCE = 64 * 1024


@router.get("/tournaments/{tournament_id}/games.csv")
def games_csv(session: SessionDep, settings: SettingsDep, sight: SightDep, tournament_id: Id) -> StreamingResponse:
    """A line for each seat of each game."""
    tournament_with(session, tournament_id, sight)
    lines = _csv(settings.database, tournament_id)
    return StreamingResponse(lines, media_type="text/csv", headers=_named(tournament_id, "csv"))


@router.get("/tournaments/{tournament_id}/results.json")
def results_json(session: SessionDep, sight: SightDep, tournament_id: Id) -> Response:
    tournament = tournament_with(session, tournament_id, sight)
    text = json.dumps(_results(session, tournament), indent=2, ensure_ascii=False, default=str)
    return Response(text, media_type="application/json", headers=_named(tournament_id, "json"))


@router.get("/tournaments/{tournament_id}/replays.zip")
def replays_zip(session: SessionDep, settings: SettingsDep, sight: SightDep, tournament_id: Id) -> StreamingResponse:
    tournament = tournament_with(session, tournament_id, sight)
    if tournament.status != TournamentStatus.DONE:
        raise ArenaError(f"{tournament.name} is not over: its deals are published when it is")
    archive = _zip(settings.database, tournament_id)
    return StreamingResponse(archive, media_type="application/zip", headers=_named(tournament_id, "zip"))


def _named(tournament_id: int, ending: str) -> dict[str, str]:
    """By number: a tournament's name may be anything, and is no name for a file."""
    return {"Content-Disposition": f'attachment; filename="tournament-{tournament_id}.{ending}"'}


def _results(session: Session, tournament: Tournament) -> dict[str, Any]:
    """The same as `arena tournament export --json`."""
    return {
        "standings": tournament_standings(session, tournament),
        "crosstable": tournament_crosstable(session, tournament),
        "seats": list(seat_rows(session, tournament.id or 0)),
    }


def _csv(database: str, tournament_id: int) -> Iterator[str]:
    """As it is read: it may be long."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    with reading(database) as session:
        for row in seat_rows(session, tournament_id):
            writer.writerow({name: _harmless(value) for name, value in row.items()})
            if text.tell() > AT_ONCE:
                yield text.getvalue()
                text.seek(0)
                text.truncate()
    yield text.getvalue()


def _harmless(value: Any) -> Any:
    """A spreadsheet would run a text that begins like a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _zip(database: str, tournament_id: int) -> Iterator[bytes]:
    """Replay by replay: no more of it is held than one."""
    parts = _Parts()
    with reading(database) as session, zipfile.ZipFile(parts, "w", zipfile.ZIP_DEFLATED) as archive:
        for label, replay in tournament_replays(session, tournament_with(session, tournament_id, EVERYTHING)):
            archive.writestr(f"{label}.json", to_text(replay.to_json()))
            yield parts.taken()
    yield parts.taken()


class _Parts(io.RawIOBase):
    """A file that only goes forward: what was written is handed on, and gone."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)
