"""A tournament while it is played, as server-sent events: parts of its page, whenever they are other than before."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import StreamingResponse

from arena.db import reading
from arena.facts.schedule import match_count
from arena.facts.sight import EVERYTHING, tournament_with
from arena.progress import progress_of
from arena.web.deps import SessionDep, SettingsDep, SightDep
from arena.web.ids import Id
from arena.web.live import HEADERS, LOOK_SECONDS, changes, event
from arena.web.paging import PageNumber, Paging
from arena.web.rendering import Rendering
from arena.web.tournament_context import MATCHES, results_context

router = APIRouter()


@router.get("/tournaments/{tournament_id}/live")
def live(
    request: Request,
    session: SessionDep,
    settings: SettingsDep,
    sight: SightDep,
    tournament_id: Id,
    number: Annotated[PageNumber, Query(alias="page")] = 1,
) -> StreamingResponse:
    tournament_with(session, tournament_id, sight)
    show = _Show(settings.database, request.app.state.rendering, tournament_id, number)
    return StreamingResponse(_events(show), media_type="text/event-stream", headers=HEADERS)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page shows at a moment."""

    progress: str
    results: str
    is_over: bool


@dataclass(frozen=True, slots=True)
class _Show:
    """One tournament, seen by all who have its page open: for all of them together it is looked at once a second."""

    database: str
    rendering: Rendering
    tournament_id: int
    page: int

    def look(self) -> Seen:
        key = (self.database, self.tournament_id, self.page)
        with _looks.lock:
            at, seen = _looks.last.get(key, (0.0, None))
            if seen is None or time.monotonic() - at > LOOK_SECONDS / 2:
                seen = self._seen()
                _looks.last[key] = (time.monotonic(), seen)
                _looks.forget_old()
            return seen

    def _seen(self) -> Seen:
        with reading(self.database) as session:
            tournament = tournament_with(session, self.tournament_id, EVERYTHING)
            progress = progress_of(session, tournament)
            pages = Paging(self.page, MATCHES, match_count(session, self.tournament_id))
            context = results_context(session, tournament, progress, pages)
            shown = self.rendering.text("tournament_progress.html", context)
            return Seen(shown, self.rendering.text("tournament_results.html", context), progress.is_over)


@dataclass(slots=True)
class _Looks:
    """The last looks, and when they were."""

    last: dict[tuple[str, int, int], tuple[float, Seen]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def forget_old(self) -> None:
        old = time.monotonic() - 60
        self.last = {key: look for key, look in self.last.items() if look[0] > old}


_looks = _Looks()


async def _events(show: _Show) -> AsyncIterator[str]:
    before: Seen | None = None
    async for seen in changes(show.look):
        if seen is None:
            yield ": still here\n\n"
            continue
        if before is None or seen.progress != before.progress:
            yield event("progress", seen.progress)
        if before is None or seen.results != before.results:
            yield event("results", seen.results)
        if seen.is_over:
            yield event("over", "over")
            return
        before = seen
