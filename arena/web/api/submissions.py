"""Submissions: packages that are built and checked, and what was said of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fastapi import Request
from pydantic import BaseModel
from sqlmodel import col, select
from starlette.concurrency import run_in_threadpool

from arena.accounts.roles import Scope
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


@router.post("/submissions", status_code=202, dependencies=[needs(Scope.SUBMIT)], openapi_extra=PACKAGE)
async def submit(request: Request, settings: SettingsDep, viewer: ViewerDep) -> SubmissionOut:
    """Send a package, as the request's body. It is built and checked in its turn; if it passes, it is active."""
    await run_in_threadpool(refuse_if_too_often, request, "upload", *UPLOADS, TOO_MANY)
    data = await request.body()
    return SubmissionOut(**await run_in_threadpool(_take_in, settings, viewer.name or "", data))


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
    found = [SubmissionOut(**upload_facts(session, upload)) for upload in session.exec(query)]
    return PageOf(**page_of(found, limit, lambda one: one.id))


@router.get("/submissions/{submission_id}", dependencies=[needs(Scope.READ)])
def show_submission(session: SessionDep, viewer: ViewerDep, submission_id: Id) -> SubmissionOut:
    upload = session.get(Upload, submission_id)
    facts = None if upload is None else upload_facts(session, upload)
    if facts is None or not viewer.owns(facts["owner"]):
        raise Missing(f"you have no submission {submission_id}")
    return SubmissionOut(**facts)


def _take_in(settings: Settings, owner: str, data: bytes) -> dict[str, Any]:
    with writing(settings.database) as session:
        return upload_facts(session, take_in(session, owner, data))
