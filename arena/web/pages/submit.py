"""Submitting a bot: upload a package, watch its check, activate and retire versions."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import RedirectResponse, Response

from arena.accounts.roles import Scope
from arena.courses.handins import hand_in
from arena.db import writing
from arena.door.presence import here_versions
from arena.leases import clock
from arena.settings import Missing, Settings
from arena.submissions import MOST_BYTES
from arena.uploads.models import Upload
from arena.uploads.store import take_in
from arena.uploads.views import own_versions, recent_uploads, upload_facts
from arena.versions import activate, retire
from arena.web.deps import SessionDep, SettingsDep, ViewerDep, page
from arena.web.gates import needs, own_version
from arena.web.ids import Id
from arena.web.signing_in import refuse_if_too_often
from arena.web.viewers import Viewer
from referee.games import GAMES

router = APIRouter()
UPLOADS = (20, 600)
TOO_MANY = "too many uploads from your address: wait a little"
CHANGES = {"activate": activate, "retire": retire}


@router.get("/submit", dependencies=[needs(Scope.READ)])
def form(request: Request, session: SessionDep, viewer: ViewerDep) -> Response:
    name = viewer.name or ""
    return page(
        request,
        "submit.html",
        most_megabytes=MOST_BYTES // 1024 // 1024,
        titles={key: game.title for key, game in GAMES.items()},
        versions=own_versions(session, name),
        uploads=recent_uploads(session, name),
        here=here_versions(session, clock(session)),
    )


@router.post("/submit", dependencies=[needs(Scope.SUBMIT)])
async def submit(request: Request, settings: SettingsDep, viewer: ViewerDep) -> Response:
    """A package; with an assignment (`cs101/hw1`) it is handed in for that."""
    await run_in_threadpool(refuse_if_too_often, request, "upload", *UPLOADS, TOO_MANY, viewer.name)
    form = await request.form()
    sent, assignment = form.get("package"), form.get("assignment")
    data = await sent.read() if isinstance(sent, UploadFile) else b""
    wanted = assignment if isinstance(assignment, str) else ""
    return RedirectResponse(await run_in_threadpool(_take_in, settings, viewer, data, wanted), 303)


@router.get("/submissions/{upload_id}", dependencies=[needs(Scope.READ)])
def submission(request: Request, session: SessionDep, viewer: ViewerDep, upload_id: Id) -> Response:
    """The whole page, or, for htmx, the part of it that changes."""
    upload = session.get(Upload, upload_id)
    facts = None if upload is None else upload_facts(session, upload)
    if facts is None or not viewer.owns(facts["owner"]):
        raise Missing(f"you have no submission {upload_id}")
    is_part = request.headers.get("hx-request") == "true"
    return page(request, "submission_state.html" if is_part else "submission.html", upload=facts)


@router.post("/versions/{version_id}/{change}", dependencies=[needs(Scope.SUBMIT)])
def change_version(settings: SettingsDep, viewer: ViewerDep, version_id: Id, change: str) -> Response:
    if change not in CHANGES:
        raise HTTPException(404)
    with writing(settings.database) as session:
        CHANGES[change](session, own_version(session, viewer, version_id))
    return RedirectResponse("/submit", 303)


def _take_in(settings: Settings, viewer: Viewer, data: bytes, assignment: str) -> str:
    """Where it can be watched."""
    name = viewer.name or ""
    with writing(settings.database) as session:
        if assignment:
            return f"/handins/{hand_in(session, assignment, name, data, viewer.token_key).id}"
        return f"/submissions/{take_in(session, name, data).id}"
