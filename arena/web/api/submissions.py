"""Submissions: packages that are built and checked, and what was said of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import Query, Request
from pydantic import BaseModel
from sqlmodel import Session, col, select
from starlette.concurrency import run_in_threadpool

from arena.accounts.roles import Scope
from arena.courses.handins import hand_in, handin_of
from arena.db import writing
from arena.models import Owner
from arena.settings import Missing, Settings
from arena.uploads.models import Upload
from arena.uploads.store import take_in
from arena.uploads.views import upload_facts
from arena.web.api.routes import After, Limit, PageOf, api_router, page_of
from arena.web.deps import SessionDep, SettingsDep, ViewerDep
from arena.web.gates import needs
from arena.web.ids import Id
from arena.web.pages.submit import TOO_MANY, UPLOADS
from arena.web.signing_in import refuse_if_too_often
from arena.web.viewers import Viewer

router = api_router("submissions")
PACKAGE = {
    "requestBody": {
        "required": True,
        "description": "A .tar.gz or .zip of a folder with a bot.toml.",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary", "minLength": 1}}},
    }
}


class StepOut(BaseModel):
    step: str
    passed: bool
    detail: str
    log: str


class SubmissionOut(BaseModel):
    """A package, and what became of it: waiting, accepted or refused."""

    id: int
    owner: str
    digest: str
    status: str
    is_over: bool
    before: int
    """How many are checked before this one."""
    version: str | None
    version_id: int | None
    sentence: str
    steps: list[StepOut]
    created: datetime
    ended: datetime | None
    handin_id: int | None
    """If it was for an assignment: what came of it there."""


@router.post("/submissions", status_code=202, dependencies=[needs(Scope.SUBMIT)], openapi_extra=PACKAGE)
async def submit(
    request: Request,
    settings: SettingsDep,
    viewer: ViewerDep,
    assignment: Annotated[str | None, Query(max_length=81, description="Of a course: `cs101/hw1`.")] = None,
) -> SubmissionOut:
    """Send a package, as the request's body. It is built and checked in its turn; if it passes, it is active.

    For an assignment of a course it is played at once, too: see `/handins/{handin_id}`.
    """
    await run_in_threadpool(refuse_if_too_often, request, "upload", *UPLOADS, TOO_MANY, viewer.name)
    data = await request.body()
    return await run_in_threadpool(_take_in, settings, viewer, data, assignment)


@router.get("/submissions", dependencies=[needs(Scope.READ)])
def list_submissions(
    session: SessionDep, viewer: ViewerDep, after: After = 0, limit: Limit = 50
) -> PageOf[SubmissionOut]:
    """Your own."""
    query = (
        select(Upload)
        .join(Owner, col(Owner.id) == Upload.owner_id)
        .where(Owner.name == viewer.name, col(Upload.id) > after)
        .order_by(col(Upload.id))
        .limit(limit + 1)
    )
    found = [_out(session, upload) for upload in session.exec(query)]
    return PageOf(**page_of(found, limit, lambda one: one.id))


@router.get("/submissions/{submission_id}", dependencies=[needs(Scope.READ)])
def show_submission(session: SessionDep, viewer: ViewerDep, submission_id: Id) -> SubmissionOut:
    upload = session.get(Upload, submission_id)
    if upload is None or not viewer.owns(session.get_one(Owner, upload.owner_id).name):
        raise Missing(f"you have no submission {submission_id}")
    return _out(session, upload)


def _take_in(settings: Settings, viewer: Viewer, data: bytes, assignment: str | None) -> SubmissionOut:
    name = viewer.name or ""
    with writing(settings.database) as session:
        if assignment is None:
            return _out(session, take_in(session, name, data))
        handin = hand_in(session, assignment, name, data, viewer.token_key)
        return _out(session, session.get_one(Upload, handin.upload_id))


def _out(session: Session, upload: Upload) -> SubmissionOut:
    handin = handin_of(session, upload)
    return SubmissionOut(**upload_facts(session, upload), handin_id=None if handin is None else handin.id)
